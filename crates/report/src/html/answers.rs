//! The first screen: what is smallest and what is fastest, and how much of the one the other costs.

use maud::{Markup, html};
use wirecost_model::{Binding, CaseDocument, EstimateId};
use wirecost_verdict::group::{Group, Ranked, sizes};

use super::model::{Message, Page, meaning, name};
use super::parts;
use crate::{units, words};

/// How many names a cell holds before the rest folds away.
const NAMES: usize = 3;

/// The answers for all messages.
pub fn render(page: &Page<'_>) -> Markup {
    let operations = operations(page);
    html! {
        (parts::scrolled("Smallest and fastest of each binding", html! { table class="answers" {
            caption {
                "Smallest and fastest, for each message and each kind of binding. Bindings are different work and are "
                "never ranked together."
            }
            thead { tr {
                th scope="col" { "Binding" }
                th scope="col" { "Smallest" }
                @for operation in &operations { th scope="col" { "Fastest to " (operation) } }
            } }
            @for message in page.messages.iter() { tbody {
                tr class="of" { th scope="rowgroup" colspan=(operations.len() + 2) {
                    a href={ "#" (message.anchor) } { (message.name) }
                } }
                @let bindings = message.bindings();
                @for binding in bindings.into_iter().filter(|binding| is_ranked(page, message, binding)) { tr {
                    th scope="row" title=(meaning(binding)) { (binding) }
                    td data-label="Smallest" { (smallest(page, message, binding)) }
                    @for operation in &operations {
                        td data-label={ "Fastest to " (operation) } {
                            @let groups = page.groups(message.name, operation, binding);
                            @if groups.is_empty() { span class="quiet" { "not measured" } }
                            @for group in groups { (fastest(page, group)) }
                        }
                    }
                } }
            } }
        } }))
    }
}

/// The operations of all messages, each once.
fn operations<'a>(page: &Page<'a>) -> Vec<&'a str> {
    let mut operations: Vec<&'a str> = Vec::new();
    for operation in page.messages.iter().flat_map(|message| &message.operations) {
        if !operations.contains(operation) {
            operations.push(operation);
        }
    }
    operations
}

fn is_ranked(page: &Page<'_>, message: &Message<'_>, binding: &str) -> bool {
    Binding::named(binding).is_some_and(Binding::is_work)
        || page.groups.iter().any(|g| g.message == message.name && g.binding == binding)
}

/// The format with the fewest bytes. Sizes are exact: equal ones are ties, and others are not.
fn smallest(page: &Page<'_>, message: &Message<'_>, binding: &str) -> Markup {
    let of_binding = |case: &&CaseDocument| wirecost_verdict::binding(case) == binding;
    let all = sizes(page.run, message.name, EstimateId::SizeBytes);
    let mut sizes = all.iter().filter_map(|(size, cases)| {
        let cases: Vec<&CaseDocument> = cases.iter().copied().filter(of_binding).collect();
        (!cases.is_empty()).then_some((*size, cases))
    });
    let Some((size, cases)) = sizes.next() else { return html! { span class="quiet" { "not known" } } };
    let mut formats: Vec<&str> = cases.iter().map(|case| case.format.as_str()).collect();
    formats.dedup();
    let mut names: Vec<String> = cases.iter().map(|case| words::name(case)).collect();
    names.sort();
    names.dedup();
    let next = sizes.next();
    html! {
        b { (formats.join(", ")) } " " span class="figure" { (units::size(size)) }
        div class="quiet" {
            (some(&names))
            @if let Some((next, cases)) = next {
                "; next " (cases[0].format) ", " (units::size(next))
            }
        }
    }
}

/// The winner and by how much; or that none is shown, and who ties. Cases that are too fast to rank come first: they are
/// faster than any winner.
fn fastest(page: &Page<'_>, group: &Group<'_>) -> Markup {
    html! {
        @if let Some(apart) = group.apart { div class="quiet" { (apart) } }
        @if let Some(too_fast) = words::too_fast(group, NAMES) { div { (too_fast) } }
        @if let Some(first) = group.fastest { (ranked(page, group, first)) }
    }
}

/// What is shown of those that are ranked.
fn ranked(page: &Page<'_>, group: &Group<'_>, first: Ranked<'_>) -> Markup {
    let Ranked { case, cost } = first;
    let mut slower = group.slower();
    let next = slower.next().and_then(|next| Some((next.ranked, next.comparison?)));
    let open = !words::leads_alone(group);
    html! {
        @if group.winner().is_some() { b { (name(case)) } } @else { (name(case)) }
        " " span class="quiet" { (case.version) } " "
        span class="figure" { (page.amount(case, cost.median)) }
        @if let Some(interval) = page.interval(case, &cost) { " " span class="quiet figure" { "(" (interval) ")" } }
        div class="quiet" {
            @if group.others.is_empty() { "nothing to compare it with" }
            @if open { span class="tie" { "no winner shown" } ": " (words::unbeaten(group, NAMES)) }
            @if let Some((other, comparison)) = next {
                @if open { "; " }
                (words::faster(&comparison, &words::name(other.case)))
            }
        }
    }
}

/// The first few of some names, the others on demand.
fn some(names: &[String]) -> Markup {
    let (first, rest) = names.split_at(names.len().min(NAMES));
    html! {
        (first.join(", "))
        @if !rest.is_empty() { " and " span title=(rest.join(", ")) { (rest.len()) " more" } }
    }
}
