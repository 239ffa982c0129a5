//! The runner's end.

use std::error::Error;
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use serde::Serialize;
use wirecost_value::{Value, encoding, from_value, to_value};

use crate::exchange::Exchange;
use crate::frame::{FrameError, fill_frame, read_bytes};
use crate::meter::Meter;
use crate::{
    Candidate, CandidateDescription, CandidateError, Case, Count, Description, Operation, PROTOCOL, Request, Timed,
    allocations, reference,
};

/// Answers requests on standard input until it ends.
///
/// The first thing it does is to keep the real standard output for itself and to point descriptor 1 at standard
/// error, so that a library that prints cannot break a frame: call it first in `main`.
pub fn serve(language: &str, runtime: &str, candidates: &[Candidate]) -> ExitCode {
    let runner = Runner { language, runtime, candidates, operation: None, exchange: Exchange::default() };
    match own_output().and_then(|out| answer_all(runner, &mut BufReader::new(io::stdin().lock()), out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("runner: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The real standard output. From here on, what others print goes to standard error.
fn own_output() -> Result<std::fs::File, Box<dyn Error>> {
    let saved = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    Ok(saved.into())
}

fn answer_all(mut runner: Runner<'_>, input: &mut impl Read, mut out: impl Write) -> Result<(), Box<dyn Error>> {
    let (mut asked, mut told) = (Vec::new(), Vec::new());
    while read_bytes(input, &mut asked)? {
        let request = match runner.exchange.again(&asked) {
            Some(again) => Ok(again),
            None => from_value(encoding::decode(&asked).map_err(FrameError::from)?),
        };
        let usual = request.as_ref().ok().filter(|request| is_usual(request)).cloned();
        // The operation may be left in any state by a panic; it is dropped below and must be prepared anew.
        let answer = || request.map_err(CandidateError::failed).and_then(|request| runner.answer(request));
        let reply = match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(Ok(reply)) => reply,
            Ok(Err(CandidateError::Unsupported(reason))) => Reply::of("unsupported", Value::Text(reason)),
            Ok(Err(CandidateError::Failed(reason))) => Reply::of("error", Value::Text(reason)),
            Err(panic) => {
                runner.operation = None;
                Reply::of("error", Value::Text(format!("panicked: {}", panic_text(&*panic))))
            }
        };
        fill_frame(&mut told, |frame| match &reply {
            Reply::Value(value) => encoding::encode(value, frame),
            Reply::Timed => runner.exchange.write(frame),
        })?;
        out.write_all(&told)?;
        out.flush()?;
        match usual {
            Some(request) => runner.exchange.remember(&asked, request),
            // It may have been large.
            None => (asked, told) = (Vec::new(), Vec::new()),
        }
    }
    Ok(())
}

/// Whether the harness most likely sends this request again, as it does for batches of the timed inputs that keep no result.
fn is_usual(request: &Request) -> bool {
    matches!(request, Request::Sample { keep: Some(keep), inputs: None, .. } if keep.is_empty())
}

/// What a request is answered with.
enum Reply {
    Value(Value),
    /// With what the exchange of a batch holds.
    Timed,
}

impl Reply {
    fn of(kind: &str, body: Value) -> Self {
        Self::Value(Value::Map(vec![(kind.to_owned(), body)]))
    }

    fn ok(body: &impl Serialize) -> Result<Self, CandidateError> {
        to_value(body).map(|body| Self::of("ok", body)).map_err(CandidateError::failed)
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text")
}

struct Runner<'a> {
    language: &'a str,
    runtime: &'a str,
    candidates: &'a [Candidate],
    operation: Option<Box<dyn Operation>>,
    exchange: Exchange,
}

impl Runner<'_> {
    fn operation(&mut self) -> Result<&mut (dyn Operation + 'static), CandidateError> {
        self.operation.as_deref_mut().ok_or_else(none_prepared)
    }

    /// What each candidate is; one that is there for several types of messages is told once, with all of them.
    fn descriptions(&self) -> Vec<CandidateDescription> {
        let mut told: Vec<CandidateDescription> = Vec::new();
        for next in self.candidates.iter().map(Candidate::describe) {
            match told.iter_mut().find(|known| known.name == next.name) {
                Some(known) => {
                    known.types.iter_mut().for_each(|types| types.extend(next.types.iter().flatten().cloned()))
                }
                None => told.push(next),
            }
        }
        told
    }

    /// The candidate of this name that has the type; the first one where none or any has it.
    fn candidate(&self, name: &str, message_type: Option<&str>) -> Result<Candidate, CandidateError> {
        let named = || self.candidates.iter().filter(|candidate| candidate.name == name);
        let has_type = |candidate: &&Candidate| {
            let types = candidate.types.unwrap_or_default();
            message_type.is_some_and(|message_type| types.contains(&message_type))
        };
        let found = named().find(has_type).or_else(|| named().next());
        found.copied().ok_or_else(|| CandidateError::Failed(format!("no candidate {name:?}")))
    }

    fn answer(&mut self, request: Request) -> Result<Reply, CandidateError> {
        match request {
            Request::Describe => Reply::ok(&Description {
                protocol: PROTOCOL,
                language: self.language.into(),
                runtime: self.runtime.into(),
                interpreter: None,
                candidates: self.descriptions(),
            }),
            Request::Prepare(prepare) => {
                let candidate = self.candidate(&prepare.candidate, prepare.message_type.as_deref())?;
                self.operation = Some((candidate.prepare)(Case {
                    operation: prepare.operation,
                    message: prepare.message,
                    message_type: prepare.message_type,
                    schema: prepare.schema,
                    inputs: prepare.inputs,
                })?);
                Ok(Reply::of("ok", Value::Null))
            }
            Request::First => Reply::ok(&self.operation()?.first()?),
            Request::Verify { inputs } => {
                let operation = self.operation()?;
                let answers: Result<Vec<_>, _> = inputs.into_iter().map(|input| operation.answer(input)).collect();
                Ok(Reply::of("ok", Value::Sequence(answers?)))
            }
            Request::Sample { iterations, parts, keep, inputs } => {
                let operation = self.operation.as_deref_mut().ok_or_else(none_prepared)?;
                operation.ready(iterations, keep, inputs)?;
                time(operation, iterations, parts, &mut self.exchange.told)?;
                Ok(Reply::Timed)
            }
            Request::Answers { iterations } => {
                let operation = self.operation()?;
                let answers: Result<Vec<_>, _> = iterations.into_iter().map(|one| operation.kept(one)).collect();
                Ok(Reply::of("ok", Value::Sequence(answers?)))
            }
            Request::Count { iterations, allocations } => {
                let operation = self.operation()?;
                let (result, counted) = if allocations {
                    allocations::count(|| operation.repeat(iterations))
                } else {
                    (operation.repeat(iterations), None)
                };
                result?;
                let counted = counted.filter(|_| operation.counts_allocations());
                Reply::ok(&Count {
                    iterations,
                    allocations: counted.map(|(allocations, _)| allocations),
                    allocated_bytes: counted.map(|(_, bytes)| bytes),
                })
            }
        }
    }
}

fn none_prepared() -> CandidateError {
    CandidateError::failed("no case is prepared")
}

/// Runs the batch that is ready, in parts between marks where it is asked for and this machine has the reference, and tells its times.
fn time(
    operation: &mut dyn Operation,
    iterations: u64,
    parts: Option<u64>,
    told: &mut Timed,
) -> Result<(), CandidateError> {
    told.clear();
    let whole = usize::try_from(iterations).map_err(CandidateError::failed)?;
    let first = parts.and_then(|parts| Some((usize::try_from(parts).ok()?, reference::mark()?)));
    told.iterations = iterations;
    let Some((parts, mark)) = first else {
        let meter = Meter::start();
        let result = operation.run(0..whole);
        (told.wall_ns, told.cpu_ns) = meter.stop();
        return result;
    };
    if parts == 0 || !whole.is_multiple_of(parts) {
        return Err(CandidateError::Failed(format!("{iterations} iterations do not make {parts} equal parts")));
    }
    let size = whole / parts;
    told.reserve(parts);
    // The first mark found the core as the exchange left it: its caches and its clock settle meanwhile.
    told.marks.push(reference::mark().unwrap_or(mark));
    for part in 0..parts {
        let meter = Meter::start();
        let result = operation.run(part * size..(part + 1) * size);
        let (wall_ns, cpu_ns) = meter.stop();
        // Where a mark was to be had, the next one is too.
        told.marks.extend(reference::mark());
        result?;
        told.part_wall_ns.push(wall_ns);
        told.part_cpu_ns.push(cpu_ns);
    }
    told.wall_ns = told.part_wall_ns.iter().sum();
    told.cpu_ns = told.part_cpu_ns.iter().sum();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::cell::Cell;

    use super::*;
    use crate::{OperationKind, Prepare, empty, write_frame};

    thread_local! {
        static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts for each thread: other tests run beside this one.
    struct CountingThreads;

    // SAFETY: every call goes to the system's allocator with the arguments it came with; the counter allocates nothing.
    unsafe impl GlobalAlloc for CountingThreads {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            ALLOCATIONS.set(ALLOCATIONS.get() + 1);
            // SAFETY: as the caller promises.
            unsafe { System.alloc(layout) }
        }

        unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
            ALLOCATIONS.set(ALLOCATIONS.get() + 1);
            // SAFETY: as the caller promises.
            unsafe { System.realloc(pointer, layout, new_size) }
        }

        unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
            // SAFETY: as the caller promises.
            unsafe { System.dealloc(pointer, layout) }
        }
    }

    #[global_allocator]
    static ALLOCATOR: CountingThreads = CountingThreads;

    const NOTHING: Candidate =
        Candidate { prepare: empty, ..Candidate::new("nothing", "0", "none", &[OperationKind::Decode]) };

    /// What a runner allocates that is asked for so many batches.
    fn allocated(batches: usize) -> u64 {
        let prepare = Prepare {
            candidate: NOTHING.name.into(),
            operation: OperationKind::Decode,
            message: "none".into(),
            message_type: None,
            types: None,
            schema: None,
            inputs: vec![Value::Null],
            reference: None,
        };
        let batch = Request::Sample { iterations: 64, parts: Some(32), keep: Some(Vec::new()), inputs: None };
        let mut input = Vec::new();
        for request in [Request::Prepare(prepare)].into_iter().chain(std::iter::repeat_n(batch, batches)) {
            write_frame(&request.into_value().unwrap(), &mut input).unwrap();
        }
        let candidates = [NOTHING];
        let runner = Runner {
            language: "rust",
            runtime: "",
            candidates: &candidates,
            operation: None,
            exchange: Exchange::default(),
        };
        let before = ALLOCATIONS.get();
        let mut out = Vec::with_capacity(1 << 20);
        answer_all(runner, &mut input.as_slice(), &mut out).unwrap();
        let told = String::from_utf8_lossy(&out);
        assert_eq!(told.matches("part_wall_ns").count(), if reference::mark().is_some() { batches } else { 0 });
        assert!(!told.contains("error"), "{told}");
        ALLOCATIONS.get() - before
    }

    #[test]
    fn nothing_is_allocated_from_one_batch_to_the_next() {
        let few = allocated(3);
        assert!(few > 0);
        assert_eq!(allocated(100), few);
    }
}
