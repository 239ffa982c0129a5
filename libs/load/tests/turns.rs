//! METHOD 38: servers in turn.

mod common;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::{HELLO, get, options, server, write};
use wirecost_load::{Close, Error, Options, Schedule, Turn, Turns, now_ns};

const SLICE: Duration = Duration::from_millis(4);

fn turns(all: &[Options]) -> Turns<'_, wirecost_load::protocol::http::Http> {
    let turn = |options| Turn { options, protocol: get(), lead: Duration::ZERO, cpu: Box::new(|| None) };
    Turns::open(all.iter().map(turn).collect()).unwrap()
}

#[test]
fn method_38_no_server_is_asked_in_the_slice_of_another() {
    static ASKED: Mutex<Vec<(usize, u64)>> = Mutex::new(Vec::new());
    let servers = [0, 1].map(|index| {
        server(move |stream, _| {
            ASKED.lock().unwrap().push((index, now_ns()));
            write(stream, HELLO)
        })
    });
    let all = servers.each_ref().map(|server| server.options(Schedule::closed()));
    let mut turns = turns(&all);
    let slices: Vec<_> = (0..20).map(|turn| turns.slice(turn % 2, SLICE).unwrap()).collect();
    for (index, server) in servers.iter().enumerate() {
        let ok: u64 = slices.iter().filter(|slice| slice.server == index).map(|slice| slice.ok).sum();
        assert!(ok > 0 && slices.iter().all(|slice| slice.failed == 0));
        assert_eq!((turns.total(index).ok, server.requests()), (ok, ok), "the server has seen as many");
    }
    for (index, at_ns) in ASKED.lock().unwrap().iter() {
        let within = |slice: &&wirecost_load::Slice| (slice.start_ns..=slice.start_ns + slice.wall_ns).contains(at_ns);
        assert_eq!(slices.iter().filter(within).map(|slice| slice.server).collect::<Vec<_>>(), [*index]);
    }
}

#[test]
fn connections_stay_open_from_slice_to_slice() {
    static OPENED: AtomicU64 = AtomicU64::new(0);
    let server = server(|stream, number| {
        OPENED.fetch_add(u64::from(number == 0), Ordering::SeqCst);
        write(stream, HELLO)
    });
    let all = [server.options(Schedule::closed())];
    let mut turns = turns(&all);
    for _ in 0..10 {
        assert!(turns.slice(0, SLICE).unwrap().ok > 0);
    }
    assert_eq!(OPENED.load(Ordering::SeqCst), 4);
}

#[test]
fn a_number_of_requests_is_that_of_all_slices_together() {
    let servers = [(), ()].map(|()| server(|stream, _| write(stream, HELLO)));
    let [first, second] = servers.each_ref().map(|server| server.options(Schedule::closed()));
    let all = [Options { requests: Some(1001), ..first }, second];
    let mut turns = turns(&all);
    let mut slices = Vec::new();
    while !turns.is_done(0) {
        slices.extend([0, 1].map(|server| turns.slice(server, SLICE).unwrap()));
    }
    let of_all: u64 = slices.iter().filter(|slice| slice.server == 0).map(|slice| slice.ok).sum();
    assert_eq!((of_all, turns.total(0).ok, servers[0].requests()), (1001, 1001, 1001));
    assert_eq!((turns.slice(0, SLICE).unwrap().ok, turns.is_done(1)), (0, false));
    all[1].stop.stop();
    assert!(turns.is_done(1), "nobody waits for the others any more");
}

