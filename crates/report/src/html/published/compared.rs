//! Published comparisons of two formats beside what this run shows of them.

use maud::{Markup, html};
use wirecost_measure::compare::{ALPHA, independent};
use wirecost_model::{CaseDocument, EstimateId};
use wirecost_verdict::{binding, cost_estimate};

use super::super::model::{Message, Page};
use super::super::parts;
use crate::published::{Claim, Comparison};
use crate::{units, words};

impl Comparison {
    /// What the run shows of each claim, message by message: the claim, the message, the finding.
    fn found<'c, 'p>(&'c self, page: &'p Page<'_>) -> Vec<(&'c Claim, &'p str, String)> {
        let messages = || page.messages.iter();
        let of = |claim: &'c Claim| {
            let found =
                move |message: &'p Message<'_>| Some((claim, message.name, self.finding(page, message, claim)?));
            messages().filter_map(found)
        };
        self.claims.iter().flat_map(of).collect()
    }

    fn finding(&self, page: &Page<'_>, message: &Message<'_>, claim: &Claim) -> Option<String> {
        match &claim.operation {
            Some(operation) => {
                let fastest = |format: &str| fastest(message, format, operation, &claim.binding);
                let (first, second) = (fastest(&self.format)?, fastest(&self.against)?);
                let trials = |case: &CaseDocument| case.trial_values(cost_estimate(page.run, case));
                let ratio = independent(&trials(first), &trials(second), ALPHA)?.ratio;
                let (first, second) = (words::name(first), words::name(second));
                let (median, low, high) = (ratio.median, ratio.low, ratio.high);
                Some(format!("{first} {median:.2}x as fast as {second} ({low:.2}-{high:.2})"))
            }
            None => {
                let size = |format: &str| {
                    let rows = message.rows.iter().filter(|row| row.head.format == format && row.is_ranked());
                    rows.filter_map(|row| row.shared(EstimateId::SizeBytes)).reduce(f64::max)
                };
                let (small, large) = (size(&self.format)?, size(&self.against)?);
                let smaller = words::percent(1.0 - small / large);
                Some(format!("{smaller} smaller: {} against {}", units::size(small), units::size(large)))
            }
        }
    }
}

fn fastest<'a>(message: &Message<'a>, format: &str, operation: &str, wanted: &str) -> Option<&'a CaseDocument> {
    let rows = message.rows.iter().filter(|row| row.head.format == format && binding(row.head) == wanted);
    let costs = rows.filter_map(|row| row.cost(operation));
    costs.min_by(|a, b| a.1.median.total_cmp(&b.1.median)).map(|(case, _)| case)
}

/// Whether the run shows anything of it.
pub fn any(page: &Page<'_>, comparison: &Comparison) -> bool {
    !comparison.found(page).is_empty()
}

/// The claims beside the findings; nothing if the run has none.
pub fn render(page: &Page<'_>, year: u16, comparison: &Comparison) -> Markup {
    let found = comparison.found(page);
    html! {
        @if !found.is_empty() {
            h3 { (comparison.title) }
            p { (comparison.machine) "; " (comparison.work) ". "
                span class="quiet" { "Source: " (comparison.source) "." } }
            (parts::scrolled(&comparison.title, html! { table class="published" {
                thead { tr {
                    th scope="col" { "Then, " (year) }
                    th scope="col" { "published" }
                    th scope="col" { "Message" }
                    th scope="col" { "Now" }
                } }
                tbody { @for (claim, message, finding) in &found { tr {
                    th scope="row" { (claim.name) }
                    td data-label="published" { (claim.published) }
                    td data-label="message" { (message) }
                    td data-label="now" { (finding) }
                } } }
            } }))
        }
    }
}
