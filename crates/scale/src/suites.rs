//! The parts of a suite that several machines measured.

use std::collections::{BTreeMap, BTreeSet};

use wirecost_load::{PartReport, PartState};
use wirecost_model::{CaseDocument, HOST, HostDocument, RunDocument, TWIN};

use crate::collect::Found;
use crate::document::PartResult;
use crate::error::Error;
use crate::merge::{damaged, line, missing, reported};

/// What the parts of a suite left behind.
#[derive(Debug)]
pub struct Suites {
    /// What is known of each part, by rank.
    pub parts: Vec<PartReport>,
    /// The run of each part that counts, by rank.
    pub runs: BTreeMap<u64, RunDocument>,
}

/// Reads what is there of `expected` parts of a run.
///
/// # Errors
/// [`Error::Mixed`] if results are of different runs.
pub fn collect_suites(found: &[Found], expected: u64, run: &str) -> Result<Suites, Error> {
    let mut suites = Suites { parts: Vec::new(), runs: BTreeMap::new() };
    for rank in 0..expected {
        let nothing = Found { rank: Some(rank), ..Found::default() };
        let found = found.iter().find(|found| found.rank == Some(rank)).unwrap_or(&nothing);
        let report = match found.read() {
            None => missing(found, Some(rank)),
            Some(Err(fault)) => damaged(found, &fault.to_string()),
            Some(Ok(result)) if result.run != run => {
                let place = found.place();
                return Err(Error::Mixed(format!("{place} is of the run {}, others are of {run}", result.run)));
            }
            Some(Ok(result)) if result.rank != rank => {
                damaged(found, &format!("its file is named part {rank}, its content is part {}", result.rank))
            }
            Some(Ok(result)) => {
                let (report, of_part) = judged(result);
                suites.runs.extend(of_part.map(|run| (rank, run)));
                Some((rank, report))
            }
        };
        suites.parts.extend(report.map(|(_, report)| report));
    }
    Ok(suites)
}

/// What is known of a part, and its run if that counts.
fn judged(mut result: PartResult) -> (PartReport, Option<RunDocument>) {
    let mut report = reported(&result);
    let left_out = match (&result.error, &result.cut, &result.suite) {
        (Some(error), ..) => Some((PartState::Failed, format!("failed: {error}"))),
        (None, Some(cut), _) => Some((PartState::Cut, format!("cut by {cut}"))),
        (None, None, None) => Some((PartState::Failed, "failed: it measured nothing, and does not say why".to_owned())),
        (None, None, Some(_)) => None,
    };
    if let Some((state, reason)) = left_out {
        (report.state, report.reason) = (state, Some(reason));
        return (report, None);
    }
    let run = result.suite.take().map(|mut run| {
        run.hosts = vec![HostDocument { name: result.host, environment: run.environment.clone() }];
        *run
    });
    (report, run)
}

impl Suites {
    /// A line for each part that does not count.
    pub fn left_out(&self) -> Vec<String> {
        let left_out = self.parts.iter().filter(|part| part.state != PartState::Counted);
        left_out.map(line).collect()
    }

    /// Gives each machine a name of its own: parts on one machine are distinguished by their numbers.
    pub fn name_apart(&mut self) {
        let mut seen = BTreeSet::new();
        let names: Vec<String> = self.runs.values().map(|run| run.hosts[0].name.clone()).collect();
        let twice: BTreeSet<&String> = names.iter().filter(|name| !seen.insert(*name)).collect();
        for ((rank, run), name) in self.runs.iter_mut().zip(&names) {
            if twice.contains(name) {
                run.hosts[0].name = format!("{name}, part {rank}");
            }
        }
    }

    /// One run of a suite whose candidates were dealt to the parts. All parts measured the case of the A/A pair: in the
    /// sum it is one case with a twin for each further time that it was measured, so the noise floor of the run holds
    /// what its machines differ by. `None` if no part counts.
    pub fn combined(self) -> Option<RunDocument> {
        let mut runs = self.runs.into_values();
        let mut sum = runs.next()?;
        let pair = sum.cases.iter().find(|case| case.is_twin()).map(place_of);
        let first = sum.hosts[0].name.clone();
        sum.cases.iter_mut().for_each(|case| case.host = Some(first.clone()));
        for mut run in runs {
            let host = run.hosts.remove(0);
            let known: BTreeSet<String> = sum.cases.iter().map(CaseDocument::key).collect();
            for mut case in run.cases {
                case.host = Some(host.name.clone());
                if case.is_control() {
                    case.parameters.insert(HOST.to_owned(), host.name.clone());
                } else if case.is_twin() {
                    case.parameters.insert(TWIN.to_owned(), format!("{}, second", host.name));
                } else if Some(place_of(&case)) == pair {
                    case.parameters.insert(TWIN.to_owned(), host.name.clone());
                } else if known.contains(&case.key()) {
                    // Another case of the candidate that all parts have.
                    continue;
                }
                sum.cases.push(case);
            }
            run.warnings.retain(|warning| !sum.warnings.contains(warning));
            sum.warnings.extend(run.warnings.into_iter().map(|warning| format!("{}: {warning}", host.name)));
            sum.trials_planned = sum.trials_planned.min(run.trials_planned);
            sum.ended = sum.ended.max(run.ended);
            sum.hosts.push(host);
        }
        Some(sum)
    }
}

