//! Whole searches against a machine of which everything is known, and no time passes.

use super::*;
use crate::address::{Address, Target};
use crate::checks::{self, Evidence};
use crate::feed::Unsent;
use crate::histogram;
use crate::outcome::Outcome;
use crate::series::Series;
use crate::tally::Counts;

const MILLISECOND: u64 = 1_000_000;
/// Requests of a run that are counted: what counts are shares.
const REQUESTS: u64 = 1_000;

/// A server and the machine that it and its generator run on.
#[derive(Clone, Debug)]
struct Machine {
    /// Up to this rate the server keeps up.
    edge_per_s: f64,
    /// At this rate the generator takes a whole core.
    generator_per_s: f64,
    /// How late every send is.
    late_ns: u64,
    /// The host pauses for a twentieth of every probe.
    pauses_in_probes: bool,
    /// It does so in the confirmations of these numbers.
    pauses_in_confirmations: std::ops::Range<usize>,
    /// How long the server takes in the run of this length.
    service_ns: fn(Duration) -> u64,
    /// What it answers in place of a good answer.
    failing: Option<Outcome>,
    /// The rates of all runs, and how long each was.
    runs: Vec<(f64, Duration)>,
}

const PROBE: Duration = Duration::from_secs(2);

fn machine() -> Machine {
    Machine {
        edge_per_s: f64::INFINITY,
        generator_per_s: 65_000.0,
        late_ns: 50_000,
        pauses_in_probes: false,
        pauses_in_confirmations: 0..0,
        service_ns: |_| 200_000,
        failing: None,
        runs: Vec::new(),
    }
}

impl Machine {
    fn load(&mut self, rate_per_s: f64, duration: Duration) -> Result<LoadResult, Error> {
        let pauses = if duration > PROBE {
            self.pauses_in_confirmations.contains(&self.confirmations())
        } else {
            self.pauses_in_probes
        };
        self.runs.push((rate_per_s, duration));
        let target = Target::plain("t", Address::Unix("/nowhere".into()));
        let options = Options { duration, ..Options::new(target, Schedule::constant(rate_per_s)) };
        let wanted = rate_per_s / self.generator_per_s;
        let paused = if pauses { REQUESTS / 20 } else { 0 };
        let mut counts = Counts::new();
        for request in 0..REQUESTS {
            let late_ns = match request {
                _ if wanted > 1.0 => 500 * MILLISECOND,
                request if request < paused => 30 * MILLISECOND,
                _ => self.late_ns,
            };
            let outcome = self.failing.unwrap_or(Outcome::Ok);
            histogram::record(&mut counts.latency[outcome as usize], late_ns + (self.service_ns)(duration));
            histogram::record(&mut counts.own_lateness, late_ns);
        }
        if self.failing == Some(Outcome::Status) {
            counts.statuses.insert("500".into(), REQUESTS);
        }
        (counts.ended_in_window, counts.answered_in_window) = (REQUESTS, REQUESTS);
        let unsent = if rate_per_s > self.edge_per_s { 100 } else { 0 };
        let unsent = Unsent { all: unsent, carried: 0 };
        let evidence = Evidence { opened: 50, wanted, denied: 0.01, unsent, ..Evidence::default() };
        let refused = checks::judge(&options, &counts, &evidence);
        LoadResult::assemble(&options, counts, evidence, Series::default(), 0, refused)
    }

    fn confirmations(&self) -> usize {
        self.runs.iter().filter(|(_, duration)| *duration > PROBE).count()
    }

    fn search(&mut self) -> Found {
        let search = Search {
            goal: "p99<5ms".parse().unwrap(),
            first_per_s: 100.0,
            probe: PROBE,
            share: 0.9,
            confirmation: PROBE * 5,
        };
        let found = find_rate_by("t", &search, &Stop::default(), |rate_per_s, length| self.load(rate_per_s, length));
        let found = found.unwrap();
        assert_eq!(Found::from_json(&found.to_json().unwrap()).unwrap(), found);
        assert!(found.probes.len() <= edge::MOST_PROBES && self.confirmations() <= MOST_CONFIRMATIONS);
        found
    }
}

#[test]
fn the_edge_of_a_server_is_found_and_confirmed_below() {
    let mut machine = Machine { edge_per_s: 9_582.0, ..machine() };
    let found = machine.search();
    let rate_per_s = found.rate_per_s.unwrap();
    assert!((9_582.0 / 1.05..=9_582.0).contains(&rate_per_s) && found.limit.is_none() && found.reason.is_none());
    assert_eq!(found.confirmation.unwrap().schedule, Schedule::constant(rate_per_s * 0.9));
}

#[test]
fn a_search_that_meets_the_generators_limit_says_at_least() {
    let found = machine().search();
    assert_eq!(found.limit.as_deref(), Some("the generator's limit"));
    let rate_per_s = found.rate_per_s.unwrap();
    assert!((65_000.0 / 1.25..=65_000.0).contains(&rate_per_s), "{rate_per_s}");
    assert!(found.probes.iter().any(|probe| matches!(probe.probed, Probed::AtLimit(_))));
}

