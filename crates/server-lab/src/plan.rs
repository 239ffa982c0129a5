//! From a suite, messages and the servers of this machine to cases.

use std::time::Duration;

use wirecost_built::{Unwatched, Watch};
use wirecost_catalog::{Catalog, Message, PlanError, Selection, glob, messages};
use wirecost_host::{available_cores, available_memory};
use wirecost_lab::Progress;
use wirecost_load::Limits;
use wirecost_measure::schedule;
use wirecost_model::{CaseDocument, MessageDigest, Status};

use crate::Reason;
use crate::bench::OTHER_FILES;
use crate::candidate::{Broken, Candidate, Found, Version, name_of};
use crate::lab::{ServerLab, TakesTurns};
use crate::place::{self, Places};
use crate::serving::{ServerLoad, Serving};

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
    /// What is asked.
    pub operation: &'static str,
    /// The load.
    pub load: ServerLoad,
    /// The cores of it.
    pub places: Places,
    /// Whether it is the second of an A/A pair.
    pub twin: bool,
}

/// A server that takes part.
#[derive(Debug, Clone)]
pub struct Participant {
    /// The candidate, built.
    pub candidate: Candidate,
    /// Its version.
    pub version: Version,
}

/// How a plan comes by servers that must be built first, which can take a minute.
#[derive(Clone, Copy)]
pub struct Building<'a> {
    /// Whether they are built now; else they are in the plan as if they were.
    pub now: bool,
    /// Told of each build before it begins.
    pub progress: &'a dyn Progress,
}

/// What a run of the lab measures.
#[derive(Debug)]
pub struct ServerPlan {
    /// The lab.
    pub lab: &'static dyn ServerLab,
    /// What the suite says.
    pub serving: Serving,
    /// Its loads, or those of them that the command line chose.
    pub loads: Vec<ServerLoad>,
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
    /// The candidates for the control. The first that can do a case is its control.
    pub controls: Vec<Found>,
    /// The cases whose servers are up together; a server that takes no turns is alone.
    pub groups: Vec<Vec<usize>>,
    /// Rounds of groups in the order in which they run.
    pub order: Vec<Vec<usize>>,
}

/// So many servers are up at once, and the control; fewer where their connections or their memory have no room.
pub const MOST_UP: usize = 4;
/// Memory that a server may take, bytes.
const SERVER_BYTES: u64 = 512 << 20;

/// How a server takes turns with others, and what is between them.
pub(crate) type InTurn<'a> = (&'a dyn TakesTurns, &'a Candidate);

impl Building<'_> {
    /// The candidate, built or to be built.
    ///
    /// # Errors
    /// What its build said last.
    pub fn candidate(self, candidate: &Candidate, version: &Version) -> Result<Candidate, Reason> {
        let Some(command) = candidate.lacks_build(version) else { return candidate.build(version, &Unwatched) };
        let (name, version_text, command) = (&candidate.name, &version.version, short(&command));
        if !self.now {
            self.progress.note(&format!("{name} {version_text} would be built first: {command}"));
            return Ok(candidate.clone());
        }
        let what = format!("building {name} {version_text}, once, for this and later runs: {command}");
        self.progress.begin(&what);
        candidate.build(version, &Watching { progress: self.progress, what })
    }

    /// A control, built or to be built; why it cannot be used, where it cannot.
    fn control(self, found: Found) -> Found {
        let candidate = found?;
        let ready = candidate.version().and_then(|version| self.candidate(&candidate, &version));
        ready.map_err(|reason| Broken { name: candidate.name, reason: reason.to_string() })
    }
}

/// What cargo builds, for people who wait for it.
struct Watching<'a> {
    progress: &'a dyn Progress,
    what: String,
}

impl Watch for Watching<'_> {
    fn waits(&self) {
        self.progress.begin(&format!("waiting for another wirecost that builds, then {}", self.what));
    }

    fn compiles(&self, done: usize, of: usize) {
        self.progress.update(&format!("{}: {done} of {of} packages", self.what));
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}

/// The beginning of a command, on one line: of some, only the folders fill several.
fn short(command: &str) -> String {
    const MOST: usize = 60;
    let line = command.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} ...", line[..end].trim_end()),
        None => line,
    }
}

