//! A run while it is measured. Who watches must not disturb it: the page shows counts and the latest trials, which are
//! cheap to find; the report shows what they mean.

use maud::{Markup, PreEscaped, html};
use wirecost_model::{EstimateId, TrialDocument};

use super::super::model::amount;
use super::super::{page, parts};
use super::{bar, events, report};
use crate::units;

const SCRIPT: &str = include_str!("live.js");

/// How far a run is.
#[derive(Debug)]
pub struct Live {
    /// Its identifier.
    pub run_id: String,
    /// When it started (RFC 3339).
    pub started: String,
    /// Its command line.
    pub command: String,
    /// The cases that are measured.
    pub cases: Vec<LiveCase>,
    /// The latest trials, the latest first.
    pub recent: Vec<Recent>,
    /// Whether it has ended.
    pub is_done: bool,
    /// Whether this machine measures it at this moment.
    pub is_running: bool,
    /// The time that is left, in words, where it is known.
    pub left: Option<String>,
}

/// A case of a run that goes on.
#[derive(Debug)]
pub struct LiveCase {
    /// Its key.
    pub key: String,
    /// Its stored trials.
    pub trials: u64,
    /// How many it is to have.
    pub planned: u64,
}

/// A trial that was stored a moment ago.
#[derive(Debug)]
pub struct Recent {
    /// The key of its case.
    pub key: String,
    /// The trial.
    pub trial: TrialDocument,
}

impl Live {
    /// The trials that are stored, and those that are planned.
    pub fn progress(&self) -> (u64, u64) {
        let sum = |of: fn(&LiveCase) -> u64| self.cases.iter().map(of).sum();
        (sum(|case| case.trials.min(case.planned)), sum(|case| case.planned))
    }
}

/// The page of a run that goes on.
pub fn render(live: &Live) -> String {
    let body = html! {
        (bar(None))
        header {
            div class="bar" { h1 { "Run " (live.run_id) } (parts::theme()) }
            p { "Started " time datetime=(live.started) { (live.started) } " by " code { (live.command) } }
            p { a href=(report(&live.run_id)) { "The report so far" } }
        }
        main {
            div id="live" data-events=(events(&live.run_id)) data-report=(report(&live.run_id)) data-done[live.is_done] {
                (PreEscaped(fragment(live)))
            }
            p role="status" id="ended" { }
            noscript { p { "This page needs its script to renew itself. Load it again to see more." } }
        }
        script { (PreEscaped(SCRIPT)) }
    };
    page(&format!("wirecost: {} is measured", live.run_id), &body)
}

/// What renews itself.
pub fn fragment(live: &Live) -> String {
    let (stored, planned) = live.progress();
    let complete = live.cases.iter().filter(|case| case.trials >= case.planned).count();
    html! {
        p {
            progress value=(stored) max=(planned.max(1)) aria-label="Trials stored" {}
            " " b { (stored) " of " (planned) " trials" } ", " (complete) " of " (live.cases.len()) " cases complete"
            @if let Some(left) = &live.left { ", about " (left) " left" }
        }
        p class="quiet" { (state(live)) }
        (recent(live))
        (cases(live))
    }
    .into_string()
}

fn state(live: &Live) -> String {
    match (live.is_done, live.is_running) {
        (true, _) => "It is complete.".into(),
        (false, true) => "It is measured at this moment.".into(),
        (false, false) => format!(
            "Nothing on this machine measures it: it waits for another run, was interrupted (wirecost run --resume {} \
             continues it), or is measured elsewhere.",
            live.run_id
        ),
    }
}

fn recent(live: &Live) -> Markup {
    html! {
        @if !live.recent.is_empty() {
            h2 { "Latest trials" }
            (parts::scrolled("Latest trials", html! { table class="recent" {
                thead { tr { th scope="col" { "Case" } th scope="col" class="number" { "This trial" } th scope="col" class="number" { "Size" } } }
                tbody { @for Recent { key, trial } in &live.recent { tr {
                    th scope="row" { (key) }
                    td class="number" data-label="this trial" { (figure(trial)) }
                    td class="number" data-label="size" {
                        (parts::shown(trial.estimates.get(&EstimateId::SizeBytes).copied(), units::size))
                    }
                } } }
            } }))
        }
    }
}

/// What a trial measured, by the estimate that says most of it.
fn figure(trial: &TrialDocument) -> String {
    let known = |id: EstimateId| trial.estimates.get(&id).copied();
    if let Some(rate) = known(EstimateId::RatePerS) {
        return format!("{} answers/s", units::count(rate));
    }
    let ids =
        [EstimateId::Instructions, EstimateId::CostNs, EstimateId::QuietNs, EstimateId::CpuNs, EstimateId::TimeNs];
    let found = ids.into_iter().find_map(|id| Some((id, known(id)?)));
    found.map_or("-".into(), |(id, value)| amount(id, value))
}

fn cases(live: &Live) -> Markup {
    html! {
        details {
            summary { "Every case" }
            ul class="progresses" { @for case in &live.cases { li {
                progress value=(case.trials.min(case.planned)) max=(case.planned.max(1)) aria-label=(case.key) {}
                " " (case.key) " " span class="quiet" { (case.trials) " of " (case.planned) }
            } } }
        }
    }
}
