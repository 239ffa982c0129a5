use super::*;
use crate::checks::Evidence;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::tally::Counts;
use crate::{Address, Target};
use proptest::prelude::*;
use std::time::Duration;

const SECOND: u64 = 1_000_000_000;

/// A result of one second over these latencies, started `start_ns` after 1970.
fn result(start_ns: u64, latencies_ns: &[u64], closed: bool) -> LoadResult {
    let schedule = if closed { Schedule::closed() } else { Schedule::constant(latencies_ns.len().max(1) as f64) };
    let target = Target::plain("t", Address::Unix("/nowhere".into()));
    let options = Options { duration: Duration::from_secs(1), ..Options::new(target, schedule) };
    let mut counts = Counts::new();
    let mut series = Series::default();
    for (index, &latency_ns) in latencies_ns.iter().enumerate() {
        histogram::record(&mut counts.latency[Outcome::Ok as usize], latency_ns);
        histogram::record(&mut counts.service, latency_ns / 2);
        histogram::record(&mut counts.lateness, latency_ns - latency_ns / 2);
        counts.ok_in_window += 1;
        counts.ended_in_window += 1;
        counts.answered_in_window += 1;
        let mut interval = Interval::new(index as i64 % 10);
        interval.sent = 1;
        histogram::record(&mut interval.latency, latency_ns);
        series.add(&interval);
    }
    LoadResult::assemble(&options, counts, Evidence::default(), series, start_ns, Vec::new()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// METHOD 22: the merge of parts is the distribution of all, without loss or clamp.
    #[test]
    fn method_22_merging_parts_is_measuring_the_whole(
        latencies in prop::collection::vec(0..u64::MAX >> 8, 1..400),
        cut in any::<prop::sample::Index>(),
        closed in any::<bool>(),
    ) {
        let (one, two) = latencies.split_at(cut.index(latencies.len()));
        let merged = merge(&[result(SECOND, one, closed), result(SECOND, two, closed)], 2).unwrap();
        let whole = result(SECOND, &latencies, closed);
        prop_assert_eq!(merged.latency().unwrap(), whole.latency().unwrap());
        prop_assert_eq!(merged.latency().unwrap().max(), whole.latency().unwrap().max());
        prop_assert_eq!(merged.latency_ns, whole.latency_ns);
        prop_assert_eq!(merged.service_time_ns, whole.service_time_ns);
        prop_assert_eq!(merged.send_lateness_ns, whole.send_lateness_ns);
        prop_assert_eq!((merged.ok, merged.rate_per_s), (whole.ok, whole.rate_per_s));
        prop_assert!(merged.valid);
    }
}

/// METHOD 22: results that did not overlap have no merged rate.
#[test]
fn method_22_results_of_different_times_are_refused() {
    let fault = merge(&[result(SECOND, &[1], false), result(2 * SECOND, &[1], false)], 2).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "merge: they ran together for only 0.0 s of 1.0 s, so the sum of their rates never existed"
    );
    assert!(merge(&[result(SECOND, &[1], false), result(SECOND + SECOND / 5, &[1], false)], 2).is_err());
    assert!(merge(&[result(SECOND, &[1], false), result(SECOND + SECOND / 20, &[1], false)], 2).is_ok());
}

#[test]
fn a_missing_result_makes_the_merge_invalid() {
    let merged = merge(&[result(SECOND, &[1], false), result(SECOND, &[2], false)], 3).unwrap();
    assert!(!merged.valid);
    assert_eq!(merged.reason.unwrap(), "2 results were merged, 3 were expected");
    assert!(merge(&[], 0).is_err());
}

#[test]
fn one_invalid_result_makes_the_merge_invalid() {
    let mut other = result(SECOND, &[1], false);
    other.refuse("the schedule was missed");
    let merged = merge(&[result(SECOND, &[1], false), other], 2).unwrap();
    assert_eq!(merged.reason.as_deref(), Some("the schedule was missed"));
    assert_eq!(merged.refused_for, [Refusal::Other]);
}

