use super::*;
use fastrand::Rng;
use proptest::prelude::*;

const EDGE: f64 = 9_582.0;

fn not_kept() -> Probed {
    Probed::NotKept("p99 was 9 ms, not below 5 ms".into())
}

fn disturbed() -> Probed {
    Probed::Disturbed("the schedule was missed".into())
}

fn failed() -> Probed {
    Probed::Failed("200 of 200 requests failed (500)".into())
}

fn at_limit() -> Probed {
    Probed::AtLimit("a thread of it wanted 97 % of a core".into())
}

fn below(edge: f64) -> impl Fn(f64) -> Probed {
    move |rate| if rate <= edge { Probed::Kept } else { not_kept() }
}

fn is_near(edge: &Edge, wanted: f64) -> bool {
    matches!(edge, Edge::At(rate) if *rate <= wanted && wanted / rate <= NEAR)
}

/// Searches from 100/s, where the probe `number`, from 0, of `rate` shows `probed(number, rate)`.
fn found(mut probed: impl FnMut(usize, f64) -> Probed) -> (Edge, Vec<(f64, Probed)>) {
    let mut probes = Vec::new();
    let edge = search(100.0, 0.5, |rate| {
        let shown = probed(probes.len(), rate);
        probes.push((rate, shown.clone()));
        Ok::<_, ()>(shown)
    });
    assert!(probes.len() <= MOST_PROBES, "{probes:?}");
    (edge.unwrap(), probes)
}

#[test]
fn one_bad_probe_of_a_rate_does_not_end_the_search_there() {
    // Whichever probe meets something that is not the server's.
    for strange in 0..MOST_PROBES {
        let server = below(EDGE);
        let (edge, _) = found(|number, rate| if number == strange { not_kept() } else { server(rate) });
        assert!(is_near(&edge, EDGE), "the probe {strange} was disturbed: {edge:?}");
    }
}

#[test]
fn one_good_probe_beyond_the_edge_is_no_figure() {
    // Whichever probe of a rate that the server does not carry looks good by chance. What a lucky probe costs in time leaves
    // less certainty, and no wrong figure.
    for lucky in 0..MOST_PROBES {
        let server = below(EDGE);
        let (edge, _) = found(|number, rate| if number == lucky { Probed::Kept } else { server(rate) });
        let (Edge::At(rate) | Edge::AtLeast(rate, _)) = edge else { panic!("the probe {lucky} was lucky: {edge:?}") };
        assert!((EDGE / 1.5..=EDGE).contains(&rate), "the probe {lucky} was lucky: {edge:?}");
    }
}

#[test]
fn a_search_recovers_from_a_time_in_which_every_probe_is_bad() {
    for bad in [not_kept, disturbed] {
        for (begin, length) in [(0, 3), (2, 3), (4, 3), (5, 4)] {
            let server = below(EDGE);
            let bad_time = begin..begin + length;
            let (edge, probes) = found(|number, rate| if bad_time.contains(&number) { bad() } else { server(rate) });
            let (Edge::At(rate) | Edge::AtLeast(rate, _)) = edge else { panic!("{bad_time:?}: {edge:?} {probes:?}") };
            assert!((EDGE / 4.0..=EDGE).contains(&rate), "{bad_time:?}: {edge:?} {probes:?}");
        }
    }
}

#[test]
fn two_clear_probes_stand_on_either_side_of_a_figure() {
    let server = below(EDGE);
    let (edge, probes) = found(|number, rate| if number % 7 == 0 { disturbed() } else { server(rate) });
    let Edge::At(at) = edge else { panic!("{edge:?}") };
    let count = |wanted: fn(&Probed) -> bool, range: std::ops::RangeInclusive<f64>| {
        probes.iter().filter(|(rate, probed)| range.contains(rate) && wanted(probed)).count()
    };
    assert!(count(|probed| *probed == Probed::Kept, at..=at) >= 2);
    assert!(count(|probed| matches!(probed, Probed::NotKept(_)), at..=at * NEAR) >= 2);
}

#[test]
fn where_probes_above_a_rate_are_disturbed_it_is_the_least_that_is_known() {
    let (edge, probes) = found(|_, rate| if rate > 1_000.0 { disturbed() } else { Probed::Kept });
    let Edge::AtLeast(rate, reason) = edge else { panic!("{edge:?}") };
    assert!((400.0..=1_000.0).contains(&rate), "{rate}");
    assert!(
        reason.starts_with("no probe at 1,") && reason.ends_with("/s was valid: the schedule was missed"),
        "{reason}"
    );
    assert!(probes.iter().any(|(at, probed)| *at == rate && *probed == Probed::Kept));
}

/// The rate is at least what was kept below the generator's limit, and nothing beyond that is tried again.
#[test]
fn the_generators_limit_ends_the_search_with_what_was_kept() {
    for limit in [130.0, 7_000.0, 63_583.0, 102_399.0, 250_000.0] {
        let (edge, probes) = found(|_, rate| if rate > limit { at_limit() } else { Probed::Kept });
        assert!(
            matches!(&edge, Edge::AtLeast(rate, reason)
            if *rate <= limit && limit / rate <= NEAR_LIMIT && reason == "the generator's limit"),
            "{limit}: {edge:?}"
        );
        let mut beyond: Vec<f64> = probes.iter().map(|(rate, _)| *rate).filter(|rate| *rate > limit).collect();
        assert!(probes.len() <= 14 && beyond.len() <= 8, "{probes:?}");
        beyond.dedup();
        assert!(beyond.is_sorted_by(|one, other| one > other), "{beyond:?}");
    }
}

