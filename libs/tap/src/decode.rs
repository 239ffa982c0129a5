//! Bodies as text for people.
//!
//! Every decoder takes bytes that nobody vouches for: nesting and text are limited, and what cannot be decoded is shown
//! as text or as a hex dump, with the reason.

mod compressed;
mod fi;
mod hex;
mod json;
mod page;
mod proto;
mod resp;
mod sbw;
mod text;
mod xml;

use std::borrow::Cow;

use crate::{Form, Message};

pub use page::Page;

/// The deepest nesting that is shown.
pub const MAX_DEPTH: usize = 64;
/// Bytes that a body may have once it is decompressed, or Fast Infoset once it is XML; more is cut.
pub const MAX_EXPANDED: usize = 4 << 20;

/// Why a decoder stopped before the end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The page is full.
    Full,
    /// The bytes are not of the form.
    Broken(String),
}

impl From<std::fmt::Error> for Stop {
    /// A page refuses what it has no room for, and nothing else.
    fn from(_: std::fmt::Error) -> Self {
        Self::Full
    }
}

/// A body as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What it was decoded as.
    pub form: Form,
    /// The text, a line end after each line but the last. Control characters in it are escaped.
    pub text: String,
    /// What is missing or wrong.
    pub notes: Vec<String>,
}

/// Decodes the body of a message to at most `max_shown` bytes of text.
///
/// ```
/// use std::time::Duration;
/// use wirecost_tap::{Conversation, Direction, Form, Format, Limits, Purse, decode};
///
/// let mut conversation = Conversation::new(Format::Body(Form::Protobuf), &Limits::default(), Purse::new(100));
/// let mut messages = Vec::new();
/// conversation.take(Direction::ToTarget, Duration::ZERO, b"\x08\x96\x01\x12\x02hi", &mut messages);
/// conversation.end(Direction::ToTarget, &mut messages);
/// assert_eq!(decode::show(&messages[0], 1000).text, "1: 150\n2: \"hi\"");
/// ```
pub fn show(message: &Message, max_shown: usize) -> Shown {
    let mut notes = Vec::new();
    // No body has no form that it could break.
    if message.body.size() == 0 {
        return Shown { form: message.form, text: String::new(), notes };
    }
    let (kept, size) = (message.body.bytes(), message.body.size());
    let (form, bytes, is_all) = match compressed::plain(message) {
        Ok((plain, is_all)) => (message.form, plain, is_all),
        Err(reason) => {
            notes.push(reason);
            (Form::Bytes, Cow::Borrowed(kept), true)
        }
    };
    if !message.body.is_whole() {
        notes.push(format!("only the first {} of the {size} bytes of its body are decoded", kept.len()));
    } else if !is_all {
        notes.push(format!("only the first {MAX_EXPANDED} decompressed bytes are decoded"));
    }
    let mut shown = bytes_as(form, &bytes, is_all && message.body.is_whole(), max_shown);
    notes.append(&mut shown.notes);
    Shown { notes, ..shown }
}

/// Decodes bytes of a form; `is_whole` says that nothing is missing at their end.
pub fn bytes_as(form: Form, bytes: &[u8], is_whole: bool, max_shown: usize) -> Shown {
    let mut page = Page::new(max_shown);
    let mut notes = Vec::new();
    let mut shown = form;
    match decode(form, bytes, is_whole, &mut page) {
        Ok(()) => {}
        Err(Stop::Full) => notes.extend(cut(max_shown)),
        // Cut bytes end somewhere; what comes before is right.
        Err(Stop::Broken(_)) if !is_whole && !page.is_empty() => {}
        Err(Stop::Broken(reason)) => {
            if form != Form::Text && is_whole {
                notes.push(format!("no {}: {reason}", form.name()));
            }
            page = Page::new(max_shown);
            // Only what is said to be text may be in an older coding: any bytes could.
            let is_said = matches!(form, Form::Text | Form::Xml | Form::Json);
            let latin1 = text::latin1(bytes).filter(|_| is_said && !text::is_text(bytes, is_whole));
            shown = if latin1.is_some() || text::is_text(bytes, is_whole) { Form::Text } else { Form::Bytes };
            notes.extend(latin1.as_ref().map(|_| "it is not UTF-8: shown as Latin-1".to_owned()));
            let shows = match &latin1 {
                Some(text) => decode(Form::Text, text.as_bytes(), true, &mut page),
                None => decode(shown, bytes, is_whole, &mut page),
            };
            if let Err(Stop::Full) = shows {
                notes.extend(cut(max_shown));
            }
        }
    }
    Shown { form: shown, text: page.into_text(), notes }
}

/// Who asks for nothing misses nothing.
fn cut(max_shown: usize) -> Option<String> {
    (max_shown > 0).then(|| format!("cut at {max_shown} bytes of text (--max-shown)"))
}

fn decode(form: Form, bytes: &[u8], is_whole: bool, page: &mut Page) -> Result<(), Stop> {
    match form {
        Form::Xml => xml::show(text::utf8(bytes, is_whole)?, page),
        Form::Json => json::show(bytes, page),
        Form::FastInfoset => fi::show(bytes, page),
        Form::Protobuf => proto::show(bytes, page),
        Form::Grpc => proto::show_grpc(bytes, page),
        Form::Sbw => sbw::show(bytes, page),
        Form::Resp => resp::show(bytes, page),
        Form::Text => text::show(bytes, is_whole, page),
        Form::Bytes => hex::show(bytes, page),
    }
}

/// The bytes of a body once it is decompressed; `None` where they are not all there.
pub(crate) fn whole_body(message: &Message) -> Option<Cow<'_, [u8]>> {
    let (bytes, is_whole) = compressed::plain(message).ok()?;
    (is_whole && message.body.is_whole()).then_some(bytes)
}
