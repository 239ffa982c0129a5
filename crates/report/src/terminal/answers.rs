//! A screen for each message: what it costs in each format, then who is smallest and fastest.

use std::fmt::Write as _;

use wirecost_measure::finding::Finding;
use wirecost_model::{EstimateId, RunDocument};

use super::{BOLD, Rendering, labelled, serving, state, stores, together, write_dim, write_line};
use crate::answer::sentences::{self, Rankings, Smallest};
use crate::answer::serving::ServingAnswer;
use crate::answer::stores::Stores;
use crate::answer::{Answers, BEST, By, Cell, Message, Row, Section, codec_name};
use crate::fitted::{self, Column};
use crate::units;
use crate::words::name;

/// The lines of a terminal of default size: the answers fit into them.
const LINES: usize = 24;

/// With this many messages, readers ask about all of them together.
const MANY: usize = 6;

/// The fewest rows of a table, however little room there is.
const FEWEST: usize = 4;

/// What a run answers: what codecs make of a message, servers of one, or what stores do.
enum Subject<'b, 'a> {
    Codecs(&'b Message<'a>),
    Servers(&'b ServingAnswer<'a>),
    Stores(&'b Stores<'a>),
}

/// The screen of the first subject and a line for each other, or a line for each and then all screens where all are wanted.
pub fn screens(answers: &Answers<'_>, options: &Rendering<'_>) -> String {
    let servings = crate::answer::serving::of(answers.run);
    let of_stores = crate::answer::stores::of(answers.run);
    let rankings = Rankings::of(answers.run);
    let mut subjects: Vec<Subject<'_, '_>> = answers.messages.iter().map(Subject::Codecs).collect();
    subjects.extend(servings.iter().map(Subject::Servers));
    subjects.extend(of_stores.iter().map(Subject::Stores));
    let mut out = String::new();
    let wants_all = options.all || options.screen.verbose;
    let shown = if wants_all { subjects.len() } else { subjects.len().min(1) };
    let alone = shown == 1;
    if shown > 1 {
        overview(answers, &rankings, (&servings, of_stores.as_ref()), options, &mut out);
    }
    if wants_all || answers.messages.len() >= MANY {
        together::write(answers, options.screen, &mut out);
    }
    for subject in &subjects[..shown] {
        match subject {
            Subject::Codecs(message) => screen(answers, &rankings, message, alone, options, &mut out),
            Subject::Servers(it) => serving::screen(answers.run, it, alone, options, &mut out),
            Subject::Stores(it) => stores::screen(answers.run, it, alone, options, &mut out),
        }
    }
    let lines: Vec<(String, String)> =
        subjects[shown..].iter().flat_map(|subject| subject.lines(answers, &rankings)).collect();
    if !lines.is_empty() {
        labelled(&lines, options.screen.width).iter().for_each(|line| out.extend([line, "\n"]));
        out.push('\n');
    }
    if wants_all || subjects.iter().all(|subject| matches!(subject, Subject::Stores(_))) {
        out.push_str(&super::sheets::draw(&crate::kv::sheets(answers.run), options.screen));
    }
    out.push_str(&super::sheets::draw(&crate::feed::sheets(answers.run), options.screen));
    out
}

impl Subject<'_, '_> {
    /// The answer in a line or, of stores, in a few.
    fn lines(&self, answers: &Answers<'_>, rankings: &Rankings<'_>) -> Vec<(String, String)> {
        match self {
            Self::Codecs(message) => vec![(message.name.to_owned(), in_a_line(answers.run, rankings, message))],
            Self::Servers(it) => vec![it.line()],
            Self::Stores(it) => stores::lines(it),
        }
    }
}

/// The smallest format of a message, and who is fastest.
fn in_a_line(run: &RunDocument, rankings: &Rankings<'_>, message: &Message<'_>) -> String {
    let smallest = Smallest::by(run, message.name, EstimateId::SizeBytes);
    let fastest = message.operations.iter().filter_map(|operation| {
        let fastest = rankings.fastest(message.name, operation, *message.works().first()?)?.short();
        (!fastest.is_empty()).then(|| format!("{operation} {fastest}"))
    });
    let smallest = smallest.map(|smallest| format!("smallest {}", smallest.shortest()));
    smallest.into_iter().chain(fastest).collect::<Vec<_>>().join("; ")
}

