//! What parts of batches take at each speed of the clock, and beside marks that are a little longer than those.

use std::collections::BTreeMap;

use wirecost_codec_protocol::{OperationKind, Process};
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;
use wirecost_measure::machine::Machine;
use wirecost_measure::reference::Mark;

use super::apart::Apart;

/// Batches of each process, and their parts.
const BATCHES: usize = 1_000;
const PARTS: u64 = 2;

/// The fewest parts that make a median.
const FEWEST: usize = 20;

/// Marks that differ by less are alike, as a share.
const ALIKE: f64 = 0.004;

/// How much longer than at a speed of the clock a mark is that lies beside it, as factors.
const BESIDE: std::ops::Range<f64> = 1.006..1.014;

/// A mark with its neighbour in time, as the speed of the clock and whether it lies beside it.
type Place = (u64, bool);

/// So many processes of one candidate.
pub fn clocks(count: usize) {
    let candidate = Apart::new("serde_json", "dns-100").expect("it takes the message");
    let _awake = KeepAwake::start(&wirecost_host::available_cores());
    let (mut machine, mut processes) = (Machine::default(), Vec::new());
    for _ in 0..count {
        let mut process = candidate.process(OperationKind::Decode);
        processes.push(parts(&mut process));
        let marks = processes.last().into_iter().flatten().flat_map(|(_, before, after)| [*before, *after]);
        marks.for_each(|mark| machine.note(mark));
    }
    let place = |mark: Mark| -> Option<Place> {
        let at = |clock: &&f64| (BESIDE.contains(&(mark.ticks() as f64 / **clock)), **clock);
        match machine.clock(mark) {
            Some(clock) => Some((clock as u64, false)),
            None => {
                machine.clocks(mark.core()).iter().map(|clock| at(&clock)).find(|at| at.0).map(|at| (at.1 as u64, true))
            }
        }
    };
    let mut ratios: BTreeMap<(Place, Place), Vec<f64>> = BTreeMap::new();
    for parts in &processes {
        let mut times: BTreeMap<Place, Vec<f64>> = BTreeMap::new();
        for (wall_ns, before, after) in parts {
            let alike = (before.ticks() as f64 / after.ticks() as f64 - 1.0).abs() < ALIKE;
            if let Some(place) = place(*after).filter(|_| alike && before.core() == after.core()) {
                times.entry(place).or_default().push(*wall_ns as f64);
            }
        }
        times.retain(|_, times| times.len() >= FEWEST);
        let medians: Vec<(Place, f64)> = times.iter().map(|(place, times)| (*place, median(times))).collect();
        for pair in medians.windows(2) {
            ratios.entry((pair[0].0, pair[1].0)).or_default().push(pair[1].1 / pair[0].1);
        }
    }
    for (((first, first_beside), (second, second_beside)), mut ratios) in ratios {
        ratios.sort_by(f64::total_cmp);
        let name =
            |ticks: u64, beside: bool| format!("{ticks} ticks{}", if beside { " and a little more" } else { "" });
        println!(
            "{} to {}: {:.3} times as long by the reference; parts {:.3} times ({:.3} to {:.3}, {} processes)",
            name(first, first_beside),
            name(second, second_beside),
            second as f64 / first as f64,
            median(&ratios),
            ratios[0],
            ratios[ratios.len() - 1],
            ratios.len()
        );
    }
}

/// Wall time, and the marks before and after, of parts of one operation.
fn parts(process: &mut Process) -> Vec<(u64, Mark, Mark)> {
    let batch = |_| process.sample_parts(PARTS, PARTS, &[]).expect("it answers").parts;
    let parts = (0..BATCHES).flat_map(batch);
    parts.map(|(wall_ns, _, before, after)| (wall_ns, before, after)).collect()
}
