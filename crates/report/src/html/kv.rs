//! The kv lab on the page: what a crash loses, then a table for each load and durability.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, ResourceDocument, RunDocument, Status};

use super::chart::Scale;
use super::chart::frame::Axis;
use super::chart::overlay::{self, COLOURS, Picture, Series};
use super::{message, parts, sheets};
use crate::answer::serving;
use crate::kv::{COLUMNS, Event, Peers, crash_summary, crashes, loads};
use crate::leader;
use crate::{kv, units, words};

/// The section of the lab.
pub fn render(run: &RunDocument) -> Markup {
    let loads = loads(run);
    // A case that this machine was too busy for may have no figures: it is in no table, as one that failed. What a crash should have
    // shown is in the table of crashes.
    let is_left_out = |case: &&CaseDocument| match case.status {
        Status::Skipped => true,
        Status::Failed => !Event::is_of(case),
        Status::Ok => false,
        Status::Invalid => !Event::is_of(case) && !case.estimates.contains_key(&EstimateId::RatePerS),
    };
    let of_lab = run.cases.iter().filter(|case| case.lab == wirecost_model::Lab::KV);
    let unmeasured: Vec<&CaseDocument> = of_lab.filter(is_left_out).collect();
    html! {
        @for event in Event::ALL { @if let Some(sheet) = kv::lost(run, event) { (sheets::render(&sheet)) } }
        @for load in loads.iter().filter(|load| !load.peers.is_empty()) {
            h3 { (load.title) }
            @for peers in &load.peers { (table(peers)) }
        }
        @for sheet in kv::by_format(run) { (sheets::render(&sheet)) }
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
            @let told: Vec<_> = load.peers.iter().map(|peers| (peers.name(), peers.leaders())).collect();
            @if told.iter().any(|(_, leaders)| !leaders.is_empty()) {
                h3 { (load.title) }
                ul { @for (durability, leaders) in &told {
                    @for leader in leaders { li { "durability " (durability) ": " (leader.sentence()) } }
                    @if let Some(noise) = leader::noise(leaders) { li class="quiet" { "durability " (durability) ": " (noise) } }
                } }
            }
        }
    }
}

fn table(peers: &Peers<'_>) -> Markup {
    let section = &peers.section;
    html! {
        p { (peers.heading()) }
        @let leaders = peers.leaders();
        @if !leaders.is_empty() { ul {
            @for leader in &leaders { li { (leader.sentence()) } }
            @if let Some(noise) = leader::noise(&leaders) { li class="quiet" { (noise) } }
        } }
        (parts::scrolled(&format!("{}, {}", section.title, peers.name()), html! { table class="costs" {
            thead { tr { @for column in COLUMNS {
                th scope="col" class=[column.numeric.then_some("number")] {
                    (words::heading(column.heading, section.measured.iter().chain(&section.set_aside).copied()))
                }
            } } }
            tbody { @for case in section.measured.iter().chain(&section.set_aside) {
                @let remarks = super::servers::remarks_of(case);
                tr class=[super::servers::class_of(case, &remarks)] {
                    th scope="row" { (case.candidate) }
                    @for column in COLUMNS.iter().skip(1) {
                        td class=[column.numeric.then_some("number")] data-label=(column.heading) { ((column.cell)(case)) }
                    }
                }
                @for remark in &remarks { tr class="remark" { td colspan=(COLUMNS.len()) { (remark) } } }
            } }
        } }))
        (through_time(peers))
    }
}

/// Memory and disk through the time of a load, a line for each store; nothing if they were read at fewer than two instants.
fn through_time(peers: &Peers<'_>) -> Markup {
    let shown: Vec<&CaseDocument> = peers.section.measured.iter().copied().take(COLOURS).collect();
    let lines = |of: fn(&ResourceDocument) -> u64| -> Vec<Series> {
        let series = |(colour, case): (usize, &&CaseDocument)| {
            let points = kv::course(case).iter().map(|it| (it.at_s, of(it) as f64)).collect();
            Series { name: case.candidate.clone(), colour, dashed: false, points, link: None }
        };
        shown.iter().enumerate().map(series).filter(|series| series.points.len() > 1).collect()
    };
    let picture = |title: &str, series: &[Series]| {
        let points = || series.iter().flat_map(|series| &series.points);
        overlay::draw(
            Picture {
                title,
                across: (
                    Scale::linear(points().map(|point| point.0)),
                    Axis { title: "seconds of the load", label: &seconds },
                ),
                up: (
                    Scale::linear(points().map(|point| point.1).chain([0.0])),
                    Axis { title: "bytes", label: &units::size },
                ),
                spots: false,
            },
            series,
        )
    };
    let (memory, disk) = (lines(|it| it.memory_bytes), lines(|it| it.disk_bytes));
    html! { @if !memory.is_empty() { details {
        summary { "Memory and disk through time" }
        (overlay::legend(&memory.iter().collect::<Vec<_>>()))
        @if peers.section.measured.len() > COLOURS {
            p class="quiet" { (peers.section.measured.len() - COLOURS) " more are not drawn." }
        }
        div class="trio" role="group" aria-label=(format!("{}, {}", peers.section.title, peers.name())) {
            (picture("Memory through time, in the last trial", &memory))
            (picture("Disk through time, in the last trial", &disk))
        }
    } } }
}

fn seconds(at_s: f64) -> String {
    format!("{} s", units::significant(at_s))
}
