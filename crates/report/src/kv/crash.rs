//! What stores lose when they are killed, when the power goes, and when their memory is full.

use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};

use crate::servers;
use crate::sheet::Heading;
use crate::units;

/// What happens to stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// The process is killed.
    Crash,
    /// What was not synced is gone.
    PowerCut,
    /// More is stored than there is memory for.
    FullMemory,
}

impl Event {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 3] = [Self::Crash, Self::PowerCut, Self::FullMemory];

    /// Whether a case is about one of them, and has no load of its own.
    pub fn is_of(case: &CaseDocument) -> bool {
        Self::ALL.iter().any(|event| event.operation() == case.operation)
    }

    /// Its name in documents.
    pub fn operation(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::PowerCut => "power-cut",
            Self::FullMemory => "full-memory",
        }
    }

    /// The heading above its table.
    pub fn title(self) -> &'static str {
        match self {
            Self::Crash => "What a crash of the process loses",
            Self::PowerCut => "What a power cut loses",
            Self::FullMemory => "What happens when memory runs out",
        }
    }

    /// What a line about it is called.
    pub fn after(self) -> &'static str {
        match self {
            Self::Crash => "after a crash",
            Self::PowerCut => "after a power cut",
            Self::FullMemory => "when memory is full",
        }
    }

    /// The columns of its table: a heading, whether they are numbers, and how early a narrow terminal leaves them out.
    pub fn columns(self) -> Vec<Heading> {
        if self == Self::FullMemory {
            return vec![
                Heading::text("store", 0),
                Heading::text("durability", 2),
                Heading::number("trials", 6),
                Heading::number("limit", 4),
                Heading::number("answered", 1),
                Heading::number("refused", 1),
                Heading::number("thrown away", 1),
                Heading::number("gone", 0),
                Heading::number("damaged", 3),
                Heading::number("ended", 0),
                Heading::number("most memory", 5),
            ];
        }
        let times = if self == Self::Crash { "crashes" } else { "cuts" };
        let mut columns = vec![
            Heading::text("store", 0),
            Heading::text("durability", 0),
            Heading::number(times, 4),
            Heading::number("answered", 1),
            Heading::number("lost", 0),
            Heading::number("share", 4),
            Heading::number("time lost", 1),
            Heading::number("damaged", 0),
        ];
        if self == Self::PowerCut {
            columns.extend([Heading::number("unreadable", 1), Heading::number("writes/sync", 5)]);
        }
        columns.push(Heading::number("ready again", 2));
        columns
    }
}

/// The crashes of a store.
#[derive(Debug, Clone)]
pub(crate) struct Crash<'a> {
    /// Its case.
    pub case: &'a CaseDocument,
    /// Writes that were answered, in all trials.
    pub answered: f64,
    /// Those that were gone.
    pub lost: f64,
    /// From the answer to the first write that was gone until the cut, in the trial that lost most of it, nanoseconds. None where
    /// nothing was lost, and in runs of releases that did not tell.
    pub lost_ns: Option<f64>,
    /// Values that nobody wrote.
    pub damaged: f64,
    event: Event,
}

/// The crashes of a run, of one kind.
pub(crate) fn crashes(run: &RunDocument, event: Event) -> Vec<Crash<'_>> {
    let is_crash = |case: &&CaseDocument| {
        let of_event = case.lab == Lab::KV && case.operation == event.operation();
        of_event && case.status != Status::Skipped && !servers::is_aside(case)
    };
    // A median would hide the one trial in which something was lost.
    let crash = |case| Crash {
        case,
        answered: sum(case, EstimateId::AnsweredWrites),
        lost: sum(case, EstimateId::LostWrites),
        lost_ns: case.trial_values(EstimateId::LostNs).into_iter().filter(|ns| *ns > 0.0).max_by(f64::total_cmp),
        damaged: sum(case, EstimateId::DamagedValues),
        event,
    };
    run.cases.iter().filter(is_crash).map(crash).collect()
}

