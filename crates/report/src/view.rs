//! A run arranged for reading: a section for each message and operation, a row for each case.

use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Lab, Label, RunDocument, Status};
use wirecost_verdict::group::{apart, is_ranked};
pub use wirecost_verdict::{binding, cost_estimate};

use crate::units;

/// The cases of one message and operation.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    /// The message.
    pub message: &'a str,
    /// The operation.
    pub operation: &'a str,
    /// The cases with figures, fastest first within what they decode into or encode from.
    pub measured: Vec<Row<'a>>,
    /// The cases without, with their reasons.
    pub unmeasured: Vec<&'a CaseDocument>,
}

/// A case with figures.
#[derive(Debug, Clone)]
pub struct Row<'a> {
    /// The case.
    pub case: &'a CaseDocument,
    /// The estimate that verdicts use.
    pub verdict: EstimateDocument,
    /// How many times the fastest that it is ranked with it takes; none if it is not ranked.
    pub ratio: Option<f64>,
}

/// The sections of the codec lab's part of a run, in the order of its messages.
pub fn sections(run: &RunDocument) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let shown = |case: &&CaseDocument| !case.is_control() && !case.is_twin() || case.status != Status::Ok;
    for case in run.cases.iter().filter(|case| case.lab == Lab::CODEC).filter(shown) {
        let found = sections.iter().position(|s| s.message == case.message && s.operation == case.operation);
        let index = found.unwrap_or_else(|| {
            let (message, operation) = (case.message.as_str(), case.operation.as_str());
            sections.push(Section { message, operation, measured: Vec::new(), unmeasured: Vec::new() });
            sections.len() - 1
        });
        match case.estimates.get(&cost_estimate(run, case)).filter(|_| case.status == Status::Ok) {
            Some(verdict) => sections[index].measured.push(Row { case, verdict: *verdict, ratio: None }),
            None => sections[index].unmeasured.push(case),
        }
    }
    for section in &mut sections {
        rank(&mut section.measured);
    }
    // Messages in the order of the run, decode before encode.
    let order: Vec<&str> = run.cases.iter().map(|case| case.message.as_str()).collect();
    sections.sort_by_key(|s| (order.iter().position(|name| *name == s.message), s.operation));
    sections
}

fn rank(rows: &mut [Row<'_>]) {
    let of = |row: &Row<'_>| (binding(row.case).to_owned(), apart(row.case).map(str::to_owned), !is_ranked(row.case));
    rows.sort_by(|a, b| of(a).cmp(&of(b)).then(a.verdict.median.total_cmp(&b.verdict.median)));
    let ranked = rows.iter().filter(|row| is_ranked(row.case));
    let fastest: Vec<_> = ranked.map(|row| (of(row), row.verdict.median)).collect();
    for row in rows.iter_mut().filter(|row| is_ranked(row.case)) {
        let best = fastest.iter().find(|(place, _)| *place == of(row));
        row.ratio = best.map(|(_, best)| row.verdict.median / best);
    }
}

impl Row<'_> {
    /// The candidate, and which of two builds it is where a run compares two.
    pub fn name(&self) -> String {
        let side = self.case.side().map_or(String::new(), |side| format!(" ({side})"));
        format!("{}{side}", self.case.candidate)
    }

    /// The cost with its interval.
    pub fn cost(&self) -> (String, String) {
        if self.case.estimates.contains_key(&EstimateId::Instructions) {
            return (format!("{:.0}", self.verdict.median), String::new());
        }
        // One trial has no interval; its range would look like a very good one.
        let interval = match self.case.trials.len() {
            1 => String::new(),
            _ => format!("{} - {}", units::time(self.verdict.low), units::time(self.verdict.high)),
        };
        (units::time(self.verdict.median), interval)
    }

    /// An estimate as people read it, empty where the case has none.
    pub fn shown(&self, id: EstimateId, unit: impl Fn(f64) -> String) -> String {
        self.case.median(id).map_or(String::new(), unit)
    }

    /// Labels in one line.
    pub fn notes(&self) -> String {
        labels(self.case)
    }
}

/// The labels of a case in one line.
pub fn labels(case: &CaseDocument) -> String {
    case.all_labels().map(Label::to_string).collect::<Vec<_>>().join("; ")
}

/// The control of each language with its cost: what measuring itself takes.
pub fn controls(run: &RunDocument) -> Vec<(&str, EstimateDocument)> {
    let cost = |case: &'_ CaseDocument| case.estimates.get(&cost_estimate(run, case)).copied();
    run.cases.iter().filter(|case| case.is_control()).filter_map(|case| Some((&*case.language, cost(case)?))).collect()
}

/// What the run counts, as a heading.
pub fn heading(run: &RunDocument) -> &'static str {
    let instructions = run.cases.iter().any(|case| case.estimates.contains_key(&EstimateId::Instructions));
    match run.verdict_estimate {
        _ if instructions => "instructions",
        EstimateId::TimeNs => "wall time",
        EstimateId::CostNs => "cost",
        _ => "CPU time",
    }
}

/// How many cases came to each end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Measured.
    pub measured: usize,
    /// Measured while this machine was too busy for it: they have figures that are not ranked.
    pub set_aside: usize,
    /// Not measured, for a reason that is nobody's fault.
    pub skipped: usize,
    /// Failed.
    pub failed: usize,
}

impl Counts {
    /// The counts of a run.
    pub fn of(run: &RunDocument) -> Self {
        let of = |status: Status| run.cases.iter().filter(|case| case.status == status).count();
        Self {
            measured: of(Status::Ok),
            set_aside: of(Status::Invalid),
            skipped: of(Status::Skipped),
            failed: of(Status::Failed),
        }
    }

    /// All but those that failed, in words.
    pub fn sound(self) -> String {
        let Self { measured, set_aside, skipped, .. } = self;
        let busy = if set_aside == 0 { String::new() } else { format!(", {set_aside} set aside (machine busy)") };
        format!("{measured} cases measured{busy}, {skipped} skipped")
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {} failed", self.sound(), self.failed)
    }
}

/// The conditions of a run in a few lines: machine, settings, what to know before believing a figure.
pub fn conditions(run: &RunDocument) -> Vec<String> {
    let environment = &run.environment;
    let mut lines = vec![format!(
        "{} on {} ({} cores), kernel {}; wirecost {}{}, seed {}",
        run.run_id,
        environment.cpu.as_deref().unwrap_or("an unknown processor"),
        environment.cores,
        environment.kernel,
        environment.wirecost_version,
        environment.git_commit.as_ref().map_or(String::new(), |commit| format!(" ({commit:.12})")),
        run.seed,
    )];
    let controls: Vec<String> = controls(run)
        .into_iter()
        .map(|(language, cost)| match heading(run) {
            "instructions" => format!("{language} {:.0}", cost.median),
            _ => format!("{language} {}", units::time(cost.median)),
        })
        .collect();
    if run.cases.iter().any(|case| case.estimates.contains_key(&EstimateId::GzipBytes)) {
        lines.push("gzip at level 6, zstd at level 3, of the message alone".into());
    }
    if !controls.is_empty() {
        lines.push(format!("an empty operation costs: {}", controls.join(", ")));
    }
    lines.extend(crate::trust::lines(run, &wirecost_verdict::group::groups(run)));
    lines.extend(run.warnings.iter().map(|warning| format!("warning: {warning}")));
    lines
}
