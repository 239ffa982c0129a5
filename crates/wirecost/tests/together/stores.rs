//! The kv lab from end to end: engines without a server, PostgreSQL, memory that runs out, and what is left when a run is cut short.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::stores::faulty;
use crate::common::{self, Home, Ran, cases, example};
use serde_json::Value;

/// A suite of very short trials. Nothing is pinned: other tests run beside it.
const SHORT: &str = r#"
[kv]
budget = "2m"
trials = 1
candidates = ["map"]
longest = "20s"
[[kv.load]]
keys = 2000
value_bytes = 100
operations = ["set", "get", "ycsb-a"]
connections = [4]
order = ["zipf"]
window = "300ms"
placement = ["free"]
"#;

/// Whether a file is on this machine; says so where it is not, and fails where everything was installed.
fn is_there(path: &str, what: &str) -> bool {
    let found = Path::new(path).exists();
    if !found {
        assert!(std::env::var_os("CI").is_none(), "{what} is missing; cargo xtask setup installs it");
        eprintln!("skipped: {what} is not installed");
    }
    found
}

fn of<'a>(document: &'a Value, name: &str, operation: &str) -> &'a Value {
    let found = cases(document, |case| case["candidate"] == name && case["operation"] == operation);
    assert_eq!(found.len(), 1, "{name} {operation}");
    found[0]
}

fn was_measured(case: &Value) -> bool {
    case["status"] == "ok" || case["status"] == "invalid"
}

/// Whether each request of a case got the answer that it should.
fn is_sound(case: &Value) -> bool {
    let trials = case["trials"].as_array().unwrap();
    let is_sound = |trial: &Value| trial["load"]["ok"] == trial["load"]["sent"] && trial["load"]["misses"] == 0;
    was_measured(case) && !trials.is_empty() && trials.iter().all(is_sound)
}

fn estimate(case: &Value, name: &str) -> f64 {
    case["trials"][0]["estimates"][name].as_f64().unwrap_or_else(|| panic!("{name}: {case:#}"))
}

#[test]
fn engines_are_called_without_a_server() {
    let home = Home::new();
    let planned = "[[kv.load]]\nkeys = 2000\nvalue_bytes = 100\noperations = [\"ycsb-a\"]\nconnections = [4]\nrate_per_s = [500]\n\
                   window = \"300ms\"\nplacement = [\"free\"]\n";
    let suite = home.write("short.toml", &(SHORT.replace("\"ycsb-a\"]", "\"ycsb-a\", \"crash\"]") + planned));
    let mut engines = vec!["map", "lmdb-nosync", "redb-none", "fjall-buffered", "sqlite-off"];
    for (header, name) in [
        ("/usr/include/tchdb.h", "tokyo-cabinet-no-yield"),
        ("/usr/include/db.h", "berkeley-db-nosync"),
        ("/usr/include/rocksdb/c.h", "rocksdb-nosync"),
    ] {
        engines.extend(is_there(header, name).then_some(name));
    }
    let names: Vec<String> = engines.iter().map(|name| format!("in-process-{name}")).collect();
    let mut arguments = vec!["run", &suite, "-v", "--candidate", "map"];
    names.iter().for_each(|name| arguments.extend(["--candidate", name]));
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("durability memory, in process: ").says("no server and no connection").says("memory ");
    for name in &names {
        let closed = |operation: &str| {
            let is = |case: &Value| case["operation"] == operation && case["parameters"]["schedule"] == "closed";
            cases(&document, |case| case["candidate"] == name.as_str() && is(case))
        };
        for case in ["set", "get", "ycsb-a"].iter().flat_map(|operation| closed(operation)) {
            assert!(is_sound(case) && case["parameters"]["binding"] == "in-process", "{case:#}");
            assert!(estimate(case, "server_cpu_ns") > 0.0 && estimate(case, "memory_bytes") > 0.0);
        }
        assert_eq!(closed("set")[0]["trials"][0]["load"]["ok"], 2000);
        let skipped = cases(&document, |case| case["candidate"] == name.as_str() && case["status"] == "skipped");
        let reasons: Vec<&str> = skipped.iter().map(|case| case["reason"].as_str().unwrap()).collect();
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        assert!(reasons.iter().any(|reason| reason.contains("closed loop")), "{reasons:?}");
        assert!(reasons.iter().any(|reason| reason.contains("nobody is told")), "{reasons:?}");
    }
    let of_server = of(&document, "map", "crash");
    assert!(was_measured(of_server) && of_server["parameters"].get("binding").is_none(), "{of_server:#}");
    home.run(&["start", "kv", "in-process-map"]).expect(2);
}

