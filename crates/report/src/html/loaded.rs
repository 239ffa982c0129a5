//! One server under load, as one HTML file: what was found in words, the quantiles, and how it went through time.

use maud::{Markup, html};
use wirecost_model::EstimateId;

use super::chart::lines::{self, Line};
use super::chart::{Ink, Scale, strip};
use super::model::cost_tick;
use super::{beside, parts};
use crate::units;

/// The quantiles of the table, and one in how many answers is above each.
pub const QUANTILES: [(&str, f64); 6] =
    [("p50", 2.0), ("p90", 10.0), ("p99", 100.0), ("p99.9", 1e3), ("p99.99", 1e4), ("p99.999", 1e5)];

/// What a load found.
#[derive(Debug)]
pub struct Loaded {
    /// What it is called beside others.
    pub name: String,
    /// The server.
    pub target: String,
    /// Good answers per second.
    pub rate_per_s: f64,
    /// What was found, a sentence each.
    pub sentences: Vec<String>,
    /// Why the result shows the generator or a busy machine; none where it is valid.
    pub not_valid: Option<String>,
    /// The distributions: latency first, where requests were planned.
    pub distributions: Vec<Distribution>,
    /// What became of requests, with their number; nothing of what did not occur.
    pub outcomes: Vec<(String, u64)>,
    /// The course of the window.
    pub course: Vec<Interval>,
    /// Under which conditions, a sentence each.
    pub conditions: Vec<String>,
}

/// A distribution of times.
#[derive(Debug)]
pub struct Distribution {
    /// What it is of.
    pub name: &'static str,
    /// Its [`QUANTILES`], nanoseconds; those that too few answers tell are missing.
    pub quantiles: [Option<u64>; QUANTILES.len()],
    /// Its longest.
    pub max_ns: Option<u64>,
}

/// A part of the window.
#[derive(Debug)]
pub struct Interval {
    /// Its beginning, seconds from that of the window.
    pub at_s: f64,
    /// Good answers per second.
    pub ok_per_s: f64,
    /// Median time of its answers, nanoseconds.
    pub p50_ns: Option<u64>,
    /// Their longest.
    pub max_ns: Option<u64>,
}

/// What [`Distribution::name`] begins with where it is that of latency.
pub const LATENCY: &str = "latency";
/// The same of the time from the send.
pub const SERVICE_TIME: &str = "service time";

impl Loaded {
    /// The distribution of latency; none where nothing was planned.
    pub(super) fn latency(&self) -> Option<&Distribution> {
        self.distribution(LATENCY)
    }

    /// That of the time from the send.
    pub(super) fn service_time(&self) -> Option<&Distribution> {
        self.distribution(SERVICE_TIME)
    }

    fn distribution(&self, of: &str) -> Option<&Distribution> {
        self.distributions.iter().find(|it| it.name.starts_with(of))
    }
}

/// The page of a load, with other results beside it in the same pictures.
pub fn render(loaded: &Loaded, others: &[Loaded]) -> String {
    let all: Vec<&Loaded> = std::iter::once(loaded).chain(others).collect();
    let body = html! {
        header {
            h1 { "How long do users wait?" }
            p { "Load on " code { (loaded.target) } "." }
            @if let Some(reason) = &loaded.not_valid { p class="warning" { b { "Not valid" } ": " (reason) } }
        }
        main {
            section id="answers" aria-label="Answers" { ul { @for sentence in &loaded.sentences { li { (sentence) } } } }
            (quantiles(loaded))
            (pictures(loaded))
            (beside::render(&all))
            section id="outcomes" aria-labelledby="outcomes-heading" {
                h2 id="outcomes-heading" { "Requests" }
                dl { @for (name, count) in &loaded.outcomes { dt { (name) } dd { (count) } } }
            }
            section id="conditions" aria-labelledby="conditions-heading" {
                h2 id="conditions-heading" { "Conditions" }
                ul { @for condition in &loaded.conditions { li { (condition) } } }
            }
        }
    };
    super::page(&format!("wirecost load {}", loaded.target), &body)
}

fn quantiles(loaded: &Loaded) -> Markup {
    html! { section aria-labelledby="quantiles-heading" {
        h2 id="quantiles-heading" { "Times by quantile" }
        (parts::scrolled("Times by quantile", html! { table class="quantiles" {
            thead { tr {
                th scope="col" { "Quantile" }
                @for of in &loaded.distributions { th scope="col" class="number" { (of.name) } }
            } }
            tbody {
                @for (index, (name, _)) in QUANTILES.iter().enumerate() { tr {
                    th scope="row" { (name) }
                    @for of in &loaded.distributions { td class="number" { (shown(of.quantiles[index])) } }
                } }
                tr {
                    th scope="row" { "longest" }
                    @for of in &loaded.distributions { td class="number" { (shown(of.max_ns)) } }
                }
            }
        } }))
        p class="quiet" { "A quantile stands here if at least one answer took longer." }
    } }
}

fn shown(ns: Option<u64>) -> String {
    parts::shown(ns.map(|ns| ns as f64), units::time)
}

