//! The plan: which cases, in which order, and how long that takes.

use std::sync::OnceLock;
use std::time::Duration;

use wirecost_catalog::{Measure, Message, Suite};
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind};
use wirecost_measure::schedule;
use wirecost_measure::trial::Rules;

use crate::draft::{Choice, Draft};
use crate::fit::{Unfit, unfit, unfit_typed};
use crate::reference::References;
use crate::runner::BuiltCandidate;
use crate::{Case, Runner, Skipped};

/// The cases that one process measures, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Which of the plan's cases.
    pub cases: Vec<usize>,
}

/// What a run measures.
#[derive(Debug, Clone)]
pub struct CodecPlan {
    /// The suite.
    pub suite: Suite,
    /// What its trials count.
    pub measure: Measure,
    /// The seed of every draw.
    pub seed: u64,
    /// The messages.
    pub messages: Vec<Message>,
    /// The runners.
    pub runners: Vec<Runner>,
    /// The cases.
    pub cases: Vec<Case>,
    /// The cases that are not measured.
    pub skipped: Vec<Skipped>,
    /// The processes of a round.
    pub units: Vec<Unit>,
    /// Rounds of units in the order in which they run.
    pub order: Vec<Vec<usize>>,
    /// What the messages take, in bytes, in their order, once it was asked.
    sizes: OnceLock<Vec<usize>>,
}

impl CodecPlan {
    /// The plan of a draft, with the runners that were built for it. A choice for which none was built stays with the runner of the draft.
    pub fn new(draft: Draft, built: Vec<Runner>) -> Self {
        let Draft { suite, measure, seed, messages, runners, choices } = draft;
        let mut plan = Self {
            suite,
            measure,
            seed,
            messages,
            runners: Vec::new(),
            cases: Vec::new(),
            skipped: Vec::new(),
            units: Vec::new(),
            order: Vec::new(),
            sizes: OnceLock::new(),
        };
        let mut built = Some(built);
        for (index, runner) in runners.into_iter().enumerate() {
            let of_runner: Vec<&Choice> = choices.iter().filter(|choice| choice.runner == index).collect();
            let built = if runner.is_to_build() { built.take().unwrap_or_default() } else { Vec::new() };
            plan.add_choices(runner, &of_runner, &built);
            for runner in built {
                plan.add_built(runner, &of_runner);
            }
        }
        plan.drop_lone_controls();
        plan.skip_one_sided();
        plan.add_twin();
        plan.add_units();
        plan.order = if plan.compares_builds() {
            schedule::groups(&plan.groups(), plan.suite.trials, seed)
        } else {
            schedule::rounds(plan.units.len(), plan.suite.trials, seed)
        };
        plan
    }

    /// Whether two builds of the same candidates are compared.
    pub fn compares_builds(&self) -> bool {
        self.runners.iter().any(|runner| runner.spec.side.is_some())
    }

    /// Adds a runner with what was chosen of it, but for what was built.
    fn add_choices(&mut self, runner: Runner, choices: &[&Choice], built: &[Runner]) {
        self.runners.push(runner);
        for choice in choices {
            let stands = |it: &BuiltCandidate| it.stands_for(&choice.candidate.name, &choice.message);
            if choice.is_plain && !built.iter().filter_map(Runner::built).any(stands) {
                self.add_cases(&choice.candidate, &choice.message, &choice.operations, choice.unfit.clone());
            }
        }
    }

    /// Adds a runner that was built for some of these choices.
    fn add_built(&mut self, runner: Runner, choices: &[&Choice]) {
        self.runners.push(runner.clone());
        let (Some(built), [candidate]) = (runner.built(), runner.candidates()) else { return };
        if built.is_reference {
            return;
        }
        let is_of_it = |choice: &&&Choice| choice.candidate.name == built.called && built.is_for(&choice.message);
        for choice in choices.iter().filter(is_of_it) {
            let Some(message) = self.messages.iter().find(|message| message.name == choice.message) else { continue };
            let unfit = match &built.form {
                Err(reason) => Some(Unfit::Otherwise(reason.clone())),
                Ok(Some(_)) => unfit_typed(candidate, message),
                Ok(None) => unfit(candidate, message),
            };
            let does = |operation: &&OperationKind| candidate.operations.contains(operation);
            let operations: Vec<OperationKind> = choice.operations.iter().filter(does).copied().collect();
            self.add_cases(candidate, &choice.message, &operations, unfit);
        }
    }

