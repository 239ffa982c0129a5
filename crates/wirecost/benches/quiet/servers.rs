//! Does the reference say anything about a server? CPU time of a request over windows of a second, and marks of the
//! reference each millisecond on the cores of server and generator.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use wirecost_measure::estimate::median;
use wirecost_measure::machine::Machine;
use wirecost_measure::reference::{Mark, mark};

use super::Busy;

const SERVER_CORE: &str = "0";
const GENERATOR_CORE: &str = "1";

/// The loads, as words of `wirecost load`.
const LOADS: [(&str, &[&str]); 2] = [("2,000/s", &["--rate", "2000"]), ("closed loop", &[])];

struct Window {
    cpu_ns: f64,
    /// The mean time of marks on the server's core, relative to undisturbed.
    slowness: f64,
    /// The share of these marks that were disturbed.
    disturbed: f64,
}

/// So many windows of each load on one server.
pub fn servers(folder: &Path, count: usize) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = listener.local_addr().expect("it is bound").port();
    drop(listener);
    let message = folder.join("message");
    std::fs::write(&message, "hello").expect("it can be written");
    let mut command = Command::new("taskset");
    command.args(["-c", SERVER_CORE, env!("CARGO_BIN_EXE_wirecost"), "http-server", "hyper"]);
    command.env("WIRECOST_PORT", port.to_string()).env("WIRECOST_MESSAGE", &message);
    command.env("WIRECOST_NONCE", "n").env("WIRECOST_CORES", "1");
    let server = Busy(vec![command.spawn().expect("taskset starts")]);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let process = server.0[0].id();
    for (name, words) in LOADS {
        let windows: Vec<Window> = (0..count).map(|_| window(process, port, words)).collect();
        let logs =
            |figure: &dyn Fn(&Window) -> f64| windows.iter().map(|window| figure(window).ln()).collect::<Vec<_>>();
        let plain = logs(&|window| window.cpu_ns);
        let limit = median(&windows.iter().map(|window| window.disturbed).collect::<Vec<_>>());
        let calmer = windows.iter().filter(|window| window.disturbed <= limit).map(|window| window.cpu_ns.ln());
        println!(
            "{name}: sd of the log of CPU time a request over {count} windows {:.3}; divided by the slowness of marks {:.3}; of \
             the calmer half {:.3}; correlation with slowness {:.2}; {:.0} % of marks disturbed",
            deviation(&plain),
            deviation(&logs(&|window| window.cpu_ns / window.slowness)),
            deviation(&calmer.collect::<Vec<_>>()),
            correlation(&plain, &logs(&|window| window.slowness)),
            limit * 100.0
        );
    }
}

fn window(process: u32, port: u16, words: &[&str]) -> Window {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let marks = scope.spawn(|| {
            pin(SERVER_CORE);
            let mut marks: Vec<Mark> = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                marks.extend(mark());
                std::thread::sleep(Duration::from_millis(1));
            }
            marks
        });
        let start_ns = cpu_ns(process);
        let mut command = Command::new("taskset");
        command.args(["-c", GENERATOR_CORE, env!("CARGO_BIN_EXE_wirecost"), "load"]);
        command.arg(format!("http://127.0.0.1:{port}/message")).args(["-c", "16", "-d", "1s", "--json", "/dev/stdout"]);
        let output = command.args(words).stderr(Stdio::null()).output().expect("taskset starts");
        let used_ns = cpu_ns(process) - start_ns;
        stop.store(true, Ordering::Relaxed);
        let marks = marks.join().expect("taking marks cannot panic");
        let text = String::from_utf8_lossy(&output.stdout);
        let document: serde_json::Value =
            serde_json::from_str(&text[text.find('{').expect("there is a document")..]).expect("it is JSON");
        let mut machine = Machine::default();
        // What comes seldom makes a peak only where it is noted often.
        (0..8).for_each(|_| marks.iter().for_each(|mark| machine.note(*mark)));
        let slowness: Vec<f64> = marks.iter().filter_map(|mark| machine.slowness(*mark)).collect();
        Window {
            cpu_ns: used_ns / document["ok"].as_f64().expect("answers are counted"),
            slowness: slowness.iter().sum::<f64>() / slowness.len() as f64,
            disturbed: marks.iter().filter(|mark| !machine.is_quiet(**mark)).count() as f64 / marks.len() as f64,
        }
    })
}

/// Puts the calling thread on a core.
fn pin(core: &str) {
    let thread = std::fs::read_link("/proc/thread-self").expect("there is /proc");
    let thread = thread.file_name().and_then(|name| name.to_str()).expect("it ends in a number").to_owned();
    let status = Command::new("taskset").args(["-cp", core, &thread]).stdout(Stdio::null()).status();
    assert!(status.expect("taskset starts").success());
}

/// CPU time of a process's first thread in nanoseconds; this server has one.
fn cpu_ns(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat")).expect("the server runs");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("it begins with a number")
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64).sqrt()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let together = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum::<f64>() / (a.len() - 1) as f64;
    together / deviation(a) / deviation(b)
}
