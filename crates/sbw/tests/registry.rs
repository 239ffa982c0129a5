//! The registry and starting on demand, both off unless asked for.

mod common;

use std::path::Path;
use std::time::Duration;

use common::{LONG, broker, private};
use sbw::block::Value;
use sbw::broker::{Options, RunningBroker};
use sbw::caller::Caller;
use sbw::directory;
use sbw::{Error, ExceptionCode, UserDirectory};

fn options(home: &Path) -> Options {
    Options { registry: true, directory: Some(UserDirectory::new(home)), ..Options::private() }
}

fn ask(broker: &RunningBroker, method: &str, arguments: &[&str]) -> Result<Vec<Value>, (ExceptionCode, String)> {
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    caller.set_timeout(Some(LONG));
    directory::call_text(&mut caller, &format!("BROKER.BROKER.{method}"), arguments).map_err(|error| match error {
        Error::Exception(exception) => (exception.code, exception.detail),
        other => panic!("{other}"),
    })
}

fn said(broker: &RunningBroker, method: &str, arguments: &[&str]) -> String {
    ask(broker, method, arguments).unwrap()[0].to_string()
}

fn register(broker: &RunningBroker, name: &str, kind: &str, command: &str) {
    assert!(ask(broker, "registerModule", &[name, "Display", kind, command, "help"]).unwrap().is_empty());
}

#[test]
fn what_is_registered_is_described_and_outlives_the_broker() {
    let home = tempfile::tempdir().unwrap();
    let first = broker(options(home.path()));
    register(&first, "m", "1", "prog -sbwmodule");
    ask(&first, "registerService", &["m", "s", "", "/Analysis//", "h"]).unwrap();
    first.stop().unwrap();
    let broker = broker(options(home.path()));
    let service = r#"{"m", "s", "s", "/Analysis", "h"}"#;
    assert_eq!(said(&broker, "getServiceDescriptors(string)", &["m"]), format!("[{service}]"));
    assert_eq!(said(&broker, "findServices", &["Analysis", "false"]), format!("[{service}]"));
    assert_eq!(said(&broker, "findLocalServices", &["other", "true"]), "list[0]");
    assert_eq!(said(&broker, "getServiceCategories", &[""]), r#"["Analysis"]"#);
    let module = r#"{"m", "Display", 1, "prog -sbwmodule", "help"}"#;
    assert_eq!(said(&broker, "getModuleDescriptor(string, boolean)", &["m", "false"]), module);
    assert!(said(&broker, "getModuleDescriptors", &["true", "false"]).contains(module));
    ask(&broker, "unregisterModule", &["m"]).unwrap();
    assert_eq!(ask(&broker, "getServiceDescriptors(string)", &["m"]).unwrap_err().0, ExceptionCode::ModuleNotFound);
    let text = std::fs::read_to_string(home.path().join("sbwreg.xml")).unwrap();
    assert!(text.contains("<SBWRegistry>") && !text.contains("prog"));
}

#[test]
fn incomplete_registrations_get_the_original_s_codes() {
    let home = tempfile::tempdir().unwrap();
    let broker = broker(options(home.path()));
    for bad in [
        ["", "d", "0", "c", ""],
        ["m", "", "0", "c", ""],
        ["m", "d", "0", "", ""],
        ["h:m", "d", "0", "c", ""],
        ["m", "d", "2", "c", ""],
    ] {
        assert_eq!(ask(&broker, "registerModule", &bad).unwrap_err().0, ExceptionCode::ModuleDefinition, "{bad:?}");
    }
    assert_eq!(ask(&broker, "registerService", &["", "s", "", "", ""]).unwrap_err().0, ExceptionCode::ModuleDefinition);
    assert_eq!(ask(&broker, "registerService", &["x", "s", "", "", ""]).unwrap_err().0, ExceptionCode::ModuleNotFound);
}

#[test]
fn nothing_is_started_unless_that_is_allowed() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("started");
    let broker = broker(options(home.path()));
    register(&broker, "m", "0", &format!("touch {}", target.display()));
    assert_eq!(ask(&broker, "getModuleInstance", &["m"]).unwrap_err().0, ExceptionCode::ModuleStart);
    assert!(!target.exists());
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_connect_is_noticed_and_no_shell_is_run() {
    let home = tempfile::tempdir().unwrap();
    let wait = Duration::from_secs(2);
    let broker = broker(Options { start_on_demand: true, start_wait: wait, ..options(home.path()) });
    let target = home.path().join("shell");
    register(&broker, "ends", "0", &format!("true ; touch {}", target.display()));
    let (code, why) = ask(&broker, "getModuleInstance", &["ends"]).unwrap_err();
    assert_eq!((code, why.contains("ended")), (ExceptionCode::ModuleStart, true), "{why}");
    assert!(!target.exists(), "the semicolon was an argument");
    register(&broker, "absent", "0", "/no/such/program");
    assert!(ask(&broker, "getModuleInstance", &["absent"]).unwrap_err().1.contains("/no/such/program"));
    // Longer than it is waited for; it ends by itself soon after.
    register(&broker, "stays", "0", "sleep 3");
    assert!(ask(&broker, "getModuleInstance", &["stays"]).unwrap_err().1.contains("in time"));
}

#[test]
fn a_module_is_started_when_it_is_asked_for() {
    let binding = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/python/sbw");
    if !std::process::Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let options = Options { start_on_demand: true, start_wait: LONG, ..options(home.path()) };
    let broker = broker(options);
    let script = home.path().join("module.py");
    let text = format!(
        "import sys; sys.path.insert(0, {binding:?}); sys.dont_write_bytecode = True\n\
         import sbw\n\
         port, key = sbw.find_broker({:?})\n\
         sbw.Module(sys.argv[1], port=port, key=key).wait()\n",
        home.path()
    );
    std::fs::write(&script, text).unwrap();
    let command = |name: &str| format!("python3 \"{}\" {name}", script.display());
    register(&broker, "unique", "0", &command("unique"));
    register(&broker, "own", "1", &command("own"));
    let unique = said(&broker, "getModuleInstance", &["unique"]);
    assert_eq!(said(&broker, "getModuleInstance", &["unique"]), unique);
    let own = said(&broker, "getModuleInstance", &["own"]);
    assert_ne!(said(&broker, "getModuleInstance", &["own"]), own, "self-managed: another for each request");
}

#[test]
fn without_a_registry_names_are_those_that_run() {
    let broker = private();
    assert_eq!(ask(&broker, "getModuleInstance", &["m"]).unwrap_err().0, ExceptionCode::ModuleNotFound);
}
