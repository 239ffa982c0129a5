//! `doubles-1000` read into the caller's buffer, and written, against memcpy of as many bytes: pairs, interleaved, CPU
//! time of the thread.
//!
//! `cargo bench -p sbw --bench doubles`

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use sbw::block::{Block, BlockReader};

const DOUBLES: usize = 1000;
const ROUNDS: usize = 201;
const PER_BATCH: usize = 5000;

fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Nanoseconds of CPU a run.
fn batch(run: &mut dyn FnMut()) -> f64 {
    let start = cpu();
    (0..PER_BATCH).for_each(|_| run());
    (cpu() - start).as_nanos() as f64 / PER_BATCH as f64
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn main() {
    let doubles: Vec<f64> = (0..DOUBLES).map(|at| at as f64 * 1.01).collect();
    let mut block = Block::new();
    block.array(&doubles).expect("a thousand doubles fit");
    let bytes = block.items().to_vec();
    let (mut from_block, mut copied) = (vec![0.0; DOUBLES], vec![0.0; DOUBLES]);
    let mut written = Block::with_capacity(bytes.len());
    let mut appended: Vec<u8> = Vec::with_capacity(bytes.len());

    let mut read = || {
        let mut reader = BlockReader::new(black_box(&bytes));
        black_box(reader.doubles_into(black_box(&mut from_block)).expect("the block holds doubles"));
    };
    let mut copy = || black_box(&mut copied).copy_from_slice(black_box(&doubles));
    let mut write = || {
        written.clear();
        written.array(black_box(&doubles)).expect("a thousand doubles fit");
        black_box(&written);
    };
    let mut append = || {
        appended.clear();
        appended.extend_from_slice(bytemuck::cast_slice(black_box(&doubles)));
        black_box(&appended);
    };

    let mut times: [Vec<f64>; 4] = Default::default();
    for round in 0..ROUNDS {
        let runs: [&mut dyn FnMut(); 4] = [&mut read, &mut copy, &mut write, &mut append];
        for step in 0..4 {
            let at = (round + step) % 4;
            times[at].push(batch(runs[at]));
        }
    }
    for (what, ours, floor) in [("read into the caller's buffer", 0, 1), ("write", 2, 3)] {
        let ratios = times[ours].iter().zip(&times[floor]).map(|(ours, floor)| ours / floor).collect();
        println!(
            "doubles-{DOUBLES} {what}: {:.0} ns, memcpy {:.0} ns, ratio of pairs {:.2} (median of {ROUNDS}, CPU)",
            median(times[ours].clone()),
            median(times[floor].clone()),
            median(ratios),
        );
    }
}
