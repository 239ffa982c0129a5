//! A lab of servers under load: a table for each load, a row for each server.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Status};

use super::anchor;
use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::course;
use super::message;
use super::model::{Servers, cost_tick};
use super::parts;
use crate::servers::{remarks, title};
use crate::{units, words};

/// An estimate that has a column: its name, the heading, and how it is written.
type Column = (EstimateId, &'static str, fn(f64) -> String);

const COLUMNS: [Column; 14] = [
    (EstimateId::TimeNs, "round trip", units::time),
    (EstimateId::RatePerS, "answers/s", units::per_s),
    (EstimateId::ServerCpuNs, "CPU/request", units::time),
    (EstimateId::ClientCpuNs, "client CPU", units::time),
    (EstimateId::RequestBytes, "request", units::size),
    (EstimateId::ReplyBytes, "reply", units::size),
    (EstimateId::LatencyP50Ns, "latency p50", units::time),
    (EstimateId::LatencyP99Ns, "latency p99", units::time),
    (EstimateId::ServiceP50Ns, "service p50", units::time),
    (EstimateId::ServiceP99Ns, "service p99", units::time),
    (EstimateId::MemoryBytes, "memory", units::size),
    (EstimateId::ServerCoresBusy, "cores busy", units::significant),
    (EstimateId::ColdNs, "first", units::time),
    (EstimateId::StartNs, "start", units::time),
];

/// The servers under one load.
struct Load<'a> {
    title: String,
    cases: Vec<&'a CaseDocument>,
}

/// The tables of a lab.
pub fn render(servers: &Servers<'_>) -> Markup {
    let (measured, rest): (Vec<&CaseDocument>, Vec<_>) =
        servers.cases.iter().partition(|case| !case.estimates.is_empty());
    html! {
        @for load in loads(&measured) {
            (table(&load))
            (course::overlaid(&load.title, &shown(&load), "have pictures of their own below"))
            (course::render(&load.title, &load.cases))
        }
        (message::unmeasured(&rest))
    }
}

fn loads<'a>(measured: &[&'a CaseDocument]) -> Vec<Load<'a>> {
    let mut loads: Vec<Load<'a>> = Vec::new();
    for case in measured {
        let title = title(case);
        match loads.iter_mut().find(|load| load.title == title) {
            Some(load) => load.cases.push(case),
            None => loads.push(Load { title, cases: vec![case] }),
        }
    }
    for load in &mut loads {
        // The highest rate first, and at one planned rate the least CPU time.
        load.cases.sort_by(|a, b| {
            let aside = is_set_aside(a).cmp(&is_set_aside(b));
            let cost = |case: &CaseDocument| case.median(EstimateId::ServerCpuNs).unwrap_or(f64::INFINITY);
            let rate = |case: &CaseDocument| case.median(EstimateId::RatePerS).unwrap_or_default();
            let rank = if is_closed(a) { rate(b).total_cmp(&rate(a)) } else { cost(a).total_cmp(&cost(b)) };
            aside.then(rank)
        });
    }
    loads
}

/// The servers of a load as pictures of several show them.
fn shown<'a>(load: &Load<'a>) -> Vec<course::Shown<'a>> {
    let shown = |(place, case): (usize, &&'a CaseDocument)| course::Shown {
        name: case.candidate.clone(),
        place,
        earlier: false,
        case,
        link: Some(anchor::link(&anchor::case(case))),
    };
    load.cases.iter().enumerate().map(shown).collect()
}

/// Whether this machine was too busy to measure it: its figures are last, grey.
fn is_set_aside(case: &CaseDocument) -> bool {
    case.status == Status::Invalid
}

/// Whether nothing was planned: the next request waited for an answer, so that there is no latency.
fn is_closed(case: &CaseDocument) -> bool {
    !case.estimates.contains_key(&EstimateId::LatencyP50Ns)
}

