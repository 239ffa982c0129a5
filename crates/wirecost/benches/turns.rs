//! How well does `load --against` tell servers apart, and equal servers not? Prints figures, asserts nothing. Needs nginx and
//! taskset; servers run on core 0 and wirecost on core 1.
//!
//! ```text
//! cargo bench -p wirecost --bench turns -- same 10      nginx against itself, fresh instances, 30 s: closed loop and 5,000/s
//! cargo bench -p wirecost --bench turns -- busy 10      the same with a busy loop on each core
//! cargo bench -p wirecost --bench turns -- dearer 10    a server whose requests cost 3 % more, 60 s each
//! cargo bench -p wirecost --bench turns -- equal 20     two of that server that cost the same
//! cargo bench -p wirecost --bench turns -- generator 30 the generator's own CPU time per request, in slices and in a window
//! cargo bench -p wirecost --bench turns -- network 10   a server 0.2 ms slower, and an equal one, beyond a network that delays and loses
//! cargo bench -p wirecost --bench turns -- lab 5        the http lab of the default suite: do its runs agree?
//! cargo bench -p wirecost --bench turns -- lab 5 1s     the same, with so much time for the slices of a server in a trial
//! cargo bench -p wirecost --bench turns -- middles 4    22 rounds of two equal servers: how far do their ratios spread, by statistic?
//! cargo bench -p wirecost --bench turns -- controls 12  trials of three servers with each of several controls: how far do they spread?
//! ```

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use wirecost_load::Slice;
use wirecost_measure::compare::{self, ALPHA};
use wirecost_measure::estimate::median;
use wirecost_measure::rounds_of_slices::Rounds;
use wirecost_model::{CaseDocument, EstimateId, RunDocument};
use wirecost_verdict::turns;

#[path = "busy/mod.rs"]
mod busy;
#[path = "started/mod.rs"]
mod started;

