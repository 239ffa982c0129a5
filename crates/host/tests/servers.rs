//! Servers that behave and servers that do not. The test program itself plays them, told by its environment.

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use rustix::thread::sched_getaffinity;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wirecost_host::{Error, KeepAwake, Launch, Nonce, Server};

const ROLE: &str = "WIRECOST_TEST_ROLE";
const PORT: &str = "WIRECOST_TEST_PORT";
const WORD: &str = "WIRECOST_TEST_NONCE";

/// Starts this program again in a role.
fn role(name: &str) -> Launch {
    let program = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let mut launch = Launch::new(program, ["--ignored", "--exact", "plays_a_role", "--nocapture"]);
    let set = [(ROLE, name), (PORT, "{port}"), (WORD, "{nonce}")];
    launch.environment = set.map(|(name, value)| (name.to_string(), value.to_string())).to_vec();
    launch
}

fn asks() -> Option<Nonce> {
    Some(Nonce { question: "who?\n".into() })
}

#[test]
#[ignore = "not a test: what the tests start"]
fn plays_a_role() {
    match std::env::var(ROLE).unwrap_or_default().as_str() {
        "answers" => answer(&std::env::var(WORD).unwrap()),
        "forgets" => answer("I do not know"),
        "has a worker" => {
            let mut worker = Command::new("sleep").arg("1000").spawn().unwrap();
            answer(&worker.id().to_string());
            worker.wait().unwrap();
        }
        "ends" => {
            eprintln!("first words");
            eprintln!("no such configuration");
            std::process::exit(7);
        }
        "is silent" => std::thread::park(),
        "ignores requests to end" => {
            let deaf = "trap '' TERM; while :; do sleep 1000; done";
            let mut worker = Command::new("sh").args(["-c", deaf]).spawn().unwrap();
            answer("");
            worker.wait().unwrap();
        }
        "is a wirecost" => {
            let server = Server::start(&role("has a worker")).unwrap();
            println!("server {} {}", server.pid(), ask(&server));
            std::thread::park();
        }
        other => panic!("no such role: {other:?}"),
    }
}

/// Answers every line with `word`, until it fails.
fn answer(word: &str) {
    let listener = TcpListener::bind(format!("127.0.0.1:{}", std::env::var(PORT).unwrap())).unwrap();
    while let Ok((mut stream, _)) = listener.accept() {
        let mut line = String::new();
        let _ = BufReader::new(&stream).read_line(&mut line);
        let _ = stream.write_all(word.as_bytes());
    }
}

fn ask(server: &Server) -> String {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(b"who?\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn lives(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let zombie = stat.rsplit_once(')').is_some_and(|(_, fields)| fields.starts_with(" Z"));
    !zombie && test_kill_process(Pid::from_raw(pid as i32).unwrap()).is_ok()
}

/// Waits for what must become true; it is wrong if it does not within a time that no machine needs.
fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(600), "never: {what}");
        std::thread::yield_now();
    }
}

#[test]
fn a_server_proves_itself_and_ends_with_its_folder() {
    let mut launch = role("answers");
    launch.nonce = asks();
    launch.files = vec![("conf".into(), "listen {port}; in {dir}".into())];
    launch.plain_files = vec![("page".into(), b"{port}\xff".to_vec())];
    let mut server = Server::start(&launch).unwrap();
    assert!(server.is_running());
    assert_eq!(ask(&server).len(), 32);
    let (pid, folder) = (server.pid(), server.folder().to_path_buf());
    let conf = std::fs::read_to_string(folder.join("conf")).unwrap();
    assert_eq!(conf, format!("listen {}; in {}", server.address().port(), folder.display()));
    assert_eq!(std::fs::read(folder.join("page")).unwrap(), b"{port}\xff");
    server.stop();
    assert!(!lives(pid) && !folder.exists());
}

#[test]
fn a_server_that_was_killed_starts_again_with_its_folder_and_port() {
    let mut launch = role("has a worker");
    launch.nonce = None;
    let mut server = Server::start(&launch).unwrap();
    let (pid, worker, address) = (server.pid(), ask(&server).parse::<u32>().unwrap(), server.address());
    std::fs::write(server.folder().join("kept"), "still there").unwrap();
    server.kill();
    assert!(!server.is_running() && !lives(pid) && !lives(worker), "and all that it started");
    assert!(TcpStream::connect(address).is_err());
    server.start_again(&launch).unwrap();
    assert_ne!(server.pid(), pid);
    assert_eq!(server.address(), address);
    assert_eq!(std::fs::read_to_string(server.folder().join("kept")).unwrap(), "still there");
    let (pid, worker, folder) = (server.pid(), ask(&server).parse::<u32>().unwrap(), server.folder().to_path_buf());
    server.stop();
    assert!(!lives(pid) && !lives(worker) && !folder.exists());
}

