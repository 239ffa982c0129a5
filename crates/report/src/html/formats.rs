//! The answer for one message: what is smallest and fastest in sentences, a row for each format with bars beside those of
//! the baseline, and both costs and the size in one picture.

use maud::{Markup, html};
use wirecost_model::EstimateId;

use super::anchor;
use super::answered::Answered;
use super::chart::Ink;
use super::chart::frame::Axis;
use super::chart::scatter::{self, Point, mark_front};
use super::model::{Page, badge, cost_tick, meaning};
use super::parts;
use crate::answer::sentences::{Smallest, smallest};
use crate::answer::{Cell, Message, Row, Section, Work, codec_name};
use crate::units;
use crate::words::percent;

/// A line for each message, with links to what is said of it.
pub fn overview(page: &Page<'_>, answered: &Answered<'_>) -> Markup {
    let messages = &answered.answers.messages;
    let operations = messages.iter().map(|message| &message.operations).max_by_key(|it| it.len());
    let operations: &[&str] = operations.map_or(&[], Vec::as_slice);
    html! {
        (parts::scrolled("Answers for each message", html! { table class="answers overview" {
            thead { tr {
                th scope="col" { "Message" }
                th scope="col" class="number" { "Size" }
                th scope="col" { "Smallest" }
                @for operation in operations { th scope="col" { "Fastest to " (operation) } }
            } }
            tbody { @for message in messages { tr {
                th scope="row" { a href=(anchor::link(&anchor::message(message.name))) { (message.name) } }
                td class="number" data-label="Size" { @if let Some((bytes, format)) = size(message) { (bytes) " " span class="quiet" { (format) } } }
                td data-label="Smallest" {
                    (Smallest::by(page.run, message.name, EstimateId::SizeBytes).map_or(String::new(), |it| it.short()))
                }
                @for operation in operations { td data-label={ "Fastest to " (operation) } {
                    @let work = message.works().first().copied();
                    (work.and_then(|work| answered.rankings.fastest(message.name, operation, work))
                        .map_or(String::new(), |fastest| fastest.short()))
                } }
            } } }
        } }))
    }
}

/// The size of a message in the format that others are compared with.
fn size<'b>(message: &'b Message<'_>) -> Option<(String, &'b str)> {
    let row = message.baseline().or_else(|| message.sections.first()?.rows.first())?;
    Some((units::bytes(row.shared(EstimateId::SizeBytes)?), &row.codec.format))
}

/// What is said and shown of a message.
pub fn render(page: &Page<'_>, answered: &Answered<'_>, message: &Message<'_>) -> Markup {
    html! { div class="opening" {
        div {
            (sentences(page, answered, message))
            (table(page, answered, message))
        }
        (picture(page, message))
    } }
}

/// What is smallest and fastest; of works beside the first on demand.
fn sentences(page: &Page<'_>, answered: &Answered<'_>, message: &Message<'_>) -> Markup {
    let works = message.works();
    let (first, others) = works.split_at(works.len().min(1));
    html! {
        dl class="verdicts" {
            @if let Some(told) = smallest(page.run, message) { dt { "smallest" } dd { (told) } }
            (fastest(answered, message, first, works.len() > 1))
        }
        @if !others.is_empty() { details {
            summary { "Fastest of " (others.iter().map(|work| work.0).collect::<Vec<_>>().join(", ")) }
            dl class="verdicts" { (fastest(answered, message, others, true)) }
        } }
    }
}

