//! How long the last of 10,000 followers waits for an entry, where nothing else is done.

use std::time::Instant;

use wirecost_feed_rust::pubsub::By;
use wirecost_feed_rust::{Design, Pubsub};
use wirecost_kv_rust::engine::open_ordered;

use crate::deliveries::{GRAPH, entry, followed_by, spread, store};

const FOLLOWERS: u32 = 10_000;

pub fn measure() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let service = Pubsub::new(open_ordered(&store(), folder.path()).expect("a store"), Design::default());
    let service = service.expect("a service");
    GRAPH.plant(&service, |_| ()).expect("a graph");
    let source = followed_by(&service, &runtime, FOLLOWERS);
    // They are served in the order of their numbers.
    let last = GRAPH.users;
    let mut waits = Vec::new();
    for number in 0..30 {
        let mut listener = service.listen(last);
        let began = Instant::now();
        runtime.block_on(service.publish(source, By::User(1), entry(number))).expect("an entry");
        runtime.block_on(listener.next()).expect("news");
        waits.push(began.elapsed().as_secs_f64() * 1e3);
        service.settle();
    }
    println!("{}: ms until the last of {FOLLOWERS} followers has an entry: {}", store(), spread(waits));
}