impl ServerPlan {
    /// Makes the plan of a run of `chosen` servers, and builds what must be built as `building` says.
    ///
    /// # Errors
    /// If a message is broken or its name stands for none.
    pub fn new(
        lab: &'static dyn ServerLab,
        serving: Serving,
        (chosen, controls): (Vec<Found>, Vec<Found>),
        selection: &Selection,
        catalog: &Catalog,
        seed: u64,
        building: Building<'_>,
    ) -> Result<Self, PlanError> {
        let messages = messages(&serving.messages, selection, catalog)?;
        let at_most = if selection.candidates.is_empty() { serving.at_most } else { None };
        let loads = serving.loads().into_iter().filter(|load| is_chosen(lab, load, selection)).collect();
        let (candidates, cases, unmeasured, groups, order) = Default::default();
        let mut plan =
            Self { lab, serving, loads, seed, messages, candidates, cases, unmeasured, controls, groups, order };
        let available = available_cores();
        for candidate in chosen {
            if at_most.is_some_and(|most| plan.candidates.len() >= most) {
                break;
            }
            plan.add(candidate, &available, building);
        }
        if !plan.serving.slices.0.is_zero() {
            plan.controls = plan.controls.into_iter().map(|control| building.control(control)).collect();
        }
        plan.add_twins();
        plan.arrange();
        Ok(plan)
    }

    /// Puts the cases into groups, and the groups into an order.
    pub(crate) fn arrange(&mut self) {
        self.groups = self.grouped();
        self.order = schedule::rounds(self.groups.len(), self.serving.trials, self.seed);
    }

