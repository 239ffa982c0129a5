//! The process of a stack's client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use wirecost_host::Server;
use wirecost_load::{CallSlice, Options, unix_ns};
use wirecost_rpc_protocol::{Begin, Calling, Finding, LONGEST_LINE, Ready, Report, Turn};
use wirecost_server_lab::Reason;
use wirecost_server_lab::launch::with_last_words;

use crate::calls::{Calls, Task};

/// Between the word to begin and the beginning: every thread of the client connects meanwhile.
const HEAD_START: Duration = Duration::from_millis(5);
/// And so much more for each connection.
const HEAD_START_CONNECTION: Duration = Duration::from_micros(200);

/// A running client. Dropping it ends it.
pub(crate) struct Process {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    calling: Calling,
}

impl Process {
    /// Starts a client, which will call `address`, and sends it its task.
    pub(crate) fn start(calls: &Calls<'_>, server: &Server, address: SocketAddr, task: Task) -> Result<Self, Reason> {
        let candidate = calls.candidate;
        let file = candidate.file.client.as_ref().ok_or("its candidate.toml names no client")?;
        let words: Vec<String> = file.command.iter().map(|word| candidate.put_in(word)).collect();
        let (program, arguments) = words.split_first().ok_or("the command of its client is empty")?;
        let calling = calls.calling(server, address, task);
        let mut command = Command::new(program);
        command.args(arguments).current_dir(candidate.folder());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("its client {program} cannot be run: {error}"))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both are piped");
        };
        let output = BufReader::new(output);
        let told = say(&mut input, &calling);
        let mut process = Self { name: candidate.name.clone(), child, input, output, calling };
        let spoken = told.map_err(|error| process.failure(&error.to_string())).and_then(|()| {
            // A client that went says why on its standard error.
            process.input.write_all(calls.content).map_err(|error| process.failure(&error.to_string()))
        });
        spoken.map(|()| process)
    }

    fn hear<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, Reason> {
        let mut line = String::new();
        let heard = (&mut self.output).take(LONGEST_LINE).read_line(&mut line);
        match heard {
            Ok(count) if count as u64 == LONGEST_LINE && !line.ends_with('\n') => {
                Err(format!("the client of {}: a line of more than {} MiB", self.name, LONGEST_LINE >> 20).into())
            }
            Ok(0) => Err(self.failure("it ended")),
            Err(error) => Err(self.failure(&error.to_string())),
            Ok(_) => {
                serde_json::from_str(&line).map_err(|error| format!("the client of {}: {error}", self.name).into())
            }
        }
    }

    /// What the client said last, in place of `what` this side saw of it.
    fn failure(&mut self, what: &str) -> Reason {
        let _ = self.child.kill();
        let mut said = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            let _ = errors.read_to_string(&mut said);
        }
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        last.map_or_else(|| format!("its client failed: {what}"), |line| format!("its client: {line}")).into()
    }

    /// Waits until its first calls were right.
    pub(crate) fn ready(&mut self, server: &mut Server) -> Result<Ready, Reason> {
        self.hear().map_err(|reason| with_last_words(server, reason))
    }

    /// Has it call for this long, and waits for what came of it.
    pub(crate) fn turn(&mut self, length: Duration, server: &mut Server) -> Result<CallSlice, Reason> {
        let turn = Turn { slice_ns: length.as_nanos() as u64 };
        say(&mut self.input, &turn).map_err(|error| self.failure(&error.to_string()))?;
        self.hear().map_err(|reason| with_last_words(server, reason))
    }

    /// Waits until it has found out the ability that it was started for.
    pub(crate) fn finding(&mut self, server: &mut Server) -> Result<Finding, Reason> {
        self.hear().map_err(|reason| with_last_words(server, reason))
    }

    /// Says when to begin; nanoseconds since 1970.
    pub(crate) fn begin(&mut self) -> Result<u64, Reason> {
        let connections = u32::try_from(self.calling.connections).unwrap_or(u32::MAX);
        let head_start = HEAD_START + HEAD_START_CONNECTION * connections;
        let start_unix_ns = unix_ns() + head_start.as_nanos() as u64;
        say(&mut self.input, &Begin { start_unix_ns }).map_err(|error| self.failure(&error.to_string()))?;
        Ok(start_unix_ns)
    }

    /// The number of its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its task as options of the load engine.
    pub(crate) fn options(&self) -> Options {
        self.calling.options(self.calling.window_ms)
    }

    /// Waits for what came of it.
    pub(crate) fn report(&mut self, server: &mut Server) -> Result<Report, Reason> {
        self.hear().map_err(|reason| with_last_words(server, reason))
    }
}

/// Writes a line.
fn say(input: &mut ChildStdin, what: &impl serde::Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(what)?;
    line.push(b'\n');
    input.write_all(&line)
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
