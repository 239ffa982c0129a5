//! Random operations on the service in every design and on every store, against a reference.

mod common;

use common::{Reference, random_entry};
use wirecost_feed_rust::design::{Counting, Delivery, Groups, Inbox, Unsubscribe, Update};
use wirecost_feed_rust::model::{Entry, NewSource};
use wirecost_feed_rust::pubsub::{By, Filter};
use wirecost_feed_rust::{Design, EntryId, Node, Pubsub};
use wirecost_kv_rust::engine::{open_ordered, ordered_names};

const USERS: Node = 6;

/// Small parts, so that all of them are met with few entries.
fn small() -> Design {
    Design { home: 25, bucket: 7, at_once: 2, in_turn: 3, retained: 1_000_000, ..Design::default() }
}

struct Course {
    folder: tempfile::TempDir,
    store: &'static str,
    service: Option<Pubsub>,
    reference: Reference,
    sources: Vec<Node>,
    random: fastrand::Rng,
    runtime: tokio::runtime::Runtime,
}

impl Course {
    fn new(store: &'static str, design: Design, seed: u64) -> Self {
        design.check().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let service = Pubsub::new(open_ordered(store, folder.path()).unwrap(), design).unwrap();
        for user in 1..=USERS {
            assert_eq!(runtime.block_on(service.make_user(format!("user {user}"))).unwrap().id, user);
        }
        let random = fastrand::Rng::with_seed(seed);
        let (reference, sources) = (Reference::new(design), (1..=USERS).collect());
        Self { folder, store, service: Some(service), reference, sources, random, runtime }
    }

    fn service(&self) -> &Pubsub {
        self.service.as_ref().unwrap()
    }

    fn user(&mut self) -> Node {
        self.random.u32(1..=USERS)
    }

    fn source(&mut self) -> Node {
        let at = self.random.usize(..self.sources.len());
        self.sources[at]
    }

    fn some_entry(&mut self) -> Option<EntryId> {
        let ids: Vec<_> = self.reference.entries.keys().copied().collect();
        (!ids.is_empty()).then(|| ids[self.random.usize(..ids.len())])
    }

    fn step(&mut self) {
        match self.random.u32(..100) {
            0..40 => self.publish(),
            40..60 => self.subscribe(),
            60..70 => self.unsubscribe(),
            70..78 => self.delete(),
            78..88 => self.read_and_mark(),
            88..94 => self.comment(),
            94..97 => self.make_source(),
            97..99 => self.delete_source(),
            _ => self.start_again(),
        }
    }

    fn publish(&mut self) {
        let (source, new) = (self.source(), random_entry(&mut self.random));
        let of = self.service().source(source).unwrap();
        let author = if of.kind == "group" { self.user() } else { of.owner };
        let known = self.reference.entries.values().find(|it| it.source == source && it.resource == new.resource);
        let may = of.kind != "group" || self.reference.is_subscribed(author, source);
        let may = may && known.is_none_or(|entry| entry.author == author);
        let said = self.runtime.block_on(self.service().publish(source, By::User(author), new.clone()));
        match said {
            Ok(published) => {
                assert!(may, "a stranger publishes");
                assert_eq!(self.reference.publish(source, author, &new, published.id), published.outcome);
            }
            Err(refusal) => assert!(!may, "{refusal}"),
        }
    }

    fn subscribe(&mut self) {
        let (user, source) = (self.user(), self.source());
        self.runtime.block_on(self.service().subscribe(user, source)).unwrap();
        self.reference.subscribe(user, source);
    }

    fn unsubscribe(&mut self) {
        let (user, source) = (self.user(), self.source());
        if self.random.bool() {
            // What is on its way must be found where it will be.
            self.service().settle();
        }
        self.runtime.block_on(self.service().unsubscribe(user, source)).unwrap();
        self.reference.unsubscribe(user, source);
    }

    fn delete(&mut self) {
        let Some(id) = self.some_entry() else { return };
        let (author, user) = (self.reference.entries[&id].author, self.user());
        let owner = self.service().source(self.reference.entries[&id].source).unwrap().owner;
        let may = user == author || user == owner;
        let said = self.runtime.block_on(self.service().delete_entry(id, user));
        assert_eq!(said.is_ok(), may);
        if may {
            self.reference.delete(id);
        }
    }

    fn read_and_mark(&mut self) {
        let user = self.user();
        let page = self.service().home(user, 10, &Filter::default()).unwrap();
        let due = self.reference.home(user);
        // What is on its way may be missing; nothing else may be there.
        assert!(page.entries.iter().all(|entry| due.contains(entry)));
        let up_to = self.some_entry().unwrap_or(3);
        self.runtime.block_on(self.service().mark_read(user, up_to)).unwrap();
        self.reference.mark_read(user, up_to);
    }

    fn comment(&mut self) {
        let Some(id) = self.some_entry() else { return };
        let author = self.user();
        let said = self.runtime.block_on(self.service().comment(id, author, "so it is".into())).unwrap();
        self.reference.comments.entry(id).or_default().push((said.id, author, said.text));
    }