    /// How the server of a case takes turns with others; none if it is to take none, and why it cannot where it should.
    pub(crate) fn turns(&self, case: &Case) -> Option<Result<InTurn<'_>, Reason>> {
        let turns = self.lab.turns(&case.load).filter(|_| !self.serving.slices.0.is_zero())?;
        if most_up(&case.load) == 0 {
            let reason = "open files or memory have no room for it and the control at once (ulimit -n)";
            return Some(Err(reason.to_owned().into()));
        }
        Some(self.control(case).map(|control| (turns, control)))
    }

    /// What is between the servers of a case.
    fn control(&self, case: &Case) -> Result<&Candidate, Reason> {
        let mut faults = Vec::new();
        for control in &self.controls {
            let fault = match control {
                Ok(control) => {
                    let unfit = self.lab.unfit(control, &self.messages[case.message]);
                    let unable = || self.lab.unable(control, case.operation, &case.load);
                    match unfit.or_else(unable) {
                        None => return Ok(control),
                        Some(reason) => format!("{}: {reason}", control.name),
                    }
                }
                Err(Broken { name, reason }) => format!("{name}: {reason}"),
            };
            faults.push(fault);
        }
        let faults = if faults.is_empty() {
            format!("{} is missing; name another in the suite (control = \"...\")", self.lab.controls().join(", "))
        } else {
            faults.join("; ")
        };
        Err(format!("there is no control for it: {faults}").into())
    }

    /// Whether the server of a case takes turns with others.
    fn takes_turns(&self, case: &Case) -> bool {
        matches!(self.turns(case), Some(Ok(_)))
    }

    /// Cases of one message, operation and load, in groups of nearly equal size. Groups that follow each other share a case.
    fn grouped(&self) -> Vec<Vec<usize>> {
        let mut comparisons: Vec<Vec<usize>> = Vec::new();
        for (index, case) in self.cases.iter().enumerate() {
            let of = |case: &Case| (case.message, case.operation, case.load);
            let like = |known: &&mut Vec<usize>| of(&self.cases[known[0]]) == of(case);
            match comparisons.iter_mut().find(like).filter(|_| self.takes_turns(case)) {
                Some(known) => known.push(index),
                None => comparisons.push(vec![index]),
            }
        }
        comparisons.iter().flat_map(|cases| linked(cases, most_up(&self.cases[cases[0]].load))).collect()
    }

    /// Whether a group holds all servers of its comparison: there is no other group that what it shows must be comparable with.
    pub(crate) fn are_all_up(&self, group: &[usize]) -> bool {
        let of = |case: usize| (self.cases[case].message, self.cases[case].operation, self.cases[case].load);
        self.groups.iter().filter(|other| of(other[0]) == of(group[0])).count() == 1
    }

    /// Adds the cases of a candidate, or the reason why there are none.
    fn add(&mut self, candidate: Found, available: &[usize], building: Building<'_>) {
        let candidate = match candidate {
            Ok(candidate) => candidate,
            Err(Broken { name, reason }) => {
                let documents = self.documents(&name, None, None, Status::Failed, Some(&reason));
                return self.unmeasured.extend(documents);
            }
        };
        let name = candidate.name.clone();
        let found = candidate.version().map_err(|reason| (Status::Skipped, None, reason.to_string()));
        let ready = found.and_then(|version| match building.candidate(&candidate, &version) {
            Ok(candidate) => Ok(Participant { candidate, version }),
            // What it is built from is not there.
            Err(reason @ (Reason::Installable { .. } | Reason::NotSetUp(_))) => {
                Err((Status::Skipped, Some(version), reason.to_string()))
            }
            Err(reason) => Err((Status::Failed, Some(version), reason.to_string())),
        });
        let participant = match ready {
            Ok(participant) => participant,
            Err((status, version, reason)) => {
                let documents = self.documents(&name, Some(&candidate), version.as_ref(), status, Some(&reason));
                return self.unmeasured.extend(documents);
            }
        };
        let (lab, index) = (self.lab, self.candidates.len());
        for (message, of) in self.messages.iter().enumerate() {
            let unfit = lab.unfit(&participant.candidate, of).map(|reason| reason.to_string());
            for operation in lab.operations(&self.serving) {
                for &load in &self.loads {
                    let unable = || lab.unable(&participant.candidate, operation, &load).map(|it| it.to_string());
                    let places = match unfit.clone().or_else(unable) {
                        Some(reason) => Err(reason),
                        None => place::place(&load, available).map_err(|reason| reason.to_string()),
                    };
                    match places {
                        Ok(places) => {
                            let twin = false;
                            self.cases.push(Case { candidate: index, message, operation, load, places, twin });
                        }
                        Err(reason) => self.unmeasured.push(document(
                            lab,
                            (&name, Some(&participant.candidate), Some(&participant.version)),
                            (of, operation, &load),
                            (Status::Skipped, Some(&reason)),
                        )),
                    }
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
        let mut documents = Vec::new();
        for message in &self.messages {
            for operation in self.lab.operations(&self.serving) {
                let row = |load: &ServerLoad| {
                    document(self.lab, (name, candidate, version), (message, operation, load), (status, reason))
                };
                documents.extend(self.loads.iter().map(row));
            }
        }
        documents
    }

    /// A case before its first trial.
    pub fn document(&self, case: &Case) -> CaseDocument {
        let Participant { candidate, version } = &self.candidates[case.candidate];
        let message = &self.messages[case.message];
        let what = (message, case.operation, &case.load);
        let mut document =
            document(self.lab, (&candidate.name, Some(candidate), Some(version)), what, (Status::Ok, None));
        document.parameters.extend(case.twin.then(|| ("twin".to_owned(), "true".to_owned())));
        document
    }

    /// What a server is asked, in a few words.
    pub(crate) fn description(&self, case: &Case) -> String {
        let load = &case.load;
        let rate = load.rate_per_s.map_or(String::new(), |rate| format!(" at {rate}/s"));
        let plural = if load.connections == 1 { "" } else { "s" };
        format!("{}, {} connection{plural}{rate}", self.messages[case.message].name, load.connections)
    }

    /// Load that warms a case up: what the suite says, or what the candidate's runtime needs. None where nothing is measured.
    pub(crate) fn warmup(&self, case: &Case) -> Duration {
        let (said, needed) = (self.serving.warmup.0, self.candidates[case.candidate].candidate.file.start.warmup.0);
        if said.is_zero() { said } else { said.max(needed) }
    }

    /// How long one trial of a group will take.
    pub fn predicted_trial(&self, group: &[usize]) -> Duration {
        let Serving { warmup, stamped, .. } = &self.serving;
        let around =
            |case: &Case| AROUND + AROUND_CONNECTION * u32::try_from(case.load.connections).unwrap_or(u32::MAX);
        let cases = || group.iter().map(|case| &self.cases[*case]);
        let window = |case: &Case| self.serving.window_of(&case.load).0;
        let alone: Duration = cases().map(|case| around(case) + self.warmup(case) + window(case) + stamped.0).sum();
        let control = cases().next().filter(|case| self.takes_turns(case));
        let in_turn = |case: &Case| around(case) + warmup.0 + self.serving.slices_of(&case.load).0 * group.len() as u32;
        alone + control.map_or(Duration::ZERO, in_turn)
    }
}

/// How many servers may be up at once beside the control. Local ports are no limit: each server listens at a port of its own, and has all of
/// them for its connections.
fn most_up(load: &ServerLoad) -> usize {
    let files = Limits::now().by_files.map(|files| files.saturating_sub(OTHER_FILES));
    room_for(load.connections, files, available_memory())
}

/// How many servers with so many connections have room in so many files and bytes, beside the control, which has as many.
fn room_for(connections: usize, files: Option<u64>, bytes: Option<u64>) -> usize {
    let by_files = files.map(|files| files / connections.max(1) as u64);
    let by_memory = bytes.map(|bytes| bytes / SERVER_BYTES);
    let servers = by_files.into_iter().chain(by_memory).min().unwrap_or(u64::MAX).saturating_sub(1);
    usize::try_from(servers).unwrap_or(usize::MAX).min(MOST_UP)
}

/// Groups of at most `most` cases. Each group begins with the last case of the group before, so every two neighbours are
/// together in one group.
pub fn linked(cases: &[usize], most: usize) -> Vec<Vec<usize>> {
    if cases.len() <= most || most < 2 {
        return cases.chunks(most.max(1)).map(<[usize]>::to_vec).collect();
    }
    let last = cases.len() - 1;
    let more = last.div_ceil(last.div_ceil(most - 1));
    (0..last).step_by(more).map(|first| cases[first..=last.min(first + more)].to_vec()).collect()
}

/// Whether the command line's choice of parameters lets a load stand.
fn is_chosen(lab: &dyn ServerLab, load: &ServerLoad, selection: &Selection) -> bool {
    let parameters = lab.parameters(load);
    let value = |name: &str| parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    selection.parameters.admit(value)
}

/// The candidates that patterns name, in the order of the patterns.
///
/// # Errors
/// If a pattern is broken.
pub fn choose(found: Vec<Found>, patterns: &[String]) -> Result<Vec<Found>, PlanError> {
    let mut chosen: Vec<Found> = Vec::new();
    for pattern in patterns {
        let glob = glob(pattern)?;
        for candidate in found.iter().filter(|candidate| glob.is_match(name_of(candidate))) {
            if !chosen.iter().any(|other| name_of(other) == name_of(candidate)) {
                chosen.push(candidate.clone());
            }
        }
    }
    Ok(chosen)
}

fn document(
    lab: &dyn ServerLab,
    (name, candidate, version): (&str, Option<&Candidate>, Option<&Version>),
    (message, operation, load): (&Message, &str, &ServerLoad),
    (status, reason): (Status, Option<&str>),
) -> CaseDocument {
    let binding = candidate.filter(|candidate| candidate.is_floor()).map(|_| ("binding", "floor".to_owned()));
    let parameters = lab.parameters(load).into_iter().chain(binding);
    CaseDocument {
        lab: lab.lab(),
        candidate: name.into(),
        version: version.map_or(String::new(), |version| version.version.clone()),
        receipt: version.map_or(String::new(), |version| version.receipt.clone()),
        build: None,
        host: None,
        language: candidate.map_or(String::new(), |candidate| candidate.file.language.clone()),
        format: lab.format(candidate, message),
        message: message.name.clone(),
        message_digest: Some(MessageDigest {
            sha256: message.sha256.clone(),
            type_sha256: message.type_sha256(false),
            ..MessageDigest::default()
        }),
        operation: operation.into(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value)).collect(),
        status,
        reason: reason.map(str::to_owned),
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: Vec::new(),
        estimates: Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_UP, SERVER_BYTES, linked, room_for};

    #[test]
    fn fewer_servers_are_up_where_files_or_memory_have_no_room() {
        assert_eq!(room_for(1_000, Some(100_000), Some(100 * SERVER_BYTES)), MOST_UP);
        assert_eq!(room_for(1_000, Some(4_096 - 320), None), 2, "each of them and the control has 1,000");
        assert_eq!(room_for(1_000, Some(1_999), None), 0);
        assert_eq!(room_for(1_000, None, Some(3 * SERVER_BYTES)), 2);
        assert_eq!(room_for(0, None, None), MOST_UP);
    }

    #[test]
    fn groups_share_a_case_with_the_next() {
        let cases: Vec<usize> = (0..10).collect();
        assert_eq!(linked(&cases, 4), [vec![0, 1, 2, 3], vec![3, 4, 5, 6], vec![6, 7, 8, 9]]);
        assert_eq!(linked(&cases[..6], 4), [vec![0, 1, 2, 3], vec![3, 4, 5]]);
        assert_eq!(linked(&cases[..4], 4), [vec![0, 1, 2, 3]]);
        assert_eq!(linked(&cases[..2], 1), [[0], [1]]);
        for (count, most) in [(2, 2), (5, 2), (5, 3), (7, 4), (9, 4)] {
            let groups = linked(&cases[..count], most);
            assert!(groups.iter().all(|group| (2..=most).contains(&group.len())), "{groups:?}");
            assert_eq!(groups.concat().len(), count + groups.len() - 1, "{groups:?}");
        }
    }
}
