//! Points with names on two logarithmic axes, and the front of those that none beats in both.

use maud::Markup;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::ChartBuilder;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color as _, ShapeStyle};

use super::labels::Labels;
use super::{Area, Drawn, FINE, Ink, Scale, figure, text};

const SIZE: (u32, u32) = (460 * FINE, 330 * FINE);
const RADIUS: i32 = 5 * FINE as i32;

/// A point.
#[derive(Debug, Clone)]
pub struct Point {
    /// Across: low, median, high.
    pub x: (f64, f64, f64),
    /// Up.
    pub y: f64,
    /// Its name.
    pub name: String,
    /// Its series.
    pub ink: Ink,
    /// Whether no other of its series is less in both.
    pub front: bool,
}

/// An axis in words and numbers.
pub struct Axis<'a> {
    /// What it shows.
    pub title: &'a str,
    /// A value with its unit.
    pub label: &'a dyn Fn(f64) -> String,
}

/// The front of points of one series: those that no other equals or beats in both and beats in one.
pub fn mark_front(points: &mut [Point]) {
    let others: Vec<(Ink, f64, f64)> = points.iter().map(|p| (p.ink, p.x.1, p.y)).collect();
    for point in points {
        let beaten = |(ink, x, y): &(Ink, f64, f64)| {
            *ink == point.ink && *x <= point.x.1 && *y <= point.y && (*x < point.x.1 || *y < point.y)
        };
        point.front = !others.iter().any(beaten);
    }
}

/// The chart.
pub fn draw(title: &str, description: &str, points: &[Point], across: &Axis<'_>, up: &Axis<'_>) -> Markup {
    figure(title, description, SIZE, |area| draw_on(area, points, across, up))
}

fn draw_on(area: &Area<'_>, points: &[Point], across: &Axis<'_>, up: &Axis<'_>) -> Drawn {
    let x = Scale::logarithmic(points.iter().flat_map(|p| [p.x.0, p.x.1, p.x.2]));
    let y = Scale::logarithmic(points.iter().map(|p| p.y)).with_room(0.1);
    let small = text(11.0, Ink::Quiet, HPos::Center, VPos::Top);
    let mut chart = ChartBuilder::on(area)
        .margin(4 * FINE)
        .margin_right(16 * FINE)
        .x_label_area_size(34 * FINE)
        .y_label_area_size(58 * FINE)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(Ink::Grid.rgb().mix(0.0))
        .bold_line_style(Ink::Grid.rgb())
        .axis_style(Ink::Quiet.rgb())
        .label_style(small.clone())
        .axis_desc_style(text(11.0, Ink::Text, HPos::Center, VPos::Top))
        .x_label_formatter(&|value| (across.label)(*value))
        .y_label_formatter(&|value| (up.label)(*value))
        .x_desc(across.title)
        .y_desc(up.title)
        .draw()?;
    let at = |value: f64, height: f64| chart.backend_coord(&(value, height));
    for ink in [Ink::Typed, Ink::Dynamic, Ink::Tree, Ink::Events] {
        let mut front: Vec<(i32, i32)> =
            points.iter().filter(|p| p.front && p.ink == ink).map(|p| at(p.x.1, p.y)).collect();
        front.sort_unstable();
        area.draw(&PathElement::new(stairs(&front), ink.rgb().mix(0.55).stroke_width(FINE)))?;
    }
    for point in points {
        let interval = [at(point.x.0, point.y), at(point.x.2, point.y)];
        area.draw(&PathElement::new(interval, point.ink.rgb().mix(0.5).stroke_width(FINE)))?;
        draw_point(area, point, at(point.x.1, point.y))?;
    }
    let (across, up) = chart.plotting_area().get_pixel_range();
    let places: Vec<(i32, i32)> = points.iter().map(|p| at(p.x.1, p.y)).collect();
    let room = (across.start, up.start, across.end + 14 * FINE as i32, up.end);
    let mut labels = Labels::new(room, &places, RADIUS);
    // The front first: it is what the picture is for.
    let (front, rest): (Vec<&Point>, Vec<&Point>) = points.iter().partition(|point| point.front);
    for point in front.into_iter().chain(rest) {
        let ink = if point.front { Ink::Text } else { Ink::Quiet };
        // Somewhat more than half of its height is what a letter takes on average.
        let size = (point.name.chars().count() as i32 * 14, 12 * FINE as i32);
        let reach = (at(point.x.0, point.y).0, at(point.x.2, point.y).0);
        let (_, y) = at(point.x.1, point.y);
        if let Some((left, middle)) = labels.place(reach, y, size, RADIUS + 5) {
            if (middle - y).abs() >= size.1 {
                // So far away that only a line tells whose name it is.
                let nearest = at(point.x.1, point.y).0.clamp(left, left + size.0);
                let edge = if middle < y { middle + size.1 / 2 } else { middle - size.1 / 2 };
                area.draw(&PathElement::new([at(point.x.1, point.y), (nearest, edge)], Ink::Floor.rgb().mix(0.6)))?;
            }
            let name = Text::new(point.name.as_str(), (left, middle), text(10.5, ink, HPos::Left, VPos::Center));
            area.draw(&name)?;
        }
    }
    Ok(())
}

/// A front as stairs: below and left of them nothing was measured.
fn stairs(front: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let corners = front.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    corners.chain(front.last().copied()).collect()
}

/// The shape of a point tells its series without colour too.
fn draw_point(area: &Area<'_>, point: &Point, (x, y): (i32, i32)) -> Drawn {
    let (colour, r) = (point.ink.rgb(), RADIUS);
    let style = if point.front { ShapeStyle::from(colour).filled() } else { colour.mix(0.6).filled() };
    match point.ink {
        Ink::Dynamic => area.draw(&Polygon::new([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], style)),
        Ink::Tree => area.draw(&Rectangle::new([(x - r + 2, y - r + 2), (x + r - 2, y + r - 2)], style)),
        Ink::Events => area.draw(&Polygon::new([(x, y - r), (x + r, y + r - 2), (x - r, y + r - 2)], style)),
        _ => area.draw(&Circle::new((x, y), r - 1, style)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_holds_what_nothing_of_its_series_beats() {
        let point = |x: f64, y: f64, ink| Point { x: (x, x, x), y, name: String::new(), ink, front: false };
        let mut points = [
            point(1.0, 9.0, Ink::Typed),
            point(2.0, 5.0, Ink::Typed),
            point(3.0, 5.0, Ink::Typed),
            point(9.0, 1.0, Ink::Typed),
            point(9.0, 9.0, Ink::Tree),
        ];
        mark_front(&mut points);
        assert_eq!(points.map(|p| p.front), [true, true, false, true, true]);
        assert_eq!(stairs(&[(1, 9), (4, 5)]), [(1, 9), (4, 9), (4, 5)]);
    }
}
