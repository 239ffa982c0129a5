//! What changed from earlier runs to a later one: the answer in sentences, each case on an axis of ratios, the servers of
//! both in the same pictures, and what differs between the runs themselves.

use maud::{Markup, html};
use wirecost_measure::compare::{ALPHA, independent};
use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};
use wirecost_verdict::alike;
use wirecost_verdict::gate::{Judged, Outcome, Verdict};

use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::course::{self, Shown};
use super::model::amount;
use super::{Medium, anchor, conditions, parts, served};
use crate::outcome;
use crate::units;
use crate::words::percent;

/// The least that the axis of ratios reaches to both sides of 1.
const LEAST_RATIO: f64 = 1.05;

/// Runs, and what a gate says of them.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The earlier runs, the latest of them last.
    pub earlier: &'a [RunDocument],
    /// The run in question.
    pub later: &'a RunDocument,
    /// How it differs from them.
    pub outcome: &'a Outcome,
}

/// The page of a comparison.
pub fn render(compared: &Compared<'_>, place: Medium) -> String {
    let Compared { earlier, later, outcome } = compared;
    let before = earlier.iter().map(|run| run.run_id.as_str()).collect::<Vec<_>>();
    let servers = servers(compared);
    let body = html! {
        a class="skip" href="#answers" { "Skip to the answers" }
        @if place == Medium::Served { (served::bar(Some(&served::Download::comparison(earlier, later)))) }
        header {
            div class="bar" { h1 { "What changed?" } (parts::theme()) }
            p { "Run " (run(later, place)) " against "
                @for (index, earlier) in earlier.iter().enumerate() {
                    @if index > 0 { ", " } (run(earlier, place))
                } "."
            }
            @for doubt in &outcome.doubts { p class="warning" { "Advice only: " (doubt) "." } }
        }
        main {
            section id="answers" aria-label="Answers" { ul class="verdicts" {
                @for sentence in outcome::sentences(outcome) { li { (sentence) } }
                @for (key, reason) in &outcome.unjudged { li { "Not compared: " (key) ": " (reason) "." } }
                @let sizes = changed_sizes(compared);
                @if !sizes.is_empty() { li { (sizes.len()) " of the messages have another size now: " (sizes.join("; ")) "." } }
                @if !servers.is_empty() { li { a href="#servers" { "Servers" } " of these runs are shown below with all their figures." } }
            } }
            (cases(compared))
            (servers_section(&servers))
            (left_out(outcome))
            section id="conditions" aria-labelledby="conditions-heading" {
                h2 id="conditions-heading" { "The runs" }
                (conditions::beside(earlier, later))
            }
        }
    };
    super::page(&format!("wirecost {} against {}", later.run_id, before.join(", ")), &body)
}

fn run(run: &RunDocument, place: Medium) -> Markup {
    html! {
        @match place {
            Medium::Served => a href=(served::report(&run.run_id)) { (run.run_id) },
            Medium::File => b { (run.run_id) },
        }
        " of " time datetime=(run.started) { (run.started) }
    }
}

/// The sizes that changed, in words. Sizes are exact, so that any difference is one (METHOD 14).
fn changed_sizes(compared: &Compared<'_>) -> Vec<String> {
    let Some(before) = compared.earlier.last() else { return Vec::new() };
    let mut changed = Vec::new();
    for after in compared.later.cases.iter().filter(|case| case.lab == Lab::CODEC && !case.is_twin()) {
        let size = |case: &CaseDocument| case.median(EstimateId::SizeBytes);
        let Some((old, new)) = alike::find(after, &before.cases).and_then(size).zip(size(after)) else { continue };
        let said = format!("{} {}, {} to {}", after.candidate, after.message, units::size(old), units::size(new));
        if old != new && !changed.contains(&said) {
            changed.push(said);
        }
    }
    changed
}

