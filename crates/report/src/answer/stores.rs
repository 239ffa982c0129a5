//! The kv lab: which store does most for its CPU time, which waits least at a planned rate, and what is lost when a
//! store is killed or the power goes. Only stores that keep writes equally safe are compared.

use wirecost_model::RunDocument;

use super::serving::no_verdict;
use crate::kv::{Crash, Event, LoadedStores, crash_summary, crashes, loads};
use crate::leader::{self, Leader};

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

    /// Who leads first under each load among stores of one durability, and what accidents lose. Of loads that differ in
    /// less than the operation and the schedule, the first stands for the others.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for load in &self.loads {
            let label = load.short();
            if lines.iter().any(|(known, _)| *known == label) {
                continue;
            }
            let told = |peers: &crate::kv::Peers<'_>| {
                let leader = peers.leaders().into_iter().next()?;
                Some(format!("durability {}: {}", peers.name(), leader.told()))
            };
            let told: Vec<String> = load.peers.iter().filter_map(told).collect();
            if !told.is_empty() {
                lines.push((label, told.join("; ")));
            }
        }
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

    /// What is to be said of the noise behind [`Stores::lines`].
    pub fn noise(&self) -> Option<String> {
        let first = |load: &LoadedStores<'a>| -> Vec<Leader<'a>> {
            load.peers.iter().filter_map(|peers| peers.leaders().into_iter().next()).collect()
        };
        let mut leaders: Vec<Leader<'a>> = self.loads.iter().flat_map(first).collect();
        // Of one figure, the widest floor.
        let over = |leader: &Leader<'_>| leader.floor.claimed_over();
        leaders.sort_by(|a, b| (a.by.figure).cmp(b.by.figure).then(over(b).total_cmp(&over(a))));
        leaders.dedup_by(|later, kept| later.by.figure == kept.by.figure);
        leader::noise(&leaders)
    }
}
