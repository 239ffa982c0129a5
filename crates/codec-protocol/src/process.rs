//! The harness's end: a runner as a child process.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd as _;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use serde::de::DeserializeOwned;
use wirecost_reference::Mark;
use wirecost_value::{Value, encoding, from_value};

use crate::error::{LastLine, ProcessError};
use crate::family::Family;
use crate::pipe::{Broken, wait};
use crate::stderr::Stderr;
use crate::{
    Answer, Count, Description, First, FrameError, MAX_FRAME_BYTES, PROTOCOL, Prepare, Request, Sample, Timed,
};

/// What an answer may take in memory: this many times its size in bytes ...
const MEMORY_FACTOR: usize = 16;

/// ... and these bytes besides.
const MEMORY_BESIDES: usize = 64 << 20;

/// How long a runner may take to end by itself, once it has closed its output.
const LAST_STEPS: Duration = Duration::from_millis(500);

/// A timed batch as the runner reports it, and as the system's clocks show it from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// What the runner reports.
    pub told: Sample,
    /// Its parts in order, where parts were asked for and the runner knows marks: wall time, CPU time, and the marks before and
    /// after.
    pub parts: Vec<(u64, u64, Mark, Mark)>,
    /// Wall time of the whole exchange in nanoseconds.
    pub seen_wall_ns: u64,
    /// CPU time of the runner since the end of the exchange before, in nanoseconds: what it does between requests counts
    /// for the batch that follows. None where the system does not report it.
    pub seen_cpu_ns: Option<u64>,
}

/// A running runner. It is killed, with all that it started, when this is dropped, and when the harness dies (Linux).
pub struct Process {
    /// None once the runner has been asked to end.
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    stderr: Stderr,
    timeout: Duration,
    /// How long an answer is looked for before the harness sleeps until it comes.
    alert: Duration,
    family: Family,
    /// CPU time of the runner at the end of the last exchange.
    cpu_ns: Option<u64>,
}

