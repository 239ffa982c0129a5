//! A server that `wirecost start rpc` runs.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Stdio};

use super::{Home, until};

/// Ends with the test.
pub struct Started {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The line that it printed.
    pub line: String,
}

impl Started {
    pub fn new(home: &Home, name: &str) -> Self {
        Self::with(home, &["start", "rpc", name])
    }

    pub fn with(home: &Home, arguments: &[&str]) -> Self {
        let mut child = home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().find_map(|word| word.parse().ok());
        let Some(address) = address else {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{arguments:?}: no address in {line:?}");
        };
        Self { child, address, line }
    }

    /// The processes of the server, by the folder of its home, which no other test's have: it and what guards it aside.
    pub fn servers(home: &Home) -> Vec<u32> {
        let mine = format!("HOME={}", home.path("").display().to_string().trim_end_matches('/'));
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let servers = processes.filter_map(|process| {
            let pid: u32 = process.file_name().to_str()?.parse().ok()?;
            let environment = std::fs::read(process.path().join("environ")).ok()?;
            let environment = String::from_utf8_lossy(&environment).into_owned();
            let is_server = environment.split('\0').any(|it| it == mine) && environment.contains("WIRECOST_PORT=");
            is_server.then_some(pid)
        });
        servers.collect()
    }

    /// Sends a signal, and waits for its end; its exit code.
    pub fn end_by(mut self, signal: rustix::process::Signal) -> Option<i32> {
        rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), signal).unwrap();
        until("it ends", || self.child.try_wait().unwrap()).code()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // It may have ended already. Killed, it leaves its server to the guard, which ends it.
        let pid = rustix::process::Pid::from_child(&self.child);
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let _ = self.child.wait();
    }
}
