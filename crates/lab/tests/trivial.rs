//! A lab of nothing but echoes: all that a lab must bring, and what the framework makes of it.

use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{Catalog, Parameter, PlanError, Selection, Suite};
use wirecost_lab::{
    Bench, Chosen, Discovered, Folders, Lab, Labs, Observer, Outcome, Plan, Planning, Progress, Session, Slot, budget,
};
use wirecost_measure::Sample;
use wirecost_model::{CaseDocument, EstimateId, Label, Status, TrialDocument};

/// The lab, as a crate exports it for the list of labs.
static LAB: EchoLab = EchoLab;

/// All labs of a program that has no other.
const LABS: Labs<'static> = Labs(&[&LAB]);

struct EchoLab;

/// What a suite says of it, in its table `[echo]`.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct EchoPart {
    words: Vec<String>,
    trials: usize,
}

impl Lab for EchoLab {
    fn name(&self) -> &'static str {
        "echo"
    }

    fn summary(&self) -> &'static str {
        "Echoes"
    }

    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError> {
        Ok(suite.tables.get::<EchoPart>("echo")?.is_some())
    }

    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError> {
        let Some(part) = suite.tables.get::<EchoPart>("echo")? else { return Ok(()) };
        suite.tables.set("echo", &EchoPart { trials, ..part })
    }

    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError> {
        let part = planning.suite.tables.get("echo")?.ok_or_else(|| PlanError::Choice("no part [echo]".into()))?;
        Ok(Box::new(Words { part }))
    }
}

/// What the lab could echo.
struct Words {
    part: EchoPart,
}

impl Discovered for Words {
    fn parameters(&self) -> Vec<Parameter> {
        vec!["loud=true".parse().unwrap()]
    }

    fn has_candidate(&self, named: &str) -> Result<bool, PlanError> {
        // There is no word to hum in any suite.
        Ok(["echo", "hum"].contains(&named))
    }

    fn languages(&self) -> Vec<String> {
        vec!["rust".into()]
    }

    fn plan(self: Box<Self>) -> Result<Chosen, PlanError> {
        let words: Vec<&str> = self.part.words.iter().map(String::as_str).collect();
        Ok(Chosen::Plan(Box::new(Echoes::new("echo", &words, self.part.trials))))
    }
}

struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str) {}

    fn note(&self, _: &str) {}
}

/// The text of a suite, in a file whose name ends as those of users do.
fn suite(text: &str) -> Result<Suite, PlanError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, text).unwrap();
    LABS.suite(file.to_str().unwrap(), &Catalog::default())
}

/// What the labs plan of a suite; `named` are those that the command line names.
fn planned(suite: &Suite, named: &[&str], selection: &Selection) -> Result<Vec<Box<dyn Plan>>, PlanError> {
    let planning = Planning {
        suite,
        selection,
        runners: &[],
        compares_builds: false,
        seed: 5,
        catalog: &Catalog::default(),
        folders: &Folders { cache: "/nowhere".into() },
        build: true,
        progress: &Silent,
    };
    LABS.plans(&named.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), &planning)
}

const SUITE: &str = "[echo]\nwords = [\"a\", \"b\"]\ntrials = 2\n";

#[test]
fn a_lab_goes_from_its_table_to_its_trials_by_its_place_in_the_list() {
    let mut suite = suite(SUITE).unwrap();
    LABS.iter().try_for_each(|lab| lab.set_trials(&mut suite, 1)).unwrap();
    let plans = planned(&suite, &[], &Selection::default()).unwrap();
    let mut log = Log::default();
    let mut session = Session::new(plans.iter().map(AsRef::as_ref)).unwrap();
    session.run(&mut log, |_, _| false).unwrap();
    let trials: Vec<&String> = log.lines.iter().filter(|line| line.contains(" trial ")).collect();
    assert_eq!(trials, ["echo/echo/a/echo trial 0 at 0", "echo/echo/b/echo trial 0 at 1"]);
}

