// What quick operations take between two quiet references, measured by nothing of wirecost's: a loop of arithmetic that fills
// the core's ports before and after each sample, and the median of the samples where both took at most 3 % more than
// the least. The case is measured twice: "dropped", where each result is dropped at once, and "kept", where those of a batch of
// a tenth of a millisecond are kept, as a runner keeps them.

use std::hint::black_box;
use std::time::Instant;

/// How long a sample is to last.
const SAMPLE_NS: u64 = 40_000;

/// How long a batch of kept results is to last.
const BATCH_NS: u64 = 100_000;

/// How long a case is measured at a time, in each of both ways.
const WINDOW_NS: u64 = 100_000_000;

/// How often each way has its turn.
const ROUNDS: usize = 12;

/// How much longer than the least a reference may take, as a factor.
const LIMIT: f64 = 1.03;

fn main() {
    let mut operation = ready(inputs());
    let [mut dropped, mut kept] = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let one_ns = dropping(&mut *operation, 1).took_ns.max(1);
        let times = (SAMPLE_NS / one_ns).clamp(1, 1_000);
        let start = Instant::now();
        while ns_since(start) < WINDOW_NS {
            dropped.push(dropping(&mut *operation, times));
        }
        let parts = (BATCH_NS / (times * one_ns)).max(1);
        let start = Instant::now();
        while ns_since(start) < WINDOW_NS {
            keeping(&mut *operation, times, parts, &mut kept);
        }
    }
    let least = dropped.iter().chain(&kept).map(|sample| sample.before_ns).min().expect("there are samples");
    for (way, samples) in [("dropped", &dropped), ("kept", &kept)] {
        let limit = least as f64 * LIMIT;
        let is_quiet = |sample: &&Sample| (sample.before_ns.max(sample.after_ns) as f64) < limit;
        let mut quiet: Vec<f64> =
            samples.iter().filter(is_quiet).map(|sample| sample.took_ns as f64 / sample.times as f64).collect();
        quiet.sort_by(f64::total_cmp);
        match quiet.len() {
            0 => println!("{way} none of {} quiet", samples.len()),
            count => println!("{way} {:.1} ns from {count} of {}", quiet[count / 2], samples.len()),
        }
    }
}

struct Sample {
    before_ns: u64,
    took_ns: u64,
    after_ns: u64,
    times: u64,
}

/// One sample, each of whose results is dropped at once.
fn dropping(operation: &mut dyn Operation, times: u64) -> Sample {
    let before_ns = mark();
    let start = Instant::now();
    operation.repeat(times).expect("it was checked");
    let took_ns = ns_since(start);
    Sample { before_ns, took_ns, after_ns: mark(), times }
}

/// The samples of a batch that keeps its results.
fn keeping(operation: &mut dyn Operation, times: u64, parts: u64, samples: &mut Vec<Sample>) {
    operation.ready(times * parts, None).expect("it was checked");
    // Making ready has left the caches to itself.
    mark();
    let mut before_ns = mark();
    for part in 0..parts {
        let start = Instant::now();
        operation.run((part * times) as usize..((part + 1) * times) as usize).expect("it was checked");
        let took_ns = ns_since(start);
        let after_ns = mark();
        samples.push(Sample { before_ns, took_ns, after_ns, times });
        before_ns = after_ns;
    }
}

fn mark() -> u64 {
    let start = Instant::now();
    black_box(reference(black_box(2_000)));
    ns_since(start)
}

fn ns_since(start: Instant) -> u64 {
    start.elapsed().as_nanos() as u64
}

/// Independent chains of arithmetic: whoever shares the core is felt at once.
#[inline(never)]
fn reference(turns: u64) -> u64 {
    let [mut a, mut b, mut c, mut d, mut e, mut f] = [1u64, 2, 3, 4, 5, 6];
    for turn in 0..turns {
        a = a.wrapping_mul(3).wrapping_add(turn);
        b ^= b << 1;
        c = c.wrapping_add(c >> 3);
        d = d.wrapping_add(a);
        e ^= turn;
        f = f.wrapping_add(e);
        b = b.wrapping_add(3);
        c ^= 7;
    }
    a ^ b ^ c ^ d ^ e ^ f
}
