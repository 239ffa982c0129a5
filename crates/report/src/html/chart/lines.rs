//! Lines in the cells of a table: all rows share both axes. The horizontal axis is in the heading, the vertical one in each cell.

use maud::Markup;
use plotters::coord::ranged1d::Ranged as _;
use plotters::element::{PathElement, Text};
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, VPos};

use super::{FINE, Ink, Scale, beside, text};

const WIDTH: i32 = 300 * FINE as i32;
const HEIGHT: i32 = 84 * FINE as i32;
/// Height of a label, in pixels.
const LABEL: f64 = 10.0;
/// More labels than that would not fit above each other.
const MOST_LABELS: usize = 5;

/// A line.
#[derive(Debug)]
pub struct Line {
    /// Its points: across and upwards.
    pub points: Vec<(f64, f64)>,
    /// Its colour.
    pub ink: Ink,
}

/// The lines of a cell, and what the values upwards are called.
pub fn cell(across: &Scale, up: &Scale, label: fn(f64) -> String, lines: &[Line]) -> Markup {
    let x = |value: f64| across.map(&value, (0, WIDTH));
    let y = |value: f64| up.map(&value, (HEIGHT, 0));
    beside((WIDTH as u32, HEIGHT as u32), |area| {
        for tick in across.ticks() {
            area.draw(&PathElement::new([(x(*tick), 0), (x(*tick), HEIGHT)], Ink::Grid.rgb()))?;
        }
        let every = up.ticks().len().div_ceil(MOST_LABELS).max(1);
        let labelled = || up.ticks().iter().step_by(every).map(|tick| (*tick, y(*tick)));
        for (_, height) in labelled() {
            area.draw(&PathElement::new([(0, height), (WIDTH, height)], Ink::Grid.rgb()))?;
        }
        for line in lines {
            let points: Vec<(i32, i32)> = line.points.iter().map(|(across, up)| (x(*across), y(*up))).collect();
            area.draw(&PathElement::new(points, line.ink.rgb().stroke_width(FINE)))?;
        }
        // Above the lines, which the style keeps off them; one at the upper edge would be cut.
        let room = (LABEL * 1.3 * f64::from(FINE)) as i32;
        for (tick, height) in labelled().filter(|(_, height)| *height >= room) {
            let style = text(LABEL, Ink::Quiet, HPos::Left, VPos::Bottom);
            area.draw(&Text::new(label(tick), (FINE as i32, height), style))?;
        }
        Ok(())
    })
}
