//! What a delivery costs: CPU time, bytes in the store, and the time to the last follower, beside what the store alone takes for the same writes.

use std::path::Path;
use std::time::{Duration, Instant};

use wirecost_feed_rust::design::Delivery;
use wirecost_feed_rust::graph::Graph;
use wirecost_feed_rust::model::{NewEntry, NewSource};
use wirecost_feed_rust::pubsub::By;
use wirecost_feed_rust::{Design, Node, Pubsub};
use wirecost_kv_rust::Changes;
use wirecost_kv_rust::engine::open_ordered;

pub const GRAPH: Graph = Graph { users: 100_000, follows: 10, seed: 1 };
const ROUNDS: usize = 5;

pub fn cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .map(|file| if file.path().is_dir() { size(&file.path()) } else { file.metadata().map_or(0, |it| it.len()) })
        .sum()
}

/// The smallest, the median and the largest.
pub fn spread(mut figures: Vec<f64>) -> String {
    figures.sort_by(f64::total_cmp);
    let [low, middle, high] = [0, figures.len() / 2, figures.len() - 1].map(|at| figures[at]);
    if middle < 1_000.0 {
        format!("{middle:.1} ({low:.1} to {high:.1})")
    } else {
        format!("{middle:.0} ({low:.0} to {high:.0})")
    }
}

/// The engine: `FEED_STORE=lmdb` chooses another than SQLite.
pub fn store() -> String {
    std::env::var("FEED_STORE").unwrap_or_else(|_| "sqlite".into())
}

/// A feed with this many followers, who are spread evenly over all users; its owner is user 1.
pub fn followed_by(service: &Pubsub, runtime: &tokio::runtime::Runtime, followers: u32) -> Node {
    let new = NewSource { kind: "feed".into(), title: "a feed".into(), url: String::new() };
    let source = runtime.block_on(service.make_source(1, new)).expect("a source").id;
    let step = GRAPH.users / followers;
    let users = (1..=followers).map(|at| service.subscribe(at * step, source));
    let done = runtime.block_on(futures_util::future::join_all(users));
    done.into_iter().for_each(|done| done.expect("a subscription"));
    source
}

pub fn entry(number: usize) -> NewEntry {
    NewEntry {
        resource: format!("item {number}"),
        title: "A title of some words".into(),
        summary: "A summary of a sentence or two, as feeds have them, with nothing in it that is not text.".repeat(2),
        url: format!("https://example.org/items/{number}"),
        ..NewEntry::default()
    }
}

pub fn measure() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let store = store();
    let folder = tempfile::tempdir().expect("a folder");
    let design = Design { delivery: Delivery::Push, ..Design::default() };
    let service = Pubsub::new(open_ordered(&store, folder.path()).expect("a store"), design).expect("a service");
    let began = Instant::now();
    GRAPH.plant(&service, |_| ()).expect("a graph");
    println!("{store}: planted {} users in {:.1} s", GRAPH.users, began.elapsed().as_secs_f64());
    let mut number = 0;
    for (each, entries) in [(1, 5_000), (100, 500), (10_000, 20)] {
        let source = followed_by(&service, &runtime, each);
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            let cpu_before = cpu();
            let done: Vec<_> = (0..entries)
                .map(|_| {
                    number += 1;
                    service.publish(source, By::User(1), entry(number))
                })
                .collect();
            // As many at once as a busy service has.
            runtime.block_on(async { futures_util::future::join_all(done).await });
            service.settle();
            rates.push(f64::from(each) * entries as f64 / (cpu() - cpu_before).as_secs_f64());
        }
        println!("{store}: deliveries per CPU second at {each} followers, {entries} entries: {}", spread(rates));
    }
    drop(service);
    engine(&store);
    bytes(&store);
}

fn engine(store: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = open_ordered(store, folder.path()).expect("a store");
    let mut rates = Vec::new();
    for round in 0..ROUNDS as u64 {
        let turns: Vec<Changes> = (0..50_u64)
            .map(|turn| {
                let key = |user: Node| {
                    [&b"i\0\0\0\0"[..], &(user * 10).to_be_bytes(), &(!(round * 50 + turn)).to_be_bytes()].concat()
                };
                (0..4_000).map(|at| (key(at + (turn % 3) as u32 * 3_000), Some(Vec::new()))).collect()
            })
            .collect();
        let before = cpu();
        turns.iter().for_each(|turn| engine.write(turn).expect("a write"));
        rates.push(50.0 * 4_000.0 / (cpu() - before).as_secs_f64());
    }
    println!("{store}: the same writes without a service, per CPU second: {}", spread(rates));
}

fn bytes(store: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = open_ordered(store, folder.path()).expect("a store");
    let mut random = fastrand::Rng::with_seed(1);
    for bucket in 0..5_u32 {
        for part in 0..50_u64 {
            let key = |user: Node, id: u64| {
                [&b"i"[..], &bucket.to_be_bytes(), &user.to_be_bytes(), &(!id).to_be_bytes()].concat()
            };
            let turn: Changes = (0..4_000)
                .map(|_| (key(random.u32(..100_000), 1_796_000_000_000_000 + part), Some(Vec::new())))
                .collect();
            engine.write(&turn).expect("a write");
        }
    }
    let mut entries = 0_u64;
    engine
        .reader()
        .and_then(|mut reader| {
            reader.view(&mut |view| {
                view.scan(b"", &mut |_, _| {
                    entries += 1;
                    true
                })
            })
        })
        .expect("a scan");
    drop(engine);
    let of_each = size(folder.path()) as f64 / entries as f64;
    println!(
        "{store}: an inbox entry takes {of_each:.1} bytes in the store, {:.1} beyond its key of 17",
        of_each - 17.0
    );
}