#[test]
fn errors_in_a_suite_or_a_choice_are_reported() {
    let unread = |text: &str| suite(text).unwrap_err().to_string();
    assert!(
        unread(&SUITE.replace("echo", "ecko")).contains("mine.toml:1:2: unknown field `ecko`, expected one of `echo`")
    );
    assert!(unread(&SUITE.replace("trials", "tirals")).contains("mine.toml:3:1: unknown field `tirals`"));
    assert!(unread(&format!("tirals = 2\n{SUITE}")).contains("mine.toml:1:1: unknown field `tirals`"));
    let suite = suite(SUITE).unwrap();
    let refused = |named: &[&str], selection: &Selection| planned(&suite, named, selection).err().unwrap().to_string();
    let chosen = Selection { candidates: vec!["prost".into()], ..Selection::default() };
    assert_eq!(refused(&["echo"], &chosen), "no candidate matches prost; `wirecost list` shows them");
    let chosen = Selection {
        parameters: ["loud=false".parse().unwrap()].into_iter().collect(),
        candidates: vec!["prost".into()],
        ..Selection::default()
    };
    assert_eq!(refused(&[], &chosen), "no case has loud=false; loud can be true");
    let without = Suite { tables: Default::default(), ..suite.clone() };
    let lacks = planned(&without, &["echo"], &Selection::default()).err().unwrap().to_string();
    assert_eq!(lacks, "suite \"mine\" has no part [echo]");
}

#[test]
fn each_part_of_a_choice_must_name_something() {
    let suite = suite(SUITE).unwrap();
    let text = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let chosen = |candidates: &[&str], languages: &[&str]| Selection {
        candidates: text(candidates),
        languages: text(languages),
        ..Selection::default()
    };
    let refused = |selection: &Selection| planned(&suite, &[], selection).err().map(|error| error.to_string());
    assert_eq!(refused(&chosen(&["echo"], &["rust"])), None);
    let said = refused(&chosen(&["echo", "nosuchthing"], &[])).unwrap();
    assert_eq!(said, "no candidate matches nosuchthing; `wirecost list` shows them");
    let said = refused(&chosen(&["echo"], &["rust", "cobol"])).unwrap();
    assert_eq!(said, "no candidate in \"cobol\" on this machine; there are those in rust");
    let decode = serde_json::json!({"messages": [], "candidates": [], "operations": ["decode"], "measure": "time"});
    let said = refused(&serde_json::from_value(decode).unwrap()).unwrap();
    assert!(said.starts_with("--operation decode has no case"), "{said}");
    // All of it is known, and yet nothing is left of one part.
    let hummed = Selection { candidates: text(&["echo", "hum"]), ..Selection::default() };
    let said = refused(&hummed).unwrap();
    assert!(said.starts_with("--candidate hum has no case"), "{said}");
}

/// A plan of the lab, whose cases are the words that it echoes.
struct Echoes {
    name: &'static str,
    words: Vec<String>,
    processes: Vec<Vec<usize>>,
    order: Vec<Vec<usize>>,
    trials: usize,
    window: Duration,
    share: f64,
}

impl Echoes {
    fn new(name: &'static str, words: &[&str], trials: usize) -> Self {
        let order = (0..trials).map(|round| (0..words.len()).map(|at| (at + round) % words.len()).collect()).collect();
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let processes = (0..words.len()).map(|word| vec![word]).collect();
        Self { name, words, processes, order, trials, window: Duration::from_secs(9), share: 1.0 }
    }
}

impl Plan for Echoes {
    fn lab(&self) -> wirecost_model::Lab {
        wirecost_model::Lab::named(self.name)
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        let document = |word: &str, status: &str| -> CaseDocument {
            let text = serde_json::json!({"lab": self.name, "candidate": "echo", "version": "1", "language": "rust",
                "format": "text", "message": word, "operation": "echo", "status": status});
            serde_json::from_value(text).unwrap()
        };
        (self.words.iter().map(|word| document(word, "ok")).collect(), vec![document("silence", "skipped")])
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        self.processes.clone()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        cases.iter().map(|case| self.words[*case].as_str()).collect()
    }

    fn predicted(&self, _: usize, _: usize) -> Duration {
        Duration::from_secs(1) + self.window.mul_f64(self.share)
    }

    fn fingerprint(&self) -> Vec<String> {
        self.words.clone()
    }

    fn budget(&self) -> Span {
        Span(Duration::from_secs(60))
    }

    fn trials(&self) -> usize {
        self.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.trials = trials;
        self.order.truncate(trials);
    }

    fn scale(&mut self, _: &Suite, share: f64) {
        self.share = share;
    }

    fn write_to(&self, _: &mut Suite) {}

    fn check_only(&mut self) {
        self.keep_trials(1);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(EchoBench { words: &self.words, waiting: Vec::new() }))
    }
}

struct EchoBench<'a> {
    words: &'a [String],
    waiting: Vec<(usize, Outcome)>,
}