/// A line for each message, before the screens.
fn overview(
    answers: &Answers<'_>,
    rankings: &Rankings<'_>,
    (servings, of_stores): (&[ServingAnswer<'_>], Option<&Stores<'_>>),
    options: &Rendering<'_>,
    out: &mut String,
) {
    let width = options.screen.width;
    let count = answers.messages.len() + servings.iter().filter(|it| !is_among(answers, it)).count();
    let s = if count == 1 { "" } else { "s" };
    write_line(&format!("{count} message{s}, {}", state(answers.run)), BOLD, width, out);
    out.push('\n');
    let operations: Vec<&str> =
        answers.messages.iter().map(|m| &m.operations).max_by_key(|o| o.len()).cloned().unwrap_or_default();
    let fastest: Vec<String> = operations.iter().map(|operation| format!("fastest {operation}")).collect();
    let mut columns = vec![
        Column { heading: "message", numeric: false, rank: 0 },
        Column { heading: "size", numeric: true, rank: 1 },
        Column { heading: "smallest", numeric: false, rank: 0 },
    ];
    let rank = |index: usize| if index < 2 { 0 } else { 1 + index };
    columns.extend(fastest.iter().enumerate().map(|(index, heading)| Column {
        heading,
        numeric: false,
        rank: rank(index),
    }));
    let row = |message: &Message<'_>| {
        let smallest = Smallest::by(answers.run, message.name, EstimateId::SizeBytes);
        let fastest = operations.iter().map(|operation| {
            let work = *message.works().first()?;
            Some(rankings.fastest(message.name, operation, work)?.short())
        });
        let mut cells = vec![message.name.to_owned(), size(answers.by, message).unwrap_or_default()];
        cells.push(smallest.map_or(String::new(), |smallest| smallest.short()));
        cells.extend(fastest.map(Option::unwrap_or_default));
        cells
    };
    let rows: Vec<Vec<String>> = answers.messages.iter().map(row).collect();
    if !rows.is_empty() {
        fitted::fit(&columns, &rows, width).all().for_each(|line| out.extend([line, "\n"]));
    }
    let of_stores = of_stores.map(stores::lines).unwrap_or_default();
    let lines: Vec<(String, String)> = servings.iter().map(ServingAnswer::line).chain(of_stores).collect();
    labelled(&lines, width).iter().for_each(|line| out.extend([line, "\n"]));
    out.push('\n');
}

fn is_among(answers: &Answers<'_>, serving: &ServingAnswer<'_>) -> bool {
    answers.messages.iter().any(|message| message.name == serving.message)
}

/// The size of a message in the format that others are compared with: `1,629 B json`.
fn size(by: By, message: &Message<'_>) -> Option<String> {
    let row = message.usual(by)?;
    Some(format!("{} {}", units::bytes(row.shared(EstimateId::SizeBytes)?), row.codec.format))
}

/// The first line of a message's screen.
pub fn title(answers: &Answers<'_>, message: &Message<'_>, alone: bool) -> String {
    let size = message.usual(answers.by).and_then(|row| Some((row.shared(EstimateId::SizeBytes)?, &row.codec.format)));
    let size = size.map(|(bytes, format)| format!("{} bytes as {format}", units::grouped(bytes)));
    let told: Vec<String> = size.into_iter().chain(alone.then(|| state(answers.run))).collect();
    let colon = if told.is_empty() { "" } else { ": " };
    format!("{}{colon}{}", message.name, told.join(", "))
}

fn screen(
    answers: &Answers<'_>,
    rankings: &Rankings<'_>,
    message: &Message<'_>,
    alone: bool,
    options: &Rendering<'_>,
    out: &mut String,
) {
    let width = options.screen.width;
    let mut head = String::new();
    write_line(&title(answers, message, alone), BOLD, width, &mut head);
    head.push('\n');
    let said = labelled(&sentences(answers, rankings, message, options), width).join("\n");
    // The heading of the table, a blank line and the legend take a line each.
    let taken = head.lines().count() + said.lines().count() + 3;
    let room = if options.all { usize::MAX } else { LINES.saturating_sub(taken).max(FEWEST) };
    let (shown, left) = fitting(message, room);
    out.push_str(&head);
    let lines = |section: &Section<'_>, row: &Row<'_>| vec![cells(answers.by, section, row, width)];
    write_table(&columns(answers.by, message), &shown, &lines, width, out);
    let legend = legend(answers, &shown, width);
    if !legend.is_empty() {
        write_dim(&format!("  {legend}"), width, out);
    }
    out.push('\n');
    out.extend([said.as_str(), "\n"]);
    if !left.is_empty() {
        write_dim(&format!("also measured: {}: {} --by format", left.join(", "), options.details), width, out);
    }
    out.push('\n');
}

