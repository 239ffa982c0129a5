use super::*;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use proptest::prelude::*;
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, ClockOffset, NullServer, Options, Target, run};

use crate::collect::collect_folder;
use crate::document::tests::failed;
use crate::signs::BeginSign;

const SECOND: u64 = 1_000_000_000;
/// When the windows of all tests begin.
const START: u64 = 1_700_000_000 * SECOND;

/// A result as a load leaves it, of one second, valid whatever the machine of the test does.
fn loaded() -> LoadResult {
    static LOADED: OnceLock<LoadResult> = OnceLock::new();
    let result = LOADED.get_or_init(|| {
        let server = NullServer::start(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n", |_| {}).unwrap();
        let target = Target::plain("t", Address::Tcp(server.address()));
        let options = Options {
            connections: 1,
            max_connections: 1,
            duration: Duration::from_millis(200),
            warmup: Duration::ZERO,
            ..Options::new(target, Schedule::constant(100.0))
        };
        let result = run(&options, Http::new(&[Request::get("t", "/")], 1), |_| {}).unwrap();
        let rate_per_s = result.rate_per_s * result.duration_s;
        LoadResult { started_unix_ns: START, duration_s: 1.0, rate_per_s, valid: true, reason: None, ..result }
    });
    result.clone()
}

fn good(rank: u64) -> PartResult {
    let (start, schedule) = (Some(START), Some(Schedule::constant(300.0)));
    PartResult {
        start_at_unix_ns: start,
        start_lateness_ns: Some(1000),
        error: None,
        schedule,
        load: Some(loaded()),
        ..failed(rank)
    }
}

fn late(rank: u64, by_ns: u64) -> PartResult {
    let mut part = good(rank);
    part.start_lateness_ns = Some(by_ns as i64);
    part.load.as_mut().unwrap().started_unix_ns += by_ns;
    part
}

fn merged(parts: &[PartResult]) -> Result<LoadResult, Error> {
    let folder = tempfile::tempdir().unwrap();
    parts.iter().for_each(|part| part.write(folder.path()).unwrap());
    of(folder.path())
}

fn of(folder: &Path) -> Result<LoadResult, Error> {
    merge_parts(&collect_folder(folder).unwrap().0, None, None)
}

fn states(result: &LoadResult) -> Vec<PartState> {
    result.parts.iter().map(|part| part.state).collect()
}

fn reason(result: &LoadResult, rank: usize) -> &str {
    result.parts[rank].reason.as_deref().unwrap_or_default()
}

#[test]
fn all_parts_count_once() {
    let result = merged(&[good(0), good(1), good(2)]).unwrap();
    assert_eq!(result.sent, loaded().sent * 3);
    assert_eq!(result.latency().unwrap().len(), loaded().ok * 3);
    assert!(result.valid, "{:?}", result.reason);
    assert_eq!(states(&result), [PartState::Counted; 3]);
    assert_eq!(result.schedule, Schedule::constant(300.0));
}

#[test]
fn a_part_of_another_version_is_named() {
    let other = PartResult { version: "1 (abc)".into(), ..good(1) };
    let result = merged(&[good(0), other, good(2)]).unwrap();
    let reason = result.reason.unwrap();
    assert_eq!(reason, "different versions of wirecost measured the parts: 0 (part 0), 1 (abc) (part 1)");
    assert!(!result.valid && result.sent == loaded().sent * 3);
}

#[test]
fn a_part_that_lies_is_damaged() {
    let mut lying = good(1);
    lying.load.as_mut().unwrap().ok = 99_999_999;
    let result = merged(&[good(0), lying, good(2)]).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Damaged, PartState::Counted]);
    assert!(reason(&result, 1).contains("it contradicts itself"), "{}", reason(&result, 1));
    assert_eq!(result.ok, loaded().ok * 2);
}

#[test]
fn a_part_that_is_missing_is_named_with_what_is_known_of_it() {
    let folder = tempfile::tempdir().unwrap();
    good(0).write(folder.path()).unwrap();
    BeginSign { pid: 77, ..BeginSign::here("r", 1) }.write(folder.path()).unwrap();
    let result = of(folder.path()).unwrap();
    assert!(!result.valid && result.reason.as_deref().unwrap().contains("1 results were merged, 3 were expected"));
    assert_eq!(states(&result), [PartState::Counted, PartState::Missing, PartState::Missing]);
    assert!(reason(&result, 1).contains("it began as process 77") && reason(&result, 1).contains("killed"));
    assert_eq!(reason(&result, 2), "missing: there is no result and no sign that it began");
}

