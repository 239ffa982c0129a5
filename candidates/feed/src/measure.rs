//! What operations of the service cost in a process of their own: the trial of the feed lab. Answers are checked against the graph.

use std::collections::BTreeMap;
use std::io::{BufRead as _, Read as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::format::Format;
use crate::keys::{EntryId, Node};
use crate::model::{Entries, NewEntry};
use crate::pubsub::{By, Filter, Pubsub};
use crate::refusal::Refusal;
use crate::server::{Fault, open};
use crate::settings::Settings;

/// Publishes that are under way at once, as in a busy service.
const AT_ONCE: usize = 50;

/// Deliveries of a measurement, about.
const DELIVERIES: u32 = 20_000;

/// Entries of which the time to the last follower is taken.
const WAITS: usize = 25;

/// Pages of a measurement.
const PAGES: usize = 2_000;

/// Users whose pages are checked.
const CHECKED: usize = 50;

/// What was measured of one operation.
#[derive(Debug, Serialize)]
pub struct Measured {
    /// `deliver`, `home`, `unread`, `encode`, `update`, `delete`, `store`.
    pub operation: &'static str,
    /// The format of bodies, where there are bodies.
    pub format: &'static str,
    /// The circumstances.
    pub parameters: BTreeMap<&'static str, String>,
    /// Figures by the names of wirecost's estimates, with their units.
    pub estimates: BTreeMap<&'static str, f64>,
    /// What they were taken of.
    pub samples: usize,
}

/// All that was measured.
#[derive(Debug, Serialize)]
pub struct Report {
    /// One for each operation.
    pub cases: Vec<Measured>,
}

fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Bytes that this process has had written to the disk.
fn written() -> f64 {
    let text = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    line.and_then(|bytes| bytes.parse().ok()).unwrap_or_default()
}

fn size(folder: &Path) -> f64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .map(
            |file| {
                if file.path().is_dir() {
                    size(&file.path())
                } else {
                    file.metadata().map_or(0.0, |it| it.len() as f64)
                }
            },
        )
        .sum()
}

/// The most memory that this process has held.
fn peak_memory() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or_default() * 1024.0
}

fn entry(number: usize) -> NewEntry {
    let sentence = "A sentence of some length that says what the whole is about, as summaries do. ";
    NewEntry {
        resource: format!("item {number}"),
        title: format!("The title of item {number}"),
        summary: sentence.repeat(1 + number % 4),
        url: format!("https://example.org/items/{number}"),
        media: ["text", "link", "image"][number % 3].into(),
        tags: vec!["tag".into(), format!("tag {}", number % 7)],
    }
}

