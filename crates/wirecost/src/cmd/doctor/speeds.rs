//! How fast the cores of this machine are while somebody else uses them, drawn.

use std::fmt::Write as _;
use std::time::Duration;

use wirecost_lab_codec::survey::survey;
use wirecost_measure::compare;
use wirecost_measure::estimate::median;
use wirecost_measure::quiet::Need;
use wirecost_measure::survey::{Survey, part_ns};

/// How long each core is looked at.
const LENGTH: Duration = Duration::from_millis(400);

/// The width of a bar that stands for all of the time.
const WIDTH: f64 = 40.0;

/// The last bar holds everything from here on.
const SLOWEST: f64 = 2.0;

/// The step between bars.
const STEP: f64 = 0.25;

/// The smallest difference that is told, in per cent: the marks of a core whose clock stands still may be all alike.
const LEAST_TOLD: f64 = 0.1;

/// How fast each core is; none if the reference does not run.
pub fn surveys() -> Vec<Survey> {
    survey(LENGTH).1
}

/// A picture of the speeds, and what follows for measurements.
pub fn drawn(surveys: &[Survey]) -> String {
    let mut out = String::from("speeds of the cores, by the time that the reference takes (1.00x is undisturbed):\n");
    for survey in surveys {
        draw(survey, &mut out);
    }
    let share = surveys.iter().map(|survey| survey.quiet_share).sum::<f64>() / surveys.len() as f64;
    let part_us = part_ns(surveys) as f64 / 1e3;
    let trial_ms = Need::USUAL.parts as f64 * part_us / share.max(0.001) / 1e3;
    let _ = writeln!(
        out,
        "  {:.0} % of the time is undisturbed; parts of batches last {part_us:.0} us, and a trial has enough of them after some \
         {trial_ms:.1} ms",
        share * 100.0
    );
    if let Some(detectable) = detectable(surveys) {
        let _ = writeln!(
            out,
            "  six trials against six: the machine itself hides differences below {:.1} %; differences between processes add to that",
            (detectable * 100.0).max(LEAST_TOLD)
        );
    }
    out
}

fn draw(survey: &Survey, out: &mut String) {
    let stretch = survey.stretch_ns.map_or("never".into(), |ns| format!("for {:.2} ms at a time", ns / 1e6));
    let _ = writeln!(
        out,
        "  core {}: undisturbed {:.0} % of the time, {stretch}{}",
        survey.core,
        survey.quiet_share * 100.0,
        speeds_of_clock(survey)
    );
    let mut from = 1.0;
    while from <= SLOWEST {
        let within = |slowness: &&f64| {
            let bar = ((**slowness - 1.0) / STEP).round().clamp(0.0, (SLOWEST - 1.0) / STEP);
            (1.0 + bar * STEP - from).abs() < STEP / 2.0
        };
        let share = survey.slowness.iter().filter(within).count() as f64 / survey.slowness.len().max(1) as f64;
        let bar = "#".repeat((share * WIDTH).round() as usize);
        let more = if from == SLOWEST { "+" } else { " " };
        let line = format!("    {from:.2}x{more} {bar} {:.0} %", share * 100.0);
        let _ = writeln!(out, "{}", line.replace("  0 %", " 0 %"));
        from += STEP;
    }
}

/// By what the speeds of a clock slow a core; nothing where it has one.
fn speeds_of_clock(survey: &Survey) -> String {
    let Some(fastest) = survey.clocks.first() else { return String::new() };
    let mut told: Vec<String> = survey.clocks.iter().map(|clock| format!("{:.2}x", clock / fastest)).collect();
    // A clock that moves in small steps has many.
    told.dedup();
    match &told[..] {
        [fastest, slower @ ..] if !slower.is_empty() => {
            format!(", at speeds of the clock of {fastest} and {}", slower.join(", "))
        }
        _ => String::new(),
    }
}

/// What six pairs of trials would show, where each trial is a median of as many quiet marks as it has quiet parts.
fn detectable(surveys: &[Survey]) -> Option<f64> {
    let quiet: Vec<f64> = surveys.iter().flat_map(|survey| &survey.undisturbed).copied().collect();
    let trials: Vec<f64> = quiet.chunks_exact(Need::USUAL.parts).map(median).collect();
    let step = trials.len() / 12;
    let taken: Vec<f64> = trials.iter().copied().step_by(step.max(1)).take(12).collect();
    let compared = (taken.len() == 12).then(|| compare::independent(&taken[..6], &taken[6..], compare::ALPHA))??;
    Some(compared.detectable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_bar_for_each_speed() {
        let slowness = [vec![1.0; 60], vec![1.5; 30], vec![3.0; 10]].concat();
        let (clocks, undisturbed) = (vec![4_000.0, 4_160.0], vec![1.0; 60]);
        let survey = Survey {
            core: 1,
            slowness,
            step_ns: 3_000.0,
            clocks,
            undisturbed,
            quiet_share: 0.6,
            stretch_ns: Some(240_000.0),
        };
        let mut out = String::new();
        draw(&survey, &mut out);
        let lines: Vec<&str> = out.lines().map(str::trim).collect();
        assert_eq!(
            lines[0],
            "core 1: undisturbed 60 % of the time, for 0.24 ms at a time, at speeds of the clock of 1.00x and 1.04x"
        );
        assert_eq!(lines[1], format!("1.00x  {} 60 %", "#".repeat(24)));
        assert_eq!(lines[3], format!("1.50x  {} 30 %", "#".repeat(12)));
        assert_eq!(lines[5], "2.00x+ #### 10 %");
    }
}
