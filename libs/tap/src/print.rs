//! Events as text.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anstyle::{AnsiColor, Style};

use crate::decode::Page;
use crate::units::{bytes, counted, span};
use crate::{Connection, Direction, Ending, Event, Form, Message, decode::Shown};

const REQUEST: Style = AnsiColor::Cyan.on_default().bold();
const REPLY: Style = AnsiColor::Green.on_default().bold();
const WRONG: Style = AnsiColor::Red.on_default();
const QUIET: Style = Style::new().dimmed();

/// How far heads and bodies are indented.
const INDENT: &str = "    ";
/// Bytes of a title that are shown.
const MAX_TITLE: usize = 200;
/// Bytes of a head that are shown.
const MAX_HEAD: usize = 16 << 10;

/// An event as lines, each with its line end. `started` is what the instants of events count from. Times of day are UTC.
///
/// The styles of a terminal are in it; what prints it takes them away where nobody sees them.
pub fn event(event: &Event<'_>, started: SystemTime) -> String {
    let mut out = String::new();
    // Writing to a string never fails.
    let _ = match event {
        Event::Opened { connection, at, connecting } => {
            let (client, connecting) = (connection.client, span(*connecting));
            line(
                &mut out,
                started,
                *at,
                connection,
                QUIET,
                &format!("opened by {client}, target connected in {connecting}"),
            )
        }
        Event::Unreachable { connection, at, reason } => {
            let what = format!("cannot reach the target, so {} was closed: {reason}", connection.client);
            line(&mut out, started, *at, connection, WRONG, &what)
        }
        Event::Refused { connection, at, most } => {
            let what = format!("{} was closed: {most} connections are open already", connection.client);
            line(&mut out, started, *at, connection, WRONG, &what)
        }
        Event::Lost { connection, at, direction, bytes: lost } => {
            let way = if *direction == Direction::ToTarget { "to the target" } else { "to the client" };
            let what = format!("{} {way} passed and are not shown: decoding did not keep up", bytes(*lost));
            line(&mut out, started, *at, connection, WRONG, &what)
        }
        Event::Message { connection, message, shown } => tell(&mut out, started, connection, message, shown),
        Event::Closed { connection, at, open, to_target, to_client, client, target, waiting } => {
            let mut what = format!(
                "closed after {}: {} to the target, {} back",
                span(*open),
                bytes(*to_target),
                bytes(*to_client)
            );
            for (who, ending) in [("client", client), ("target", target)] {
                match ending {
                    Ending::Closed | Ending::Cut => {}
                    Ending::Reset => what.push_str(&format!("; reset by the {who}")),
                    Ending::Refused => what.push_str(&format!("; not all bytes from the {who} were accepted")),
                }
            }
            if *waiting > 0 {
                what.push_str(&format!("; {} without a reply", counted(*waiting as u64, "request", "requests")));
            }
            line(&mut out, started, *at, connection, QUIET, &what)
        }
    };
    out
}

fn line(
    out: &mut String,
    started: SystemTime,
    at: Duration,
    connection: &Connection,
    style: Style,
    what: &str,
) -> std::fmt::Result {
    writeln!(out, "{style}{} #{} {what}{style:#}", clock(started, at), connection.number)
}

fn tell(
    out: &mut String,
    started: SystemTime,
    connection: &Connection,
    message: &Message,
    shown: &Shown,
) -> std::fmt::Result {
    let (style, arrow) = match message.direction {
        Direction::ToTarget => (REQUEST, '>'),
        Direction::ToClient => (REPLY, '<'),
    };
    write!(out, "{} #{} {style}{arrow} ", clock(started, message.first), connection.number)?;
    if !message.title.is_empty() {
        write!(out, "{}{style:#}, ", safe(&message.title, MAX_TITLE))?;
    }
    write!(out, "{style:#}{}", bytes(message.bytes))?;
    match (message.body.size(), shown.form) {
        (0, _) => {}
        // Nothing but the byte that ends the items.
        (1, Form::Sbw) => {}
        (size, form) if size == message.bytes => write!(out, " of {}", form.name())?,
        (size, form) => write!(out, ": {size} of {}", form.name())?,
    }
    if let Some(reply) = message.reply {
        write!(out, ", after {}", span(reply.whole_after))?;
        if reply.first_after != reply.whole_after {
            write!(out, " (first byte after {})", span(reply.first_after))?;
        }
    }
    writeln!(out)?;
    for note in message.note.iter().chain(&shown.notes) {
        writeln!(out, "{INDENT}{WRONG}({}){WRONG:#}", safe(note, MAX_TITLE))?;
    }
    for head in safe(&message.head, MAX_HEAD).lines() {
        writeln!(out, "{INDENT}{QUIET}{head}{QUIET:#}")?;
    }
    if message.head.is_empty() || shown.text.is_empty() {
        return lines(out, &shown.text);
    }
    writeln!(out)?;
    lines(out, &shown.text)
}

fn lines(out: &mut String, text: &str) -> std::fmt::Result {
    text.lines().try_for_each(|line| writeln!(out, "{INDENT}{line}"))
}

/// What came over the wire, as no terminal minds.
fn safe(text: &str, most: usize) -> String {
    let mut page = Page::new(most);
    // A text that does not fit is cut.
    let cut = page.write_str(text).is_err();
    page.into_text() + if cut { "..." } else { "" }
}

/// The time of day in UTC, to the microsecond.
fn clock(started: SystemTime, at: Duration) -> String {
    let since = started.duration_since(UNIX_EPOCH).unwrap_or_default() + at;
    let (s, us) = (since.as_secs() % 86_400, since.subsec_micros());
    format!("{:02}:{:02}:{:02}.{us:06}", s / 3600, s / 60 % 60, s % 60)
}
