//! How well do default runs agree with each other, alone and beside busy loops? And what does a gate find? Prints figures,
//! asserts nothing. Ten runs take about ten minutes.
//!
//! ```text
//! cargo bench -p wirecost --bench quiet -- runs 10          the codec lab of the default suite, ten times
//! cargo bench -p wirecost --bench quiet -- busy 10          the same with a busy loop on each core
//! cargo bench -p wirecost --bench quiet -- gates 10         a gate against 4 % more work, and against the same build
//! cargo bench -p wirecost --bench quiet -- gates 40 equal   gates against the same build alone
//! cargo bench -p wirecost --bench quiet -- equals 60        runs of two equal builds; `equals 60 busy` beside busy loops
//! cargo bench -p wirecost --bench quiet -- parts 10         what short parts do to the figures of short operations
//! cargo bench -p wirecost --bench quiet -- agrees 5         runs against a program that has none of their ways
//! cargo bench -p wirecost --bench quiet -- agrees 5 capnp   the same for one candidate
//! cargo bench -p wirecost --bench quiet -- batches 10       what the length of batches and kept results do to figures
//! cargo bench -p wirecost --bench quiet -- neighbours 5     what other kinds of neighbours do to figures
//! cargo bench -p wirecost --bench quiet -- servers 20       what marks say of CPU time a request of a server
//! cargo bench -p wirecost --bench quiet -- exchanges 20     what an exchange with a runner takes, asleep and alert
//! cargo bench -p wirecost --bench quiet -- moments 60       how long a machine stays disturbed or not, from so many seconds
//! cargo bench -p wirecost --bench quiet -- moves 10         what a candidate takes after its process has come to another core
//! cargo bench -p wirecost --bench quiet -- clocks 30        what parts take at each speed of the clock
//! ```

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use wirecost_measure::estimate::median;
use wirecost_model::{CaseDocument, EstimateId, RunDocument, Status};
use wirecost_verdict::trust::Pair;

mod agrees;
#[path = "../apart/mod.rs"]
mod apart;
mod batches;
#[path = "../busy/mod.rs"]
mod busy;
mod clocks;
mod equals;
mod exchanges;
mod gates;
mod moments;
mod moves;
mod neighbours;
mod parts;
mod servers;

/// Candidates, messages and operations of 100 ns to 200 us. Processes of the first are of two kinds.
const CANDIDATE_CASES: [[&str; 3]; 6] = [
    ["ciborium", "echo-float", "decode"],
    ["capnp", "echo-float", "decode"],
    ["postcard", "dns-100", "decode"],
    ["serde_json", "dns-100", "decode"],
    ["serde_json", "doubles-1000", "encode"],
    ["roxmltree", "dns-100", "decode"],
];

