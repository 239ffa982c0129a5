//! Size against time of every candidate, a picture for each operation of a message.

use maud::{Markup, html};

use super::anchor;
use super::chart::Ink;
use super::chart::frame::Axis;
use super::chart::scatter::{self, Point, mark_front};
use super::model::{Message, Page, cost_tick, name, size_tick};
use crate::{units, words};
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId};
use wirecost_verdict::{binding, cost_estimate, group::is_ranked};

/// The pictures of a message, a picture for each operation, folded away.
pub fn render(page: &Page<'_>, message: &Message<'_>) -> Markup {
    html! { details class="tradeoff" {
        summary { "Size against time, every candidate" }
        p class="legend" {
            span class="key typed" { "typed" } " " span class="key dynamic" { "dynamic" } " "
            span class="key tree" { "tree" } " " span class="key events" { "events" }
        }
        p class="quiet" {
            "Down and to the left is better. The stepped line of a binding is its Pareto front, by medians: no other "
            "candidate of that binding is both smaller and faster. Names without room are in the tables."
        }
        div class="pair" { @for operation in &message.operations { div { (picture(page, message, operation)) } } }
    } }
}

/// The picture of one message and operation.
fn picture(page: &Page<'_>, message: &Message<'_>, operation: &str) -> Markup {
    let cases = message.rows.iter().filter_map(|row| row.cost(operation)).filter(|(case, _)| is_ranked(case));
    let estimate = cases.clone().next().map_or(page.run.verdict_estimate, |(case, _)| cost_estimate(page.run, case));
    let mut points: Vec<Point> = cases.filter_map(|(case, cost)| point(page, case, cost)).collect();
    if points.len() < 2 {
        return html! {
            p class="quiet" { (operation) ": fewer than two candidates with a size and a time." }
            (too_fast(page, message, operation))
        };
    }
    mark_front(&mut points);
    let title = format!("Size against {} of {operation}, {}", crate::view::heading(page.run), message.name);
    let across = format!("{operation}, {}", crate::view::heading(page.run));
    let across = Axis { title: &across, label: &|value| cost_tick(estimate, value) };
    let up = Axis { title: "size", label: &size_tick };
    html! {
        (scatter::draw(&title, &describe(&points), &points, &across, &up))
        (too_fast(page, message, operation))
    }
}

/// A case with a size and a cost.
fn point(page: &Page<'_>, case: &CaseDocument, cost: EstimateDocument) -> Option<Point> {
    let size = case.median(EstimateId::SizeBytes).filter(|size| *size > 0.0)?;
    let interval = page.interval(case, &cost).map_or(String::new(), |interval| format!(" ({interval})"));
    let amount = page.amount(case, cost.median);
    (cost.median > 0.0).then(|| Point {
        x: (cost.low, cost.median, cost.high),
        y: (size, size, size),
        area: None,
        name: name(case),
        says: format!(
            "{} {}, {}: {} {amount}{interval}, {}",
            name(case),
            case.version,
            case.format,
            case.operation,
            units::size(size)
        ),
        link: anchor::link(&anchor::case(case)),
        ink: Ink::of_binding(binding(case)),
        front: false,
    })
}

/// Candidates too fast for the picture: faster than all points of their binding, or nearly.
fn too_fast(page: &Page<'_>, message: &Message<'_>, operation: &str) -> Markup {
    let groups = page.groups.iter().filter(|group| (group.message, group.operation) == (message.name, operation));
    let too_fast = groups.filter_map(|group| Some((group.binding, words::too_fast(group, usize::MAX)?)));
    html! {
        @for (binding, too_fast) in too_fast { p class="quiet" { "Not in the picture: " (binding) ", " (too_fast) "." } }
    }
}

/// The front in words.
fn describe(points: &[Point]) -> String {
    let front = |ink: Ink| {
        let mut names: Vec<&str> = points.iter().filter(|p| p.front && p.ink == ink).map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        (!names.is_empty()).then(|| format!("{}: {}", ink.name(), names.join(", ")))
    };
    let fronts: Vec<String> =
        [Ink::Typed, Ink::Dynamic, Ink::Tree, Ink::Events].into_iter().filter_map(front).collect();
    format!(
        "{} candidates on logarithmic axes. On the Pareto front: {}. The tables hold all figures.",
        points.len(),
        fronts.join("; ")
    )
}
