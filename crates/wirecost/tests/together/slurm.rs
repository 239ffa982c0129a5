//! `wirecost load --on slurm` with a real Slurm: a controller and three nodes on this machine.

#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::Home;
use crate::common::counting::Server;
use crate::common::workers::await_progress;
use serde_json::Value;

/// Nodes of the cluster.
const NODES: usize = 3;
/// How often the cluster is asked whether its nodes are idle, and how long between.
const QUESTIONS: usize = 900;
const PAUSE: Duration = Duration::from_millis(100);

/// A cluster in a folder of its own, which ends with the test.
struct Cluster {
    folder: PathBuf,
    daemons: Vec<Child>,
}

impl Cluster {
    /// Starts one; `None`, with a message, where that cannot be done.
    fn start(home: &Home) -> Option<Self> {
        let missing =
            ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "srun"].into_iter().find(|name| {
                let there = |folder: &str| Path::new(folder).join(name).exists();
                !["/usr/sbin", "/usr/bin"].into_iter().any(there)
            });
        if let Some(missing) = missing {
            eprintln!("skipped: {missing} is missing; cargo xtask setup installs it");
            return None;
        }
        if !rustix::process::getuid().is_root() {
            eprintln!("skipped: only root can start the daemons of Slurm");
            return None;
        }
        let folder = home.path("cluster");
        std::fs::create_dir(&folder).unwrap();
        let mut cluster = Self { folder, daemons: Vec::new() };
        cluster.configure();
        let [socket, key, munge] = ["munge.socket", "munge.key", "munge"].map(|name| cluster.file(name));
        cluster.daemon(
            "munged",
            &[
                "--foreground",
                "--force",
                &format!("--socket={socket}"),
                &format!("--key-file={key}"),
                &format!("--pid-file={munge}.pid"),
                &format!("--log-file={munge}.log"),
                &format!("--seed-file={munge}.seed"),
            ],
        );
        cluster.await_that("munged listens", |_| Path::new(&socket).exists());
        let conf = cluster.file("slurm.conf");
        cluster.daemon("slurmctld", &["-D", "-c", "-f", &conf]);
        for node in 0..NODES {
            cluster.daemon("slurmd", &["-D", "-f", &conf, "-N", &format!("node{node}")]);
        }
        cluster.await_that("all nodes are idle", |_| {
            let mut sinfo = Command::new("sinfo");
            let output = sinfo.args(["--noheader", "--Node", "--format=%T"]).env("SLURM_CONF", &conf).output().unwrap();
            String::from_utf8_lossy(&output.stdout).lines().filter(|state| state.trim() == "idle").count() == NODES
        });
        Some(cluster)
    }

    fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Writes the configuration and a key.
    fn configure(&self) {
        // All ports are held until all are known, so that no two are one.
        let listeners: Vec<_> = (0..=NODES).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let ports: Vec<u16> = listeners.iter().map(|listener| listener.local_addr().unwrap().port()).collect();
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let of = |name: &str| self.file(name);
        let mut conf = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\n\
             AuthInfo=socket={}\nCredType=cred/munge\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nMpiDefault=none\nSwitchType=switch/none\n\
             ReturnToService=2\nSlurmdTimeout=10\nKillWait=5\nSlurmctldPort={}\nStateSaveLocation={}\n\
             SlurmctldPidFile={}\nSlurmctldLogFile={}\nSlurmdSpoolDir={}-%n\nSlurmdPidFile={}-%n.pid\n\
             SlurmdLogFile={}-%n.log\n",
            of("munge.socket"),
            ports[0],
            of("state"),
            of("slurmctld.pid"),
            of("slurmctld.log"),
            of("spool"),
            of("slurmd"),
            of("slurmd"),
        );
        for (node, port) in ports[1..].iter().enumerate() {
            std::fs::create_dir(format!("{}-node{node}", of("spool"))).unwrap();
            let _ = writeln!(conf, "NodeName=node{node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1");
        }
        conf += "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES\n";
        std::fs::write(of("slurm.conf"), conf).unwrap();
        std::fs::create_dir(of("state")).unwrap();
        std::fs::write(of("munge.key"), [7; 1024]).unwrap();
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(of("munge.key"), private).unwrap();
    }

    fn daemon(&mut self, name: &str, arguments: &[&str]) {
        let log = || std::fs::File::create(self.file(&format!("{name}-{}.err", self.daemons.len()))).unwrap();
        let mut command = Command::new(name);
        // A user's PATH may not name the folder of daemons.
        let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
        command.args(arguments).env("PATH", path).env("SLURM_CONF", self.file("slurm.conf"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log());
        self.daemons.push(command.spawn().unwrap());
    }

    /// Does to the node of a worker what the loss of its power does: neither the worker nor the daemons that started it say
    /// another word.
    fn lose_node_of(&self, worker: u64) {
        let environment = std::fs::read_to_string(format!("/proc/{worker}/environ")).unwrap();
        let node = environment.split('\0').find_map(|entry| entry.strip_prefix("SLURMD_NODENAME=node")).unwrap();
        let node: usize = node.parse().unwrap();
        let status = std::fs::read_to_string(format!("/proc/{worker}/status")).unwrap();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap().trim().to_owned();
        // munge and the controller were started before the nodes.
        let daemon = self.daemons[2 + node].id().to_string();
        for pid in [&daemon, &parent, &worker.to_string()] {
            assert!(Command::new("kill").args(["-KILL", pid]).status().unwrap().success());
        }
    }

    fn await_that(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..QUESTIONS {
            if is_so(self) {
                return;
            }
            std::thread::sleep(PAUSE);
        }
        let logs = std::fs::read_dir(&self.folder).unwrap().flatten().map(|entry| entry.path());
        let logs = logs.filter(|path| path.extension().is_some_and(|kind| kind == "log" || kind == "err"));
        let logs: String = logs.map(|path| std::fs::read_to_string(path).unwrap_or_default()).collect();
        panic!("not yet: {what}\n{logs}");
    }

    /// A load from the nodes, its result and its folder.
    fn load(&self, home: &Home, name: &str, more: &[&str]) -> (Command, PathBuf, PathBuf) {
        let (folder, json) = (home.path(name), home.path(&format!("{name}.json")));
        let own = ["load", "--on", "slurm:3", "--lead", "2s", "-c", "9", "-d", "2s", "--warmup", "0s"];
        let files = ["--work-dir", folder.to_str().unwrap(), "--json", json.to_str().unwrap()];
        let mut command = home.command(&[&own[..], &files, more].concat());
        command.env("SLURM_CONF", self.file("slurm.conf")).stdout(Stdio::piped()).stderr(Stdio::piped());
        (command, folder, json)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let conf = self.file("slurm.conf");
        let _ = Command::new("scancel").args(["--user=root"]).env("SLURM_CONF", conf).status();
        // The nodes before the controller, and munge at last.
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let _ = daemon.wait();
        }
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn sent(document: &Value) -> u64 {
    document["parts"].as_array().unwrap().iter().map(|part| part["sent"].as_u64().unwrap_or_default()).sum()
}

#[test]
fn three_nodes_load_a_server_and_a_killed_worker_is_named() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let server = Server::start();
    let url = server.url();

    // Instants beyond the window make each result larger than what Slurm passes on whole.
    let instants =
        (0..180).map(|index| f64::from(index) / 90.0).chain((0..20_000).map(|index| 1000.0 + f64::from(index)));
    let trace = home.write("trace.txt", &instants.fold(String::new(), |text, at| text + &format!("{at}\n")));
    let (mut command, folder, json) = cluster.load(&home, "whole", &[&url, "--trace", &trace]);
    let output = command.output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.code().is_some_and(|code| code <= 1), "{told}");
    let document = read(&json);
    assert_eq!((sent(&document), server.requests()), (180, 180), "{document:#}");
    for rank in 0..NODES {
        let path = folder.join(format!("part-{rank}.json"));
        assert!(std::fs::metadata(&path).unwrap().len() > 200_000, "{}", path.display());
    }
    let damaged = |part: &Value| part["state"] == "damaged" || part["state"] == "missing";
    assert!(!document["parts"].as_array().unwrap().iter().any(damaged), "{document:#}");

    // Whatever connections of the first run have sent.
    while server.began.try_recv().is_ok() {}
    let (mut command, folder, json) = cluster.load(&home, "killed", &[&url, "--rate", "90"]);
    let run = command.spawn().unwrap();
    server.began.recv().unwrap();
    let begun = read(&folder.join("part-1.begun.json"));
    assert!(Command::new("kill").args(["-KILL", &begun["pid"].to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{told}");
    let document = read(&json);
    assert_eq!(document["parts"][1]["state"], "missing", "{document:#}");
    assert!(told.contains("and left no result: it was killed, or its machine was lost"), "{told}");
    assert_eq!(document["valid"], false);

    // Ctrl-C takes the job back.
    let (mut command, folder, _) = cluster.load(&home, "ended", &[&url, "-d", "1h"]);
    let run = command.spawn().unwrap();
    await_progress(&folder, NODES as u64, 5.0);
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{told}");
    cluster.await_that("the queue is empty", |cluster| {
        let mut squeue = Command::new("squeue");
        let output = squeue.arg("--noheader").env("SLURM_CONF", cluster.file("slurm.conf")).output().unwrap();
        output.status.success() && output.stdout.is_empty()
    });
    a_lost_node_is_named_and_the_others_count(&home, &cluster);
}

#[test]
fn a_load_whose_node_is_lost_ends_by_itself_and_names_it() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let server = Server::start();
    let (mut command, folder, json) = cluster.load(&home, "lost", &[&server.url(), "--rate", "90", "--timeout", "1s"]);
    let run = command.spawn().unwrap();
    let begun = |rank: usize| folder.join(format!("part-{rank}.begun.json"));
    cluster.await_that("all parts have begun", |_| (0..NODES).all(|rank| begun(rank).exists()));
    cluster.lose_node_of(read(&begun(1))["pid"].as_u64().unwrap());
    let output = run.wait_with_output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{told}");
    let document = read(&json);
    assert_eq!(
        (&document["valid"], &document["parts"][1]["state"]),
        (&false.into(), &"missing".into()),
        "{document:#}"
    );
    let counts = |rank: usize| document["parts"][rank]["sent"].as_u64().is_some_and(|sent| sent > 0);
    assert!(counts(0) && counts(2), "{document:#}");
    assert!(told.contains("part 1 on ") && told.contains("it was killed, or its machine was lost"), "{told}");
}

/// A suite of six candidates, of which each trial takes longer than a kill.
const SUITE: &str = r#"
summary = "dealt"
budget = "10m"
trials = 6
messages = ["echo-float"]
operations = ["decode"]
candidates = ["prost", "serde_json", "postcard", "rkyv", "bitcode", "planus"]
[rules]
sample = "1ms"
warmup = "50ms"
window = "20ms"
min_samples = 1
"#;

fn a_lost_node_is_named_and_the_others_count(home: &Home, cluster: &Cluster) {
    let (suite, folder) = (home.write("dealt.toml", SUITE), home.path("suite"));
    // Builds the candidates, which can take minutes. The parts only measure then.
    home.run(&["run", &suite, "--test"]).expect(0);
    let conf = cluster.file("slurm.conf");
    let mut run = home.command(&["run", &suite, "--on", "slurm:3", "--split", "--work-dir", folder.to_str().unwrap()]);
    let first = run.env("SLURM_CONF", &conf).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = |rank: usize| folder.join(format!("part-{rank}.begun.json"));
    cluster.await_that("all parts have begun", |_| (0..NODES).all(|rank| begun(rank).exists()));
    cluster.lose_node_of(read(&begun(1))["pid"].as_u64().unwrap());
    // Slurm gives a lost node up after minutes. Whoever does not wait for that gets what the others measured.
    let is_there = |rank: usize| folder.join(format!("part-{rank}.json")).exists();
    cluster.await_that("the other parts have ended", |_| is_there(0) && is_there(2));
    assert!(Command::new("kill").args(["-INT", &first.id().to_string()]).status().unwrap().success());
    let output = first.wait_with_output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("part 1 on ") && told.contains("missing: it began as process"), "{told}");
    assert!(told.contains("measured on 2 machines") && told.contains("measures what is missing"), "{told}");
}