fn pictures(loaded: &Loaded) -> Markup {
    const INKS: [(Ink, &str); 3] = [(Ink::Decode, "decode"), (Ink::Encode, "encode"), (Ink::Operation, "operation")];
    let points = |of: &Distribution| -> Vec<(f64, f64)> {
        let known = QUANTILES.iter().zip(of.quantiles).filter_map(|((_, above), ns)| Some((*above, ns? as f64)));
        known.collect()
    };
    let of_all: Vec<(f64, f64)> = loaded.distributions.iter().flat_map(points).collect();
    let share = Scale::logarithmic(of_all.iter().map(|(above, _)| *above).chain([2.0, 1e3]));
    let times = Scale::logarithmic(of_all.iter().map(|(_, ns)| *ns));
    let across = Scale::linear(loaded.course.iter().map(|interval| interval.at_s));
    let both = |it: &Interval| [it.p50_ns, it.max_ns];
    let waits = Scale::logarithmic(loaded.course.iter().flat_map(both).flatten().map(|ns| ns as f64));
    let rates = Scale::linear(loaded.course.iter().map(|interval| interval.ok_per_s));
    let line = |of: fn(&Interval) -> Option<f64>, ink| Line {
        points: loaded.course.iter().filter_map(|it| Some((it.at_s, of(it)?))).collect(),
        ink,
    };
    html! { section aria-labelledby="course-heading" {
        h2 id="course-heading" { "Pictures" }
        p class="legend" { @for (of, (_, class)) in loaded.distributions.iter().zip(INKS) {
            span class={ "key " (class) } { (of.name) } " "
        } span class="quiet" { "by quantile, logarithmic axes" } }
        p class="legend" {
            span class="key operation" { "median" } " " span class="key floor" { "longest" } " "
            span class="quiet" { "through time" }
        }
        div class="trio" {
            div {
                b { "by quantile" }
                (strip::axis(&share, |above| format!("p{}", 100.0 - 100.0 / above)))
                (lines::cell(&share, &times, time, &loaded.distributions.iter().zip(INKS)
                    .map(|(of, (ink, _))| Line { points: points(of), ink }).collect::<Vec<_>>()))
            }
            div {
                b { "through time" }
                (strip::axis(&across, seconds))
                (lines::cell(&across, &waits, time, &[
                    line(|it| it.max_ns.map(|ns| ns as f64), Ink::Floor),
                    line(|it| it.p50_ns.map(|ns| ns as f64), Ink::Operation),
                ]))
            }
            div {
                b { "good answers/s through time" }
                (strip::axis(&across, seconds))
                (lines::cell(&across, &rates, units::count, &[line(|it| Some(it.ok_per_s), Ink::Operation)]))
            }
        }
    } }
}

fn seconds(at_s: f64) -> String {
    format!("{} s", (at_s * 1e3).round() / 1e3)
}

fn time(ns: f64) -> String {
    cost_tick(EstimateId::TimeNs, ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(not_valid: Option<&str>) -> Loaded {
        let quantiles = [Some(1_200_000), Some(2_000_000), Some(9_000_000), None, None, None];
        let interval = |n: u64| Interval {
            at_s: n as f64 / 10.0,
            ok_per_s: 1_000.0 + n as f64,
            p50_ns: Some(1_000_000 + n),
            max_ns: (n > 0).then_some(9_000_000),
        };
        Loaded {
            name: "this".into(),
            target: "<b>127.0.0.1:8080".into(),
            rate_per_s: 1_000.0,
            sentences: vec!["99 of 100 users wait less than 9.00 ms".into()],
            not_valid: not_valid.map(str::to_owned),
            distributions: vec![Distribution { name: "latency", quantiles, max_ns: Some(9_500_000) }],
            outcomes: vec![("good answers".into(), 500)],
            course: (0..5).map(interval).collect(),
            conditions: vec!["50 connections".into()],
        }
    }

    #[test]
    fn a_page_holds_figures_and_pictures_and_asks_nobody() {
        let page = render(&loaded(None), &[]);
        for part in
            ["99 of 100 users", "9.00 ms", "9.50 ms", "&lt;b&gt;127", "good answers</dt><dd>500", "50 connections"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!((page.matches("<svg").count(), page.contains("http:")), (3, false));
        assert!(!page.contains("Not valid") && !page.contains("could not be drawn"));
        assert!(
            render(&loaded(Some("the generator was the bottleneck")), &[]).contains("<b>Not valid</b>: the generator")
        );
    }

    #[test]
    fn nothing_at_all_has_a_page_too() {
        let (distributions, course) = Default::default();
        let page = render(&Loaded { distributions, course, ..loaded(None) }, &[]);
        assert!(!page.contains("could not be drawn"), "{page}");
    }

    #[test]
    fn results_share_pictures_and_a_table() {
        let other = Loaded { name: "before.json".into(), ..loaded(Some("the schedule was missed")) };
        let page = render(&loaded(None), &[other]);
        let (_, beside) = page.split_once("id=\"beside\"").unwrap();
        assert_eq!(beside.matches("<svg").count(), 3, "by quantile, and twice through time");
        for part in ["class=\"line s1\">before.json", "latency p99.9", "not valid: the schedule was missed"] {
            assert!(beside.contains(part), "{part}: {beside}");
        }
        assert!(!render(&loaded(None), &[]).contains("id=\"beside\""));
    }

    #[test]
    fn latency_is_never_drawn_beside_service_time() {
        let of = |name: &'static str| Distribution { name, quantiles: [Some(5); QUANTILES.len()], max_ns: None };
        let planned = Loaded { distributions: vec![of(LATENCY), of(SERVICE_TIME)], ..loaded(None) };
        let closed = Loaded { distributions: vec![of(SERVICE_TIME)], ..loaded(None) };
        assert!(render(&planned, &[closed]).contains("By quantile, service time"));
    }
}
