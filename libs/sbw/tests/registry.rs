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
fn registrations_are_described_and_outlive_the_broker() {
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
    ask(&broker, "registerService", &["m", "deep", "", "Analysis/Steady state/Fast", ""]).unwrap();
    let below = r#"["Analysis", "Analysis/Steady state/Fast"]"#;
    assert_eq!(said(&broker, "getServiceCategories", &[""]), below);
    assert_eq!(said(&broker, "getServiceCategories", &["/Analysis/"]), r#"["Steady state/Fast"]"#);
    assert_eq!(said(&broker, "findServices", &["Steady state", "true"]), "list[0]", "a prefix is compared");
    let module = r#"{"m", "Display", 1, "prog -sbwmodule", "help"}"#;
    assert_eq!(said(&broker, "getModuleDescriptor(string, boolean)", &["m", "false"]), module);
    assert!(said(&broker, "getModuleDescriptors", &["true", "false"]).contains(module));
    ask(&broker, "unregisterModule", &["m"]).unwrap();
    assert_eq!(ask(&broker, "getServiceDescriptors(string)", &["m"]).unwrap_err().0, ExceptionCode::ModuleNotFound);
    broker.stop().unwrap();
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

/// The text of a Python program that connects under the name that is its argument, for a broker of this folder. `None`,
/// with a message, where there is no Python.
fn python_module() -> Option<impl Fn(&Path) -> String> {
    let binding = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    if !std::process::Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return None;
    }
    Some(move |home: &Path| {
        format!(
            "import sys; sys.path.insert(0, {binding:?}); sys.dont_write_bytecode = True\n\
             import sbw\n\
             port, key = sbw.find_broker({home:?})\n\
             sbw.Module(sys.argv[1], port=port, key=key).wait()\n"
        )
    })
}

#[test]
fn a_module_is_started_when_it_is_asked_for() {
    let Some(text) = python_module() else { return };
    let home = tempfile::tempdir().unwrap();
    let options = Options { start_on_demand: true, start_wait: LONG, ..options(home.path()) };
    let broker = broker(options);
    let script = home.path().join("module.py");
    std::fs::write(&script, text(home.path())).unwrap();
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

#[test]
fn a_running_module_gets_an_entry_under_another_name() {
    let home = tempfile::tempdir().unwrap();
    let broker = broker(options(home.path()));
    let module = common::echo(&broker, "m");
    let id = module.id().to_string();
    let (code, _) = ask(&broker, "changeModuleName", &["77", "n"]).unwrap_err();
    assert_eq!(code, ExceptionCode::ModuleNotFound, "no module has this id");
    assert_eq!(ask(&broker, "getModuleDescriptor(string, boolean)", &["n", "false"]).unwrap_err().0, code);

    ask(&broker, "changeModuleName", &[&id, "fresh"]).unwrap();
    let descriptor = |name: &str| said(&broker, "getModuleDescriptor(string, boolean)", &[name, "false"]);
    assert_eq!(descriptor("fresh"), r#"{"fresh", "", 1, "", ""}"#, "self-managed where nothing was registered");
    register(&broker, "m", "0", "prog");
    ask(&broker, "registerService", &["m", "s", "", "c", ""]).unwrap();
    ask(&broker, "changeModuleName", &[&id, "copy"]).unwrap();
    assert_eq!(descriptor("copy"), r#"{"copy", "Display", 0, "prog", "help"}"#);
    assert_eq!(said(&broker, "getServiceDescriptors(string)", &["copy"]), "list[0]");
    assert_eq!(descriptor("m"), r#"{"m", "Display", 0, "prog", "help"}"#, "the old entry stays");
}

/// Work of the thread that runs the broker's loop: bytes it wrote to files. What it writes to sockets is not counted.
#[cfg(target_os = "linux")]
fn bytes_written_by(thread: &str) -> u64 {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten().map(|task| task.path());
    let named =
        |path: &std::path::PathBuf| std::fs::read_to_string(path.join("comm")).is_ok_and(|name| name.trim() == thread);
    let written = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path.join("io")).unwrap_or_default();
        text.lines().find_map(|line| line.strip_prefix("wchar: ")?.parse::<u64>().ok()).unwrap_or(0)
    };
    tasks.filter(named).map(written).sum()
}

/// Other brokers of this program run at the same time, which may not be counted, so this one has its own thread.
#[cfg(target_os = "linux")]
#[test]
fn the_event_loop_writes_no_registry() {
    const THREAD: &str = "loop-of-test";
    let home = tempfile::tempdir().unwrap();
    let broker = sbw::broker::Broker::bind(options(home.path())).unwrap();
    let (address, key, stopper) = (broker.address(), broker.key().clone(), broker.stopper());
    let thread = std::thread::Builder::new().name(THREAD.to_owned()).spawn(move || broker.run()).unwrap();
    let mut caller = Caller::connect(address, &key, "").unwrap();
    let help = "h".repeat(16_000);
    for at in 0..200 {
        let name = format!("m{at}");
        let arguments = [name.as_str(), "Display", "0", "prog", help.as_str()];
        directory::call_text(&mut caller, "BROKER.BROKER.registerModule", &arguments).unwrap();
    }
    let written = bytes_written_by(THREAD);
    assert!(written < 100_000, "3 MB of registry are written by another thread, not {written} bytes by this one");
    stopper.stop();
    thread.join().unwrap().unwrap();
    let text = std::fs::read_to_string(home.path().join("sbwreg.xml")).unwrap();
    assert_eq!(text.matches("<module ").count(), 200, "nothing is lost at the end");
}

#[test]
fn all_who_ask_for_a_unique_module_at_once_get_the_same() {
    let Some(script) = python_module() else { return };
    let home = tempfile::tempdir().unwrap();
    let options = Options { start_on_demand: true, start_wait: LONG, ..options(home.path()) };
    let broker = broker(options);
    let path = home.path().join("module.py");
    std::fs::write(&path, script(home.path())).unwrap();
    register(&broker, "unique", "0", &format!("python3 \"{}\" unique", path.display()));
    let ids: Vec<String> = std::thread::scope(|scope| {
        let ask = || scope.spawn(|| said(&broker, "getModuleInstance", &["unique"]));
        let asking: Vec<_> = (0..4).map(|_| ask()).collect();
        asking.into_iter().map(|asking| asking.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let running = directory::modules(&mut caller).unwrap();
    assert_eq!(running.iter().filter(|entry| entry.name == "unique").count(), 1);
}
