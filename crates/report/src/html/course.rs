//! How a server's answers are spread: by quantile, and through the time of one trial.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, LoadDocument, TenthDocument};

use super::chart::frame::Axis;
use super::chart::lines::{self, Line};
use super::chart::overlay::{self, COLOURS, Picture, Series};
use super::chart::{Ink, Scale, strip};
use super::model::cost_tick;
use super::parts;
use crate::units;

/// A quantile's place in the names of estimates, and one in how many answers is above it.
const QUANTILES: [(&str, f64); 6] =
    [("p50", 2.0), ("p90", 10.0), ("p99", 100.0), ("p99_9", 1e3), ("p99_99", 1e4), ("p99_999", 1e5)];

/// The points of a server's line.
type Points = dyn Fn(&CaseDocument, &LoadDocument) -> Vec<(f64, f64)>;

/// A server in pictures of several.
pub struct Shown<'a> {
    /// What it is called there.
    pub name: String,
    /// Its place among the servers: the same server of two runs has the same colour.
    pub place: usize,
    /// Whether it is of an earlier run.
    pub earlier: bool,
    /// Its case.
    pub case: &'a CaseDocument,
    /// Where its points lead, if anywhere.
    pub link: Option<String>,
}

/// The servers in the same pictures: by quantile, and through time. Nothing where fewer than two have trials under load.
/// `elsewhere` says where those are for which there is no colour: `stand in the table only`.
pub fn overlaid(title: &str, shown: &[Shown<'_>], elsewhere: &str) -> Markup {
    let drawn: Vec<(&Shown<'_>, &LoadDocument)> =
        shown.iter().filter(|it| it.place < COLOURS).filter_map(|it| Some((it, typical(it.case)?))).collect();
    if drawn.len() < 2 {
        return html! {};
    }
    let planned = drawn.iter().all(|(_, load)| load.latency_ns.is_some());
    let of = if planned { "latency" } else { "service" };
    let line = |points: &Points| -> Vec<Series> {
        let series = |(it, load): &(&Shown<'_>, &LoadDocument)| Series {
            name: it.name.clone(),
            colour: it.place,
            dashed: it.earlier,
            points: points(it.case, load),
            link: it.link.clone(),
        };
        drawn.iter().map(series).collect()
    };
    let quantiles = line(&|case, _| by_quantile(case, of));
    let medians = line(&|_, load| course(load, |tenth| tenth.p50_ns.map(|ns| ns as f64)));
    let rates = line(&|_, load| course(load, |tenth| Some(answers_per_s(tenth))));
    let hidden = shown.iter().filter(|it| it.place >= COLOURS).count();
    html! {
        (draw(&Pictures { title, of: by_quantile_of(planned), quantiles, of_tenths: MEDIANS, tenths: medians, rates }))
        @if hidden > 0 { p class="quiet" { (hidden) " more " (elsewhere) "." } }
    }
}

/// What quantiles are of, where all requests were planned and where not.
pub fn by_quantile_of(planned: bool) -> [&'static str; 2] {
    if planned {
        ["latency", "By quantile, latency from the planned instant"]
    } else {
        ["service", "By quantile, service time"]
    }
}

/// What is shown of tenths where each line is a server or a result.
pub const MEDIANS: [&str; 2] = ["median", "Through time, the median of each tenth of a second"];

/// The lines of several servers, or of several results.
pub struct Pictures<'a> {
    /// What they are of.
    pub title: &'a str,
    /// What the quantiles are of: the title of their axis, and of their picture.
    pub of: [&'a str; 2],
    /// By quantile: one in how many answers is above it, and nanoseconds.
    pub quantiles: Vec<Series>,
    /// What is shown of the tenths of the window: the title of the axis, and of the picture.
    pub of_tenths: [&'a str; 2],
    /// Through time: seconds, and nanoseconds.
    pub tenths: Vec<Series>,
    /// Through time: seconds, and good answers a second.
    pub rates: Vec<Series>,
}

/// The pictures beside each other, with one legend.
pub fn draw(pictures: &Pictures<'_>) -> Markup {
    let Pictures { title, of, quantiles, of_tenths, tenths, rates } = pictures;
    let mut named: Vec<&Series> = Vec::new();
    for series in quantiles.iter().chain(tenths).chain(rates) {
        if !named.iter().any(|known| known.name == series.name) {
            named.push(series);
        }
    }
    let across = |series: &[Series]| values(series, |point| point.0);
    let up = |series: &[Series]| values(series, |point| point.1);
    let seconds_axis = |series: &[Series]| {
        (Scale::linear(across(series).into_iter()), Axis { title: "seconds of the window", label: &seconds })
    };
    let waits = |series: &[Series]| Scale::logarithmic(up(series).into_iter());
    html! {
        (overlay::legend(&named))
        div class="trio" role="group" aria-label=(title) {
            (overlay::draw(Picture {
                title: of[1],
                across: (
                    Scale::logarithmic(across(quantiles).into_iter().chain([2.0, 1e3])),
                    Axis { title: "quantile", label: &quantile },
                ),
                up: (waits(quantiles), Axis { title: of[0], label: &nanoseconds }),
                spots: true,
            }, quantiles))
            (overlay::draw(Picture {
                title: of_tenths[1],
                across: seconds_axis(tenths),
                up: (waits(tenths), Axis { title: of_tenths[0], label: &nanoseconds }),
                spots: false,
            }, tenths))
            (overlay::draw(Picture {
                title: "Good answers a second, through time",
                across: seconds_axis(rates),
                up: (Scale::linear(up(rates).into_iter()), Axis { title: "answers/s", label: &units::per_s }),
                spots: false,
            }, rates))
        }
    }
}

fn values(series: &[Series], of: impl Fn(&(f64, f64)) -> f64) -> Vec<f64> {
    series.iter().flat_map(|series| &series.points).map(of).collect()
}

/// The charts of a load's cases, each by itself; nothing if no case has trials under load.
pub fn render(title: &str, cases: &[&CaseDocument]) -> Markup {
    let cases: Vec<(&CaseDocument, &LoadDocument)> =
        cases.iter().filter_map(|case| Some((*case, typical(case)?))).collect();
    let latencies = || cases.iter().flat_map(|(case, _)| [by_quantile(case, "latency"), by_quantile(case, "service")]);
    let tenths = || cases.iter().flat_map(|(_, load)| within(load));
    let times = |of: fn(&TenthDocument) -> [Option<u64>; 2]| tenths().flat_map(of).flatten().map(|ns| ns as f64);
    let share = Scale::logarithmic(latencies().flatten().map(|(above, _)| above).chain([2.0, 1e3]));
    let latency = Scale::logarithmic(latencies().flatten().map(|(_, ns)| ns));
    let time = Scale::linear(tenths().map(|tenth| tenth.at_s));
    let tenth_latency = Scale::logarithmic(times(|tenth| [tenth.p50_ns, tenth.max_ns]));
    let rate = Scale::linear(tenths().map(answers_per_s));
    let planned = cases.iter().any(|(_, load)| load.latency_ns.is_some());
    html! { @if !cases.is_empty() { details {
        summary { "Each by itself: by quantile and through time" }
        p class="legend" {
            @if planned { span class="key decode" { "latency from the planned instant" } }
            span class="key encode" { "service time, from the send" }
            span class="quiet" { "median over the trials at each quantile" }
        }
        p class="legend" {
            span class="key operation" { "median" } span class="key floor" { "longest" }
            span class="quiet" { "of every tenth of a second, in the trial with the middle rate" }
        }
        (parts::scrolled(&format!("Each by itself, {title}"), html! { table class="course" {
            thead { tr {
                th scope="col" { "Server" }
                (parts::captioned("by quantile", strip::axis(&share, quantile)))
                (parts::captioned("through time", strip::axis(&time, seconds)))
                (parts::captioned("answers/s through time", strip::axis(&time, seconds)))
            } }
            tbody { @for (case, load) in &cases { tr {
                th scope="row" { (case.candidate) }
                td class="lines" { (lines::cell(&share, &latency, nanoseconds, &[
                    Line { points: by_quantile(case, "latency"), ink: Ink::Decode },
                    Line { points: by_quantile(case, "service"), ink: Ink::Encode },
                ])) }
                td class="lines" { (lines::cell(&time, &tenth_latency, nanoseconds, &[
                    Line { points: course(load, |tenth| tenth.max_ns.map(|ns| ns as f64)), ink: Ink::Floor },
                    Line { points: course(load, |tenth| tenth.p50_ns.map(|ns| ns as f64)), ink: Ink::Operation },
                ])) }
                td class="lines" { (lines::cell(&time, &rate, units::count, &[
                    Line { points: course(load, |tenth| Some(answers_per_s(tenth))), ink: Ink::Operation },
                ])) }
            } } }
        } }))
    } } }
}

/// The trial with the middle rate, of those with figures.
fn typical(case: &CaseDocument) -> Option<&LoadDocument> {
    let mut loads: Vec<&LoadDocument> = case.trials.iter().filter_map(|trial| trial.load.as_ref()).collect();
    loads.retain(|load| load.valid && !load.series.is_empty());
    loads.sort_by_key(|load| load.ok);
    loads.get(loads.len() / 2).copied()
}

/// Of `latency` or `service`: one in how many answers is above a quantile, and the quantile.
fn by_quantile(case: &CaseDocument, of: &str) -> Vec<(f64, f64)> {
    let known = QUANTILES
        .iter()
        .filter_map(|(name, above)| Some((*above, case.median(EstimateId::named(&format!("{of}_{name}_ns")))?)));
    known.collect()
}

fn course(load: &LoadDocument, of: impl Fn(&TenthDocument) -> Option<f64>) -> Vec<(f64, f64)> {
    within(load).filter_map(|tenth| Some((tenth.at_s, of(tenth)?))).collect()
}

/// The tenths of the window, without those of the last answers behind it.
fn within(load: &LoadDocument) -> impl Iterator<Item = &TenthDocument> {
    load.series.iter().filter(|tenth| tenth.at_s < load.duration_s)
}

fn answers_per_s(tenth: &TenthDocument) -> f64 {
    /// Tenths in a second.
    const TENTHS: f64 = 10.0;
    tenth.ok as f64 * TENTHS
}

/// The quantile that one in this many answers is above.
fn quantile(above: f64) -> String {
    format!("p{}", 100.0 - 100.0 / above)
}

fn seconds(at_s: f64) -> String {
    format!("{} s", (at_s * 1e3).round() / 1e3)
}

fn nanoseconds(ns: f64) -> String {
    cost_tick(EstimateId::TimeNs, ns)
}