    /// Adds the cases of a candidate of the last runner on a message, or says why there are none.
    fn add_cases(
        &mut self,
        candidate: &CandidateDescription,
        message: &str,
        operations: &[OperationKind],
        unfit: Option<Unfit>,
    ) {
        let Some((last, runner)) = self.runners.iter().enumerate().next_back() else { return };
        let reason = unfit.map(Unfit::reason);
        for &operation in operations {
            let case = Case {
                candidate: candidate.clone(),
                runner: last,
                message: message.to_owned(),
                operation,
                twin: false,
                side: runner.spec.side.clone(),
                form: runner.form().cloned(),
            };
            match &reason {
                None => self.cases.push(case),
                Some(reason) => self.skipped.push(Skipped { case, reason: reason.clone() }),
            }
        }
    }

    /// Leaves out the control of what was built, where that is nothing.
    fn drop_lone_controls(&mut self) {
        if self.runners.iter().any(Runner::is_built_case) {
            return;
        }
        let runners = &self.runners;
        // That of the runner that stands for them is there where nothing was to be built.
        let is_of_built = |runner: &Runner| runner.built().is_some() || runner.is_to_build();
        self.cases.retain(|case| case.candidate.binding != Binding::Nothing || !is_of_built(&runners[case.runner]));
    }

    /// Leaves out the cases of one build that have no counterpart in the other.
    fn skip_one_sided(&mut self) {
        let (mut cases, runners) = (Vec::with_capacity(self.cases.len()), &self.runners);
        for case in std::mem::take(&mut self.cases) {
            match lacking_side(runners, &case) {
                None => cases.push(case),
                Some(lacking) => {
                    let reason = format!("runner {:?} does not have it", lacking.spec.name);
                    self.skipped.push(Skipped { case, reason });
                }
            }
        }
        self.cases = cases;
    }

    /// Measures one case twice under two names: the A/A pair, which shows what equal things differ by in this run.
    fn add_twin(&mut self) {
        let middle = self.messages.get(self.messages.len() / 2).map(|message| message.name.clone());
        let mut measured: Vec<&Case> =
            self.cases.iter().filter(|case| case.candidate.binding != Binding::Nothing).collect();
        // One as many others are: compiled, typed, decoding, on a message of the usual size.
        measured.sort_by_key(|case| {
            let slow = self.runners[case.runner].spec.interpreted;
            let floor = case.candidate.binding == Binding::Floor;
            (floor, slow, Some(&case.message) != middle.as_ref(), case.operation, case.candidate.binding)
        });
        if let Some(case) = measured.first() {
            let twin = Case { twin: true, ..(*case).clone() };
            self.cases.push(twin);
        }
    }

