//! `wirecost load URL --against URL`: servers in turn.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{self, Home, Ran, alone, in_some_run};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use serde_json::Value;
use wirecost_load::NullServer;

const BROKEN: &str = "HTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\n";
const REDIRECT: &str = "HTTP/1.1 302 Found\r\nlocation: /login\r\ncontent-length: 0\r\n\r\n";
const GOOD: &str = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n";

/// A server that takes this long for each answer, and counts them.
fn server(pause: Duration, answer: &'static str) -> (SocketAddr, Arc<AtomicU64>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let requests = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&requests);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let counter = Arc::clone(&counter);
            std::thread::spawn(move || {
                stream.set_nodelay(true).unwrap();
                let mut lines = BufReader::new(&stream).lines();
                while let Some(Ok(line)) = lines.next() {
                    if line.is_empty() {
                        counter.fetch_add(1, Ordering::SeqCst);
                        std::thread::sleep(pause);
                        if (&stream).write_all(answer.as_bytes()).is_err() {
                            return;
                        }
                    }
                }
            });
        }
    });
    (address, requests)
}

/// A server whose answers are errors after this many good ones.
fn breaking(after: u64) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answered = Arc::new(AtomicU64::new(0));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answered = Arc::clone(&answered);
            std::thread::spawn(move || {
                for line in BufReader::new(&stream).lines().map_while(Result::ok).filter(String::is_empty) {
                    let good = answered.fetch_add(1, Ordering::SeqCst) < after;
                    let answer = if good { GOOD } else { BROKEN };
                    if (&stream).write_all((line + answer).as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// A short comparison, and its document.
fn against(home: &Home, arguments: &[&str]) -> (Ran, Value) {
    home.run_json(&[&["load", "-d", "3s", "--warmup", "100ms", "-c", "4"], arguments].concat())
}

fn of<'a>(pair: &'a Value, name: &str) -> &'a Value {
    let figures = pair["figures"].as_array().unwrap();
    &figures.iter().find(|figure| figure[0] == name).unwrap_or_else(|| panic!("{name}: {pair:#}"))[1]
}

#[test]
fn the_slower_of_two_servers_is_named_with_an_interval() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let (quick, of_quick) = server(Duration::from_micros(500), GOOD);
        let (slow, of_slow) = server(Duration::from_millis(5), GOOD);
        let page = home.path("page.html");
        let page_name = page.display().to_string();
        let (ran, document) = against(&home, &[&url(quick), "--against", &url(slow), "--html", &page_name]);
        let ran = ran
            .expect(0)
            .says("times the median latency of 127.0.0.1:")
            .says("% fewer answers per second than 127.0.0.1:");
        assert!(
            ran.out.lines().all(|line| line.chars().count() <= 100) && !ran.out.contains('\x1b'),
            "{}",
            ran.transcript()
        );
        assert_eq!(document["schema"], "wirecost.against/1");
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains("times the median latency of 127.0.0.1:") && page.matches("<svg").count() >= 5, "{page}");
        assert!(["src=", "fetch(", "EventSource"].iter().all(|asks| !page.contains(asks)), "it asks nobody");
        let ratio = of(&document["comparisons"][0], "p50_ns")["used"]["ratio"]["median"].as_f64().unwrap();
        assert!(ratio > 1.5, "{ratio}");
        for (index, requests) in [of_quick, of_slow].into_iter().enumerate() {
            let slices = document["slices"].as_array().unwrap();
            let of_it = slices.iter().filter(|slice| slice["server"] == index);
            let ok: u64 = of_it.map(|slice| slice["ok"].as_u64().unwrap()).sum();
            let (total, seen) =
                (document["servers"][index]["total"]["ok"].as_u64().unwrap(), requests.load(Ordering::SeqCst));
            // Before each slice there is load that no slice counts, and before all of them the warm-up.
            let told = format!("{ok} in slices, {total} with what led to them, {seen} with the warm-up");
            assert!(0 < ok && ok < total && total < seen && seen < 3 * ok, "{told}");
        }
    });
}

#[test]
fn the_exit_code_of_a_gate_shows_a_slower_server() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let (quick, _) = server(Duration::from_micros(500), GOOD);
        let (slow, _) = server(Duration::from_millis(5), GOOD);
        let (ran, document) = against(&home, &[&url(quick), "--against", &url(slow), "--max-slowdown", "50%"]);
        ran.expect(3).says("REGRESSED");
        assert_eq!(of(&document["comparisons"][0], "p50_ns")["verdict"], "regressed");
        against(&home, &[&url(slow), "--against", &url(quick), "--max-slowdown", "50%"]).0.expect(0).says("improved");
    });
}

/// Nobody is to take what was not compared for what is not slower.
#[test]
fn a_gate_that_could_compare_nothing_is_undecided() {
    let _alone = alone();
    let home = Home::new();
    let (quick, _) = server(Duration::from_micros(500), GOOD);
    let (slow, _) = server(Duration::from_millis(300), GOOD);
    let (ran, document) = against(&home, &[&url(quick), "--against", &url(slow), "--max-slowdown", "3%"]);
    ran.expect(4).says("too few slices").says("further than 40 ms apart");
    assert!(document["comparisons"][0]["figures"].as_array().unwrap().is_empty() && document["apart_ns"].is_null());
}

