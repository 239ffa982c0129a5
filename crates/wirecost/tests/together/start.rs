//! `wirecost start rpc`: its own servers, called by clients that know nothing of wirecost but the descriptions it emits.

use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;

use crate::common::started::Started;
use crate::common::{Home, workspace};
use rustix::process::Signal;

/// The Python that has the clients, where `cargo xtask setup` could install them.
fn python() -> Option<PathBuf> {
    let python = workspace().join("target/strangers/bin/python");
    let imports = "import zeep, grpc, grpc_tools.protoc, thriftpy2";
    let has = Command::new(&python).args(["-c", imports]).output().is_ok_and(|output| output.status.success());
    if !has {
        println!("skipped: no clients in Python; cargo xtask setup");
    }
    has.then_some(python)
}

/// Emits a description for an address into the home.
fn emitted(home: &Home, kind: &str, address: &str) -> String {
    let ran = home.run(&["start", "rpc", "--emit", kind, "--listen", address]).expect(0);
    home.write(&format!("wirecost.{kind}"), &ran.out)
}

/// Runs a client, which ends well when every answer was right.
fn call(python: &PathBuf, client: &str, arguments: &[&str]) {
    let script = workspace().join("crates/wirecost/tests/strangers").join(client);
    let mut command = Command::new(python);
    command.arg("-B").arg(script).args(arguments).env_remove("http_proxy").env("no_proxy", "127.0.0.1");
    let output = command.output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success() && out.trim_end().ends_with("ok"), "{client} {arguments:?}\n{out}\n{err}");
}

#[test]
fn grpcio_calls_grpc_by_the_emitted_proto() {
    let Some(python) = python() else { return };
    let home = Home::new();
    let server = Started::new(&home, "grpc");
    let address = server.address.to_string();
    call(&python, "grpc_client.py", &[&address, &emitted(&home, "proto", &address)]);
}

#[test]
fn zeep_calls_soap_through_the_wsdl() {
    let Some(python) = python() else { return };
    let home = Home::new();
    let server = Started::new(&home, "soap");
    let address = server.address.to_string();
    call(&python, "soap_client.py", &[&address, &emitted(&home, "wsdl", &address)]);
}

#[test]
fn thriftpy2_calls_thrift_by_the_emitted_thrift() {
    let Some(python) = python() else { return };
    let home = Home::new();
    for protocol in ["binary", "compact"] {
        let server = Started::new(&home, &format!("thrift-{protocol}"));
        let address = server.address.to_string();
        call(&python, "thrift_client.py", &[&address, &emitted(&home, "thrift", &address), protocol]);
    }
}

/// Whether the python of the system is there.
fn system_python() -> Option<PathBuf> {
    let found = Command::new("python3").arg("-V").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: python3 is not installed");
    }
    found.then(|| "python3".into())
}

#[test]
fn pythons_own_xmlrpc_client_calls_xml_rpc() {
    let Some(python) = system_python() else { return };
    let home = Home::new();
    for arrays in ["arrays", "base64"] {
        for stack in ["xml-rpc", "python-xmlrpc"] {
            let server = Started::new(&home, &format!("{stack}-{arrays}"));
            call(&python, "xmlrpc_client.py", &[&server.address.to_string(), stack, arrays]);
        }
    }
}

#[test]
fn a_client_of_the_standard_library_calls_json_rpc_by_the_openrpc_document() {
    let Some(python) = system_python() else { return };
    let home = Home::new();
    let server = Started::new(&home, "json-rpc");
    let address = server.address.to_string();
    call(&python, "jsonrpc_client.py", &[&address, &emitted(&home, "openrpc", &address)]);
}

#[test]
fn every_name_starts_and_leaves_nothing_at_either_signal() {
    let home = Home::new();
    let listed = home.run(&["start", "rpc"]).expect(0).out;
    // Those of Java are built first: java_stacks.rs starts them.
    let names = listed.lines().filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| !name.starts_with("java-")).collect();
    assert!(names.len() >= 15 && names.contains(&"grpc"), "{listed}");
    let has_python = system_python().is_some();
    for (index, name) in names.iter().enumerate() {
        if name.starts_with("python") && !has_python {
            continue;
        }
        let server = Started::new(&home, name);
        assert!(server.address.ip().is_loopback() && server.line.contains(name), "{}", server.line);
        assert!(TcpStream::connect(server.address).is_ok(), "{name}");
        assert_eq!(Started::servers(&home).len(), 1, "{name}");
        let (address, signal) = (server.address, [Signal::INT, Signal::TERM][index % 2]);
        assert_eq!(server.end_by(signal), Some(0), "{name}");
        assert_eq!(Started::servers(&home), Vec::<u32>::new(), "{name} leaves a process");
        assert!(TcpStream::connect(address).is_err(), "{name} still listens");
    }
}

#[test]
fn another_address_is_taken_where_it_is_named() {
    let home = Home::new();
    for name in ["grpc", "msgpack", "python-xmlrpc-arrays"] {
        if name.starts_with("python") && system_python().is_none() {
            continue;
        }
        let server = Started::with(&home, &["start", "rpc", name, "--listen", "0.0.0.0:0"]);
        assert!(server.address.ip().is_unspecified(), "{}", server.line);
        // All of 127.0.0.0/8 is the loopback's: an address that a server of 127.0.0.1 alone would not answer at.
        assert!(TcpStream::connect(("127.0.0.2", server.address.port())).is_ok(), "{name}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    home.run(&["start", "rpc", "grpc", "--listen", &address]).expect(2).says(&address);
    home.run(&["start", "rpc", "grpc", "--listen", "nowhere"]).expect(2).says("4000");
    home.run(&["start", "rpc", "gprc"]).expect(2).says("no stack \"gprc\"").says("thrift-binary");
}