/// These quantiles of times, by the names of estimates.
fn quantiles(mut times: Vec<Duration>, names: &[(&'static str, f64)]) -> Vec<(&'static str, f64)> {
    times.sort_unstable();
    let at = |quantile: f64| times[((times.len() - 1) as f64 * quantile).round() as usize].as_nanos() as f64;
    names.iter().map(|(name, quantile)| (*name, at(*quantile))).collect()
}

struct Session<'a> {
    service: &'a Pubsub,
    settings: &'a Settings,
    counts: Vec<u32>,
    random: fastrand::Rng,
    runtime: tokio::runtime::Runtime,
    published: BTreeMap<EntryId, Node>,
    number: usize,
    cases: Vec<Measured>,
}

/// Measures all operations on a service that has no users yet, and plants the graph of the settings in it.
///
/// # Errors
/// If the service cannot be opened, fails, or shows something else than it must.
pub fn measure(settings: &Settings) -> Result<Report, Fault> {
    let opened = open(settings)?;
    settings.graph.plant(&opened.service, |_| ())?;
    opened.service.settle();
    let mut session = Session {
        service: &opened.service,
        settings,
        counts: settings.graph.followers(),
        random: fastrand::Rng::with_seed(settings.graph.seed),
        runtime: tokio::runtime::Builder::new_multi_thread().worker_threads(1).build()?,
        published: BTreeMap::new(),
        number: 0,
        cases: Vec::new(),
    };
    let mut bytes = 0.0;
    // By the last, which has the most followers in the suites: entries have bodies too, and the more inboxes refer to one the less they count.
    for followers in &settings.followers {
        let before = size(&settings.data);
        let delivered = session.deliver(*followers)?;
        bytes = (size(&settings.data) - before) / delivered;
    }
    session.note("store", "none", [], vec![("disk_bytes", bytes), ("peak_rss_bytes", peak_memory())], 1);
    session.check()?;
    session.read()?;
    session.change()?;
    Ok(Report { cases: session.cases })
}

impl Session<'_> {
    fn note<const N: usize>(
        &mut self,
        operation: &'static str,
        format: &'static str,
        parameters: [(&'static str, String); N],
        estimates: Vec<(&'static str, f64)>,
        samples: usize,
    ) {
        let (parameters, estimates) = (parameters.into_iter().collect(), estimates.into_iter().collect());
        self.cases.push(Measured { operation, format, parameters, estimates, samples });
    }

    /// The user whose number of followers is nearest to this.
    fn user_with(&self, followers: u32) -> (Node, u32) {
        let of = |user: &Node| self.counts[*user as usize - 1];
        let user = (1..=self.settings.graph.users).min_by_key(|user| of(user).abs_diff(followers)).unwrap_or(1);
        (user, of(&user).max(1))
    }

    fn publish(&mut self, user: Node, entries: usize) -> Result<(), Refusal> {
        let mut left = entries;
        while left > 0 {
            let now = left.min(AT_ONCE);
            left -= now;
            let under_way: Vec<_> = (0..now)
                .map(|_| {
                    self.number += 1;
                    self.service.publish(user, By::User(user), entry(self.number))
                })
                .collect();
            for published in self.runtime.block_on(futures_util::future::join_all(under_way)) {
                self.published.insert(published?.id, user);
            }
        }
        Ok(())
    }

    /// Publishes for this many followers; how many deliveries that were.
    fn deliver(&mut self, wanted: u32) -> Result<f64, Refusal> {
        let (user, followers) = self.user_with(wanted);
        let entries = (DELIVERIES / followers).clamp(4, 2_000) as usize;
        let (cpu_before, written_before) = (cpu(), written());
        self.publish(user, entries)?;
        self.service.settle();
        let deliveries = entries as f64 * f64::from(followers);
        let mut estimates = vec![
            ("cpu_ns", (cpu() - cpu_before).as_nanos() as f64 / deliveries),
            ("written_bytes", (written() - written_before) / deliveries),
        ];
        let followed_by = |reader: &Node| self.settings.graph.followed_by(*reader).contains(&user);
        // Followers are served in the order of their numbers.
        let last = (1..=self.settings.graph.users).rev().find(followed_by).unwrap_or(user);
        let mut waits = Vec::with_capacity(WAITS);
        for _ in 0..WAITS {
            let mut listener = self.service.listen(last);
            let began = Instant::now();
            self.publish(user, 1)?;
            while let Some(news) = self.runtime.block_on(listener.next()) {
                if self.published.contains_key(&news.entry()) {
                    break;
                }
            }
            waits.push(began.elapsed());
            self.service.settle();
        }
        let names = [("latency_p50_ns", 0.5), ("latency_p99_ns", 0.99), ("latency_max_ns", 1.0)];
        estimates.extend(quantiles(waits, &names));
        self.note("deliver", "none", [("followers", wanted.to_string())], estimates, entries);
        Ok(deliveries + WAITS as f64 * f64::from(followers))
    }

    /// The entries that a user must see, newest first.
    fn due(&self, user: Node) -> Vec<EntryId> {
        let followed = self.settings.graph.followed_by(user);
        let reach = self.published.iter().rev().filter(|(_, of)| followed.contains(of)).map(|(id, _)| *id);
        reach.take((self.settings.design.home as usize).min(crate::pubsub::MOST)).collect()
    }

    fn check(&mut self) -> Result<(), Refusal> {
        for _ in 0..CHECKED {
            let user = self.random.u32(1..=self.settings.graph.users);
            let page = self.service.home(user, crate::pubsub::MOST, &Filter::default())?;
            let shown: Vec<EntryId> = page.entries.iter().map(|entry| entry.id).collect();
            if shown != self.due(user) {
                return Err(Refusal::Invalid(format!(
                    "the home page of user {user} shows something else than it must"
                )));
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<(), Refusal> {
        let readers: Vec<Node> = (0..PAGES).map(|_| self.random.u32(1..=self.settings.graph.users)).collect();
        let mut times = Vec::with_capacity(PAGES);
        let mut pages: Vec<Entries> = Vec::with_capacity(PAGES);
        let before = cpu();
        for reader in &readers {
            let began = Instant::now();
            pages.push(self.service.home(*reader, 50, &Filter::default())?);
            times.push(began.elapsed());
        }
        let cpu_ns = (cpu() - before).as_nanos() as f64 / PAGES as f64;
        let names = [("latency_p50_ns", 0.5), ("latency_p99_ns", 0.99), ("latency_p99_9_ns", 0.999)];
        let mut estimates = vec![("cpu_ns", cpu_ns)];
        estimates.extend(quantiles(times, &names));
        self.note("home", "none", [], estimates, PAGES);
        let before = cpu();
        for reader in &readers {
            self.service.unread(*reader)?;
        }
        let cpu_ns = (cpu() - before).as_nanos() as f64 / PAGES as f64;
        self.note("unread", "none", [], vec![("cpu_ns", cpu_ns)], PAGES);
        for format in Format::ALL {
            let before = cpu();
            let mut bytes = 0;
            for page in &pages {
                bytes += format.write(page).map_err(|error| Refusal::Invalid(error.to_string()))?.len();
            }
            let each = |total: f64| total / PAGES as f64;
            let estimates =
                vec![("cpu_ns", each((cpu() - before).as_nanos() as f64)), ("size_bytes", each(bytes as f64))];
            self.note("encode", format.name(), [], estimates, PAGES);
        }
        Ok(())
    }

    /// Changes and removes entries of the user with the most followers of those that are measured.
    fn change(&mut self) -> Result<(), Refusal> {
        let most = self.settings.followers.iter().copied().max().unwrap_or(1);
        let (user, followers) = self.user_with(most);
        let ids: Vec<EntryId> = self.published.iter().filter(|(_, of)| **of == user).map(|(id, _)| *id).collect();
        let before = cpu();
        for id in &ids {
            let resource = self.service.entry(*id)?.resource;
            let changed = NewEntry { resource, title: "Changed".into(), ..entry(0) };
            self.service.publish_now(user, By::User(user), changed)?;
        }
        self.service.settle();
        let each = |total: Duration, of: f64| total.as_nanos() as f64 / of;
        let updates = vec![("cpu_ns", each(cpu() - before, ids.len() as f64))];
        let circumstances = || [("followers", most.to_string())];
        self.note("update", "none", circumstances(), updates, ids.len());
        let before = cpu();
        for id in &ids {
            // An entry that was published anew has another number.
            match self.runtime.block_on(self.service.delete_entry(*id, user)) {
                Ok(()) | Err(Refusal::NotFound(_)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        self.service.settle();
        let references = ids.len() as f64 * f64::from(followers);
        let removals = vec![("cpu_ns", each(cpu() - before, references))];
        self.note("delete", "none", circumstances(), removals, ids.len());
        Ok(())
    }
}

/// Publishes without end, and prints the number of each entry when it is answered: for a process that is killed.
///
/// # Errors
/// If the service cannot be opened or fails.
pub fn publish_without_end(settings: &Settings) -> Result<(), Fault> {
    let opened = open(settings)?;
    if opened.service.source(1).is_err() {
        settings.graph.plant(&opened.service, |_| ())?;
    }
    let mut out = std::io::stdout();
    for number in 0.. {
        let published = opened.service.publish_now(1, By::User(1), entry(number))?;
        writeln!(out, "{}", published.id).and_then(|()| out.flush())?;
    }
    Ok(())
}

/// Reads numbers of entries, and prints how many of them are missing: from the store, or from the page of a follower that has room for
/// them.
///
/// # Errors
/// If the service cannot be opened.
pub fn count_lost(settings: &Settings) -> Result<usize, Fault> {
    let ids: Vec<EntryId> =
        std::io::stdin().lock().lines().map_while(Result::ok).filter_map(|line| line.parse().ok()).collect();
    let opened = open(settings)?;
    opened.service.settle();
    let reader = (1..=settings.graph.users).find(|user| settings.graph.followed_by(*user).contains(&1));
    let page = opened.service.home(reader.unwrap_or(1), crate::pubsub::MOST, &Filter::default())?;
    let shown: Vec<EntryId> = page.entries.iter().map(|entry| entry.id).collect();
    let newest = ids.iter().rev().take(shown.len());
    let unseen = newest.filter(|id| shown.last().is_some_and(|oldest| *id > oldest) && !shown.contains(id)).count();
    Ok(ids.iter().filter(|id| opened.service.entry(**id).is_err()).count() + unseen)
}

/// Ends this process when its standard input does: nobody wants what it measures any more.
pub fn end_with_input() {
    std::thread::spawn(|| {
        let mut rest = Vec::new();
        drop(std::io::stdin().lock().read_to_end(&mut rest));
        std::process::exit(1);
    });
}
