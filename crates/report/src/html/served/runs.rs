//! All stored runs: to find one, and to choose those that are compared.

use maud::{Markup, html};

use super::super::{page, parts};
use super::{bar, report, watch};

/// A stored run as the list shows it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Its identifier.
    pub run_id: String,
    /// When it started (RFC 3339).
    pub started: String,
    /// Its command line.
    pub command: String,
    /// Its cases.
    pub cases: u64,
    /// Its stored trials.
    pub trials: u64,
    /// Whether it goes on.
    pub state: State,
}

/// Whether a run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is complete.
    Done,
    /// It is measured at this moment.
    Running,
    /// It was interrupted, waits for another, or is measured where this program cannot see it.
    Unfinished,
}

impl State {
    fn words(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Running => "running",
            Self::Unfinished => "not finished",
        }
    }
}

/// The page of the runs, the latest first; those that `search` leaves.
pub fn render(runs: &[Listed], search: &str, database: &str, total: usize) -> String {
    let body = html! {
        a class="skip" href="#runs" { "Skip to the runs" }
        (bar(None))
        header {
            div class="bar" { h1 { "Stored runs" } (parts::theme()) }
            p { (total) " runs in " code { (database) } }
        }
        main {
            form class="filters" role="search" action=(super::RUNS) method="get" {
                label { "Search commands, dates and identifiers "
                    input type="search" name="search" value=(search) autocomplete="off"; }
                button { "Search" }
                @if !search.is_empty() { a href=(super::RUNS) { "Show all" } }
                output { (runs.len()) " of " (total) " runs" }
            }
            @if total == 0 { p { "There is no run yet. " code { "wirecost run" } " makes one; then load this page again." } }
            @else if runs.is_empty() { p { "No run has all of these words." } }
            @else { (table(runs)) }
        }
    };
    page("wirecost: stored runs", &body)
}

fn table(runs: &[Listed]) -> Markup {
    html! { form action="/compare" method="get" id="runs" {
        p class="bar" {
            span { "Choose two runs, or earlier ones and the run in question." }
            button { "Compare the chosen runs" }
        }
        (parts::scrolled("Stored runs", html! { table class="runs" {
            thead { tr {
                th scope="col" { "Compare" }
                th scope="col" { "Run" }
                th scope="col" { "Started" }
                th scope="col" { "State" }
                th scope="col" class="number" { "Cases" }
                th scope="col" class="number" { "Trials" }
                th scope="col" { "Command" }
            } }
            tbody { @for run in runs { tr {
                td data-label="compare" { input type="checkbox" name="run" value=(run.run_id) aria-label={ "Compare " (run.run_id) }; }
                th scope="row" { a href=(report(&run.run_id)) { (run.run_id) } }
                td data-label="started" { time datetime=(run.started) { (run.started) } }
                td data-label="state" class=(class(run.state)) {
                    (run.state.words())
                    @if run.state != State::Done { " " a href=(watch(&run.run_id)) aria-label={ "Watch " (run.run_id) } { "watch" } }
                }
                td class="number" data-label="cases" { (run.cases) }
                td class="number" data-label="trials" { (run.trials) }
                td data-label="command" { code { (run.command) } }
            } } }
        } }))
    } }
}

fn class(state: State) -> &'static str {
    match state {
        State::Done => "quiet",
        State::Running => "good",
        State::Unfinished => "unfinished",
    }
}
