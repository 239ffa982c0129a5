//! A comparison of servers as an HTML file.

use wirecost_measure::estimate::median;
use wirecost_report::html::in_turn::{InTurn, Pair, Server, render};

use super::document::Document;
use super::evaluation::Figure;
use super::screen;

/// Points of a server's course through time.
const POINTS: usize = 150;

/// Seconds from the start, and nanoseconds.
type Course = Vec<(f64, f64)>;

/// The page of a comparison.
pub fn of(document: &Document) -> String {
    let of = |what: fn(&Document, usize) -> Option<Course>| {
        let courses = (0..document.servers.len()).map(|server| what(document, server));
        courses.collect::<Option<Vec<_>>>()
    };
    let (cost, courses) = match of(cpu) {
        Some(courses) => ("CPU time per request", courses),
        None => ("Median latency", of(latency).unwrap_or_default()),
    };
    let named = document.servers.iter().map(|server| (server.name.clone(), server.target.clone()));
    let servers = named.zip(courses).map(|((name, target), course)| Server { name, target, course });
    let pairs = document.comparisons.iter().map(|pair| Pair {
        servers: pair.servers,
        sentences: screen::sentences(document, pair),
        rows: screen::rows(document, pair),
    });
    render(
        &InTurn { servers: servers.collect(), pairs: pairs.collect(), conditions: screen::conditions(document) },
        cost,
    )
}

fn cpu(document: &Document, server: usize) -> Option<Course> {
    course(document, server, |slice| Figure::Cpu.of(slice))
}

fn latency(document: &Document, server: usize) -> Option<Course> {
    course(document, server, |slice| Figure::P50.of(slice))
}

/// Medians of neighbouring slices; none if a slice with answers shows nothing.
fn course(document: &Document, server: usize, value: impl Fn(&wirecost_load::Slice) -> Option<f64>) -> Option<Course> {
    let start_ns = document.slices.first().map_or(0, |slice| slice.start_ns);
    let of = document.slices.iter().filter(|slice| slice.server == server && slice.ok > 0);
    let values = of.map(|slice| Some(((slice.start_ns - start_ns) as f64 / 1e9, value(slice)?)));
    let values = values.collect::<Option<Course>>()?;
    let part = |part: &[(f64, f64)]| (part[0].0, median(&part.iter().map(|(_, value)| *value).collect::<Vec<_>>()));
    Some(values.chunks(values.len().div_ceil(POINTS).max(1)).map(part).collect())
}
