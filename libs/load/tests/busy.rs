//! Who may say "maximum throughput": only a loop that kept its server busy.

mod common;

use common::{HELLO, load, options, server, write};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wirecost_load::{Address, Label, LoadResult, Options, Schedule, listeners};

/// The variable that makes a copy of this program a server; its value says what kind.
const SERVER: &str = "WIRECOST_TEST_SERVER";

/// A server of another process, until dropped.
struct Other(Child, SocketAddr);

impl Other {
    fn start(kind: &str) -> Other {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "serve_for_another_test", "--nocapture"]).env(SERVER, kind);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut lines = output.lines().map(Result::unwrap);
        let address = lines.find_map(|line| line.strip_prefix("listens at ")?.parse().ok()).unwrap();
        Other(process, address)
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "the server of the other tests, in a process of its own"]
fn serve_for_another_test() {
    let Ok(kind) = std::env::var(SERVER) else { return };
    let server = server(move |stream, _| {
        if kind == "sleeps" {
            std::thread::sleep(Duration::from_millis(5));
        } else {
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(5) {
                std::hint::spin_loop();
            }
        }
        write(stream, HELLO)
    });
    println!("listens at {}", server.address);
    loop {
        std::thread::park();
    }
}

fn loaded(kind: &str) -> LoadResult {
    let other = Other::start(kind);
    let server_pids = listeners(&Address::Tcp(other.1));
    assert_eq!(server_pids, [other.0.id()]);
    load(&Options { server_pids, duration: Duration::from_secs(1), ..options(other.1, Schedule::closed()) })
}

/// METHOD 19: four connections to a server that sleeps are a closed loop and no maximum.
#[test]
fn method_19_a_server_that_sleeps_has_no_maximum_throughput() {
    let result = loaded("sleeps");
    assert_eq!(result.labels, [Label::ServiceTime, Label::ClosedLoop]);
    let server = result.server.unwrap();
    assert!(server.processes == 1 && server.cores_busy < 0.9, "{server:?}");
    let text = wirecost_load::Summary(&result).to_string();
    assert!(text.contains("server: 1 process, ") && !text.contains("maximum throughput"), "{text}");
}

/// METHOD 20: a server that works all the time gives all it can. What this machine leaves to it is not up to the test, so
/// that the label must be the one that follows from the figures.
#[test]
fn method_20_the_label_follows_from_what_the_server_used() {
    let result = loaded("spins");
    let server = result.server.unwrap();
    let label = if server.is_busy() { Label::MaximumThroughput } else { Label::ClosedLoop };
    assert_eq!(result.labels, [Label::ServiceTime, label], "{server:?}");
    assert!(server.cores_busy > 0.1, "{server:?}");
}
