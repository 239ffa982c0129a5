//! Published round trips beside those of this run.

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, Lab, Status};

use super::super::model::Page;
use super::super::parts::{self, shown};
use crate::published::{Call, Calls};
use crate::units;

impl Calls {
    /// The case that is shown beside a figure.
    fn today<'a>(&self, page: &Page<'a>, call: &Call) -> Option<&'a CaseDocument> {
        let comparable = |case: &&CaseDocument| {
            case.lab == Lab::RPC
                && case.status == Status::Ok
                && case.message == call.message
                && case.operation == self.operation
                && self.parameters.iter().all(|(name, value)| case.parameters.get(name) == Some(value))
                && case.estimates.contains_key(&EstimateId::TimeNs)
        };
        let named = |name: &String| page.run.cases.iter().filter(comparable).find(|case| case.candidate == *name);
        call.same.iter().find_map(named)
    }
}

/// Whether the run shows anything of it.
pub fn any(page: &Page<'_>, calls: &Calls) -> bool {
    calls.figures.iter().any(|call| calls.today(page, call).is_some())
}

/// The figures beside today's; nothing if the run has none.
pub fn render(page: &Page<'_>, year: u16, calls: &Calls) -> Markup {
    if !any(page, calls) {
        return html! {};
    }
    let projected = calls.figures.iter().any(|call| call.projected_us.is_some());
    html! {
        h3 { (calls.title) }
        p {
            (calls.machine) ". " (parts::capital(&calls.work)) ". Statistic then: " (calls.statistic) ". "
            span class="quiet" { "Source: " (calls.source) "." }
        }
        (parts::scrolled(&calls.title, html! { table class="published" {
            thead { tr {
                th scope="col" { "Then, " (year) }
                th scope="col" { "Message" }
                th scope="col" class="number" { "published" }
                @if projected { th scope="col" class="number" { "thought possible" } }
                th scope="col" { "Now" }
                th scope="col" class="number" { "round trip" }
                th scope="col" class="number" { "then / now" }
            } }
            tbody { @for call in &calls.figures {
                @let today = calls.today(page, call);
                @let now = today.and_then(|case| case.median(EstimateId::TimeNs));
                tr {
                    th scope="row" { (call.name) }
                    td data-label="message" { (call.message) }
                    td class="number" data-label="published" { (micros(call.time_us)) }
                    @if projected {
                        td class="number" data-label="thought possible" {
                            @match call.projected_us {
                                Some([less, more]) => { (micros(less)) " - " (micros(more)) },
                                None => "-",
                            }
                        }
                    }
                    td data-label="now" {
                        @match today {
                            Some(case) => { (case.candidate) " " span class="quiet" { (case.version) } },
                            None => span class="quiet" { "not in this run" },
                        }
                    }
                    td class="number" data-label="round trip" { (shown(now, units::time)) }
                    td class="number" data-label="then / now" {
                        (shown(now, |now| format!("{}x", units::significant(call.time_us * 1e3 / now))))
                    }
                }
            } }
        } }))
    }
}

fn micros(us: f64) -> String {
    units::time(us * 1e3)
}