impl Bench for EchoBench<'_> {
    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        for &case in cases {
            let word = self.words[case].as_str();
            let estimates = [(EstimateId::TimeNs, word.len() as f64)].into();
            let position = place.position;
            let trial = TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load: None };
            let labels = vec![Label::OneInput];
            let outcome = match word {
                "broken" => Outcome::Failed("no echo".into()),
                "never" => Outcome::Skipped("it says so".into()),
                _ => Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels },
            };
            let outcome = if word.starts_with("late") {
                self.waiting.push((case, outcome));
                Outcome::Later
            } else {
                outcome
            };
            if !told(case, outcome) {
                return;
            }
        }
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn finish(&mut self, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        for (index, (case, outcome)) in self.waiting.drain(..).enumerate() {
            let broken = self.words[case] == "late and broken" && index == 0;
            let outcome = if broken { Outcome::Failed("no echo".into()) } else { outcome };
            if !told(case, outcome) {
                return;
            }
        }
    }
}

/// Records its events; stops, or fails, after this many trials.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    trials: usize,
    most: Option<usize>,
    full: Option<usize>,
}

impl Observer for Log {
    type Error = String;

    fn starts(&mut self, what: &str, predicted: Duration) {
        self.lines.push(format!("starts {what}, {} s", predicted.as_secs()));
    }

    fn trial(&mut self, case: &CaseDocument, number: usize, trial: &TrialDocument, _: &[Sample]) -> Result<(), String> {
        if self.full == Some(self.trials) {
            return Err("the disk is full".into());
        }
        self.trials += 1;
        self.lines.push(format!("{} trial {number} at {}", case.key(), trial.position));
        Ok(())
    }

    fn changed(&mut self, case: &CaseDocument) -> Result<(), String> {
        self.lines.push(format!("{} is {:?} {:?}", case.key(), case.status, case.labels));
        Ok(())
    }

    fn cancelled(&self) -> bool {
        self.most.is_some_and(|most| self.trials >= most)
    }
}

fn ran(plans: &[&dyn Plan], log: &mut Log, stored: impl Fn(&CaseDocument, usize) -> bool) -> Vec<CaseDocument> {
    let mut session = Session::new(plans.iter().copied()).unwrap();
    session.run(log, stored).unwrap();
    session.documents()
}

#[test]
fn labs_take_turns_round_by_round_and_labels_are_shown_once() {
    let (one, two) = (Echoes::new("one", &["a", "b"], 2), Echoes::new("two", &["c"], 1));
    let mut log = Log::default();
    let documents = ran(&[&one, &two], &mut log, |_, _| false);
    let told = |part: &str| log.lines.iter().filter(|line| line.contains(part)).cloned().collect::<Vec<_>>();
    let trials = [
        "one/echo/a/echo trial 0 at 0",
        "one/echo/b/echo trial 0 at 1",
        "two/echo/c/echo trial 0 at 0",
        "one/echo/b/echo trial 1 at 2",
        "one/echo/a/echo trial 1 at 3",
    ];
    assert_eq!(told(" trial "), trials);
    assert_eq!(told("OneInput").len(), 3, "a label is news once: {:?}", log.lines);
    assert_eq!(told("starts ").len(), 5);
    // Cases that are measured, then those that are not, lab by lab.
    let order: Vec<&str> = documents.iter().map(|case| case.message.as_str()).collect();
    assert_eq!(order, ["a", "b", "silence", "c", "silence"]);
}

#[test]
fn a_case_in_two_processes_has_a_trial_of_each() {
    let (processes, order) = (vec![vec![0, 1], vec![1, 2]], vec![vec![0, 1], vec![1, 0]]);
    let echoes = Echoes { processes, order, ..Echoes::new("one", &["a", "b", "c"], 2) };
    let mut log = Log::default();
    // The trial that b had with c in the first round is stored.
    ran(&[&echoes], &mut log, |case, number| case.message == "b" && number == 2);
    let trials: Vec<&str> =
        log.lines.iter().filter_map(|line| line.split_once("/echo/")).map(|(_, told)| told).collect();
    let trials: Vec<&str> = trials.into_iter().filter(|told| told.contains("trial")).collect();
    let due = [
        "a/echo trial 0 at 0",
        "b/echo trial 0 at 0",
        "c/echo trial 0 at 1",
        "b/echo trial 3 at 2",
        "c/echo trial 1 at 2",
        "a/echo trial 1 at 3",
        "b/echo trial 1 at 3",
    ];
    assert_eq!(trials, due);
}