/// METHOD 18: latency runs from the planned instant, so a late send only makes the goal harder to keep.
#[test]
fn method_18_a_goal_that_was_kept_although_sends_were_late_is_kept() {
    let late = Machine { late_ns: 4 * MILLISECOND, edge_per_s: 9_582.0, ..machine() };
    let result = late.clone().load(100.0, PROBE).unwrap();
    assert!(!result.valid && result.is_only_lengthened(), "{:?}", result.reason);
    let found = late.clone().search();
    assert!(found.rate_per_s.is_some_and(|rate| (9_582.0 / 1.05..=9_582.0).contains(&rate)), "{:?}", found.probes);
    // A generator that is full at a rate that keeps the goal sends it all the same.
    let full = Machine { generator_per_s: 1_000.0, ..machine() };
    assert_eq!(judge(&"p99<5ms".parse().unwrap(), &full.clone().load(970.0, PROBE).unwrap()).unwrap(), Probed::Kept);
    // Beyond the goal, nobody knows whose fault that was.
    let found = Machine { late_ns: 6 * MILLISECOND, ..late }.search();
    assert!(found.rate_per_s.is_none() && found.reason.unwrap().contains("the schedule was missed"));
    assert!(found.probes.iter().all(|probe| matches!(probe.probed, Probed::Disturbed(_))), "{:?}", found.probes);
}

#[test]
fn a_confirmation_in_which_the_host_paused_is_repeated() {
    let slow = Machine { edge_per_s: 9_582.0, ..machine() };
    let mut twice = Machine { pauses_in_confirmations: 0..2, ..slow.clone() };
    let found = twice.search();
    assert_eq!((found.rate_per_s.is_some(), twice.confirmations()), (true, 3), "{:?}", found.reason);
    assert!(found.is_confirmed && found.limit.is_none());
    // What two probes kept is the least that is known, whatever became of the confirmations.
    let mut always = Machine { pauses_in_confirmations: 0..99, ..slow.clone() };
    let found = always.search();
    assert_eq!((found.rate_per_s.is_some(), found.is_confirmed, always.confirmations()), (true, false, 3));
    assert!((9_582.0 / 1.05..=9_582.0).contains(&found.rate_per_s.unwrap()), "{:?}", found.rate_per_s);
    let limit = found.limit.unwrap();
    assert!(limit.starts_with("in probes of 2s; no confirmation at 8,") && limit.contains("missed"), "{limit}");
    // Without a probe that kept the goal there is nothing to confirm.
    let mut never = Machine { pauses_in_probes: true, ..slow };
    let found = never.search();
    assert_eq!((found.rate_per_s, found.kept_per_s, never.confirmations()), (None, None, 0));
}

/// A rate that holds for a probe and not for longer is not the answer, but half of it may be.
#[test]
fn a_rate_that_its_confirmation_refutes_gives_way_to_a_lower_one() {
    let (found, confirmations) = refuted_above(6_000.0, 0..0);
    assert_eq!((found.is_confirmed, confirmations), (true, 3));
    assert_eq!(
        found.rate_per_s,
        found.probes.iter().map(|probe| probe.rate_per_s).filter(|rate| *rate < 4_791.0).max_by(f64::total_cmp)
    );
    assert!(found.limit.unwrap().contains("did not keep the goal: p99 was 9.05 ms, not below 5.00 ms"));
    // A probe kept the lower rate, and a pause in the last confirmation takes nothing from that.
    let (disturbed, confirmations) = refuted_above(6_000.0, 2..3);
    assert_eq!((disturbed.rate_per_s, disturbed.is_confirmed, confirmations), (found.rate_per_s, false, 3));
    let limit = disturbed.limit.unwrap();
    assert!(limit.starts_with("in probes of 2s; the confirmation at ") && limit.contains("did not keep"), "{limit}");
}

/// A search of a server that is slow above this rate for longer than a probe, with pauses in these confirmations.
fn refuted_above(rate: f64, pauses_in_confirmations: std::ops::Range<usize>) -> (Found, usize) {
    let mut slow = Machine { edge_per_s: 9_582.0, pauses_in_confirmations, ..machine() };
    let search = Search {
        goal: "p99<5ms".parse().unwrap(),
        first_per_s: 100.0,
        probe: PROBE,
        share: 0.9,
        confirmation: PROBE * 5,
    };
    let found = find_rate_by("t", &search, &Stop::default(), |rate_per_s, length| {
        let tires = length > PROBE && rate_per_s > rate;
        slow.service_ns = if tires { |_| 9 * MILLISECOND } else { |_| 200_000 };
        slow.load(rate_per_s, length)
    });
    (found.unwrap(), slow.confirmations())
}

#[test]
fn a_server_that_always_fails_ends_the_search_with_its_status() {
    for late_ns in [50_000, 6 * MILLISECOND] {
        let mut failing = Machine { failing: Some(Outcome::Status), late_ns, ..machine() };
        let found = failing.search();
        assert_eq!((failing.runs.len(), found.rate_per_s, found.kept_per_s), (1, None, None));
        let reason = "no request at 100/s had a good answer: 1000 of 1000 requests failed (500)";
        assert_eq!(found.reason.as_deref(), Some(reason));
    }
    let mut missing = Machine { failing: Some(Outcome::Miss), ..machine() };
    let found = missing.search();
    assert_eq!((missing.runs.len(), found.rate_per_s), (3, None));
    assert!(found.reason.unwrap().contains("1000 of 1000 answers carried no value: store the keys first"));
}

#[test]
fn rates_are_written_in_groups_of_three_digits() {
    let written = [0.5, 9.9994, 12.3, 999.4, 999.6, 51_200.0, 1_234_567.0].map(per_second);
    assert_eq!(written, ["0.500", "9.999", "12", "999", "1,000", "51,200", "1,234,567"]);
}
