//! What `wirecost serve` takes with many runs and many readers that do not read:
//! `cargo run -p wirecost-web --example slow_readers -- target/release/wirecost`
//!
//! Stores 10,000 runs, asks 200 times for each of some pages without reading, and prints how long the next reader waits for
//! the list, at once and a second later, and the most memory that the server has taken so far.

#[path = "../../report/tests/generated/mod.rs"]
mod generated;

use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use wirecost_model::RunDocument;
use wirecost_store::Store;

const RUNS: u64 = 10_000;
const READERS: usize = 200;

/// A server that ends with this program.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let program = std::env::args().nth(1).ok_or("usage: slow_readers WIRECOST")?;
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("runs.db");
    let mut store = Store::open(&database)?;
    for number in 1..=RUNS {
        let small = generated::run(1, 2, number);
        let run = if number == RUNS { generated::run(5, 40, number) } else { small };
        let ended = (number != RUNS).then(|| "later".to_owned());
        store.insert(&RunDocument { run_id: format!("r{number:06}"), ended, ..run }, "{}")?;
    }
    drop(store);
    for path in ["/", "/?search=wirecost&page=100", "/runs/latest", "/runs/latest/json", "/runs/latest/events"] {
        let mut served = Serving(
            Command::new(&program)
                .args(["serve", "--listen", "0", "--db"])
                .arg(&database)
                .stdout(Stdio::piped())
                .spawn()?,
        );
        let mut line = String::new();
        BufReader::new(served.0.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split('/').next()).ok_or("no address")?;
        let alone = waited(address)?;
        let mut readers = Vec::new();
        for _ in 0..READERS {
            readers.push(ask(address, path)?);
        }
        let at_once = waited(address)?;
        std::thread::sleep(Duration::from_secs(1));
        let later = waited(address)?;
        println!(
            "{path}: the list took {alone:.3} s alone, {at_once:.3} s at once, {later:.3} s later; {} at most",
            most_memory(served.0.id())?
        );
    }
    Ok(())
}

fn ask(address: &str, path: &str) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    Ok(stream)
}

/// How long a reader waits for the whole list, in seconds.
fn waited(address: &str) -> std::io::Result<f64> {
    let began = Instant::now();
    let mut answer = Vec::new();
    ask(address, "/")?.read_to_end(&mut answer)?;
    Ok(began.elapsed().as_secs_f64())
}

/// The most memory that a process has taken, in the words of the system (Linux, `man 5 proc_pid_status`).
fn most_memory(process: u32) -> Result<String, Box<dyn Error>> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(most.trim().to_owned())
}
