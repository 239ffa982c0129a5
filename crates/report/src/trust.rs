//! What a run shows of itself: what equals differ by in it, and how many false verdicts it may give.

use wirecost_model::{CaseDocument, Lab, RunDocument};
use wirecost_verdict::floor::Pairs;
use wirecost_verdict::group::{Group, ranked_groups};
use wirecost_verdict::pace::Pace;
use wirecost_verdict::trust::Pair;

use crate::leader;
use crate::words::{name, percent};

/// What the run shows of itself: the A/A pair, the noise floor, how trials were compared, and how many false verdicts its
/// groups would give if all candidates were equal.
pub fn lines(run: &RunDocument, groups: &[Group<'_>]) -> Vec<String> {
    let pace = Pace::of(run);
    let mut lines = aa(run, &pace);
    let ranked = ranked_groups(groups);
    if ranked > 0 {
        lines.push(format!(
            "{ranked} group{} ranked: if all candidates of a group were equal, at most {:.2} of these groups would name a \
             winner or a slower candidate",
            if ranked == 1 { "" } else { "s" },
            ranked as f64 * wirecost_measure::compare::ALPHA
        ));
        lines.push(if pace.rounds().differ() {
            format!(
                "some rounds were slower than others, by up to {}: trials are compared after division by the pace of \
                 their round",
                percent(pace.rounds().spread())
            )
        } else {
            "no round is shown to be slower than another: trials are compared as they are".into()
        });
    }
    let outliers: usize = run.cases.iter().flat_map(|case| &case.trials).map(|trial| trial.outliers).sum();
    let samples: usize = run.cases.iter().flat_map(|case| &case.trials).map(|trial| trial.samples).sum();
    if samples > 0 {
        lines.push(format!("{outliers} of {samples} samples are outliers; all are kept"));
    }
    lines
}

/// What the A/A pair of a run shows, and what follows for its verdicts.
fn aa<'a>(run: &'a RunDocument, pace: &Pace<'a>) -> Vec<String> {
    let of_servers = aa_of_servers(run);
    let Some(pair) = Pair::with(run, pace) else {
        let lacks = of_servers.is_empty() || run.cases.iter().any(|case| case.lab == Lab::CODEC);
        let lack = lacks.then(|| "no A/A pair: it is unknown how much equal cases differ in this run".to_owned());
        return lack.into_iter().chain(of_servers).collect();
    };
    let (c, case) = (&pair.comparison, pair.case);
    let floor = percent(pair.noise_floor());
    let mut lines = vec![format!(
        "A/A: {} {} {} against itself: {:.3}x ({:.3}-{:.3}); noise floor {floor}: smaller differences are not reported; \
         detectable difference {}",
        name(case),
        case.operation,
        case.message,
        c.ratio.median,
        c.ratio.low,
        c.ratio.high,
        if c.detectable.is_finite() { percent(c.detectable) } else { "unknown with so few trials".into() },
    )];
    if pair.is_biased() {
        lines.push(
            "warning: the A/A pair shows a difference between equals; every verdict of this run is advice only".into(),
        );
    }
    lines.extend(of_servers);
    lines
}

/// The noise floors of the pairs of servers and stores.
fn aa_of_servers(run: &RunDocument) -> Vec<String> {
    let pairs = Pairs::of(run);
    let figures = [leader::MOST, leader::WAIT, leader::ROUND_TRIP, leader::CPU, leader::MEMORY];
    let line = |case: &CaseDocument| {
        let floor = |by: &leader::By| Some(format!("{} {}", by.figure, percent(pairs.floor(case, by.id).known?)));
        let floors: Vec<String> =
            figures.iter().filter(|by| case.estimates.contains_key(&by.id)).filter_map(floor).collect();
        let (lab, name, operation, message) = (&case.lab, name(case), &case.operation, &case.message);
        let schedule = case.parameters.get("schedule").map_or("", String::as_str);
        format!(
            "A/A: {lab} {name} {operation} {message} ({schedule}) against itself: noise floor of {}",
            floors.join(", ")
        )
    };
    pairs.cases().map(line).collect()
}
