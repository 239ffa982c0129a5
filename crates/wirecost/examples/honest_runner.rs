//! A runner whose candidates are all honest, each unusual in one way that real runners are unusual in. The tests show
//! that all of them keep their rank.

mod by_hand;
mod honest_ways;

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use by_hand::{Behaviour, decode};
use honest_ways::WAYS;
use wirecost_codec_protocol::Sample;
use wirecost_codec_protocol::value::Value;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("echo") {
        // Ends with the pipe. A copy of the streams would wait for the end of a line.
        for byte in std::io::stdin().lock().bytes() {
            let mut out = std::io::stdout();
            out.write_all(&[byte.expect("the pipe is open")]).and_then(|()| out.flush()).expect("the pipe is open");
        }
        return;
    }
    by_hand::serve(WAYS, |name| Box::new(Honest::new(name)));
}

#[derive(Default)]
struct Honest {
    way: String,
    operations: usize,
    kept: Vec<Kept>,
    garbage: Vec<Value>,
    names: HashMap<Vec<u8>, usize>,
    dropping: Option<Sender<Value>>,
    worker: Option<(Sender<Value>, Receiver<Value>)>,
    child: Option<Child>,
    cpu_ns: u64,
    arena: Vec<Value>,
}

enum Kept {
    Owned(Value),
    Padded(Value, #[expect(dead_code, reason = "it only takes room")] Vec<u8>),
    InArena(usize),
}

/// What some runtimes do before they are as fast as they will be.
fn busy(span: Duration) {
    let start = Instant::now();
    while start.elapsed() < span {
        std::hint::black_box(start);
    }
}

/// Decodes on this many threads at once, each the whole: a library that parses in parallel does no less.
fn decode_in(threads: usize, input: &Value) -> Value {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| decode(input))).collect();
        let value = decode(input);
        others.into_iter().for_each(|other| drop(other.join()));
        value
    })
}

/// A thread that decodes what it is sent.
fn worker() -> (Sender<Value>, Receiver<Value>) {
    let ((input, inputs), (output, outputs)) = (channel::<Value>(), channel());
    std::thread::spawn(move || inputs.into_iter().try_for_each(|input| output.send(decode(&input))));
    (input, outputs)
}

impl Honest {
    fn new(way: &str) -> Self {
        let mut honest = Self::default();
        honest.way = way.to_owned();
        match way {
            "slow-start" => busy(Duration::from_millis(200)),
            "drops-in-thread" => {
                let (sender, receiver) = channel::<Value>();
                std::thread::spawn(move || receiver.into_iter().for_each(drop));
                honest.dropping = Some(sender);
            }
            "other-thread" => honest.worker = Some(worker()),
            "idle-thread" => drop(std::thread::spawn(std::thread::park)),
            // It is in a session of its own, and has no parent.
            "daemon-child" => {
                let mut daemon = Command::new("setsid");
                daemon.arg("--fork").arg(std::env::current_exe().expect("it runs")).arg("echo");
                let daemon = daemon.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
                honest.child = Some(daemon.expect("it starts"));
            }
            _ => {}
        }
        honest
    }

    fn decoded(&mut self, iteration: usize, input: &Value) -> Value {
        match self.way.as_str() {
            "slow-first" if self.operations == 1 => busy(Duration::from_millis(20)),
            "slow-to-warm" if self.operations < 60 => busy(Duration::from_micros(300)),
            "swings" if self.operations.is_multiple_of(3) => drop(decode(input)),
            "slow-and-fast-inputs" if iteration.is_multiple_of(8) => drop(decode(input)),
            "grows-slowly" => self.garbage.push(Value::Null),
            _ => {}
        }
        match self.way.as_str() {
            "two-threads" => decode_in(2, input),
            "four-threads" => decode_in(4, input),
            "other-thread" => {
                let (input_of, output_of) = self.worker.as_ref().expect("it was started");
                input_of.send(input.clone()).expect("it works");
                output_of.recv().expect("it answers")
            }
            "copies-input" => decode(&input.clone()),
            // A lazy decoder that looks for the ends of things first, and reads all of them as soon as it is asked.
            "touches-lazily" => {
                let Value::Bytes(bytes) = input else { return Value::Null };
                let ends = bytes.iter().enumerate().filter(|(_, byte)| b",]}".contains(byte)).map(|(at, _)| at);
                std::hint::black_box(ends.collect::<Vec<_>>());
                decode(input)
            }
            "reads-twice" => {
                std::hint::black_box(decode(input));
                decode(input)
            }
            "interns-text" => {
                let value = decode(input);
                let Value::Bytes(bytes) = input else { return value };
                for word in bytes.split(|byte| *byte == b'"') {
                    *self.names.entry(word.to_vec()).or_default() += 1;
                }
                self.names.retain(|_, count| *count < 1_000);
                value
            }
            _ => decode(input),
        }
    }

