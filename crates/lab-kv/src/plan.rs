//! The lab as a plan of a run.

use wirecost_host::available_cores;
use wirecost_lab::Planning;
use wirecost_measure::schedule;
use wirecost_model::{CaseDocument, Status};
use wirecost_server_lab::candidate::{Broken, Found};
use wirecost_server_lab::plan::{Building, MOST_UP, linked};
use wirecost_server_lab::{Places, Reason, place, twins};

use crate::binding::{binding, has_server};
use crate::case::{Case, Turns};
use crate::needs;
use crate::part::{Operation, Part};
use crate::power_cut::Library;
use crate::steps::{Row, Step};
use crate::store::{Store, Unready, Whose, candidates, document};

/// What one server of a candidate would go through, whether its data has room here or not.
#[derive(Debug, Clone)]
pub(crate) struct Ready {
    candidate: usize,
    pub row: Row,
    places: Places,
    pub twin: bool,
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
    pub ready: Vec<Ready>,
    /// The cases of what is ready and has room.
    pub cases: Vec<Case>,
    /// The cases of each server, in the order in which it goes through them.
    pub servers: Vec<Vec<usize>>,
    /// Those of what is ready and has no room.
    pub lacking: Vec<CaseDocument>,
    pub unmeasured: Vec<CaseDocument>,
    pub order: Vec<Vec<usize>>,
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
        let library = rows.iter().any(cuts).then(|| Library::ready(&planning.folders.cache));
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
            (store.durability.name(), binding(&store.participant.candidate))
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
        let known = candidates(planning.catalog, planning.folders).into_iter().flatten();
        let candidate = known.into_iter().find(|candidate| candidate.name == *name);
        let candidate =
            candidate.ok_or_else(|| Reason::from(format!("there is no candidate {name:?} for the control")))?;
        let store = Store::ready(&candidate, building)
            .map_err(|unready| Reason::from(format!("the control: {}", unready.reason)))?;
        if has_server(&candidate) { Ok(store) } else { Err(format!("the control {name:?} has no server").into()) }
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
        self.control.is_some() && !alone && has_server(&store.participant.candidate)
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
    pub fn find_room(&mut self) {
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
            "binding" => Some(binding(&candidate).unwrap_or("server")),
            _ => None,
        };
        if !planning.selection.parameters.admit(asked) {
            return;
        }
        let index = self.candidates.len();
        let rows = match binding(&candidate) {
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

    /// A case before its first trial.
    pub fn document(&self, case: &Case) -> CaseDocument {
        let mut document = document(self.candidates[case.candidate].whose(), &case.step, (Status::Ok, None));
        document.parameters.extend(case.twin.then(|| (wirecost_model::TWIN.to_owned(), "true".to_owned())));
        document
    }
}
