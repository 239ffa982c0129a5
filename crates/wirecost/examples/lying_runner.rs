//! A runner whose candidates each lie in one way about what they measure. The tests show that none gets a rank it does
//! not deserve.

mod by_hand;

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use by_hand::{Behaviour, decode};
use wirecost_codec_protocol::reference::Mark;
use wirecost_codec_protocol::value::{Value, json};
use wirecost_codec_protocol::{Sample, Timed};

const LIES: &[&str] = &[
    "honest",
    "skips",
    "skips-blindly",
    "lazy",
    "half",
    "beyond-three",
    "only-kept",
    "remembers",
    "prepares",
    "prepares-and-lies",
    "restarts",
    "halves-times",
    "divides-times",
    "divides-cpu",
    "no-cpu",
    "no-time",
    "helper",
    "helper-elsewhere",
    "nulls",
    "leaves-child",
    "moves-time",
    "tells-slow-marks",
    "half-unless-kept",
    "spins-where-nothing-runs",
    "encodes",
    "encodes-more-later",
];

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("help") => help(),
        Some("spin") => spin(),
        _ => {}
    }
    // Already the process that only describes itself leaves one.
    if std::env::var_os("LYING_RUNNER_LEAVES").is_some() {
        leave_child();
    }
    by_hand::serve(LIES, |name| Box::new(Liar::new(name)));
}

/// The other end of a helper: decodes each line, which is a message, and says so.
fn help() -> ! {
    for line in BufReader::new(std::io::stdin()).lines() {
        let line = line.expect("the pipe is open");
        std::hint::black_box(decode(&Value::Bytes(line.into_bytes())));
        println!("done");
    }
    std::process::exit(0);
}

/// Uses CPU until it is killed, or for a minute.
fn spin() -> ! {
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 60 {}
    std::process::exit(0);
}

/// Starts a process in a session of its own, which then loses its parent.
fn leave_child() {
    let own = std::env::current_exe().expect("it runs");
    let line = format!("setsid {} spin >/dev/null 2>&1 </dev/null &", own.display());
    Command::new("sh").args(["-c", &line]).status().expect("a shell");
}

#[derive(Default)]
struct Liar {
    lie: String,
    keep: Option<Vec<u64>>,
    kept: Vec<Option<Value>>,
    memory: HashMap<Vec<u8>, Value>,
    inputs: Vec<Value>,
    half: Option<Value>,
    helper: Option<Child>,
}

fn bytes(input: &Value) -> &[u8] {
    let Value::Bytes(bytes) = input else { panic!("a decode input must be bytes") };
    bytes
}

impl Liar {
    fn new(lie: &str) -> Self {
        let mut liar = Self::default();
        liar.lie = lie.to_owned();
        let own = std::env::current_exe().expect("it runs");
        match lie {
            "helper" => liar.helper = Some(piped(Command::new(own).arg("help"))),
            // It leaves the group and, once its parent has ended, the tree.
            "helper-elsewhere" => {
                liar.helper = Some(piped(Command::new("setsid").arg("--wait").arg(own).arg("help")));
            }
            "leaves-child" => leave_child(),
            _ => {}
        }
        liar
    }

    fn remembered(&mut self, input: &Value) -> Value {
        if !self.memory.contains_key(bytes(input)) {
            self.memory.insert(bytes(input).to_vec(), decode(input));
        }
        self.memory[bytes(input)].clone()
    }

    fn have_helped(&mut self, input: &Value) {
        let helper = self.helper.as_mut().expect("it was started");
        let stdin = helper.stdin.as_mut().expect("it is piped");
        stdin.write_all(bytes(input)).and_then(|()| stdin.write_all(b"\n")).expect("the helper reads");
        let mut done = [0; 5];
        std::io::Read::read_exact(helper.stdout.as_mut().expect("it is piped"), &mut done).expect("the helper answers");
    }
}

impl Drop for Liar {
    fn drop(&mut self) {
        if let Some(mut helper) = self.helper.take() {
            drop(helper.stdin.take());
            let _ = helper.wait();
        }
    }
}

fn piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts")
}

/// The first half of the first sequence in a value.
fn halved(value: Value) -> Value {
    match value {
        Value::Sequence(mut items) => {
            items.truncate(items.len() / 2);
            Value::Sequence(items)
        }
        Value::Map(entries) => Value::Map(entries.into_iter().map(|(key, value)| (key, halved(value))).collect()),
        other => other,
    }
}

impl Behaviour for Liar {
    fn prepare(&mut self, inputs: &[Value]) {
        self.inputs = inputs.to_vec();
        if self.lie == "half-unless-kept" {
            self.half = Some(shortened(&inputs[0]));
        }
        if self.lie.starts_with("prepares") || self.lie == "restarts" {
            inputs.iter().for_each(|input| drop(self.remembered(input)));
        }
    }

    fn keep(&mut self, iterations: Option<Vec<u64>>) {
        self.keep = iterations;
    }

    fn begin(&mut self, operations: usize) {
        let start = std::time::Instant::now();
        while operations == 0 && self.lie == "spins-where-nothing-runs" && start.elapsed().as_micros() < 240 {}
    }