    fn make_source(&mut self) {
        let kind = if self.random.bool() { "feed" } else { "group" };
        let new = NewSource { kind: kind.into(), title: "a source".into(), url: String::new() };
        let owner = self.user();
        let made = self.runtime.block_on(self.service().make_source(owner, new)).unwrap();
        self.sources.push(made.id);
    }

    fn delete_source(&mut self) {
        let (source, user) = (self.source(), self.user());
        let of = self.service().source(source).unwrap();
        let said = self.runtime.block_on(self.service().delete_source(source, user));
        assert_eq!(said.is_ok(), of.owner == user && of.kind != "user");
        if said.is_ok() {
            self.sources.retain(|it| *it != source);
            // Until the cascade has passed, some of it may still be seen.
            self.service().settle();
            self.reference.delete_source(source);
        }
    }

    fn start_again(&mut self) {
        self.service = None;
        let engine = open_ordered(self.store, self.folder.path()).unwrap();
        self.service = Some(Pubsub::new(engine, self.reference.design).unwrap());
    }

    /// Compares all that there is to see.
    fn compare(&self) {
        let service = self.service();
        service.settle();
        for user in 1..=USERS {
            let due = self.reference.home(user);
            let home = |limit| service.home(user, limit, &Filter::default()).unwrap().entries;
            let ids = |entries: &[Entry]| entries.iter().map(|entry| entry.id).collect::<Vec<_>>();
            assert_eq!(ids(&home(100)), ids(&due), "home of {user}");
            assert_eq!(home(100), due);
            assert_eq!(home(5), due[..due.len().min(5)]);
            let filter = Filter { media: Some("image".into()), tag: Some("rust".into()) };
            let due: Vec<_> = due
                .into_iter()
                .filter(|entry| entry.media == "image" && entry.tags.contains(&"rust".to_owned()))
                .take(4)
                .collect();
            assert_eq!(service.home(user, 4, &filter).unwrap().entries, due, "images of {user}");
            if self.reference.design.unread != Counting::Approximate {
                assert_eq!(service.unread(user).unwrap(), self.reference.unread(user), "unread of {user}");
            }
            let subscribed: Vec<_> =
                self.sources.iter().copied().filter(|source| self.reference.is_subscribed(user, *source)).collect();
            let mut told: Vec<_> =
                service.subscriptions(user).unwrap().sources.iter().map(|source| source.id).collect();
            told.sort_unstable();
            assert_eq!(told, subscribed);
        }
        for source in &self.sources {
            let mut all = Vec::new();
            let mut before = EntryId::MAX;
            loop {
                let page = service.profile(*source, before, 3, &Filter::default()).unwrap();
                all.extend(page.entries);
                if page.next == 0 {
                    break;
                }
                before = page.next;
            }
            assert_eq!(all, self.reference.profile(*source), "profile of {source}");
            let followers = (1..=USERS).filter(|user| self.reference.is_subscribed(*user, *source)).count();
            assert_eq!(service.source(*source).unwrap().followers as usize, followers);
        }
        for id in self.reference.entries.keys() {
            let due = self.reference.comments.get(id).cloned().unwrap_or_default();
            let comments = service.comments(*id).unwrap().into_iter();
            assert_eq!(comments.map(|it| (it.id, it.author, it.text)).collect::<Vec<_>>(), due);
        }
    }
}

fn follow(store: &'static str, design: Design) {
    for seed in 0..3 {
        let mut course = Course::new(store, design, seed);
        for step in 1..=400 {
            course.step();
            if step % 40 == 0 {
                course.compare();
            }
        }
    }
}

#[test]
fn push_shows_what_it_must_on_every_store() {
    for store in ordered_names() {
        follow(store, small());
    }
}

#[test]
fn pull_shows_the_same() {
    follow("lmdb", Design { delivery: Delivery::Pull, ..small() });
}

#[test]
fn hybrid_shows_the_same() {
    follow("lmdb", Design { delivery: Delivery::Hybrid { followers: 2 }, ..small() });
}

#[test]
fn a_decision_for_each_pair_shows_the_same() {
    follow("lmdb", Design { delivery: Delivery::Rates { reads_per_entry: 2.0 }, ..small() });
}

#[test]
fn unsubscribing_can_remove_what_was_delivered() {
    let remove = Design { unsubscribe: Unsubscribe::Remove, ..small() };
    follow("sqlite-normal", remove);
    follow("lmdb", Design { delivery: Delivery::Pull, ..remove });
}

#[test]
fn an_update_can_be_published_anew() {
    follow("sqlite-normal", Design { update: Update::Anew, ..small() });
    follow("sqlite-normal", Design { update: Update::Anew, inbox: Inbox::Summary, ..small() });
}

#[test]
fn members_can_share_the_inbox_of_a_group() {
    follow("sqlite-normal", Design { groups: Groups::Shared, ..small() });
}

#[test]
fn unread_entries_counted_when_written_are_as_many() {
    follow("sqlite-normal", Design { unread: Counting::Written, ..small() });
    follow("lmdb", Design { unread: Counting::Written, unsubscribe: Unsubscribe::Remove, ..small() });
}
