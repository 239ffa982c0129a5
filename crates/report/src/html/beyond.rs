//! What a time in the steady state does not say: the first operation of a process, allocations, memory.

use maud::{Markup, html};

use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::model::{Message, Page, cost_tick, name};
use super::parts::{self, shown};
use crate::units;
use wirecost_model::{Binding, EstimateId};
use wirecost_verdict::binding;

/// Cold against steady, allocations and memory, folded away.
pub fn render(page: &Page<'_>, message: &Message<'_>) -> Markup {
    let cases = message
        .rows
        .iter()
        .filter(|row| Binding::named(binding(row.head)).is_some_and(Binding::is_work))
        .flat_map(|row| &row.cases);
    let cases: Vec<_> = cases.filter(|(case, _)| case.median(EstimateId::ColdNs).is_some()).collect();
    let cold = |case: &wirecost_model::CaseDocument| case.median(EstimateId::ColdNs).unwrap_or_default();
    let scale = Scale::logarithmic(cases.iter().flat_map(|(case, cost)| [cost.median, cold(case)]));
    html! {
        @if !cases.is_empty() { details {
            summary { "First operation against steady state, allocations, memory" }
            p class="legend" {
                @for operation in &message.operations {
                    span class={ "key " (Ink::of_operation(operation).name()) } { (operation) ", steady" } " "
                }
                span class="key floor" { "first operation of a fresh process, wall time" }
            }
            (parts::scrolled(&format!("First operation and memory, {}", message.name), html! { table class="beyond" {
                thead { tr {
                    th scope="col" { "Candidate" }
                    th scope="col" { "Operation" }
                    (parts::pictures(strip::axis(&scale, |value| cost_tick(EstimateId::TimeNs, value))))
                    th scope="col" class="number" { "steady" }
                    th scope="col" class="number" { "first" }
                    th scope="col" class="number" { "allocations" }
                    th scope="col" class="number" { "allocated" }
                    th scope="col" class="number" { "peak memory" }
                } }
                tbody { @for (case, cost) in &cases { tr {
                    th scope="row" { (name(case)) }
                    td { (case.operation) }
                    td class="plot" { (strip::row(&scale, &[marks(&case.operation, cost.median, cold(case))])) }
                    td class="number" data-label="steady" { (page.amount(case, cost.median)) }
                    td class="number" data-label="first" { (units::time(cold(case))) }
                    td class="number" data-label="allocations" { (shown(case.median(EstimateId::Allocations), units::count)) }
                    td class="number" data-label="allocated" { (shown(case.median(EstimateId::AllocatedBytes), units::size)) }
                    td class="number" data-label="peak memory" { (shown(case.median(EstimateId::PeakRssBytes), units::size)) }
                } } }
            } }))
        } }
    }
}

fn marks(operation: &str, steady: f64, cold: f64) -> Vec<Mark> {
    let dot = |value: f64, ink: Ink| Mark::Interval { low: value, median: value, high: value, ink };
    vec![Mark::Link { from: steady, to: cold }, dot(cold, Ink::Floor), dot(steady, Ink::of_operation(operation))]
}
