//! The pages of `wirecost serve` beside reports and comparisons, and what all of them have: a bar that leads from one to
//! the other.

mod failure;
mod live;
mod past;
mod runs;

use maud::{Markup, html};
use wirecost_model::RunDocument;

use super::anchor::{encoded, segment};

pub use failure::render as failure;
pub use live::{Live, LiveCase, Recent, fragment, render as live};
pub use past::{Histories, render as histories};
pub use runs::{Listed, RunsPage, State, render as runs};

/// The page of all runs.
pub const RUNS: &str = "/";
/// The page that searches cases.
pub const CASES: &str = "/history";

/// The runs that a search leaves, by the number of the page.
fn runs_page(search: &str, number: usize) -> String {
    match search {
        "" => format!("{RUNS}?page={number}"),
        words => format!("{RUNS}?search={}&page={number}", encoded(words)),
    }
}

/// The report of a run.
pub fn report(run_id: &str) -> String {
    format!("/runs/{}", segment(run_id))
}

/// A run while it is measured.
pub fn watch(run_id: &str) -> String {
    format!("/runs/{}/live", segment(run_id))
}

/// The events of a run while it is measured.
pub fn events(run_id: &str) -> String {
    format!("/runs/{}/events", segment(run_id))
}

/// A case over the stored runs.
pub fn history(key: &str) -> String {
    format!("{CASES}?case={}", encoded(key))
}

/// Runs beside each other, in the order of their time.
pub fn compare<'a>(run_ids: impl IntoIterator<Item = &'a str>) -> String {
    let runs: Vec<String> = run_ids.into_iter().map(|run_id| format!("run={}", encoded(run_id))).collect();
    format!("/compare?{}", runs.join("&"))
}

/// A page as a file to send to others, and the data behind it.
#[derive(Debug)]
pub struct Download {
    /// Where the page is as a file.
    page: String,
    /// Where the run is as other files: what they are called, and where.
    data: Vec<(&'static str, String)>,
}

impl Download {
    /// Of the report of a run.
    pub fn report(run: &RunDocument) -> Self {
        let of = |form: &str| format!("{}/{form}", report(&run.run_id));
        Self { page: of("page"), data: vec![("JSON", of("json")), ("CSV", of("csv")), ("Markdown", of("markdown"))] }
    }

    /// Of a comparison.
    pub fn comparison(earlier: &[RunDocument], later: &RunDocument) -> Self {
        let runs = earlier.iter().chain([later]).map(|run| run.run_id.as_str());
        Self { page: compare(runs).replacen("/compare", "/compare/page", 1), data: Vec::new() }
    }
}

/// The bar on top of every page.
pub fn bar(download: Option<&Download>) -> Markup {
    html! {
        nav class="served bar" aria-label="wirecost" {
            ul {
                li { a href=(RUNS) { "All runs" } }
                li { a href=(CASES) { "Cases over time" } }
            }
            @if let Some(Download { page, data }) = download { ul {
                li { a href=(page) download { "Download this page" } }
                @for (form, place) in data { li { a href=(place) download { (form) } } }
            } }
        }
    }
}
