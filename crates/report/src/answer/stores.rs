//! The kv lab: which store does most for its CPU time, which waits least at a planned rate, and what is lost when a
//! store is killed or the power goes. Only stores that keep writes equally safe are compared.

use wirecost_model::RunDocument;

use super::serving::no_verdict;
use crate::kv::{Crash, Event, LoadedStores, Peers, crash_summary, crashes, loads};
use crate::leader::{self, Leader};
use crate::words::percent;

/// What the kv lab's part of a run answers.
#[derive(Debug, Clone)]
pub struct Stores<'a> {
    /// The loads, in the order of the run.
    pub(crate) loads: Vec<LoadedStores<'a>>,
    /// What each kind of accident loses; only of those that the run has.
    pub(crate) accidents: Vec<(Event, Vec<Crash<'a>>)>,
}

/// A line of a summary: what is asked, and the answer.
pub type Line = (String, String);

/// What the kv lab's part of `run` answers; none if it has none with figures.
pub fn of(run: &RunDocument) -> Option<Stores<'_>> {
    let mut loads = loads(run);
    loads.retain(|load| !load.peers.is_empty());
    let of_event = |event: Event| (event, crashes(run, event));
    let mut accidents: Vec<(Event, Vec<Crash<'_>>)> = Event::ALL.map(of_event).into();
    accidents.retain(|(_, crashes)| crashes.iter().any(Crash::is_told));
    (!loads.is_empty() || !accidents.is_empty()).then_some(Stores { loads, accidents })
}

impl<'a> Stores<'a> {
    /// How many different loads there are of which some store leads.
    pub fn loads(&self) -> usize {
        self.loads.len()
    }

    /// Who leads first under each load among stores of one durability. Of loads that differ in less than the operation and the
    /// schedule, the first stands for the others.
    fn leading(&self) -> Vec<(String, Vec<(String, Leader<'a>)>)> {
        let mut leading: Vec<(String, Vec<(String, Leader<'a>)>)> = Vec::new();
        for load in &self.loads {
            let label = load.short();
            let first = |peers: &Peers<'a>| Some((peers.name(), peers.leaders().into_iter().next()?));
            let leaders: Vec<_> = load.peers.iter().filter_map(first).collect();
            if !leaders.is_empty() && !leading.iter().any(|(known, _)| *known == label) {
                leading.push((label, leaders));
            }
        }
        leading
    }

    /// Who leads, with the noise floor that decided so, and what accidents lose.
    pub fn lines(&self) -> Vec<Line> {
        let told = |(durability, leader): &(String, Leader<'_>)| {
            let floor = leader.varying_floor();
            let floor = floor.map_or(String::new(), |floor| format!(" (noise floor {})", percent(floor)));
            format!("durability {durability}: {}{floor}", leader.sentence())
        };
        let line = |(label, leaders): (String, Vec<(String, Leader<'_>)>)| {
            (label, leaders.iter().map(told).collect::<Vec<_>>().join("; "))
        };
        let mut lines: Vec<Line> = self.leading().into_iter().map(line).collect();
        let lost =
            |(event, crashes): &(Event, Vec<Crash<'_>>)| (event.after().to_owned(), crash_summary(crashes).join("; "));
        lines.extend(self.accidents.iter().map(lost));
        if lines.is_empty() {
            let mut peers = self.loads.iter().flat_map(|load| &load.peers);
            let was_busy = peers.any(|peers| !peers.section.set_aside.is_empty());
            lines.push(("stores".to_owned(), no_verdict(was_busy).to_owned()));
        }
        lines
    }

    /// What speaks against [`Stores::lines`], beside the floors that they name.
    pub fn doubts(&self) -> Option<String> {
        let leading = self.leading();
        let named = leading.iter().flat_map(|(label, leaders)| leaders.iter().map(move |(_, it)| (label.as_str(), it)));
        let mut named: Vec<(&str, &Leader<'_>)> = named.collect();
        // A line is named once for each kind of doubt.
        named.dedup_by_key(|(label, leader)| (*label, leader.floor.known.is_none(), leader.floor.biased));
        leader::doubts_of(&named)
    }
}
