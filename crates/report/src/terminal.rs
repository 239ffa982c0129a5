//! What a run says on a terminal or in a pipe: the answers first, every case on request.

mod answers;
mod demand;
mod remarks;
mod serving;
pub mod sheets;
mod stores;
mod together;

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use wirecost_model::{EstimateId, RunDocument};

use crate::answer::machine::Machine;
use crate::answer::{Answers, By};
use crate::fitted::wrapped;
use crate::plain;
use crate::view::conditions;
use crate::words;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WARNING: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// What a report is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// The characters that a line may have.
    pub width: usize,
    /// Whether the tables of all cases follow the answers, each case with its own notes.
    pub verbose: bool,
}

impl Screen {
    /// A screen that shows what matters.
    pub fn of(width: usize) -> Self {
        Self { width, verbose: false }
    }
}

/// How the answers are shown.
#[derive(Debug, Clone, Copy)]
pub struct Rendering<'a> {
    /// On what.
    pub screen: Screen,
    /// Whether all rows of all messages are shown; else those of the first message, as many as leave the answers on the first screen.
    pub all: bool,
    /// What a system takes at this many messages a second, in place of what one message costs.
    pub rate_per_s: Option<f64>,
    /// With that rate: how fast a link is on which the bytes travel, bits a second.
    pub link_bits_per_s: Option<f64>,
    /// The command that shows the details of this run.
    pub details: &'a str,
    /// Where the page of this run is; none if it was not written.
    pub page: Option<&'a str>,
    /// The languages whose codecs were not measured; none if that is not known.
    pub others: Option<&'a [OtherLanguage]>,
    /// Whether the run has told already what it left out: the counts say where it can be read again.
    pub is_told: bool,
}

/// A language whose codecs a run did not measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherLanguage {
    /// Its name.
    pub language: String,
    /// What adds its codecs: a command, or an option of `run`.
    pub command: String,
    /// How many candidates it adds; none if that cannot be counted here.
    pub candidates: Option<usize>,
}

impl Rendering<'_> {
    /// The last run, on `screen`.
    pub fn of(screen: Screen) -> Self {
        Rendering {
            screen,
            all: false,
            rate_per_s: None,
            link_bits_per_s: None,
            details: "wirecost report",
            page: None,
            others: None,
            is_told: false,
        }
    }
}

/// The report of the last run in lines that fit the screen where that can be, with ANSI styles. Whoever prints it takes the
/// styles out where they do not belong (anstream does).
pub fn render(run: &RunDocument, screen: Screen) -> String {
    let run = &plain::mapped(run, plain::line);
    answered(&Answers::by_default(run, By::Format), &Rendering::of(screen))
}

/// The same of answers that were made to somebody's wishes, of a document whose texts are [lines](plain::line).
pub fn answered(answers: &Answers<'_>, options: &Rendering<'_>) -> String {
    let (run, screen) = (answers.run, options.screen);
    let mut out = match options.rate_per_s {
        Some(rate) => demand::screens(answers, rate, options) + &sheets::draw(&crate::kv::sheets(run), screen),
        None => answers::screens(answers, options),
    };
    out.push_str(&remarks::render(run, options));
    // Two builds of one thing are compared with each other, which only the tables show.
    let compares_builds = run.cases.iter().any(|case| case.side().is_some());
    if screen.verbose || compares_builds {
        out.push('\n');
        out.push_str(&all_cases(run, screen.width));
    }
    out
}

/// Every case in tables, each with its notes, and the conditions that the run was made under.
fn all_cases(run: &RunDocument, width: usize) -> String {
    let screen = Screen { width, verbose: true };
    let mut out = sheets::draw(&crate::codecs::sheets(run), screen);
    let more = crate::builds::sheet(run).into_iter().chain(crate::servers::sheets(run)).chain(crate::rpc::sheets(run));
    out.push_str(&sheets::draw(&more.collect::<Vec<_>>(), screen));
    for line in conditions(run) {
        let style = if line.starts_with("warning") { WARNING } else { DIM };
        write_line(&line, style, width, &mut out);
    }
    out
}

/// The answers as far as they are known, without warnings and other remarks.
pub fn so_far(answers: &Answers<'_>, screen: Screen) -> String {
    answers::screens(answers, &Rendering::of(screen))
}

/// A grey line that may be long.
fn write_dim(text: &str, width: usize, out: &mut String) {
    write_line(text, DIM, width, out);
}

/// A line that may be long.
fn write_line(text: &str, style: Style, width: usize, out: &mut String) {
    let _ = writeln!(out, "{style}{}{style:#}", wrapped(text, width, 0, 2));
}

/// A line below a table.
fn write_below(text: &str, style: Style, width: usize, out: &mut String) {
    let _ = writeln!(out, "{style}{}{style:#}", wrapped(text, width, 2, 4));
}

/// Lines of a name and what is said of it, which may be long. The names are aligned.
fn labelled(lines: &[(String, String)], width: usize) -> Vec<String> {
    let column = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0) + 2;
    let line = |(label, text): &(String, String)| {
        let text = wrapped(text, width, column, column);
        // The label stands where the indent of the first line was.
        format!("{BOLD}{label}{BOLD:#}{}{}", " ".repeat(column - label.chars().count()), text.trim_start())
    };
    lines.iter().map(line).collect()
}

/// How many trials there were, and how quiet the machine was.
fn state(run: &RunDocument) -> String {
    let trials = words::trials(run);
    let s = if trials == "1" { "" } else { "s" };
    let counts = run.cases.iter().any(|case| case.estimates.contains_key(&EstimateId::Instructions));
    let what = if counts { ", instructions counted" } else { "" };
    format!("{trials} trial{s}{what}, machine: {}", Machine::of(run).words())
}