fn fastest(answered: &Answered<'_>, message: &Message<'_>, works: &[Work<'_>], named: bool) -> Markup {
    html! { @for work in works { @for operation in &message.operations {
        @if let Some(fastest) = answered.rankings.fastest(message.name, operation, *work) {
            dt { "fastest to " (operation) }
            dd { @if named { span class="quiet" title=(meaning(work.0)) { (work.0) ": " } } (fastest.sentence()) }
        }
    } } }
}

fn table(page: &Page<'_>, answered: &Answered<'_>, message: &Message<'_>) -> Markup {
    let baseline = answered.answers.baseline.as_deref();
    let floor = page.groups.iter().find_map(|group| group.noise_floor).filter(|floor| floor.is_finite());
    html! {
        (parts::scrolled(&format!("Formats of {}", message.name), html! { table class="formats" {
            caption {
                "The best codec of each format. The bars of a section share a scale."
                @if let Some(name) = baseline { " x and %: compared with " (name) ", the line across the bars; ~: no difference shown." }
                @if let Some(floor) = floor { " Shaded: within the noise floor (" (percent(floor)) ") of the fastest." }
                " <: too fast to rank."
            }
            thead { tr {
                th scope="col" { "Format" }
                th scope="col" class="number" { "size" }
                th scope="col" class="number" { "gzip" }
                @for operation in &message.operations { th scope="col" class="number" { (operation) } }
                th scope="col" { "Best codec" }
            } }
            @for section in &message.sections { tbody {
                tr class="of" { th scope="rowgroup" colspan=(message.operations.len() + 4) {
                    (heading(section))
                    @if let Some(binding) = section.binding { " " span class="quiet" { (meaning(binding)) } }
                } }
                @let scales = Scales::of(section, message.operations.len());
                @for row in &section.rows { (format(page, message, section, &scales, row)) }
            } }
        } }))
    }
}

fn heading(section: &Section<'_>) -> String {
    let parts = [section.language, section.format, section.binding.filter(|name| !name.is_empty()), section.apart];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What the bars of a section reach.
struct Scales {
    size: f64,
    costs: Vec<f64>,
}

impl Scales {
    fn of(section: &Section<'_>, operations: usize) -> Self {
        let most = |values: &mut dyn Iterator<Item = f64>| values.filter(|it| it.is_finite()).fold(0.0, f64::max);
        let cost =
            |column: usize| most(&mut section.rows.iter().filter_map(|row| row.cells[column].as_ref()).map(Cell::most));
        Self {
            size: most(&mut section.rows.iter().filter_map(|row| row.shared(EstimateId::SizeBytes))),
            costs: (0..operations).map(cost).collect(),
        }
    }
}

fn format(page: &Page<'_>, message: &Message<'_>, section: &Section<'_>, scales: &Scales, row: &Row<'_>) -> Markup {
    let base = section.baseline.map(|index| &section.rows[index]);
    let is_base = base.is_some_and(|base| std::ptr::eq(base, row));
    let size = row.shared(EstimateId::SizeBytes);
    let others = if row.codecs > 1 { format!(", best of {}", row.codecs) } else { String::new() };
    html! { tr class=[is_base.then_some("base")] {
        th scope="row" { (row.name) @if is_base { " " span class="badge" { "baseline" } } }
        td class="number" data-label="size" {
            @if let Some(size) = size {
                (units::bytes(size))
                @if let Some(difference) = row.size_difference.filter(|_| !is_base) {
                    " " span class="quiet" { (format!("{:+.0}%", difference * 100.0)) }
                }
                (Meter { value: size, most: scales.size, near: None, base: base.and_then(|base| base.shared(EstimateId::SizeBytes)), ink: Ink::Plain }.draw())
            } @else { "-" }
        }
        td class="number" data-label="gzip" { (parts::shown(row.shared(EstimateId::GzipBytes), units::bytes)) }
        @for (column, operation) in message.operations.iter().enumerate() {
            td class="number" data-label=(operation) {
                @match &row.cells[column] {
                    Some(cell) => {
                        (cost(page, cell, is_base))
                        @let base = base.and_then(|base| base.cells[column].as_ref()).map(|cell| cell.cost.median);
                        (Meter { value: cell.most(), most: scales.costs[column], near: near(page, cell), base, ink: Ink::of_operation(operation) }.draw())
                    },
                    None => span class="quiet" { "-" },
                }
            }
        }
        td data-label="best codec" { (codec_name(row.codec)) @if !others.is_empty() { span class="quiet" { (others) } } }
    } }
}

/// A cost with its ratio, and whether it is the least or ties with that.
fn cost(page: &Page<'_>, cell: &Cell<'_>, is_base: bool) -> Markup {
    let badge = badge(page, cell.case);
    let ratio = cell.ratio();
    // What is undecided both to the baseline and to the fastest is said once.
    let ratio = Some(ratio).filter(|ratio| !is_base && !ratio.is_empty() && Some(ratio.as_str()) != badge);
    html! {
        a href=(anchor::link(&anchor::case(cell.case))) { (cell.text()) }
        @if let Some(ratio) = ratio { " " span class="quiet" { (ratio) } }
        @if let Some(badge) = badge { " " span class={ "badge " (badge) } { (badge) } }
    }
}

/// Costs that tie with the fastest of a cell's group.
fn near(page: &Page<'_>, cell: &Cell<'_>) -> Option<(f64, f64)> {
    let group = page.group_of(cell.case)?;
    let (fastest, floor) = (group.fastest?.cost.median, group.noise_floor.filter(|floor| floor.is_finite())?);
    Some((fastest, fastest * (1.0 + floor)))
}

/// A bar below a figure, beside that of the baseline.
struct Meter {
    value: f64,
    /// What the whole width stands for.
    most: f64,
    /// The least and the greatest cost that tie with the best.
    near: Option<(f64, f64)>,
    base: Option<f64>,
    ink: Ink,
}

impl Meter {
    fn draw(&self) -> Markup {
        let share = |value: f64| if self.most > 0.0 { (value / self.most * 100.0).clamp(0.0, 100.0) } else { 0.0 };
        html! { div class={ "meter " (self.ink.name()) } aria-hidden="true" {
            span class="fill" style=(format!("width:{:.1}%", share(self.value))) {}
            @if let Some((from, to)) = self.near.filter(|(from, _)| *from <= self.most) {
                span class="near" style=(format!("left:{:.1}%;width:{:.1}%", share(from), share(to) - share(from))) {}
            }
            @if let Some(base) = self.base { span class="base" style=(format!("left:{:.1}%", share(base))) {} }
        } }
    }
}

/// Both costs and the size of every row in one picture, where two rows have them.
fn picture(page: &Page<'_>, message: &Message<'_>) -> Markup {
    let column = |wanted: &str| message.operations.iter().position(|operation| *operation == wanted);
    let Some((decode, encode)) = column("decode").zip(column("encode")) else { return html! {} };
    let rows = || message.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)));
    // A name is that of the format, with the language where codecs of several languages stand for one format.
    let is_of_several = |row: &Row<'_>, language: &str| {
        rows().any(|(section, other)| other.name == row.name && section.language.is_some_and(|it| it != language))
    };
    let point = |(section, row): (&Section<'_>, &Row<'_>)| {
        let cells =
            [decode, encode].map(|column| row.cells[column].filter(|cell| !cell.too_fast && cell.cost.median > 0.0));
        let [Some(decode), Some(encode)] = cells else { return None };
        let size = row.shared(EstimateId::SizeBytes).filter(|size| *size > 0.0)?;
        let language =
            section.language.filter(|it| is_of_several(row, it)).map_or(String::new(), |it| format!(", {it}"));
        let says = format!(
            "{}{language}: decode {}, encode {}, {} ({})",
            row.name,
            decode.text(),
            encode.text(),
            units::bytes(size),
            codec_name(row.codec)
        );
        Some(Point {
            x: (decode.cost.low, decode.cost.median, decode.cost.high),
            y: (encode.cost.low, encode.cost.median, encode.cost.high),
            area: Some(size),
            name: format!("{}{language}", row.name),
            says,
            link: anchor::link(&anchor::case(decode.case)),
            ink: Ink::of_binding(wirecost_verdict::binding(row.codec)),
            front: false,
        })
    };
    let mut points: Vec<Point> = rows().filter_map(point).collect();
    if points.len() < 2 {
        return html! {};
    }
    mark_front(&mut points);
    let estimate = rows().find_map(|(_, row)| Some(row.cells[decode]?.id)).unwrap_or(page.run.verdict_estimate);
    let of = crate::view::heading(page.run);
    let title = format!("Decoding, encoding and size of {}", message.name);
    let described = format!(
        "{} formats by what they take to decode and to encode; areas are sizes. The table holds all figures.",
        points.len()
    );
    let (across, up) = (format!("decode, {of}"), format!("encode, {of}"));
    let label = |value: f64| cost_tick(estimate, value);
    html! { figure class="glance" {
        figcaption { "Decode, encode and size" }
        (scatter::draw(&title, &described, &points, &Axis { title: &across, label: &label }, &Axis { title: &up, label: &label }))
        p class="legend" {
            @for binding in ["typed", "dynamic", "tree", "events"] {
                @if points.iter().any(|point| point.ink == Ink::of_binding(binding)) {
                    span class={ "key " (binding) } { (binding) } " "
                }
            }
            span class="quiet" { "Down and to the left is faster, a smaller area is a smaller message. Logarithmic axes." }
        }
    } }
}
