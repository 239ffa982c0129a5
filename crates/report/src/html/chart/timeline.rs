//! A case over runs: each run's figure with its interval, the levels between changes, and where these are.

use maud::{Markup, html};
use plotters::element::PathElement;
use plotters::style::Color as _;
use wirecost_verdict::change::Change;
use wirecost_verdict::history::{History, Point};

use super::super::model::{amount, cost_tick};
use super::frame::{Axis, Frame, frame};
use super::spot::{self, Spot};
use super::{Area, DrawError, Drawn, FINE, Ink, Scale, explored};

const SIZE: (u32, u32) = (820 * FINE, 300 * FINE);
const RADIUS: i32 = 4 * FINE as i32;

/// The picture of a history; `link` says where the point of a run leads.
pub fn draw(history: &History, changes: &[Change], link: impl Fn(&Point) -> String) -> Markup {
    let told: Vec<String> =
        changes.iter().map(|change| format!("{:.3}x at run {}", change.ratio, change.at + 1)).collect();
    let told = if told.is_empty() { "no change is shown".to_owned() } else { told.join(", ") };
    let description = format!("{} runs: {told}. The table holds the figures.", history.points.len());
    let title = format!("{} over runs", history.key);
    html! { figure class="timeline" {
        (explored(&title, &description, SIZE, |area| draw_on(area, history, changes, link)))
    } }
}

fn draw_on(
    area: &Area<'_>,
    history: &History,
    changes: &[Change],
    link: impl Fn(&Point) -> String,
) -> Result<Markup, DrawError> {
    let points = &history.points;
    let x = Scale::ordinal(points.len());
    let y = Scale::logarithmic(points.iter().flat_map(|point| [point.cost.low, point.cost.median, point.cost.high]));
    let across = Axis { title: "run", label: &|number| format!("{number:.0}") };
    let up = Axis { title: "cost", label: &|value| cost_tick(history.estimate, value) };
    let frame = frame(area, (x, &across), (y.with_room(0.15), &up))?;
    draw_levels(area, points, changes, &frame)?;
    let mut spots = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let at = |value: f64| frame.backend_coord(&((index + 1) as f64, value));
        let style = Ink::Decode.rgb().mix(0.5).stroke_width(2 * FINE);
        area.draw(&PathElement::new([at(point.cost.low), at(point.cost.high)], style))?;
        area.draw(&plotters::element::Circle::new(at(point.cost.median), RADIUS, Ink::Decode.rgb().filled()))?;
        let said = |value: f64| amount(history.estimate, value);
        spots.push(Spot {
            place: at(point.cost.median),
            radius: RADIUS,
            says: format!(
                "{}, {}, version {}: {} ({} - {})",
                point.run_id,
                point.started,
                point.version,
                said(point.cost.median),
                said(point.cost.low),
                said(point.cost.high)
            ),
            link: Some(link(point)),
        });
    }
    Ok(spot::draw(&spots))
}

/// The median of each stretch between changes, and a line where each change is.
fn draw_levels(area: &Area<'_>, points: &[Point], changes: &[Change], frame: &Frame<'_, '_>) -> Drawn {
    let (_, up) = frame.plotting_area().get_pixel_range();
    let mut ends: Vec<usize> = changes.iter().map(|change| change.at).collect();
    ends.push(points.len());
    let mut from = 0;
    for to in ends {
        let costs: Vec<f64> = points[from..to].iter().map(|point| point.cost.median).collect();
        let level = wirecost_measure::estimate::median(&costs);
        let place = |index: f64| frame.backend_coord(&(index + 0.5, level));
        let style = Ink::Encode.rgb().stroke_width(FINE);
        area.draw(&PathElement::new([place(from as f64), place(to as f64)], style))?;
        if to < points.len() {
            let (x, _) = place(to as f64);
            area.draw(&PathElement::new([(x, up.start), (x, up.end)], Ink::Encode.rgb().mix(0.6).stroke_width(FINE)))?;
        }
        from = to;
    }
    Ok(())
}
