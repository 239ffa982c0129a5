//! Several results of loads in the same pictures, and their figures in one table.

use maud::{Markup, html};

use super::chart::overlay::{COLOURS, Series};
use super::course;
use super::load::{Distribution, Interval, Loaded, QUANTILES};
use super::parts;
use crate::units;

/// The section; nothing if there are fewer than two.
pub fn render(loads: &[&Loaded]) -> Markup {
    if loads.len() < 2 {
        return html! {};
    }
    // Latency is shown beside latency only: where one has none, the time from the send is what all have.
    let planned = loads.iter().all(|load| load.latency().is_some());
    let of = |load: &Loaded| {
        if planned { load.latency() } else { load.service_time() }.map(Distribution::points).unwrap_or_default()
    };
    let drawn = &loads[..loads.len().min(COLOURS)];
    let series = |points: &dyn Fn(&Loaded) -> Vec<(f64, f64)>| -> Vec<Series> {
        let series = |(place, load): (usize, &&Loaded)| Series {
            name: load.name.clone(),
            colour: place,
            dashed: false,
            points: points(load),
            link: None,
        };
        drawn.iter().enumerate().map(series).collect()
    };
    let course = |of: fn(&Interval) -> Option<f64>| {
        move |load: &Loaded| load.course.iter().filter_map(|it| Some((it.at_s, of(it)?))).collect::<Vec<_>>()
    };
    let pictures = course::Pictures {
        title: "Results beside each other",
        of: course::by_quantile_of(planned),
        quantiles: series(&of),
        of_tenths: course::MEDIANS,
        tenths: series(&course(|it| it.p50_ns.map(|ns| ns as f64))),
        rates: series(&course(|it| Some(it.ok_per_s))),
    };
    html! { section id="beside" aria-labelledby="beside-heading" {
        h2 id="beside-heading" { "Beside each other" }
        p class="quiet" {
            "These results were not measured in turn, so that a difference may come from the machine; nothing is claimed. "
            code { "wirecost load --against" } " compares servers in turn."
        }
        (course::draw(&pictures))
        @if loads.len() > COLOURS { p class="quiet" { (loads.len() - COLOURS) " more stand in the table only." } }
        (figures(loads, planned))
    } }
}

fn figures(loads: &[&Loaded], planned: bool) -> Markup {
    let what = if planned { "latency" } else { "service time" };
    let quantile = |of: Option<&Distribution>, place: usize| {
        of.and_then(|of| of.quantiles[place]).map_or_else(|| "-".to_owned(), |ns| units::time(ns as f64))
    };
    // The quantiles beyond p99.9 need more answers than most results have.
    const SHOWN: usize = 4;
    html! { (parts::scrolled("Figures of all results", html! { table class="costs servers" {
        thead { tr {
            th scope="col" { "Result" }
            th scope="col" class="number" { "good answers/s" }
            @for (name, _) in QUANTILES.iter().take(SHOWN) { th scope="col" class="number" { (what) " " (name) } }
        } }
        tbody { @for load in loads {
            @let of = if planned { load.latency() } else { load.service_time() };
            tr class=[load.not_valid.is_some().then_some("unranked")] {
                th scope="row" {
                    (load.name)
                    div class="quiet" {
                        (load.target)
                        @if let Some(reason) = &load.not_valid { "; not valid: " (reason) }
                    }
                }
                td class="number" data-label="good answers/s" { (units::per_s(load.rate_per_s.round())) }
                @for (place, (name, _)) in QUANTILES.iter().enumerate().take(SHOWN) {
                    td class="number" data-label={ (what) " " (name) } { (quantile(of, place)) }
                }
            }
        } }
    } })) }
}