#[test]
fn memory_and_disk_are_read_through_the_load() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("300ms", "900ms"));
    let (ran, document) = home.run_json(&["run", &suite, "--candidate", "map", "--candidate", "lmdb-nosync"]);
    ran.expect(0);
    for name in ["map", "lmdb-nosync"] {
        let load = &of(&document, name, "ycsb-a")["trials"][0]["load"];
        let read = load["resources"].as_array().unwrap();
        assert!(read.len() >= 3, "{load:#}");
        let at = |index: usize| read[index]["at_s"].as_f64().unwrap();
        assert!((1..read.len()).all(|index| at(index) > at(index - 1)), "{read:?}");
        assert!(read.iter().all(|it| it["memory_bytes"].as_u64() > Some(1 << 20)), "{read:?}");
        let on_disk = read.last().unwrap()["disk_bytes"].as_u64() > Some(100_000);
        assert_eq!(on_disk, name != "map", "{read:?}");
    }
    let page = home.path("page.html");
    home.run(&["report", "latest", "--html", page.to_str().unwrap()]).expect(0);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Memory through time") && page.contains("Disk through time"));
}

/// PostgreSQL's three durabilities.
const POSTGRESQL: [&str; 3] = ["postgresql-async", "postgresql-no-fsync", "postgresql-sync"];

#[test]
fn postgresql_is_a_store_of_values_by_key() {
    if !is_there("/usr/lib/postgresql", "postgresql") {
        return;
    }
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("\"ycsb-a\"]", "\"ycsb-a\", \"crash\"]"));
    let mut arguments = vec!["run", &suite];
    POSTGRESQL.iter().for_each(|name| arguments.extend(["--candidate", name]));
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("durability machine");
    for name in POSTGRESQL {
        for operation in ["set", "get", "ycsb-a"] {
            let case = of(&document, name, operation);
            assert!(is_sound(case) && estimate(case, "disk_bytes") > 1e6, "{case:#}");
            assert!(estimate(case, "memory_bytes") > 0.0);
        }
        // Its processes for connections end with these: what they used is counted all the same.
        assert!(estimate(of(&document, name, "set"), "server_cpu_ns") > 0.0);
        let crash = of(&document, name, "crash");
        assert!(estimate(crash, "answered_writes") > 0.0, "{crash:#}");
        let lost = estimate(crash, "lost_writes") + estimate(crash, "damaged_values");
        assert!(name == "postgresql-async" || lost == 0.0, "{crash:#}");
    }
}

#[test]
fn postgresql_keeps_what_it_synced() {
    if !is_there("/usr/lib/postgresql", "postgresql") || !is_there("/usr/bin/cc", "cc") {
        return;
    }
    let home = Home::new();
    let suite = home.write("cut.toml", &SHORT.replace("\"set\", \"get\", \"ycsb-a\"", "\"power-cut\""));
    let (ran, document) = home.run_json(&["run", &suite, "--candidate", "postgresql-sync"]);
    ran.expect(0);
    let cut = of(&document, "postgresql-sync", "power-cut");
    assert!(estimate(cut, "answered_writes") > 0.0 && estimate(cut, "syncs") > 0.0, "{cut:#}");
    assert_eq!(estimate(cut, "lost_writes"), 0.0, "{cut:#}");
}

/// More than half of the values have room in.
const FULL: &str = r#"
[kv]
budget = "10m"
trials = 1
candidates = ["map"]
longest = "60s"
[[kv.load]]
keys = 20000
value_bytes = 20000
operations = ["full-memory"]
connections = [4]
placement = ["free"]
"#;

