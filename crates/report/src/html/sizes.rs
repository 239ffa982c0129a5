//! The sizes of a message in each format: as it is, under gzip, under zstd.

use maud::{Markup, html};
use wirecost_verdict::binding;

use super::chart::strip::{self, Mark};
use super::chart::{Ink, Scale};
use super::model::{Message, size_tick};
use super::parts;
use crate::units;

/// The estimates that are sizes, with their names and colours.
const SIZES: [(&str, &str, Ink); 3] =
    [("size_bytes", "plain", Ink::Plain), ("gzip_bytes", "gzip", Ink::Gzip), ("zstd_bytes", "zstd", Ink::Zstd)];

/// A format with its three sizes, and who writes it so.
type Format<'a> = (&'a str, [Option<f64>; 3], Vec<&'a str>);

/// The sizes of a message, the smallest first.
pub fn render(message: &Message<'_>) -> Markup {
    let formats = formats(message);
    let scale = Scale::linear(formats.iter().flat_map(|(_, sizes, _)| sizes.iter().flatten().copied()));
    html! {
        @if !formats.is_empty() { div {
            h4 { "Sizes" }
            p class="legend" {
                @for (_, name, ink) in SIZES { span class={ "key " (ink.name()) } { (name) } " " }
            }
            (parts::scrolled(&format!("Sizes of {}", message.name), html! { table class="sizes" {
                thead { tr {
                    th scope="col" { "Format" }
                    (parts::pictures(strip::axis(&scale, size_tick)))
                    @for (_, name, _) in SIZES { th scope="col" class="number" { (name) } }
                } }
                tbody { @for (format, sizes, candidates) in &formats { tr {
                    th scope="row" title=(candidates.join(", ")) { (format) }
                    td class="plot" { (strip::row(&scale, &lanes(sizes))) }
                    @for (size, (_, name, _)) in sizes.iter().zip(SIZES) {
                        td class="number" data-label=(name) { (parts::shown(*size, units::size)) }
                    }
                } } }
            } }))
        } }
    }
}

fn lanes(sizes: &[Option<f64>; 3]) -> Vec<Vec<Mark>> {
    let bar = |size: Option<f64>, ink: Ink| size.map(|to| Mark::Bar { from: 0.0, to, ink });
    sizes.iter().zip(SIZES).map(|(size, (.., ink))| bar(*size, ink).into_iter().collect()).collect()
}

fn formats<'a>(message: &Message<'a>) -> Vec<Format<'a>> {
    let mut formats: Vec<Format<'a>> = Vec::new();
    for row in message.rows.iter().filter(|row| binding(row.head) != "floor" && !row.head.is_control()) {
        let sizes = SIZES.map(|(estimate, ..)| row.shared(estimate));
        if sizes[0].is_none() {
            continue;
        }
        match formats.iter_mut().find(|(format, known, _)| *format == row.head.format && *known == sizes) {
            Some((.., candidates)) => candidates.push(&row.head.candidate),
            None => formats.push((&row.head.format, sizes, vec![&row.head.candidate])),
        }
    }
    formats.sort_by(|a, b| a.1[0].unwrap_or(0.0).total_cmp(&b.1[0].unwrap_or(0.0)));
    formats
}
