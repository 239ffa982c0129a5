//! From a suite, messages and the servers of this machine to cases.

use std::time::Duration;

use wirecost_measure::schedule;
use wirecost_plan::serving::{Load, Serving};
use wirecost_plan::{Catalog, Message, Parameter, PlanError, Selection, globs, messages};
use wirecost_store::{CaseDocument, Status};

use crate::candidate::{Broken, Candidate, Found, Rooms, Version};
use crate::content::{Served, served};
use crate::http::{LAB, OPERATION};
use crate::place::{self, Places};

/// What a trial takes beside its load: start, checks and end of a server, where the load has nothing to do with it.
const AROUND: Duration = Duration::from_millis(120);
/// What it takes more for each connection.
const AROUND_CONNECTION: Duration = Duration::from_micros(60);

/// A case that can be measured.
#[derive(Debug, Clone)]
pub struct Case {
    /// Which of the plan's candidates.
    pub candidate: usize,
    /// Which of the plan's messages.
    pub message: usize,
    /// The load.
    pub load: Load,
    /// The cores of it.
    pub places: Places,
}

/// A server that takes part.
#[derive(Debug, Clone)]
pub struct Participant {
    /// The candidate, built.
    pub candidate: Candidate,
    /// Its version.
    pub version: Version,
}

/// What a run of the lab measures.
#[derive(Debug)]
pub struct Plan {
    /// What the suite says.
    pub serving: Serving,
    /// Its loads, or those of them that the command line chose.
    pub loads: Vec<Load>,
    /// The seed of every draw.
    pub seed: u64,
    /// The messages.
    pub messages: Vec<Message>,
    /// The servers.
    pub candidates: Vec<Participant>,
    /// The cases.
    pub cases: Vec<Case>,
    /// The cases that are not measured, with their reasons.
    pub unmeasured: Vec<CaseDocument>,
    /// Rounds of cases in the order in which they run.
    pub order: Vec<Vec<usize>>,
}

impl Plan {
    /// Makes the plan of a run; builds what must be built. `None` where the command line names candidates, and none of
    /// this lab.
    ///
    /// # Errors
    /// Where a message or glob is broken or names nothing.
    pub fn new(
        serving: Serving,
        selection: &Selection,
        catalog: &Catalog,
        rooms: &Rooms,
        seed: u64,
    ) -> Result<Option<Self>, PlanError> {
        let messages = messages(&serving.messages, selection, catalog)?;
        let found = Candidate::find(catalog, LAB, rooms);
        let named = !selection.candidates.is_empty();
        let patterns = if named { &selection.candidates } else { &serving.candidates };
        let at_most = if named { None } else { serving.at_most };
        let chosen = choose(found, patterns)?;
        if chosen.is_empty() && named {
            return Ok(None);
        }
        let loads = serving.loads().into_iter().filter(|load| is_chosen(load, selection)).collect();
        let (candidates, cases, unmeasured, order) = Default::default();
        let mut plan = Self { serving, loads, seed, messages, candidates, cases, unmeasured, order };
        let available = place::available();
        for candidate in chosen {
            if at_most.is_some_and(|most| plan.candidates.len() >= most) {
                break;
            }
            plan.add(candidate, &available);
        }
        plan.order = schedule::rounds(plan.cases.len(), plan.serving.trials, seed);
        Ok(Some(plan))
    }

