//! Publishing, changing and removing entries.

use wirecost_kv_rust::{Failure, View as _};

use crate::body;
use crate::design::{Delivery, Design, Groups, Update};
use crate::keys::{self, EntryId, Node};
use crate::model::{Entry, MEDIA, NewEntry, Published, Source};
use crate::plain::is_plain;
use crate::pubsub::{cascade, delivery, subscribing};
use crate::refusal::Refusal;
use crate::turn::{News, Turn};

/// The most bytes of a title, of a resource id and of a URL.
pub const LINE: usize = 2_000;

/// The most bytes of a summary.
pub const SUMMARY: usize = 8_000;

/// The most tags of an entry, and bytes of one.
pub const TAGS: usize = 32;
pub const TAG: usize = 100;

/// Who publishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A user.
    User(Node),
    /// The crawler, for the source that it crawls.
    Crawler,
}

/// An entry that keeps the limits, with HTML that is harmless.
///
/// # Errors
/// Which limit it breaks.
pub fn checked(new: NewEntry) -> Result<NewEntry, Refusal> {
    let refuse = |what: &str| Err(Refusal::Invalid(what.to_owned()));
    if new.resource.is_empty() {
        return refuse("resource: an entry needs a name that is unique in its source");
    }
    if [&new.resource, &new.title, &new.url].iter().any(|line| line.len() > LINE) {
        return refuse("resource, title and url have at most 2,000 bytes each");
    }
    if new.summary.len() > SUMMARY {
        return refuse("summary has at most 8,000 bytes: an entry holds a summary and the URL of the whole");
    }
    if [&new.resource, &new.title, &new.summary, &new.url].into_iter().chain(&new.tags).any(|text| !is_plain(text)) {
        return refuse("texts have no control characters but tabs and ends of lines: no XML could carry them");
    }
    if new.tags.len() > TAGS || new.tags.iter().any(|tag| tag.is_empty() || tag.len() > TAG) {
        return refuse("there are at most 32 tags of 1 to 100 bytes");
    }
    if !(new.url.is_empty() || is_web(&new.url)) {
        return refuse("url must begin with http:// or https://");
    }
    let media = if new.media.is_empty() { MEDIA[0].to_owned() } else { new.media };
    if !MEDIA.contains(&media.as_str()) {
        return refuse("media is one of text, link, image, video");
    }
    let summary = ammonia::clean(&new.summary);
    // Escaping what looked like tags may have made it longer.
    if summary.len() > 4 * SUMMARY {
        return refuse("summary is too long once its HTML is made harmless");
    }
    Ok(NewEntry { media, summary, ..new })
}

/// Whether a browser that follows this stays on the web: no `javascript:` and the like.
pub fn is_web(url: &str) -> bool {
    let has = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    has("http://") || has("https://")
}

/// Publishes in a turn.
///
/// # Errors
/// If there is no such source, or it is not theirs.
pub fn publish(
    turn: &mut Turn<'_>,
    design: &Design,
    source: Node,
    by: By,
    new: NewEntry,
    now_us: u64,
) -> Result<Published, Refusal> {
    let of = body::source(turn, source)?;
    let author = match by {
        By::Crawler => source,
        By::User(user) if of.kind == "group" => {
            if !subscribing::is_subscribed(turn, user, source)? {
                return Err(Refusal::Forbidden(format!("only members of group {source} publish in it")));
            }
            user
        }
        By::User(user) if user == of.owner => user,
        By::User(_) => return Err(Refusal::Forbidden(format!("source {source} is not yours"))),
    };
    let NewEntry { resource, title, summary, url, media, tags } = new;
    let mut entry = Entry { id: 0, source, author, resource, title, summary, url, media, tags };
    let known = turn.get(&keys::resource(source, &entry.resource))?.map(|bytes| keys::number_at(&bytes, 0));
    let Some(id) = known else {
        let id = add(turn, design, &of, entry, now_us)?;
        return Ok(Published { id, outcome: "new".into() });
    };
    let before = body::entry(turn, id)?;
    if before.author != author {
        return Err(Refusal::Forbidden(format!("entry {id} is somebody else's")));
    }
    entry.id = id;
    if entry == before {
        return Ok(Published { id, outcome: "unchanged".into() });
    }
    let id = match design.update {
        Update::InPlace => {
            turn.put(keys::entry(id), body::write(&entry)?);
            id
        }
        Update::Anew => {
            remove(turn, design, &before)?;
            add(turn, design, &of, entry, now_us)?
        }
    };
    Ok(Published { id, outcome: "updated".into() })
}

/// Whether the entries of a source are written into inboxes.
fn is_pushed(design: &Design, source: &Source) -> bool {
    if source.kind == "group" && design.groups == Groups::Shared {
        return false;
    }
    match design.delivery {
        Delivery::Push | Delivery::Rates { .. } => true,
        Delivery::Pull => false,
        Delivery::Hybrid { followers } => source.followers <= followers,
    }
}

/// Adds an entry and begins its delivery.
fn add(turn: &mut Turn<'_>, design: &Design, of: &Source, mut entry: Entry, now_us: u64) -> Result<EntryId, Failure> {
    let id = turn.next_entry(now_us);
    entry.id = id;
    let is_pushed = is_pushed(design, of);
    turn.put(keys::resource(of.id, &entry.resource), id.to_be_bytes().to_vec());
    turn.put(keys::profile(of.id, id), vec![u8::from(is_pushed)]);
    turn.put(keys::entry(id), body::write(&entry)?);
    if is_pushed {
        delivery::begin(turn, design, &entry)?;
    } else if turn.get(&keys::pulled(of.id))?.is_none() {
        turn.put(keys::pulled(of.id), Vec::new());
    }
    // Whoever has it looked up, be it some users of a pushed source.
    if !is_pushed || matches!(design.delivery, Delivery::Rates { .. }) {
        turn.news.push(News::Published(of.id, id));
    }
    Ok(id)
}

/// Removes an entry in a turn.
///
/// # Errors
/// If there is none, or it is not theirs.
pub fn delete(turn: &mut Turn<'_>, design: &Design, id: EntryId, by: Node) -> Result<(), Refusal> {
    let entry = body::entry(turn, id)?;
    if entry.author != by && body::source(turn, entry.source)?.owner != by {
        return Err(Refusal::Forbidden(format!("entry {id} is not yours")));
    }
    Ok(remove(turn, design, &entry)?)
}

/// Removes an entry, and begins to remove what refers to it.
pub fn remove(turn: &mut Turn<'_>, design: &Design, entry: &Entry) -> Result<(), Failure> {
    turn.delete(keys::entry(entry.id));
    turn.delete(keys::resource(entry.source, &entry.resource));
    turn.delete(keys::profile(entry.source, entry.id));
    cascade::begin(turn, design, entry.source, entry.id)
}
