//! What keeping the results of a batch costs an honest candidate (docs/BIAS.md): every Rust candidate of the default suite,
//! on its messages, once as a batch is timed and once with each result dropped at once.
//!
//! `cargo bench -p wirecost-codec-rust --bench keeping`

use std::time::Instant;

use wirecost_catalog::{Catalog, Message, Suite};
use wirecost_codec_protocol::{Binding, Candidate, Case, Operation, OperationKind};

use crate::common::{case, median};

mod common;

/// The longest batch of a trial, in nanoseconds.
const BATCH_NS: f64 = 100_000.0;

/// Rounds, each with both ways in an order drawn anew.
const ROUNDS: usize = 60;

/// Batches in a row of one way; the first of them is not timed, since the caches hold the other's memory.
const ROW: usize = 4;

fn main() {
    let catalog = Catalog::default();
    let suite = Suite::load("quick", &catalog).expect("it comes with wirecost");
    let candidates = wirecost_codec_rust::candidates::all();
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut ratios = Vec::new();
    println!("{:<52} {:>9} {:>8} {:>7}", "case", "ns", "batch", "ratio");
    for name in &suite.messages {
        let message = Message::load(name, &catalog).expect("it comes with wirecost");
        let chosen = candidates.iter().filter(|candidate| is_chosen(candidate, &message, &suite.exclude));
        for candidate in chosen {
            for kind in [OperationKind::Decode, OperationKind::Encode] {
                let Some(case) = case(candidate, kind, &message, &candidates) else { continue };
                let (ns, batch, ratio) = measured(candidate, &case, &mut random);
                println!(
                    "{:<52} {ns:>9.1} {batch:>8} {ratio:>7.3}",
                    format!("{} {name} {}", candidate.name, kind.name())
                );
                ratios.push(ratio);
            }
        }
    }
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios[((ratios.len() - 1) as f64 * share).round() as usize];
    println!(
        "kept / dropped at once over {} cases: median {:.3}, quartiles {:.3} to {:.3}, 5 % to 95 % {:.3} to {:.3}",
        ratios.len(),
        at(0.5),
        at(0.25),
        at(0.75),
        at(0.05),
        at(0.95)
    );
}

fn is_chosen(candidate: &Candidate, message: &Message, exclude: &[String]) -> bool {
    let matches = |pattern: &String| match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), _) => candidate.name.ends_with(end),
        (_, Some(start)) => candidate.name.starts_with(start),
        _ => candidate.name == pattern,
    };
    let typed = candidate
        .types
        .is_none_or(|types| message.message_type.as_deref().is_some_and(|message_type| types.contains(&message_type)));
    candidate.binding != Binding::Nothing && typed && !exclude.iter().any(matches)
}

/// Nanoseconds of an operation whose result is dropped at once, the batch, and what keeping makes of it.
fn measured(candidate: &Candidate, case: &Case, random: &mut u64) -> (f64, u64, f64) {
    let ready = || (candidate.prepare)(case.clone()).unwrap_or_else(|error| panic!("{}: {error}", candidate.name));
    let (mut keeping, mut dropping) = (ready(), ready());
    let mut batch = 1;
    while dropped_ns(&mut *dropping, batch) < BATCH_NS * 0.8 && batch < 1 << 16 {
        batch = (batch * 5 / 4).max(batch + 1);
    }
    let (mut ratios, mut costs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        // A step of xorshift (Marsaglia, Journal of Statistical Software 8, 2003).
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let kept_first = *random & 1 == 0;
        let mut kept = if kept_first { row(|| kept_ns(&mut *keeping, batch)) } else { 0.0 };
        let dropped = row(|| dropped_ns(&mut *dropping, batch));
        if !kept_first {
            kept = row(|| kept_ns(&mut *keeping, batch));
        }
        ratios.push(kept / dropped);
        costs.push(dropped / batch as f64);
    }
    (median(costs), batch, median(ratios))
}

fn row(mut time: impl FnMut() -> f64) -> f64 {
    time();
    median((1..ROW).map(|_| time()).collect())
}

fn kept_ns(operation: &mut dyn Operation, batch: u64) -> f64 {
    operation.ready(batch, None).expect("a batch can be made ready");
    let start = Instant::now();
    operation.run(0..batch as usize).expect("it was checked");
    start.elapsed().as_nanos() as f64
}

fn dropped_ns(operation: &mut dyn Operation, batch: u64) -> f64 {
    let start = Instant::now();
    operation.repeat(batch).expect("it was checked");
    start.elapsed().as_nanos() as f64
}