    /// The parameters that the loads of the suite have.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter> {
        let loads = self.serving.loads().into_iter();
        loads.flat_map(|load| load.parameters().map(|(name, value)| Parameter { name: name.to_owned(), value }))
    }

    /// Adds the cases of a candidate, or the reason why there are none.
    fn add(&mut self, candidate: Found, available: &[usize]) {
        let candidate = match candidate {
            Ok(candidate) => candidate,
            Err(Broken { name, reason }) => {
                let documents = self.documents(&name, None, None, Status::Failed, Some(&reason));
                return self.unmeasured.extend(documents);
            }
        };
        let name = candidate.name.clone();
        let ready = candidate.version().map_err(|reason| (Status::Skipped, None, reason)).and_then(|version| {
            match candidate.build(&version) {
                Ok(candidate) => Ok(Participant { candidate, version }),
                Err(reason) => Err((Status::Failed, Some(version), reason)),
            }
        });
        let participant = match ready {
            Ok(participant) => participant,
            Err((status, version, reason)) => {
                let documents = self.documents(&name, Some(&candidate), version.as_ref(), status, Some(&reason));
                return self.unmeasured.extend(documents);
            }
        };
        let unfit: Vec<Option<String>> =
            self.messages.iter().map(|message| unfit(&participant.candidate, message)).collect();
        for (message, unfit) in unfit.iter().enumerate() {
            for &load in &self.loads {
                let places = match unfit {
                    Some(reason) => Err(reason.clone()),
                    None => place::place(&load, available),
                };
                match places {
                    Ok(places) => {
                        self.cases.push(Case { candidate: self.candidates.len(), message, load, places });
                    }
                    Err(reason) => self.unmeasured.push(document(
                        &name,
                        Some(&participant.candidate),
                        Some(&participant.version),
                        &self.messages[message],
                        &load,
                        (Status::Skipped, Some(&reason)),
                    )),
                }
            }
        }
        self.candidates.push(participant);
    }

    /// A row for every case that a candidate would have.
    fn documents(
        &self,
        name: &str,
        candidate: Option<&Candidate>,
        version: Option<&Version>,
        status: Status,
        reason: Option<&str>,
    ) -> Vec<CaseDocument> {
        let of = |message| {
            let row = move |load| document(name, candidate, version, message, load, (status, reason));
            self.loads.iter().map(row).collect::<Vec<_>>()
        };
        self.messages.iter().flat_map(of).collect()
    }

    /// A case as it stands before its first trial.
    pub fn document(&self, case: &Case) -> CaseDocument {
        let Participant { candidate, version } = &self.candidates[case.candidate];
        let message = &self.messages[case.message];
        document(&candidate.name, Some(candidate), Some(version), message, &case.load, (Status::Ok, None))
    }

    /// A case in a few words.
    pub fn describe(&self, case: &Case) -> String {
        let rate = case.load.rate_per_s.map_or(String::new(), |rate| format!(" at {rate}/s"));
        let (name, message) = (&self.candidates[case.candidate].candidate.name, &self.messages[case.message].name);
        format!("{name} {message}, {} connections{rate}", case.load.connections)
    }

    /// How long one trial of a case will take.
    pub fn predicted_trial(&self, case: &Case) -> Duration {
        let load = self.serving.warmup.0 + self.serving.window.0;
        load + AROUND + AROUND_CONNECTION * u32::try_from(case.load.connections).unwrap_or(u32::MAX)
    }

    /// How long the measuring will take.
    pub fn predicted(&self) -> Duration {
        let round: Duration = self.cases.iter().map(|case| self.predicted_trial(case)).sum();
        round * u32::try_from(self.serving.trials).unwrap_or(u32::MAX)
    }

    /// Refuses a plan that would take longer than `budget`, with the flags that shorten it.
    ///
    /// # Errors
    /// Where the prediction is beyond the budget.
    pub fn check_budget(&self, budget: Duration) -> Result<(), PlanError> {
        let predicted = self.predicted();
        if predicted <= budget {
            return Ok(());
        }
        Err(PlanError(format!(
            "{LAB}: {} cases x {} trials would take about {:.0} s, the budget is {:.0} s; use --trials N for fewer trials, \
             or --candidate GLOB for fewer cases, or --time SPAN to allow it",
            self.cases.len(),
            self.serving.trials,
            predicted.as_secs_f64(),
            budget.as_secs_f64(),
        )))
    }
}

/// Whether the command line's choice of parameters lets a load stand.
fn is_chosen(load: &Load, selection: &Selection) -> bool {
    let parameters = load.parameters();
    let value = |name: &str| parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    selection.parameters.admit(value)
}

/// The candidates that patterns name, in the order of the patterns.
fn choose(found: Vec<Found>, patterns: &[String]) -> Result<Vec<Found>, PlanError> {
    let name = |candidate: &Found| match candidate {
        Ok(candidate) => candidate.name.clone(),
        Err(broken) => broken.name.clone(),
    };
    let mut chosen: Vec<Found> = Vec::new();
    for pattern in patterns {
        let globs = globs(std::slice::from_ref(pattern))?;
        for candidate in found.iter().filter(|candidate| globs.is_match(name(candidate))) {
            if !chosen.iter().any(|other| name(other) == name(candidate)) {
                chosen.push(candidate.clone());
            }
        }
    }
    Ok(chosen)
}

/// Why a candidate cannot serve a message; none where it can.
fn unfit(candidate: &Candidate, message: &Message) -> Option<String> {
    let served = match served(&message.content) {
        Ok(served) => served,
        Err(reason) => return Some(reason),
    };
    let limits = candidate.file.text.as_ref()?;
    let lacks = |reason: String| Some(format!("not representable: {reason} in a text of its configuration"));
    let Ok(text) = std::str::from_utf8(&served.octets) else { return lacks("octets that are not UTF-8".into()) };
    if text.len() > limits.octets {
        return lacks(format!("{} octets, more than {},", text.len(), limits.octets));
    }
    let unfit = text.chars().find(|&character| character.is_control() || limits.without.contains(character))?;
    lacks(format!("the character {unfit:?}"))
}

fn document(
    name: &str,
    candidate: Option<&Candidate>,
    version: Option<&Version>,
    message: &Message,
    load: &Load,
    (status, reason): (Status, Option<&str>),
) -> CaseDocument {
    let format = served(&message.content).map_or("none", |Served { format, .. }| format);
    CaseDocument {
        lab: LAB.into(),
        candidate: name.into(),
        version: version.map_or(String::new(), |version| version.version.clone()),
        receipt: version.map_or(String::new(), |version| version.receipt.clone()),
        language: candidate.map_or(String::new(), |candidate| candidate.file.language.clone()),
        format: format.into(),
        message: message.name.clone(),
        operation: OPERATION.into(),
        parameters: load.parameters().map(|(name, value)| (name.to_owned(), value)).into(),
        status,
        reason: reason.map(str::to_owned),
        labels: Vec::new(),
        trials: Vec::new(),
        estimates: Default::default(),
    }
}
