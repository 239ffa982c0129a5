//! What a feed says, as entries that can be published.

use feed_rs::model::{Entry, Feed};
use feed_rs::parser;

use crate::model::NewEntry;
use crate::plain::{cut, made_plain, text_of_html};
use crate::pubsub::{LINE, SUMMARY, TAG, TAGS, is_web};

/// The most bytes of a feed.
pub const MOST_BYTES: usize = 8 << 20;

/// The most elements open at once. A feed has some ten, and those with XHTML in them some more.
const MOST_DEPTH: usize = 256;

/// The most entries that are taken of a feed: the newest.
pub const MOST_ENTRIES: usize = 500;

/// How much of a text stands for an entry that has a longer one, bytes.
const BEGINNING: usize = 1_000;

/// Why a feed has no entries that could be published.
#[derive(Debug, thiserror::Error)]
pub enum NoFeed {
    /// It is longer than a feed may be.
    #[error("it has more than {MOST_BYTES} bytes")]
    TooLong,
    /// Its elements lie too deep in each other.
    #[error("it has more than {MOST_DEPTH} elements in each other")]
    TooDeep,
    /// It is no feed, or a broken one.
    #[error("it is no RSS, RDF, Atom or JSON Feed that can be read: {0}")]
    Broken(String),
}

/// What a feed says.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// Its own title.
    pub title: String,
    /// Its entries, oldest first, as far as it says when they are of; else as they stand, the last first.
    pub entries: Vec<NewEntry>,
}

/// The entries of a feed that was fetched from `url`.
///
/// # Errors
/// If it is too long, too deep, or no feed.
pub fn parse(bytes: &[u8], url: &str) -> Result<Parsed, NoFeed> {
    if bytes.len() > MOST_BYTES {
        return Err(NoFeed::TooLong);
    }
    if depth(bytes) > MOST_DEPTH {
        return Err(NoFeed::TooDeep);
    }
    // Its own cleaning is not asked for: what is published is cleaned, whoever publishes it.
    let feed = parser::Builder::new().base_uri(Some(url)).build().parse(bytes);
    let feed = feed.map_err(|error| NoFeed::Broken(error.to_string()))?;
    Ok(published(feed))
}

/// How many brackets that open something lie in each other at most. Attributes and texts may have some that count too much, and no
/// feed has so many: this keeps what reads a document by calling itself from doing so without end.
fn depth(bytes: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| b"<{[}]".contains(byte)) {
        match (rest[at], rest.get(at + 1)) {
            (b'<', Some(b'/')) | (b'}' | b']', _) => open = open.saturating_sub(1),
            (b'<', Some(b'!' | b'?')) => {}
            (b'<', _) => {
                let end = rest[at..].iter().position(|byte| *byte == b'>').map_or(rest.len(), |end| at + end);
                if end == rest.len() || rest[end - 1] != b'/' {
                    open += 1;
                }
                deepest = deepest.max(open);
                rest = &rest[end.min(rest.len())..];
                continue;
            }
            _ => open += 1,
        }
        deepest = deepest.max(open);
        rest = &rest[at + 1..];
    }
    deepest
}

fn published(feed: Feed) -> Parsed {
    let title = feed.title.map(|title| line(&text_of_html(&title.content))).unwrap_or_default();
    let mut entries = feed.entries;
    // Feeds have the newest first.
    entries.reverse();
    entries.sort_by_key(|entry| entry.published.or(entry.updated));
    let spare = entries.len().saturating_sub(MOST_ENTRIES);
    let entries = entries.into_iter().skip(spare).map(new_entry).filter(|entry| !entry.resource.is_empty()).collect();
    Parsed { title, entries }
}

/// A text of one line, as long as one may be.
fn line(text: &str) -> String {
    let plain = made_plain(text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    cut(&words.join(" "), LINE).to_owned()
}

fn new_entry(entry: Entry) -> NewEntry {
    let media = media(&entry).to_owned();
    let url = entry
        .links
        .iter()
        .filter(|link| link.rel.as_deref().is_none_or(|rel| rel == "alternate"))
        .chain(&entry.links)
        .map(|link| link.href.trim())
        .find(|url| is_web(url) && url.len() <= LINE)
        .unwrap_or_default()
        .to_owned();
    let body = entry.content.and_then(|content| content.body);
    let of_media = entry.media.into_iter().find_map(|media| media.description).map(|text| text.content);
    let summary = entry.summary.map(|text| text.content).filter(|text| !text.trim().is_empty());
    let tags = entry.categories.iter().map(|category| cut(&line(&category.term), TAG).trim_end().to_owned());
    let mut tags: Vec<String> = tags.filter(|tag| !tag.is_empty()).take(TAGS).collect();
    tags.dedup();
    NewEntry {
        resource: resource(&entry.id),
        title: entry.title.map(|title| line(&text_of_html(&title.content))).unwrap_or_default(),
        summary: summary.or(body).or(of_media).map(|text| shortened(&made_plain(&text))).unwrap_or_default(),
        url,
        media,
        tags,
    }
}

/// A name that is too long for one is cut: what differs only beyond two thousand bytes is one entry.
fn resource(id: &str) -> String {
    cut(&made_plain(id), LINE).to_owned()
}

/// A summary that fits: as it is, or the beginning of its text.
fn shortened(html: &str) -> String {
    if html.len() <= SUMMARY {
        return html.to_owned();
    }
    let text = text_of_html(html);
    // As HTML again, in which what looks like a tag stays text.
    ammonia::clean_text(&format!("{}\u{2026}", cut(&text, BEGINNING))).replace("&#32;", " ").replace("&#10;", "\n")
}

fn media(entry: &Entry) -> &'static str {
    let types = entry.media.iter().flat_map(|media| &media.content).filter_map(|content| content.content_type.as_ref());
    let of_links = entry.links.iter().filter(|link| link.rel.as_deref() == Some("enclosure"));
    let links = of_links.filter_map(|link| link.media_type.clone());
    let kinds: Vec<String> = types.map(ToString::to_string).chain(links).collect();
    if kinds.iter().any(|kind| kind.starts_with("video") || kind.contains("shockwave")) {
        "video"
    } else if kinds.iter().any(|kind| kind.starts_with("image")) {
        "image"
    } else if entry.summary.is_none() && entry.content.is_none() {
        "link"
    } else {
        "text"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_what_is_open() {
        assert_eq!(depth(b"<a><b/><c><d>x</d></c></a>"), 3);
        assert_eq!(depth(b"<?xml version='1.0'?><!-- c --><a/>"), 0);
        assert_eq!(depth(br#"{"items": [{"id": "1"}]}"#), 3);
        assert_eq!(depth("<a>".repeat(1_000).as_bytes()), 1_000);
        assert_eq!(depth(b"<"), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_break_it(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
            drop(parse(&bytes, "https://example.org/feed"));
        }

        #[test]
        fn nothing_that_looks_like_a_feed_breaks_it(text in "(<(rss|channel|item|title|guid|a:b|entry|/item|/rss)( [a-z]=\"[^\"]\")?/?>|&[a-z]{1,4};|[ -~])*") {
            if let Ok(parsed) = parse(text.as_bytes(), "https://example.org/feed") {
                for entry in parsed.entries {
                    proptest::prop_assert!(crate::pubsub::checked(entry).is_ok());
                }
            }
        }
    }
}
