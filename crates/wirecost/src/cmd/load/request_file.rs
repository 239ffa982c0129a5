//! A file with a line for each request of a load.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use anyhow::anyhow;
use wirecost_load::RequestLog;

use crate::output;

/// What the columns are called.
const HEAD: &str = "planned_ns,sent_ns,ended_ns,outcome,status\n";

/// A file that is written while the load goes on, by a thread of its own.
pub struct RequestFile {
    log: RequestLog,
    writer: JoinHandle<anyhow::Result<()>>,
}

impl RequestFile {
    /// Begins to write.
    pub fn begin(path: &Path) -> Self {
        let (log, requests) = RequestLog::new();
        let path = PathBuf::from(path);
        let writer = std::thread::spawn(move || {
            output::write_with(&path, |out| {
                out.write_all(HEAD.as_bytes())?;
                for request in requests.iter().flatten() {
                    let outcome = serde_json::to_value(request.outcome)?;
                    let outcome = outcome.as_str().unwrap_or_default();
                    let status = request.status.map_or(String::new(), |status| status.to_string());
                    writeln!(
                        out,
                        "{},{},{},{outcome},{status}",
                        request.planned_ns, request.sent_ns, request.ended_ns
                    )?;
                }
                Ok(())
            })
        });
        Self { log, writer }
    }

    /// Where the load sends its requests.
    pub fn log(&self) -> RequestLog {
        self.log.clone()
    }

    /// Waits until all of them are written. Every other holder of the log is gone by now.
    pub fn finish(self) -> anyhow::Result<()> {
        drop(self.log);
        self.writer.join().map_err(|_| anyhow!("the thread that writes --log panicked"))?
    }
}
