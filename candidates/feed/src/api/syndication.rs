//! The entries of a source as RSS 2.0 and Atom (RFC 4287), for readers that know no API.

use std::io;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap};
use axum::response::IntoResponse as _;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Service;
use super::answer::Answer;
use crate::date;
use crate::keys::{EntryId, Node};
use crate::model::{Entry, Problem, Source};
use crate::pubsub::Filter;

/// How many entries a document has.
const ENTRIES: usize = 50;

type Xml = Writer<Vec<u8>>;

fn leaf(xml: &mut Xml, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(text)).map(|_| ())
}

/// Where this service is, as the client called it.
fn base(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("http://{host}")
}

/// What an entry links to: its URL, or itself where it has none.
fn link(entry: &Entry, base: &str) -> String {
    if entry.url.is_empty() { format!("{base}/entries/{}", entry.id) } else { entry.url.clone() }
}

fn document(write: impl FnOnce(&mut Xml) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    write(&mut xml)?;
    Ok(xml.into_inner())
}

fn rss_item(xml: &mut Xml, entry: &Entry, base: &str) -> io::Result<()> {
    let item = xml.create_element("item").write_inner_content(|xml| {
        leaf(xml, "title", &entry.title)?;
        leaf(xml, "link", &link(entry, base))?;
        leaf(xml, "description", &entry.summary)?;
        for tag in &entry.tags {
            leaf(xml, "category", tag)?;
        }
        let guid = xml.create_element("guid").with_attribute(("isPermaLink", "false"));
        guid.write_text_content(BytesText::new(&format!("urn:feed:entry:{}", entry.id)))?;
        leaf(xml, "pubDate", &date::rfc2822(entry.id))
    });
    item.map(|_| ())
}

fn write_rss(source: &Source, entries: &[Entry], base: &str) -> io::Result<Vec<u8>> {
    document(|xml| {
        let rss = xml.create_element("rss").with_attribute(("version", "2.0")).write_inner_content(|xml| {
            let channel = xml.create_element("channel").write_inner_content(|xml| {
                leaf(xml, "title", &source.title)?;
                leaf(xml, "link", &format!("{base}/sources/{}", source.id))?;
                leaf(xml, "description", &format!("Entries of {}", source.title))?;
                entries.iter().try_for_each(|entry| rss_item(xml, entry, base))
            });
            channel.map(|_| ())
        });
        rss.map(|_| ())
    })
}

fn atom_entry(xml: &mut Xml, entry: &Entry, base: &str) -> io::Result<()> {
    let written = xml.create_element("entry").write_inner_content(|xml| {
        leaf(xml, "id", &format!("urn:feed:entry:{}", entry.id))?;
        leaf(xml, "title", &entry.title)?;
        leaf(xml, "updated", &date::rfc3339(entry.id))?;
        xml.create_element("link").with_attribute(("href", link(entry, base).as_str())).write_empty()?;
        for tag in &entry.tags {
            xml.create_element("category").with_attribute(("term", tag.as_str())).write_empty()?;
        }
        let summary = xml.create_element("summary").with_attribute(("type", "html"));
        summary.write_text_content(BytesText::new(&entry.summary)).map(|_| ())
    });
    written.map(|_| ())
}

fn write_atom(source: &Source, entries: &[Entry], base: &str) -> io::Result<Vec<u8>> {
    document(|xml| {
        let feed = xml.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom"));
        let feed = feed.write_inner_content(|xml| {
            leaf(xml, "id", &format!("urn:feed:source:{}", source.id))?;
            leaf(xml, "title", &source.title)?;
            leaf(xml, "updated", &date::rfc3339(entries.first().map_or(0, |entry| entry.id)))?;
            xml.create_element("author").write_inner_content(|xml| leaf(xml, "name", &source.title))?;
            let itself = format!("{base}/v1/sources/{}/atom", source.id);
            let link = xml.create_element("link").with_attribute(("rel", "self"));
            link.with_attribute(("href", itself.as_str())).write_empty()?;
            entries.iter().try_for_each(|entry| atom_entry(xml, entry, base))
        });
        feed.map(|_| ())
    })
}

/// A way to write a document.
type Write = fn(&Source, &[Entry], &str) -> io::Result<Vec<u8>>;

fn answer(service: &Service, source: Node, headers: &HeaderMap, media_type: &'static str, write: Write) -> Answer {
    let of = service.pubsub.source(source)?;
    let entries = service.pubsub.profile(source, EntryId::MAX, ENTRIES, &Filter::default())?.entries;
    let bytes = write(&of, &entries, &base(headers)).map_err(|error| {
        super::answer::Failed::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    })?;
    Ok(([(CONTENT_TYPE, media_type)], bytes).into_response())
}

/// Shows the newest entries of a source as RSS 2.0. It asks for no token.
#[utoipa::path(get, path = "/v1/sources/{source}/rss", params(("source" = u32, Path)), responses(
    (status = 200, content_type = "application/rss+xml", body = String), (status = 404, body = Problem)))]
pub async fn rss(State(service): State<Arc<Service>>, Path(source): Path<Node>, headers: HeaderMap) -> Answer {
    answer(&service, source, &headers, "application/rss+xml", write_rss)
}

/// Shows the newest entries of a source as Atom. It asks for no token.
#[utoipa::path(get, path = "/v1/sources/{source}/atom", params(("source" = u32, Path)), responses(
    (status = 200, content_type = "application/atom+xml", body = String), (status = 404, body = Problem)))]
pub async fn atom(State(service): State<Arc<Service>>, Path(source): Path<Node>, headers: HeaderMap) -> Answer {
    answer(&service, source, &headers, "application/atom+xml", write_atom)
}
