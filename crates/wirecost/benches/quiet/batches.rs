//! What figures owe to the length of batches, and to results that are kept until the next one.

use std::time::{Duration, Instant};

use wirecost_codec_protocol::Process;
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;

use super::CANDIDATE_CASES;
use super::agrees::kind;
use super::apart::Apart;

/// How long a part is to last, unless it is one operation.
const PART_NS: u64 = 24_000;

/// How long each process is measured.
const WINDOW: Duration = Duration::from_millis(100);

/// How much longer than the least a mark may take beside a quiet part, as a factor.
const LIMIT: f64 = 1.005;

/// How a process is measured.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Batches of this length whose results are dropped.
    Length(Duration),
    /// Batches of so many parts whose results are all kept.
    Kept(u64),
}

const WAYS: [Way; 10] = [
    Way::Length(Duration::from_micros(100)),
    Way::Length(Duration::from_micros(250)),
    Way::Length(Duration::from_micros(500)),
    Way::Length(Duration::from_millis(1)),
    Way::Length(Duration::from_millis(5)),
    Way::Kept(1),
    Way::Kept(4),
    Way::Kept(8),
    Way::Kept(9),
    Way::Kept(16),
];

/// So many processes for each case and way, which take turns.
pub fn batches(count: usize) {
    let _awake = KeepAwake::on_virtual_machine();
    for [candidate, message, operation] in CANDIDATE_CASES {
        let apart = Apart::new(candidate, message).expect("the candidate takes the message");
        let mut found: [Vec<(f64, f64)>; WAYS.len()] = Default::default();
        for _ in 0..count {
            for (way, found) in WAYS.iter().zip(&mut found) {
                found.extend(figure(&mut apart.process(kind(operation)), *way));
            }
        }
        let fastest = found.iter().flatten().map(|(_, clock)| *clock).fold(f64::INFINITY, f64::min);
        for (way, found) in WAYS.iter().zip(found) {
            // At one speed of the clock.
            let mut costs: Vec<f64> = found.iter().map(|(cost, clock)| cost * fastest / clock).collect();
            costs.sort_by(f64::total_cmp);
            let name = format!("{candidate} {message} {operation}: {way:?}");
            match &costs[..] {
                [least, .., most] => println!("{name}: median {:.1} ns ({least:.1} to {most:.1})", median(&costs)),
                _ => println!("{name}: too few quiet processes"),
            }
        }
    }
}

/// The median of the quiet parts of a process, in nanoseconds an operation, and the least mark, in ticks.
fn figure(process: &mut Process, way: Way) -> Option<(f64, f64)> {
    const FIRST: u64 = 64;
    const FEWEST: usize = 20;
    let mut one_ns = 1;
    for _ in 0..2 {
        one_ns = (process.sample(FIRST, &[]).expect("it answers").told.wall_ns / FIRST).max(1);
    }
    let times = (PART_NS / one_ns).max(1);
    let parts = match way {
        Way::Length(length) => (length.as_nanos() as u64 / (times * one_ns)).max(1),
        Way::Kept(parts) => parts,
    };
    let keep: Vec<u64> = match way {
        Way::Length(_) => Vec::new(),
        Way::Kept(_) => (0..times * parts).collect(),
    };
    let (start, mut seen) = (Instant::now(), Vec::new());
    while start.elapsed() < WINDOW {
        let batch = process.sample_parts(times * parts, parts, &keep).expect("it answers");
        seen.extend(
            batch.parts.iter().map(|(wall_ns, _, before, after)| (*wall_ns, before.ticks().max(after.ticks()))),
        );
    }
    let least = seen.iter().map(|(_, ticks)| *ticks).min()? as f64;
    let quiet = seen.iter().filter(|(_, ticks)| *ticks as f64 <= least * LIMIT);
    let costs: Vec<f64> = quiet.map(|(wall_ns, _)| *wall_ns as f64 / times as f64).collect();
    (costs.len() >= FEWEST).then(|| (median(&costs), least))
}
