//! What was published of these messages before, beside what this run shows.

mod calls;
mod compared;

use maud::{Markup, html};
use serde::Deserialize;
use wirecost_model::{CaseDocument, EstimateId};
use wirecost_verdict::binding;

use super::model::{Message, Page, Row, name};
use super::parts::{self, shown};
use crate::units;
use calls::Calls;
use compared::Comparison;

#[derive(Deserialize)]
struct Published {
    experiment: Vec<Experiment>,
    comparison: Vec<Comparison>,
    calls: Vec<Calls>,
}

/// An experiment and where it was published.
#[derive(Deserialize)]
struct Experiment {
    title: String,
    source: String,
    machine: String,
    year: u16,
    statistic: String,
    work: String,
    message: String,
    /// Those whose costs today add up to what was timed then.
    operations: Vec<String>,
    /// The format of all its figures, unless they say their own.
    format: Option<String>,
    figures: Vec<Figure>,
}

/// A published figure.
#[derive(Deserialize)]
struct Figure {
    name: String,
    time_us: f64,
    size_bytes: Option<f64>,
    binding: String,
    format: Option<String>,
    /// Candidates that are the same system, the closest first: the words that all stand in a name.
    same: Vec<String>,
}

/// The statistic of the experiments of 2001, where a run took it.
const HISTORICAL_BEST: EstimateId = EstimateId::HistoricalBestNs;

/// All that was published; nothing where the file in this program is broken, which a test excludes.
fn published() -> Published {
    let file = toml::from_str(include_str!("published.toml"));
    file.unwrap_or_else(|_| Published { experiment: Vec::new(), comparison: Vec::new(), calls: Vec::new() })
}

/// Whether the run shows anything of what was published.
pub fn any(page: &Page<'_>) -> bool {
    let Published { experiment, comparison, calls } = published();
    experiment.iter().any(|it| message(page, it).is_some())
        || comparison.iter().any(|it| compared::any(page, it))
        || calls.iter().any(|it| calls::any(page, it))
}

fn message<'a, 'b>(page: &'b Page<'a>, experiment: &Experiment) -> Option<&'b Message<'a>> {
    page.messages.iter().find(|message| message.name == experiment.message && !message.rows.is_empty())
}

/// Published figures beside today's, for the messages that the run has.
pub fn render(page: &Page<'_>) -> Markup {
    if !any(page) {
        return html! {};
    }
    let Published { experiment, comparison, calls } = published();
    html! {
        section id="published" aria-labelledby="published-heading" {
            h2 id="published-heading" { "Then and now" }
            p class="quiet" {
                "Published figures beside those of this run. Machines, languages and the work around the timed part "
                "differ, so a ratio combines two decades of changes in all of them."
            }
            @for experiment in &experiment {
                @if let Some(message) = message(page, experiment) { (table(page, experiment, message)) }
            }
            @for comparison in &comparison { (compared::render(page, comparison)) }
            @for calls in &calls { (calls::render(page, calls)) }
        }
    }
}

fn table(page: &Page<'_>, experiment: &Experiment, message: &Message<'_>) -> Markup {
    let sized = experiment.figures.iter().any(|figure| figure.size_bytes.is_some());
    let historical_best = message.rows.iter().any(|row| best(row, &experiment.operations).is_some());
    html! {
        h3 { (experiment.title) }
        p {
            (experiment.machine) ". " (super::capital(&experiment.work)) ". Statistic then: " (experiment.statistic) ". "
            span class="quiet" { "Source: " (experiment.source) "." }
        }
        (parts::scrolled(&experiment.title, html! { table class="published" {
            thead { tr {
                th scope="col" { "Then, " (experiment.year) }
                th scope="col" class="number" { "published" }
                th scope="col" { "Now" }
                th scope="col" class="number" { "measured" }
                @if historical_best { th scope="col" class="number" { "by the statistic of that time" } }
                th scope="col" class="number" { "then / now" }
                @if sized { th scope="col" class="number" { "size then" } th scope="col" class="number" { "size now" } }
            } }
            tbody { @for figure in &experiment.figures {
                @let today = today(message, experiment, figure);
                @let cost = today.as_ref().and_then(|(row, _)| total(page, row, &experiment.operations));
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
                        @let best = today.as_ref().and_then(|(row, _)| best(row, &experiment.operations));
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

/// What stands beside a figure: the same system, else the fastest of its kind; and whether it is the same.
fn today<'a, 'b>(message: &'b Message<'a>, experiment: &Experiment, figure: &Figure) -> Option<(&'b Row<'a>, bool)> {
    let format = figure.format.as_ref().or(experiment.format.as_ref());
    let kind = |row: &&Row<'_>| binding(row.head) == figure.binding && format.is_none_or(|f| *f == row.head.format);
    // Rows of a binding stand in the order of what they cost.
    let rows = || message.rows.iter().filter(kind);
    let named = |words: &String| rows().find(|row| words.split(' ').all(|word| row.head.candidate.contains(word)));
    let same = figure.same.iter().find_map(named).map(|row| (row, true));
    same.or_else(|| rows().next().map(|row| (row, false)))
}

/// What a row takes for all of `operations` together, in nanoseconds; none where it lacks one or counts instructions.
fn total(page: &Page<'_>, row: &Row<'_>, operations: &[String]) -> Option<f64> {
    let cost = |operation: &String| {
        let (case, cost) = row.cost(operation)?;
        (wirecost_verdict::cost_estimate(page.run, case) != EstimateId::Instructions).then_some(cost.median)
    };
    operations.iter().map(cost).sum()
}

/// The same by the statistic of 2001.
fn best(row: &Row<'_>, operations: &[String]) -> Option<f64> {
    let best = |case: &CaseDocument| case.median(HISTORICAL_BEST);
    operations.iter().map(|operation| row.cost(operation).and_then(|(case, _)| best(case))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_a_source_a_machine_and_a_year() {
        let file: Published = toml::from_str(include_str!("published.toml")).unwrap();
        assert!(file.experiment.len() > 2 && !file.comparison.is_empty());
        for it in &file.comparison {
            assert!(!it.source.is_empty() && !it.machine.is_empty() && it.year > 1990 && !it.claims.is_empty());
        }
        for it in &file.calls {
            assert!(!it.source.is_empty() && !it.machine.is_empty() && it.year > 1990 && !it.figures.is_empty());
            assert!(it.figures.iter().all(|call| call.time_us > 0.0 && !call.same.is_empty()));
        }
        for experiment in file.experiment {
            assert!(!experiment.source.is_empty() && !experiment.machine.is_empty() && experiment.year > 1990);
            assert!(
                !experiment.figures.is_empty()
                    && experiment.figures.iter().all(|f| f.time_us > 0.0 && !f.same.is_empty())
            );
        }
    }
}
