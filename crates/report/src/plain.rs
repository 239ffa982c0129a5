//! Texts of a document as a table can hold them.
//!
//! Names, reasons and labels come from candidates, files and other machines. None of them may break a line, move the cursor
//! of a terminal or turn into mark-up.

use wirecost_model::{CaseDocument, Environment, EstimateId, Lab, Label, LoadDocument, RunDocument, TrialDocument};

/// The text on one line: white space is a space, any other character that is not shown is written as its number.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\u{2028}' | '\u{2029}' => out.push(' '),
            // A line end of two characters is one.
            '\r' => {}
            // Marks that turn the direction of text around.
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                out.extend(c.escape_unicode());
            }
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// The document with every text that somebody else wrote passed through `with`.
pub fn mapped(run: &RunDocument, with: fn(&str) -> String) -> RunDocument {
    let mut run = run.clone();
    let texts = [&mut run.run_id, &mut run.command, &mut run.started, &mut run.suite];
    let optional = [&mut run.ended, &mut run.together].into_iter().flatten();
    texts.into_iter().chain(optional).chain(&mut run.warnings).for_each(|text| *text = with(text));
    map_environment(&mut run.environment, with);
    for host in &mut run.hosts {
        host.name = with(&host.name);
        map_environment(&mut host.environment, with);
    }
    run.verdict_estimate = map_estimate(run.verdict_estimate, with);
    run.cases.iter_mut().for_each(|case| map_case(case, with));
    run
}

fn map_environment(environment: &mut Environment, with: fn(&str) -> String) {
    let texts = [
        &mut environment.wirecost_version,
        &mut environment.os,
        &mut environment.kernel,
        &mut environment.architecture,
    ];
    let optional = [&mut environment.git_commit, &mut environment.cpu, &mut environment.governor];
    texts.into_iter().chain(optional.into_iter().flatten()).for_each(|text| *text = with(text));
    for pairs in [&mut environment.runners, &mut environment.variables] {
        *pairs = pairs.iter().map(|(name, what)| (with(name), with(what))).collect();
    }
}

fn map_case(case: &mut CaseDocument, with: fn(&str) -> String) {
    let texts = [
        &mut case.candidate,
        &mut case.version,
        &mut case.receipt,
        &mut case.language,
        &mut case.format,
        &mut case.message,
        &mut case.operation,
    ];
    texts.into_iter().chain(&mut case.reason).chain(&mut case.host).for_each(|text| *text = with(text));
    case.lab = Lab::from(with(case.lab.name()));
    map_labels(&mut case.labels, with);
    map_labels(&mut case.concluded, with);
    case.parameters = case.parameters.iter().map(|(name, value)| (with(name), with(value))).collect();
    case.estimates = case.estimates.iter().map(|(id, estimate)| (map_estimate(*id, with), *estimate)).collect();
    case.trials.iter_mut().for_each(|trial| map_trial(trial, with));
}

fn map_labels(labels: &mut [Label], with: fn(&str) -> String) {
    labels.iter_mut().for_each(|label| *label = Label::read(&with(&label.to_string())));
}

fn map_estimate(id: EstimateId, with: fn(&str) -> String) -> EstimateId {
    EstimateId::named(&with(id.name()))
}

fn map_trial(trial: &mut TrialDocument, with: fn(&str) -> String) {
    trial.estimates = trial.estimates.iter().map(|(id, value)| (map_estimate(*id, with), *value)).collect();
    if let Some(LoadDocument { reason, labels, .. }) = &mut trial.load {
        reason.iter_mut().for_each(|text| *text = with(text));
        map_labels(labels, with);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_a_line_and_hides_nothing() {
        assert_eq!(line("a\r\nb\tc\u{2028}d"), "a b c d");
        assert_eq!(line("\x1b[31mred\u{7}\u{9b}"), "\\u{1b}[31mred\\u{7}\\u{9b}");
        assert_eq!(line("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(line("größer 3 \u{1F600}"), "größer 3 \u{1F600}");
    }
}
