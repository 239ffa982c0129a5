//! What a run can say at once: the sizes of its messages in every format that is written without a candidate's code. Builds, for which
//! a first run waits, take minutes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use wirecost_catalog::Message;
use wirecost_codec_protocol::Binding;
use wirecost_encode::{Encoding, Format};

use crate::draft::Draft;
use crate::reference::References;

/// The messages of a table, which fits a terminal then.
const COLUMNS: usize = 4;

/// A table of sizes; none if no format is written so.
pub fn table(draft: &Draft) -> Option<String> {
    let messages = &draft.messages[..draft.messages.len().min(COLUMNS)];
    let references = References::new(&draft.runners, draft.suite.answer_timeout.0);
    let mut rows: BTreeMap<&str, Vec<Option<usize>>> = BTreeMap::new();
    for (column, message) in messages.iter().enumerate() {
        for format in formats(draft, message) {
            if let Some(bytes) = size(references, format, message) {
                rows.entry(format).or_insert_with(|| vec![None; messages.len()])[column] = Some(bytes);
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut rows: Vec<(&str, Vec<Option<usize>>)> = rows.into_iter().collect();
    // As many bytes as all its messages take; a format that does not hold them all comes last.
    rows.sort_by_key(|(name, row)| (row.contains(&None), row.iter().flatten().sum::<usize>(), *name));
    let widths: Vec<usize> = messages.iter().map(|message| message.name.chars().count().max(9)).collect();
    let mut out = "sizes in bytes, before anything is built (`wirecost size NAME` shows more):\n".to_owned();
    let _ = write!(out, "  {:<18}", "format");
    for (message, width) in messages.iter().zip(&widths) {
        let _ = write!(out, "  {:>width$}", message.name);
    }
    for (name, row) in rows {
        let _ = write!(out, "\n  {name:<18}");
        for (size, width) in row.iter().zip(&widths) {
            let size = size.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
            let _ = write!(out, "  {size:>width$}");
        }
    }
    Some(out)
}

/// The formats of all candidates that were chosen for a message, also of those that cannot run it.
fn formats<'a>(draft: &'a Draft, message: &Message) -> BTreeSet<&'a str> {
    let candidates = draft.choices.iter().filter(|it| it.message == message.name).map(|it| &it.candidate);
    let candidates = candidates.filter(|it| !matches!(it.binding, Binding::Nothing | Binding::Floor));
    candidates.map(|candidate| candidate.format.as_str()).collect()
}

/// The bytes that a message takes in a format, if that can be said without a candidate's code.
fn size(references: References<'_>, format: &str, message: &Message) -> Option<usize> {
    if let Ok(all) = references.encoded(format, message, std::slice::from_ref(&message.content)) {
        return all.first().map(Vec::len);
    }
    let model = message.model().ok()?;
    let encoding = Encoding::new(Format::of(format)?, &model).ok()?;
    encoding.encode(message.content.typed.as_ref()?).ok().map(|bytes| bytes.len())
}
