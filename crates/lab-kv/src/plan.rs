//! The lab as a plan of a run.

use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};
use wirecost_host::available_cores;
use wirecost_lab::{Bench, Plan, Planning};
use wirecost_measure::schedule;
use wirecost_model::{CaseDocument, Lab, Status};
use wirecost_served::candidate::{Broken, Found};
use wirecost_served::plan::{Building, MOST_UP, linked};
use wirecost_served::serving::Serving;
use wirecost_served::{Places, Reason, place, twins};

use crate::bench::KvBench;
use crate::part::{Operation, Part};
use crate::power_cut::Library;
use crate::steps::{Row, Step, predicted};
use crate::store::{Store, Unready, Whose, document};
use crate::{crash, needs};

/// Steps of a test take no longer than this, whatever the suite says.
const BRIEFLY: Duration = Duration::from_millis(50);
/// Keys of a test.
const FEW_KEYS: u64 = 200;

/// A case that can be measured.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Which of the plan's candidates.
    pub candidate: usize,
    pub step: Step,
    /// The cores of it.
    pub places: Places,
    /// Whether it is the second of an A/A pair.
    pub twin: bool,
    /// How its store takes turns with others; none if it does not.
    pub turns: Option<Turns>,
}

/// How a store takes turns: with so many stores up at once beside the control, or by itself since there is no room for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turns {
    Among(usize),
    NoRoom,
}

/// What one server of a candidate would go through, whether its data has room here or not.
#[derive(Debug, Clone)]
struct Ready {
    candidate: usize,
    row: Row,
    places: Places,
    twin: bool,
}

/// What a run of the lab measures.
#[derive(Debug)]
pub(crate) struct KvPlan {
    pub part: Part,
    /// The seed of every draw.
    pub seed: u64,
    /// The stores.
    pub candidates: Vec<Store>,
    /// What is between stores that take turns, or why there is nothing; none if none do.
    pub control: Option<Result<Store, Reason>>,
    /// What sees the syncs of stores, where the run cuts the power.
    pub library: Option<Library>,
    ready: Vec<Ready>,
    /// The cases of what is ready and has room.
    pub cases: Vec<Case>,
    /// The cases of each server, in the order in which it goes through them.
    pub servers: Vec<Vec<usize>>,
    /// Those of what is ready and has no room.
    lacking: Vec<CaseDocument>,
    unmeasured: Vec<CaseDocument>,
    order: Vec<Vec<usize>>,
    /// Whether it is only to be seen that all works, as briefly as possible.
    pub is_test: bool,
}

