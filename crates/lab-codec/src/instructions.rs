//! Instructions retired per operation.
//!
//! Two processes run the same case for n and for 3n operations; the difference is the cost of 2n operations, and
//! start-up, preparing and the protocol fall away. Counts come from the processor where the kernel lets them be read
//! (Linux, perf_event_open(2)), else from Valgrind's callgrind, which must then be installed.

use std::process::Command;
use std::time::Duration;

use wirecost_catalog::PlanError;
use wirecost_codec_protocol::{Prepare, Process, ProcessError};

use crate::runners::{RunnerSpec, which};

/// An emulated runner may take long to answer.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Operations of the shorter process: enough for rotating inputs and for growing buffers to settle.
const OPERATIONS: u64 = 200;

/// Where counts come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The processor's counters.
    Counters,
    /// Emulation by callgrind.
    Callgrind,
}

impl Source {
    /// The best source of this machine.
    ///
    /// # Errors
    /// If there is none, with the command that brings one.
    pub fn find() -> Result<Self, PlanError> {
        if counters::available() {
            return Ok(Self::Counters);
        }
        match which("valgrind") {
            Some(_) => Ok(Self::Callgrind),
            None => Err(PlanError::Machine(
                "no instruction counters: the kernel gives none here and valgrind is not installed; try: apt-get \
                 install valgrind"
                    .into(),
            )),
        }
    }

    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counters => "perf_event_open",
            Self::Callgrind => "callgrind",
        }
    }

    /// Instructions per operation of the case that `prepare` describes.
    ///
    /// # Errors
    /// If the runner fails, or its count cannot be read.
    pub fn count(self, spec: &RunnerSpec, prepare: &Prepare) -> Result<f64, ProcessError> {
        let count = |operations| match self {
            Self::Counters => counters::count(spec, prepare.clone(), operations),
            Self::Callgrind => callgrind(spec, prepare.clone(), operations),
        };
        let (short, long) = (count(OPERATIONS)?, count(3 * OPERATIONS)?);
        Ok((long - short) / (2 * OPERATIONS) as f64)
    }
}

fn callgrind(spec: &RunnerSpec, prepare: Prepare, operations: u64) -> Result<f64, ProcessError> {
    let mut command = Command::new("valgrind");
    command
        // An interpreter may be found through a script that starts it.
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=yes", "--"])
        .args(&spec.command)
        .env("WIRECOST_PADDING", "")
        .env("PYTHONHASHSEED", "0");
    let mut process = Process::start(command, TIMEOUT)?;
    process.prepare(prepare)?;
    process.repeat(operations)?;
    let text = process.finish()?;
    let collected = text.lines().rev().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.ok_or_else(|| ProcessError::Unsupported("callgrind printed no count".into()))
}

#[cfg(target_os = "linux")]
mod counters {
    use perf_event::Builder;
    use perf_event::events::Hardware;
    use wirecost_codec_protocol::{Prepare, ProcessError};

    use crate::runners::RunnerSpec;

    /// Whether the kernel counts instructions of a process of ours.
    pub fn available() -> bool {
        Builder::new(Hardware::INSTRUCTIONS).build().and_then(|mut counter| counter.enable()).is_ok()
    }

    pub fn count(spec: &RunnerSpec, prepare: Prepare, operations: u64) -> Result<f64, ProcessError> {
        let mut process = spec.start(0, super::TIMEOUT)?;
        process.prepare(prepare)?;
        let failed = |error: std::io::Error| ProcessError::Unsupported(format!("perf_event_open: {error}"));
        let pid = i32::try_from(process.id()).unwrap_or_default();
        let mut counter =
            Builder::new(Hardware::INSTRUCTIONS).observe_pid(pid).inherit(true).build().map_err(failed)?;
        counter.enable().map_err(failed)?;
        process.repeat(operations)?;
        counter.disable().map_err(failed)?;
        counter.read().map(|count| count as f64).map_err(failed)
    }
}

#[cfg(not(target_os = "linux"))]
mod counters {
    use wirecost_codec_protocol::{Prepare, ProcessError};

    use crate::runners::RunnerSpec;

    pub fn available() -> bool {
        false
    }

    pub fn count(_: &RunnerSpec, _: Prepare, _: u64) -> Result<f64, ProcessError> {
        Err(ProcessError::Unsupported("this system has no perf_event_open".into()))
    }
}