#[test]
fn evictions_and_errors_are_counted_when_memory_is_full() {
    let home = Home::new();
    let suite = home.write("full.toml", FULL);
    let mut arguments = vec!["run", &suite, "--candidate", "map", "--candidate", "lmdb-nosync"];
    let is_installed = |program: &str| is_there(&format!("/usr/bin/{program}"), program);
    let (memcached, redis) = (is_installed("memcached"), is_installed("redis-server"));
    memcached.then(|| arguments.extend(["--candidate", "memcached"]));
    redis.then(|| arguments.extend(["--candidate", "redis-none"]));
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("What happens when memory runs out");
    let all = |name: &str, estimate: &str| self::estimate(of(&document, name, "full-memory"), estimate);
    // A map in memory ends, with all that was in it.
    assert_eq!((all("map", "ended"), all("map", "lost_writes")), (1.0, all("map", "answered_writes")));
    // What is in a file needs no memory.
    let kept = ["ended", "lost_writes", "refused_writes"].map(|estimate| all("lmdb-nosync", estimate));
    assert_eq!((kept, all("lmdb-nosync", "answered_writes")), ([0.0; 3], 20000.0));
    if memcached {
        let (evictions, lost) = (all("memcached", "evictions"), all("memcached", "lost_writes"));
        assert!(evictions > 0.0 && lost > 0.0 && all("memcached", "ended") == 0.0, "{evictions} {lost}");
    }
    if redis {
        let (refused, lost) = (all("redis-none", "refused_writes"), all("redis-none", "lost_writes"));
        assert!(refused > 0.0 && lost == 0.0 && all("redis-none", "ended") == 0.0, "{refused} {lost}");
    }
}

/// A folder for temporary files that every user may pass through, as `/tmp` is.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    std::fs::set_permissions(place.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    place
}

