//! Charts: SVG that plotters draws, coloured by the page's style so that it follows light, dark and print.

pub mod frame;
pub mod ink;
mod labels;
pub mod lines;
pub mod overlay;
pub mod scale;
pub mod scatter;
pub mod spark;
pub mod spot;
pub mod strip;
pub mod timeline;

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{DrawingArea, IntoDrawingArea as _, IntoFont as _, SVGBackend, TextStyle};
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use ink::Ink;
pub use scale::Scale;

/// Units of a chart's own coordinates for a pixel at its usual size: plotters places by whole units.
pub const FINE: u32 = 2;

/// Why drawing may fail.
pub type DrawError = DrawingAreaErrorKind<std::io::Error>;
/// What drawing may end with.
pub type Drawn = Result<(), DrawError>;
/// Where charts are drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A chart that stands for itself: `title` names it, `description` says in words what it shows.
pub fn figure(title: &str, description: &str, size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Markup {
    html! {
        @match body(size, draw) {
            Ok(body) => svg role="img" class="chart" viewBox=(view_box(size)) {
                title { (title) }
                desc { (description) }
                (PreEscaped(body))
            },
            Err(error) => p class="bad" { "The chart could not be drawn: " (error) },
        }
    }
}

/// A chart whose points can be visited: `draw` gives what lies above the picture. Its title is no child of it, since a
/// browser would show that over every point.
pub fn explored(
    title: &str,
    description: &str,
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<Markup, DrawError>,
) -> Markup {
    let mut above = html! {};
    let body = body(size, |area| {
        above = draw(area)?;
        Ok(())
    });
    html! {
        @match body {
            Ok(body) => svg role="group" aria-label=(title) class="chart explored" viewBox=(view_box(size)) {
                desc { (description) }
                (PreEscaped(body))
                (above)
            },
            Err(error) => p class="bad" { "The chart could not be drawn: " (error) },
        }
    }
}

/// A chart beside the figures that it shows: hidden from those who hear the page.
pub fn beside(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Markup {
    html! {
        @match body(size, draw) {
            Ok(body) => svg aria-hidden="true" class="chart" viewBox=(view_box(size)) { (PreEscaped(body)) },
            Err(error) => span class="bad" { (error) },
        }
    }
}

fn view_box((width, height): (u32, u32)) -> String {
    format!("0 0 {width} {height}")
}

/// The elements of a chart, without the `svg` element around them.
fn body(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Result<String, DrawError> {
    let mut document = String::new();
    {
        let area = SVGBackend::with_string(&mut document, size).into_drawing_area();
        draw(&area)?;
        area.present()?;
    }
    let inner = document.split_once('>').map_or("", |(_, inner)| inner);
    let inner = inner.trim_end().strip_suffix("</svg>").unwrap_or(inner);
    // What these attributes say is so without them, and a page holds thousands.
    Ok(inner.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "").replace('\n', ""))
}

/// The style of a text of `pixels` in height, anchored at a side.
fn text(pixels: f64, ink: Ink, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    // plotters makes fonts smaller by this factor in SVG.
    let font = ("sans-serif", pixels * f64::from(FINE) * 1.24).into_font();
    TextStyle { color: ink.rgb().to_backend_color(), pos: Pos::new(horizontal, vertical), ..TextStyle::from(font) }
}
