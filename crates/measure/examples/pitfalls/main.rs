//! Six ways to measure wrongly, each beside the right way, with the numbers that both give on this machine.
//!
//! ```text
//! cargo run --release -p wirecost-measure --example pitfalls            all of them
//! cargo run --release -p wirecost-measure --example pitfalls drift      one
//! ```
//!
//! docs/METHODOLOGY.md explains them. Each file is one.

mod cold_and_warm;
mod dead_code;
mod drift;
mod looks;
mod process_layout;
mod repeated_input;

use std::time::Instant;

/// What a demonstration shows.
struct Shown {
    /// What the wrong way gave.
    wrong: String,
    /// What the right way gave.
    right: String,
}

/// A name on the command line, what it is about, and the demonstration.
type Demonstration = (&'static str, &'static str, fn() -> Shown);

const ALL: [Demonstration; 6] = [
    ("dead-code", "a result that nobody uses", dead_code::show),
    ("repeated-input", "the same input every time", repeated_input::show),
    ("drift", "one after the other on a machine that gets slower", drift::show),
    ("process-layout", "many samples of one process", process_layout::show),
    ("cold-and-warm", "first and later operations in one mean", cold_and_warm::show),
    ("looks", "looking until something shows", looks::show),
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    // A child of the demonstration of process layout.
    if std::env::var_os(process_layout::CHILD).is_some() {
        return process_layout::child();
    }
    for (name, about, show) in ALL {
        if chosen.is_empty() || chosen.iter().any(|other| other == name) {
            let shown = show();
            println!("{name}: {about}\n  wrong: {}\n  right: {}\n", shown.wrong, shown.right);
        }
    }
    if let Some(unknown) = chosen.iter().find(|chosen| ALL.iter().all(|(name, ..)| name != chosen)) {
        let names: Vec<&str> = ALL.iter().map(|(name, ..)| *name).collect();
        eprintln!("no demonstration {unknown:?}; there are {}", names.join(", "));
        std::process::exit(2);
    }
}

/// Nanoseconds per call of `work` over a batch.
fn per_call(calls: u32, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_nanos() as f64 / f64::from(calls)
}

/// The median of ten batches.
fn steady(calls: u32, mut work: impl FnMut()) -> f64 {
    per_call(calls, &mut work);
    let batches: Vec<f64> = (0..10).map(|_| per_call(calls, &mut work)).collect();
    wirecost_measure::estimate::median(&batches)
}

/// Text such as a decoder reads: numbers with commas between them.
fn numbers(random: &mut fastrand::Rng, count: usize) -> Vec<u8> {
    let mut number = || {
        let bits = random.u32(1..31);
        random.u32(..1 << bits).to_string()
    };
    let numbers: Vec<String> = (0..count).map(|_| number()).collect();
    numbers.join(",").into_bytes()
}

/// The sum of the numbers in a text: a small decoder with a branch for every byte.
#[inline(always)]
fn decode(text: &[u8]) -> u64 {
    let (mut sum, mut number) = (0u64, 0u64);
    for byte in text {
        match byte {
            b',' => {
                sum = sum.wrapping_add(number);
                number = 0;
            }
            digit => number = number.wrapping_mul(10).wrapping_add(u64::from(digit & 15)),
        }
    }
    sum.wrapping_add(number)
}