impl KvPlan {
    /// Makes the plan of a run of `chosen` stores, and builds what must be built if the run says so.
    pub fn new(part: Part, rows: Vec<Row>, chosen: Vec<Found>, planning: &Planning<'_>) -> Self {
        let at_most = if planning.selection.candidates.is_empty() { part.at_most } else { None };
        let rows: Vec<Row> = rows.into_iter().map(|row| row.chosen_by(planning.selection)).collect();
        let building = Building { now: planning.build, progress: planning.progress };
        let mut plan = Self {
            part,
            seed: planning.seed,
            candidates: Vec::new(),
            control: None,
            library: None,
            ready: Vec::new(),
            cases: Vec::new(),
            servers: Vec::new(),
            lacking: Vec::new(),
            unmeasured: Vec::new(),
            order: Vec::new(),
            is_test: false,
        };
        let cuts = |row: &Row| row.steps.iter().any(|step| step.operation == Operation::PowerCut);
        let library = rows.iter().any(cuts).then(|| Library::ready(&planning.rooms.cache));
        let lack = match library {
            Some(Ok(library)) => {
                plan.library = Some(library);
                None
            }
            Some(Err(lack)) => Some(lack),
            None => None,
        };
        let (rows, lacking): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| lack.is_none() || !cuts(row));
        let cores = available_cores();
        for found in chosen {
            if at_most.is_some_and(|most| plan.candidates.len() >= most) {
                break;
            }
            if let (Some(lack), Ok(candidate)) = (&lack, &found) {
                plan.leave_out(&lacking, (&candidate.name, Some(candidate), None), Status::Skipped, lack);
            }
            plan.add(found, &rows, planning, (&cores, building));
        }
        if !plan.part.slices.0.is_zero() {
            plan.control = Some(plan.find_control(planning, building));
        }
        plan.add_twins();
        plan.find_room();
        plan
    }

    /// Adds the second of an A/A pair under each kind of load, planned or not, and for each durability and binding: of
    /// the first store that has another to be compared with (METHOD 12 and 31).
    fn add_twins(&mut self) {
        if !twins::are_worth_it(self.part.trials) {
            return;
        }
        // What stores are compared within.
        let peers = |ready: &Ready| {
            let store = &self.candidates[ready.candidate];
            (store.durability.name(), crate::binding(&store.participant.candidate))
        };
        let is_load = |ready: &&Ready| !ready.row.steps[0].operation.stands_alone();
        let has_rival = |ready: &Ready| {
            let is_rival = |other: &&Ready| other.candidate != ready.candidate && other.row == ready.row;
            self.ready.iter().filter(is_load).filter(is_rival).any(|other| peers(other) == peers(ready))
        };
        let (mut kinds, mut twice) = (Vec::new(), Vec::new());
        for (index, ready) in self.ready.iter().enumerate().filter(|(_, ready)| is_load(ready)) {
            let kind = (ready.row.steps.iter().any(|step| step.rate_per_s.is_some()), peers(ready));
            if !kinds.contains(&kind) && has_rival(ready) {
                kinds.push(kind);
                twice.push(index);
            }
        }
        // Next to the first, so that both are up together; from the last on, so that the places of those before stay what they are.
        for index in twice.into_iter().rev() {
            let twin = Ready { twin: true, ..self.ready[index].clone() };
            self.ready.insert(index + 1, twin);
        }
    }

    /// The control, built.
    fn find_control(&self, planning: &Planning<'_>, building: Building<'_>) -> Result<Store, Reason> {
        let name = &self.part.control;
        let known = crate::LAB.candidates(planning.catalog, planning.rooms).into_iter().flatten();
        let candidate = known.into_iter().find(|candidate| candidate.name == *name);
        let candidate =
            candidate.ok_or_else(|| Reason::from(format!("there is no candidate {name:?} for the control")))?;
        let store = Store::ready(&candidate, building)
            .map_err(|unready| Reason::from(format!("the control: {}", unready.reason)))?;
        if crate::has_server(&candidate) {
            Ok(store)
        } else {
            Err(format!("the control {name:?} has no server").into())
        }
    }

    /// The cases of a process, by store.
    pub fn by_store<'a>(&'a self, cases: &'a [usize]) -> impl Iterator<Item = &'a [usize]> {
        let store = |case: &usize| (self.cases[*case].candidate, self.cases[*case].twin);
        cases.chunk_by(move |one, other| store(one) == store(other))
    }

    /// Whether the stores of these cases take turns.
    pub fn takes_turns(&self, cases: &[usize]) -> bool {
        cases.iter().any(|case| self.most_up(*case).is_some())
    }

    /// How many stores are up at once where that of a case takes turns.
    fn most_up(&self, case: usize) -> Option<usize> {
        match self.cases[case].turns {
            Some(Turns::Among(stores)) => Some(stores),
            Some(Turns::NoRoom) | None => None,
        }
    }

    /// Whether stores take turns in these steps of a store.
    fn are_asked_in_turn(&self, store: &Store, steps: &[Step]) -> bool {
        let alone = steps.iter().all(|step| step.operation.stands_alone());
        self.control.is_some() && !alone && crate::has_server(&store.participant.candidate)
    }

    /// Puts stores together that take turns: those of one durability that go through the same.
    fn group(&mut self) {
        let mut groups: Vec<Vec<Vec<usize>>> = Vec::new();
        for server in std::mem::take(&mut self.servers) {
            let steps = |server: &[usize]| server.iter().map(|case| &self.cases[*case].step).collect::<Vec<_>>();
            let durability = |server: &[usize]| self.candidates[self.cases[server[0]].candidate].durability;
            let is_like = |group: &&mut Vec<Vec<usize>>| {
                steps(&group[0]) == steps(&server) && durability(&group[0]) == durability(&server)
            };
            match groups.iter_mut().find(is_like).filter(|_| self.takes_turns(&server)) {
                Some(group) => group.push(server),
                None => groups.push(vec![server]),
            }
        }
        for group in groups {
            let most = self.most_up(group[0][0]).unwrap_or(1);
            let all: Vec<usize> = (0..group.len()).collect();
            let together = |stores: Vec<usize>| stores.into_iter().flat_map(|store| group[store].clone()).collect();
            self.servers.extend(linked(&all, most).into_iter().map(together));
        }
    }

    /// How a store takes turns in the steps of a row, if it is to.
    fn turns(&self, ready: &Ready) -> Option<Turns> {
        let durability = |ready: &Ready| self.candidates[ready.candidate].durability;
        let is_like = |other: &&Ready| other.row == ready.row && durability(other) == durability(ready);
        let is_asked = |ready: &&Ready| self.are_asked_in_turn(&self.candidates[ready.candidate], &ready.row.steps);
        is_asked(&ready).then(|| {
            let alike = self.ready.iter().filter(is_like).filter(is_asked).count().min(MOST_UP);
            let has_room = |stores: &usize| needs::lack(&ready.row.steps[0], durability(ready), stores + 1).is_none();
            (1..=alike).rev().find(has_room).map_or(Turns::NoRoom, Turns::Among)
        })
    }

    /// Sorts out what is ready and has no room on this machine.
    fn find_room(&mut self) {
        let servers_before = self.servers.len();
        (self.cases, self.servers, self.lacking) = Default::default();
        for ready in &self.ready {
            let Ready { candidate, row, places, twin } = ready;
            let store = &self.candidates[*candidate];
            let turns = self.turns(ready);
            let has_room = matches!(turns, Some(Turns::Among(_)));
            let lack = || needs::lack(&row.steps[0], store.durability, 1);
            match if has_room { None } else { lack() } {
                None => {
                    let first = self.cases.len();
                    let case = |step: &Step| Case {
                        candidate: *candidate,
                        step: step.clone(),
                        places: places.clone(),
                        twin: *twin,
                        turns,
                    };
                    self.cases.extend(row.steps.iter().map(case));
                    self.servers.push((first..self.cases.len()).collect());
                }
                // It is skipped by the reason of the first.
                Some(_) if *twin => {}
                Some(lack) => {
                    let why = (Status::Skipped, Some(lack.as_str()));
                    self.lacking.extend(row.steps.iter().map(|step| document(store.whose(), step, why)));
                }
            }
        }
        self.group();
        if self.servers.len() != servers_before {
            self.order = schedule::rounds(self.servers.len(), self.part.trials, self.seed);
        }
    }

    /// Whether there is nothing to measure and nothing to say.
    pub fn is_empty(&self) -> bool {
        self.ready.is_empty() && self.unmeasured.is_empty()
    }

    /// Adds the cases of a candidate, or the reasons why there are none.
    fn add(
        &mut self,
        found: Found,
        rows: &[Row],
        planning: &Planning<'_>,
        (cores, building): (&[usize], Building<'_>),
    ) {
        let candidate = match found {
            Ok(candidate) => candidate,
            Err(Broken { name, reason }) => {
                return self.leave_out(rows, (&name, None, None), Status::Failed, &reason);
            }
        };
        let name = candidate.name.clone();
        let store = match Store::ready(&candidate, building) {
            Ok(store) => store,
            Err(unready) => {
                let Unready { status, version, reason } = *unready;
                let whose = (name.as_str(), Some(&candidate), version.as_ref());
                return self.leave_out(rows, whose, status, &reason.to_string());
            }
        };
        let asked = |name: &str| match name {
            "durability" => Some(store.durability.name()),
            "binding" => Some(crate::binding(&candidate).unwrap_or("server")),
            _ => None,
        };
        if !planning.selection.parameters.admit(asked) {
            return;
        }
        let index = self.candidates.len();
        let rows = match crate::binding(&candidate) {
            Some(binding) => self.able(rows, &store, binding),
            None => rows.to_vec(),
        };
        for row in rows.iter().filter(|row| !row.steps.is_empty()) {
            match place::place(&row.steps[0].served(), cores) {
                Ok(places) => {
                    self.ready.push(Ready { candidate: index, row: row.clone(), places, twin: false });
                }
                Err(reason) => {
                    let row = std::slice::from_ref(row);
                    self.leave_out(row, store.whose(), Status::Skipped, &reason.to_string());
                }
            }
        }
        self.candidates.push(store);
    }

    /// What a store that is called in another way can do. The rest is left out with its reason.
    fn able(&mut self, rows: &[Row], store: &Store, binding: &str) -> Vec<Row> {
        let mut able = Vec::new();
        for row in rows {
            let (mut steps, mut lacking) = (Vec::new(), Vec::new());
            for step in &row.steps {
                match step.lack(binding) {
                    None => steps.push(step.clone()),
                    Some(lack) => lacking.push((step, lack)),
                }
            }
            let document = |(step, lack): &(&Step, &str)| document(store.whose(), step, (Status::Skipped, Some(lack)));
            self.unmeasured.extend(lacking.iter().map(document));
            able.push(Row { steps });
        }
        able
    }

    /// Adds a row of the result for every case that there would be.
    fn leave_out(&mut self, rows: &[Row], whose: Whose<'_>, status: Status, reason: &str) {
        let steps = rows.iter().flat_map(|row| &row.steps);
        self.unmeasured.extend(steps.map(|step| document(whose, step, (status, Some(reason)))));
    }

    /// The settings of a window, as records of labs of servers have them.
    pub fn serving(&self, window: Duration) -> Serving {
        Serving {
            budget: self.part.budget,
            trials: self.part.trials,
            messages: Vec::new(),
            candidates: Vec::new(),
            at_most: None,
            operations: Vec::new(),
            stamped: Span::default(),
            slices: Span::default(),
            planned_slices: None,
            control: None,
            warmup: Span::default(),
            window: Span(window),
            planned_window: None,
            timeout: self.part.timeout,
            load: Vec::new(),
        }
    }

    /// A case before its first trial.
    pub fn document(&self, case: &Case) -> CaseDocument {
        let mut document = document(self.candidates[case.candidate].whose(), &case.step, (Status::Ok, None));
        document.parameters.extend(case.twin.then(|| (wirecost_model::TWIN.to_owned(), "true".to_owned())));
        document
    }
}

