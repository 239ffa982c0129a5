//! `wirecost sbw`: a broker, a module, and a person who asks.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::common::Home;
use sbw::module::{Methods, Module};

#[test]
fn a_broker_is_run_listed_asked_and_stopped() {
    let home = Home::new();
    let folder = home.path("sbw");
    let verb = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.env("SBW_USER", &folder);
        command
    };
    let mut broker = verb(&["sbw", "broker", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(broker.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("listening on 127.0.0.1:"), "{line}");

    let users = sbw::UserDirectory::new(&folder);
    let (address, key) = users.broker().unwrap();
    let sums = Methods::new("sums")
        .method("double sum(double[] numbers)", "The sum of the numbers.", |call| {
            let (numbers,): (Vec<f64>,) = call.arguments()?;
            call.answer(&(numbers.iter().sum::<f64>(),))
        })
        .unwrap();
    let module = Module::builder("test.adder").service(sums).connect(address, &key).unwrap();

    let out = |arguments: &[&str]| {
        let output = verb(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(out(&["sbw", "list"]).contains("test.adder"));
    // A name that is not UTF-8, and one that would colour the terminal.
    let latin1 = Module::builder(&b"Caf\xe9"[..]).connect(address, &key).unwrap();
    let _colour = Module::builder("red\x1b[31m").connect(address, &key).unwrap();
    let list = out(&["sbw", "list"]);
    assert!(list.contains(r"Caf\xe9") && list.contains(r"red\x1b[31m"), "{list}");
    assert_eq!(out(&["sbw", "methods", r"Caf\xe9"]).trim(), "", "it is found as it is shown, and has no services");
    drop(latin1);
    let methods = out(&["sbw", "methods", "test.adder"]);
    assert!(methods.contains("double sum(double[]") && methods.contains("The sum of the numbers."), "{methods}");
    assert_eq!(out(&["sbw", "call", "test.adder.sums.sum", "[1, 2, 3.5]"]).trim(), "6.5");
    let unlimited = verb(&["sbw", "broker", "--max-message", "2147483648"]).output().unwrap();
    assert_eq!(unlimited.status.code(), Some(2), "a message has a length of 31 bits");
    let refused = verb(&["sbw", "call", "test.adder.sums.sum", "nonsense"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));

    Command::new("kill").args(["-INT", &broker.id().to_string()]).status().unwrap();
    assert!(broker.wait().unwrap().success());
    module.wait();
    assert_eq!(verb(&["sbw", "list"]).output().unwrap().status.code(), Some(2), "no broker is left");
}
