//! The stacks of the rpc lab in Java: each is set up, started, called and asked what it can do.

use std::collections::BTreeSet;
use std::net::TcpStream;
use std::sync::MutexGuard;

use crate::common::java::{has_java, home, set_up};
use crate::common::started::Started;
use crate::common::{Home, alone, cases, proves, workspace};
use rustix::process::Signal;
use serde_json::Value;

/// Calls by two clients. Client and server share a core, so that few cores are enough.
const SUITE: &str = r#"
[rpc]
budget = "30m"
trials = 1
messages = ["echo-float", "dns-1"]
candidates = ["*"]
operations = ["echo"]
warmup = "10ms"
window = "60ms"
stamped = "0s"
timeout = "20s"
[[rpc.load]]
connections = [2]
placement = ["together"]
"#;

/// Every stack whose server or client is in Java, without candidates of the user's.
fn stacks(home: &Home) -> Vec<String> {
    let listed: Value = serde_json::from_str(&home.run(&["start", "rpc", "--json"]).expect(0).out).unwrap();
    let stacks = listed["stacks"].as_array().unwrap().iter();
    let stacks = stacks.filter(|stack| stack["language"].as_str().unwrap().split(", ").any(|it| it == "java"));
    let names: Vec<String> = stacks.map(|stack| stack["name"].as_str().unwrap().to_owned()).collect();
    assert!(names.len() >= 8 && names.iter().all(|name| name.starts_with("java-")), "{names:?}");
    names
}