#[test]
fn a_server_that_hangs_fails_in_its_own_slices_only() {
    let hung = server(|_, _| {
        std::thread::sleep(Duration::from_secs(60));
        false
    });
    let sound = server(|stream, _| write(stream, HELLO));
    let timeout = Duration::from_millis(50);
    let all = [&hung, &sound].map(|server| Options { timeout, ..server.options(Schedule::closed()) });
    let mut turns = turns(&all);
    for _ in 0..2 {
        let slice = turns.slice(0, SLICE).unwrap();
        assert_eq!((slice.ok, slice.failed, slice.p50_ns), (0, 4, None));
        assert!(slice.wall_ns >= timeout.as_nanos() as u64, "it is waited for");
        let slice = turns.slice(1, SLICE).unwrap();
        assert!(slice.ok > 0 && slice.failed == 0, "{slice:?}");
    }
    assert_eq!((turns.total(0).errors.timeout, turns.total(0).failed(), turns.total(1).failed()), (8, 8, 0));
    turns.forget();
    assert_eq!(turns.total(0).failed(), 0);
}

/// A server may give up a connection while others have their turn, which is no failure of it.
#[test]
fn an_end_between_turns_is_no_failure() {
    static OPENED: AtomicU64 = AtomicU64::new(0);
    let server = server(|stream, number| {
        OPENED.fetch_add(u64::from(number == 0), Ordering::SeqCst);
        stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        write(stream, HELLO)
    });
    let all = [Options { connections: 1, max_connections: 1, ..server.options(Schedule::closed()) }];
    let mut turns = turns(&all);
    for _ in 0..5 {
        let slice = turns.slice(0, SLICE).unwrap();
        assert!(slice.ok > 0 && slice.failed == 0, "{slice:?}");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(OPENED.load(Ordering::SeqCst), 5);
}

#[test]
fn a_planned_rate_is_kept_in_each_slice_from_instants_of_its_own() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(3));
        write(stream, HELLO)
    });
    let schedule = Schedule::poisson(2_000.0, 7);
    let all = [Options { connections: 1, max_connections: 1, ..server.options(schedule) }];
    let mut turns = turns(&all);
    let slices: Vec<_> = (0..5).map(|_| turns.slice(0, Duration::from_millis(10)).unwrap()).collect();
    let counts: Vec<u64> = slices.iter().map(|slice| slice.ok).collect();
    assert!(counts.iter().all(|count| (5..45).contains(count)), "20 are due on average: {counts:?}");
    assert!(counts.iter().any(|count| *count != counts[0]), "{counts:?}");
    for slice in slices {
        // One connection carries them one after the other: most have waited since they were due.
        assert!(slice.p50_ns.unwrap() > 2 * 3_000_000 && slice.wall_ns >= slice.ok * 3_000_000, "{slice:?}");
    }
}

#[test]
fn servers_get_the_same_instants_in_a_round_and_others_in_the_next() {
    let servers = [(), ()].map(|()| server(|stream, _| write(stream, HELLO)));
    let all = servers.each_ref().map(|server| server.options(Schedule::poisson(4_000.0, 7)));
    let mut turns = turns(&all);
    let mut due = |server: usize| {
        let slice = turns.slice(server, Duration::from_millis(10)).unwrap();
        slice.ok + slice.failed
    };
    let rounds: Vec<[u64; 2]> = (0..8).map(|_| [0, 1].map(&mut due)).collect();
    assert!(rounds.iter().all(|[first, second]| first == second), "{rounds:?}");
    assert!(rounds.iter().any(|round| round != &rounds[0]), "{rounds:?}");
}

#[test]
fn a_constant_rate_begins_anywhere_in_a_slice_and_is_kept_over_all() {
    let server = server(|stream, _| write(stream, HELLO));
    let all = [server.options(Schedule::constant(250.0))];
    let mut turns = turns(&all);
    let counts: Vec<u64> = (0..100).map(|_| turns.slice(0, Duration::from_millis(5)).unwrap().ok).collect();
    let sum: u64 = counts.iter().sum();
    // 1.25 are due in a slice on average; from an instant at its start on, it would be 2 in each.
    assert!((110..140).contains(&sum) && counts.iter().all(|count| [1, 2].contains(count)), "{sum}: {counts:?}");
}

