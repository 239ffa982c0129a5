//! What a job of GitHub Actions shows of a gate: annotations, and a summary of the step.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use wirecost_report::outcome;
use wirecost_verdict::gate::{Decision, Outcome, Verdict};

/// The number of annotations of one kind that GitHub shows for a step.
const MOST: usize = 10;

/// Where a job reads the outcome.
#[derive(Debug, Default)]
pub struct Job {
    /// Whether annotations are read from standard output.
    annotates: bool,
    /// The file that the summary of the step is added to.
    summary: Option<PathBuf>,
}

impl Job {
    /// The job that this process is a step of; without one, nothing is written.
    pub fn of_environment() -> Self {
        let annotates = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let summary = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from);
        Self { annotates, summary }
    }

    /// Prints the annotations of an outcome, and adds it to the summary of the step.
    ///
    /// # Errors
    /// If the summary cannot be written.
    pub fn tell(&self, outcome: &Outcome) -> anyhow::Result<()> {
        if self.annotates {
            crate::output::print(&annotations(outcome).join("\n"))?;
        }
        let Some(path) = &self.summary else { return Ok(()) };
        let cannot = || format!("cannot write GITHUB_STEP_SUMMARY, {}", path.display());
        // Earlier steps and other gates of this step have written to it.
        let mut file = OpenOptions::new().append(true).create(true).open(path).with_context(cannot)?;
        writeln!(file, "{}", outcome::markdown(outcome)).with_context(cannot)
    }
}

/// A workflow command for the decision, and one for each case that regressed or could not be judged.
fn annotations(outcome: &Outcome) -> Vec<String> {
    let regressed = outcome.cases.iter().filter(|case| case.verdict == Verdict::Regressed);
    let level = match outcome.decision() {
        Decision::Regressed => "error",
        Decision::Undecided => "warning",
        Decision::Passed => "notice",
    };
    let mut lines = vec![format!("::{level} title=wirecost gate::{}", escaped(&outcome::decision(outcome)))];
    // Where every verdict is advice only, so is that of a case.
    lines.extend(regressed.take(MOST - 1).map(|case| {
        let ratio = case.comparison.ratio;
        let what = outcome::cost(case.estimate);
        let said = format!(
            "{} takes {:.3}x ({:.3}-{:.3}) the {what} of before",
            case.key, ratio.median, ratio.low, ratio.high
        );
        format!("::{level} title=wirecost gate found a slower case::{}", escaped(&said))
    }));
    let unjudged = outcome.unjudged.iter().take(MOST.saturating_sub(lines.len()));
    lines.extend(unjudged.map(|(key, reason)| {
        format!("::{level} title=wirecost gate could not judge a case::{}", escaped(&format!("{key}: {reason}")))
    }));
    lines
}

/// A text as the message of a workflow command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_measure::compare::Comparison;
    use wirecost_measure::estimate::Estimate;
    use wirecost_model::EstimateId;
    use wirecost_verdict::gate::{Judged, Rule};

    #[test]
    fn an_annotation_says_what_was_compared() {
        let (rule, verdict) = (Rule { allowed: 0.01, noise_floor: None }, Verdict::Regressed);
        let said = |estimate| {
            let ratio = Estimate { median: 2.0, low: 1.9, high: 2.1 };
            let comparison = Comparison { ratio, p: 0.0, enough: true, detectable: 0.0 };
            let case = Judged {
                key: "a".into(),
                estimate,
                before: 1.0,
                after: 2.0,
                comparison,
                is_range: false,
                adjusted_p: 0.0,
                detectable: 0.0,
                verdict,
            };
            let outcome = Outcome {
                estimate,
                rule,
                cases: vec![case],
                unjudged: Vec::new(),
                left_out: Vec::new(),
                excluded: Vec::new(),
                chosen: Vec::new(),
                runs_left_out: Vec::new(),
                geometric_mean: None,
                doubts: Vec::new(),
            };
            annotations(&outcome).remove(1)
        };
        let of = |what| {
            format!(
                "::error title=wirecost gate found a slower case::a takes 2.000x (1.900-2.100) the {what} of before"
            )
        };
        assert_eq!(said(EstimateId::Instructions), of("instructions"));
        assert_eq!(said(EstimateId::ServerCpuNs), of("CPU time for a request"));
    }

    #[test]
    fn a_message_stays_one_line() {
        assert_eq!(escaped("3 %\r\nx"), "3 %25%0D%0Ax");
    }
}
