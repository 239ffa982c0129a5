//! The Java library, each operation in a JVM of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Peer {
    folder: PathBuf,
}

impl Peer {
    /// Builds the project that the interoperation tests use. `None` says why not.
    pub fn build() -> Option<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-java");
        let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop-java/pom.xml");
        let status = Command::new("mvn")
            .args(["--batch-mode", "--quiet", "compile", "-f"])
            .arg(pom)
            .arg(format!("-Dout={}", folder.display()))
            .status();
        match status {
            Ok(status) if status.success() => Some(Self { folder }),
            other => {
                println!("skipped: mvn could not build the peer: {other:?}");
                None
            }
        }
    }

    pub fn write(&self, name: &str, octets: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, octets).unwrap();
        path
    }

    pub fn start(&self, operation: &str, file: &Path, setting: &str) -> Operation {
        let class_path = format!("{}:{}/*", self.folder.join("classes").display(), self.folder.join("lib").display());
        let mut child = Command::new("java")
            .args(["-Xmx512m", "-XX:+UseSerialGC", "-cp", &class_path, "interop.Bench", operation])
            .arg(file)
            .arg(setting)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut started = Operation { child, input, output };
        started.sample(super::WARM_UP_MS);
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
    /// Nanoseconds an operation, and the check value of the work.
    pub fn sample(&mut self, budget_ms: u64) -> (f64, u64) {
        writeln!(self.input, "{budget_ms}").unwrap();
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
