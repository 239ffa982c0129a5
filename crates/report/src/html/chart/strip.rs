//! Charts in the rows of a table: all rows share an axis, which is in the heading.

use maud::{Markup, html};
use plotters::coord::ranged1d::Ranged as _;
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::{Color as _, ShapeStyle};

use super::{Area, Drawn, FINE, Ink, Scale, beside};

const WIDTH: u32 = 400 * FINE;
const HEIGHT: u32 = 28 * FINE;
/// The narrowest that an axis gets, in pixels: the style keeps its column so wide.
const LEAST: f64 = 225.0;
/// The width of a letter of a label, and the gap between labels, in pixels.
const LETTER: f64 = 6.2;
/// See [`LETTER`].
const GAP: f64 = 4.0;

/// What is in a row.
#[derive(Debug, Clone, Copy)]
pub enum Mark {
    /// An interval with its median.
    Interval {
        /// The lower end.
        low: f64,
        /// The median.
        median: f64,
        /// The upper end.
        high: f64,
        /// Its colour; encoding is a diamond, anything else a dot.
        ink: Ink,
    },
    /// A bar.
    Bar {
        /// Where it begins.
        from: f64,
        /// Where it ends.
        to: f64,
        /// Its colour.
        ink: Ink,
    },
    /// Values whose differences are noise: a band behind the marks of its lane.
    Band {
        /// The lower end.
        from: f64,
        /// The upper end.
        to: f64,
        /// Its colour.
        ink: Ink,
    },
    /// A line between two marks.
    Link {
        /// One end.
        from: f64,
        /// The other.
        to: f64,
    },
}

/// A row of lanes, from top to bottom, each with its marks.
pub fn row(scale: &Scale, lanes: &[Vec<Mark>]) -> Markup {
    beside((WIDTH, HEIGHT), |area| {
        grid(area, scale, HEIGHT as i32)?;
        let lane = HEIGHT as i32 / lanes.len().max(1) as i32;
        for (index, marks) in lanes.iter().enumerate() {
            for mark in marks {
                draw(area, scale, *mark, lane * index as i32, lane)?;
            }
        }
        Ok(())
    })
}

/// The axis of the rows: its labels, which keep their size however wide the rows are.
pub fn axis(scale: &Scale, label: impl Fn(f64) -> String) -> Markup {
    let labels = scale.ticks().iter().map(|tick| {
        let left = f64::from(x(scale, *tick)) / f64::from(WIDTH) * 100.0;
        (left, label(*tick))
    });
    html! { div class="axis" aria-hidden="true" {
        @for (left, label) in apart(labels.collect()) {
            @let end = end(left);
            span class=[end] style=(format!("left:{left:.2}%")) { (label) }
        }
    } }
}

/// A label at an end of the axis stays within it.
fn end(left: f64) -> Option<&'static str> {
    match left {
        l if l < 6.0 => Some("first"),
        l if l > 94.0 => Some("last"),
        _ => None,
    }
}

/// The labels, from the left, that overlap none before them on the narrowest axis.
fn apart(labels: Vec<(f64, String)>) -> Vec<(f64, String)> {
    let mut taken = f64::NEG_INFINITY;
    let free = |(left, label): &(f64, String)| {
        let width = (label.chars().count() as f64 * LETTER + GAP) / LEAST * 100.0;
        let from = match end(*left) {
            Some("first") => *left,
            Some(_) => left - width,
            None => left - width / 2.0,
        };
        let is_free = from >= taken;
        if is_free {
            taken = from + width;
        }
        is_free
    };
    let mut free = free;
    labels.into_iter().filter(|it| free(it)).collect()
}

/// The horizontal unit of a value.
fn x(scale: &Scale, value: f64) -> i32 {
    scale.map(&value, (0, WIDTH as i32))
}

fn grid(area: &Area<'_>, scale: &Scale, height: i32) -> Drawn {
    for tick in scale.ticks() {
        let x = x(scale, *tick);
        area.draw(&PathElement::new([(x, 0), (x, height)], Ink::Grid.rgb()))?;
    }
    Ok(())
}

fn draw(area: &Area<'_>, scale: &Scale, mark: Mark, top: i32, lane: i32) -> Drawn {
    let at = |value: f64| x(scale, value);
    let middle = top + lane / 2;
    match mark {
        Mark::Interval { low, median, high, ink } => {
            let (colour, radius) = (ink.rgb(), (4 * FINE as i32).min(lane / 2));
            let (low, high) = (at(low), at(high).max(at(low) + 2));
            let thick = radius * 3 / 4;
            let bar = [(low, middle - thick), (high, middle + thick)];
            area.draw(&Rectangle::new(bar, colour.mix(0.35).filled()))?;
            let x = at(median);
            if ink == Ink::Encode {
                let corners = [(x, middle - radius), (x + radius, middle), (x, middle + radius), (x - radius, middle)];
                area.draw(&Polygon::new(corners, colour))
            } else {
                area.draw(&Circle::new((x, middle), radius - 1, ShapeStyle::from(colour).filled()))
            }
        }
        Mark::Bar { from, to, ink } => {
            let (from, to) = (at(from.min(to)), at(from.max(to)));
            let thick = (lane * 7 / 20).max(2);
            let bar = [(from, middle - thick), (to.max(from + 2), middle + thick)];
            area.draw(&Rectangle::new(bar, ink.rgb().filled()))
        }
        Mark::Band { from, to, ink } => {
            let band = [(at(from), top), (at(to).max(at(from) + 2), top + lane)];
            area.draw(&Rectangle::new(band, ink.rgb().mix(0.18).filled()))
        }
        Mark::Link { from, to } => {
            let style = Ink::Floor.rgb().stroke_width(FINE);
            area.draw(&PathElement::new([(at(from), middle), (at(to), middle)], style))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_overlap_are_left_out() {
        let labels = |at: &[f64]| at.iter().map(|left| (*left, "100 us".to_owned())).collect::<Vec<_>>();
        let kept = |at: &[f64]| apart(labels(at)).into_iter().map(|(left, _)| left).collect::<Vec<_>>();
        assert_eq!(kept(&[10.0, 50.0, 90.0]), [10.0, 50.0, 90.0]);
        assert_eq!(kept(&[10.0, 15.0, 50.0, 55.0, 99.0]), [10.0, 50.0, 99.0]);
        assert_eq!(kept(&[0.0, 12.0, 100.0]), [0.0, 100.0], "those at the ends are pushed inwards");
    }
}