/// The processes that run in a folder below this one.
fn running_in(place: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    entries.filter(|process| process.join("cwd").read_link().is_ok_and(|cwd| cwd.starts_with(place))).collect()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(40), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a suite, ends it by a signal when a store has come so far, and sees that no process of it is left.
fn cut_short(home: &Home, arguments: &[&str], signal: &str, has_come: impl Fn(&Path) -> bool) {
    let place = place();
    let mut command = home.command(arguments);
    let mut run = command.env("TMPDIR", place.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("a store runs", || has_come(place.path()));
    assert!(Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap().success());
    until("the run ends", || run.try_wait().unwrap().is_some());
    until("no process is left", || running_in(place.path()).is_empty());
}

#[test]
fn a_crash_trial_ends_at_ctrl_c() {
    let home = Home::new();
    let program = example("faulty_store");
    // Started again, it never listens.
    home.write(
        "mine/candidates/kv/sleeps/candidate.toml",
        &format!(
            "summary = \"s\"\nlanguage = \"rust\"\npackage = \"p\"\n[version]\ncommand = [\"echo\", \"1.0\"]\n[start]\n\
             command = [\"sh\", \"-c\", \"if [ -e again ]; then touch slept; exec sleep 600; fi; touch again; exec {program} \
             sound 1\"]\n[store]\nprotocol = \"memcached\"\ndurability = \"memory\"\n"
        ),
    );
    let suite = home.write("crash.toml", &SHORT.replace("\"set\", \"get\", \"ycsb-a\"", "\"crash\""));
    let sleeps = |place: &Path| {
        let folders = std::fs::read_dir(place).unwrap().flatten();
        folders.map(|room| room.path()).any(|room| room.join("slept").exists())
    };
    cut_short(&home, &["run", &suite, "--overlay", "mine", "--candidate", "sleeps"], "-INT", sleeps);
}

#[test]
fn no_process_of_postgresql_is_left() {
    if !is_there("/usr/lib/postgresql", "postgresql") {
        return;
    }
    let home = Home::new();
    let suite = home.write("long.toml", &SHORT.replace("window = \"300ms\"", "window = \"10m\"").replace("2m", "5h"));
    // Four connections have a process each, beside those that it always has.
    let serves = |place: &Path| running_in(place).len() > 9;
    for signal in ["-INT", "-KILL"] {
        cut_short(&home, &["run", &suite, "--candidate", "postgresql-no-fsync"], signal, serves);
    }
}

#[test]
fn values_may_hold_a_message_in_a_format() {
    let home = Home::new();
    let values = "message = \"dns-record\"\nformats = [\"json\", \"protobuf\", \"fast-infoset\"]";
    let text = SHORT.replace("value_bytes = 100", values);
    let suite = home.write("messages.toml", &text);
    let arguments = ["run", &suite, "-v", "--candidate", "map", "--candidate", "in-process-map"];
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("ycsb-a of dns-record by format");
    for (format, bytes) in [("protobuf", "107"), ("json", "157")] {
        let is = |case: &Value| case["parameters"]["value"] == format!("dns-record:{format}");
        let found = cases(&document, |case| is(case));
        assert_eq!(found.len(), 2 * 3, "{format}");
        for case in found {
            assert!(is_sound(case) && case["format"] == format && case["message"] == "dns-record", "{case:#}");
            assert_eq!(case["parameters"]["value_bytes"], bytes, "24 bytes tell key and write");
        }
    }
    home.write("broken.toml", &text.replace("fast-infoset", "fast-infose"));
    home.run(&["run", home.path("broken.toml").to_str().unwrap()]).expect(2).says("there are json, xml, fast-infoset");
    let started = common::started::Started::with(&home, &["start", "kv", "map", "--listen", "0"]);
    let url = format!("memcached://{}", started.address);
    let load = |value: &str| {
        home.run(&[
            "load", &url, "--keys", "500", "--value", value, "--warmup", "0s", "-d", "300ms", "-c", "4", "--quiet",
        ])
    };
    // A machine that is too busy makes a load invalid, and its answers no worse.
    load("dns-record:fast-infoset").says(" ok, 0 failed");
    load("dns-record:jsom").expect(2).says("there are json");
    load("dns-record").expect(2).says("MESSAGE:FORMAT");
}

#[test]
fn a_client_library_calls_the_store() {
    let python = common::workspace().join("target/strangers");
    let has_python = is_there(&python.join("bin/python").display().to_string(), "target/strangers");
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    std::fs::create_dir_all(home.path(".cache/wirecost/installed")).unwrap();
    let mut arguments = vec!["run", &suite, "-v"];
    let mut names = Vec::new();
    for (name, program, is_python) in [
        ("client-pymemcache", "memcached", true),
        ("client-redis-py", "redis-server", true),
        ("client-memcache", "memcached", false),
        ("client-redis-rs", "redis-server", false),
    ] {
        if (has_python || !is_python) && is_there(&format!("/usr/bin/{program}"), program) {
            std::os::unix::fs::symlink(&python, home.path(&format!(".cache/wirecost/installed/{name}"))).unwrap();
            arguments.extend(["--candidate", name]);
            names.push(name);
        }
    }
    if names.is_empty() {
        return;
    }
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("durability memory, by client libraries");
    names.iter().for_each(|name| assert_library_called(&document, name));
}

fn assert_library_called(document: &Value, name: &str) {
    for operation in ["set", "get"] {
        let case = of(document, name, operation);
        assert!(is_sound(case) && case["parameters"]["binding"] == "client-library", "{case:#}");
        assert_eq!(case["trials"][0]["load"]["ok"], 2000, "every key once");
        assert!(estimate(case, "client_cpu_ns") > 0.0 && estimate(case, "server_cpu_ns") > 0.0);
    }
    let mix = of(document, name, "ycsb-a");
    assert_eq!((&mix["status"], mix["reason"].as_str().unwrap().contains("in order")), (&"skipped".into(), true));
}

#[test]
fn jedis_calls_the_store() {
    let programs = ["redis-server", "java", "javac", "mvn"];
    if !programs.iter().all(|program| is_there(&format!("/usr/bin/{program}"), program)) {
        return;
    }
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let (ran, document) = home.run_json(&["run", &suite, "-v", "--candidate", "client-jedis"]);
    let set = of(&document, "client-jedis", "set");
    if set["reason"].as_str().is_some_and(|reason| reason.starts_with("cannot be built")) {
        // The libraries come from Maven's repository once, and stay.
        assert!(std::env::var_os("CI").is_none(), "{}", ran.transcript());
        eprintln!("skipped: Maven cannot resolve Jedis\n{}", ran.transcript());
        return;
    }
    ran.expect(0).says("durability memory, by client libraries");
    assert_library_called(&document, "client-jedis");
    // Messages are bytes that are no text.
    let values = "message = \"dns-record\"\nformats = [\"protobuf\"]";
    let suite = home.write("messages.toml", &SHORT.replace("value_bytes = 100", values));
    let (ran, document) = home.run_json(&["run", &suite, "--candidate", "client-jedis"]);
    ran.expect(0);
    assert_library_called(&document, "client-jedis");
}

#[test]
fn without_java_jedis_is_skipped_with_the_command_that_brings_it() {
    if !is_there("/usr/bin/redis-server", "redis-server") {
        return;
    }
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let programs = home.path("programs");
    std::fs::create_dir_all(&programs).unwrap();
    std::os::unix::fs::symlink("/usr/bin/redis-server", programs.join("redis-server")).unwrap();
    let arguments = ["run", &suite, "--candidate", "client-jedis", "--candidate", "map", "--json", "run.json"];
    let mut command = home.command(&arguments);
    command.env("PATH", programs);
    Ran::of(command).expect(0);
    let document = std::fs::read_to_string(home.path("run.json")).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    for operation in ["set", "get"] {
        let case = of(&document, "client-jedis", operation);
        let reason = case["reason"].as_str().unwrap();
        assert_eq!((&case["status"], reason), (&"skipped".into(), "java is not installed; wirecost setup kv"));
    }
}

#[test]
fn method_38_39_stores_of_one_durability_take_turns() {
    let home = Home::new();
    faulty(&home, "sound", "sound", 1, "memory");
    faulty(&home, "other", "sound", 1, "memory");
    // Only in slices and windows of mixes is a value read again that was written twice.
    faulty(&home, "lags", "lags", 2, "memory");
    let suite = home.write("turns.toml", &SHORT.replace("longest", "slices = \"150ms\"\nlongest"));
    let mut arguments = vec!["run", &suite, "--overlay", "mine", "-v"];
    let names = ["sound", "other", "lags", "lmdb-nosync"];
    names.iter().for_each(|name| arguments.extend(["--candidate", name]));
    let (ran, document) = home.run_json(&arguments);
    assert_eq!(ran.code, 1, "{}", ran.transcript());
    for name in ["sound", "other", "lmdb-nosync"] {
        assert!(["set", "get"].iter().all(|operation| is_sound(of(&document, name, operation))));
        let mix = of(&document, name, "ycsb-a");
        assert!(is_sound(mix), "{mix:#}");
        // A machine that is too busy gives too few answers in a slice, which is said.
        let labels = mix["trials"][0]["load"]["labels"].to_string();
        let in_slices = mix["trials"][0]["estimates"].get("window_cpu_ns").is_some();
        assert!(in_slices != labels.contains("not measured in slices"), "{mix:#}");
    }
    let reason = of(&document, "lags", "ycsb-a")["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("requests failed in slices") || reason.contains("answers were wrong"), "{reason}");
    let broken = home.write("broken.toml", &SHORT.replace("longest", "slices = \"150ms\"\ncontrol = \"mpa\"\nlongest"));
    let (_, document) = home.run_json(&["run", &broken, "--candidate", "map"]);
    let labels = of(&document, "map", "ycsb-a")["trials"][0]["load"]["labels"].to_string();
    assert!(labels.contains("not measured in slices: there is no candidate"), "{labels}");
}

#[test]
fn method_38_passes_over_all_keys_take_turns_and_ask_for_each_key_once() {
    let home = Home::new();
    // A key that is stored twice is refused, and one that is not stored is missed.
    faulty(&home, "once", "once", 1, "memory");
    faulty(&home, "other", "once", 1, "memory");
    // The first write is the word by which a store proves itself, so these lose a key of each half.
    faulty(&home, "early", "loses", 501, "memory");
    faulty(&home, "late", "loses", 1501, "memory");
    let passes = SHORT.replace(", \"ycsb-a\"", "").replace("longest", "slices = \"150ms\"\nlongest");
    let suite = home.write("passes.toml", &passes);
    let mut arguments = vec!["run", &suite, "--overlay", "mine", "-v"];
    let names = ["once", "other", "early", "late", "lmdb-nosync"];
    names.iter().for_each(|name| arguments.extend(["--candidate", name]));
    let (ran, document) = home.run_json(&arguments);
    assert_eq!(ran.code, 1, "{}", ran.transcript());
    for (name, operation) in
        ["once", "other", "lmdb-nosync"].into_iter().flat_map(|name| [(name, "set"), (name, "get")])
    {
        let pass = of(&document, name, operation);
        assert!(is_sound(pass), "{pass:#}");
        let labels = pass["trials"][0]["load"]["labels"].to_string();
        assert!(!labels.contains("were stored in time"), "{labels}");
        // The window has what slices left. A machine that is too busy gives too few answers in a slice, which is said.
        assert!((1000..2000).contains(&pass["trials"][0]["load"]["ok"].as_u64().unwrap()), "{pass:#}");
        let in_slices = pass["trials"][0]["estimates"].get("window_cpu_ns").is_some();
        assert!(in_slices != labels.contains("not measured in slices"), "{pass:#}");
    }
    for (name, said) in
        [("early", " requests failed in slices"), ("late", "1 of 1000 keys that were stored are not there")]
    {
        assert!(is_sound(of(&document, name, "set")), "a write that is lost is not seen before somebody asks for it");
        let reason = of(&document, name, "get")["reason"].as_str().unwrap().to_owned();
        assert!(reason.ends_with(said) || reason.ends_with("keys that were stored are not there"), "{name}: {reason}");
    }
}