/// What the two of an A/A pair have in common.
fn place_of(case: &CaseDocument) -> [String; 4] {
    [case.lab.to_string(), case.candidate.clone(), case.message.clone(), case.operation.clone()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collect::collect_folder;
    use crate::document::tests::failed;

    /// A case as documents have it.
    fn case(candidate: &str, binding: &str, twin: bool) -> serde_json::Value {
        let mut parameters = serde_json::json!({ "binding": binding });
        if twin {
            parameters["twin"] = "true".into();
        }
        serde_json::json!({
            "lab": "codec", "candidate": candidate, "version": "1", "language": "rust", "format": "json",
            "message": "m", "operation": "decode", "parameters": parameters, "status": "ok",
        })
    }

    fn run(candidates: &[&str]) -> Box<RunDocument> {
        let own = candidates.iter().map(|candidate| case(candidate, "typed", false));
        let cases: Vec<_> = own.chain([case("a", "typed", true), case("empty", "nothing", false)]).collect();
        let document = serde_json::json!({
            "schema": "wirecost.run/1", "run_id": "r", "command": "c", "started": "2026-01-01T00:00:00Z", "seed": 1,
            "environment": {}, "warnings": ["busy"], "trials_planned": 6, "cases": cases,
        });
        Box::new(serde_json::from_value(document).unwrap())
    }

    fn measured(rank: u64, candidates: &[&str]) -> PartResult {
        PartResult { error: None, suite: Some(run(candidates)), ..failed(rank) }
    }

    fn collected(parts: &[PartResult]) -> Suites {
        let folder = tempfile::tempdir().unwrap();
        parts.iter().for_each(|part| part.write(folder.path()).unwrap());
        collect_suites(&collect_folder(folder.path()).unwrap().0, 3, "r").unwrap()
    }

    #[test]
    fn candidates_that_were_dealt_are_one_run_and_the_pair_of_each_machine_is_a_twin() {
        let suites = collected(&[measured(0, &["a", "b"]), measured(1, &["a", "c"]), measured(2, &["a"])]);
        assert!(suites.left_out().is_empty());
        let run = suites.combined().unwrap();
        let keys: Vec<String> = run.cases.iter().map(CaseDocument::key).collect();
        let wanted = [
            "codec/a/m/decode",
            "codec/b/m/decode",
            "codec/a/m/decode?twin=true",
            "codec/empty/m/decode",
            "codec/a/m/decode?twin=node1",
            "codec/c/m/decode",
            "codec/a/m/decode?twin=node1, second",
            "codec/empty/m/decode?host=node1",
            "codec/a/m/decode?twin=node2",
            "codec/a/m/decode?twin=node2, second",
            "codec/empty/m/decode?host=node2",
        ];
        assert_eq!(keys, wanted);
        assert_eq!(run.cases[5].host.as_deref(), Some("node1"));
        assert_eq!(run.hosts.iter().map(|host| host.name.as_str()).collect::<Vec<_>>(), ["node0", "node1", "node2"]);
        assert_eq!(run.warnings, ["busy"]);
    }

    #[test]
    fn a_part_that_does_not_count_says_why() {
        let cut = PartResult { cut: Some("SIGTERM".into()), ..measured(2, &["a"]) };
        let suites = collected(&[failed(0), cut]);
        let wanted = [
            "part 0 on node0: failed: no connection",
            "part 1: missing: there is no result and no sign that it began",
            "part 2 on node2: cut by SIGTERM",
        ];
        assert_eq!(suites.left_out(), wanted);
        assert!(suites.combined().is_none());
    }

    #[test]
    fn parts_on_one_machine_are_distinguished() {
        let on_one = |rank| PartResult { host: "vm".into(), ..measured(rank, &["a"]) };
        let mut suites = collected(&[on_one(0), measured(1, &["a"]), on_one(2)]);
        suites.name_apart();
        let names: Vec<&str> = suites.runs.values().map(|run| run.hosts[0].name.as_str()).collect();
        assert_eq!(names, ["vm, part 0", "node1", "vm, part 2"]);
    }

    #[test]
    fn results_of_another_run_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        PartResult { run: "s".into(), ..measured(0, &["a"]) }.write(folder.path()).unwrap();
        let found = collect_folder(folder.path()).unwrap().0;
        assert!(matches!(collect_suites(&found, 3, "r"), Err(Error::Mixed(_))));
    }
}
