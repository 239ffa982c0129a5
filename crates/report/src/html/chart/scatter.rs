//! Points with names on two logarithmic axes, and the front of those that none beats in both.

use maud::Markup;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color as _, ShapeStyle};

use super::frame::{Axis, Frame, frame};
use super::labels::Labels;
use super::spot::{self, Spot};
use super::{Area, DrawError, Drawn, FINE, Ink, Scale, explored, text};

const SIZE: (u32, u32) = (440 * FINE, 320 * FINE);
/// The radius of a point, and the greatest where an area stands for a value.
const RADIUS: i32 = 5 * FINE as i32;
/// See [`RADIUS`].
const LARGEST: f64 = 22.0 * FINE as f64;

/// A point.
#[derive(Debug, Clone)]
pub struct Point {
    /// Across: low, median, high.
    pub x: (f64, f64, f64),
    /// Up: low, median, high.
    pub y: (f64, f64, f64),
    /// What its area stands for; none if all points have the same.
    pub area: Option<f64>,
    /// Its name.
    pub name: String,
    /// Its name and values, for who visits it.
    pub says: String,
    /// Where it leads.
    pub link: String,
    /// Its series.
    pub ink: Ink,
    /// Whether no other of its series is less in both.
    pub front: bool,
}

/// The front of points of one series: those that no other equals or beats in both and beats in one.
pub fn mark_front(points: &mut [Point]) {
    let others: Vec<(Ink, f64, f64)> = points.iter().map(|p| (p.ink, p.x.1, p.y.1)).collect();
    for point in points {
        let beaten = |(ink, x, y): &(Ink, f64, f64)| {
            *ink == point.ink && *x <= point.x.1 && *y <= point.y.1 && (*x < point.x.1 || *y < point.y.1)
        };
        point.front = !others.iter().any(beaten);
    }
}

/// The chart.
pub fn draw(title: &str, description: &str, points: &[Point], across: &Axis<'_>, up: &Axis<'_>) -> Markup {
    explored(title, description, SIZE, |area| draw_on(area, points, across, up))
}

/// A point with its place in the chart.
struct Placed<'a> {
    point: &'a Point,
    /// Its median.
    at: (i32, i32),
    /// The ends of its interval across.
    reach: (i32, i32),
    radius: i32,
}

fn draw_on(area: &Area<'_>, points: &[Point], across: &Axis<'_>, up: &Axis<'_>) -> Result<Markup, DrawError> {
    let bubbles = points.iter().any(|point| point.area.is_some());
    let x = Scale::logarithmic(points.iter().flat_map(|p| [p.x.0, p.x.1, p.x.2]));
    let x = if bubbles { x.with_room(0.1) } else { x };
    let y = Scale::logarithmic(points.iter().flat_map(|p| [p.y.0, p.y.1, p.y.2])).with_room(0.1);
    let frame = frame(area, (x, across), (y, up))?;
    draw_fronts(area, points, &frame)?;
    let mut placed = placed(points, &frame);
    // A large one must not hide a small one.
    placed.sort_by_key(|it| std::cmp::Reverse(it.radius));
    for it in &placed {
        draw_intervals(area, it, &frame)?;
        draw_point(area, it)?;
    }
    draw_names(area, &placed, &frame)?;
    placed.sort_by_key(|it| it.at);
    let spots: Vec<Spot> = placed
        .iter()
        .map(|it| Spot {
            place: it.at,
            radius: it.radius,
            says: it.point.says.clone(),
            link: Some(it.point.link.clone()),
        })
        .collect();
    Ok(spot::draw(&spots))
}

fn placed<'a>(points: &'a [Point], frame: &Frame<'_, '_>) -> Vec<Placed<'a>> {
    let most = points.iter().filter_map(|point| point.area).fold(f64::MIN_POSITIVE, f64::max);
    let radius = |area: f64| ((area / most).sqrt() * LARGEST) as i32;
    let placed = |point: &'a Point| {
        let at = |x: f64, y: f64| frame.backend_coord(&(x, y));
        let (_, y, _) = point.y;
        Placed {
            point,
            at: at(point.x.1, y),
            reach: (at(point.x.0, y).0, at(point.x.2, y).0),
            radius: point.area.map_or(RADIUS, radius).max(RADIUS),
        }
    };
    points.iter().map(placed).collect()
}

