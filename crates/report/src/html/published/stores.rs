//! Published rates of stores beside those of this run.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, Lab, Status};

use super::super::model::Page;
use super::super::parts::{self, shown};
use crate::published::{StoreFigure, Stores};
use crate::units;

impl Stores {
    /// Today's case that is shown beside a figure.
    fn today<'a>(&self, page: &Page<'a>, figure: &StoreFigure, operation: &str) -> Option<&'a CaseDocument> {
        page.run.cases.iter().find(|case| {
            case.lab == Lab::KV
                && case.status == Status::Ok
                && case.candidate == figure.same
                && case.operation == operation
                && case.store_load().is_some_and(|asked| asked.value_bytes == self.value_bytes)
        })
    }
}

/// Whether the run shows anything of it.
pub fn any(page: &Page<'_>, stores: &Stores) -> bool {
    stores.figures.iter().any(|figure| stores.today(page, figure, "set").is_some())
}

/// The figures beside today's; nothing if the run has none.
pub fn render(page: &Page<'_>, year: u16, stores: &Stores) -> Markup {
    if !any(page, stores) {
        return html! {};
    }
    let rate = |case: Option<&CaseDocument>| case.and_then(|case| case.median(EstimateId::RatePerS));
    html! {
        h3 { (stores.title) }
        p { (stores.machine) ". " (parts::capital(&stores.work)) ". " span class="quiet" { "Source: " (stores.source) "." } }
        (parts::scrolled(&stores.title, html! { table class="published" {
            thead { tr {
                th scope="col" { "Then, " (year) }
                th scope="col" class="number" { "sets/s then" }
                th scope="col" class="number" { "gets/s then" }
                th scope="col" { "Now" }
                th scope="col" class="number" { "sets/s now" }
                th scope="col" class="number" { "gets/s now" }
            } }
            tbody { @for figure in &stores.figures {
                @let [set, get] = ["set", "get"].map(|operation| stores.today(page, figure, operation));
                tr {
                    th scope="row" { (figure.name) }
                    td class="number" data-label="sets/s then" { (units::count(figure.set_per_s)) }
                    td class="number" data-label="gets/s then" { (units::count(figure.get_per_s)) }
                    td data-label="now" {
                        @match set.or(get) {
                            Some(case) => { (case.candidate) " " span class="quiet" { (case.version) } },
                            None => span class="quiet" { "not in this run" },
                        }
                    }
                    td class="number" data-label="sets/s now" { (shown(rate(set).map(f64::round), units::count)) }
                    td class="number" data-label="gets/s now" { (shown(rate(get).map(f64::round), units::count)) }
                }
            } }
        } }))
    }
}