#[test]
fn late_cut_and_failed_parts_are_left_out() {
    let mut cut = good(2);
    cut.cut = Some("SIGTERM".into());
    let result = merged(&[good(0), late(1, SECOND / 10), cut]).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Late, PartState::Cut]);
    assert_eq!(
        reason(&result, 1),
        "late: it began 100.0 ms after the agreed instant, more than 5 % of its window (50.0 ms)"
    );
    assert_eq!(reason(&result, 2), "cut after 1.0 s of its window, by SIGTERM");
    assert_eq!((result.sent, result.parts[1].sent), (loaded().sent, Some(loaded().sent)));
    let result = merged(&[good(0), late(1, SECOND / 25), failed(2)]).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Counted, PartState::Failed]);
    assert_eq!(reason(&result, 2), "failed: no connection");
}

#[test]
fn parts_that_were_cut_off_from_the_network_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    [good(0), good(1), failed(2)].iter().for_each(|part| part.write(folder.path()).unwrap());
    let cut_off =
        |rank: u64| std::fs::write(folder.path().join(format!("part-{rank}.cut-off")), "its link went down\n");
    [1, 2].into_iter().for_each(|rank| cut_off(rank).unwrap());
    let result = of(folder.path()).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Failed, PartState::Failed]);
    assert_eq!(
        [1, 2].map(|rank| reason(&result, rank)),
        ["failed: its link went down", "failed: its link went down; no connection"]
    );
    // Of what none measured as a whole, there is no sum.
    cut_off(0).unwrap();
    assert!(matches!(of(folder.path()), Err(Error::NoPart(_))));
}

#[test]
fn a_label_of_one_part_is_a_label_of_the_sum() {
    let label = |connections_ran_out: bool, rank: u64| {
        let mut part = good(rank);
        let labels = &mut part.load.as_mut().unwrap().labels;
        labels.retain(|label| *label != Label::ConnectionsRanOut);
        labels.extend(connections_ran_out.then_some(Label::ConnectionsRanOut));
        part
    };
    let labels = |of_parts: [bool; 3]| {
        let parts = of_parts.iter().zip(0..).map(|(ran_out, rank)| label(*ran_out, rank));
        let labels = merged(&parts.collect::<Vec<_>>()).unwrap().labels;
        labels.iter().filter(|label| **label == Label::ConnectionsRanOut).count()
    };
    assert_eq!([[false; 3], [false, true, false], [true; 3]].map(labels), [0, 1, 1]);
}

#[test]
fn a_part_that_agreed_on_another_instant_is_late() {
    let mut other = good(1);
    other.start_at_unix_ns = Some(START + 60 * SECOND);
    let result = merged(&[good(0), other, good(2)]).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Late, PartState::Counted]);
}

#[test]
fn where_no_part_counts_each_says_why() {
    let text = merged(&[failed(0), failed(1)]).unwrap_err().to_string();
    assert!(text.contains("part 0 on node0: failed: no connection"), "{text}");
    assert!(text.contains("part 2: missing"), "{text}");
}

#[test]
fn a_run_that_was_ended_early_is_what_it_was_until_then() {
    let cut = |rank| PartResult { cut: Some("SIGINT".into()), ..good(rank) };
    let result = merged(&[cut(0), cut(1), cut(2)]).unwrap();
    assert_eq!((result.sent, states(&result)), (loaded().sent * 3, vec![PartState::Counted; 3]));
    let none = PartResult { load: None, ..cut(0) };
    assert!(merged(&[none, failed(1), failed(2)]).unwrap_err().to_string().contains("cut before its window began"));
}

#[test]
fn a_damaged_part_is_named() {
    let folder = tempfile::tempdir().unwrap();
    [good(0), good(2)].iter().for_each(|part| part.write(folder.path()).unwrap());
    let line = good(1).to_line().unwrap();
    std::fs::write(folder.path().join("part-1.json"), line.replacen("\"ok\":", "\"ok\":1", 1)).unwrap();
    let result = of(folder.path()).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Damaged, PartState::Counted]);
    assert!(reason(&result, 1).contains("SHA-256 differs"), "{}", reason(&result, 1));
    std::fs::copy(folder.path().join("part-0.json"), folder.path().join("part-1.json")).unwrap();
    let result = of(folder.path()).unwrap();
    assert!(reason(&result, 1).contains("its content is part 0"), "{}", reason(&result, 1));
}

