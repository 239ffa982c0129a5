//! What a round trip means for an application that works between its calls.

use wirecost_model::{CaseDocument, EstimateId, RunDocument};

use super::round_trips;
use crate::historical::experiments;
use crate::sheet::Sheet;
use crate::units;

/// Work for each call, nanoseconds, with what it stands for: what the historical experiments published of applications.
pub fn historical_work() -> Vec<(String, f64)> {
    let work = experiments().iter().flat_map(|experiment| &experiment.work);
    work.map(|work| (work.name.clone(), work.time_ms * 1e6)).collect()
}

/// For each message, and each amount of work a call: the share of messaging, and what another stack would change.
pub fn projections(run: &RunDocument, work: &[(String, f64)]) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for (title, cases) in round_trips(run) {
        let floor = cases.iter().filter(|case| is_floor(case)).filter_map(|case| case.median(EstimateId::TimeNs));
        let floor = floor.min_by(f64::total_cmp);
        let mut stacks: Vec<(&str, f64)> = cases
            .iter()
            .filter(|case| !is_floor(case))
            .filter_map(|case| Some((case.candidate.as_str(), case.median(EstimateId::TimeNs)?)))
            .collect();
        stacks.sort_by(|a, b| a.1.total_cmp(&b.1));
        let Some(&(slowest, most)) = stacks.last() else { continue };
        for (what, work_ns) in work {
            let headings = ["stack", "round trip", "of a cycle", "cycle", &format!("against {slowest}")];
            let mut headings = headings.map(str::to_owned).to_vec();
            headings.extend(floor.map(|_| "largest possible gain".to_owned()));
            let row = |&(name, round_trip): &(&str, f64)| {
                let cycle = work_ns + round_trip;
                let mut row = vec![
                    name.to_owned(),
                    units::time(round_trip),
                    percent(round_trip / cycle),
                    units::time(cycle),
                    percent(cycle / (work_ns + most) - 1.0),
                ];
                row.extend(floor.map(|floor| percent((round_trip - floor).max(0.0) / cycle)));
                row
            };
            let note = "a cycle is the work and one round trip; no stack can gain more than its part above the floor";
            let title = format!("{} of work per call ({what}): {title}", units::time(*work_ns));
            sheets.push(Sheet::of_numbers(title, headings, stacks.iter().map(row).collect(), note.to_owned()));
        }
    }
    sheets
}

fn is_floor(case: &CaseDocument) -> bool {
    case.is_floor()
}

/// A share with three significant digits.
fn percent(share: f64) -> String {
    format!("{} %", units::significant(share * 100.0))
}
