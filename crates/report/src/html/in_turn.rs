//! Servers that were loaded in turn, as one HTML file: what was found in words, a picture of it, and how it came about.

use maud::{Markup, html};
use wirecost_measure::estimate::Estimate;

use super::chart::lines::{self, Line};
use super::chart::{Ink, Scale, strip};
use super::model::cost_tick;
use super::parts;
use wirecost_model::EstimateId;

/// The least that the axis of ratios reaches to both sides of 1.
const LEAST_RATIO: f64 = 1.05;

/// A comparison of servers.
#[derive(Debug)]
pub struct InTurn {
    /// The servers, in the order of the command.
    pub servers: Vec<Server>,
    /// The first beside each of the others.
    pub pairs: Vec<Pair>,
    /// Under which conditions they were compared, a sentence each.
    pub conditions: Vec<String>,
}

/// One of the servers.
#[derive(Debug)]
pub struct Server {
    /// What it is called in sentences.
    pub name: String,
    /// Where it listens.
    pub target: String,
    /// What a request cost through the time of the comparison: seconds from its start, and nanoseconds.
    pub course: Vec<(f64, f64)>,
}

/// Two servers beside each other.
#[derive(Debug)]
pub struct Pair {
    /// Their places among the servers.
    pub servers: [usize; 2],
    /// What is said of them, a sentence each.
    pub sentences: Vec<String>,
    /// Their figures.
    pub rows: Vec<Row>,
}

/// A figure of two servers.
#[derive(Debug)]
pub struct Row {
    /// What it is.
    pub name: &'static str,
    /// What each has, with its unit.
    pub amounts: [String; 2],
    /// The second's in units of the first's; none if they are not compared.
    pub ratio: Option<Estimate>,
}

/// The page of a comparison. `cost` says what its course through time shows.
pub fn render(compared: &InTurn, cost: &str) -> String {
    let names: Vec<&str> = compared.servers.iter().map(|server| server.target.as_str()).collect();
    let body = html! {
        header {
            div class="bar" { h1 { "Which server costs less?" } (parts::theme()) }
            p { @for (index, server) in compared.servers.iter().enumerate() {
                @if index > 0 { ", " }
                b { (server.name) } @if server.name != server.target { " is " code { (server.target) } }
            } }
        }
        main {
            @for pair in &compared.pairs { (pair_section(compared, pair)) }
            (course(compared, cost))
            section id="conditions" aria-labelledby="conditions-heading" {
                h2 id="conditions-heading" { "Conditions" }
                ul { @for condition in &compared.conditions { li { (condition) } } }
            }
        }
    };
    super::page(&format!("wirecost: {}", names.join(", ")), &body)
}

fn pair_section(compared: &InTurn, pair: &Pair) -> Markup {
    let [first, second] = pair.servers.map(|server| compared.servers[server].name.as_str());
    let ends = pair.rows.iter().filter_map(|row| row.ratio).flat_map(|ratio| [ratio.high, 1.0 / ratio.low]);
    let scale = Scale::ratios(ends.filter(|end| end.is_finite()).fold(LEAST_RATIO, f64::max));
    let id = format!("{second}-by-{first}");
    html! { section aria-labelledby=(id) {
        h2 id=(id) { (second) " beside " (first) }
        ul { @for sentence in &pair.sentences { li { (sentence) } } }
        (parts::scrolled("Figures of both servers", html! { table class="costs" {
            thead { tr {
                th scope="col" { "Figure" }
                th scope="col" class="number" { (first) }
                th scope="col" class="number" { (second) }
                th scope="col" class="number" { (second) " by " (first) }
                (parts::pictures(strip::axis(&scale, |ratio| format!("{ratio:.2}x"))))
            } }
            tbody { @for row in &pair.rows { tr {
                th scope="row" { (row.name) }
                @for (name, amount) in [first, second].iter().zip(&row.amounts) {
                    td class="number" data-label=(name) { (amount) }
                }
                td class="number" data-label=[row.ratio.map(|_| "ratio")] { @if let Some(Estimate { median, low, high }) = row.ratio {
                    (format!("{median:.3}")) " " span class="quiet" { (format!("{low:.3} to {high:.3}")) }
                } }
                td class="plot" { @if let Some(Estimate { median, low, high }) = row.ratio {
                    (strip::row(&scale, &[vec![strip::Mark::Interval { low, median, high, ink: Ink::Decode }]]))
                } }
            } } }
        } }))
    } }
}

fn course(compared: &InTurn, cost: &str) -> Markup {
    let points = || compared.servers.iter().flat_map(|server| &server.course);
    let across = Scale::linear(points().map(|(at_s, _)| *at_s));
    let up = Scale::logarithmic(points().map(|(_, ns)| *ns));
    html! { section id="course" aria-labelledby="course-heading" {
        h2 id="course-heading" { "Through time" }
        p class="quiet" {
            (cost) ", the median of neighbouring slices. What the machine does beside shows in all servers at the same time."
        }
        (parts::scrolled("Through time", html! { table class="course turns" {
            thead { tr {
                th scope="col" { "Server" }
                (parts::captioned("", strip::axis(&across, |at_s| format!("{at_s} s"))))
            } }
            tbody { @for server in &compared.servers { tr {
                th scope="row" { (server.name) }
                td class="lines" {
                    (lines::cell(&across, &up, time_tick, &[Line { points: server.course.clone(), ink: Ink::Operation }]))
                }
            } } }
        } }))
    } }
}

fn time_tick(ns: f64) -> String {
    cost_tick(EstimateId::TimeNs, ns)
}
