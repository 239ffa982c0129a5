//! The sizes of a message in each format: as it is, under gzip, under zstd, and what compressing takes.

use maud::{Markup, html};
use wirecost_model::EstimateId;

use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::model::{Message, Row, size_tick};
use super::parts;
use crate::units;

/// A way to write a message: its name, the estimates of its size and of the time it takes, its colour.
struct Way {
    name: &'static str,
    size: EstimateId,
    /// None where it takes none.
    time: Option<EstimateId>,
    ink: Ink,
}

const WAYS: [Way; 3] = [
    Way { name: "plain", size: EstimateId::SizeBytes, time: None, ink: Ink::Plain },
    Way { name: "gzip", size: EstimateId::GzipBytes, time: Some(EstimateId::GzipNs), ink: Ink::Gzip },
    Way { name: "zstd", size: EstimateId::ZstdBytes, time: Some(EstimateId::ZstdNs), ink: Ink::Zstd },
];

/// A format with its three sizes.
struct Format<'a> {
    name: &'a str,
    sizes: [Option<f64>; 3],
    /// Who writes it so.
    rows: Vec<&'a Row<'a>>,
}

impl Format<'_> {
    /// The least time that a way took: the bytes are the same for all candidates.
    fn time(&self, way: &Way) -> Option<f64> {
        let time = way.time?;
        self.rows.iter().filter_map(|row| row.shared(time)).reduce(f64::min)
    }
}

/// The sizes of a message, the smallest first.
pub fn render(message: &Message<'_>) -> Markup {
    let formats = formats(message);
    let scale = Scale::linear(formats.iter().flat_map(|format| format.sizes.into_iter().flatten()));
    html! {
        @if !formats.is_empty() { div {
            h4 { "Sizes" }
            p class="legend" {
                @for way in &WAYS { span class={ "key " (way.ink.name()) } { (way.name) } " " }
                span class="quiet" { "gzip at level 6, zstd at level 3, of the message alone" }
            }
            (parts::scrolled(&format!("Sizes of {}", message.name), html! { table class="sizes" {
                thead { tr {
                    th scope="col" { "Format" }
                    (parts::pictures(strip::axis(&scale, size_tick)))
                    @for way in &WAYS { th scope="col" class="number" { (way.name) } }
                } }
                tbody { @for format in &formats { tr {
                    @let candidates: Vec<&str> = format.rows.iter().map(|row| &*row.head.candidate).collect();
                    th scope="row" title=(candidates.join(", ")) { (format.name) }
                    td class="plot" { (strip::row(&scale, &lanes(&format.sizes))) }
                    @for (size, way) in format.sizes.iter().zip(&WAYS) {
                        td class="number" data-label=(way.name) {
                            (parts::shown(*size, units::size))
                            @if let Some(time) = format.time(way) { div class="quiet" { "in " (units::time(time)) } }
                        }
                    }
                } } }
            } }))
        } }
    }
}

fn lanes(sizes: &[Option<f64>; 3]) -> Vec<Vec<Mark>> {
    let bar = |size: Option<f64>, ink: Ink| size.map(|to| Mark::Bar { from: 0.0, to, ink });
    sizes.iter().zip(&WAYS).map(|(size, way)| bar(*size, way.ink).into_iter().collect()).collect()
}

fn formats<'a>(message: &'a Message<'a>) -> Vec<Format<'a>> {
    let mut formats: Vec<Format<'a>> = Vec::new();
    for row in message.rows.iter().filter(|row| !row.head.is_floor() && !row.head.is_control()) {
        let sizes = WAYS.map(|way| row.shared(way.size));
        if sizes[0].is_none() {
            continue;
        }
        match formats.iter_mut().find(|format| format.name == row.head.format && format.sizes == sizes) {
            Some(format) => format.rows.push(row),
            None => formats.push(Format { name: &row.head.format, sizes, rows: vec![row] }),
        }
    }
    formats.sort_by(|a, b| a.sizes[0].unwrap_or(0.0).total_cmp(&b.sizes[0].unwrap_or(0.0)));
    formats
}
