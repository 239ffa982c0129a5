//! One server under load, as one HTML file: what was found in words, the quantiles, and how it went through time.

use maud::{Markup, html};

use super::chart::overlay::Series;
use super::course::{self, Pictures};
pub use super::load::{Distribution, Interval, LATENCY, Loaded, QUANTILES, SERVICE_TIME};
use super::{beside, parts};
use crate::units;

/// The page of a load, with other results beside it in the same pictures.
pub fn render(loaded: &Loaded, others: &[Loaded]) -> String {
    let body = html! {
        header {
            div class="bar" { h1 { "How long do users wait?" } (parts::theme()) }
            p { "Load on " code { (loaded.target) } "." }
            @if let Some(reason) = &loaded.not_valid { p class="warning" { b { "Not valid" } ": " (reason) } }
        }
        main {
            section id="answers" aria-label="Answers" { ul { @for sentence in &loaded.sentences { li { (sentence) } } } }
            (details(loaded, others))
        }
    };
    super::page(&format!("wirecost load {}", loaded.target), &body)
}

/// What is below the answers.
pub(super) fn details(loaded: &Loaded, others: &[Loaded]) -> Markup {
    let all: Vec<&Loaded> = std::iter::once(loaded).chain(others).collect();
    html! {
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
    let line = |(colour, name, points): (usize, &str, Vec<(f64, f64)>)| Series {
        name: name.to_owned(),
        colour,
        dashed: false,
        points,
        link: None,
    };
    let by_quantile = |(place, of): (usize, &Distribution)| line((place, of.name, of.points()));
    let quantiles: Vec<Series> = loaded.distributions.iter().enumerate().map(by_quantile).collect();
    let course = |of: fn(&Interval) -> Option<f64>| -> Vec<(f64, f64)> {
        loaded.course.iter().filter_map(|it| Some((it.at_s, of(it)?))).collect()
    };
    let waits = [
        line((WAITS, "median", course(|it| it.p50_ns.map(|ns| ns as f64)))),
        line((WAITS + 1, "longest", course(|it| it.max_ns.map(|ns| ns as f64)))),
    ];
    let rates = [line((WAITS + 2, "good answers", course(|it| Some(it.ok_per_s))))];
    html! { section aria-labelledby="course-heading" {
        h2 id="course-heading" { "Pictures" }
        (course::draw(&Pictures {
            title: "Quantiles, and the course of the window",
            of: ["time", "By quantile"],
            quantiles,
            of_tenths: ["time", "Through time, each tenth of a second"],
            tenths: waits.into(),
            rates: rates.into(),
        }))
    } }
}

/// The colours behind those of the distributions.
const WAITS: usize = 3;

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
    fn a_page_holds_figures_and_pictures_and_loads_nothing() {
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
