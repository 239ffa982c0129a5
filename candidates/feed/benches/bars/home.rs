//! Home pages at a planned rate while others publish, over HTTP.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use wirecost_feed_rust::pubsub::By;
use wirecost_feed_rust::{Design, Node, Pubsub};
use wirecost_kv_rust::engine::open_ordered;
use wirecost_load::protocol::http::{Body, Http, Request};
use wirecost_load::{Address, LoadResult, Options, Schedule, Target, run};

use crate::deliveries::{GRAPH, entry, spread, store};

/// Users that read, and users that publish.
const USERS: usize = 500;

/// Entries that are published before, by users with many followers, so that home pages are full.
const BEFORE: usize = 1_500;

const ROUNDS: usize = 5;

pub fn measure() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost-feed-rust"));
    command.args(["feed-server", "--store", &store(), "--data"]).arg(folder.path()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("a service");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let address: SocketAddr = line.split_whitespace().nth(2).and_then(|it| it.parse().ok()).expect("an address");
    load(address, folder.path());
    process.kill().and_then(|()| process.wait()).expect("its end");
}

fn fill(folder: &Path) {
    let service = Pubsub::new(open_ordered(&store(), folder).expect("a store"), Design::default()).expect("a service");
    GRAPH.plant(&service, |_| ()).expect("a graph");
    let mut random = fastrand::Rng::with_seed(2);
    for number in 0..BEFORE {
        let user = random.u32(1..=200);
        service.publish_now(user, By::User(user), entry(number)).expect("an entry");
    }
    service.settle();
}

fn token(address: SocketAddr, secret: &str, user: Node) -> String {
    let form = format!("grant_type=client_credentials&client_id=operator&client_secret={secret}&scope=user:{user}");
    let request =
        ureq::post(format!("http://{address}/oauth/token")).header("content-type", "application/x-www-form-urlencoded");
    let mut text = String::new();
    let mut answer = request.send(form).expect("an answer");
    answer.body_mut().as_reader().read_to_string(&mut text).expect("a token");
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    format!("Bearer {}", answer["access_token"].as_str().expect("a token"))
}

fn load(address: SocketAddr, folder: &Path) {
    let secret = std::fs::read_to_string(folder.join("operator.secret")).expect("a secret");
    let mut random = fastrand::Rng::with_seed(3);
    let (mut reads, mut publishes) = (Vec::new(), Vec::new());
    for at in 0..USERS {
        let user = random.u32(1..=GRAPH.users);
        let authorization = ("authorization".to_owned(), token(address, secret.trim(), user));
        let mut read = Request::get("feed", "/v1/home");
        read.headers.push(authorization.clone());
        reads.push(read);
        let mut publish = Request::get("feed", &format!("/v1/sources/{user}/entries"));
        publish.method = "POST".into();
        publish.headers.extend([authorization, ("content-type".to_owned(), "application/json".to_owned())]);
        let mut new = serde_json::to_value(entry(at)).expect("an entry");
        new["resource"] = "item __rand_int__".into();
        publish.body = Body::Sized(new.to_string().into_bytes());
        publishes.push(publish);
    }
    let mut figures: Vec<[f64; 5]> = Vec::new();
    for round in 0..ROUNDS {
        let (reads, publishes) = (reads.clone(), publishes.clone());
        let at = move |rate, requests: Vec<Request>| -> LoadResult {
            let mut options = Options::new(Target::plain("feed", Address::Tcp(address)), Schedule::constant(rate));
            (options.connections, options.max_connections) = (20, 200);
            (options.duration, options.warmup) = (Duration::from_secs(10), Duration::from_secs(1));
            run(&options, Http::new(&requests, 1_000_000_000_000 - round as u64), |_| {}).expect("a result")
        };
        let publishing = std::thread::spawn(move || at(100.0, publishes));
        let read = at(500.0, reads);
        let published = publishing.join().expect("a result");
        assert_eq!((read.ok, published.ok), (read.sent, published.sent), "something was not answered well");
        let latency = read.latency_ns.expect("a planned rate");
        let ms = |ns: Option<u64>| ns.map_or(f64::NAN, |ns| ns as f64 / 1e6);
        let of_publish = published.latency_ns.and_then(|latency| latency.p99);
        println!("  round {round}: valid {} and {}, {:?}", read.valid, published.valid, read.reason);
        figures.push([ms(latency.p50), ms(latency.p99), ms(latency.p99_9), ms(latency.max), ms(of_publish)]);
    }
    let column = |at: usize| spread(figures.iter().map(|row| row[at]).collect());
    let store = store();
    println!(
        "{store}: home page at 500/s with 100 publishes/s, ms: p50 {}, p99 {}, p99.9 {}, max {}; p99 of a publish {}",
        column(0),
        column(1),
        column(2),
        column(3),
        column(4)
    );
}
