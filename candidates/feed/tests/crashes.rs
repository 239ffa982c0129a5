//! Random operations over HTTP while the service is killed again and again, against a reference: what was answered is there afterwards.
//!
//! `FEED_KILLS=100` kills it as often; without it, it is killed a few times.

mod common;

use std::time::{Duration, Instant};

use common::server::{Client, Reply, Server};
use common::{Reference, random_entry};
use wirecost_feed_rust::format::Format;
use wirecost_feed_rust::model::{Entries, Published};
use wirecost_feed_rust::{Design, EntryId, Node};

const USERS: Node = 5;

/// How long the background may take to end what a crash interrupted.
const PATIENCE: Duration = Duration::from_secs(20);

struct Course {
    folder: tempfile::TempDir,
    words: Vec<&'static str>,
    server: Server,
    operator: Client,
    users: Vec<Client>,
    reference: Reference,
    random: fastrand::Rng,
    kills: usize,
    acknowledged: usize,
}

/// An operation as it is sent; every one can be sent again.
struct Request {
    user: Node,
    method: &'static str,
    path: String,
    body: Vec<u8>,
}

impl Course {
    fn new(words: &[&'static str], seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let small = ["--home", "25", "--bucket", "7", "--at-once", "2", "--in-turn", "3"];
        let words: Vec<_> = small.iter().chain(words).copied().collect();
        let server = Server::start(folder.path(), &words);
        let operator = Client::operator(&server, folder.path());
        let users = (1..=USERS).map(|user| operator.make_user(&format!("user {user}")).1).collect();
        let design = Design { home: 25, ..Design::default() };
        let (random, reference) = (fastrand::Rng::with_seed(seed), Reference::new(design));
        Self { folder, words, server, operator, users, reference, random, kills: 0, acknowledged: 0 }
    }

    fn start_again(&mut self) {
        self.server.kill();
        self.kills += 1;
        self.server = Server::start(self.folder.path(), &self.words);
        let url = &self.server.url;
        self.users.iter_mut().chain([&mut self.operator]).for_each(|client| {
            // Tokens outlive the process, connections do not.
            *client = Client { url: url.clone(), token: client.token.clone(), ..Client::new(&self.server) };
        });
    }

    /// Sends a request until it is answered; whether it was sent more than once.
    fn send(&mut self, request: &Request) -> (Reply, bool) {
        let mut again = false;
        loop {
            let client = &self.users[request.user as usize - 1];
            let headers = [("content-type", "application/json")];
            match client.try_send(request.method, &request.path, &headers, &request.body) {
                Ok(reply) => {
                    self.acknowledged += 1;
                    return (reply, again);
                }
                Err(_) => {
                    again = true;
                    self.start_again();
                }
            }
        }
    }

    fn step(&mut self) {
        let (user, source) = (self.random.u32(1..=USERS), self.random.u32(1..=USERS));
        match self.random.u32(..10) {
            0..5 => {
                let new = random_entry(&mut self.random);
                let body = Format::Json.write(&new).unwrap();
                let path = format!("/v1/sources/{source}/entries");
                let (reply, again) = self.send(&Request { user: source, method: "POST", path, body });
                let published: Published = Format::Json.read(&reply.bytes).unwrap();
                let outcome = self.reference.publish(source, source, &new, published.id);
                assert!(outcome == published.outcome || again && published.outcome == "unchanged", "{published:?}");
            }
            5..7 => {
                let path = format!("/v1/subscriptions/{source}");
                self.send(&Request { user, method: "PUT", path, body: Vec::new() });
                self.reference.subscribe(user, source);
            }
            7 => {
                let path = format!("/v1/subscriptions/{source}");
                self.send(&Request { user, method: "DELETE", path, body: Vec::new() });
                self.reference.unsubscribe(user, source);
            }
            8 => {
                let ids: Vec<EntryId> = self.reference.entries.keys().copied().collect();
                let Some(id) = (!ids.is_empty()).then(|| ids[self.random.usize(..ids.len())]) else { return };
                let user = self.reference.entries[&id].author;
                let request = Request { user, method: "DELETE", path: format!("/v1/entries/{id}"), body: Vec::new() };
                let (reply, again) = self.send(&request);
                assert!(reply.status == 204 || again && reply.status == 404, "{}", reply.text());
                self.reference.delete(id);
            }
            _ => {
                let up_to = self.reference.entries.keys().next_back().copied().unwrap_or_default();
                let body = format!(r#"{{"up_to": {up_to}}}"#).into_bytes();
                self.send(&Request { user, method: "PUT", path: "/v1/home/read".into(), body });
                self.reference.mark_read(user, up_to);
            }
        }
    }

    /// Compares what users see, as soon as the background has ended what it had to do.
    fn compare(&self) {
        let started = Instant::now();
        loop {
            let same = self.users.iter().enumerate().all(|(at, client)| {
                let user = at as Node + 1;
                let home: Entries = Format::Json.read(&client.get("/v1/home?limit=100").bytes).unwrap();
                let unread = client.get("/v1/home/unread").json()["unread"].as_u64();
                let profile: Entries =
                    Format::Json.read(&client.get(&format!("/v1/sources/{user}/entries?limit=100")).bytes).unwrap();
                home.entries == self.reference.home(user)
                    && unread == Some(u64::from(self.reference.unread(user)))
                    && profile.entries == self.reference.profile(user)
            });
            if same {
                return;
            }
            assert!(started.elapsed() < PATIENCE, "it shows something else after {} kills", self.kills);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn kills() -> usize {
    std::env::var("FEED_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

fn follow(words: &[&'static str], seed: u64) {
    let mut course = Course::new(words, seed);
    let due = kills();
    while course.kills < due {
        // Ended at some instant of what follows, by somebody else.
        let pid = course.server.pid();
        let wait = Duration::from_micros(course.random.u64(..60_000));
        let killer = std::thread::spawn(move || {
            std::thread::sleep(wait);
            let pid = rustix::process::Pid::from_raw(pid as i32).unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        });
        let before = course.kills;
        while course.kills == before {
            course.step();
        }
        killer.join().unwrap();
        course.compare();
    }
    let entries = course.reference.entries.len();
    println!(
        "{words:?}: {} kills, {} answered operations, {entries} entries: nothing is lost",
        due, course.acknowledged
    );
}

#[test]
fn nothing_that_was_answered_is_lost_when_the_service_is_killed() {
    follow(&["--store", "sqlite"], 1);
}

#[test]
fn no_engine_loses_what_was_answered_for_and_counts_stay_right() {
    follow(&["--store", "lmdb"], 2);
    follow(&["--store", "fjall", "--delivery", "hybrid:2"], 3);
    follow(&["--store", "redb", "--unread", "written"], 4);
}
