//! The process of a client, as the harness drives it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Instant;

use wirecost_load::{CallLog, CallSlice, unix_ns};
use wirecost_rpc_rust::ability::Finding;
use wirecost_rpc_rust::client::{Begin, Calling, Ready, Report, Turn, WindowOutcome};

use crate::PATIENCE;

/// A running client. Dropping it ends it.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts it, and tells it what to do.
    pub fn start(words: &[String], calling: &Calling) -> Self {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut process = Self { child, input, output };
        process.say(calling);
        process.input.as_mut().unwrap().write_all(&calling.message).unwrap();
        process
    }

    fn say(&mut self, what: &impl serde::Serialize) {
        let line = serde_json::to_string(what).unwrap() + "\n";
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    /// What it says next, or what it said last on its standard error.
    fn hear<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, String> {
        let mut line = String::new();
        if self.output.read_line(&mut line).unwrap() > 0 {
            return Ok(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")));
        }
        let mut said = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
        assert!(!self.child.wait().unwrap().success(), "it ended well and said nothing");
        Err(said.lines().last().unwrap_or_default().to_owned())
    }

    /// How long its first call took, nanoseconds, or why it is not ready.
    pub fn ready(&mut self) -> Result<u64, String> {
        self.hear().map(|Ready { cold_ns, .. }| cold_ns)
    }

    /// Whether it says, with its readiness, that it takes turns.
    pub fn takes_turns(&mut self) -> bool {
        self.hear().map(|Ready { takes_turns, .. }| takes_turns).unwrap()
    }

    /// Has it call for this long, and gives what came of it.
    pub fn turn(&mut self, slice_ns: u64) -> CallSlice {
        self.say(&Turn { slice_ns });
        self.hear().unwrap()
    }

    /// What it found out, or why it found nothing.
    pub fn finding(&mut self) -> Result<Finding, String> {
        self.hear()
    }

    /// Has it begin.
    pub fn begin(&mut self) {
        self.say(&Begin { start_unix_ns: unix_ns() });
    }

    /// Has it begin, and gives its calls.
    pub fn calls(&mut self) -> CallLog {
        self.begin();
        let report: Report = self.hear().unwrap();
        assert_eq!(report.stamped, None);
        match report.load {
            WindowOutcome::Calls(calls) => calls,
            WindowOutcome::Result(_) => panic!("it counts by itself"),
        }
    }

    /// Ends its standard input, and waits for its end.
    pub fn end(&mut self) -> ExitStatus {
        self.input = None;
        self.ended()
    }

    /// Waits for its end.
    pub fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            std::thread::yield_now();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}
