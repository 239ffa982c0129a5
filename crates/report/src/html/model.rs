//! A run arranged for the page: messages, and a row for all that one candidate does with one.

use wirecost_model::{Binding, CaseDocument, EstimateDocument, EstimateId, Lab, RunDocument, Status};
use wirecost_verdict::group::{Group, Ranked, groups, is_ranked};
use wirecost_verdict::{binding, cost_estimate};

use super::Medium;
use crate::units;

/// All that the page shows.
pub struct Page<'a> {
    /// The run.
    pub run: &'a RunDocument,
    /// Where it is read.
    pub place: Medium,
    /// The rankings.
    pub groups: Vec<Group<'a>>,
    /// What the codec lab measured, in the order of the run.
    pub messages: Vec<Message<'a>>,
    /// The labs of servers, in the order of the run.
    pub servers: Vec<Servers<'a>>,
}

/// What a lab of servers measured.
pub struct Servers<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// Its cases.
    pub cases: Vec<&'a CaseDocument>,
}

/// The cases of one message.
pub struct Message<'a> {
    /// Its name.
    pub name: &'a str,
    /// The identifier of its section.
    pub anchor: String,
    /// Its operations: decode, encode, then the others.
    pub operations: Vec<&'a str>,
    /// Its rows, those of a binding next to each other.
    pub rows: Vec<Row<'a>>,
    /// The cases without figures.
    pub unmeasured: Vec<&'a CaseDocument>,
}

/// All that one candidate does with a message.
pub struct Row<'a> {
    /// Any of its cases: they differ in operation alone.
    pub head: &'a CaseDocument,
    /// Its measured cases with what they cost.
    pub cases: Vec<(&'a CaseDocument, EstimateDocument)>,
}

impl<'a> Page<'a> {
    /// Arranges `run`.
    pub fn new(run: &'a RunDocument, place: Medium) -> Self {
        let (mut messages, mut servers): (Vec<Message<'a>>, Vec<Servers<'a>>) = Default::default();
        for case in run.cases.iter().filter(|case| !is_aside(case)) {
            if case.lab == Lab::CODEC {
                let known = |message: &Message<'_>| message.name == case.message;
                found_or(&mut messages, known, || Message::new(&case.message)).add(case, run);
            } else {
                let new = || Servers { lab: &case.lab, cases: Vec::new() };
                found_or(&mut servers, |servers| *servers.lab == case.lab, new).cases.push(case);
            }
        }
        messages.iter_mut().for_each(Message::sort);
        Self { run, place, groups: groups(run), messages, servers }
    }

    /// The rankings of a message's operation and binding: more than one where some cases are ranked apart.
    pub fn groups(&self, message: &str, operation: &str, binding: &str) -> Vec<&Group<'a>> {
        self.groups.iter().filter(|g| (g.message, g.operation, g.binding) == (message, operation, binding)).collect()
    }

    /// The ranking that a case is part of.
    pub fn group_of(&self, case: &CaseDocument) -> Option<&Group<'a>> {
        let is = |ranked: &Ranked<'_>| std::ptr::eq(ranked.case, case);
        self.groups.iter().find(|g| g.fastest.iter().any(is) || g.others.iter().any(|other| is(&other.ranked)))
    }

    /// A cost of a case of this run, with its unit.
    pub fn amount(&self, case: &CaseDocument, value: f64) -> String {
        amount(cost_estimate(self.run, case), value)
    }

    /// A cost with its interval, where its trials give one.
    pub fn interval(&self, case: &CaseDocument, cost: &EstimateDocument) -> Option<String> {
        // One trial has no interval; its range would look like a very good one.
        let told = case.trials.len() != 1 && cost.low != cost.high;
        told.then(|| format!("{} - {}", self.amount(case, cost.low), self.amount(case, cost.high)))
    }
}

/// A figure of an estimate with its unit.
pub fn amount(estimate: EstimateId, value: f64) -> String {
    if estimate == EstimateId::Instructions { units::count(value) } else { units::time(value) }
}

/// A cost on an axis: without the zeros that say nothing there.
pub fn cost_tick(estimate: EstimateId, value: f64) -> String {
    let text = amount(estimate, value);
    let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number} {unit}").trim_end().to_owned()
}

/// A size on an axis, whose ticks are decimal.
pub fn size_tick(bytes: f64) -> String {
    match bytes {
        o if o < 1e4 => format!("{bytes:.0} B"),
        o if o < 1e6 => format!("{} kB", (bytes / 100.0).round() / 10.0),
        _ => format!("{} MB", units::count(bytes / 1e6)),
    }
}