use started::{Ended, OWN_CORE, SERVERS_CORE, await_port, free_port, nginx, on_core};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let count = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    let folder = std::env::temp_dir().join(format!("wirecost-turns-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    match words.first().map(String::as_str) {
        Some("busy") => same(&folder, count, true),
        Some("dearer") => planted(&folder, count, 0.03),
        Some("equal") => planted(&folder, count, 0.0),
        Some("generator") => generator(&folder, count),
        Some("network") => network(&folder, count),
        Some("lab") => lab(&folder, count, words.get(2).map(String::as_str)),
        Some("middles") => middles(&folder, count),
        Some("controls") => controls(&folder, count),
        _ => same(&folder, count, false),
    }
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

fn example(name: &str) -> PathBuf {
    let status = Command::new(env!("CARGO")).args(["build", "--release", "-p", "wirecost", "--example", name]).status();
    assert!(status.expect("cargo starts").success());
    Path::new(env!("CARGO_BIN_EXE_wirecost")).with_file_name("examples").join(name)
}

/// A comparison of two servers of this machine, as its document.
fn against(folder: &Path, ports: [u16; 2], path: &str, options: &[&str]) -> Value {
    against_at(folder, "127.0.0.1", ports, path, options)
}

fn against_at(folder: &Path, host: &str, [first, second]: [u16; 2], path: &str, options: &[&str]) -> Value {
    let json = folder.join("against.json");
    let url = |port: u16| format!("http://{host}:{port}/{path}");
    let mut command = on_core(OWN_CORE, env!("CARGO_BIN_EXE_wirecost"));
    command.args(["load", &url(first), "--against", &url(second), "--core", OWN_CORE, "-c", "16"]).args(options);
    let status = command.arg("--json").arg(&json).stdout(Stdio::null()).status().expect("it starts");
    let document = std::fs::read_to_string(json).unwrap_or_else(|error| panic!("{status}: {error}"));
    serde_json::from_str(&document).expect("it is a document")
}

/// The ratio of a figure with its interval, whether it is claimed, and whether it comes from quiet slices.
fn ratio(document: &Value, figure: &str) -> Option<(f64, f64, f64, bool, bool)> {
    let figures = document["comparisons"][0]["figures"].as_array()?;
    let found = &figures.iter().find(|found| found[0] == figure)?[1];
    let of = |name: &str| found["used"]["ratio"][name].as_f64();
    Some((of("median")?, of("low")?, of("high")?, found["shown"] == true, found["used"] == found["quiet"]))
}

/// nginx against itself.
fn same(folder: &Path, count: usize, busy: bool) {
    let _busy: Vec<Ended> = if busy { busy::loops().map(Ended).collect() } else { Vec::new() };
    for (load, options) in
        [("closed loop", &["-d", "30s"][..]), ("5,000/s", &["-d", "30s", "--rate", "5000", "--poisson"])]
    {
        let mut found: Vec<(&str, Vec<f64>)> =
            ["cpu_ns", "time_ns", "p50_ns"].map(|figure| (figure, Vec::new())).into();
        for run in 0..count {
            let ((_first, one), (_second, two)) = (nginx(folder, 1), nginx(folder, 2));
            let document = against(folder, [one, two], "x", options);
            for (figure, ratios) in &mut found {
                let Some((median, low, high, shown, quiet)) = ratio(&document, figure) else { continue };
                println!(
                    "{load}, run {run}: {figure} {median:.4} ({low:.4} to {high:.4}){}{}",
                    if quiet { ", quiet slices" } else { ", paired slices" },
                    if shown { ", claimed to differ" } else { "" }
                );
                ratios.push(median);
            }
        }
        for (figure, ratios) in found.iter().filter(|(_, ratios)| !ratios.is_empty()) {
            let within = |bound: f64| ratios.iter().filter(|ratio| ratio.ln().abs() <= f64::ln_1p(bound)).count();
            let (three, five, all) = (within(0.03), within(0.05), ratios.len());
            println!("{load}: {figure}: within 3 % in {three} of {all}, within 5 % in {five} of {all}");
        }
    }
}

/// A server against one whose requests cost so much more.
fn planted(folder: &Path, count: usize, dearer: f64) {
    let server = example("dearer_server");
    let start = |loops: u64| {
        let port = free_port();
        let child = on_core(SERVERS_CORE, &server).args([port.to_string(), loops.to_string()]).spawn();
        let child = Ended(child.expect("it starts"));
        await_port(port);
        (child, port)
    };
    // So many that what they cost stands out.
    const LOOPS: u64 = 20_000;
    let cost = |pair: [u64; 2]| {
        let ((_first, one), (_second, two)) = (start(pair[0]), start(pair[1]));
        let document = against(folder, [one, two], "", &["-d", "10s"]);
        let of = |index: usize| {
            let figures = document["servers"][index]["figures"].as_array().expect("it has figures");
            let cpu = figures.iter().find(|figure| figure[0] == "cpu_ns").expect("it has a CPU time");
            cpu[1]["median"].as_f64().expect("it is a number")
        };
        (of(0), of(1))
    };
    let (plain, looping) = cost([0, LOOPS]);
    let loops = (plain * dearer / (looping - plain) * LOOPS as f64) as u64;
    println!("a request costs {plain:.0} ns, {LOOPS} loops more {:.0} ns: {loops} loops are planted", looping - plain);
    let (mut claimed, mut gated) = (0, 0);
    for run in 0..count {
        let ((_first, one), (_second, two)) = (start(0), start(loops));
        let document = against(folder, [one, two], "", &["-d", "60s"]);
        let Some((median, low, high, shown, _)) = ratio(&document, "cpu_ns") else { continue };
        println!("run {run}: {median:.4} ({low:.4} to {high:.4}){}", if shown { ", claimed to differ" } else { "" });
        claimed += usize::from(shown && median > 1.0);
        gated += usize::from(shown);
    }
    println!("claimed to be dearer in {claimed} of {count}, to differ in {gated}");
}

/// The generator's own CPU time, in slices and in a window, in turn and often: the machine's state lasts for seconds.
fn generator(folder: &Path, count: usize) {
    let ((_first, one), (_second, two)) = (nginx(folder, 1), nginx(folder, 2));
    let json = folder.join("load.json");
    let in_slices = || {
        let document = against(folder, [one, two], "x", &["-d", "2s"]);
        let sum = |name: &str| -> f64 {
            let slices = document["slices"].as_array().into_iter().flatten();
            slices.filter_map(|slice| slice[name].as_f64()).sum()
        };
        sum("generator_cpu_ns") / sum("ok")
    };
    let in_window = || {
        let mut command = on_core(OWN_CORE, env!("CARGO_BIN_EXE_wirecost"));
        command.args(["load", &format!("http://127.0.0.1:{one}/x"), "-c", "16", "--core", OWN_CORE, "-d", "1s"]);
        let status = command.args(["--warmup", "200ms", "--json"]).arg(&json).stdout(Stdio::null()).status();
        let text = std::fs::read_to_string(&json).unwrap_or_else(|error| panic!("{status:?}: {error}"));
        let window: Value = serde_json::from_str(&text).expect("a document");
        window["generator"]["cpu_ns_per_request"].as_f64().expect("it is a number")
    };
    let mut before = in_window();
    let mut ratios = Vec::new();
    for _ in 0..count {
        let (slices, after) = (in_slices(), in_window());
        ratios.push(slices / (before * after).sqrt());
        println!("in windows {before:.0} and {after:.0} ns per request, in slices between them {slices:.0} ns");
        before = after;
    }
    ratios.sort_by(f64::total_cmp);
    let quartile = |of: usize| ratios[(ratios.len() - 1) * of / 4];
    println!(
        "in slices by in windows: median {:.3}, quartiles {:.3} and {:.3}, {:.3} to {:.3}",
        median(&ratios),
        quartile(1),
        quartile(3),
        quartile(0),
        quartile(4)
    );
}

/// How often the planted loop of the server goes round in this time.
fn loops_of(time: Duration) -> u64 {
    const LOOPS: u64 = 10_000_000;
    let start = Instant::now();
    for turn in 0..LOOPS {
        let _ = std::hint::black_box(turn);
    }
    (time.as_secs_f64() / start.elapsed().as_secs_f64() * LOOPS as f64) as u64
}

/// Equal servers and unlike ones beyond 1 ms of delay, 0.3 ms of jitter and 0.1 % of loss each way.
fn network(folder: &Path, count: usize) {
    const FAR: &str = "10.99.0.2";
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/network.py");
    let mut network = Command::new("python3");
    network.arg(script).args(["1", "0.3", "0.1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut network = network.spawn().expect("there is Python");
    let mut said = String::new();
    BufReader::new(network.stdout.as_mut().expect("it is a pipe")).read_line(&mut said).expect("it says something");
    assert_eq!(said, "ready\n", "it needs root and iproute2");
    let server = example("dearer_server");
    let start = |loops: &str| {
        let port = free_port();
        let mut command = Command::new("ip");
        command.args(["netns", "exec", "wirecost-far", "taskset", "-c", SERVERS_CORE]).arg(&server);
        let child = Ended(command.args([&port.to_string(), loops, FAR]).spawn().expect("it starts"));
        while TcpStream::connect((FAR, port)).is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        (child, port)
    };
    let slower = loops_of(Duration::from_micros(200)).to_string();
    for (name, loops) in [("equal", "0"), ("slower", slower.as_str())] {
        let mut claimed = 0;
        for run in 0..count {
            let ((_first, one), (_second, two)) = (start("0"), start(loops));
            // Requests that hardly ever wait for one another.
            let document = against_at(folder, FAR, [one, two], "", &["-d", "30s", "--rate", "1000", "--poisson"]);
            let Some((median, low, high, shown, _)) = ratio(&document, "p50_ns") else { continue };
            println!(
                "{name}, run {run}: median latency {median:.4} ({low:.4} to {high:.4}){}",
                if shown { ", claimed to differ" } else { "" }
            );
            claimed += usize::from(shown);
        }
        println!("{name}: claimed to differ in {claimed} of {count}");
    }
    // It ends with its standard input, and takes the namespace with it.
    drop(network.stdin.take());
    let _ = network.wait();
}

/// Runs the http lab; its document, its exit status and how long it took.
fn run_lab(folder: &Path, arguments: &[&str]) -> (Value, String) {
    let json = folder.join("run.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
    command.args(["run"]).args(arguments).args(["--lab", "http", "--db"]).arg(folder.join("runs.db"));
    let start = Instant::now();
    let status = command.arg("--json").arg(&json).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.expect("it starts");
    let document = std::fs::read_to_string(json).unwrap_or_else(|error| panic!("{status}: {error}"));
    let told = format!("{status}, {:.1} s", start.elapsed().as_secs_f64());
    (serde_json::from_str(&document).expect("it is a document"), told)
}

/// Do runs of the default suite agree on the ratios of servers? `slices` replaces what it says of them.
fn lab(folder: &Path, count: usize, slices: Option<&str>) {
    let suite = slices.map(|slices| {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/quick.toml"));
        let mut suite: toml::Table = text.expect("it is there").parse().expect("it is TOML");
        let http = suite["http"].as_table_mut().expect("it has an http lab");
        let spans = [("slices", slices), ("planned_slices", slices), ("budget", "1h")];
        http.extend(spans.map(|(name, value)| (name.to_owned(), value.into())));
        let path = folder.join("suite.toml");
        std::fs::write(&path, suite.to_string()).expect("it can be written");
        path.display().to_string()
    });
    let runs = (0..count).map(|run| {
        let (document, told) = run_lab(folder, suite.as_deref().as_slice());
        println!("run {run}: {told}");
        serde_json::from_value(document).expect("it is a run")
    });
    let runs: Vec<RunDocument> = runs.collect();
    let spread = |values: &[f64]| {
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
        format!("{:.4} ({low:.4} to {high:.4}, {:.1} % apart)", median(values), (high / low - 1.0) * 100.0)
    };
    let load = |case: &CaseDocument| case.parameters.get("schedule").cloned().unwrap_or_default();
    let name = |case: &CaseDocument| format!("{}{}", case.candidate, if case.is_twin() { " again" } else { "" });
    let figures = [
        ("CPU in slices", EstimateId::ServerCpuNs),
        ("rate in slices", EstimateId::RatePerS),
        ("median latency in slices", EstimateId::LatencyP50Ns),
        ("CPU in windows", EstimateId::WindowCpuNs),
        ("rate in windows", EstimateId::WindowRatePerS),
        ("median latency in windows", EstimateId::WindowP50Ns),
    ];
    for (figure, id) in figures {
        for (first, case) in runs[0].cases.iter().enumerate() {
            let told = |what: &str, of: &dyn Fn(&RunDocument) -> Option<f64>| {
                let values: Vec<f64> = runs.iter().filter_map(of).collect();
                if values.len() == count {
                    println!("{figure}, {}, {what}: {}", load(case), spread(&values));
                }
            };
            told(&name(case), &|run| run.cases[first].median(id));
            for (second, other) in runs[0].cases.iter().enumerate().skip(first + 1) {
                if load(other) == load(case) {
                    let pair = format!("{} by {}", name(other), name(case));
                    told(&format!("{pair}, medians"), &|run| {
                        Some(run.cases[second].median(id)? / run.cases[first].median(id)?)
                    });
                    told(&format!("{pair}, trial by trial"), &|run| {
                        let (firsts, seconds) = turns::pairs(&run.cases[first], &run.cases[second], id)?;
                        compare::paired(&firsts, &seconds, ALPHA).map(|compared| compared.ratio.median)
                    });
                }
            }
        }
    }
}

/// How far do ratios of two equal servers spread over as many rounds as a trial has: of what they typically used, and of their means?
fn middles(folder: &Path, count: usize) {
    const ROUNDS: usize = 22;
    for (load, options) in [("closed loop", &["-d", "20s"][..]), ("5,000/s", &["-d", "20s", "--rate", "5000"])] {
        let (mut typical, mut means) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let ((_first, one), (_second, two)) = (nginx(folder, 1), nginx(folder, 2));
            let document = against(folder, [one, two], "x", options);
            let slices: Vec<Slice> =
                serde_json::from_value(document["slices"].clone()).expect("a document has its slices");
            for trial in slices.chunks_exact(2 * ROUNDS) {
                let used = |index: usize| Some((trial[index].server_cpu_ns? as f64, trial[index].ok as f64));
                let rounds = Rounds::new(trial.iter().map(|slice| slice.server), vec![0, 1], None);
                let Some(found) = rounds.typical(used) else { continue };
                typical.push((found[1].each / found[0].each).ln());
                let mean_of = |server: usize| {
                    let of = (0..trial.len()).filter(|index| trial[*index].server == server).filter_map(used);
                    let (cpu, requests) =
                        of.fold((0.0, 0.0), |(cpu, requests), slice| (cpu + slice.0, requests + slice.1));
                    cpu / requests
                };
                means.push((mean_of(1) / mean_of(0)).ln());
            }
        }
        println!(
            "{load}: {} times {ROUNDS} rounds: standard deviation of the ratio of typical costs {:.1} %, of means {:.1} %",
            typical.len(),
            deviation(&typical) * 100.0,
            deviation(&means) * 100.0
        );
    }
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64).sqrt()
}

/// With which control do trials of a server, and of its ratio to another, spread least?
fn controls(folder: &Path, count: usize) {
    const CONTROLS: [&str; 4] = ["hyper", "axum", "nginx-return", "nginx-file"];
    const ROUNDS: usize = 3;
    let mut trials: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    // In turn, since the machine changes from minute to minute.
    for control in (0..ROUNDS).flat_map(|_| CONTROLS) {
        let suite = folder.join("controls.toml");
        let text = format!(
            "[http]\nbudget = \"1h\"\ntrials = {}\nmessages = [\"hello\"]\nslices = \"400ms\"\nwarmup = \"100ms\"\n\
             window = \"50ms\"\ncandidates = [\"nginx-file\", \"hyper\", \"go-net-http\"]\ncontrol = \"{control}\"\n\
             [[http.load]]\nconnections = [16]\n",
            count.div_ceil(ROUNDS)
        );
        std::fs::write(&suite, text).expect("it can be written");
        let (document, _) = run_lab(folder, &[&suite.display().to_string()]);
        let of = |candidate: &str, name: &str| -> Vec<f64> {
            let cases = document["cases"].as_array().into_iter().flatten();
            let case = cases.filter(|case| case["candidate"] == candidate);
            let trials = case.flat_map(|case| case["trials"].as_array().into_iter().flatten());
            trials.map(|trial| trial["estimates"][name].as_f64().unwrap_or(f64::NAN)).collect()
        };
        for name in ["quiet_ns", "corrected_ns"] {
            let [nginx, hyper, go] = ["nginx-file", "hyper", "go-net-http"].map(|candidate| of(candidate, name));
            let by = |above: &[f64], below: &[f64]| above.iter().zip(below).map(|(a, b)| a / b).collect::<Vec<_>>();
            let figures = [
                ("nginx", nginx.clone()),
                ("hyper", hyper.clone()),
                ("Go", go.clone()),
                ("nginx by hyper", by(&nginx, &hyper)),
                ("Go by hyper", by(&go, &hyper)),
            ];
            for (figure, values) in figures {
                let of_control = trials.entry(format!("{name}, {figure}, control {control}")).or_default();
                of_control.extend(values.into_iter().filter(|value| value.is_finite()));
            }
        }
    }
    for (figure, values) in trials {
        let logs: Vec<f64> = values.iter().map(|value| value.ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        println!(
            "{figure}: {} trials, {:.1} % standard deviation, {:.3}",
            logs.len(),
            deviation(&logs) * 100.0,
            mean.exp()
        );
    }
}
