//! The kv lab on the page: what a crash loses, then a table for each load and durability.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, RunDocument, Status};

use super::message;
use super::parts;
use crate::answer::serving;
use crate::kv::{COLUMNS, Crash, Event, Peers, crash_summary, crashes, loads};
use crate::leader;
use crate::servers::remarks;

/// The section of the lab.
pub fn render(run: &RunDocument) -> Markup {
    let loads = loads(run);
    // A case that this machine was too busy for may have no figures: it is in no table, as one that failed.
    let is_left_out = |case: &&CaseDocument| match case.status {
        Status::Failed | Status::Skipped => true,
        Status::Ok => false,
        Status::Invalid => !Event::is_of(case) && !case.estimates.contains_key(&EstimateId::RatePerS),
    };
    let of_lab = run.cases.iter().filter(|case| case.lab == wirecost_model::Lab::KV);
    let unmeasured: Vec<&CaseDocument> = of_lab.filter(is_left_out).collect();
    html! {
        @for event in Event::ALL { (lost(event, &crashes(run, event))) }
        @for load in loads.iter().filter(|load| !load.peers.is_empty()) {
            h3 { (load.title) }
            @for peers in &load.peers { (table(peers)) }
        }
        (message::unmeasured(&unmeasured))
    }
}

/// What a crash loses, and who leads under each load among stores of one durability.
pub fn answers(run: &RunDocument) -> Markup {
    let lost = |event| (event, crash_summary(&crashes(run, event)));
    let loads = loads(run);
    let peers = || loads.iter().flat_map(|load| &load.peers);
    // What was lost is an answer too.
    let nobody =
        peers().all(|peers| peers.leaders().is_empty()) && Event::ALL.map(lost).iter().all(|(_, it)| it.is_empty());
    let was_busy = peers().any(|peers| !peers.section.set_aside.is_empty());
    html! {
        @if nobody { p { (serving::no_verdict(was_busy)) "." } }
        @for (event, lost) in Event::ALL.map(lost).iter().filter(|(_, lost)| !lost.is_empty()) {
            h3 { (event.title()) }
            ul { @for line in lost { li { (line) } } }
        }
        @for load in &loads {
            @let told: Vec<_> = load.peers.iter().map(|peers| (peers.durability, peers.leaders())).collect();
            @if told.iter().any(|(_, leaders)| !leaders.is_empty()) {
                h3 { (load.title) }
                ul { @for (durability, leaders) in &told {
                    @for leader in leaders { li { "durability " (durability) ": " (leader.told()) } }
                    @if let Some(noise) = leader::noise(leaders) { li class="quiet" { "durability " (durability) ": " (noise) } }
                } }
            }
        }
    }
}

fn lost(event: Event, crashes: &[Crash<'_>]) -> Markup {
    let rows: Vec<Vec<String>> = crashes.iter().filter_map(Crash::cells).collect();
    let (title, columns) = (event.title(), event.columns());
    html! {
        @if !rows.is_empty() {
            h3 { (title) }
            ul { @for line in crash_summary(crashes) { li { (line) } } }
            (parts::scrolled(title, html! { table class="costs" {
                thead { tr { @for column in &columns {
                    th scope="col" class=[column.numeric.then_some("number")] { (column.heading) }
                } } }
                tbody { @for row in &rows { tr { @for (index, (cell, column)) in row.iter().zip(&columns).enumerate() {
                    @if index == 0 { th scope="row" { (cell) } }
                    @else { td class=[column.numeric.then_some("number")] data-label=(column.heading) { (cell) } }
                } } } }
            } }))
        }
    }
}

fn table(peers: &Peers<'_>) -> Markup {
    let section = &peers.section;
    html! {
        p { (peers.heading()) }
        @let leaders = peers.leaders();
        @if !leaders.is_empty() { ul {
            @for leader in &leaders { li { (leader.told()) } }
            @if let Some(noise) = leader::noise(&leaders) { li class="quiet" { (noise) } }
        } }
        (parts::scrolled(&format!("{}, {}", section.title, peers.durability), html! { table class="costs" {
            thead { tr { @for column in COLUMNS {
                th scope="col" class=[column.numeric.then_some("number")] { (column.heading) }
            } } }
            tbody { @for case in section.measured.iter().chain(&section.set_aside) {
                tr class=[(case.status == Status::Invalid).then_some("unranked")] {
                    th scope="row" {
                        (case.candidate)
                        @let remarks = remarks(case);
                        @if !remarks.is_empty() { div class="quiet" { (remarks) } }
                        @if case.status == Status::Invalid {
                            div class="quiet" { "invalid, machine busy: " (case.reason.as_deref().unwrap_or_default()) }
                        }
                    }
                    @for column in COLUMNS.iter().skip(1) {
                        td class=[column.numeric.then_some("number")] data-label=(column.heading) { ((column.cell)(case)) }
                    }
                }
            } }
        } }))
    }
}