fn draw_fronts(area: &Area<'_>, points: &[Point], frame: &Frame<'_, '_>) -> Drawn {
    for ink in [Ink::Typed, Ink::Dynamic, Ink::Tree, Ink::Events] {
        let front = points.iter().filter(|p| p.front && p.ink == ink);
        let mut front: Vec<(i32, i32)> = front.map(|p| frame.backend_coord(&(p.x.1, p.y.1))).collect();
        front.sort_unstable();
        area.draw(&PathElement::new(stairs(&front), ink.rgb().mix(0.55).stroke_width(FINE)))?;
    }
    Ok(())
}

/// Both intervals of a point; a size has none.
fn draw_intervals(area: &Area<'_>, placed: &Placed<'_>, frame: &Frame<'_, '_>) -> Drawn {
    let (point, style) = (placed.point, placed.point.ink.rgb().mix(0.5).stroke_width(FINE));
    let at = |x: f64, y: f64| frame.backend_coord(&(x, y));
    area.draw(&PathElement::new([at(point.x.0, point.y.1), at(point.x.2, point.y.1)], style))?;
    if point.y.0 < point.y.2 {
        area.draw(&PathElement::new([at(point.x.1, point.y.0), at(point.x.1, point.y.2)], style))?;
    }
    Ok(())
}

/// The names that have room. The front comes first: it is what the picture is for.
fn draw_names(area: &Area<'_>, placed: &[Placed<'_>], frame: &Frame<'_, '_>) -> Drawn {
    let (across, up) = frame.plotting_area().get_pixel_range();
    // The square within a circle: its corners are seldom in the way.
    let places: Vec<_> = placed.iter().map(|it| (it.at, (it.radius * 4 / 5).max(RADIUS))).collect();
    let room = (across.start, up.start, across.end + 14 * FINE as i32, up.end);
    let mut labels = Labels::new(room, &places);
    let (front, rest): (Vec<&Placed<'_>>, Vec<_>) = placed.iter().partition(|it| it.point.front);
    for Placed { point, at, reach, radius } in front.into_iter().chain(rest) {
        let ink = if point.front { Ink::Text } else { Ink::Quiet };
        // Somewhat more than half of its height is what a letter takes on average.
        let size = (point.name.chars().count() as i32 * 14, 12 * FINE as i32);
        let reach = (reach.0.min(at.0 - radius + RADIUS), reach.1.max(at.0 + radius - RADIUS));
        let Some((left, middle)) = labels.place(reach, at.1, size, RADIUS + 5) else { continue };
        if (middle - at.1).abs() >= size.1.max(*radius) {
            // So far away that only a line shows whose name it is.
            let nearest = at.0.clamp(left, left + size.0);
            let edge = if middle < at.1 { middle + size.1 / 2 } else { middle - size.1 / 2 };
            area.draw(&PathElement::new([*at, (nearest, edge)], Ink::Floor.rgb().mix(0.6)))?;
        }
        area.draw(&Text::new(point.name.as_str(), (left, middle), text(11.0, ink, HPos::Left, VPos::Center)))?;
    }
    Ok(())
}

/// A front as stairs: below and left of them nothing was measured.
fn stairs(front: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let corners = front.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    corners.chain(front.last().copied()).collect()
}

/// The shape of a point shows its series without colour too.
fn draw_point(area: &Area<'_>, placed: &Placed<'_>) -> Drawn {
    let (point, (x, y), r) = (placed.point, placed.at, placed.radius);
    let colour = point.ink.rgb();
    if point.area.is_some() {
        let fill = if point.front { 0.45 } else { 0.25 };
        area.draw(&Circle::new((x, y), r, colour.mix(fill).filled()))?;
        return area.draw(&Circle::new((x, y), r, colour.stroke_width(FINE)));
    }
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
        let point = |x: f64, y: f64, ink| {
            let (name, says, link) = Default::default();
            Point { x: (x, x, x), y: (y, y, y), area: None, name, says, link, ink, front: false }
        };
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
