//! A message: what every candidate takes to decode and encode it, on one axis.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, Label, Status};
use wirecost_verdict::group::{is_ranked, is_unranked};

use super::answered::Answered;
use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::formats;
use super::model::{Message, Page, Row, badge, cost_tick, meaning, name};
use super::parts;
use super::{anchor, beyond, ladder, sizes, tradeoff};
use crate::{units, words};

/// The section of a message.
pub fn render(page: &Page<'_>, answered: &Answered<'_>, message: &Message<'_>) -> Markup {
    let answers = answered.message(message.name).filter(|_| page.messages.len() > 1);
    html! {
        section id=(message.anchor) aria-labelledby={ "about-" (message.anchor) } {
            h3 id={ "about-" (message.anchor) } { (message.name) }
            // Of one message alone, the answers are on top of the page.
            @if let Some(answers) = answers { (formats::render(page, answered, answers)) }
            @if !message.rows.is_empty() {
                h4 { "Every candidate" }
                (costs(page, message))
                (tradeoff::render(page, message))
                div class="pair" {
                    (sizes::render(message))
                    (ladder::render(page, message))
                }
                (beyond::render(page, message))
            }
            (unmeasured(&message.unmeasured))
        }
    }
}

/// All operations of all candidates on one axis.
fn costs(page: &Page<'_>, message: &Message<'_>) -> Markup {
    let costs = message.rows.iter().flat_map(|row| &row.cases);
    let scale = Scale::logarithmic(costs.clone().flat_map(|(_, cost)| [cost.low, cost.median, cost.high]));
    let estimate = costs
        .clone()
        .next()
        .map_or(page.run.verdict_estimate, |(case, _)| wirecost_verdict::cost_estimate(page.run, case));
    html! {
        p class="legend" {
            @for operation in &message.operations {
                span class={ "key " (Ink::of_operation(operation).name()) } { (operation) } " "
            }
            @if costs.clone().any(|(case, _)| !is_ranked(case)) { span class="key floor" { "not ranked" } " " }
            @if let Some(floor) = page.groups.iter().find_map(|group| group.noise_floor) {
                span class="key band" { "within the noise floor of the fastest (" (words::percent(floor)) ")" } " "
            }
            span class="quiet" {
                "median and its " (words::interval(costs.clone().map(|(case, _)| *case))) ", " (crate::view::heading(page.run)) ", logarithmic axis"
            }
        }
        (parts::scrolled(&format!("Costs of {}", message.name), html! { table class="costs" {
            thead { tr {
                th scope="col" { "Candidate" }
                (parts::pictures(strip::axis(&scale, |value| cost_tick(estimate, value))))
                @for operation in &message.operations { th scope="col" class="number" { (operation) } }
                th scope="col" class="number" { "size" }
            } }
            @for binding in message.bindings() { tbody {
                tr class="of" { th scope="rowgroup" colspan=(message.operations.len() + 3) {
                    (binding) " " span class="quiet" { (meaning(binding)) }
                } }
                @for row in message.rows_of(binding) { (cost(page, message, row, &scale)) }
            } }
        } }))
    }
}

fn cost(page: &Page<'_>, message: &Message<'_>, row: &Row<'_>, scale: &Scale) -> Markup {
    // A lane for each operation, so that none hides another.
    let lane = |operation: &&str| -> Vec<Mark> {
        let Some((case, cost)) = row.cost(operation) else { return Vec::new() };
        let ink = if is_ranked(case) { Ink::of_operation(operation) } else { Ink::Floor };
        let mark = Mark::Interval { low: cost.low, median: cost.median, high: cost.high, ink };
        band(page, case, ink).into_iter().chain([mark]).collect()
    };
    let lanes: Vec<Vec<Mark>> = message.operations.iter().map(lane).collect();
    html! {
        tr class=[(!row.is_ranked()).then_some("unranked")] {
            th scope="row" { (name(row.head)) " " span class="quiet" { (row.head.version) ", " (row.head.format) } }
            td class="plot" { (strip::row(scale, &lanes)) }
            @for operation in &message.operations {
                @match row.cost(operation) {
                    Some((case, cost)) => td class="number" data-label=(operation) {
                        a class=[(!is_ranked(case)).then_some("unranked")] href=(anchor::link(&anchor::case(case))) {
                            (page.amount(case, cost.median))
                        }
                        @if let Some(badge) = badge(page, case) {
                            " " span class={ "badge " (badge) } { (badge) }
                        }
                        @if let Some(interval) = page.interval(case, &cost) { div class="quiet" { (interval) } }
                        @if let Some(label) = unranked(case) { div class="quiet" { (label) } }
                    },
                    None => td class="number quiet" data-label=(operation) { "-" },
                }
            }
            td class="number" data-label="size" { (row.shared(EstimateId::SizeBytes).map_or(String::new(), units::size)) }
        }
    }
}

/// Costs that tie with the fastest of a case's group: differences up to the noise floor of the run.
fn band(page: &Page<'_>, case: &CaseDocument, ink: Ink) -> Option<Mark> {
    let group = page.group_of(case)?;
    let (from, floor) = (group.fastest?.cost.median, group.noise_floor.filter(|floor| floor.is_finite())?);
    Some(Mark::Band { from, to: from * (1.0 + floor), ink })
}

/// Why a case that could have been ranked is not.
fn unranked(case: &CaseDocument) -> Option<String> {
    let open = !is_ranked(case) && !case.is_floor();
    case.all_labels().find(|label| is_unranked(label)).filter(|_| open).map(Label::to_string)
}

/// How many failures stand open; more fold away, so that figures come first.
const OPEN: usize = 3;

/// What could not be measured: what failed first, each reason once.
pub fn unmeasured(cases: &[&CaseDocument]) -> Markup {
    let failed = cases.iter().filter(|case| case.status == Status::Failed).count();
    let mut reasons: Vec<(Status, &str, Vec<String>)> = Vec::new();
    for case in cases {
        let reason = case.reason.as_deref().unwrap_or("no reason recorded");
        let of = format!("{}, {}", name(case), case.operation);
        match reasons.iter_mut().find(|(status, known, _)| (*status, *known) == (case.status, reason)) {
            Some((.., names)) => names.push(of),
            None => reasons.push((case.status, reason, vec![of])),
        }
    }
    reasons.sort_by_key(|(status, ..)| *status != Status::Failed);
    let failures = reasons.iter().filter(|(status, ..)| *status == Status::Failed).count();
    html! {
        @if !cases.is_empty() {
            details class="unmeasured" open[(1..=OPEN).contains(&failures)] {
                summary {
                    (cases.len()) " not measured"
                    @if failed > 0 { ", " span class="bad" { (failed) " of them failed" } }
                }
                ul { @for (status, reason, names) in &reasons { li {
                    span class=[(*status == Status::Failed).then_some("bad")] { (super::cases::word(*status)) } ": "
                    (names.join("; ")) ": " span class="quiet" { (reason) }
                } } }
            }
        }
    }
}
