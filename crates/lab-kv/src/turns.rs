//! Stores of one durability that are up together and asked in turn, in slices of milliseconds with a control between them
//! (METHOD 38 to 40). Before each mix has its window, slices show what a request costs. A pass over all keys goes through half
//! of them in slices, and through the others in its window: each key is asked for once.

use std::collections::BTreeMap;
use std::time::Duration;

use wirecost_lab::{Outcome, Slot};
use wirecost_load::length::LEAD;
use wirecost_load::{Options, Stop};
use wirecost_server_lab::Reason;
use wirecost_server_lab::in_turn::{Answers, Loaded, Rotation, Terms, generate_with};
use wirecost_server_lab::slices::{InSlices, Known, figures};

use crate::case::Case;
use crate::client::Patience;
use crate::part::Operation;
use crate::plan::KvPlan;
use crate::session::{Running, outcome};
use crate::stopping::Stopping;
use crate::store::Store;

/// Each store is warmed up so long before its slices.
const WARMUP: Duration = Duration::from_millis(50);

/// What is known of the control, by what is asked of it.
pub(crate) type KnownOf = BTreeMap<String, Known>;

/// A store that is up, and its cases that are still to be measured.
struct Member<'a> {
    running: Running<'a>,
    cases: &'a [usize],
}

/// What slices of a store showed.
struct Slices {
    shown: Result<InSlices, Reason>,
    failed: u64,
    asked: u64,
}

impl Slices {
    /// There were none.
    fn none(reason: &Reason) -> Self {
        Self { shown: Err(reason.to_string().into()), failed: 0, asked: 0 }
    }
}

/// The stores of one comparison.
pub(crate) struct Group<'a> {
    pub plan: &'a KvPlan,
    pub place: Slot,
    pub patience: &'a Patience,
}

/// Takes an outcome, and says whether to go on.
type Told<'a> = dyn FnMut(usize, Outcome) -> bool + 'a;

impl<'a> Group<'a> {
    /// Measures all cases, and reports each outcome as soon as it exists.
    pub fn measure(&self, cases: &'a [usize], known: &mut KnownOf, told: &mut Told<'_>) {
        let mut members = Vec::new();
        for cases in self.plan.by_store(cases) {
            match self.start(cases) {
                Ok(running) => members.push(Member { running, cases }),
                Err(_) if self.patience.is_over() => return,
                Err(reason) => {
                    if !cases.iter().all(|case| told(*case, Outcome::Failed(reason.to_string()))) {
                        return;
                    }
                }
            }
        }
        let control = self.start_control(&members);
        while members.iter().any(|member| !member.cases.is_empty()) {
            members.retain(|member| !member.cases.is_empty());
            let found = match &control {
                Ok(control) => self.rotate(&mut members, control, known),
                Err(reason) => members.iter().map(|_| Ok(Slices::none(reason))).collect(),
            };
            if self.patience.is_over() {
                return;
            }
            for (member, found) in members.iter_mut().zip(found) {
                let Some((&case, rest)) = member.cases.split_first() else { continue };
                member.cases = rest;
                let goes_on = match found {
                    // Every answer is checked in slices too.
                    Ok(Slices { failed, asked, .. }) if failed > 0 => {
                        let reason = format!("{failed} of {asked} requests failed in slices");
                        told(case, Outcome::Failed(reason)) && self.give_up(member, case, told)
                    }
                    Ok(Slices { shown, asked, .. }) => {
                        member.running.has_passed(self.plan.cases[case].step.operation, asked);
                        self.window(member, case, Some(shown), told)
                    }
                    // Nobody knows which keys were stored before that.
                    Err(reason) if self.plan.cases[case].step.operation == Operation::Set => {
                        told(case, Outcome::Failed(format!("in slices: {reason}"))) && self.give_up(member, case, told)
                    }
                    Err(reason) => self.window(member, case, Some(Err(reason)), told),
                };
                if self.patience.is_over() || !goes_on {
                    return;
                }
            }
        }
    }

