//! Users, feeds and groups.

use wirecost_kv_rust::View;

use crate::body;
use crate::keys::{self, Node};
use crate::model::{NewSource, Source};
use crate::plain::is_plain;
use crate::pubsub::publishing::{LINE, is_web};
use crate::pubsub::removal;
use crate::refusal::Refusal;
use crate::turn::Turn;

/// The most bytes of a user's name.
const NAME: usize = 64;

pub fn make_user(turn: &mut Turn<'_>, name: String) -> Result<Source, Refusal> {
    if name.is_empty() || name.len() > NAME || name.chars().any(char::is_control) || !is_plain(&name) {
        return Err(Refusal::Invalid("a name has 1 to 64 bytes, and no control characters".into()));
    }
    if turn.get(&keys::name(&name))?.is_some() {
        return Err(Refusal::Invalid(format!("the name {name:?} is taken")));
    }
    let id = turn.next_node();
    turn.put(keys::name(&name), id.to_be_bytes().to_vec());
    let user = Source { id, kind: "user".into(), title: name, owner: id, ..Source::default() };
    turn.put(keys::source(id), body::write(&user)?);
    Ok(user)
}

pub fn user_named(view: &dyn View, name: &str) -> Result<Node, Refusal> {
    let id = if name.len() > NAME { None } else { view.get(&keys::name(name))? };
    id.map(|bytes| keys::node_at(&bytes, 0)).ok_or_else(|| Refusal::no("user", name))
}

pub fn make(turn: &mut Turn<'_>, owner: Node, new: NewSource) -> Result<Source, Refusal> {
    let NewSource { kind, title, url } = new;
    if !["feed", "group"].contains(&kind.as_str()) {
        return Err(Refusal::Invalid("kind is feed or group".into()));
    }
    if title.is_empty() || title.len() > LINE || url.len() > LINE || !is_plain(&title) || !is_plain(&url) {
        let what = "a source has a title; title and url have at most 2,000 bytes, and no control characters";
        return Err(Refusal::Invalid(what.into()));
    }
    if !url.is_empty() && (kind == "group" || !is_web(&url)) {
        return Err(Refusal::Invalid("url is that of a feed, and begins with http:// or https://".into()));
    }
    let id = turn.next_node();
    let source = Source { id, kind, title, url, owner, followers: 0 };
    turn.put(keys::source(id), body::write(&source)?);
    if !source.url.is_empty() {
        // What the crawler knows of it so far.
        turn.put(keys::crawled(id), Vec::new());
    }
    Ok(source)
}

pub fn delete(turn: &mut Turn<'_>, id: Node, by: Node) -> Result<(), Refusal> {
    let source = body::source(turn, id)?;
    if source.owner != by {
        return Err(Refusal::Forbidden(format!("source {id} is not yours")));
    }
    if source.kind == "user" {
        return Err(Refusal::Invalid("a user is not a feed or a group".into()));
    }
    turn.delete(keys::source(id));
    turn.put(removal::key(id), Vec::new());
    Ok(())
}