/// The rows of a section that are shown.
pub type Shown<'b, 'a> = (&'b Section<'a>, &'b [Row<'a>]);

/// The sections that fit in `room` lines, and what is left out, in words. The first is always there, as far as it fits.
pub fn fitting<'b, 'a>(message: &'b Message<'a>, room: usize) -> (Vec<Shown<'b, 'a>>, Vec<String>) {
    let (mut shown, mut left): (Vec<Shown<'b, 'a>>, Vec<String>) = Default::default();
    let mut room = room;
    for section in &message.sections {
        let heading = usize::from(!shown.is_empty());
        let rows = section.rows.len();
        if shown.is_empty() && rows > room {
            shown.push((section, &section.rows[..room]));
            let names: Vec<&str> = section.rows[room..].iter().map(|row| row.name.as_str()).collect();
            left.push(names.join(", "));
            room = 0;
        } else if rows + heading <= room {
            shown.push((section, &section.rows));
            room -= rows + heading;
        } else {
            let s = if rows == 1 { "" } else { "s" };
            left.push(format!("{} ({rows} row{s})", section.heading()));
        }
    }
    (shown, left)
}

/// A column for a table of rows.
pub struct Owned {
    /// Its heading.
    pub heading: String,
    /// Whether it holds numbers.
    pub numeric: bool,
    /// How early it is left out.
    pub rank: usize,
}

/// A column.
pub fn column(heading: &str, numeric: bool, rank: usize) -> Owned {
    Owned { heading: heading.to_owned(), numeric, rank }
}

fn columns(by: By, message: &Message<'_>) -> Vec<Owned> {
    let mut columns = vec![column("", false, 0), column("size", true, 0), column("", true, 4), column("gzip", true, 5)];
    for (index, operation) in message.operations.iter().enumerate() {
        // Decoding and encoding always have room.
        let rank = index.saturating_sub(1);
        columns.extend([column(operation, true, rank), column("", true, rank + 1)]);
    }
    columns.extend(match by {
        By::Library => [column("format", false, 1), column("language", false, 3)],
        _ => [column("best codec", false, 0), column("of", true, 6)],
    });
    columns
}

fn cells(by: By, section: &Section<'_>, row: &Row<'_>, width: usize) -> Vec<String> {
    let bytes = |id: EstimateId| row.shared(id).map_or(String::new(), units::bytes);
    let difference =
        row.size_difference.filter(|_| section.baseline.is_none_or(|index| section.rows[index].name != row.name));
    let name = if by == By::Library { codec(row, width) } else { row.name.clone() };
    let mut cells = vec![name, bytes(EstimateId::SizeBytes), difference.map_or(String::new(), percent_more)];
    cells.push(bytes(EstimateId::GzipBytes));
    for cell in &row.cells {
        cells.push(cell.map_or(String::new(), |cell| cell.text()));
        cells.push(cell.map_or(String::new(), |cell| ratio(section, row, &cell)));
    }
    cells.extend(match by {
        By::Library => [row.codec.format.clone(), row.codec.language.clone()],
        _ => {
            let of = if row.codecs > 1 { row.codecs.to_string() } else { String::new() };
            [other_codec(row, width), of]
        }
    });
    cells
}

/// The share of a line that a codec with its settings may take.
const OF_LINE: usize = 3;

/// What stands for settings that have no room.
const SETTINGS: char = '*';

/// The codec of a row, where the row is not named after it.
pub fn other_codec(row: &Row<'_>, width: usize) -> String {
    if row.name == codec_name(row.codec) { String::new() } else { codec(row, width) }
}

/// The codec of a row with its version, and with its settings where these have room.
pub fn codec(row: &Row<'_>, width: usize) -> String {
    let (full, short) = (codec_name(row.codec), name(row.codec));
    if full.chars().count() * OF_LINE > width && full != short { format!("{short}{SETTINGS}") } else { full }
}