impl Plan for KvPlan {
    fn lab(&self) -> Lab {
        Lab::KV
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        let left_out = self.unmeasured.iter().chain(&self.lacking).cloned();
        (self.cases.iter().map(|case| self.document(case)).collect(), left_out.collect())
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        self.servers.clone()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        let Some(case) = cases.first().map(|case| &self.cases[*case]) else { return String::new() };
        let name = |cases: &[usize]| {
            let case = &self.cases[cases[0]];
            let again = if case.twin { " again" } else { "" };
            format!("{}{again}", self.candidates[case.candidate].participant.candidate.name)
        };
        let name = self.by_store(cases).map(name).collect::<Vec<_>>().join(" and ");
        let mut operations: Vec<&str> = cases.iter().map(|case| self.cases[*case].step.operation.name()).collect();
        operations.dedup();
        let Step { keys, value_bytes, .. } = case.step;
        format!("{name}: {}, {keys} keys of {value_bytes} bytes", operations.join(", "))
    }

    fn predicted(&self, process: usize, _: usize) -> Duration {
        let cases = &self.servers[process];
        let longest = self.part.longest.0;
        let steps = |cases: &[usize]| cases.iter().map(|case| self.cases[*case].step.clone()).collect::<Vec<Step>>();
        let killed_after = |cases: &[usize]| {
            crash::predicted(self.candidates[self.cases[cases[0]].candidate].durability, self.is_test)
        };
        let of_store = |cases: &[usize]| predicted(&steps(cases), longest, killed_after(cases));
        let alone: Duration = self.by_store(cases).map(of_store).sum();
        if !self.takes_turns(cases) {
            return alone;
        }
        let (passes, mixes): (Vec<usize>, Vec<usize>) =
            cases.iter().partition(|case| self.cases[**case].step.operation.is_pass());
        // The control is filled too, and in half of each pass it has as much time as a store.
        let pass = self.cases[cases[0]].step.pass(longest);
        alone + pass + pass * passes.len() as u32 / 2 + self.part.slices.0 * mixes.len() as u32
    }

