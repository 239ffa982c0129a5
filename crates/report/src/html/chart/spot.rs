//! A point that says its values where a pointer or the keyboard visits it, and leads to its case.

use maud::{Markup, html};

use super::FINE;

/// The least that a pointer has to meet, as a radius in units of the chart.
const LEAST: i32 = 8 * FINE as i32;

/// A point of a picture that can be visited.
#[derive(Debug)]
pub struct Spot {
    /// Where it is, in units of the chart.
    pub place: (i32, i32),
    /// How far it reaches.
    pub radius: i32,
    /// Its name and values.
    pub says: String,
    /// Where it leads, if anywhere.
    pub link: Option<String>,
}

/// The spots of a picture, in the order in which the keyboard goes through them.
pub fn draw(spots: &[Spot]) -> Markup {
    html! {
        @for Spot { place: (x, y), radius, says, link } in spots {
            @let area = html! { title { (says) } circle cx=(x) cy=(y) r=((*radius).max(LEAST)) {} };
            @match link {
                Some(link) => a class="spot" href=(link) { (area) },
                None => g class="spot" role="img" tabindex="0" { (area) },
            }
        }
    }
}