/// The ratio of a cell to the baseline's, which itself has 1.
fn ratio(section: &Section<'_>, row: &Row<'_>, cell: &Cell<'_>) -> String {
    let is_base = section.baseline.is_some_and(|index| section.rows[index].name == row.name);
    if is_base && !cell.too_fast { units::ratio(1.0) } else { cell.ratio() }
}

/// A share as this many per cent more or less.
fn percent_more(share: f64) -> String {
    format!("{:+.0}%", share * 100.0)
}

/// What the marks of a table mean, and what its ratios are to.
fn legend(answers: &Answers<'_>, shown: &[Shown<'_, '_>], width: usize) -> String {
    let compared = shown.iter().any(|(section, rows)| section.baseline.is_some() && rows.len() > 1);
    let baseline = answers.baseline.as_deref().filter(|_| compared);
    let mut rows = shown.iter().flat_map(|(_, rows)| *rows);
    let has_settings = rows.any(|row| codec(row, width).ends_with(SETTINGS));
    let cells = || shown.iter().flat_map(|(_, rows)| *rows).flat_map(|row| row.cells.iter().flatten());
    let findings = || cells().filter_map(|cell| Some(cell.versus?.finding));
    let alike = findings().any(|finding| finding == Finding::Alike);
    let decided_by = findings().filter_map(Finding::trials_to_decide).max();
    let too_fast = cells().any(|cell| cell.too_fast);
    let parts = [
        baseline.map(|name| match name {
            BEST => "x and %: compared with the row that costs the least".to_owned(),
            name => format!("x and %: compared with {name}"),
        }),
        alike.then(|| "~: no difference shown".to_owned()),
        decided_by.map(|trials| format!("undecided: --trials {trials} would decide")),
        too_fast.then(|| "<: too fast to rank".to_owned()),
        has_settings.then(|| format!("{SETTINGS}: with settings that -v shows")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Draws sections as one table: what the rows of the first have in common is in the heading, of the others on a line
/// above them. A row has one line or several.
pub fn write_table<'a>(
    columns: &[Owned],
    shown: &[Shown<'_, 'a>],
    cells: &dyn Fn(&Section<'a>, &Row<'a>) -> Vec<Vec<String>>,
    width: usize,
    out: &mut String,
) {
    let Some((first, _)) = shown.first() else { return };
    let heading = first.heading();
    let of_own = columns.iter().map(|it| Column { heading: &it.heading, numeric: it.numeric, rank: it.rank });
    let mut named: Vec<Column<'_>> = of_own.collect();
    named[0].heading = &heading;
    let of_sections: Vec<Vec<Vec<String>>> =
        shown.iter().map(|(section, rows)| rows.iter().flat_map(|row| cells(section, row)).collect()).collect();
    let lines = fitted::fit(&named, &of_sections.concat(), width);
    let mut rows = lines.rows.iter();
    for (index, ((section, _), of_section)) in shown.iter().zip(&of_sections).enumerate() {
        let own = [format!("  {}", section.heading())];
        for line in if index == 0 { lines.head.iter() } else { own.iter() } {
            let _ = writeln!(out, "{BOLD}{line}{BOLD:#}");
        }
        rows.by_ref().take(of_section.len()).for_each(|line| out.extend([line, "\n"]));
    }
}

/// What is smallest, and who is fastest at each operation: among the rows of the first section, or of all where all are
/// shown.
fn sentences(
    answers: &Answers<'_>,
    rankings: &Rankings<'_>,
    message: &Message<'_>,
    options: &Rendering<'_>,
) -> Vec<(String, String)> {
    let smallest = sentences::smallest(answers.run, message);
    let mut lines: Vec<(String, String)> = smallest.map(|told| ("smallest".to_owned(), told)).into_iter().collect();
    let works = message.works();
    let shown = if options.all { works.len() } else { 1 };
    for work in works.iter().take(shown) {
        for operation in &message.operations {
            let Some(fastest) = rankings.fastest(message.name, operation, *work) else { continue };
            let of = if works.len() > 1 { format!("{}: ", work.0) } else { String::new() };
            lines.push((format!("fastest {operation}"), format!("{of}{}", fastest.sentence())));
        }
    }
    lines
}