#[test]
fn planned_rates_are_not_compared_between_servers() {
    let _alone = alone();
    let home = Home::new();
    let servers = [0; 3].map(|_| server(Duration::from_micros(200), GOOD).0);
    let [first, second, third] = servers.map(url);
    let rate = ["--rate", "2000", "--poisson", "-d", "6s"];
    let (ran, document) = against(&home, &[&[&*first, "--against", &second, "--against", &third], &rate[..]].concat());
    ran.expect(0)
        .says("2000/s at planned instants")
        .says("the number beside a figure is its ratio to that of 127.0.0.1:");
    assert_eq!(document["comparisons"].as_array().unwrap().len(), 2);
    let names = document["comparisons"][1]["figures"].as_array().unwrap().iter().map(|figure| figure[0].clone());
    assert_eq!(names.collect::<Vec<_>>(), ["cpu_ns", "p50_ns", "p90_ns"], "no rate");
}

#[test]
fn a_server_that_fails_makes_the_comparison_invalid() {
    let _alone = alone();
    let home = Home::new();
    let (good, _) = server(Duration::ZERO, GOOD);
    let (broken, _) = server(Duration::ZERO, BROKEN);
    let refused = home.run(&["load", "--warmup", "100ms", &url(good), "--against", &url(broken)]);
    let refused = refused.expect(2);
    assert!(
        refused.err.contains("gave no good answer in the warm-up") && refused.err.contains("500"),
        "{}",
        refused.transcript()
    );
    let (redirects, _) = server(Duration::ZERO, REDIRECT);
    let gate = ["load", "--warmup", "100ms", &url(good), "--against", &url(redirects), "--max-slowdown", "900%"];
    home.run(&gate).expect(2).says("gave no good answer in the warm-up").says("302");
    // One that breaks later is compared, and the comparison says that it is not valid.
    let breaks = breaking(2_000);
    let (ran, document) = against(&home, &[&url(good), "--against", &url(breaks), "-d", "1s"]);
    ran.expect(1).says("NOT VALID").says("requests to 127.0.0.1:").says("another status");
    assert!(document["servers"][1]["total"]["errors"]["status"].as_u64().unwrap() > 0);
}

#[test]
fn a_server_that_only_redirects_is_no_good_one() {
    let home = Home::new();
    let (redirects, requests) = server(Duration::ZERO, REDIRECT);
    let (ran, document) = home.run_json(&["load", &url(redirects), "-c", "1", "-n", "20"]);
    let ran = ran.expect(1).says("20 sent, 0 ok, 20 failed").says("statuses: 20 x 302");
    assert!(!ran.out.contains("--fill"), "{}", ran.transcript());
    assert_eq!(document["answers"], serde_json::json!({"302": 20}));
    assert_eq!(requests.load(Ordering::SeqCst), 20, "-n leaves out the warm-up");
    // A document on standard output is alone there.
    let ran = home.run(&["load", &url(redirects), "-c", "1", "-n", "3", "--json", "-"]).expect(1);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap()["answers"]["302"], 3);
    assert!(ran.err.contains("3 sent, 0 ok") && !home.path("-").exists(), "{}", ran.transcript());
    let (_, document) = home.run_json(&["load", &url(redirects), "-c", "1", "-n", "20", "--expect", "302"]);
    assert_eq!((&document["ok"], &document["answers"]["302"]), (&20.into(), &20.into()));
}

#[test]
fn runs_that_cannot_be_compared_are_refused_with_the_reason() {
    let _alone = alone();
    let home = Home::new();
    let (good, _) = server(Duration::ZERO, GOOD);
    let gone = url(TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let good = url(good);
    for (arguments, reason) in [
        (&[&*good, "--against", &*gone][..], "Connection refused"),
        (&[&good, "--against", "redis://127.0.0.1"], "another protocol"),
        (&[&good, "--against", &good, "--pid", "1"], "once for each server"),
        (&[&good, "--against", &good, "--stages", "10:1s"], "cannot be used with"),
        (&[&good, "--max-slowdown", "3%"], "--against"),
    ] {
        let ran = home.run(&[&["load", "--warmup", "0s"], arguments].concat()).expect(2);
        assert!(ran.err.contains(reason), "{reason}: {}", ran.transcript());
    }
}

/// A thousand connections to each of four servers, within the limit on open files and beyond it.
#[test]
fn four_servers_take_a_thousand_connections_each() {
    const CONNECTIONS: u64 = 1000;
    let limit = getrlimit(Resource::Nofile);
    let both_ends = 2 * 4 * CONNECTIONS + 256;
    if limit.maximum.is_some_and(|maximum| maximum < both_ends) {
        println!("skipped: {both_ends} files must be open at once; raise the limit with `ulimit -n`");
        return;
    }
    setrlimit(Resource::Nofile, Rlimit { current: limit.current.map(|current| current.max(both_ends)), ..limit })
        .unwrap();
    let _alone = alone();
    let home = Home::new();
    let servers = [(); 4].map(|()| NullServer::start(GOOD.as_bytes(), |_| {}).unwrap());
    let urls = servers.each_ref().map(|server| url(server.address()));
    let mut arguments = vec!["load", &urls[0], "-c", "1000", "--warmup", "500ms", "-d", "2s"];
    arguments.extend(urls[1..].iter().flat_map(|url| ["--against", url]));
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0);
    for server in document["servers"].as_array().unwrap() {
        assert!(server["total"]["ok"].as_u64().unwrap() >= CONNECTIONS, "{server:#}");
        assert_eq!(server["total"]["errors"]["connect"], 0, "{server:#}");
    }

    let program = home.command(&arguments);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -n 2000 && exec \"$0\" \"$@\""]).arg(program.get_program()).args(program.get_args());
    Ran::of(limited)
        .expect(2)
        .says("4064 files must be open at once, the limit is 2000: raise it with `ulimit -n 4064`");
}

