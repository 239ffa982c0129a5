use super::*;
use crate::Target;
use std::time::Duration;

/// The words of what keeps a result from being valid.
fn judge(options: &Options, counts: &Counts, evidence: &Evidence) -> Vec<String> {
    super::judge(options, counts, evidence).into_iter().map(|refused| refused.words).collect()
}

fn options(schedule: Schedule) -> Options {
    let target = Target::plain("t", Address::Unix("/nowhere".into()));
    let duration = Duration::from_secs(1);
    Options { connections: 10, duration, ..Options::new(target, schedule) }
}

/// 1000 good answers after `latency_ns` each, whose sends were `late_ns` late.
fn counts(latency_ns: u64, late_ns: u64) -> Counts {
    let mut counts = Counts::new();
    for _ in 0..1000 {
        histogram::record(&mut counts.latency[Outcome::Ok as usize], latency_ns);
        histogram::record(&mut counts.own_lateness, late_ns);
    }
    counts.ended_in_window = 1000;
    counts.answered_in_window = 1000;
    counts
}

fn fine() -> Evidence {
    Evidence { opened: 10, wanted: 0.5, denied: 0.01, ..Evidence::default() }
}

#[test]
fn a_run_with_room_is_valid() {
    assert_eq!(judge(&options(Schedule::constant(1000.0)), &counts(1_000_000, 50_000), &fine()), [""; 0]);
    assert_eq!(judge(&options(Schedule::closed()), &counts(10_000_000, 0), &fine()), [""; 0]);
}

#[test]
fn a_window_without_an_answer_is_refused_with_what_there_was() {
    let open = options(Schedule::constant(1000.0));
    let judged = |counts: &Counts, evidence: &Evidence| judge(&open, counts, evidence).remove(0);
    let mut counts = Counts::new();
    assert!(judged(&counts, &fine()).starts_with("no request was due within the window of 1 s"));
    let unsent = Unsent { all: 7, carried: 0 };
    assert_eq!(judged(&counts, &Evidence { unsent, ..fine() }), "no request was sent: 7 were due");
    histogram::record(&mut counts.latency[Outcome::Timeout as usize], 1);
    assert_eq!(judged(&counts, &fine()), "no request was answered, 1 were tried");
    histogram::record(&mut counts.latency[Outcome::Ok as usize], 1);
    assert!(judged(&counts, &fine()).contains("1 came after it: measure longer"));
}

/// METHOD 34: misses make the result invalid, unless they are allowed.
#[test]
fn method_34_misses_are_refused_unless_they_are_allowed() {
    let open = options(Schedule::constant(1000.0));
    let mut counts = counts(1_000_000, 50_000);
    histogram::record(&mut counts.latency[Outcome::Miss as usize], 1_000_000);
    let faults = judge(&open, &counts, &fine());
    assert!(faults.len() == 1 && faults[0].contains("1 of 1001 answers") && faults[0].contains("--fill"), "{faults:?}");
    // An answer of HTTP asks for no keys.
    counts.count_code(204);
    assert!(judge(&open, &counts, &fine())[0].contains("expect this status (--expect 204)"));
    assert_eq!(judge(&Options { allow_misses: true, ..open }, &counts, &fine()), [""; 0]);
}

#[test]
fn used_up_ports_are_no_fault_of_the_server() {
    let evidence = Evidence { fault: Some(Errno::ADDRNOTAVAIL.into()), ..fine() };
    let faults = judge(&options(Schedule::constant(1000.0)), &counts(1_000_000, 0), &evidence);
    assert!(faults.len() == 1 && faults[0].contains("local ports were used up"), "{faults:?}");
    assert!(faults[0].contains("--close reset"), "{faults:?}");
}

