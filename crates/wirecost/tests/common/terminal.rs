//! A command in a terminal of this many columns, and what a user sees there.

use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::process::Command;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Lines that the terminal keeps: more than any command here prints, so that nothing scrolls away.
const KEPT: NonZero<u16> = NonZero::new(1000).unwrap();

/// What is on the terminal when the command has ended.
pub struct Seen {
    /// The exit code.
    pub code: u32,
    /// The lines, without those that progress was drawn over.
    pub lines: Vec<String>,
    /// The lines that were too long for the terminal, which broke them.
    pub wrapped: Vec<String>,
}

/// Runs a command in a terminal.
pub fn seen(command: &Command, columns: u16) -> Seen {
    seen_until(command, columns, None)
}

/// The same, where the user types Ctrl-C as soon as this text is there.
pub fn seen_until(command: &Command, columns: u16, last: Option<&str>) -> Seen {
    let size = PtySize { rows: KEPT.get(), cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut child = pair.slave.spawn_command(in_terminal(command)).unwrap();
    // The reader ends when nobody holds the other end.
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut parser = vt100::Parser::new(KEPT, NonZero::new(columns).unwrap(), 0);
    let (mut keyboard, mut is_typed) = (pair.master.take_writer().unwrap(), last.is_none());
    let mut buffer = [0; 4096];
    // Linux says EIO in place of an end.
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        parser.process(&buffer[..count]);
        if !is_typed && last.is_some_and(|last| parser.screen().contents().contains(last)) {
            keyboard.write_all(&[3]).unwrap();
            is_typed = true;
        }
    }
    let code = child.wait().unwrap().exit_code();
    let screen = parser.screen();
    let mut lines: Vec<String> = screen.rows(0, columns).collect();
    let wrapped =
        (0..KEPT.get()).filter(|row| screen.row_wrapped(*row)).map(|row| lines[usize::from(row)].clone()).collect();
    lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
    Seen { code, lines, wrapped }
}

fn in_terminal(command: &Command) -> CommandBuilder {
    let mut builder = CommandBuilder::new(command.get_program());
    builder.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => builder.env(name, value),
            None => builder.env_remove(name),
        }
    }
    builder.env("TERM", "xterm-256color");
    if let Some(folder) = command.get_current_dir() {
        builder.cwd(folder);
    }
    builder
}

impl Seen {
    /// Everything there is to know, for a failing assertion.
    pub fn transcript(&self) -> String {
        format!("exit {}\n{}", self.code, self.lines.join("\n"))
    }

    /// The line that begins with `label` among the first 24 lines from the one that begins with `title`.
    pub fn answer(&self, title: &str, label: &str) -> &str {
        let start = self.lines.iter().position(|line| line.starts_with(title));
        let start = start.unwrap_or_else(|| panic!("no line {title:?}\n{}", self.transcript()));
        let line = self.lines.iter().skip(start).take(24).find(|line| line.trim_start().starts_with(label));
        line.unwrap_or_else(|| panic!("no line {label:?} on the first screen\n{}", self.transcript()))
    }

    /// The terminal broke no line.
    pub fn fits(self) -> Self {
        assert!(self.wrapped.is_empty(), "too wide: {:#?}\n{}", self.wrapped, self.transcript());
        self
    }

    /// It ended with this code.
    pub fn expect(self, code: u32) -> Self {
        assert_eq!(self.code, code, "{}", self.transcript());
        self
    }
}