    /// The units that are measured side by side: those of one case in either build, and its twin.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let case = |unit: usize| &self.cases[self.units[unit].cases[0]];
        for unit in 0..self.units.len() {
            let alike = |group: &&mut Vec<usize>| {
                let (a, b) = (case(group[0]), case(unit));
                (&a.candidate.name, &a.message, a.operation) == (&b.candidate.name, &b.message, b.operation)
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(unit),
                None => groups.push(vec![unit]),
            }
        }
        groups
    }

    fn add_units(&mut self) {
        for (index, case) in self.cases.iter().enumerate() {
            let share = self.suite.interpreted.share_process
                && self.runners[case.runner].spec.interpreted
                && self.measure == Measure::Time;
            let same = |unit: &&mut Unit| self.cases[unit.cases[0]].candidate.name == case.candidate.name;
            // A twin in the process of its case would share what processes differ by.
            match self.units.iter_mut().find(same).filter(|_| share && !case.twin) {
                Some(unit) => unit.cases.push(index),
                None => self.units.push(Unit { cases: vec![index] }),
            }
        }
        self.double_pair();
    }

    /// Measures the A/A pair twice a round: its interval is a limit to what the whole run may say, and a single odd trial among
    /// the usual few would decide it. Counts need no second trial, the statistic of a historical experiment takes its time of each
    /// process, and builds that are compared have as many trials each.
    fn double_pair(&mut self) {
        if self.suite.best_of.is_some() || self.measure != Measure::Time || self.compares_builds() {
            return;
        }
        let Some(twin) = self.cases.iter().find(|case| case.twin) else { return };
        let is_of_pair = |case: &Case| {
            (case.runner, &case.candidate, &case.message, case.operation)
                == (twin.runner, &twin.candidate, &twin.message, twin.operation)
        };
        let of_pair = |unit: &&Unit| unit.cases.len() == 1 && is_of_pair(&self.cases[unit.cases[0]]);
        let again: Vec<Unit> = self.units.iter().filter(of_pair).cloned().collect();
        // One that shares a process with others stays as it is, and so does its twin.
        if again.len() == 2 {
            self.units.extend(again);
        }
    }

    /// Those of its runners that stand for formats.
    pub fn references(&self) -> References<'_> {
        References::new(&self.runners, self.suite.answer_timeout.0)
    }

    /// The message of a case.
    pub fn message(&self, case: &Case) -> Option<&Message> {
        self.messages.iter().find(|message| message.name == case.message)
    }

    /// What the message of a case takes, in bytes.
    fn size(&self, case: &Case) -> usize {
        let sizes = self.sizes.get_or_init(|| self.messages.iter().map(Message::size).collect());
        let place = self.messages.iter().position(|message| message.name == case.message);
        place.and_then(|place| sizes.get(place)).copied().unwrap_or_default()
    }

    /// How long the statistic of a historical experiment will take for a unit.
    pub fn predicted_periods(&self, unit: &Unit) -> Duration {
        let counts = |case: &Case| !case.twin && case.candidate.binding != Binding::Nothing;
        let cases = unit.cases.iter().filter(|&&case| counts(&self.cases[case])).count() as u32;
        let best_of = self.suite.best_of.filter(|_| self.measure == Measure::Time);
        best_of.map_or(Duration::ZERO, |best_of| best_of.length.0 * best_of.periods as u32 * cases)
    }

    /// How long one trial of a unit will take.
    pub fn predicted_unit(&self, unit: &Unit) -> Duration {
        /// What a case costs beside its batches: verifying answers, storing the trial ...
        const AROUND: Duration = Duration::from_millis(18);
        /// ... and making inputs, moving them, comparing answers, for each byte of the message.
        const AROUND_NS_PER_BYTE: u32 = 400;
        let rules = Rules::from(self.suite.rules);
        // The doubling control is three samples; batches grow before they count.
        // Marks and exchanges take half as long as the batches.
        let batches = (rules.warmup_ns / 2 + rules.window_ns + 3 * rules.sample_ns) * 3 / 2;
        /// A counting emulator runs some fifty times slower than the processor, twice for each case.
        const EMULATED: u32 = 100;
        let start_up =
            unit.cases.first().map_or(Duration::ZERO, |&case| self.runners[self.cases[case].runner].start_up);
        if self.measure == Measure::Instructions {
            return start_up * EMULATED + Duration::from_millis(500);
        }
        let bytes: usize = unit.cases.iter().map(|&case| self.size(&self.cases[case])).sum();
        let around = AROUND * unit.cases.len() as u32 + Duration::from_nanos(bytes as u64) * AROUND_NS_PER_BYTE;
        start_up + Duration::from_nanos(batches) * unit.cases.len() as u32 + around
    }
}

/// The runner of the other build, if it does not have a case of one build.
fn lacking_side<'a>(runners: &'a [Runner], case: &Case) -> Option<&'a Runner> {
    let side = case.side.as_ref()?;
    let has_it = |runner: &Runner| {
        let mut candidates = runner.candidates().iter();
        candidates.any(|it| it.name == case.candidate.name && it.operations.contains(&case.operation))
    };
    let mut others = runners.iter().filter(|other| other.spec.side.as_ref().is_some_and(|other| other != side));
    others.find(|other| !has_it(other))
}