fn cases(compared: &Compared<'_>) -> Markup {
    let outcome = compared.outcome;
    let ends = outcome.cases.iter().map(|case| case.comparison.ratio).flat_map(|ratio| [ratio.high, 1.0 / ratio.low]);
    let scale = Scale::ratios(ends.filter(|end| end.is_finite()).fold(LEAST_RATIO, f64::max));
    let bound = outcome.rule.bound();
    let mut verdicts: Vec<&str> = outcome.cases.iter().map(|case| outcome::verdict(case.verdict)).collect();
    verdicts.dedup();
    html! { section id="cases" aria-labelledby="cases-heading" {
        h2 id="cases-heading" { (outcome.cases.len()) " cases of both" }
        @if outcome.cases.is_empty() { p { "No case could be compared." } } @else {
            p class="legend" {
                span class="key decode" { "the later run in units of the earlier, with its " (outcome::interval(outcome)) } " "
                span class="key band" { "differences up to " (percent(bound)) " are not reported" } " "
                span class="quiet" { "right of 1: slower; logarithmic axis" }
            }
            (filters(&verdicts, outcome.cases.len()))
            (parts::scrolled("Cases of both runs", html! { table class="costs compared" id="compared-cases" data-filters="filters" {
                thead { tr {
                    th scope="col" { "Case" }
                    th scope="col" { "Verdict" }
                    (parts::pictures(strip::axis(&scale, |ratio| format!("{ratio:.2}x"))))
                    th scope="col" class="number" data-number { "ratio" }
                    th scope="col" class="number" data-number { "before" }
                    th scope="col" class="number" data-number { "after" }
                    th scope="col" class="number" data-number { "detectable" }
                } }
                tbody { @for case in &outcome.cases { (judged(compared, case, &scale)) } }
            } }))
        }
    } }
}

fn filters(verdicts: &[&str], total: usize) -> Markup {
    html! { form class="filters" id="filters" hidden {
        label { "Search " input type="search" name="search" autocomplete="off"; }
        label { "Verdict " select data-column="1" {
            option value="" { "all" }
            @for verdict in verdicts { option { (verdict) } }
        } }
        button type="reset" { "Show all" }
        output aria-live="polite" { (total) " of " (total) " cases" }
    } }
}

fn judged(compared: &Compared<'_>, case: &Judged, scale: &Scale) -> Markup {
    let (outcome, ratio) = (compared.outcome, case.comparison.ratio);
    let bound = outcome.rule.bound();
    let shown = |value: f64| amount(case.estimate, value);
    let (word, ink) = (outcome::verdict(case.verdict), ink(case.verdict));
    let after = compared.later.cases.iter().find(|later| later.key() == case.key);
    let before = compared.earlier.last().zip(after).and_then(|(run, after)| alike::find(after, &run.cases));
    let versions = [before, after].map(|case| case.map_or("", |case| case.version.as_str()));
    let mut marks = vec![Mark::Band { from: 1.0 / (1.0 + bound), to: 1.0 + bound, ink: Ink::Floor }];
    if [ratio.low, ratio.median, ratio.high].iter().all(|end| end.is_finite()) {
        marks.push(Mark::Interval { low: ratio.low, median: ratio.median, high: ratio.high, ink });
    }
    html! { tr id=(anchor::of_key(&case.key)) {
        th scope="row" {
            a href=(anchor::link(&anchor::of_key(&case.key))) { (case.key) }
            @if versions[0] != versions[1] { div class="quiet" { "version " (versions[0]) " to " (versions[1]) } }
        }
        td class=(format!("verdict {}", class(case.verdict))) { (word) }
        td class="plot" { (strip::row(scale, &[marks])) }
        td class="number" data-label="ratio" data-value=(ratio.median) {
            (format!("{:.3}x", ratio.median))
            div class="quiet" {
                @if case.comparison.enough { (format!("{:.3} - {:.3}", ratio.low, ratio.high)) } @else { "too few trials" }
            }
        }
        td class="number" data-label="before" data-value=(case.before) { (shown(case.before)) }
        td class="number" data-label="after" data-value=(case.after) { (shown(case.after)) }
        td class="number" data-label="detectable" data-value=[case.detectable.is_finite().then_some(case.detectable)] {
            @if case.detectable.is_finite() { (percent(case.detectable)) } @else { "none" }
        }
    } }
}

fn ink(verdict: Verdict) -> Ink {
    match verdict {
        Verdict::Regressed => Ink::Encode,
        Verdict::Improved => Ink::Tree,
        Verdict::Inconclusive | Verdict::WithinBound | Verdict::NoDifference => Ink::Decode,
    }
}

/// The class of a verdict's cell: its colour. The word says the same.
fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regressed => "bad",
        Verdict::Improved => "good",
        Verdict::Inconclusive | Verdict::WithinBound | Verdict::NoDifference => "quiet",
    }
}

/// The servers that the last of the earlier runs and the later one have under the same load.
struct Load<'a> {
    title: String,
    pairs: Vec<(&'a CaseDocument, &'a CaseDocument)>,
    /// Of each pair, the same server in the runs before these, with their identifiers.
    further: Vec<Vec<(&'a str, &'a CaseDocument)>>,
}