#[test]
fn one_whose_port_was_taken_meanwhile_starts_again_on_another() {
    let mut launch = role("answers");
    launch.files = vec![("conf".into(), "listen {port}".into())];
    let mut server = Server::start(&launch).unwrap();
    let before = server.address();
    server.kill();
    let _stranger = TcpListener::bind(before).unwrap();
    server.start_again(&launch).unwrap();
    assert_ne!(server.address(), before);
    assert_eq!(ask(&server).len(), 32);
    let conf = std::fs::read_to_string(server.folder().join("conf")).unwrap();
    assert_eq!(conf, format!("listen {}", server.address().port()));
}

#[test]
fn two_servers_have_two_ports_and_two_folders() {
    let (one, two) = (Server::start(&role("answers")).unwrap(), Server::start(&role("answers")).unwrap());
    assert_ne!(one.address(), two.address());
    assert_ne!(one.folder(), two.folder());
    assert_ne!(ask(&one), ask(&two));
}

#[test]
fn a_server_that_does_not_know_the_nonce_is_refused() {
    let mut launch = role("forgets");
    launch.nonce = asks();
    let fault = Server::start(&launch).unwrap_err();
    assert!(matches!(fault, Error::Impostor { .. }), "{fault}");
}

#[test]
fn one_that_ends_says_its_last_words() {
    let fault = Server::start(&role("ends")).unwrap_err();
    assert!(matches!(fault, Error::Ended { .. }), "{fault}");
    assert!(
        fault.to_string().contains("exit status: 7") && fault.to_string().ends_with("no such configuration"),
        "{fault}"
    );
}

#[test]
fn one_that_is_silent_is_given_up() {
    let mut launch = role("is silent");
    launch.patience = Duration::from_millis(300);
    let fault = Server::start(&launch).unwrap_err();
    assert!(matches!(fault, Error::Silent { .. }), "{fault}");
}

#[test]
fn one_that_is_not_there_says_so() {
    let fault = Server::start(&Launch::new("/no/such/program", [""; 0])).unwrap_err();
    assert!(matches!(fault, Error::Run { .. }), "{fault}");
}

#[test]
fn one_that_ignores_requests_to_end_is_killed_with_its_workers() {
    let server = Server::start(&role("ignores requests to end")).unwrap();
    let before = server.usage();
    assert!(before.processes >= 2, "{before:?}");
    let pid = server.pid();
    drop(server);
    assert!(!lives(pid));
}

#[test]
fn a_server_stays_on_its_core() {
    let allowed = sched_getaffinity(None).unwrap();
    let core = (0..1024).rfind(|&core| allowed.is_set(core)).unwrap();
    let mut launch = role("answers");
    launch.cores = vec![core];
    let server = Server::start(&launch).unwrap();
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    assert!(status.contains(&format!("Cpus_allowed_list:\t{core}\n")), "{status}");
}

#[test]
fn work_shows_in_the_usage() {
    let server = Server::start(&role("answers")).unwrap();
    let before = server.usage();
    assert!(before.memory_bytes > 0 && before.peak_memory_bytes > 0 && before.processes == 1 && before.threads >= 1);
    eventually("50 answers take CPU time and waits", || {
        ask(&server);
        let used = server.usage().since(before);
        used.cpu_ns > 0 && used.voluntary_switches >= 50
    });
}

#[test]
fn a_server_outlives_the_thread_that_started_it() {
    let mut server = std::thread::spawn(|| Server::start(&role("answers")).unwrap()).join().unwrap();
    assert_eq!(ask(&server).len(), 32);
    assert!(server.is_running());
}

/// Killed with -9, wirecost leaves neither a server behind nor what the server started.
#[test]
fn kill_9_leaves_no_server_behind() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "plays_a_role", "--nocapture"]).env(ROLE, "is a wirecost");
    let mut wirecost = command.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(wirecost.stdout.take().unwrap()).lines();
    let line =
        lines.map_while(Result::ok).find_map(|line| line.split_once("server ").map(|(_, pids)| pids.to_string()));
    let pids: Vec<u32> = line.unwrap().split(' ').map(|pid| pid.parse().unwrap()).collect();
    assert!(pids.len() == 2 && pids.iter().all(|&pid| lives(pid)), "{pids:?}");
    kill_process(Pid::from_child(&wirecost), Signal::KILL).unwrap();
    wirecost.wait().unwrap();
    eventually("server and worker end", || pids.iter().all(|&pid| !lives(pid)));
}

#[test]
fn cores_that_are_kept_awake_give_way_at_once() {
    let allowed = sched_getaffinity(None).unwrap();
    let core = (0..1024).rfind(|&core| allowed.is_set(core)).unwrap();
    let awake = KeepAwake::start(&[core]).unwrap();
    // Its thread is of the lowest class there is: SCHED_IDLE, policy 5, field 41 of proc(5)'s stat.
    let policies = || {
        let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
        let stats = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
        let policy = |stat: String| stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(38)?.parse::<u32>().ok();
        stats.filter_map(policy).collect::<Vec<_>>()
    };
    eventually("a thread of the class idle", || policies().contains(&5));
    drop(awake);
    eventually("no thread of the class idle", || !policies().contains(&5));
    assert!(KeepAwake::start(&[1 << 20]).is_err());
}