fn table(load: &Load<'_>) -> Markup {
    let round_trip = load.cases.iter().all(|case| case.estimates.contains_key(&EstimateId::TimeNs));
    let told = |name: &EstimateId| load.cases.iter().any(|case| case.estimates.contains_key(name));
    // Of one caller, the rate and the median say what the round trip says.
    let spare = |id: EstimateId| {
        round_trip && matches!(id, EstimateId::RatePerS | EstimateId::ServiceP50Ns | EstimateId::StartNs)
    };
    let columns: Vec<&Column> = COLUMNS.iter().filter(|(id, ..)| told(id) && !spare(*id)).collect();
    let closed = load.cases.iter().all(|case| is_closed(case));
    let scale = Scale::logarithmic(load.cases.iter().flat_map(|case| reach(case, closed)));
    let label: fn(f64) -> String =
        if closed && !round_trip { units::per_s } else { |ns| cost_tick(EstimateId::TimeNs, ns) };
    html! {
        h3 id=(anchor::load(load.cases.first().map_or("", |case| case.lab.name()), &load.title)) { (load.title) }
        p class="legend" { span class="key decode" {
            @if round_trip { "round trip, median and its " (words::interval(load.cases.iter().copied())) }
            @else if closed { "answers per second, median and its " (words::interval(load.cases.iter().copied())) }
            @else { "latency from the planned instant, median and 99th percentile" }
        } span class="quiet" { "logarithmic axis" } }
        (parts::scrolled(&load.title, html! { table class="costs servers" {
            thead { tr {
                th scope="col" { "Server" }
                (parts::pictures(strip::axis(&scale, label)))
                @for (_, heading, _) in &columns { th scope="col" class="number" { (heading) } }
            } }
            tbody { @for case in &load.cases { @let remarks = remarks_of(case); tr class=[class_of(case, &remarks)] {
                th scope="row" {
                    a href=(anchor::link(&anchor::case(case))) { (case.candidate) } " " span class="quiet" { (case.version) }
                }
                td class="plot" { (strip::row(&scale, &[marks(case, closed)])) }
                @for (id, heading, shown) in &columns {
                    td class="number" data-label=(heading) { (cell(case.estimates.get(id), case, *shown)) }
                }
            }
            // Beside the name they would make a narrow column of many lines.
            @for remark in &remarks { tr class="remark" { td colspan=(columns.len() + 2) { (remark) } } }
            } }
        } }))
    }
}

/// The class of a row: grey where it is not ranked, and without a line below where remarks follow.
pub(super) fn class_of(case: &CaseDocument, remarks: &[String]) -> Option<&'static str> {
    match (is_set_aside(case), remarks.is_empty()) {
        (true, true) => Some("unranked"),
        (true, false) => Some("unranked remarked"),
        (false, false) => Some("remarked"),
        (false, true) => None,
    }
}

/// How a case must be read, and why it is not ranked where it is not.
pub(super) fn remarks_of(case: &CaseDocument) -> Vec<String> {
    let aside =
        is_set_aside(case).then(|| format!("invalid, machine busy: {}", case.reason.as_deref().unwrap_or_default()));
    std::iter::once(remarks(case)).filter(|remarks| !remarks.is_empty()).chain(aside).collect()
}

/// The values that the picture of a case reaches.
fn reach(case: &CaseDocument, closed: bool) -> Vec<f64> {
    let shown = case.estimates.get(&EstimateId::TimeNs).or_else(|| case.estimates.get(&EstimateId::RatePerS));
    match shown.filter(|_| closed) {
        Some(shown) => vec![shown.low, shown.median, shown.high],
        None => {
            [EstimateId::LatencyP50Ns, EstimateId::LatencyP99Ns].into_iter().filter_map(|id| case.median(id)).collect()
        }
    }
}

fn marks(case: &CaseDocument, closed: bool) -> Vec<Mark> {
    let ink = Ink::Decode;
    match reach(case, closed)[..] {
        [low, median, high] => vec![Mark::Interval { low, median, high, ink }],
        [median, high] => vec![Mark::Interval { low: median, median, high, ink }],
        _ => Vec::new(),
    }
}

fn cell(estimate: Option<&EstimateDocument>, case: &CaseDocument, shown: fn(f64) -> String) -> Markup {
    html! {
        @match estimate {
            Some(estimate) => {
                (shown(estimate.median))
                @if case.trials.len() != 1 && estimate.low != estimate.high {
                    div class="quiet" { span class="figure" { (shown(estimate.low)) " -" } " " span class="figure" { (shown(estimate.high)) } }
                }
            },
            None => "-",
        }
    }
}
