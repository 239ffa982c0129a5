//! What a time limit does to a run: it shortens trials, and never refuses.
//!
//! The rule, in this order, until the prediction fits: fewer trials, but no fewer than [`FEWEST_TRIALS`] and not at all where
//! the user says how many; then shorter warm-ups and windows, but no shorter than the last of `SHARES`. What takes longer
//! still runs as it is then. Labs share the time as they would share it without a limit.

use std::time::Duration;

use wirecost_catalog::Suite;

use crate::Plan;

/// The fewest trials that a budget leaves: of fewer, an interval covers the median in half of the cases or less.
pub const FEWEST_TRIALS: usize = 3;

/// The shares of warm-ups and windows that are tried.
const SHARES: [f64; 3] = [0.75, 0.5, 0.25];

/// What was done to a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Shortened {
    /// The lab.
    pub lab: wirecost_model::Lab,
    /// Trials of each case now and before, where there are fewer.
    pub trials: Option<(usize, usize)>,
    /// What is left of warm-ups and windows, where that is less.
    pub share: Option<f64>,
    /// How long it would have taken.
    pub before: Duration,
    /// How long it will take.
    pub after: Duration,
}

/// Shortens plans of a run that would take longer than `time` in all; what was done to each. `fixed` says that the user
/// chose the number of trials.
pub fn shorten_all(plans: &mut [Box<dyn Plan>], suite: &Suite, time: Duration, fixed: bool) -> Vec<Shortened> {
    let whole: Duration = plans.iter().map(|plan| plan.predicted_whole()).sum();
    if whole <= time {
        return Vec::new();
    }
    let share = |plan: &dyn Plan| time.mul_f64(plan.predicted_whole().as_secs_f64() / whole.as_secs_f64());
    let shorten_to_share = |plan: &mut Box<dyn Plan>| {
        let time = share(plan.as_ref());
        shorten(plan.as_mut(), suite, time, fixed)
    };
    plans.iter_mut().filter_map(shorten_to_share).collect()
}

/// Shortens one plan until it fits into `time`, as far as the rule goes.
fn shorten(plan: &mut dyn Plan, suite: &Suite, time: Duration, fixed: bool) -> Option<Shortened> {
    let (before, planned) = (plan.predicted_whole(), plan.trials());
    if before <= time {
        return None;
    }
    let fewest = planned.min(FEWEST_TRIALS);
    let fitting = (planned as f64 * time.as_secs_f64() / before.as_secs_f64()) as usize;
    let trials = if fixed { planned } else { fitting.max(fewest) };
    if trials < planned {
        plan.keep_trials(trials);
    }
    let mut shares = SHARES.into_iter();
    let mut share = None;
    while plan.predicted_whole() > time {
        let Some(next) = shares.next() else { break };
        plan.scale(suite, next);
        share = Some(next);
    }
    let trials = (trials < planned).then_some((trials, planned));
    let after = plan.predicted_whole();
    (trials.is_some() || share.is_some()).then(|| Shortened { lab: plan.lab(), trials, share, before, after })
}
