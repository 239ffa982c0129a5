//! Batches on inputs that travel with the request and that the candidate has never seen (METHOD 6, 35, 36).
//!
//! The harness times these by the system's clock as well as by the runner's. What handing inputs over takes is known from a
//! batch of no operations on inputs of the same size, so what remains is the work, whatever the runner reports. Work
//! that a runner does while it takes inputs over cannot be separated from taking them over (docs/BIAS.md).

use wirecost_catalog::Message;
use wirecost_codec_protocol::{Batch, Process};
use wirecost_measure::control;
use wirecost_measure::trial::Trial;
use wirecost_value::Value;

use crate::error::TrialError;
use crate::measured::Checks;

/// What a message that was just received takes beyond one that lies in the cache, in nanoseconds a byte: it is read and
/// written once from further away. Codecs that do little more than copy would look like rememberers without it.
const COLD_NS_PER_BYTE: f64 = 0.5;

/// The same of a value to encode, whose leaves lie apart.
const COLD_LEAVES_NS_PER_BYTE: f64 = 4.0;

/// What a batch may take longer by chance, in nanoseconds.
const CHANCE_NS: f64 = 15_000.0;

/// How long the work on them takes in one look, in nanoseconds, as far as is known: all results are kept, which takes memory.
const LOOK_NS: f64 = 100_000.0;

/// The most looks at a candidate in one trial.
const LOOKS: usize = 2;

/// How much longer an operation takes on an input never seen, in units of the figure: the least of all looks, since an
/// interrupt makes one look longer and none shorter. One that finds nothing is the last. None where there are no such inputs.
pub fn novelty(
    process: &mut Process,
    checks: &Checks<'_>,
    trial: &Trial,
    figure_ns: f64,
) -> Result<Option<f64>, TrialError> {
    let inputs = &checks.inputs;
    let mut random = fastrand::Rng::new();
    // Each input is new only once, so that looks share them. All results are kept: a runner that worked only for results that it keeps
    // would be slow here.
    let usual = trial.batch.min((LOOK_NS / figure_ns.max(1.0)) as u64).max(1);
    let each = inputs.fresh.len().div_ceil(2).min(usize::try_from(usual).unwrap_or(usize::MAX)).max(1);
    let cold = if checks.case.operation.reads() { COLD_NS_PER_BYTE } else { COLD_LEAVES_NS_PER_BYTE };
    let cold_ns = cold * checks.message.map_or(0, Message::size) as f64;
    let mut least: Option<f64> = None;
    for (look, fresh) in inputs.fresh.chunks_exact(each).take(LOOKS).enumerate() {
        let known: Vec<Value> = inputs.timed.iter().cycle().take(each).cloned().collect();
        // The processor is brought back to the state of sampling, and the taking over is timed. The batch before it pays for memory,
        // for the inputs and for so many results, and leaves no longer batch to drop.
        process.sample(usual, &[])?;
        process.sample_on(known.clone(), each as u64)?;
        let taken_over = process.sample_on(known, 0)?;
        process.sample(usual, &[])?;
        // Dropping what is left of a longer batch is no work on these inputs.
        process.sample(each as u64, &[])?;
        let worked = process.sample_on(fresh.to_vec(), each as u64)?;
        let work_ns = (work_ns(&worked, &taken_over) - CHANCE_NS) / each as f64 - cold_ns;
        let ratio = work_ns.max(0.0) / figure_ns.max(1.0);
        least = Some(least.map_or(ratio, |least| least.min(ratio)));
        check(process, checks, &mut random, (look * each, each))?;
        if !control::remembers(ratio) {
            break;
        }
    }
    Ok(least)
}

/// CPU time of the work in a batch: what the runner reports, or what the system counted beyond taking inputs over, where that is
/// clearly more.
fn work_ns(worked: &Batch, taken_over: &Batch) -> f64 {
    /// Taking over inputs takes another time whenever it is done, by this share and these nanoseconds.
    const SHARE: f64 = 0.5;
    const BESIDES_NS: f64 = 30_000.0;
    let told = worked.told.cpu_ns as f64;
    let (Some(seen), Some(taken_over)) = (worked.seen_cpu_ns, taken_over.seen_cpu_ns) else { return told };
    let hidden = seen as f64 - taken_over as f64 * (1.0 + SHARE) - BESIDES_NS - told;
    if hidden > told { told + hidden } else { told }
}

/// Checks the answer of one iteration of the batch on `count` fresh inputs after `from`, drawn only now.
fn check(
    process: &mut Process,
    checks: &Checks<'_>,
    random: &mut fastrand::Rng,
    (from, count): (usize, usize),
) -> Result<(), TrialError> {
    let iteration = random.usize(..count);
    let (answers, _) = process.answers(vec![iteration as u64])?;
    let (variant, place) = (checks.inputs.of_fresh(from + iteration), (iteration as u64, count as u64));
    answers.iter().try_for_each(|answer| checks.check(variant, answer, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_codec_protocol::Sample;

    fn batch(told_ns: u64, seen_ns: u64) -> Batch {
        let told = Sample { iterations: 10, wall_ns: told_ns, cpu_ns: told_ns };
        Batch { told, parts: Vec::new(), seen_wall_ns: seen_ns, seen_cpu_ns: Some(seen_ns) }
    }

    #[test]
    fn method_36_work_on_unseen_inputs_is_counted_by_the_systems_clock() {
        let taken_over = batch(0, 40_000);
        assert_eq!(work_ns(&batch(200_000, 245_000), &taken_over), 200_000.0, "told and seen agree");
        assert_eq!(work_ns(&batch(2_000, 240_000), &taken_over), 150_000.0, "told little, seen much");
        assert_eq!(work_ns(&batch(2_000, 60_000), &taken_over), 2_000.0, "the taking over differs that much");
    }
}
