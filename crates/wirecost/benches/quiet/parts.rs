//! By how much short parts make short operations dearer: what an operation takes in parts as long as those of a trial, and in parts of
//! many operations, by turns in the same process.

use wirecost_codec_protocol::Process;
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;

use super::agrees::kind;
use super::apart::Apart;

/// Candidates, messages and operations of 0.1 to 20 us.
const CASES: [[&str; 3]; 10] = [
    ["postcard", "echo-float", "decode"],
    ["rmp-serde", "echo-float", "encode"],
    ["ciborium", "echo-float", "decode"],
    ["serde_json", "echo-float", "decode"],
    ["bitcode", "doubles-1000", "decode"],
    ["postcard", "dns-100", "encode"],
    ["rmp-serde", "dns-100", "encode"],
    ["prost", "dns-100", "encode"],
    ["serde_json", "dns-100", "encode"],
    ["serde_json", "doubles-1000", "encode"],
];

/// The length of a part of a trial on a machine whose neighbours come and go, in nanoseconds.
const PART_NS: u64 = 12_000;

/// The operations of a long part, unless more fit into a short one.
const MANY: u64 = 40;

/// How much longer than the least a mark may take beside a quiet part, as a factor.
const LIMIT: f64 = 1.005;

/// Quiet parts of either kind that a process needs.
const FEWEST: usize = 12;

/// So many processes of each case.
pub fn parts(count: usize) {
    let _awake = KeepAwake::on_virtual_machine();
    for [candidate, message, operation] in CASES {
        let apart = Apart::new(candidate, message).expect("the candidate takes the message");
        let found: Vec<[f64; 2]> = (0..count).filter_map(|_| figures(&mut apart.process(kind(operation)))).collect();
        let mut ratios: Vec<f64> = found.iter().map(|[short, long]| short / long).collect();
        ratios.sort_by(f64::total_cmp);
        let name = format!("{candidate} {message} {operation}");
        let (Some(least), Some(most)) = (ratios.first(), ratios.last()) else {
            println!("{name}: too few quiet parts");
            continue;
        };
        let long = median(&found.iter().map(|[_, long]| *long).collect::<Vec<_>>());
        println!(
            "{name}: {long:.0} ns in long parts; short ones {:.3} of that ({least:.3} to {most:.3}), {} processes",
            median(&ratios),
            ratios.len()
        );
    }
}

/// What an operation takes in short parts and in long ones, by the medians of quiet parts in nanoseconds.
fn figures(process: &mut Process) -> Option<[f64; 2]> {
    const FIRST: u64 = 64;
    const TURNS: usize = 400;
    let mut one_ns = 1;
    for _ in 0..20 {
        one_ns = (process.sample(FIRST, &[]).expect("it answers").told.wall_ns / FIRST).max(1);
    }
    let short = (PART_NS * 4 / 5 / one_ns).max(1);
    let short = if short >= 8 { short - short % 8 } else { short };
    let long = MANY.max(2 * short).next_multiple_of(8);
    let mut seen: [Vec<(f64, u64)>; 2] = Default::default();
    for _ in 0..TURNS {
        for (operations, seen) in [short, long].into_iter().zip(&mut seen) {
            // As long a batch of either.
            let parts = (4 * long / operations).max(1);
            let batch = process.sample_parts(operations * parts, parts, &[]).expect("it answers");
            let each = batch.parts.iter().map(|(wall_ns, _, before, after)| {
                (*wall_ns as f64 / operations as f64, before.ticks().max(after.ticks()))
            });
            seen.extend(each);
        }
    }
    let least = seen.iter().flatten().map(|(_, ticks)| *ticks).min()? as f64;
    let quiet = seen.map(|seen| {
        let quiet = seen.into_iter().filter(|(_, ticks)| *ticks as f64 <= least * LIMIT);
        quiet.map(|(cost, _)| cost).collect::<Vec<f64>>()
    });
    quiet.iter().all(|costs| costs.len() >= FEWEST).then(|| quiet.map(|costs| median(&costs)))
}
