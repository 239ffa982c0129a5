//! What all messages of a run say together.

use maud::{Markup, html};

use super::parts;
use crate::answer::Answers;
use crate::answer::together::{CAUTION, Mean, Together, together};
use crate::units;

/// A table for each kind of work, on demand; nothing if there are no several messages.
pub fn render(answers: &Answers<'_>) -> Markup {
    let all = together(answers);
    let baseline = answers.baseline.as_deref().unwrap_or_default();
    html! {
        @if !all.is_empty() { details class="together" {
            summary { "All messages together, as geometric means of ratios to " (baseline) }
            @for of in &all { (table(of)) }
            p class="quiet" { (parts::capital(CAUTION)) "." }
        } }
    }
}

fn table(of: &Together<'_>) -> Markup {
    let heading = of.section.heading();
    parts::scrolled(
        &format!("All messages together: {heading}"),
        html! { table class="answers" {
            thead { tr {
                th scope="col" { (heading) }
                th scope="col" class="number" { "Size" }
                @for operation in &of.operations { th scope="col" class="number" { (parts::capital(operation)) } }
            } }
            tbody { @for row in &of.rows { tr {
                th scope="row" { (row.name) }
                td class="number" data-label="Size" { (mean(row.size, of.messages)) }
                @for (operation, cell) in of.operations.iter().zip(&row.cells) {
                    td class="number" data-label=(parts::capital(operation)) { (mean(*cell, of.messages)) }
                }
            } } }
        } },
    )
}

/// A mean with its range, and of how many messages it is if not of all.
fn mean(mean: Option<Mean>, messages: usize) -> Markup {
    let Some(Mean { mean, least, most, messages: of }) = mean else { return html! {} };
    html! {
        (units::ratio(mean)) " "
        span class="quiet" {
            (units::ratio(least)) " to " (units::ratio(most))
            @if of < messages { ", " (of) " of " (messages) " messages" }
        }
    }
}