impl<'a> Message<'a> {
    fn new(name: &'a str) -> Self {
        let anchor = super::anchor::message(name);
        Self { name, anchor, operations: Vec::new(), rows: Vec::new(), unmeasured: Vec::new() }
    }

    fn add(&mut self, case: &'a CaseDocument, run: &RunDocument) {
        let cost = case.estimates.get(&cost_estimate(run, case)).filter(|_| case.status == Status::Ok);
        let Some(cost) = cost.copied() else {
            self.unmeasured.push(case);
            return;
        };
        if !self.operations.contains(&case.operation.as_str()) {
            self.operations.push(&case.operation);
        }
        let row = found_or(&mut self.rows, |row| same(row.head, case), || Row { head: case, cases: Vec::new() });
        row.cases.push((case, cost));
    }

    fn sort(&mut self) {
        self.operations.sort_by_key(|operation| match *operation {
            "decode" => 0,
            "encode" => 1,
            _ => 2,
        });
        let first = self.operations.first().copied().unwrap_or_default();
        self.rows.sort_by(|a, b| {
            let key =
                |row: &Row<'_>| (Binding::order(binding(row.head)), binding(row.head).to_owned(), !row.is_ranked());
            let cost = |row: &Row<'_>| row.cost(first).map_or(f64::INFINITY, |(_, cost)| cost.median);
            key(a).cmp(&key(b)).then(cost(a).total_cmp(&cost(b)))
        });
    }

    /// The bindings of its rows, in order.
    pub fn bindings(&self) -> Vec<&'a str> {
        let mut bindings: Vec<&'a str> = self.rows.iter().map(|row| binding(row.head)).collect();
        bindings.dedup();
        bindings
    }

    /// The rows of a binding.
    pub fn rows_of(&self, wanted: &str) -> impl Iterator<Item = &Row<'a>> {
        self.rows.iter().filter(move |row| binding(row.head) == wanted)
    }
}

impl<'a> Row<'a> {
    /// The case of an operation with its cost.
    pub fn cost(&self, operation: &str) -> Option<(&'a CaseDocument, EstimateDocument)> {
        self.cases.iter().find(|(case, _)| case.operation == operation).copied()
    }

    /// Whether any of its figures is ranked.
    pub fn is_ranked(&self) -> bool {
        self.cases.iter().any(|(case, _)| is_ranked(case))
    }

    /// The median of an estimate that its cases share, such as a size.
    pub fn shared(&self, estimate: EstimateId) -> Option<f64> {
        self.cases.iter().find_map(|(case, _)| case.median(estimate))
    }
}

/// What a binding means.
pub fn meaning(binding: &str) -> &'static str {
    Binding::named(binding).unwrap_or(Binding::Nothing).meaning()
}

/// A candidate as it is named on the page, with what sets its case apart from another of its own.
pub fn name(case: &CaseDocument) -> String {
    let apart = case.parameters.iter().filter(|(key, _)| *key != "binding" && *key != wirecost_model::TWIN);
    let apart: Vec<String> = apart.map(|(key, value)| format!("{key} {value}")).collect();
    if apart.is_empty() { case.candidate.clone() } else { format!("{} ({})", case.candidate, apart.join(", ")) }
}

/// Whether a case is no candidate's: a control, or the second of an A/A pair. Those that went wrong are shown all the
/// same.
fn is_aside(case: &CaseDocument) -> bool {
    let of_codecs = (case.is_control() || case.is_twin()) && case.status == Status::Ok;
    of_codecs || case.lab != Lab::CODEC && crate::servers::is_aside(case)
}

fn same(a: &CaseDocument, b: &CaseDocument) -> bool {
    (&a.candidate, &a.version, &a.format, &a.parameters) == (&b.candidate, &b.version, &b.format, &b.parameters)
}

/// The one of `list` that `is` finds, or a new one at its end.
fn found_or<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let index = list.iter().position(is).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[index]
}

/// Whether a case is the fastest of its group, ties with it, or may be as fast as far as the trials tell. Where there is nothing to compare with, or a
/// faster case is too fast to rank, there is no badge to win.
pub fn badge(page: &Page<'_>, case: &CaseDocument) -> Option<&'static str> {
    let group: &Group<'_> = page.group_of(case)?;
    let is = |ranked: Ranked<'_>| std::ptr::eq(ranked.case, case);
    if group.winner().is_some_and(is) {
        return Some("fastest");
    }
    if group.hides_faster() {
        return None;
    }
    let is_first = group.fastest.is_some_and(is);
    if group.undecided().any(|other| is_first || is(other.ranked)) {
        return Some("undecided");
    }
    group.ties().any(|tie| is_first || is(tie.ranked)).then_some("tie")
}