#[test]
fn without_setup_each_is_skipped_with_the_command_that_helps_and_holds_up_no_other() {
    if !has_java() {
        return;
    }
    let home = Home::new();
    let suite = home.write("suite.toml", &SUITE.replace("[\"*\"]", "[\"java-*\", \"raw-tcp\"]"));
    let (ran, document) = home.run_json(&["run", &suite, "--message", "echo-float"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let of_java = cases(&document, |case| case["candidate"].as_str().unwrap().starts_with("java-"));
    let named: BTreeSet<&str> = of_java.iter().map(|case| case["candidate"].as_str().unwrap()).collect();
    assert_eq!(named.len(), stacks(&home).len(), "{named:?}");
    for case in of_java {
        assert_eq!(case["status"], "skipped", "{case:#}");
        assert_eq!(case["reason"], "it is not set up; wirecost setup java", "{case:#}");
    }
    for case in cases(&document, |case| case["candidate"] == "raw-tcp") {
        assert!(case["status"] == "ok" || case["status"] == "invalid", "{case:#}");
    }
    home.run(&["start", "rpc", "java-rmi"]).expect(2).says("java-rmi: it is not set up; wirecost setup java");
    let probed = home.run(&["probe", "--candidate", "java-rmi"]).expect(0);
    probed.says("java-rmi: not probed: it is not set up; wirecost setup java");
}

/// An end of a stack in Java with another end: a candidate of the user's, by the files of the stack.
fn mixed(home: &Home, name: &str, of: &str, end: &str, command: &str) {
    let text = std::fs::read_to_string(workspace().join("candidates/rpc").join(of).join("candidate.toml")).unwrap();
    let mut file: toml::Table = text.parse().unwrap();
    file.insert("files_of".into(), of.into());
    if file.contains_key("variants") {
        file.insert("variants".into(), toml::Value::Array(vec!["arrays".into()]));
    }
    let words = command.split(' ').map(toml::Value::from).collect();
    file[end].as_table_mut().unwrap().insert("command".into(), toml::Value::Array(words));
    home.write(&format!(".config/wirecost/candidates/rpc/{name}/candidate.toml"), &file.to_string());
}

/// What stands for all stacks unless all are to be proven: those whose ends are mixed with others, and one whose table is compared.
const SAMPLE: [&str; 3] = ["java-grpc", "java-xmlrpc-arrays", "java-rmi"];

/// A home with the stacks set up, the names of these, and what lets one test at a time have the machine.
fn ready() -> Option<(Home, Vec<String>, MutexGuard<'static, ()>)> {
    if !has_java() {
        return None;
    }
    let alone = alone();
    let home = home();
    let mut names = stacks(&home);
    if !proves("java") {
        names.retain(|name| SAMPLE.contains(&name.as_str()));
    }
    let ran = set_up(&home, &names)?;
    for name in &names {
        assert!(ran.out.contains(&format!("ok       {name} ")), "{name}: {}", ran.transcript());
    }
    Some((home, names, alone))
}

/// How many cases of a candidate were measured; a machine that is busy measures nothing that can be used, but sees the answers.
fn answered(document: &Value, candidate: &str) -> usize {
    let measured = |case: &Value| case["status"] == "ok" || case["status"] == "invalid";
    cases(document, |case| case["candidate"] == candidate && measured(case)).len()
}

#[test]
fn every_stack_answers_right_starts_and_ends() {
    let Some((home, names, _alone)) = ready() else { return };
    let suite = home.write("suite.toml", SUITE);
    // What lies there of an earlier test is not asked for.
    let chosen: Vec<&str> = names.iter().flat_map(|name| ["--candidate", name.as_str()]).collect();
    let (ran, document) = home.run_json(&[&["run", &suite][..], &chosen].concat());
    for name in &names {
        // The servlet has a method for one message.
        let due = if name.starts_with("java-servlet") { 1 } else { 2 };
        assert_eq!(answered(&document, name), due, "{name}: {}", ran.transcript());
    }
    for (index, name) in names.iter().enumerate() {
        let server = Started::new(&home, name);
        assert!(server.address.ip().is_loopback() && TcpStream::connect(server.address).is_ok(), "{}", server.line);
        let (address, signal) = (server.address, [Signal::INT, Signal::TERM][index % 2]);
        assert_eq!(server.end_by(signal), Some(0), "{name}");
        assert_eq!(Started::servers(&home), Vec::<u32>::new(), "{name} leaves a process");
        assert!(TcpStream::connect(address).is_err(), "{name} still listens");
    }
}

/// Each end in Java works with one that is not, and a reply that is wrong is found out.
#[test]
fn ends_in_java_work_with_others_and_find_wrong_replies() {
    let Some((home, names, _alone)) = ready() else { return };
    mixed(&home, "mixed-xmlrpc-server", "java-xmlrpc", "client", "{own} rpc-client xml-rpc");
    mixed(&home, "mixed-xmlrpc-client", "java-xmlrpc", "start", "{own} rpc-server xml-rpc {variant}");
    mixed(&home, "mixed-grpc-server", "java-grpc", "client", "{own} rpc-client grpc");
    mixed(&home, "mixed-grpc-client", "java-grpc", "start", "{own} rpc-server grpc");
    // It answers numbers in base64, which its client does not expect.
    mixed(&home, "mixed-wrong", "java-xmlrpc", "start", "{own} rpc-server xml-rpc base64");
    let suite = SUITE.replace("[\"echo\"]", "[\"echo\", \"count\"]");
    let suite = home.write("suite.toml", &suite);
    let chosen: Vec<&str> = names.iter().flat_map(|name| ["--candidate", name.as_str()]).collect();
    let mixed = ["run", &suite, "--candidate", "mixed-*", "--message", "doubles-10"];
    let (ran, document) = home.run_json(&[&mixed[..], &chosen].concat());
    for name in ["mixed-xmlrpc-server-arrays", "mixed-xmlrpc-client-arrays", "mixed-grpc-server", "mixed-grpc-client"] {
        assert_eq!(answered(&document, name), 2, "{name}: {}", ran.transcript());
    }
    for name in names.iter().filter(|name| !name.starts_with("java-servlet")) {
        assert_eq!(answered(&document, name), 2, "{name}: {}", ran.transcript());
    }
    let echoed = cases(&document, |case| case["candidate"] == "mixed-wrong-arrays" && case["operation"] == "echo");
    assert_eq!(echoed[0]["status"], "failed", "{:#}", echoed[0]);
    let reason = echoed[0]["reason"].as_str().unwrap();
    assert!(reason.contains("its client: wrong answer: values is no Object[]"), "{reason}");
}

/// A row of the table in docs/rpc.md.
#[test]
fn the_abilities_of_a_stack_are_tested_and_in_the_documents() {
    let Some((home, _, _alone)) = ready() else { return };
    let ran = home.run(&["probe", "--candidate", "java-rmi", "--candidate", "java-grpc"]).expect(0);
    let documented = std::fs::read_to_string(workspace().join("docs/rpc.md")).unwrap();
    for name in ["java-rmi", "java-grpc"] {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let row = ran.out.lines().map(words).find(|words| words.first().is_some_and(|word| word == name));
        let row = row.unwrap_or_else(|| panic!("no row: {}", ran.transcript()));
        let due = format!("| `{name}` | {} |", row[1..].join(" | "));
        assert!(documented.contains(&due), "{due}\n{}", ran.transcript());
    }
}