#[test]
fn parts_of_different_loads_are_refused() {
    let other = PartResult { run: "s".into(), ..good(1) };
    let fault = merged(&[good(0), other]).unwrap_err().to_string();
    assert!(fault.contains("is of the run s, others are of r"), "{fault}");
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.json", "b.json"].map(|name| folder.path().join(name));
    files.iter().for_each(|file| std::fs::write(file, good(1).to_line().unwrap()).unwrap());
    let fault = merge_parts(&crate::collect_files(&files), None, None).unwrap_err().to_string();
    assert!(fault.contains("is part 1 again"), "{fault}");
    let target = |rank| {
        let mut part = good(rank);
        part.load.as_mut().unwrap().target = format!("t{rank}");
        part
    };
    let result = merged(&[target(0), target(1), target(2)]).unwrap();
    assert!(reason(&result, 1).contains("two targets"), "{}", reason(&result, 1));
}

#[test]
fn a_generator_that_was_saturated_marks_the_run() {
    let mut busy = good(1);
    busy.load.as_mut().unwrap().refuse("the generator was busy");
    let result = merged(&[good(0), busy, good(2)]).unwrap();
    assert_eq!(result.reason.as_deref(), Some("part 1 on node1: the generator was busy"));
    assert_eq!((result.valid, result.generators.merged), (false, 3));
}

fn with_clock(part: PartResult, before_ns: i64, after: Option<i64>, uncertainty_ns: u64) -> PartResult {
    let offset = |offset_ns| ClockOffset { offset_ns, uncertainty_ns };
    let clocks = Clocks { reference: "ntp".into(), before: offset(before_ns), after: after.map(offset) };
    PartResult { clocks: Some(clocks), ..part }
}

#[test]
fn a_wrong_clock_is_corrected_and_an_unknown_one_left_out() {
    // Its clock is an hour behind: the window began at the agreed instant all the same.
    let hour = 3600 * SECOND as i64;
    let mut behind = with_clock(good(1), hour, Some(hour), 1000);
    behind.load.as_mut().unwrap().started_unix_ns -= hour as u64;
    let result = merged(&[good(0), behind, with_clock(good(2), 0, Some(SECOND as i64 / 10), 1000)]).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Counted, PartState::Clock]);
    assert_eq!(result.started_unix_ns, START);
    assert!(reason(&result, 2).contains("known to 100.0 ms only"), "{}", reason(&result, 2));
    let result =
        merged(&[good(0), with_clock(good(1), 0, None, 1000), with_clock(good(2), 0, Some(0), SECOND)]).unwrap();
    assert_eq!(states(&result), [PartState::Counted, PartState::Clock, PartState::Clock]);
    assert!(reason(&result, 1).contains("ntp did not answer after the run"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// METHOD 22: whatever is missing or late, what is counted is the sum of those that are named as counted.
    #[test]
    fn method_22_only_parts_that_count_are_in_the_sum(fates in prop::collection::vec(0..4u8, 2..8)) {
        let folder = tempfile::tempdir().unwrap();
        let parts = fates.len() as u64;
        for (rank, fate) in fates.iter().enumerate() {
            let rank = rank as u64;
            let part = match fate {
                0 => good(rank),
                1 => late(rank, SECOND / 2),
                2 => failed(rank),
                _ => continue,
            };
            PartResult { parts, ..part }.write(folder.path()).unwrap();
        }
        let wanted = |fate: &u8| [PartState::Counted, PartState::Late, PartState::Failed, PartState::Missing][*fate as usize];
        let good = fates.iter().filter(|fate| **fate == 0).count() as u64;
        let result = merge_parts(&collect_folder(folder.path()).unwrap().0, Some(parts), None);
        match result {
            Ok(result) => {
                prop_assert_eq!(states(&result), fates.iter().map(wanted).collect::<Vec<_>>());
                prop_assert_eq!(result.ok, good * loaded().ok);
                prop_assert_eq!(result.latency().unwrap().len(), good * loaded().ok);
                prop_assert_eq!(result.valid, good == parts);
            }
            Err(fault) => prop_assert!(good == 0 && matches!(fault, Error::NoPart(_)), "{fault}"),
        }
    }
}