fn sum(case: &CaseDocument, id: EstimateId) -> f64 {
    // The sum of no values at all is -0.
    case.trial_values(id).iter().sum::<f64>() + 0.0
}

impl<'a> Crash<'a> {
    /// Whether there is a figure: it did not fail, and answered writes.
    pub fn is_told(&self) -> bool {
        self.case.status != Status::Failed && self.answered != 0.0
    }

    /// What is in the table; none if there is no figure.
    pub fn cells(&self) -> Option<Vec<String>> {
        if !self.is_told() {
            return None;
        }
        if self.event == Event::FullMemory {
            return Some(self.cells_when_full());
        }
        let again = self.case.median(EstimateId::StartNs).map_or(String::new(), units::time);
        let mut cells = vec![
            self.case.candidate.clone(),
            self.durability().to_owned(),
            self.case.trials.len().to_string(),
            units::grouped(self.answered),
            units::grouped(self.lost),
            format!("{} %", units::significant(self.lost / self.answered * 100.0)),
            self.lost_ns.map_or(String::new(), units::time),
            units::grouped(self.damaged),
        ];
        if self.event == Event::PowerCut {
            let syncs = sum(self.case, EstimateId::Syncs);
            let each = if syncs > 0.0 { units::significant(self.answered / syncs) } else { "no sync".to_owned() };
            cells.extend([units::grouped(sum(self.case, EstimateId::Unreadable)), each]);
        }
        cells.push(again);
        Some(cells)
    }

    fn cells_when_full(&self) -> Vec<String> {
        let all = |id| units::grouped(sum(self.case, id));
        let size = |id| self.case.median(id).map_or(String::new(), units::size);
        vec![
            self.case.candidate.clone(),
            self.durability().to_owned(),
            self.case.trials.len().to_string(),
            size(EstimateId::LimitBytes),
            units::grouped(self.answered),
            all(EstimateId::RefusedWrites),
            all(EstimateId::Evictions),
            units::grouped(self.lost),
            units::grouped(self.damaged),
            all(EstimateId::Ended),
            size(EstimateId::PeakMemoryBytes),
        ]
    }

    /// Its name, with the time that it lost at the most.
    fn with_time(&self) -> String {
        let name = &self.case.candidate;
        self.lost_ns.map_or(name.clone(), |ns| format!("{name} (up to {})", units::time(ns)))
    }

    /// What it keeps safe.
    pub fn durability(&self) -> &'a str {
        let case: &'a CaseDocument = self.case;
        case.parameters.get("durability").map_or("unknown", String::as_str)
    }
}

/// Who loses what, in sentences.
pub(crate) fn summary(crashes: &[Crash<'_>]) -> Vec<String> {
    let sound = || crashes.iter().filter(|crash| crash.is_told());
    let names = |of: &dyn Fn(&&Crash<'_>) -> bool| {
        sound().filter(of).map(|crash| crash.case.candidate.as_str()).collect::<Vec<_>>().join(", ")
    };
    let is_counted = |id: EstimateId| names(&|crash| sum(crash.case, id) > 0.0);
    let lost_some = |crash: &&Crash<'_>| crash.lost > 0.0 && crash.lost < crash.answered;
    let some: Vec<String> = sound().filter(lost_some).map(Crash::with_time).collect();
    let lists = [
        ("lost no answered write", names(&|crash| crash.lost == 0.0 && crash.damaged == 0.0)),
        ("lost some", some.join(", ")),
        ("lost all", names(&|crash| crash.lost == crash.answered)),
        ("had damaged values", names(&|crash| crash.damaged > 0.0)),
        ("could not be read again", is_counted(EstimateId::Unreadable)),
        ("refused writes", is_counted(EstimateId::RefusedWrites)),
        ("threw values away", is_counted(EstimateId::Evictions)),
        ("ended, and were started again without a limit", is_counted(EstimateId::Ended)),
    ];
    lists.into_iter().filter(|(_, names)| !names.is_empty()).map(|(what, names)| format!("{what}: {names}")).collect()
}