fn servers<'a>(compared: &Compared<'a>) -> Vec<Load<'a>> {
    let Some((before, further)) = compared.earlier.split_last() else { return Vec::new() };
    let mut loads: Vec<Load<'a>> = Vec::new();
    let of_servers = |case: &&CaseDocument| case.lab != Lab::CODEC && case.status == Status::Ok && !case.is_twin();
    for after in compared.later.cases.iter().filter(of_servers) {
        let Some(earlier) = alike::find(after, &before.cases).filter(of_servers) else { continue };
        let title = crate::servers::title(after);
        let in_run =
            |run: &'a RunDocument| Some((run.run_id.as_str(), alike::find(after, &run.cases).filter(of_servers)?));
        let index = loads.iter().position(|load| load.title == title).unwrap_or_else(|| {
            loads.push(Load { title, pairs: Vec::new(), further: Vec::new() });
            loads.len() - 1
        });
        loads[index].pairs.push((earlier, after));
        loads[index].further.push(further.iter().filter_map(in_run).collect());
    }
    loads
}

/// An estimate that is compared: its name, the heading, and how it is written.
type Figure = (EstimateId, &'static str, fn(f64) -> String);

/// The figures of servers that are compared.
const FIGURES: [Figure; 5] = [
    (EstimateId::RatePerS, "answers/s", units::per_s),
    (EstimateId::ServerCpuNs, "CPU/request", units::time),
    (EstimateId::LatencyP99Ns, "latency p99", units::time),
    (EstimateId::ServiceP99Ns, "service p99", units::time),
    (EstimateId::MemoryBytes, "memory", units::size),
];

fn servers_section(loads: &[Load<'_>]) -> Markup {
    html! {
        @if !loads.is_empty() { section id="servers" aria-labelledby="servers-heading" {
            h2 id="servers-heading" { "Servers" }
            p class="quiet" {
                "The later run in units of the earlier, from the trials of both. The runs were not interleaved, so that a "
                "difference may come from the machine. Only CPU/request has a verdict, in the table above."
            }
            @for load in loads {
                h3 { (load.title) }
                (course::overlaid(&load.title, &shown(load), "lines have no colour left"))
                (figures(load))
            }
        } }
    }
}

/// Each server twice in the same colour: dashed as it was before. Of more than two runs each line has a colour of its
/// own, as long as there are colours.
fn shown<'a>(load: &Load<'a>) -> Vec<Shown<'a>> {
    let lines = 2 + load.further.iter().map(Vec::len).max().unwrap_or(0);
    let of_server = |(place, (before, after)): (usize, &(&'a CaseDocument, &'a CaseDocument))| {
        let further = load.further[place].iter().map(|(run, case)| (format!("{}, {run}", case.candidate), *case, true));
        let named = |case: &CaseDocument, when: &str| format!("{}, {when}", case.candidate);
        let pair = [(named(before, "before"), *before, true), (named(after, "after"), *after, false)];
        let line = move |(index, (name, case, earlier)): (usize, (String, &'a CaseDocument, bool))| {
            let place = if lines == 2 { place } else { place * lines + index };
            Shown { name, place, earlier, case, link: None }
        };
        further.chain(pair).enumerate().map(line).collect::<Vec<_>>()
    };
    load.pairs.iter().enumerate().flat_map(of_server).collect()
}

fn figures(load: &Load<'_>) -> Markup {
    let told = |(id, ..): &&Figure| {
        load.pairs.iter().any(|(before, after)| before.median(*id).is_some() && after.median(*id).is_some())
    };
    let figures: Vec<_> = FIGURES.iter().filter(told).collect();
    html! { (parts::scrolled(&format!("Figures of {}", load.title), html! { table class="costs servers" {
        thead { tr {
            th scope="col" { "Server" }
            @for (_, heading, _) in &figures { th scope="col" class="number" { (heading) } }
        } }
        tbody { @for (before, after) in &load.pairs { tr {
            th scope="row" { (after.candidate) " " span class="quiet" { (after.version) } }
            @for (id, heading, unit) in &figures { td class="number" data-label=(heading) {
                @if let Some((old, new)) = before.median(*id).zip(after.median(*id)) {
                    (unit(old)) " to " (unit(new))
                    @if let Some(compared) = independent(&before.trial_values(*id), &after.trial_values(*id), ALPHA) {
                        @let ratio = compared.ratio;
                        div class="quiet" {
                            (format!("{:.2}x", ratio.median))
                            @if compared.enough { (format!(", {:.2} - {:.2}", ratio.low, ratio.high)) } @else { ", too few trials" }
                        }
                    }
                } @else { "-" }
            } }
        } } }
    } })) }
}

fn left_out(outcome: &Outcome) -> Markup {
    let reasons = || outcome.runs_left_out.iter().chain(&outcome.left_out);
    html! {
        @if reasons().next().is_some() { details class="unmeasured" {
            summary { (reasons().count()) " not compared" }
            ul { @for (what, reason) in reasons() { li { (what) ": " span class="quiet" { (reason) } } } }
        } }
    }
}
