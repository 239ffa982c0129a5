//! Who publishes what to whom. Nothing is fetched here: the crawler publishes what it found as anybody does.

mod background;
mod cascade;
mod comments;
mod delivery;
mod home;
mod live;
mod publishing;
mod rates;
mod removal;
mod sources;
mod subscribing;
mod top;
mod unread;
mod work;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use wirecost_kv_rust::{Failure, Ordered};

use crate::design::Design;
use crate::keys::{EntryId, Node};
use crate::model::{Comment, Entries, Entry, NewEntry, NewSource, Published, Source, Sources};
use crate::pubsub::background::Deliverer;
pub use crate::pubsub::home::Filter;
pub use crate::pubsub::live::Listener;
use crate::pubsub::live::Live;
pub use crate::pubsub::publishing::{By, checked};
pub(crate) use crate::pubsub::publishing::{LINE, SUMMARY, TAG, TAGS, is_web};
use crate::pubsub::rates::Rates;
use crate::pubsub::unread::Guesses;
use crate::refusal::Refusal;
use crate::spans::Way;
use crate::store::Store;

/// The most entries of an answer.
pub const MOST: usize = 100;

/// Microseconds since 1970.
fn now_us() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

/// The service behind its API.
pub struct Pubsub {
    design: Design,
    store: Arc<Store>,
    live: Arc<Live>,
    rates: Rates,
    guesses: Guesses,
}

impl Pubsub {
    /// The service on a store, which goes on with what an earlier process left undone.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn new(engine: Box<dyn Ordered>, design: Design) -> Result<Self, Failure> {
        let live = Arc::new(Live::default());
        let deliverer = Arc::new(Deliverer { design, live: Arc::clone(&live) });
        let store = Arc::new(Store::new(engine, deliverer)?);
        Ok(Self { design, store, live, rates: Rates::default(), guesses: Guesses::default() })
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// How the entries of a new subscription reach the user.
    pub(crate) fn first_way(&self) -> Way {
        self.rates.first_way(&self.design)
    }

    /// Waits until nothing is left to do in the background.
    pub fn settle(&self) {
        self.store.settle();
    }

    /// The choices that it was started with.
    pub fn design(&self) -> Design {
        self.design
    }

    /// Publishes an entry, or changes it where the source has published it before.
    ///
    /// # Errors
    /// If there is no such source, it is not theirs, or the entry breaks a limit.
    pub async fn publish(&self, source: Node, by: By, new: NewEntry) -> Result<Published, Refusal> {
        let design = self.design;
        let new = publishing::checked(new)?;
        self.rates.published(source, &design);
        self.store.write(move |turn| publishing::publish(turn, &design, source, by, new, now_us())).await
    }

    /// As [`Pubsub::publish`], for a thread that may wait.
    ///
    /// # Errors
    /// As there.
    pub fn publish_now(&self, source: Node, by: By, new: NewEntry) -> Result<Published, Refusal> {
        let design = self.design;
        let new = publishing::checked(new)?;
        self.rates.published(source, &design);
        self.store.write_now(move |turn| publishing::publish(turn, &design, source, by, new, now_us()))
    }

    /// Removes an entry. Its references in inboxes go in the background.
    ///
    /// # Errors
    /// If there is none, or it is not theirs.
    pub async fn delete_entry(&self, id: EntryId, by: Node) -> Result<(), Refusal> {
        let design = self.design;
        self.store.write(move |turn| publishing::delete(turn, &design, id, by)).await
    }

    /// An entry.
    ///
    /// # Errors
    /// If there is none.
    pub fn entry(&self, id: EntryId) -> Result<Entry, Refusal> {
        self.store.read(|view, _| crate::body::entry(view, id))
    }

    /// Makes a user.
    ///
    /// # Errors
    /// If the name is taken or broken.
    pub async fn make_user(&self, name: String) -> Result<Source, Refusal> {
        self.store.write(move |turn| sources::make_user(turn, name)).await
    }

