//! The plan: which cases, in which order, and how long that takes.

use std::sync::OnceLock;
use std::time::Duration;

use globset::GlobSet;
use wirecost_catalog::format::{is_self_describing, needs_schema, obstacle};
use wirecost_catalog::{Catalog, Measure, Message, Parameter, PlanError, Selection, Suite, globs, messages};
use wirecost_codec_protocol::{Binding, CandidateDescription, Description, OperationKind};
use wirecost_measure::schedule;
use wirecost_measure::trial::Rules;
use wirecost_value::Value;

use crate::alone::Alone;
use crate::inputs::same_kinds;
use crate::runners::BUILT;
use crate::{Case, Skipped};

/// A runner as the plan sees it.
#[derive(Debug, Clone)]
pub struct Runner {
    /// Its name.
    pub name: String,
    /// What it says of itself.
    pub description: Description,
    /// Whether its language runs in an interpreter that takes long to start.
    pub interpreted: bool,
    /// What starting it and asking for its description took.
    pub start_up: Duration,
    /// Which of two builds it is, where two are compared: only these are measured then.
    pub side: Option<String>,
    /// That it was built for a run, and holds one candidate; none for a runner of many candidates.
    pub alone: Option<Alone>,
}

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
    /// Makes the plan of a run.
    ///
    /// # Errors
    /// If a message or glob is broken or names nothing, or two candidates share a name.
    pub fn new(
        suite: Suite,
        selection: &Selection,
        catalog: &Catalog,
        runners: Vec<Runner>,
        seed: u64,
    ) -> Result<Self, PlanError> {
        let messages = messages(&suite.messages, selection, catalog)?;
        Self::of(suite, selection, messages, runners, seed)
    }

    /// Makes the plan of a run on these messages.
    ///
    /// # Errors
    /// As [`CodecPlan::new`].
    pub fn of(
        suite: Suite,
        selection: &Selection,
        messages: Vec<Message>,
        runners: Vec<Runner>,
        seed: u64,
    ) -> Result<Self, PlanError> {
        let mut plan = Self {
            measure: selection.measure,
            seed,
            messages,
            runners,
            cases: Vec::new(),
            skipped: Vec::new(),
            units: Vec::new(),
            order: Vec::new(),
            sizes: OnceLock::new(),
            suite,
        };
        plan.check_names()?;
        plan.add_cases(selection)?;
        plan.add_twin();
        plan.add_units();
        plan.order = match plan.compares_builds() {
            true => schedule::groups(&plan.groups(), plan.suite.trials, seed),
            false => schedule::rounds(plan.units.len(), plan.suite.trials, seed),
        };
        Ok(plan)
    }

    /// Whether two builds of the same candidates are compared.
    pub fn compares_builds(&self) -> bool {
        self.runners.iter().any(|runner| runner.side.is_some())
    }

    /// The parameters that candidates of these runners have.
    pub fn parameters(runners: &[Runner]) -> impl Iterator<Item = Parameter> {
        let candidates = runners.iter().flat_map(|runner| &runner.description.candidates);
        let parameters = candidates.flat_map(|candidate| &candidate.parameters);
        parameters.map(|(name, value)| Parameter { name: name.clone(), value: value.clone() })
    }

    fn check_names(&self) -> Result<(), PlanError> {
        let mut seen = std::collections::HashMap::new();
        // What is built has the name of the candidate that it stands for.
        for runner in self.runners.iter().filter(|runner| runner.alone.is_none()) {
            for candidate in &runner.description.candidates {
                if let Some(other) = seen.insert((&runner.side, &candidate.name), &runner.name) {
                    return Err(PlanError::Choice(format!(
                        "candidate {:?} is in runner {:?} and in runner {other:?}; names must differ",
                        candidate.name, runner.name
                    )));
                }
            }
        }
        Ok(())
    }

    fn add_cases(&mut self, selection: &Selection) -> Result<(), PlanError> {
        let chosen = if selection.candidates.is_empty() { &self.suite.candidates } else { &selection.candidates };
        // What a suite leaves out stands where somebody asks for it by name or by language.
        let by_suite = selection.candidates.is_empty() && selection.languages.is_empty();
        let excluded = if by_suite { globs(&self.suite.exclude)? } else { GlobSet::empty() };
        let globs = globs(chosen)?;
        let operations = match &selection.operations[..] {
            [] => self.suite.operations.clone(),
            chosen => chosen.to_vec(),
        };
        let mut matched = false;
        let builds = self.compares_builds();
        let speaks = |runner: &Runner| {
            selection.languages.is_empty() || selection.languages.contains(&runner.description.language)
        };
        let measured = |runner: &Runner| (!builds || runner.side.is_some()) && speaks(runner);
        for (index, runner) in self.runners.iter().enumerate().filter(|(_, runner)| measured(runner)) {
            // Of a message of the user's every format is in the result: by its reference, and as trees of values.
            let is_chosen_for = |candidate: &CandidateDescription, message: &Message| {
                let shows_format = match candidate.binding {
                    Binding::Typed => candidate.reference,
                    binding => binding == Binding::Dynamic,
                };
                let only = message.message_type.is_none() && shows_format;
                let parameter = |name: &str| candidate.parameters.get(name).map(String::as_str);
                let stands = only || selection.parameters.name(parameter) || !excluded.is_match(&candidate.name);
                globs.is_match(&candidate.name) && selection.parameters.admit(parameter) && stands
            };
            let is_chosen = |candidate: &CandidateDescription| {
                let any = self.messages.iter().any(|message| is_chosen_for(candidate, message));
                candidate.binding != Binding::Nothing && any
            };
            let any = runner.description.candidates.iter().any(is_chosen);
            matched |= any;
            // Candidates that are built are in runners of their own, and their control is too.
            let any = any || runner.is_of_built() && self.runners.iter().any(Runner::is_built_case);
            for candidate in &runner.description.candidates {
                // The control is measured with every case of its runner, whatever was chosen.
                let control = candidate.binding == Binding::Nothing;
                let stands = is_chosen(candidate) || (any && control);
                if !stands {
                    continue;
                }
                let messages = if control { &self.messages[..1] } else { &self.messages[..] };
                let is_about = |message: &&Message| match &runner.alone {
                    Some(alone) => alone.is_for(&message.name) && !alone.is_reference,
                    None => !runner.is_built() || !self.is_built_for(candidate, message),
                };
                let messages = messages.iter().filter(|message| control || is_chosen_for(candidate, message));
                let messages: Vec<&Message> = messages.filter(is_about).collect();
                for message in messages {
                    for &operation in candidate.operations.iter().filter(|it| control || operations.contains(it)) {
                        let case = Case {
                            candidate: candidate.clone(),
                            runner: index,
                            message: message.name.clone(),
                            operation,
                            twin: false,
                            side: runner.side.clone(),
                            form: runner.alone.as_ref().and_then(|alone| alone.form.clone().ok().flatten()),
                        };
                        let unfit = match &runner.alone {
                            Some(Alone { form: Err(reason), .. }) => Some(Unfit::Otherwise(reason.clone())),
                            Some(Alone { form: Ok(Some(_)), .. }) => unfit_typed(candidate, message),
                            _ => unfit(candidate, message),
                        };
                        let one_side = || self.only_one_side(runner, candidate, operation).map(Unfit::Otherwise);
                        match unfit.or_else(one_side) {
                            None => self.cases.push(case),
                            Some(unfit) => {
                                let lacks_types = matches!(unfit, Unfit::LacksTypes(_)) && runner.is_built();
                                let (Unfit::LacksTypes(reason) | Unfit::Otherwise(reason)) = unfit;
                                self.skipped.push(Skipped { case, reason, lacks_types });
                            }
                        }
                    }
                }
            }
        }
        if matched {
            return Ok(());
        }
        self.check_languages(selection)?;
        let known: Vec<&str> =
            self.runners.iter().flat_map(|r| &r.description.candidates).map(|c| c.name.as_str()).collect();
        let parameters = if selection.parameters.is_empty() { "" } else { " with the chosen parameters" };
        let (chosen, known) = (chosen.join(", "), known.join(", "));
        Err(PlanError::NoCandidate(format!("no candidate matches {chosen}{parameters}; give one of {known}")))
    }

    /// Whether a candidate was built for a message.
    fn is_built_for(&self, candidate: &CandidateDescription, message: &Message) -> bool {
        let is_case = |alone: &Alone| alone.is_for(&message.name) && !alone.is_reference;
        let alone = |runner: &Runner| runner.alone.as_ref().is_some_and(is_case);
        let mut alone = self.runners.iter().filter(|runner| alone(runner));
        alone.any(|runner| runner.description.candidates.iter().any(|other| other.name == candidate.name))
    }

    /// Refuses languages that no runner has.
    fn check_languages(&self, selection: &Selection) -> Result<(), PlanError> {
        let known: Vec<&str> = self.runners.iter().map(|runner| runner.description.language.as_str()).collect();
        let unknown = selection.languages.iter().find(|language| !known.contains(&language.as_str()));
        unknown.map_or(Ok(()), |language| {
            let known = known.join(", ");
            Err(PlanError::Choice(format!("no candidate in {language:?} on this machine; there are those in {known}")))
        })
    }

    /// Why a case of one build has no counterpart in the other.
    fn only_one_side(
        &self,
        runner: &Runner,
        candidate: &CandidateDescription,
        operation: OperationKind,
    ) -> Option<String> {
        let side = runner.side.as_ref()?;
        let mut others = self.runners.iter().filter(|other| other.side.as_ref().is_some_and(|other| other != side));
        let lacking = others.find(|other| {
            let mut candidates = other.description.candidates.iter();
            !candidates.any(|other| other.name == candidate.name && other.operations.contains(&operation))
        })?;
        Some(format!("runner {:?} does not have it", lacking.name))
    }

    /// Measures one case twice under two names: the A/A pair, which shows what equal things differ by in this run.
    fn add_twin(&mut self) {
        let middle = self.messages.get(self.messages.len() / 2).map(|message| message.name.clone());
        let mut measured: Vec<&Case> =
            self.cases.iter().filter(|case| case.candidate.binding != Binding::Nothing).collect();
        // One as many others are: compiled, typed, decoding, on a message of the usual size.
        measured.sort_by_key(|case| {
            let slow = self.runners[case.runner].interpreted;
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
                && self.runners[case.runner].interpreted
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

    /// What the program of a runner calls a candidate.
    pub(crate) fn called(&self, runner: usize, candidate: &CandidateDescription) -> String {
        self.runners[runner].alone.as_ref().map_or_else(|| candidate.name.clone(), |alone| alone.called.clone())
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

impl Runner {
    /// Whether this stands for the candidates that are built for a run, and is never started itself.
    pub(crate) fn is_built(&self) -> bool {
        self.name == BUILT && self.side.is_none() && self.alone.is_none()
    }

    /// Whether a candidate that was built for the run is in it, or this stands for those.
    fn is_of_built(&self) -> bool {
        self.is_built() || self.alone.is_some()
    }

    /// Whether it was built for cases of the run, and is not their control.
    fn is_built_case(&self) -> bool {
        let is_control = self.description.candidates.iter().all(|candidate| candidate.binding == Binding::Nothing);
        self.alone.as_ref().is_some_and(|alone| !alone.is_reference) && !is_control
    }
}

/// Why a candidate with compiled types takes no message of another type.
pub(crate) const LACKS_TYPE: &str = "only code that is compiled for the type of the message writes it";

/// Why a candidate has no type for a message of yours whose code is written by hand.
const BY_HAND: &str = "its code is written by hand for a few types of messages, and no generator writes it";

/// Why a candidate has no type for a message, with the first field that it would need one for.
pub(crate) fn no_type(candidate: &CandidateDescription, message: &Message, why: &str) -> String {
    let field = match &message.content.value {
        Ok(Value::Map(entries)) => entries.first().map(|(key, _)| format!("the field {key:?}")),
        _ => None,
    };
    let field = field.unwrap_or_else(|| "the message".to_owned());
    format!("{} has no type in {} for {field}: {why}", candidate.name, candidate.format)
}

/// Why a candidate cannot run a message.
enum Unfit {
    /// It has no type for it.
    LacksTypes(String),
    /// Anything else.
    Otherwise(String),
}

/// Why a candidate with generated types cannot run a message.
fn unfit_typed(candidate: &CandidateDescription, message: &Message) -> Option<Unfit> {
    let typed = message.content.typed.as_ref()?;
    if let Some(Err(reason)) = is_self_describing(&candidate.format).then_some(message.content.value.as_ref()) {
        return Some(Unfit::Otherwise(format!("not representable: {reason}")));
    }
    let value = message.content.value.as_ref().ok()?;
    // XML has text alone, which the types of a message that is defined say how to read.
    let differs = is_self_describing(&candidate.format) && candidate.format != "xml" && !same_kinds(value, typed);
    differs.then(|| {
        Unfit::Otherwise(
            "the message writes a value in another form than its type, such as a time as text; give its types with --types".into(),
        )
    })
}

/// Why a candidate cannot run a message; none if it can.
fn unfit(candidate: &CandidateDescription, message: &Message) -> Option<Unfit> {
    let lacks = |reason: &dyn std::fmt::Display| Some(Unfit::Otherwise(format!("not representable: {reason}")));
    if candidate.binding == Binding::Nothing {
        return None;
    }
    if let Some(types) = &candidate.types {
        return match &message.message_type {
            Some(name) if types.contains(name) => None,
            _ if types.is_empty() => Some(Unfit::LacksTypes(LACKS_TYPE.to_owned())),
            Some(name) => Some(Unfit::Otherwise(format!("the candidate has no struct for messages of type {name:?}"))),
            None => Some(Unfit::Otherwise(no_type(candidate, message, BY_HAND))),
        };
    }
    // It gets the types and can compile them, so its format leaves nothing open.
    if candidate.binding == Binding::Typed && message.types.is_some() {
        return None;
    }
    if let Some(Ok(_)) =
        message.told.as_ref().filter(|_| candidate.binding == Binding::Typed && !needs_schema(&candidate.format))
    {
        return None;
    }
    if needs_schema(&candidate.format) {
        return match &message.schema {
            Some(schema) if schema.format == candidate.format => None,
            _ => Some(Unfit::Otherwise("the format needs the message's schema: --schema FILE".into())),
        };
    }
    if candidate.format == "xml" || candidate.binding.is_infoset() {
        return message.content.xml.as_ref().err().and_then(|lack| lacks(lack));
    }
    let value = match &message.content.value {
        Ok(value) => value,
        Err(reason) => return lacks(reason),
    };
    if let Some(max) = candidate.max_depth.filter(|max| value.depth() > *max) {
        let depth = value.depth();
        return Some(Unfit::Otherwise(format!("nested {depth} levels deep; the library reads {max}")));
    }
    obstacle(&candidate.format, value).and_then(|obstacle| lacks(&obstacle))
}