/// A server that fails before the generator does has an edge, whatever the generator could do beyond.
#[test]
fn an_edge_below_the_generators_limit_is_found() {
    let server = below(60_000.0);
    let (edge, _) = found(|_, rate| if rate > 90_000.0 { at_limit() } else { server(rate) });
    assert!(is_near(&edge, 60_000.0), "{edge:?}");
}

#[test]
fn a_server_that_always_fails_ends_the_search_at_once() {
    let (edge, probes) = found(|_, _| failed());
    let reason = "no request at 100/s had a good answer: 200 of 200 requests failed (500)";
    assert_eq!((edge, probes.len()), (Edge::Unknown(reason.into()), 1));
}

#[test]
fn a_server_that_stops_answering_ends_the_search_and_one_that_fails_under_load_does_not() {
    let (edge, probes) = found(|number, _| if number > 3 { failed() } else { Probed::Kept });
    let reason = "no request at 6,400/s had a good answer: 200 of 200 requests failed (500)";
    assert_eq!((edge, probes.len()), (Edge::Unknown(reason.into()), 7));
    let (edge, _) = found(|_, rate| if rate > EDGE { failed() } else { Probed::Kept });
    assert!(is_near(&edge, EDGE), "{edge:?}");
}

/// Missing keys, for one, are missing at every rate.
#[test]
fn what_is_not_valid_for_good_is_not_searched_for() {
    let (edge, probes) = found(|_, _| Probed::NotValid("200 of 200 answers carried no value".into()));
    let reason = "no probe at 100/s was valid: 200 of 200 answers carried no value";
    assert_eq!((edge, probes.len()), (Edge::Unknown(reason.into()), MOST_UNCLEAR));
}

#[test]
fn one_valid_probe_that_fails_decides_nothing() {
    // Above the edge, the first probe of each visit to a rate fails, and the other three are not valid.
    let mut beyond = 0;
    let (edge, _) = found(|_, rate| {
        if rate <= 3_000.0 {
            return Probed::Kept;
        }
        beyond += 1;
        if beyond % 4 == 1 { not_kept() } else { disturbed() }
    });
    let Edge::AtLeast(rate, reason) = edge else { panic!("{edge:?}") };
    assert!((1_600.0..=3_000.0).contains(&rate), "{rate}");
    assert!(reason.contains("0 kept the goal, 1 did not, 3 not valid: the schedule was missed"), "{reason}");
}

#[test]
fn a_server_without_an_edge_does_at_least_what_was_tried() {
    let (edge, probes) = found(|_, _| Probed::Kept);
    let highest = probes.last().unwrap().0;
    assert_eq!(edge, Edge::AtLeast(highest, format!("{MOST_PROBES} probes show no limit")));
}

#[test]
fn a_server_that_keeps_the_goal_nowhere_says_so_at_the_lowest_rate() {
    let (edge, probes) = found(|_, _| not_kept());
    assert_eq!(edge, Edge::Nowhere(0.5, "p99 was 9 ms, not below 5 ms".into()));
    assert_eq!(probes.len(), 10, "100, 25, 6.25, 1.56 and 0.5, each twice");
}

/// A server that stalls now and then on a machine that pauses now and then, below a generator that has a limit.
#[test]
fn every_search_on_a_disturbed_machine_has_an_answer_and_none_promises_too_much() {
    for seed in 0..2_000 {
        let mut random = Rng::with_seed(seed);
        let (edge, limit) = (10f64.powf(2.5 + 3.0 * random.f64()), 10f64.powf(4.0 + random.f64()));
        let (stalls, pauses) = (0.10 * random.f64(), 0.30 * random.f64());
        let (answer, probes) = found(|_, rate| match random.f64() {
            draw if draw < pauses => disturbed(),
            _ if rate > limit => at_limit(),
            draw if rate > edge || draw > 1.0 - stalls => not_kept(),
            _ => Probed::Kept,
        });
        let (Edge::At(rate) | Edge::AtLeast(rate, _)) = &answer else { panic!("{seed}: {answer:?} {probes:?}") };
        assert!(*rate <= edge.min(limit), "{seed}: {answer:?}, in truth {edge} and {limit}");
    }
}

proptest! {
    #[test]
    fn the_search_finds_the_edge(first in 1.0..1e5f64, edge in 1.0..1e6f64) {
        let mut probes = 0;
        let found = search(first, 0.5, |rate| { probes += 1; Ok::<_, ()>(below(edge)(rate)) }).unwrap();
        prop_assert!(probes <= MOST_PROBES);
        match found {
            Edge::At(rate) => prop_assert!(rate <= edge && edge / rate <= NEAR, "{rate} for {edge}"),
            Edge::AtLeast(rate, _) => prop_assert!(rate <= edge && edge / rate <= STRIDE, "{rate} for {edge}"),
            Edge::Nowhere(lowest, _) => prop_assert!(edge < lowest),
            Edge::Unknown(reason) => prop_assert!(false, "{reason}"),
        }
    }
}