#[test]
fn pipelined_requests_and_new_connections_are_counted_as_the_server_counts_them() {
    static OPENED: AtomicU64 = AtomicU64::new(0);
    let server = server(|stream, number| {
        OPENED.fetch_add(u64::from(number == 0), Ordering::SeqCst);
        write(stream, HELLO)
    });
    let plain = server.options(Schedule::closed());
    let mut seen = 0;
    for (pipeline, close) in [(4, Close::KeepAlive), (1, Close::Fin), (1, Close::Reset)] {
        let all = [Options { pipeline, close, ..plain.clone() }];
        let mut turns = turns(&all);
        OPENED.store(0, Ordering::SeqCst);
        let slices: Vec<_> = (0..10).map(|_| turns.slice(0, SLICE).unwrap()).collect();
        let ok: u64 = slices.iter().map(|slice| slice.ok).sum();
        assert!(ok > 0 && slices.iter().all(|slice| slice.failed == 0), "{close:?}: {slices:?}");
        assert_eq!((turns.total(0).ok, server.requests() - seen), (ok, ok), "{close:?}");
        let opened = OPENED.load(Ordering::SeqCst);
        match close {
            Close::KeepAlive => assert!(opened <= 4, "{opened}"),
            _ => assert_eq!(opened, ok, "{close:?}"),
        }
        seen = server.requests();
    }
}

#[test]
fn a_lead_warms_a_server_and_is_in_no_slice() {
    let server = server(|stream, _| write(stream, HELLO));
    let options = server.options(Schedule::constant(1_000.0));
    let mut clock = [100, 150, 400, 430, 1_000, 1_500].into_iter();
    let cpu = Box::new(move || clock.next());
    let turn = Turn { options: &options, protocol: get(), lead: Duration::from_millis(5), cpu };
    let mut turns = Turns::open(vec![turn]).unwrap();
    let slice = turns.slice(0, Duration::from_millis(10)).unwrap();
    assert_eq!((slice.idle_cpu_ns, slice.server_cpu_ns), (Some(50), Some(30)), "400 was read after the lead");
    assert!(slice.lead_ok > 0 && turns.total(0).ok == slice.ok + slice.lead_ok, "{slice:?}");
}

#[test]
fn a_slice_ends_when_its_time_is_over_though_its_last_answer_came_before() {
    let server = server(|stream, _| write(stream, HELLO));
    let all = [server.options(Schedule::constant(1_000.0))];
    let mut turns = turns(&all);
    let slices: Vec<_> = (0..11).map(|_| turns.slice(0, Duration::from_millis(10)).unwrap()).collect();
    // Without an event, the generator looks up ten times a second.
    let short = slices.iter().filter(|slice| slice.wall_ns < 50_000_000).count();
    assert!(short > 5, "{slices:#?}");
}

#[test]
fn cpu_time_of_a_slice_excludes_what_was_used_before_it() {
    let server = server(|stream, _| write(stream, HELLO));
    let options = options(server.address, Schedule::closed());
    let mut clock = [100, 150, 400, 430, 1_000].into_iter();
    let turn = Turn { options: &options, protocol: get(), lead: Duration::ZERO, cpu: Box::new(move || clock.next()) };
    let mut turns = Turns::open(vec![turn]).unwrap();
    let mut used = || {
        let slice = turns.slice(0, SLICE).unwrap();
        (slice.idle_cpu_ns, slice.server_cpu_ns)
    };
    assert_eq!(used(), (Some(50), Some(250)));
    assert_eq!(used(), (Some(30), Some(570)));
    assert_eq!(used(), (None, None), "a server that is gone has no CPU time");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let options = options(gone, Schedule::closed());
    let turn = Turn { options: &options, protocol: get(), lead: Duration::ZERO, cpu: Box::new(|| None) };
    let Err(Error::Connect { target, .. }) = Turns::open(vec![turn]) else { panic!("it opened") };
    assert_eq!(target, "test");
}
