//! Where the loader and the allocator put things is drawn once per process. A thousand samples of one process tell
//! that one draw very exactly, and nothing of the others.

use std::hint::black_box;
use std::process::Command;

use wirecost_measure::estimate::estimate;

use crate::{Shown, decode, numbers, per_call};

/// Set in the environment of a child; its value moves the child's stack.
pub const CHILD: &str = "PITFALLS_CHILD";

/// Processes of the right way, and samples of the wrong one.
const PROCESSES: usize = 20;

pub fn show() -> Shown {
    let samples = run_child("").unwrap_or_default();
    let mut random = fastrand::Rng::with_seed(4);
    let processes: Vec<f64> = (0..PROCESSES)
        .filter_map(|_| {
            let samples = run_child(&"x".repeat(random.usize(..4096)))?;
            Some(wirecost_measure::estimate::median(&samples))
        })
        .collect();
    let told = |values: &[f64]| {
        estimate(values).map_or("no figure: the child did not run".into(), |e| {
            format!("{:.1} ns ({:.1}-{:.1})", e.median, e.low, e.high)
        })
    };
    Shown {
        wrong: format!("{} from {} samples of one process", told(&samples), samples.len()),
        right: format!("{} from the medians of {} processes, laid out differently each", told(&processes), PROCESSES),
    }
}

/// The samples of a fresh process.
fn run_child(padding: &str) -> Option<Vec<f64>> {
    let output = Command::new(std::env::current_exe().ok()?).env(CHILD, padding).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().map(|sample| sample.parse().ok()).collect()
}

/// Prints its samples.
pub fn child() {
    let mut random = fastrand::Rng::with_seed(5);
    let texts: Vec<Vec<u8>> = (0..8).map(|_| numbers(&mut random, 64)).collect();
    let mut next = 0;
    for _ in 0..PROCESSES {
        let sample = per_call(20_000, || {
            next = (next + 1) % texts.len();
            black_box(decode(black_box(&texts[next])));
        });
        println!("{sample}");
    }
}