#[test]
fn trials_that_wait_end_after_all_others_under_their_own_numbers() {
    let mut log = Log::default();
    ran(&[&Echoes::new("one", &["a", "late"], 2)], &mut log, |_, _| false);
    let ends = |log: &Log, told: &str| log.lines.iter().filter(|line| line.contains(told)).cloned().collect::<Vec<_>>();
    let trials = [
        "one/echo/a/echo trial 0 at 0",
        "one/echo/a/echo trial 1 at 3",
        "one/echo/late/echo trial 0 at 1",
        "one/echo/late/echo trial 1 at 2",
    ];
    assert_eq!(ends(&log, " trial "), trials);
    assert_eq!(ends(&log, "that wait"), ["starts 2 trials that wait for a quiet moment, 0 s"]);
    // What comes of a case that failed meanwhile is not stored, and nothing is waited for in a run that stops.
    let mut log = Log::default();
    ran(&[&Echoes::new("one", &["late and broken"], 2)], &mut log, |_, _| false);
    assert_eq!((log.trials, ends(&log, "is Failed").len()), (0, 1), "{:?}", log.lines);
    let mut log = Log { most: Some(1), ..Log::default() };
    ran(&[&Echoes::new("one", &["a", "late"], 2)], &mut log, |_, _| false);
    assert_eq!(ends(&log, "late/echo trial"), [""; 0]);
}

#[test]
fn failed_trials_are_not_retried_and_stored_ones_not_repeated() {
    let echoes = Echoes::new("one", &["a", "broken", "never"], 3);
    let mut log = Log::default();
    let documents = ran(&[&echoes], &mut log, |case, number| case.message == "a" && number < 2);
    let starts: Vec<&String> = log.lines.iter().filter(|line| line.starts_with("starts")).collect();
    assert_eq!(starts, ["starts broken, 10 s", "starts never, 10 s", "starts a, 10 s"]);
    let ends: Vec<(Status, Option<&str>)> =
        documents.iter().map(|case| (case.status, case.reason.as_deref())).collect();
    let expected = [(Status::Ok, None), (Status::Failed, Some("no echo")), (Status::Skipped, Some("it says so"))];
    assert_eq!(ends[..3], expected);
}

#[test]
fn a_run_stops_between_trials_and_ends_where_nothing_can_be_stored() {
    let echoes = Echoes::new("one", &["a", "b"], 2);
    let mut log = Log { most: Some(1), ..Log::default() };
    ran(&[&echoes], &mut log, |_, _| false);
    assert_eq!(log.trials, 1);
    let mut full = Log { full: Some(1), ..Log::default() };
    let mut session = Session::new([&echoes as &dyn Plan]).unwrap();
    assert_eq!(session.run(&mut full, |_, _| false), Err("the disk is full".into()));
    assert_eq!(full.trials, 1);
}

/// Ten trials of ten seconds, after what a time limit makes of them.
fn after(time_s: f64, fixed: bool) -> (usize, f64, Option<budget::Shortened>) {
    let suite = Suite::load("tiny", &Catalog::default()).unwrap();
    let mut plans: Vec<Box<dyn Plan>> = vec![Box::new(Echoes::new("one", &["a"], 10))];
    let shortened = budget::shorten_all(&mut plans, &suite, Duration::from_secs_f64(time_s), fixed).pop();
    let share = shortened.as_ref().and_then(|it| it.share).unwrap_or(1.0);
    (plans[0].trials(), share, shortened)
}

#[test]
fn trials_go_first_then_windows_and_neither_below_its_bound() {
    assert_eq!(after(100.0, false), (10, 1.0, None));
    assert_eq!(after(99.0, false).0, 9);
    let (trials, share, shortened) = after(45.0, false);
    let shortened = shortened.unwrap();
    assert_eq!((trials, share, shortened.trials), (4, 1.0, Some((4, 10))));
    assert_eq!((shortened.before.as_secs(), shortened.after.as_secs()), (100, 40));
    assert_eq!((after(24.0, false).0, after(24.0, false).1), (3, 0.75));
    assert_eq!((after(1.0, false).0, after(1.0, false).1), (3, 0.25));
    let (trials, share, _) = after(60.0, true);
    assert_eq!((trials, share), (10, 0.5), "the trials that were asked for stand");
}

#[test]
fn labs_share_a_time_as_they_would_without_a_limit() {
    let suite = Suite::load("tiny", &Catalog::default()).unwrap();
    let mut plans: Vec<Box<dyn Plan>> =
        vec![Box::new(Echoes::new("one", &["a"], 10)), Box::new(Echoes::new("two", &["b", "c", "d"], 10))];
    let shortened = budget::shorten_all(&mut plans, &suite, Duration::from_secs(200), false);
    assert_eq!(shortened.iter().map(|it| it.trials).collect::<Vec<_>>(), [Some((5, 10)), Some((5, 10))]);
}
