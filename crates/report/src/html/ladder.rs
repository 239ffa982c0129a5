//! The ladder of XML parsers: what each step from touching the bytes to having the message's own types adds.

use maud::{Markup, html};
use wirecost_model::{Binding, CaseDocument, EstimateDocument};
use wirecost_verdict::binding;

use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::model::{Message, Page, cost_tick, name};
use super::parts;

/// A rung: what is done, and the fastest that does it.
struct Rung<'a> {
    title: &'static str,
    case: &'a CaseDocument,
    cost: EstimateDocument,
}

/// What is done on a rung, and whether a case is on it.
type Work = (&'static str, fn(&CaseDocument) -> bool);

/// The rungs from the least to the most work.
const RUNGS: [Work; 5] = [
    ("bytes scanned", |case| case.is_floor() && case.candidate.ends_with("bytes")),
    ("characters decoded", |case| case.is_floor() && case.candidate.ends_with("chars")),
    ("events", |case| binding(case) == Binding::Events.name()),
    ("tree", |case| binding(case) == Binding::Tree.name()),
    ("own types", |case| binding(case) == Binding::Typed.name()),
];

/// The ladders of a message, one for each language that has floors and parsers.
pub fn render(page: &Page<'_>, message: &Message<'_>) -> Markup {
    let mut languages: Vec<&str> = message.rows.iter().map(|row| row.head.language.as_str()).collect();
    languages.sort_unstable();
    languages.dedup();
    html! {
        @for language in languages {
            @let rungs = rungs(message, language);
            // Without a floor and two rungs above it there is nothing to climb.
            @if rungs.len() > 2 && rungs[0].case.is_floor() { (draw(page, message, language, &rungs)) }
        }
    }
}

fn rungs<'a>(message: &Message<'a>, language: &str) -> Vec<Rung<'a>> {
    let xml = |case: &CaseDocument| case.format == "xml" && case.language == language;
    let cases = message.rows.iter().filter_map(|row| row.cost("decode")).filter(|(case, _)| xml(case));
    let rung = |(title, stands): Work| {
        let fastest = cases.clone().filter(|(case, _)| stands(case)).min_by(|a, b| a.1.median.total_cmp(&b.1.median));
        fastest.map(|(case, cost)| Rung { title, case, cost })
    };
    RUNGS.into_iter().filter_map(rung).collect()
}

fn draw(page: &Page<'_>, message: &Message<'_>, language: &str, rungs: &[Rung<'_>]) -> Markup {
    let scale = Scale::linear(rungs.iter().map(|rung| rung.cost.median));
    let estimate = wirecost_verdict::cost_estimate(page.run, rungs[0].case);
    html! { div {
        h4 { "The ladder of XML, " (language) }
        p class="quiet" {
            "Each rung is the fastest candidate that does this much work. A bar begins where the rung below ends, and its "
            "length is what the step adds; a bar that runs back shows a step that costs less. The range of a step comes "
            "from the ends of both intervals."
        }
        (parts::scrolled(&format!("The ladder of XML, {language}, {}", message.name), html! { table class="ladder" {
            thead { tr {
                th scope="col" { "Rung" }
                (parts::pictures(strip::axis(&scale, |value| cost_tick(estimate, value))))
                th scope="col" class="number" { "decode" }
                th scope="col" class="number" { "step" }
            } }
            tbody { @for (index, rung) in rungs.iter().enumerate() {
                @let below = index.checked_sub(1).map(|below| &rungs[below]);
                tr {
                    th scope="row" { (rung.title) " " span class="quiet" { (name(rung.case)) " " (rung.case.version) } }
                    td class="plot" { (strip::row(&scale, &[vec![bar(rung, below)]])) }
                    td class="number" data-label="decode" { (page.amount(rung.case, rung.cost.median)) }
                    td class="number" data-label="step" {
                        @if let Some(below) = below { (step(page, rung, below)) } @else { "-" }
                    }
                }
            } }
        } }))
    } }
}

fn bar(rung: &Rung<'_>, below: Option<&Rung<'_>>) -> Mark {
    let from = below.map_or(0.0, |below| below.cost.median);
    let ink = if rung.case.is_floor() { Ink::Floor } else { Ink::of_binding(binding(rung.case)) };
    Mark::Bar { from, to: rung.cost.median, ink }
}

fn step(page: &Page<'_>, rung: &Rung<'_>, below: &Rung<'_>) -> Markup {
    let signed = |value: f64| {
        let sign = if value < 0.0 { "-" } else { "+" };
        format!("{sign}{}", page.amount(rung.case, value.abs()))
    };
    let (upper, lower) = (rung.cost, below.cost);
    html! {
        (signed(upper.median - lower.median))
        div class="quiet" { (signed(upper.low - lower.high)) " to " (signed(upper.high - lower.low)) }
    }
}
