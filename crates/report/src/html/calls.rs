//! Where the time of a call goes: a stacked bar for each stack, and what each rung of a ladder adds.

use maud::{Markup, html};
use wirecost_model::{EstimateId, RunDocument};

use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::model::cost_tick;
use super::parts;
use crate::rpc::phases::{PARTS, Split, parts as phases_of, splits, whole};
use crate::rpc::rungs::{Ladder, ladders};
use crate::units;

/// The colours of [`PARTS`].
const INKS: [(Ink, &str); PARTS.len()] = [
    (Ink::Encode, "encode"),
    (Ink::Plain, "plain"),
    (Ink::Floor, "floor"),
    (Ink::Decode, "decode"),
    (Ink::Operation, "operation"),
    (Ink::Tree, "tree"),
    (Ink::Events, "events"),
    (Ink::Typed, "typed"),
];

/// What a run says about its calls.
pub fn render(run: &RunDocument) -> Markup {
    html! {
        @for split in splits(run) { (stacked(&split)) }
        @for ladder in ladders(run) { (steps(&ladder)) }
    }
}

fn stacked(split: &Split<'_>) -> Markup {
    let title = format!("Where a call's time goes: {}", split.title);
    let scale = Scale::linear(split.cases.iter().map(|case| whole(case)));
    html! {
        h3 { (title) }
        p class="legend" {
            @for ((_, heading), (_, class)) in PARTS.iter().zip(INKS) {
                @if split.cases.iter().any(|case| phases_of(case).iter().any(|(known, _)| known == heading)) {
                    span class={ "key " (class) } { (heading) } " "
                }
            }
            span class="quiet" { "by stamps inside the stacks, means" }
        }
        (parts::scrolled(&title, html! { table class="costs" {
            thead { tr {
                th scope="col" { "Stack" }
                (parts::pictures(strip::axis(&scale, |ns| cost_tick(EstimateId::TimeNs, ns))))
                th scope="col" class="number" { "whole" }
                th scope="col" { "parts" }
            } }
            tbody { @for case in &split.cases { tr {
                th scope="row" { (case.candidate) }
                td class="plot" { (strip::row(&scale, &[bars(&phases_of(case))])) }
                td class="number" data-label="whole" { (units::time(whole(case))) }
                td class="quiet" data-label="parts" {
                    @for (index, (heading, ns)) in phases_of(case).iter().enumerate() {
                        @if index > 0 { ", " } (heading) " " (units::time(*ns))
                    }
                }
            } } }
        } }))
    }
}

/// The parts of a call, one beside the other. A part below zero, where stamps of two processes disagree, has no bar.
fn bars(parts: &[(&str, f64)]) -> Vec<Mark> {
    let mut from = 0.0;
    let mut bars = Vec::new();
    for (heading, ns) in parts {
        let place = PARTS.iter().position(|(_, known)| known == heading);
        let ink = place.map_or(Ink::Floor, |place| INKS[place].0);
        let to = from + ns.max(0.0);
        bars.push(Mark::Bar { from, to, ink });
        from = to;
    }
    bars
}

fn steps(ladder: &Ladder<'_>) -> Markup {
    let title = format!("What each rung adds, {}", ladder.title);
    let scale = Scale::linear(ladder.rungs.iter().map(|rung| rung.time.high));
    html! {
        h3 { (title) }
        p class="legend" { span class="key floor" { "the rungs below" } " " span class="key decode" { "what this one adds" }
            span class="quiet" { "medians of round trips; a step whose interval holds 0 is not shown" } }
        (parts::scrolled(&title, html! { table class="costs" {
            thead { tr {
                th scope="col" { "Server" }
                (parts::pictures(strip::axis(&scale, |ns| cost_tick(EstimateId::TimeNs, ns))))
                th scope="col" class="number" { "round trip" }
                th scope="col" class="number" { "step" }
                th scope="col" class="number" { "of the whole" }
            } }
            tbody { @for rung in &ladder.rungs { tr {
                th scope="row" { (rung.case.candidate) }
                td class="plot" { (strip::row(&scale, &[rung_bars(rung.time.median, rung.step.as_ref().map(|it| it.median))])) }
                td class="number" data-label="round trip" { (units::time(rung.time.median)) }
                td class="number" data-label="step" {
                    @if let Some(step) = &rung.step {
                        (units::time(step.median))
                        div class="quiet" { (units::time(step.low)) " - " (units::time(step.high)) }
                    }
                }
                td class="number" data-label="of the whole" {
                    @if let Some(share) = &rung.share {
                        (format!("{:.1} %", share.median * 100.0))
                        div class="quiet" { (format!("{:.1} - {:.1} %", share.low * 100.0, share.high * 100.0)) }
                    }
                }
            } } }
        } }))
    }
}

fn rung_bars(whole: f64, step: Option<f64>) -> Vec<Mark> {
    let below = whole - step.unwrap_or(whole).max(0.0);
    let below_ink = Mark::Bar { from: 0.0, to: below, ink: Ink::Floor };
    let added = Mark::Bar { from: below, to: whole, ink: Ink::Decode };
    if step.is_some() { vec![below_ink, added] } else { vec![Mark::Bar { from: 0.0, to: whole, ink: Ink::Floor }] }
}