/// Pairs of candidates that differ by less are not expected to keep their order.
const SAME: f64 = 0.05;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let count = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    let folder = std::env::temp_dir().join(format!("wirecost-quiet-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    match words.first().map(String::as_str) {
        Some("busy") => runs(&folder, count, true),
        Some("gates") => gates::gates(&folder, count, words.get(2).is_some_and(|word| word == "equal")),
        Some("equals") => equals::equals(&folder, count, words.get(2).is_some_and(|word| word == "busy")),
        Some("parts") => parts::parts(count),
        Some("agrees") => agrees::agrees(&folder, count, words.get(2).map(String::as_str)),
        Some("neighbours") => neighbours::neighbours(&folder, count),
        Some("servers") => servers::servers(&folder, count),
        Some("batches") => batches::batches(count),
        Some("moments") => moments::moments(count),
        Some("moves") => moves::moves(count),
        Some("clocks") => clocks::clocks(count),
        Some("exchanges") => exchanges::exchanges(count),
        _ => runs(&folder, count, false),
    }
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

/// Programs that run for as long as this lives.
struct Busy(Vec<Child>);

impl Busy {
    /// A busy loop on each core.
    fn start() -> Self {
        Self(busy::loops().collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // One that has ended already needs neither.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn runs(folder: &Path, count: usize, busy: bool) {
    let mut all: Vec<RunDocument> = Vec::new();
    let _busy = busy.then(Busy::start);
    for number in 0..count {
        let start = Instant::now();
        let run = run(folder, &[]);
        let took = start.elapsed().as_secs_f64();
        let pair = Pair::of(&run).expect("a run has an A/A pair");
        let (ratio, floor) = (pair.comparison.ratio.median, pair.noise_floor());
        let lacking = trials(&run).filter(|trial| !trial.estimates.contains_key(&EstimateId::QuietNs)).count();
        let share = median(
            &trials(&run).filter_map(|it| it.estimates.get(&EstimateId::QuietShare).copied()).collect::<Vec<_>>(),
        );
        println!(
            "run {number}: {took:.0} s, A/A {ratio:.4}, noise floor {:.1} %, detectable {:.1} %, quiet {:.0} % of parts, \
             {lacking} of {} trials without enough",
            floor * 100.0,
            pair.comparison.detectable * 100.0,
            share * 100.0,
            trials(&run).count()
        );
        all.push(run);
    }
    let pairs: Vec<Pair<'_>> = all.iter().filter_map(Pair::of).collect();
    let within = pairs.iter().filter(|pair| (pair.comparison.ratio.median - 1.0).abs() <= 0.03).count();
    let [floors, detectable] = [
        pairs.iter().map(Pair::noise_floor).collect::<Vec<_>>(),
        pairs.iter().map(|pair| pair.comparison.detectable).collect(),
    ];
    let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max) * 100.0;
    println!("A/A within 3 %: {within} of {count}");
    println!("noise floor: median {:.1} %, at most {:.1} %", median(&floors) * 100.0, most(&floors));
    println!("detectable difference: median {:.1} %, at most {:.1} %", median(&detectable) * 100.0, most(&detectable));
    agreement(&all);
}

/// One run of the codec lab, with these words beside its own.
fn run(folder: &Path, words: &[&str]) -> RunDocument {
    let json = folder.join("run.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
    command.args(["run", "--lab", "codec"]).args(words).arg("--db").arg(folder.join("runs.db"));
    command.arg("--json").arg(&json).arg("--html").arg(folder.join("run.html"));
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("wirecost starts");
    assert!(status.success(), "{status}");
    serde_json::from_slice(&std::fs::read(&json).expect("it was written")).expect("it is a run")
}

fn measured(run: &RunDocument) -> impl Iterator<Item = &CaseDocument> {
    run.cases.iter().filter(|case| case.status == Status::Ok && !case.is_control())
}

fn trials(run: &RunDocument) -> impl Iterator<Item = &wirecost_model::TrialDocument> {
    measured(run).flat_map(|case| &case.trials)
}

/// Kendall's tau between any two runs, over pairs of candidates of one binding that differ by more than [`SAME`].
fn agreement(runs: &[RunDocument]) {
    let cost = |run: &RunDocument, case: &CaseDocument| {
        run.cases.iter().find(|other| other.key() == case.key()).and_then(|case| case.median(EstimateId::CostNs))
    };
    let alike = |a: &CaseDocument, b: &CaseDocument| {
        let place = |case: &CaseDocument| {
            (case.message.clone(), case.operation.clone(), case.parameters.get("binding").cloned())
        };
        a.key() < b.key() && place(a) == place(b) && !a.is_twin() && !b.is_twin()
    };
    let mut taus = Vec::new();
    let mut spreads = Vec::new();
    for (index, first) in runs.iter().enumerate() {
        for second in &runs[index + 1..] {
            let (mut agree, mut differ) = (0i32, 0i32);
            for a in measured(first) {
                for b in measured(first).filter(|b| alike(a, b)) {
                    let costs = [(first, a), (first, b), (second, a), (second, b)].map(|(run, case)| cost(run, case));
                    let [Some(a1), Some(b1), Some(a2), Some(b2)] = costs else { continue };
                    if (a1 / b1).ln().abs() > SAME {
                        let same = (a1 < b1) == (a2 < b2);
                        agree += i32::from(same);
                        differ += i32::from(!same);
                    }
                }
            }
            taus.push(f64::from(agree - differ) / f64::from(agree + differ).max(1.0));
        }
    }
    for case in runs.first().into_iter().flat_map(measured) {
        let costs: Vec<f64> = runs.iter().filter_map(|run| cost(run, case)).collect();
        let [low, high] = [costs.iter().copied().fold(f64::MAX, f64::min), costs.iter().copied().fold(0.0, f64::max)];
        spreads.push(high / low - 1.0);
    }
    spreads.sort_by(f64::total_cmp);
    let least = taus.iter().copied().fold(1.0, f64::min);
    println!("Kendall's tau over {} pairs of runs: median {:.3}, at least {least:.3}", taus.len(), median(&taus));
    let at = |share: f64| spreads[((spreads.len() - 1) as f64 * share) as usize] * 100.0;
    println!("greatest over least figure of a case: median {:.1} %, nine of ten {:.1} %", at(0.5), at(0.9));
}

/// An example of this package, in the profile of this bench.
fn built(name: &str) -> PathBuf {
    let status = Command::new(env!("CARGO")).args(["build", "--release", "-p", "wirecost", "--example", name]).status();
    assert!(status.expect("cargo starts").success());
    let binary = Path::new(env!("CARGO_BIN_EXE_wirecost"));
    binary.with_file_name("examples").join(name)
}
