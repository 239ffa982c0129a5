//! Cases over the stored runs: those that a search finds, or one with its changes.

use maud::{Markup, html};
use wirecost_verdict::change::{Change, changes};
use wirecost_verdict::history::History;

use super::super::chart::timeline;
use super::super::model::amount;
use super::super::{Medium, page, parts, past};
use super::{CASES, bar, compare, report};
use crate::words::{self, percent};

/// What is shown of the past.
#[derive(Debug)]
pub struct Histories<'a> {
    /// The words that were searched, or the key of the case.
    pub asked: &'a str,
    /// Whether one case was asked for, and not a search.
    pub is_case: bool,
    /// What was found.
    pub found: &'a [History],
    /// How many runs were looked at.
    pub runs: usize,
}

/// The page of cases over time.
pub fn render(histories: &Histories<'_>) -> String {
    let Histories { asked, is_case, found, runs } = histories;
    let title = if *is_case { asked } else { "Cases over time" };
    let body = html! {
        (bar(None))
        header { div class="bar" { h1 { (title) } (parts::theme()) } }
        main {
            form class="filters" role="search" action=(CASES) method="get" {
                label { "Search cases by candidate, message or operation "
                    input type="search" name="search" value=(if *is_case { "" } else { asked }) autocomplete="off"; }
                button { "Search" }
            }
            @match found {
                [] => p { "No case of the latest " (runs) " runs on this machine matches." },
                _ if *is_case => @for history in *found {
                    @if found.len() > 1 { h2 { (history.name(found)) } }
                    (one(history))
                },
                _ => {
                    p class="quiet" {
                        (found.len()) @if found.len() == 1 { " case" } @else { " cases" }
                        " in the latest " (runs) " runs on this machine. Cases that changed most come first."
                    }
                    (past::list(found, Medium::Served))
                    (once(found))
                },
            }
        }
    };
    page(&format!("wirecost: {title}"), &body)
}

/// The cases that a single run has: there is nothing to draw.
fn once(found: &[History]) -> Markup {
    let once: Vec<&History> = found.iter().filter(|history| history.points.len() == 1).collect();
    html! { @if !once.is_empty() { details {
        summary { (once.len()) " in one run alone" }
        ul { @for history in once { li { a href=(super::history(&history.key)) { (history.name(found)) } } } }
    } } }
}

fn one(history: &History) -> Markup {
    let changes = changes(history);
    html! {
        section aria-label="Answers" { ul class="verdicts" {
            @if changes.is_empty() { li { (unchanged(history)) } }
            @for change in &changes { li { (said(history, change)) } }
        } }
        (timeline::draw(history, &changes, |point| report(&point.run_id)))
        p class="legend" {
            span class="key decode" { "median and its " (interval(history)) " in each run" } " "
            span class="key encode" { "level between changes" } " "
            span class="quiet" { "runs in order of time; the first run on the left" }
        }
        (table(history, &changes))
        p class="quiet" {
            "Changes are found by the test of Pettitt with permutations, at a level of 5 %: of twenty cases that only vary, one "
            "shows a change by chance. It needs eight runs or more, and shows nothing below the noise floor of the runs. Runs are "
            "never interleaved: what changed may be the machine."
        }
    }
}

/// What the intervals of its points cover.
fn interval(history: &History) -> String {
    words::interval_of(history.points.iter().map(|point| point.trials))
}

fn unchanged(history: &History) -> String {
    match history.points.len() {
        0..8 => format!("{} runs are too few to show a change; eight or more are needed.", history.points.len()),
        runs => format!("No change is shown over {runs} runs."),
    }
}

/// A change in words.
pub fn said(history: &History, change: &Change) -> Markup {
    let (before, after) = (&history.points[change.at - 1], &history.points[change.at]);
    let word = if change.ratio > 1.0 { "slower" } else { "faster" };
    let by = if change.ratio > 1.0 { change.ratio - 1.0 } else { 1.0 - change.ratio };
    let version = (before.version != after.version)
        .then(|| format!("; the version changed from {} to {}", before.version, after.version));
    html! {
        b { (percent(by)) " " (word) } " since run " a href=(report(&after.run_id)) { (after.run_id) }
        " of " (after.started) (version.unwrap_or_default())
        " (p = " (format!("{:.4}", change.p)) "). "
        a href=(compare([before.run_id.as_str(), after.run_id.as_str()])) { "Compare both runs" }
    }
}

fn table(history: &History, changes: &[Change]) -> Markup {
    let shown = |value: f64| amount(history.estimate, value);
    html! { (parts::scrolled("Runs of this case", html! { table class="runs" {
        thead { tr {
            th scope="col" { "Run" }
            th scope="col" { "Started" }
            th scope="col" { "Version" }
            th scope="col" class="number" { "Cost" }
            th scope="col" class="number" { (interval(history)) }
            th scope="col" { "Change" }
        } }
        tbody { @for (index, point) in history.points.iter().enumerate().rev() { tr {
            th scope="row" { a href=(report(&point.run_id)) { (point.run_id) } }
            td data-label="started" { time datetime=(point.started) { (point.started) } }
            td data-label="version" { (point.version) }
            td class="number" data-label="cost" { (shown(point.cost.median)) }
            td class="number" data-label="interval" { (shown(point.cost.low)) " - " (shown(point.cost.high)) }
            td data-label="change" {
                @if let Some(change) = changes.iter().find(|change| change.at == index) {
                    span class=(if change.ratio > 1.0 { "bad" } else { "good" }) { (format!("{:.3}x", change.ratio)) }
                }
            }
        } } }
    } })) }
}
