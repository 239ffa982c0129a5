//! What the output of a verb is made for.

use std::io::IsTerminal as _;

use wirecost_report::fitted::wrapped;
use wirecost_report::terminal;

/// As `eprintln!`, for a standard error that may be closed.
macro_rules! say {
    ($($words:tt)*) => { $crate::screen::write_line(format_args!($($words)*)) };
}
pub(crate) use say;

/// The width of a line where neither a terminal nor `COLUMNS` says one.
const WIDTH: usize = 150;

/// The fewest characters that tables are made for.
const LEAST: usize = 40;

/// How much is said, and how wide.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// The characters of a line.
    pub width: usize,
    /// Whether each case has its own notes.
    pub verbose: bool,
    /// Whether progress and notes are left out.
    pub quiet: bool,
}

impl Screen {
    /// The screen that `COLUMNS`, or else the terminal, says.
    pub fn new(verbose: bool, quiet: bool) -> Self {
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = columns.filter(|width| *width > 0).or_else(terminal).unwrap_or(WIDTH);
        Self { width: width.max(LEAST), verbose, quiet }
    }

    /// The same for reports.
    pub fn of_report(self) -> terminal::Screen {
        terminal::Screen { width: self.width, verbose: self.verbose }
    }

    /// How the answers of the last run are shown on it.
    pub fn of_answers(self) -> terminal::Rendering<'static> {
        terminal::Rendering::of(self.of_report())
    }

    /// Says on standard error what a user can do without.
    pub fn note(self, text: &str) {
        if !self.quiet {
            say!("{}", for_terminal(text));
        }
    }

    /// Says on standard error what a user must know.
    pub fn warn(self, text: &str) {
        say!("{}", for_terminal(&format!("warning: {text}")));
    }

    /// A text in lines that fit; those after the first begin after `rest` spaces.
    pub fn wrap(self, text: &str, rest: usize) -> String {
        wrapped(text, self.width, 0, rest)
    }

    /// Lines of which those that are too wide are broken.
    pub fn broken(self, lines: &str) -> String {
        let line = |line: &str| if line.chars().count() > self.width { self.wrap(line, 2) } else { line.to_owned() };
        lines.lines().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A text for standard error: on a terminal in lines that fit, in a pipe as it is, for programs that look for words in it.
pub fn for_terminal(text: &str) -> String {
    let terminal = terminal_size::terminal_size_of(std::io::stderr()).filter(|_| std::io::stderr().is_terminal());
    terminal.map_or_else(|| text.to_owned(), |(width, _)| wrapped(text, usize::from(width.0).max(LEAST), 0, 2))
}

/// Writes a line to standard error, with styles only where they can be seen. Nobody has to read it: where standard error
/// is closed, the work goes on.
pub fn write_line(line: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    let _ = writeln!(anstream::stderr(), "{line}");
}