#[test]
fn ctrl_c_ends_a_comparison_and_keeps_what_it_found() {
    let _alone = alone();
    let home = Home::new();
    let (first, requests) = server(Duration::ZERO, GOOD);
    let (second, _) = server(Duration::ZERO, GOOD);
    let file = home.path("result.json");
    let mut command = home.command(&["load", &url(first), "--against", &url(second), "--warmup", "0s", "--json"]);
    let child = command.arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while requests.load(Ordering::SeqCst) < 5_000 {
        std::thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert!(!document["slices"].as_array().unwrap().is_empty());
}

/// Servers that are processes of their own are compared by their CPU time as well.
#[test]
fn cpu_time_comes_from_the_processes_that_listen() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let servers = ["one", "two"].map(|message| Started::new(&home, message));
        let [one, two] = servers.each_ref().map(|server| format!("http://{}/message", server.address));
        let (ran, document) = against(&home, &[&one, "--against", &two]);
        ran.expect(0).says("CPU time per request");
        let ratio = of(&document["comparisons"][0], "cpu_ns")["used"]["ratio"]["median"].as_f64().unwrap();
        assert!((0.5..2.0).contains(&ratio), "one program twice: {ratio}");
        let processes = |index: usize| document["servers"][index]["processes"][0].as_u64().unwrap() as u32;
        assert_eq!([processes(0), processes(1)], servers.each_ref().map(|server| server.child.id()));
    });
}

/// Two addresses of one server: what it does between slices of one is mostly for the other.
#[test]
fn what_one_process_does_between_slices_is_charged_to_neither_of_its_addresses() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let server = Started::new(&home, "one");
        let pid = server.child.id().to_string();
        let [one, two] = ["message", "who"].map(|path| format!("http://{}/{path}", server.address));
        let (ran, document) = against(&home, &[&one, "--against", &two, "--pid", &pid, "--pid", &pid]);
        ran.expect(0).says("CPU time per request").says("have processes in common");
        let slices = document["slices"].as_array().unwrap();
        assert!(slices.iter().all(|slice| slice["idle_cpu_ns"].is_null() && slice["server_cpu_ns"].is_u64()));
        let ratio = of(&document["comparisons"][0], "cpu_ns")["used"]["ratio"]["median"].as_f64().unwrap();
        assert!((0.5..2.0).contains(&ratio), "{ratio}");
    });
}

/// Work that is put off costs as much as work that is done at once.
#[test]
fn method_40_work_that_a_server_puts_off_is_charged_to_it() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let program = common::example("faulty_server");
        let servers = ["works", "defers"].map(|when| {
            let mut command = std::process::Command::new(&program);
            Started::by(command.arg(when), &home, when)
        });
        let [works, defers] = servers.each_ref().map(|server| format!("http://{}/message", server.address));
        let (ran, document) = against(&home, &[&works, "--against", &defers]);
        ran.expect(0);
        let ratio = of(&document["comparisons"][0], "cpu_ns")["used"]["ratio"]["median"].as_f64().unwrap();
        assert!((0.75..1.35).contains(&ratio), "half of the work was hidden, or charged twice: {ratio}");
    });
}

/// A server of the http lab. It ends with the test, however that ends.
struct Started {
    child: Child,
    address: SocketAddr,
}

impl Started {
    fn new(home: &Home, message: &str) -> Self {
        Self::by(&mut home.command(&["http-server", "hyper"]), home, message)
    }

    fn by(command: &mut std::process::Command, home: &Home, message: &str) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        command.env("WIRECOST_PORT", address.port().to_string()).env("WIRECOST_MESSAGE", home.write(message, "hello"));
        command.env("WIRECOST_NONCE", "n").env("WIRECOST_CORES", "1").stdin(Stdio::piped()).stdout(Stdio::null());
        let mut started = Self { child: command.spawn().unwrap(), address };
        while std::net::TcpStream::connect(address).is_err() {
            let ended = started.child.try_wait().unwrap();
            assert!(ended.is_none(), "{ended:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
        started
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // One that has ended already needs neither.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
