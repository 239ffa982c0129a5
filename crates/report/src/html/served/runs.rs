//! All stored runs: to find one, and to choose those that are compared.

use maud::{Markup, html};

use super::super::{page, parts};
use super::{bar, report, runs_page, watch};

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

/// A page of the list.
#[derive(Debug, Default)]
pub struct RunsPage {
    /// Its runs, the latest first.
    pub runs: Vec<Listed>,
    /// Which page it is, counted from one.
    pub number: usize,
    /// How many runs were found.
    pub found: usize,
    /// How many runs are stored.
    pub total: usize,
}

impl RunsPage {
    /// The most runs on a page.
    pub const MOST: usize = 50;

    /// The number of the last page.
    pub fn last(&self) -> usize {
        self.found.div_ceil(Self::MOST).max(1)
    }

    /// Which of the runs that were found it shows, in words.
    fn said(&self) -> String {
        let first = (self.number - 1) * Self::MOST;
        match self.last() {
            1 => format!("{} of {} runs", self.found, self.total),
            _ if self.found == self.total => {
                format!("{} to {} of {} runs", first + 1, first + self.runs.len(), self.total)
            }
            _ => format!(
                "{} to {} of {} that were found, of {} runs",
                first + 1,
                first + self.runs.len(),
                self.found,
                self.total
            ),
        }
    }
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

/// A page of the runs that `search` leaves.
pub fn render(list: &RunsPage, search: &str, database: &str) -> String {
    let body = html! {
        a class="skip" href="#runs" { "Skip to the runs" }
        (bar(None))
        header {
            div class="bar" { h1 { "Stored runs" } (parts::theme()) }
            p { (list.total) " runs in " code { (database) } }
        }
        main {
            form class="filters" role="search" action=(super::RUNS) method="get" {
                label { "Search commands, dates and identifiers "
                    input type="search" name="search" value=(search) autocomplete="off"; }
                button { "Search" }
                @if !search.is_empty() { a href=(super::RUNS) { "Show all" } }
                output { (list.said()) }
            }
            @if list.total == 0 { p { "There is no run yet. " code { "wirecost run" } " makes one; then load this page again." } }
            @else if list.found == 0 { p { "No run has all of these words." } }
            @else { (table(&list.runs)) (pages(list, search)) }
        }
    };
    page("wirecost: stored runs", &body)
}

/// The ways to the other pages.
fn pages(list: &RunsPage, search: &str) -> Markup {
    let (number, last) = (list.number, list.last());
    html! { @if last > 1 { nav class="bar" aria-label="Pages of runs" {
        span {
            @if number > 1 { a rel="prev" href=(runs_page(search, number - 1)) { "Newer runs" } " " }
            @if number < last { a rel="next" href=(runs_page(search, number + 1)) { "Older runs" } }
        }
        span class="quiet" { "Page " (number) " of " (last) }
    } } }
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
