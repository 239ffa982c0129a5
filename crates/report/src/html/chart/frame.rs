//! The frame of a picture with two axes: grid, labels and titles.

use plotters::chart::ChartContext;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::{ChartBuilder, SVGBackend};
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, DrawError, FINE, Ink, Scale, text};

/// The height of letters in pixels, where the picture has its own size.
const LETTERS: f64 = 11.5;

/// An axis in words and numbers.
pub struct Axis<'a> {
    /// What it shows.
    pub title: &'a str,
    /// A value with its unit.
    pub label: &'a dyn Fn(f64) -> String,
}

/// Where things are drawn within a frame.
pub type Frame<'a, 'd> = ChartContext<'a, SVGBackend<'d>, Cartesian2d<Scale, Scale>>;

/// Draws a frame, and maps values to places in it.
///
/// # Errors
/// If plotters cannot draw.
pub fn frame<'a, 'd>(
    area: &'a Area<'d>,
    (x, across): (Scale, &Axis<'_>),
    (y, up): (Scale, &Axis<'_>),
) -> Result<Frame<'a, 'd>, DrawError> {
    let mut chart = ChartBuilder::on(area)
        .margin(4 * FINE)
        .margin_right(16 * FINE)
        .x_label_area_size(36 * FINE)
        .y_label_area_size(60 * FINE)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(Ink::Grid.rgb().mix(0.0))
        .bold_line_style(Ink::Grid.rgb())
        .axis_style(Ink::Quiet.rgb())
        .label_style(text(LETTERS, Ink::Quiet, HPos::Center, VPos::Top))
        .axis_desc_style(text(LETTERS, Ink::Text, HPos::Center, VPos::Top))
        .x_label_formatter(&|value| (across.label)(*value))
        .y_label_formatter(&|value| (up.label)(*value))
        .x_desc(across.title)
        .y_desc(up.title)
        .draw()?;
    Ok(chart)
}
