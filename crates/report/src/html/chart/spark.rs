//! A small chart of a figure over runs, with its interval.

use maud::Markup;
use plotters::coord::ranged1d::Ranged as _;
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::{Color as _, ShapeStyle};

use super::{FINE, Ink, Scale, figure};

const SIZE: (u32, u32) = (220 * FINE, 44 * FINE);

/// Draws `points`, each low, median, high, in order; `title` and `description` say it in words.
pub fn draw(title: &str, description: &str, points: &[(f64, f64, f64)]) -> Markup {
    let scale = Scale::logarithmic(points.iter().flat_map(|(low, median, high)| [*low, *median, *high]));
    let (width, height) = (f64::from(SIZE.0), f64::from(SIZE.1));
    let edge = f64::from(6 * FINE);
    let x = |index: usize| {
        let share = index as f64 / (points.len().max(2) - 1) as f64;
        (edge + share * (width - 2.0 * edge)) as i32
    };
    let y = |value: f64| scale.map(&value, ((height - edge) as i32, edge as i32));
    figure(title, description, SIZE, |area| {
        let upper = points.iter().enumerate().map(|(n, point)| (x(n), y(point.2)));
        let lower = points.iter().enumerate().rev().map(|(n, point)| (x(n), y(point.0)));
        area.draw(&Polygon::new(upper.chain(lower).collect::<Vec<_>>(), Ink::Decode.rgb().mix(0.2)))?;
        let medians: Vec<(i32, i32)> = points.iter().enumerate().map(|(n, point)| (x(n), y(point.1))).collect();
        area.draw(&PathElement::new(medians.clone(), Ink::Decode.rgb().stroke_width(FINE)))?;
        for place in medians {
            area.draw(&Circle::new(place, 3 * FINE as i32 - 1, ShapeStyle::from(Ink::Decode.rgb()).filled()))?;
        }
        Ok(())
    })
}