    fn fingerprint(&self) -> Vec<String> {
        let documents = self.cases.iter().map(|case| self.document(case));
        documents.map(|document| format!("{} {}", document.key(), document.version)).collect()
    }

    fn budget(&self) -> Span {
        self.part.budget
    }

    fn trials(&self) -> usize {
        self.part.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.part.trials = trials;
        self.order.truncate(trials);
        if !twins::are_worth_it(trials) {
            // A run that is resumed is planned with so few from the beginning.
            self.ready.retain(|ready| !ready.twin);
            self.find_room();
        }
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let Ok(Some(whole)) = crate::part(suite) else { return };
        for (load, of_suite) in self.part.load.iter_mut().zip(&whole.load) {
            load.window = of_suite.window.times(share);
            load.keys = ((of_suite.keys as f64 * share) as u64).max(of_suite.keys.min(2));
        }
        self.part.slices = whole.slices.times(share);
        self.follow_part();
    }

    fn write_to(&self, suite: &mut Suite) {
        // What was read from a suite can be written into one.
        let _ = suite.tables.set(crate::NAME, &self.part);
    }

    fn check_only(&mut self) {
        self.is_test = true;
        for load in &mut self.part.load {
            load.window = Span(BRIEFLY);
            load.keys = load.keys.min(FEW_KEYS);
        }
        self.part.slices = Span(self.part.slices.0.min(BRIEFLY));
        self.follow_part();
        self.keep_trials(1);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(KvBench::new(self)))
    }
}

impl KvPlan {
    /// Gives each step the keys and the window of its load. Fewer keys may have room where all had none.
    fn follow_part(&mut self) {
        for step in self.ready.iter_mut().flat_map(|ready| &mut ready.row.steps) {
            let load = &self.part.load[step.load];
            step.keys = load.keys;
            if !step.operation.stands_alone() {
                step.window = load.window.0;
            }
        }
        self.find_room();
    }
}