impl Process {
    /// Starts a runner. Every request must be answered within `timeout`.
    ///
    /// # Errors
    /// [`ProcessError::Start`].
    pub fn start(command: Command, timeout: Duration) -> Result<Self, ProcessError> {
        let program = command.get_program().to_string_lossy().into_owned();
        let failed = |source| ProcessError::Start { program: program.clone(), source };
        let (runners_stdin, stdin) = io::pipe().map_err(failed)?;
        let (stdout, runners_stdout) = io::pipe().map_err(failed)?;
        let (stderr, runners_stderr) = io::pipe().map_err(failed)?;
        let streams = [runners_stdin.into(), runners_stdout.into(), runners_stderr.into()];
        let family = Family::start(command, &streams).map_err(failed)?;
        let nonblocking = |fd: std::os::fd::BorrowedFd<'_>| {
            rustix::fs::fcntl_getfl(fd)
                .and_then(|flags| rustix::fs::fcntl_setfl(fd, flags | rustix::fs::OFlags::NONBLOCK))
        };
        nonblocking(stdin.as_fd()).and_then(|()| nonblocking(stdout.as_fd())).map_err(|error| failed(error.into()))?;
        let stderr = Stderr::new(stderr);
        Ok(Self { stdin: Some(stdin), stdout, stderr, timeout, alert: Duration::ZERO, family, cpu_ns: None })
    }

    /// Looks for each answer for this long before sleeping until it comes. To be woken takes up to hundreds of microseconds
    /// on a virtual machine; to look takes a core that the runner does not need.
    pub fn stay_alert(&mut self, alert: Duration) {
        self.alert = alert;
    }

    /// Asks what the runner is.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start` and `Unsupported`.
    pub fn describe(&mut self) -> Result<Description, ProcessError> {
        let description: Description = self.ask(Request::Describe)?;
        if description.protocol != PROTOCOL {
            let reason = format!("protocol {}, not {PROTOCOL}", description.protocol);
            return Err(self.broken("describe", Broken::Rubbish(reason)));
        }
        match description.unprintable() {
            Some(text) => Err(self.broken("describe", Broken::Rubbish(format!("{text:?} is not a printable name")))),
            None => Ok(description),
        }
    }

    /// Makes ready to measure a case.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start`; `Unsupported` where the candidate cannot hold the message.
    pub fn prepare(&mut self, prepare: Prepare) -> Result<(), ProcessError> {
        match self.exchange(Request::Prepare(prepare))? {
            Value::Null => Ok(()),
            other => Err(self.broken("prepare", Broken::Rubbish(format!("{} where null was due", other.kind())))),
        }
    }

    /// Runs the operation for the first time.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start` and `Unsupported`; `Rubbish` where the time is impossible.
    pub fn first(&mut self) -> Result<First, ProcessError> {
        let start = Instant::now();
        let first: First = self.ask(Request::First)?;
        self.check("first", first.wall_ns, start.elapsed())?;
        Ok(first)
    }

    /// Runs the operation once on each of `inputs` and gives the answers in the same order.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start` and `Unsupported`; `Rubbish` where answers are missing.
    pub fn verify(&mut self, inputs: Vec<Value>) -> Result<Vec<Answer>, ProcessError> {
        let expected = inputs.len();
        let answers: Vec<Answer> = self.ask(Request::Verify { inputs })?;
        if answers.len() != expected {
            let reason = format!("{} answers to {expected} inputs", answers.len());
            return Err(self.broken("verify", Broken::Rubbish(reason)));
        }
        Ok(answers)
    }

    /// Runs a timed batch on the timed inputs in turn, and has the results of the iterations `keep` kept.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start`; `Rubbish` where a time is longer than the harness saw pass.
    pub fn sample(&mut self, iterations: u64, keep: &[u64]) -> Result<Batch, ProcessError> {
        self.timed(iterations, None, Some(keep.to_vec()), None)
    }

    /// The same in parts of equal size between marks of the reference.
    ///
    /// # Errors
    /// As [`Process::sample`].
    pub fn sample_parts(&mut self, iterations: u64, parts: u64, keep: &[u64]) -> Result<Batch, ProcessError> {
        self.timed(iterations, Some(parts), Some(keep.to_vec()), None)
    }

    /// The same, without marks for no parts, and has all results kept.
    ///
    /// # Errors
    /// As [`Process::sample`].
    pub fn sample_kept(&mut self, iterations: u64, parts: Option<u64>) -> Result<Batch, ProcessError> {
        self.timed(iterations, parts, None, None)
    }

    /// Runs a timed batch on `inputs` alone, and has all results kept.
    ///
    /// # Errors
    /// As [`Process::sample`].
    pub fn sample_on(&mut self, inputs: Vec<Value>, iterations: u64) -> Result<Batch, ProcessError> {
        self.timed(iterations, None, None, Some(inputs))
    }

    fn timed(
        &mut self,
        iterations: u64,
        parts: Option<u64>,
        keep: Option<Vec<u64>>,
        inputs: Option<Vec<Value>>,
    ) -> Result<Batch, ProcessError> {
        let before = self.cpu_ns.or_else(|| self.family.runner_cpu_ns());
        let start = Instant::now();
        let timed: Timed = self.ask(Request::Sample { iterations, parts, keep, inputs })?;
        let elapsed = start.elapsed();
        self.cpu_ns = self.family.runner_cpu_ns();
        let told = Sample { iterations: timed.iterations, wall_ns: timed.wall_ns, cpu_ns: timed.cpu_ns };
        if told.iterations != iterations {
            let reason = format!("{} iterations where {iterations} were due", told.iterations);
            return Err(self.broken("sample", Broken::Rubbish(reason)));
        }
        self.check("sample", told.wall_ns, elapsed)?;
        // A coarse clock may step just then, and steps are not longer than this.
        const STEP: Duration = Duration::from_millis(20);
        self.check("sample", told.cpu_ns, elapsed * cores() + STEP)?;
        let seen_cpu_ns = before.zip(self.cpu_ns).map(|(before, after)| after.saturating_sub(before));
        let parts = parted(&timed, parts).map_err(|reason| self.broken("sample", Broken::Rubbish(reason)))?;
        Ok(Batch { told, parts, seen_wall_ns: u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX), seen_cpu_ns })
    }

    /// What these iterations of the last batch gave, whose results were kept, in the same order, and the CPU time that telling it took the runner.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start`; `Unsupported` where the runner does not keep results.
    pub fn answers(&mut self, iterations: Vec<u64>) -> Result<(Vec<Answer>, Option<u64>), ProcessError> {
        let before = self.family.runner_cpu_ns();
        let expected = iterations.len();
        let answers: Vec<Answer> = self.ask(Request::Answers { iterations })?;
        // What this exchange takes belongs to no batch.
        self.cpu_ns = self.family.runner_cpu_ns();
        if answers.len() != expected {
            let reason = format!("{} answers to {expected} iterations", answers.len());
            return Err(self.broken("answers", Broken::Rubbish(reason)));
        }
        Ok((answers, before.zip(self.cpu_ns).map(|(before, after)| after.saturating_sub(before))))
    }

    /// CPU time in nanoseconds of everything that the runner started and that still runs.
    ///
    /// # Errors
    /// [`ProcessError::Ended`] where the runner has ended, or what holds its descendants together.
    pub fn descendants_cpu_ns(&mut self) -> Result<u64, ProcessError> {
        if self.family.is_running() {
            Ok(self.family.descendants_cpu_ns())
        } else {
            Err(self.broken("sample", Broken::Ended))
        }
    }

    /// Runs an untimed batch and counts its allocations.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start` and `Unsupported`.
    pub fn count(&mut self, iterations: u64) -> Result<Count, ProcessError> {
        self.ask(Request::Count { iterations, allocations: true })
    }

    /// Runs an untimed batch and counts nothing.
    ///
    /// # Errors
    /// Any [`ProcessError`] but `Start` and `Unsupported`.
    pub fn repeat(&mut self, iterations: u64) -> Result<(), ProcessError> {
        self.ask(Request::Count { iterations, allocations: false }).map(|_: Count| ())
    }

    /// The most memory that the process ever held resident, in bytes; none if the system does not report it.
    pub fn peak_rss_bytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// The process identifier.
    pub fn id(&self) -> u32 {
        self.family.runner()
    }

    /// Ends the runner by closing its input, and gives the end of what it wrote to standard error.
    ///
    /// # Errors
    /// [`ProcessError::TimedOut`] where it does not end within the timeout.
    pub fn finish(mut self) -> Result<String, ProcessError> {
        self.stdin = None;
        let deadline = Instant::now() + self.timeout;
        // Its output ends when it does; anything it still says is not asked for.
        let mut rest = [0; 1 << 10];
        loop {
            match wait(&self.stdout, PollFlags::IN, deadline).and_then(|()| Ok(self.stdout.read(&mut rest)?)) {
                Ok(0) | Err(Broken::Ended | Broken::Rubbish(_)) => break,
                Ok(_) => {}
                Err(Broken::TimedOut) => return Err(self.broken("end of input", Broken::TimedOut)),
            }
        }
        self.family.ended_within(LAST_STEPS);
        Ok(self.stderr.tail())
    }

    /// A reported time can never exceed what the harness's own clock saw.
    fn check(&mut self, request: &'static str, reported_ns: u64, elapsed: Duration) -> Result<(), ProcessError> {
        if u128::from(reported_ns) <= elapsed.as_nanos() {
            return Ok(());
        }
        let reason = format!("it reports {reported_ns} ns, the harness saw {} ns pass", elapsed.as_nanos());
        Err(self.broken(request, Broken::Rubbish(reason)))
    }

    fn ask<T: DeserializeOwned>(&mut self, request: Request) -> Result<T, ProcessError> {
        let name = name(&request);
        let value = self.exchange(request)?;
        from_value(value).map_err(|error| self.broken(name, Broken::Rubbish(error.to_string())))
    }

    fn exchange(&mut self, request: Request) -> Result<Value, ProcessError> {
        let name = name(&request);
        // CPU time of any other exchange belongs to no batch.
        self.cpu_ns = None;
        let value = match request.into_value() {
            Ok(value) => value,
            Err(error) => return Err(ProcessError::Failed(error.to_string(), LastLine::default())),
        };
        let deadline = Instant::now() + self.timeout;
        let reply = self.transfer(&value, deadline).map_err(|broken| self.broken(name, broken))?;
        let Value::Map(mut entries) = reply else {
            return Err(self.broken(name, Broken::Rubbish(format!("{} where a map was due", reply.kind()))));
        };
        match (entries.len(), entries.pop()) {
            (1, Some((kind, body))) if kind == "ok" => Ok(body),
            (1, Some((kind, Value::Text(reason)))) if kind == "unsupported" => Err(ProcessError::Unsupported(reason)),
            (1, Some((kind, Value::Text(reason)))) if kind == "error" => {
                Err(ProcessError::Failed(reason, LastLine::default()))
            }
            _ => Err(self.broken(name, Broken::Rubbish("a reply that is neither ok nor error".into()))),
        }
    }

    fn transfer(&mut self, value: &Value, deadline: Instant) -> Result<Value, Broken> {
        let mut frame = Vec::new();
        crate::write_frame(value, &mut frame)?;
        let mut rest = frame.as_slice();
        let Some(stdin) = &mut self.stdin else { return Err(Broken::Ended) };
        while !rest.is_empty() {
            wait(stdin, PollFlags::OUT, deadline)?;
            match stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut reply = Vec::new();
        self.fill(&mut reply, 4, deadline)?;
        let mut length = [0; 4];
        length.copy_from_slice(&reply);
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_FRAME_BYTES {
            return Err(FrameError::TooLong(length).into());
        }
        reply.clear();
        self.fill(&mut reply, length, deadline)?;
        let memory = length.saturating_mul(MEMORY_FACTOR).saturating_add(MEMORY_BESIDES);
        encoding::decode_within(&reply, memory).map_err(|error| FrameError::from(error).into())
    }

    /// Reads until `buffer` holds `length` bytes.
    fn fill(&mut self, buffer: &mut Vec<u8>, length: usize, deadline: Instant) -> Result<(), Broken> {
        // What a pipe holds.
        const CHUNK: usize = 64 << 10;
        let asleep_from = Instant::now() + self.alert;
        while buffer.len() < length {
            let filled = buffer.len();
            buffer.resize(length.min(filled + CHUNK), 0);
            let read = self.stdout.read(&mut buffer[filled..]);
            buffer.truncate(filled + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => return Err(Broken::Ended),
                Ok(_) => {}
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error.into()),
                // Between looks it takes next to nothing of what cores may share.
                Err(_) if Instant::now() < asleep_from => (0..32).for_each(|_| std::hint::spin_loop()),
                Err(_) => wait(&self.stdout, PollFlags::IN, deadline)?,
            }
        }
        Ok(())
    }

    /// Kills what no longer keeps to the protocol and says how it went wrong.
    fn broken(&mut self, request: &'static str, broken: Broken) -> ProcessError {
        let status = match broken {
            // Its output is closed: it is ending by itself, and how is what the user wants to know.
            Broken::Ended => self.family.ended_within(LAST_STEPS),
            _ => None,
        };
        let went_on = self.family.is_running();
        self.family.end();
        let last_line = LastLine(self.stderr.last_line());
        match broken {
            Broken::Ended => ProcessError::Ended { request, status: status_text(status, went_on), last_line },
            Broken::TimedOut => ProcessError::TimedOut { request, seconds: self.timeout.as_secs(), last_line },
            Broken::Rubbish(reason) => ProcessError::Rubbish { request, reason, last_line },
        }
    }
}

