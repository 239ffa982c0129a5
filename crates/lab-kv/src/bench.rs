//! Measures the cases of a plan: a fresh server goes through all of its steps.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use wirecost_lab::{Bench, Outcome, Slot};

use crate::case::Turns;
use crate::client::Patience;
use crate::part::Operation;
use crate::plan::KvPlan;
use crate::session::{Running, outcome};
use crate::stopping::Stopping;
use crate::turns::{Group, KnownOf};
use crate::{crash, full_memory};

/// What measures the cases of a plan.
#[derive(Debug)]
pub(crate) struct KvBench<'a> {
    plan: &'a KvPlan,
    /// Set when the run is to stop.
    cancelled: Arc<AtomicBool>,
    /// What is known of the control between stores that take turns.
    known: KnownOf,
}

impl<'a> KvBench<'a> {
    /// Makes ready to measure `plan`.
    pub fn new(plan: &'a KvPlan) -> Self {
        Self { plan, cancelled: Arc::default(), known: KnownOf::new() }
    }
}

impl Bench for KvBench<'_> {
    fn stop_with(&mut self, cancelled: &Arc<AtomicBool>) {
        self.cancelled = Arc::clone(cancelled);
    }

    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let Some(first) = cases.first().map(|case| &self.plan.cases[*case]) else { return };
        let store = &self.plan.candidates[first.candidate];
        let patience = Patience { longest: self.plan.part.timeout.0, cancelled: Arc::clone(&self.cancelled) };
        if first.step.operation.stands_alone() {
            let trial = match first.step.operation {
                Operation::FullMemory => full_memory::trial(store, first, self.plan, (place, &patience)),
                _ => crash::trial(store, first, self.plan, (place, &patience)),
            };
            // What was cut short is no trial.
            if !patience.is_over() {
                told(cases[0], outcome(trial));
            }
            return;
        }
        if self.plan.takes_turns(cases) {
            let group = Group { plan: self.plan, place, patience: &patience };
            return group.measure(cases, &mut self.known, told);
        }
        let stopping = Stopping::new(&self.cancelled);
        let mut server = match Running::start(store, first, (stopping, &patience)) {
            Err(_) if patience.is_over() => return,
            Ok(server) => server,
            Err(reason) => {
                cases.iter().all(|case| told(*case, Outcome::Failed(reason.to_string())));
                return;
            }
        };
        for &index in cases {
            let case = &self.plan.cases[index];
            let no_room = "memory or open files have no room for it and the control at once";
            let alone = (case.turns == Some(Turns::NoRoom)).then(|| Err(no_room.into()));
            let trial = server.measure(case, self.plan, place, alone);
            if server.stopping.has_stopped() || patience.is_over() {
                // What was cut short is no trial.
                return;
            }
            let has_failed = trial.is_err();
            if !told(index, outcome(trial)) {
                return;
            }
            if has_failed {
                // What comes after is measured on a store that is known to be sound, or not at all.
                let after = cases.iter().skip_while(|case| **case != index).skip(1);
                let reason = format!("{} failed on this server before", case.step.operation.name());
                after.take_while(|case| told(**case, Outcome::Failed(reason.clone()))).for_each(drop);
                return;
            }
        }
    }
}