#[test]
fn a_merge_is_refused_for_all_that_its_parts_were() {
    let refused = |start_ns, refusals: &[Refusal]| {
        let mut result = result(start_ns, &[1], false);
        result.add_refusals(refusals);
        result.refuse_again("in words");
        result
    };
    let late = || refused(SECOND, &[Refusal::SendsLate]);
    let merged = merge(&[late(), refused(SECOND + 1, &[Refusal::CoreDenied, Refusal::SendsLate])], 2).unwrap();
    assert_eq!(merged.refused_for, [Refusal::SendsLate, Refusal::CoreDenied]);
    assert!(merged.is_only_lengthened());
    // Another reason, or one that nobody knows, such as a result of another release, may have done anything.
    assert!(!merge(&[late(), refused(SECOND + 1, &[])], 2).unwrap().is_only_lengthened());
    assert!(!merge(&[late(), result(SECOND, &[2], false)], 3).unwrap().is_only_lengthened());
}

#[test]
fn the_same_result_twice_is_refused_unless_it_is_forced() {
    let [one, other] = [1, 2].map(|latency_ns| result(SECOND, &[latency_ns], false));
    let three = [one.clone(), other.clone(), one.clone()];
    assert_eq!(merge(&three, 3).unwrap_err().to_string(), "merge: result 3 is result 1 again");
    assert_eq!(merge_forced(&three, 3).unwrap().ok, 3);
    assert!(merge(&[one, other], 2).is_ok());
}

#[test]
fn a_result_that_contradicts_itself_is_refused() {
    let sound = result(SECOND, &[1, 2, 3], false);
    assert!(LoadResult::from_json(&sound.to_json().unwrap()).is_ok());
    let refused = |change: fn(&mut LoadResult)| {
        let mut lying = sound.clone();
        change(&mut lying);
        LoadResult::from_json(&lying.to_json().unwrap()).unwrap_err().to_string()
    };
    assert!(refused(|result| result.ok = 99_999_999).contains("3 requests were sent, and 99999999 came to an end"));
    assert!(refused(|result| result.sent = 0).contains("0 requests were sent, and 3 came to an end"));
    assert!(refused(|result| result.unsent = 7).contains("3 requests were planned, and 10 were sent or left"));
    assert!(refused(|result| result.errors.reset = 1).contains("a kind of error"));
    assert!(refused(|result| result.rate_per_s = 4.0).contains("no rate of 4/s"));
    assert!(refused(|result| result.answers = [("200".to_owned(), 4)].into()).contains("3 answers have 4 statuses"));
    // Where all counts agree, the distribution tells.
    let more = LoadResult { ok: 4, sent: 4, planned: 4, ..sound.clone() };
    assert!(more.check().is_ok());
    let fault = merge(&[sound, more], 2).unwrap_err().to_string();
    assert!(fault.contains("4 good answers, and a distribution of 3"), "{fault}");
}

/// METHOD 19: a sum is the maximum only where each part was.
#[test]
fn method_19_a_merged_loop_has_one_label() {
    let [mut one, mut other] = [1, 2].map(|latency_ns| result(SECOND, &[latency_ns], true));
    let labels = |results: &[LoadResult]| merge(results, 2).unwrap().labels;
    assert_eq!(labels(&[one.clone(), other.clone()]), [Label::ServiceTime, Label::ClosedLoopServerUnknown]);
    one.server_was_busy(true);
    assert_eq!(labels(&[one.clone(), other.clone()]), [Label::ServiceTime, Label::ClosedLoop]);
    other.server_was_busy(true);
    assert_eq!(labels(&[one, other]), [Label::ServiceTime, Label::MaximumThroughput]);
}

#[test]
fn rates_add_up_and_kinds_do_not_mix() {
    let (open, closed) = (result(SECOND, &[1, 2], false), result(SECOND, &[1], true));
    let merged = merge(&[open.clone(), result(SECOND, &[3, 4], false)], 2).unwrap();
    assert_eq!(merged.schedule, Schedule::constant(4.0));
    assert_eq!(merged.series.iter().map(|tenth| tenth.ok).sum::<u64>(), 4);
    assert!(merge(&[open.clone(), closed], 2).is_err());
    let other = LoadResult { target: "u".into(), ..open.clone() };
    assert!(merge(&[open, other], 2).is_err());
}
