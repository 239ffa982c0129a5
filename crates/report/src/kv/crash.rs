//! What stores lose when they are killed.

use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};

use crate::units;

/// The columns of the table.
pub(crate) const HEADINGS: [&str; 8] =
    ["store", "durability", "crashes", "answered", "lost", "share", "damaged", "ready again"];
/// How early a narrow terminal leaves each of them out.
pub(super) const RANKS: [usize; 8] = [0, 0, 4, 1, 0, 3, 0, 2];

/// The crashes of a store.
#[derive(Debug, Clone)]
pub(crate) struct Crash<'a> {
    /// Its case.
    pub case: &'a CaseDocument,
    /// Writes that were answered, in all trials.
    pub answered: f64,
    /// Those that were gone.
    pub lost: f64,
    /// Values that nobody wrote.
    pub damaged: f64,
}

/// The crashes of a run.
pub(crate) fn crashes(run: &RunDocument) -> Vec<Crash<'_>> {
    let is_crash =
        |case: &&CaseDocument| case.lab == Lab::KV && case.operation == "crash" && case.status != Status::Skipped;
    let of = |case: &'_ CaseDocument, id: EstimateId| case.trial_values(id).iter().sum::<f64>();
    // A median would hide the one trial in which something was lost.
    let crash = |case| Crash {
        case,
        answered: of(case, EstimateId::AnsweredWrites),
        lost: of(case, EstimateId::LostWrites),
        damaged: of(case, EstimateId::DamagedValues),
    };
    run.cases.iter().filter(is_crash).map(crash).collect()
}

impl Crash<'_> {
    /// What stands in the table; none where there is no figure.
    pub fn cells(&self) -> Option<Vec<String>> {
        if self.case.status == Status::Failed || self.answered == 0.0 {
            return None;
        }
        let again = self.case.median(EstimateId::StartNs).map_or(String::new(), units::time);
        Some(vec![
            self.case.candidate.clone(),
            self.durability().to_owned(),
            self.case.trials.len().to_string(),
            units::grouped(self.answered),
            units::grouped(self.lost),
            format!("{} %", units::significant(self.lost / self.answered * 100.0)),
            units::grouped(self.damaged),
            again,
        ])
    }

    fn durability(&self) -> &str {
        self.case.parameters.get("durability").map_or("unknown", String::as_str)
    }
}

/// Who loses what, in sentences.
pub(crate) fn summary(crashes: &[Crash<'_>]) -> Vec<String> {
    let sound = || crashes.iter().filter(|crash| crash.cells().is_some());
    let names = |of: &dyn Fn(&&Crash<'_>) -> bool| {
        sound().filter(of).map(|crash| crash.case.candidate.as_str()).collect::<Vec<_>>().join(", ")
    };
    let lists = [
        ("lost no answered write", names(&|crash| crash.lost == 0.0 && crash.damaged == 0.0)),
        ("lost some", names(&|crash| crash.lost > 0.0 && crash.lost < crash.answered)),
        ("lost all", names(&|crash| crash.lost == crash.answered)),
        ("had damaged values", names(&|crash| crash.damaged > 0.0)),
    ];
    lists.into_iter().filter(|(_, names)| !names.is_empty()).map(|(what, names)| format!("{what}: {names}")).collect()
}