/// METHOD 20: each sign of a saturated generator is enough.
#[test]
fn method_20_a_full_core_a_denied_core_and_a_missed_schedule_are_found() {
    let open = options(Schedule::constant(1000.0));
    let full = judge(&open, &counts(1_000_000, 0), &Evidence { wanted: 0.97, ..fine() });
    assert!(full.len() == 1 && full[0].contains("wanted 97 % of a core"), "{full:?}");
    let precise = Options { precise: true, ..open.clone() };
    assert_eq!(judge(&precise, &counts(1_000_000, 0), &Evidence { wanted: 1.0, ..fine() }), [""; 0]);
    let denied = judge(&open, &counts(1_000_000, 0), &Evidence { denied: 0.2, ..fine() });
    assert!(denied.len() == 1 && denied[0].contains("during 20 % of the time"), "{denied:?}");
    let shared = Options { shares_cores: true, ..open.clone() };
    assert_eq!(judge(&shared, &counts(1_000_000, 0), &Evidence { wanted: 1.0, denied: 0.5, ..fine() }), [""; 0]);
    let late = judge(&open, &counts(3_000_000, 2_000_000), &fine());
    assert!(late.len() == 1 && late[0].contains("1 in 100 sends was 2.0 ms late"), "{late:?}");
    let mut two = Counts::new();
    [0, 3_000_000].iter().for_each(|lateness_ns| histogram::record(&mut two.own_lateness, *lateness_ns));
    (two.ended_in_window, two.answered_in_window) = (2, 2);
    let late = judge(&open, &two, &fine());
    assert!(late.len() == 1 && late[0].contains("1 of 2 sends were more than 1.0 ms late"), "{late:?}");
    // Two milliseconds do not matter beside a latency of a second.
    assert_eq!(judge(&open, &counts(1_000_000_000, 2_000_000), &fine()), [""; 0]);
}

/// METHOD 20: of a server that is busy itself, a closed loop shows the maximum, however busy the generator is.
#[test]
fn method_20_a_generator_is_no_bottleneck_before_a_server_that_is_full() {
    let with = |busiest_thread| {
        let server = ServerCpu { busiest_thread, cores_allowed: 1, ..ServerCpu::default() };
        Evidence { wanted: 0.97, server: Some(server), ..fine() }
    };
    let (closed, open) = (options(Schedule::closed()), options(Schedule::constant(1000.0)));
    assert_eq!(judge(&closed, &counts(10_000_000, 0), &with(0.93)), [""; 0]);
    assert_eq!(judge(&closed, &counts(10_000_000, 0), &with(0.8)).len(), 1);
    assert_eq!(judge(&open, &counts(1_000_000, 0), &with(0.93)).len(), 1);
}

/// METHOD 21: connections that were not open, and figures that contradict each other, are found.
#[test]
fn method_21_missing_connections_and_broken_physics_are_found() {
    let closed = options(Schedule::closed());
    let opened = judge(&closed, &counts(10_000_000, 0), &Evidence { opened: 7, ..fine() });
    assert_eq!(opened, ["7 of 10 connections were open at the start"]);
    // 1000 answers a second of 12 ms each are 12 requests under way, on ten connections.
    let broken = judge(&closed, &counts(12_000_000, 0), &fine());
    assert!(broken.len() == 1 && broken[0].starts_with("Little's law"), "{broken:?}");
    let thinking = options(Schedule::Closed { think_ns: 9_000_000 });
    assert_eq!(judge(&thinking, &counts(1_000_000, 0), &fine()), [""; 0]);
}

/// METHOD 21: bytes per second stay below the speed of the link.
#[test]
fn method_21_nothing_is_faster_than_its_link() {
    let mut remote = options(Schedule::closed());
    remote.target.address = Address::Tcp("192.0.2.1:80".parse().unwrap());
    remote.warmup = Duration::ZERO;
    let counts = Counts { received_bytes: 200_000_000, ..Counts::new() };
    assert_eq!(beyond_link(&remote, &counts, Some(2_000_000_000)), None);
    assert_eq!(beyond_link(&remote, &counts, None), None);
    let fault = beyond_link(&remote, &counts, Some(1_000_000_000));
    assert_eq!(fault.as_deref(), Some("1.60 Gbit/s went through a link of 1.00"));
    remote.target.address = Address::Tcp("127.0.0.1:80".parse().unwrap());
    assert_eq!(beyond_link(&remote, &counts, Some(1)), None);
}