    /// The user of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn user_named(&self, name: &str) -> Result<Node, Refusal> {
        self.store.read(|view, _| sources::user_named(view, name))
    }

    /// Makes a feed or a group.
    ///
    /// # Errors
    /// If it is broken.
    pub async fn make_source(&self, owner: Node, new: NewSource) -> Result<Source, Refusal> {
        self.store.write(move |turn| sources::make(turn, owner, new)).await
    }

    /// A source.
    ///
    /// # Errors
    /// If there is none.
    pub fn source(&self, id: Node) -> Result<Source, Refusal> {
        self.store.read(|view, _| crate::body::source(view, id))
    }

    /// Removes a source. Its entries and subscriptions go in the background.
    ///
    /// # Errors
    /// If there is none, it is not theirs, or it is a user.
    pub async fn delete_source(&self, id: Node, by: Node) -> Result<(), Refusal> {
        self.store.write(move |turn| sources::delete(turn, id, by)).await
    }

    /// Subscribes a user to a source.
    ///
    /// # Errors
    /// If there is no such source.
    pub async fn subscribe(&self, user: Node, source: Node) -> Result<(), Refusal> {
        let way = self.rates.first_way(&self.design);
        self.store.write(move |turn| subscribing::subscribe(turn, user, source, way)).await
    }

    /// Ends a subscription, if there is one.
    ///
    /// # Errors
    /// If the store gave up.
    pub async fn unsubscribe(&self, user: Node, source: Node) -> Result<(), Refusal> {
        let design = self.design;
        self.store.write(move |turn| subscribing::unsubscribe(turn, &design, user, source)).await
    }

    /// What a user subscribes to.
    ///
    /// # Errors
    /// If the store gave up.
    pub fn subscriptions(&self, user: Node) -> Result<Sources, Refusal> {
        self.store.read(|view, _| subscribing::subscriptions(view, user))
    }

    /// The home page of a user: the newest of all that they subscribe to.
    ///
    /// # Errors
    /// If the store gave up.
    pub fn home(&self, user: Node, limit: usize, filter: &Filter) -> Result<Entries, Refusal> {
        let limit = limit.clamp(1, MOST);
        let page = self.store.read(|view, buckets| home::home(view, buckets, &self.design, user, limit, filter))?;
        if let Some(settle) = self.rates.read(user, &self.design) {
            // The reader does not wait for it, and it is done anew later where it is lost.
            self.store.write_later(move |turn| subscribing::settle(turn, user, &settle));
        }
        Ok(page)
    }

    /// The profile page of a source: all of its entries, from the one before `before`.
    ///
    /// # Errors
    /// If there is no such source.
    pub fn profile(&self, source: Node, before: EntryId, limit: usize, filter: &Filter) -> Result<Entries, Refusal> {
        let limit = limit.clamp(1, MOST);
        self.store.read(|view, _| home::profile(view, source, before, limit, filter))
    }

    /// How many entries of the home page are newer than what the user has read.
    ///
    /// # Errors
    /// If the store gave up.
    pub fn unread(&self, user: Node) -> Result<u32, Refusal> {
        if let Some(guess) = self.guesses.of(user, &self.design) {
            return Ok(guess);
        }
        let count = self.store.read(|view, buckets| unread::count(view, buckets, &self.design, user))?;
        self.guesses.remember(user, count, &self.design);
        Ok(count)
    }

    /// Notes that a user has read up to this entry.
    ///
    /// # Errors
    /// If the store gave up.
    pub async fn mark_read(&self, user: Node, up_to: EntryId) -> Result<(), Refusal> {
        let design = self.design;
        self.guesses.forget(user);
        self.store.write(move |turn| unread::mark(turn, &design, user, up_to)).await
    }

    /// Comments on an entry.
    ///
    /// # Errors
    /// If there is no such entry, or the comment breaks a limit.
    pub async fn comment(&self, entry: EntryId, author: Node, text: String) -> Result<Comment, Refusal> {
        self.store.write(move |turn| comments::add(turn, entry, author, text, now_us())).await
    }

    /// The comments on an entry, oldest first.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn comments(&self, entry: EntryId) -> Result<Vec<Comment>, Refusal> {
        self.store.read(|view, _| comments::all(view, entry))
    }

    /// Removes a comment: its author can, and who published the entry.
    ///
    /// # Errors
    /// If there is none, or it is not theirs.
    pub async fn delete_comment(&self, entry: EntryId, id: u64, by: Node) -> Result<(), Refusal> {
        self.store.write(move |turn| comments::delete(turn, entry, id, by)).await
    }

    /// Listens for entries that reach a user from now on.
    pub fn listen(&self, user: Node) -> Listener {
        self.live.listen(user)
    }

    /// Whether an entry of a source that is read rather than pushed reaches a user.
    ///
    /// # Errors
    /// If the store gave up.
    pub fn is_for(&self, user: Node, source: Node, id: EntryId) -> Result<bool, Refusal> {
        self.store.read(|view, _| subscribing::reaches(view, user, source, id))
    }
}