    fn keep(&mut self, value: Value) -> Kept {
        match self.way.as_str() {
            "large-results" => Kept::Padded(value, vec![1; 1 << 20]),
            "padded-results" => Kept::Padded(value, vec![1; 5_000]),
            "results-in-arena" => {
                self.arena.push(value);
                Kept::InArena(self.arena.len() - 1)
            }
            _ => Kept::Owned(value),
        }
    }

    /// Drops the results of the batch before.
    fn drop_results(&mut self) {
        for kept in std::mem::take(&mut self.kept) {
            match (kept, self.way.as_str()) {
                (Kept::Owned(value), "collects-each-100" | "collects-each-1000") => self.garbage.push(value),
                (Kept::Owned(value), "drops-in-thread") => {
                    drop(self.dropping.as_ref().expect("it was started").send(value));
                }
                _ => {}
            }
        }
        self.arena.clear();
    }

    /// What a collector does now and then: looks at everything, and drops what nobody holds.
    fn collect(&mut self, each: usize) {
        if self.operations.is_multiple_of(each) {
            self.garbage.clear();
        }
    }
}

impl Behaviour for Honest {
    fn take_over(&mut self, inputs: &[Value]) {
        if self.way == "slow-to-take-over" {
            busy(Duration::from_micros(10 * inputs.len() as u64));
        }
        if let Some(daemon) = &mut self.child {
            let mut echo = [0];
            daemon.stdin.as_mut().expect("it is piped").write_all(b".").expect("the daemon reads");
            daemon.stdout.as_mut().expect("it is piped").read_exact(&mut echo).expect("the daemon answers");
        }
    }

    fn begin(&mut self, operations: usize) {
        match self.way.as_str() {
            // One that starts a batch slowly, and one that does something for each operation outside of what it times.
            "slow-to-exchange" => busy(Duration::from_micros(100)),
            "prepares-operations" => busy(Duration::from_nanos(40 * operations as u64)),
            _ => {}
        }
        if self.way == "prints-much" {
            let _ = std::io::stderr().write_all(&b"much \n".repeat(2_000));
        }
    }

    fn run(&mut self, from: usize, inputs: &[Value], _: bool) {
        if from == 0 {
            self.drop_results();
        }
        for (iteration, input) in (from..).zip(inputs) {
            self.operations += 1;
            let value = self.decoded(iteration, input);
            let kept = self.keep(value);
            self.kept.push(kept);
            match self.way.as_str() {
                "collects-each-100" => self.collect(100),
                "collects-each-1000" => self.collect(1_000),
                _ => {}
            }
        }
    }

    fn kept(&mut self, iteration: usize, _: &Value) -> Result<Value, String> {
        match self.way.as_str() {
            "cannot-keep" => return Err("results do not fit in memory".into()),
            "slow-to-tell" => busy(Duration::from_micros(5)),
            "very-slow-to-tell" => busy(Duration::from_micros(200)),
            _ => {}
        }
        let value = match &self.kept[iteration] {
            Kept::Owned(value) | Kept::Padded(value, _) => value.clone(),
            Kept::InArena(index) => self.arena[*index].clone(),
        };
        if self.way == "tells-twice" {
            drop(std::hint::black_box(value.clone()));
        }
        Ok(value)
    }

    fn told(&mut self, sample: Sample, _: bool) -> Sample {
        /// A clock that counts in steps.
        fn stepped(before: &mut u64, ns: u64, step: u64) -> u64 {
            let from = *before / step;
            *before += ns;
            (*before / step - from) * step
        }
        let Sample { iterations, wall_ns, cpu_ns } = sample;
        let (wall_ns, cpu_ns) = match self.way.as_str() {
            "coarse-cpu-clock" => (wall_ns, stepped(&mut self.cpu_ns, cpu_ns, 1_000_000)),
            "very-coarse-cpu-clock" => (wall_ns, stepped(&mut self.cpu_ns, cpu_ns, 10_000_000)),
            "coarse-wall-clock" => (wall_ns / 10_000 * 10_000, cpu_ns),
            "clocks-tell-more" => (wall_ns, cpu_ns + 2_000),
            _ => (wall_ns, cpu_ns),
        };
        Sample { iterations, wall_ns, cpu_ns }
    }
}

impl Drop for Honest {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            drop(child.stdin.take());
            let _ = child.wait();
        }
    }
}
