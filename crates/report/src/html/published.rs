//! What was published of these messages before, beside what this run shows.

mod calls;
mod compared;
mod stores;

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId};
use wirecost_verdict::binding;

use super::model::{Message, Page, Row, name};
use super::parts::{self, shown};
use crate::historical::{Experiment, experiments};
use crate::published::{Codecs, Figure};
use crate::units;

/// The statistic of some historical experiments, where a run took it.
const HISTORICAL_BEST: EstimateId = EstimateId::HistoricalBestNs;

/// The experiments that a run measures again: what was published of them says nothing to whoever runs another suite.
fn of_run<'a>(page: &Page<'a>) -> impl Iterator<Item = &'static Experiment> + use<'a> {
    let suite = page.run.suite.as_str();
    experiments().iter().filter(move |it| it.is_of(suite))
}

/// Whether the run shows anything of what was published.
pub fn any(page: &Page<'_>) -> bool {
    of_run(page).any(|it| {
        it.codecs.iter().any(|it| message(page, it).is_some())
            || it.comparisons.iter().any(|it| compared::any(page, it))
            || it.calls.iter().any(|it| calls::any(page, it))
            || it.stores.iter().any(|it| stores::any(page, it))
    })
}

fn message<'a, 'b>(page: &'b Page<'a>, codecs: &Codecs) -> Option<&'b Message<'a>> {
    page.messages.iter().find(|message| message.name == codecs.message && !message.rows.is_empty())
}

/// Published figures beside today's, for the messages that the run has.
pub fn render(page: &Page<'_>) -> Markup {
    if !any(page) {
        return html! {};
    }
    // Each with its experiment, which knows the year.
    let codecs = of_run(page).flat_map(|of| of.codecs.iter().map(move |it| (of, it)));
    let comparisons = of_run(page).flat_map(|of| of.comparisons.iter().map(move |it| (of, it)));
    let calls = of_run(page).flat_map(|of| of.calls.iter().map(move |it| (of, it)));
    let stores = of_run(page).flat_map(|of| of.stores.iter().map(move |it| (of, it)));
    html! {
        section id="published" aria-labelledby="published-heading" {
            h2 id="published-heading" { "Then and now" }
            p class="quiet" {
                "Published figures beside those of this run. Machines, languages and the work around the timed part "
                "differ, so a ratio combines two decades of changes in all of them."
            }
            @for (of, it) in codecs {
                @if let Some(message) = message(page, it) { (table(page, of.year, it, message)) }
            }
            @for (of, it) in comparisons { (compared::render(page, of.year, it)) }
            @for (of, it) in calls { (calls::render(page, of.year, it)) }
            @for (of, it) in stores { (stores::render(page, of.year, it)) }
        }
    }
}

fn table(page: &Page<'_>, year: u16, codecs: &Codecs, message: &Message<'_>) -> Markup {
    let sized = codecs.figures.iter().any(|figure| figure.size_bytes.is_some());
    let historical_best = message.rows.iter().any(|row| best(row, &codecs.operations).is_some());
    html! {
        h3 { (codecs.title) }
        p {
            (codecs.machine) ". " (parts::capital(&codecs.work)) ". Statistic then: " (codecs.statistic) ". "
            span class="quiet" { "Source: " (codecs.source) "." }
        }
        (parts::scrolled(&codecs.title, html! { table class="published" {
            thead { tr {
                th scope="col" { "Then, " (year) }
                th scope="col" class="number" { "published" }
                th scope="col" { "Now" }
                th scope="col" class="number" { "measured" }
                @if historical_best { th scope="col" class="number" { "by the statistic of that time" } }
                th scope="col" class="number" { "then / now" }
                @if sized { th scope="col" class="number" { "size then" } th scope="col" class="number" { "size now" } }
            } }
            tbody { @for figure in &codecs.figures {
                @let today = today(message, codecs, figure);
                @let cost = today.as_ref().and_then(|(row, _)| total(page, row, &codecs.operations));
                tr {
                    th scope="row" { (figure.name) }
                    td class="number" data-label="published" { (units::time(figure.time_us * 1e3)) }
                    td data-label="now" {
                        @match &today {
                            Some((row, same)) => {
                                (name(row.head)) " "
                                span class="quiet" { (row.head.version) @if !same { ", lowest median of its kind" } }
                            },
                            None => span class="quiet" { "nothing of its kind in this run" },
                        }
                    }
                    td class="number" data-label="measured" { (shown(cost, units::time)) }
                    @if historical_best {
                        @let best = today.as_ref().and_then(|(row, _)| best(row, &codecs.operations));
                        td class="number" data-label="by the statistic of that time" { (shown(best, units::time)) }
                    }
                    td class="number" data-label="then / now" {
                        (shown(cost, |cost| format!("{}x", units::significant(figure.time_us * 1e3 / cost))))
                    }
                    @if sized {
                        @let size = today.as_ref().and_then(|(row, _)| row.shared(EstimateId::SizeBytes));
                        td class="number" data-label="size then" { (shown(figure.size_bytes, units::size)) }
                        td class="number" data-label="size now" { (shown(size, units::size)) }
                    }
                }
            } }
        } }))
    }
}

/// What is shown beside a figure: the same system, else the fastest of its kind; and whether it is the same.
fn today<'a, 'b>(message: &'b Message<'a>, codecs: &Codecs, figure: &Figure) -> Option<(&'b Row<'a>, bool)> {
    let format = figure.format.as_ref().or(codecs.format.as_ref());
    let kind = |row: &&Row<'_>| binding(row.head) == figure.binding && format.is_none_or(|f| *f == row.head.format);
    // Rows of a binding are in the order of what they cost.
    let rows = || message.rows.iter().filter(kind);
    // Of several names that have all the words, the one with the least besides them: a parser, not its other settings.
    let named = |words: &String| {
        let has_all = |row: &&Row<'_>| words.split(' ').all(|word| row.head.candidate.contains(word));
        rows().filter(has_all).min_by_key(|row| row.head.candidate.len())
    };
    let same = figure.same.iter().find_map(named).map(|row| (row, true));
    same.or_else(|| rows().next().map(|row| (row, false)))
}

/// What a row takes for all of `operations` together, in nanoseconds; none if it lacks one or counts instructions.
fn total(page: &Page<'_>, row: &Row<'_>, operations: &[String]) -> Option<f64> {
    let cost = |operation: &String| {
        let (case, cost) = row.cost(operation)?;
        (wirecost_verdict::cost_estimate(page.run, case) != EstimateId::Instructions).then_some(cost.median)
    };
    operations.iter().map(cost).sum()
}

/// The same by the statistic of the historical experiments.
fn best(row: &Row<'_>, operations: &[String]) -> Option<f64> {
    let best = |case: &CaseDocument| case.median(HISTORICAL_BEST);
    operations.iter().map(|operation| row.cost(operation).and_then(|(case, _)| best(case))).sum()
}
