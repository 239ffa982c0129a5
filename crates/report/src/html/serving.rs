//! What servers answer at a glance: who leads in sentences, then a row for each server, as the terminal shows it.

use maud::{Markup, html};
use wirecost_model::{Lab, RunDocument};

use super::parts::capital;
use super::{anchor, parts};
use crate::answer::serving::{self, Server, ServingAnswer, cells, headings, legend};
use crate::leader::{self, Leader};
use crate::section::Section;

/// The answers of a lab, a part for each message.
pub fn answers(run: &RunDocument, lab: &Lab) -> Markup {
    let all: Vec<ServingAnswer<'_>> = serving::of(run).into_iter().filter(|it| it.lab == lab).collect();
    let loads: usize = all.iter().map(|it| it.loads.len()).sum();
    html! {
        @if all.is_empty() { p { (serving::no_verdict(false)) "." } }
        @for it in &all { (message(it)) }
        @if loads > 0 { details {
            summary { "Who leads under each load" }
            (of_each_load(run, lab))
        } }
    }
}

fn message(serving: &ServingAnswer<'_>) -> Markup {
    let sentences = serving.sentences();
    html! {
        h3 { (serving.operation) " " (serving.message) }
        @if sentences.is_empty() { p { (serving.line().1) "." } }
        @else { dl class="verdicts" { @for (label, told) in &sentences { dt { (label) } dd { (told) } } } }
        @if let Some(noise) = serving.noise() { p class="quiet" { (capital(&noise)) "." } }
        (table(serving))
    }
}

fn table(serving: &ServingAnswer<'_>) -> Markup {
    let servers = serving.servers();
    let headings = headings(serving);
    let of_servers: Vec<Vec<Option<String>>> = servers.iter().map(|server| cells(serving, server)).collect();
    let filled: Vec<usize> =
        (0..headings.len()).filter(|index| of_servers.iter().any(|cells| cells[*index].is_some())).collect();
    html! {
        (parts::scrolled(&format!("Servers, {} {}", serving.operation, serving.message), html! { table class="costs leading" {
            thead { tr {
                th scope="col" { "Server" }
                @for index in &filled { th scope="col" class="number" { (headings[*index]) } }
            } }
            tbody { @for (server, cells) in servers.iter().zip(&of_servers) {
                tr class=[(!server.is_ranked()).then_some("unranked")] {
                    th scope="row" { (name(server)) }
                    @for index in &filled {
                        td class="number" data-label=(headings[*index]) { (cells[*index].as_deref().unwrap_or("-")) }
                    }
                }
            } }
        } }))
        p class="quiet" {
            @for (index, line) in serving.told_loads().iter().chain(&legend(&servers, &of_servers)).enumerate() {
                @if index > 0 { br; } (line)
            }
        }
    }
}

fn name(server: &Server<'_>) -> Markup {
    let case = server.head;
    html! {
        a href=(anchor::link(&anchor::case(case))) { (case.candidate) } " " span class="quiet" { (case.version) }
        @if case.is_floor() { " (a floor)" }
    }
}

/// Who serves most, waits least and costs least under each load of a lab.
fn of_each_load(run: &RunDocument, lab: &Lab) -> Markup {
    let (sections, _) = crate::servers::sections(run);
    let of_lab = |section: &&Section<'_>| section.measured.first().is_some_and(|case| case.lab == *lab);
    let told: Vec<(&str, Vec<Leader<'_>>)> =
        sections.iter().filter(of_lab).map(|section| (section.title.as_str(), section.leaders())).collect();
    html! {
        @for (title, leaders) in told.iter().filter(|(_, leaders)| !leaders.is_empty()) {
            h4 { (title) }
            dl class="leaders" { @for leader in leaders {
                dt { (leader.by.what) }
                dd {
                    @if leader.is_shown { b { (leader.cases[0].candidate) } " " (leader.cases[0].version) ", " (leader.value)
                        @if let Some(behind) = leader.behind() { "; " span class="quiet" { (behind) } }
                    }
                    @else {
                        span class="tie" { "no winner shown" } ": "
                        @for (index, case) in leader.cases.iter().enumerate() {
                            @if index > 0 { ", " } (case.candidate) " " span class="quiet" { (case.version) }
                        }
                        @if leader.cases.len() > 1 { " " (leader::unshown(leader.trials_to_decide)) ", from " (leader.value) } @else { ", " (leader.value) ", too few trials to show a difference" }
                    }
                }
            } }
            @if let Some(noise) = leader::noise(leaders) { p class="quiet" { (capital(&noise)) "." } }
        }
    }
}