/// The parts of a batch, where it has any; why it cannot have been timed in this way, where they contradict each other.
fn parted(timed: &Timed, asked: Option<u64>) -> Result<Vec<(u64, u64, Mark, Mark)>, String> {
    let Timed { wall_ns, cpu_ns, marks, part_wall_ns, part_cpu_ns, .. } = timed;
    if marks.is_empty() && part_wall_ns.is_empty() && part_cpu_ns.is_empty() {
        return Ok(Vec::new());
    }
    let counts = [marks.len().saturating_sub(1), part_wall_ns.len(), part_cpu_ns.len()];
    if counts.iter().any(|count| Some(*count as u64) != asked) {
        return Err(format!(
            "{} marks, {} and {} times of parts, where {asked:?} parts were due",
            marks.len(),
            counts[1],
            counts[2]
        ));
    }
    for (parts_ns, whole_ns) in [(part_wall_ns, wall_ns), (part_cpu_ns, cpu_ns)] {
        let sum = parts_ns.iter().fold(0u64, |sum, part_ns| sum.saturating_add(*part_ns));
        if sum != *whole_ns {
            return Err(format!("parts of {sum} ns in a batch of {whole_ns} ns"));
        }
    }
    let clocks = part_wall_ns.iter().zip(part_cpu_ns);
    Ok(clocks.zip(marks.windows(2)).map(|((wall, cpu), marks)| (*wall, *cpu, marks[0], marks[1])).collect())
}

/// The cores that a runner may use. The system reads files to tell, which takes as long as a batch.
pub fn cores() -> u32 {
    static CORES: OnceLock<u32> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32))
}

fn status_text(status: Option<ExitStatus>, went_on: bool) -> String {
    match status {
        Some(status) => match status.signal() {
            Some(signal) => format!("killed by signal {signal}"),
            None => format!("exit code {}", status.code().unwrap_or_default()),
        },
        None if went_on => "it closed its output and went on".into(),
        None => "the process that wirecost keeps with it was killed".into(),
    }
}

fn name(request: &Request) -> &'static str {
    match request {
        Request::Describe => "describe",
        Request::Prepare(_) => "prepare",
        Request::First => "first",
        Request::Verify { .. } => "verify",
        Request::Sample { .. } => "sample",
        Request::Answers { .. } => "answers",
        Request::Count { .. } => "count",
    }
}
