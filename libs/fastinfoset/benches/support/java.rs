//! The Java programs, each operation in a JVM of its own.

#[path = "../../tests/common/java_peer.rs"]
mod java_peer;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use java_peer::Peer;

/// The project of the interoperation tests, built for one version of the library.
pub struct Java(Peer);

impl Java {
    /// Builds it. `None` says why not.
    pub fn build(version: &str) -> Option<Self> {
        Peer::build(version, "bench").map(Self)
    }

    /// Leaves a file for it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Starts a JVM for an operation on documents, each with its setting, and warms every one of them up for this many
    /// milliseconds of CPU time.
    pub fn start(&self, operation: &str, documents: &[(&Path, &str)], warm_up_ms: u64) -> Operation {
        let mut java = self.0.java(&["-Xmx512m", "-XX:+UseSerialGC"]);
        java.args(["interop.Bench", operation]);
        for (file, setting) in documents {
            java.arg(file).arg(setting);
        }
        let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut started = Operation { child, input, output };
        for document in 0..documents.len() {
            started.sample(document, warm_up_ms);
        }
        started
    }
}

/// An operation that waits for its next sample.
pub struct Operation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Operation {
    /// Nanoseconds of CPU time that an operation on a document takes, and the check value of the work.
    pub fn sample(&mut self, document: usize, budget_ms: u64) -> (f64, u64) {
        writeln!(self.input, "{document} {budget_ms}").unwrap();
        self.input.flush().unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let (ns, check) = line.trim().split_once(' ').expect("the JVM answers");
        (ns.parse().unwrap(), check.parse().unwrap())
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        // It has no state to save; that it may have ended already is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
