//! What the service keeps and says: each type has one form for the store and for all formats of bodies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an entry mostly is. Readers can ask for one of them, such as text for a small screen.
pub const MEDIA: [&str; 4] = ["text", "link", "image", "video"];

/// A published entry: a summary and where the whole of it is.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Entry {
    /// Its number: the microseconds since 1970 at which it was published here, and one more where two would meet.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// The source that it is of.
    #[prost(uint32, tag = "2")]
    pub source: u32,
    /// Who published it; the source itself, but for entries of groups.
    #[prost(uint32, tag = "3")]
    pub author: u32,
    /// What the source calls it, unique in the source.
    #[prost(string, tag = "4")]
    pub resource: String,
    /// Its title, as text.
    #[prost(string, tag = "5")]
    pub title: String,
    /// A summary, as harmless HTML.
    #[prost(string, tag = "6")]
    pub summary: String,
    /// Where the whole of it is.
    #[prost(string, tag = "7")]
    pub url: String,
    /// `text`, `link`, `image` or `video`.
    #[prost(string, tag = "8")]
    pub media: String,
    /// Its tags.
    #[prost(string, repeated, tag = "9")]
    pub tags: Vec<String>,
}

/// An entry that is to be published.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct NewEntry {
    /// What the source calls it. Publishing it again updates the entry.
    #[prost(string, tag = "1")]
    pub resource: String,
    /// Its title, as text.
    #[prost(string, tag = "2")]
    pub title: String,
    /// A summary, as HTML.
    #[prost(string, tag = "3")]
    pub summary: String,
    /// Where the whole of it is; `http` or `https`.
    #[prost(string, tag = "4")]
    pub url: String,
    /// `text`, `link`, `image` or `video`; `text` if it is empty.
    #[prost(string, tag = "5")]
    pub media: String,
    /// Its tags.
    #[prost(string, repeated, tag = "6")]
    pub tags: Vec<String>,
}

/// What became of an entry that was published.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Published {
    /// The entry's number.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// `new`, `updated` or `unchanged`.
    #[prost(string, tag = "2")]
    pub outcome: String,
}

/// What can be subscribed to: a user, a feed or a group.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Source {
    /// Its number.
    #[prost(uint32, tag = "1")]
    pub id: u32,
    /// `user`, `feed` or `group`.
    #[prost(string, tag = "2")]
    pub kind: String,
    /// Its name.
    #[prost(string, tag = "3")]
    pub title: String,
    /// Where a feed comes from.
    #[prost(string, tag = "4")]
    pub url: String,
    /// The user that it is of.
    #[prost(uint32, tag = "5")]
    pub owner: u32,
    /// How many users subscribe to it.
    #[prost(uint32, tag = "6")]
    pub followers: u32,
}

/// A source that is to be made.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct NewSource {
    /// `feed` or `group`.
    #[prost(string, tag = "1")]
    pub kind: String,
    /// Its name.
    #[prost(string, tag = "2")]
    pub title: String,
    /// Where a feed comes from; without one, only its owner publishes.
    #[prost(string, tag = "3")]
    pub url: String,
}

/// A user that is to be made.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct NewUser {
    /// The name, unique among users.
    #[prost(string, tag = "1")]
    pub name: String,
}

/// A user, with what a client of theirs needs to get tokens. The secret is said once.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Registered {
    /// The user's number, which is also that of the source of their own entries.
    #[prost(uint32, tag = "1")]
    pub id: u32,
    /// The name of the client.
    #[prost(string, tag = "2")]
    pub client_id: String,
    /// The secret of the client.
    #[prost(string, tag = "3")]
    pub client_secret: String,
}

/// Some entries, newest first.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Entries {
    /// The entries.
    #[prost(message, repeated, tag = "1")]
    pub entries: Vec<Entry>,
    /// Where to go on: the `before` of the next request; 0 where there are no more, and always on the home page.
    #[prost(uint64, tag = "2")]
    pub next: u64,
}

/// A comment on an entry.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Comment {
    /// Its number.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// The entry that it is on.
    #[prost(uint64, tag = "2")]
    pub entry: u64,
    /// Who wrote it.
    #[prost(uint32, tag = "3")]
    pub author: u32,
    /// What it says, as text.
    #[prost(string, tag = "4")]
    pub text: String,
}

/// A comment that is to be made.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct NewComment {
    /// What it says, as text.
    #[prost(string, tag = "1")]
    pub text: String,
}

/// Comments, oldest first.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Comments {
    /// The comments.
    #[prost(message, repeated, tag = "1")]
    pub comments: Vec<Comment>,
}

/// Sources, by their numbers.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Sources {
    /// The sources.
    #[prost(message, repeated, tag = "1")]
    pub sources: Vec<Source>,
}

/// How many entries of the home page a user has not read.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Unread {
    /// The number of entries.
    #[prost(uint32, tag = "1")]
    pub unread: u32,
}

/// How far a user has read.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct ReadUpTo {
    /// The newest entry that they have read.
    #[prost(uint64, tag = "1")]
    pub up_to: u64,
}

/// What went wrong, in words.
#[derive(Clone, PartialEq, Serialize, Deserialize, prost::Message, ToSchema)]
#[serde(default)]
pub struct Problem {
    /// What, and what helps.
    #[prost(string, tag = "1")]
    pub problem: String,
}
