// What keeping the results of a batch costs: the nanoseconds of an operation whose result is dropped at once, the length of a batch,
// and the ratio of the time of a batch that keeps its results to one that drops them.

use std::time::Instant;

/// The longest batch of a trial, in nanoseconds.
const BATCH_NS: f64 = 100_000.0;

/// Rounds, each with both ways in an order drawn anew.
const ROUNDS: usize = 60;

/// Batches in a row of one way; the first of them is not timed, since the caches hold the other's memory.
const ROW: usize = 4;

fn main() {
    let case = case();
    let (mut keeping, mut dropping) = (ready(case.clone()), ready(case));
    let mut batch = 1;
    while dropped_ns(&mut *dropping, batch) < BATCH_NS * 0.8 && batch < 1 << 16 {
        batch = (batch * 5 / 4).max(batch + 1);
    }
    let (mut ratios, mut costs) = (Vec::new(), Vec::new());
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for _ in 0..ROUNDS {
        // A step of xorshift (Marsaglia, Journal of Statistical Software 8, 2003).
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let kept_first = random & 1 == 0;
        let mut kept = if kept_first { row(|| kept_ns(&mut *keeping, batch)) } else { 0.0 };
        let dropped = row(|| dropped_ns(&mut *dropping, batch));
        if !kept_first {
            kept = row(|| kept_ns(&mut *keeping, batch));
        }
        ratios.push(kept / dropped);
        costs.push(dropped / batch as f64);
    }
    println!("{} {batch} {}", median(costs), median(ratios));
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn row(mut time: impl FnMut() -> f64) -> f64 {
    time();
    median((1..ROW).map(|_| time()).collect())
}

fn kept_ns(operation: &mut dyn Operation, batch: u64) -> f64 {
    operation.ready(batch, None, None).expect("a batch can be made ready");
    let start = Instant::now();
    operation.run(0..batch as usize).expect("it was checked");
    start.elapsed().as_nanos() as f64
}

fn dropped_ns(operation: &mut dyn Operation, batch: u64) -> f64 {
    let start = Instant::now();
    operation.repeat(batch).expect("it was checked");
    start.elapsed().as_nanos() as f64
}
