//! Several lines in one picture, with different colours and dashes, each with its name in the legend.

use maud::{Markup, html};

use super::frame::{Axis, frame};
use super::spot::{self, Spot};
use super::{FINE, Scale, explored};

const SIZE: (u32, u32) = (400 * FINE, 280 * FINE);
const RADIUS: i32 = 3 * FINE as i32;

/// How many colours there are. More lines would look alike.
pub const COLOURS: usize = 8;

/// A line.
#[derive(Debug)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its colour, less than [`COLOURS`].
    pub colour: usize,
    /// Whether it is dashed.
    pub dashed: bool,
    /// Its points: across and upwards.
    pub points: Vec<(f64, f64)>,
    /// Where its points lead, if anywhere.
    pub link: Option<String>,
}

/// What a picture of lines is made of.
pub struct Picture<'a> {
    /// Its name.
    pub title: &'a str,
    /// The axis to the right.
    pub across: (Scale, Axis<'a>),
    /// The axis upwards.
    pub up: (Scale, Axis<'a>),
    /// Whether each point can be visited; else only the lines are drawn.
    pub spots: bool,
}

/// The picture; nothing if no line has two points.
pub fn draw(picture: Picture<'_>, series: &[Series]) -> Markup {
    if series.iter().all(|series| series.points.len() < 2) {
        return html! {};
    }
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let description = format!("{} lines: {}. The tables hold the figures.", names.len(), names.join(", "));
    let Picture { title, across: (x, across), up: (y, up), spots } = picture;
    html! { figure class="overlay" {
        figcaption { (title) }
        (explored(title, &description, SIZE, |area| {
            let frame = frame(area, (x, &across), (y, &up))?;
            let at = |(across, up): &(f64, f64)| frame.backend_coord(&(*across, *up));
            let visited: Vec<Spot> = series.iter().filter(|_| spots).flat_map(|series| {
                let of = |point: &(f64, f64)| Spot {
                    place: at(point),
                    radius: RADIUS,
                    says: format!("{}, {}: {}", series.name, (across.label)(point.0), (up.label)(point.1)),
                    link: series.link.clone(),
                };
                series.points.iter().map(of).collect::<Vec<_>>()
            }).collect();
            Ok(html! {
                @for series in series {
                    @let places: Vec<(i32, i32)> = series.points.iter().map(at).collect();
                    @let points: Vec<String> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
                    g class=(class(series)) {
                        polyline points=(points.join(" ")) {}
                        @if spots { @for (x, y) in &places { circle cx=(x) cy=(y) r=(RADIUS) {} } }
                    }
                }
                (spot::draw(&visited))
            })
        }))
    } }
}

fn class(series: &Series) -> String {
    format!("line s{}{}", series.colour % COLOURS, if series.dashed { " dashed" } else { "" })
}

/// The names of the lines, each with its colour.
pub fn legend(series: &[&Series]) -> Markup {
    html! { ul class="series" { @for series in series { li class=(class(series)) { (series.name) } } } }
}
