//! Cases over earlier runs.

use maud::{Markup, html};
use wirecost_verdict::change::changes;
use wirecost_verdict::history::History;

use super::chart::spark;
use super::model::amount;
use super::{Medium, served};
use crate::words::percent;

/// How many cases are shown before the rest folds away.
const SHOWN: usize = 12;

/// How many are drawn at all: a page must stay small enough to open at once.
const DRAWN: usize = 300;

/// The cases that more than one run has, those first that changed most.
pub fn render(histories: &[History], place: Medium) -> Markup {
    html! {
        @if histories.iter().any(|history| history.points.len() > 1) { section id="history" aria-labelledby="history-heading" {
            h2 id="history-heading" { "History" }
            p class="quiet" {
                "Cases over the runs of this machine, the earliest run first, each on its own axis. Cases that changed most "
                "from the first run to the last come first. Runs were never interleaved: " code { "wirecost compare" } " and "
                code { "wirecost gate" } " say how far to trust a difference."
            }
            (list(histories, place))
        } }
    }
}

/// The pictures of the cases that more than one run has.
pub fn list(histories: &[History], place: Medium) -> Markup {
    let all = histories;
    let mut histories: Vec<&History> = all.iter().filter(|history| history.points.len() > 1).collect();
    histories.sort_by(|a, b| change(b).abs().total_cmp(&change(a).abs()));
    let (first, rest) = histories.split_at(histories.len().min(SHOWN));
    let (rest, beyond) = rest.split_at(rest.len().min(DRAWN - SHOWN));
    html! {
        (charts(first, all, place))
        @if !rest.is_empty() { details { summary { (rest.len()) " more cases" } (charts(rest, all, place)) } }
        @if !beyond.is_empty() {
            p class="quiet" { (beyond.len()) " cases that changed less are not drawn; " code { "wirecost history" } " shows each." }
        }
    }
}

/// The logarithm of what the last costs in units of the first.
fn change(history: &History) -> f64 {
    let ends = history.points.first().zip(history.points.last());
    ends.map_or(0.0, |(first, last)| (last.cost.median / first.cost.median).ln())
}

fn charts(histories: &[&History], all: &[History], place: Medium) -> Markup {
    html! { ul class="sparks" { @for history in histories {
        @let points: Vec<_> = history.points.iter().map(|p| (p.cost.low, p.cost.median, p.cost.high)).collect();
        @let medians: Vec<String> = history.points.iter().map(|p| amount(history.estimate, p.cost.median)).collect();
        li {
            b { @match place {
                Medium::Served => a href=(served::history(&history.key)) { (history.name(all)) },
                Medium::File => (history.name(all)),
            } }
            (spark::draw(&history.name(all), &format!("{} runs: {}", points.len(), medians.join(", ")), &points))
            span { (medians.first().map_or("", String::as_str)) " to " (medians.last().map_or("", String::as_str))
                " over " (points.len()) " runs" }
            @for change in changes(history) {
                div { (percent((change.ratio - 1.0).abs())) @if change.ratio > 1.0 { " slower" } @else { " faster" }
                    " since run " (history.points[change.at].run_id) }
            }
            @let versions = versions(history);
            @if versions.len() > 1 { div class="quiet" { "versions " (versions.join(", ")) } }
        }
    } } }
}

fn versions(history: &History) -> Vec<&str> {
    let mut versions: Vec<&str> = history.points.iter().map(|point| point.version.as_str()).collect();
    versions.dedup();
    versions
}