    fn start(&self, cases: &[usize]) -> Result<Running<'a>, Reason> {
        let case = &self.plan.cases[cases[0]];
        let store = &self.plan.candidates[case.candidate];
        Running::start(store, case, (Stopping::new(&self.patience.cancelled), self.patience))
    }

    /// Starts the control, with all keys in it.
    fn start_control(&self, members: &[Member<'_>]) -> Result<Running<'a>, Reason> {
        let next = members.iter().find_map(|member| member.cases.first()).ok_or("no store started")?;
        let store: &Store = match &self.plan.control {
            Some(Ok(store)) => store,
            Some(Err(reason)) => return Err(reason.to_string().into()),
            None => return Err("there is no control".into()),
        };
        let case = &self.plan.cases[*next];
        let mut control = Running::start(store, case, (Stopping::new(&self.patience.cancelled), self.patience))?;
        control.fill(case, self.plan)?;
        Ok(control)
    }

    /// Measures a case in a window alone. Whether to go on.
    fn window(
        &self,
        member: &mut Member<'_>,
        case: usize,
        in_slices: Option<Result<InSlices, Reason>>,
        told: &mut Told<'_>,
    ) -> bool {
        let of_case = &self.plan.cases[case];
        let trial = member.running.measure(of_case, self.plan, self.place, in_slices);
        if self.patience.is_over() {
            // What was cut short is no trial.
            return false;
        }
        let has_failed = trial.is_err();
        if !told(case, outcome(trial)) {
            return false;
        }
        !has_failed || self.give_up(member, case, told)
    }

    /// What comes after a case that failed is measured on a store that is known to be sound, or not at all. Whether to go on.
    fn give_up(&self, member: &mut Member<'_>, case: usize, told: &mut Told<'_>) -> bool {
        let reason = format!("{} failed on this server before", self.plan.cases[case].step.operation.name());
        std::mem::take(&mut member.cases).iter().all(|case| told(*case, Outcome::Failed(reason.clone())))
    }

    /// Asks the members in turn for what is next of each; what their slices show.
    fn rotate(
        &self,
        members: &mut [Member<'_>],
        control: &Running<'_>,
        known: &mut KnownOf,
    ) -> Vec<Result<Slices, Reason>> {
        let cases: Vec<&Case> = members.iter().map(|member| &self.plan.cases[member.cases[0]]).collect();
        let rotation = self.slices(members, control, &cases);
        match rotation {
            Ok(rotation) => {
                let step = &cases[0].step;
                let key = format!("{:?} {}", step.parameters(), step.operation.name());
                let shown = figures(&rotation, known.entry(key).or_default(), &step.served());
                let slices = |(shown, answers): (_, &Answers)| {
                    Ok(Slices { shown, failed: answers.failed, asked: answers.ok + answers.failed })
                };
                shown.into_iter().zip(&rotation.answers).map(slices).collect()
            }
            Err(reason) => cases.iter().map(|_| Err(reason.to_string().into())).collect(),
        }
    }

    fn slices(&self, members: &mut [Member<'_>], control: &Running<'_>, cases: &[&Case]) -> Result<Rotation, Reason> {
        let seed = self.plan.seed ^ self.place.position as u64;
        let (mut options, mut servers, mut protocols) = (Vec::new(), Vec::new(), Vec::new());
        let operation = cases[0].step.operation;
        // A pass asks for each key once: nothing is left for a warm-up, and little for what no slice counts.
        let warmup = if operation.is_pass() { Duration::ZERO } else { WARMUP };
        let is_closed = cases[0].step.rate_per_s.is_none();
        let lead = if operation.is_pass() && is_closed { Duration::ZERO } else { LEAD };
        for member in members.iter_mut().filter(|_| operation != Operation::Set) {
            // The first operation of a load may be another than to store all keys: they are stored before.
            member.running.fill_once(&self.plan.cases[member.cases[0]], self.plan)?;
        }
        let all = members.iter().map(|member| &member.running).chain([control]);
        let stop = Stop::default();
        for (index, (running, case)) in all.zip(cases.iter().chain([&cases[0]])).enumerate() {
            let (of_server, keys) = running.in_turn(case, self.plan, (seed, index == members.len()))?;
            options.push(Options { stop: stop.clone(), ..of_server });
            protocols.push(keys);
            servers.push(Loaded { pid: running.pid(), warmup, lead });
        }
        let part = &self.plan.part;
        let terms = Terms {
            controlled: true,
            rate_per_s: cases[0].step.rate_per_s,
            counts_all: operation.is_pass(),
            lasts: if operation.is_pass() { part.longest.0 / 2 } else { part.slices.0 },
            seed,
            cancelled: &self.patience.cancelled,
        };
        let stopping = Stopping::new(&self.patience.cancelled);
        stopping.watch(stop, &|| false, || generate_with(&options, &servers, protocols, terms))
    }
}