    fn run(&mut self, from: usize, inputs: &[Value], fresh: bool) {
        if from == 0 {
            self.kept.clear();
        }
        for (iteration, input) in (from..).zip(inputs) {
            let result = match self.lie.as_str() {
                // Nothing is done; whoever asks gets the answer worked out then.
                "skips" | "skips-blindly" | "lazy" => None,
                "half" => {
                    let bytes = bytes(input);
                    // What a parser of half the text costs, and what it could know.
                    let half = bytes[..bytes.len() / 2].iter().filter(|byte| **byte == b',').count();
                    std::hint::black_box(half);
                    Some(halved(self.remembered(input)))
                }
                "beyond-three" if iteration >= 3 => None,
                // Only what may be asked for is worked on.
                "half-unless-kept" if self.keep.as_ref().is_some_and(Vec::is_empty) => self.half.as_ref().map(decode),
                "encodes" => Some(encoded(input)),
                "encodes-more-later" => Some(padded(input)),
                "only-kept" if self.keep.as_ref().is_some_and(|keep| !keep.contains(&(iteration as u64))) => None,
                "remembers" => Some(self.remembered(input)),
                "prepares" | "prepares-and-lies" if !fresh => Some(self.memory[bytes(input)].clone()),
                // The turn begins anew with each batch.
                "restarts" if !fresh => {
                    let first = &self.inputs[iteration % self.inputs.len()];
                    Some(self.memory[bytes(first)].clone())
                }
                "helper" | "helper-elsewhere" => {
                    self.have_helped(input);
                    None
                }
                _ => Some(decode(input)),
            };
            self.kept.push(result);
        }
    }

    fn verify(&mut self, input: &Value) -> Value {
        if self.lie.starts_with("encodes") { encoded(input) } else { decode(input) }
    }

    fn kept(&mut self, iteration: usize, input: &Value) -> Result<Value, String> {
        if self.lie == "skips-blindly" || self.lie == "beyond-three" {
            return Ok(self.kept[iteration].clone().unwrap_or(Value::Null));
        }
        if self.lie == "lazy" {
            let late = self.kept[iteration].get_or_insert_with(|| decode(input));
            return Ok(late.clone());
        }
        Ok(self.kept[iteration].clone().unwrap_or_else(|| decode(input)))
    }

    fn raw_first(&mut self) -> Option<Vec<u8>> {
        const NULLS: u32 = 40_000_000;
        if self.lie != "nulls" {
            return None;
        }
        // {"ok": {"wall_ns": 1, "answer": [null, null, ...]}}
        let mut raw = b"\x0a\x01\0\0\0\x02\0\0\0ok\x0a\x02\0\0\0\x07\0\0\0wall_ns\x04\x01\0\0\0\0\0\0\0".to_vec();
        raw.extend_from_slice(b"\x06\0\0\0answer\x09");
        raw.extend_from_slice(&NULLS.to_le_bytes());
        raw.resize(raw.len() + NULLS as usize, 0);
        Some(raw)
    }

    fn told(&mut self, sample: Sample, fresh: bool) -> Sample {
        let Sample { iterations, wall_ns, cpu_ns } = sample;
        let (wall_ns, cpu_ns) = match self.lie.as_str() {
            "halves-times" | "spins-where-nothing-runs" => (wall_ns / 2, cpu_ns / 2),
            "divides-times" => (wall_ns / 100, cpu_ns / 100),
            "divides-cpu" => (wall_ns, cpu_ns / 10),
            "no-cpu" => (wall_ns, 0),
            "no-time" => (0, 0),
            "prepares-and-lies" if fresh => (iterations * 500, iterations * 500),
            // The helper's time is nobody's.
            _ => (wall_ns, cpu_ns),
        };
        Sample { iterations, wall_ns, cpu_ns }
    }

    fn report(&mut self, timed: &mut Timed) {
        let slower = |mark: &mut Mark| *mark = Mark::new(3 * mark.ticks(), mark.core());
        match self.lie.as_str() {
            "tells-slow-marks" => timed.marks.iter_mut().for_each(slower),
            // Three parts of four have a fifth of their time, and the fourth, which is said to be disturbed, has the rest.
            "moves-time" => {
                for times in [&mut timed.part_wall_ns, &mut timed.part_cpu_ns] {
                    for four in times.chunks_exact_mut(4) {
                        let sum: u64 = four.iter().sum();
                        four[..3].iter_mut().for_each(|time| *time /= 5);
                        four[3] = sum - four[..3].iter().sum::<u64>();
                    }
                }
                timed.marks.iter_mut().skip(4).step_by(4).for_each(slower);
            }
            _ => {}
        }
    }
}

/// The message with half of its words.
fn shortened(input: &Value) -> Value {
    let bytes = bytes(input);
    let middle = bytes.len() / 2 + bytes[bytes.len() / 2..].iter().position(|byte| *byte == b',').expect("it has more");
    Value::Bytes([&bytes[..middle], b"]}"].concat())
}

fn encoded(value: &Value) -> Value {
    Value::Bytes(json::write(value).expect("it has a text"))
}

/// The same with white space behind it, which changes nothing of what it means.
fn padded(value: &Value) -> Value {
    let Value::Bytes(mut bytes) = encoded(value) else { return Value::Null };
    bytes.resize(2 * bytes.len(), b' ');
    Value::Bytes(bytes)
}
