//! The runner's end.

use std::io::{self, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use serde::Serialize;
use wirecost_value::{Value, from_value, to_value};

use crate::frame::{read_frame, write_frame};
use crate::meter::Meter;
use crate::{
    Candidate, CandidateDescription, CandidateError, Case, Count, Description, Operation, PROTOCOL, Request, Sample,
    Timed, allocations, reference,
};

/// Answers requests on standard input until it ends.
///
/// The first thing it does is to keep the real standard output for itself and to point descriptor 1 at standard
/// error, so that a library that prints cannot break a frame: call it first in `main`.
pub fn serve(language: &str, runtime: &str, candidates: &[Candidate]) -> ExitCode {
    match answer_all(language, runtime, candidates) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("runner: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer_all(language: &str, runtime: &str, candidates: &[Candidate]) -> Result<(), Box<dyn std::error::Error>> {
    let saved = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    let mut out = std::fs::File::from(saved);
    let mut input = BufReader::new(io::stdin().lock());
    let mut runner = Runner { language, runtime, candidates, operation: None };
    while let Some(frame) = read_frame(&mut input)? {
        // The operation may be left in any state by a panic; it is dropped below and must be prepared anew.
        let reply = match catch_unwind(AssertUnwindSafe(|| runner.answer(frame))) {
            Ok(Ok(body)) => reply("ok", body),
            Ok(Err(CandidateError::Unsupported(reason))) => reply("unsupported", Value::Text(reason)),
            Ok(Err(CandidateError::Failed(reason))) => reply("error", Value::Text(reason)),
            Err(panic) => {
                runner.operation = None;
                reply("error", Value::Text(format!("panicked: {}", panic_text(&*panic))))
            }
        };
        write_frame(&reply, &mut out)?;
        out.flush()?;
    }
    Ok(())
}

fn reply(kind: &str, body: Value) -> Value {
    Value::Map(vec![(kind.to_owned(), body)])
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
}

fn body(value: &impl Serialize) -> Result<Value, CandidateError> {
    to_value(value).map_err(CandidateError::failed)
}

impl Runner<'_> {
    fn operation(&mut self) -> Result<&mut (dyn Operation + 'static), CandidateError> {
        self.operation.as_deref_mut().ok_or_else(|| CandidateError::failed("no case is prepared"))
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

    fn answer(&mut self, frame: Value) -> Result<Value, CandidateError> {
        match from_value(frame).map_err(CandidateError::failed)? {
            Request::Describe => body(&Description {
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
                Ok(Value::Null)
            }
            Request::First => body(&self.operation()?.first()?),
            Request::Verify { inputs } => {
                let operation = self.operation()?;
                let answers: Result<Vec<_>, _> = inputs.into_iter().map(|input| operation.answer(input)).collect();
                Ok(Value::Sequence(answers?))
            }
            Request::Sample { iterations, parts, keep, inputs } => {
                let operation = self.operation()?;
                operation.ready(iterations, keep, inputs)?;
                body(&timed(operation, iterations, parts)?)
            }
            Request::Answers { iterations } => {
                let operation = self.operation()?;
                let answers: Result<Vec<_>, _> = iterations.into_iter().map(|one| operation.kept(one)).collect();
                Ok(Value::Sequence(answers?))
            }
            Request::Count { iterations, allocations } => {
                let operation = self.operation()?;
                let (result, counted) = match allocations {
                    true => allocations::count(|| operation.repeat(iterations)),
                    false => (operation.repeat(iterations), None),
                };
                result?;
                let counted = counted.filter(|_| operation.counts_allocations());
                body(&Count {
                    iterations,
                    allocations: counted.map(|(allocations, _)| allocations),
                    allocated_bytes: counted.map(|(_, bytes)| bytes),
                })
            }
        }
    }
}

/// Runs the batch that is ready, in parts between marks where it is asked for and this machine has the reference.
fn timed(operation: &mut dyn Operation, iterations: u64, parts: Option<u64>) -> Result<Timed, CandidateError> {
    let whole = usize::try_from(iterations).map_err(CandidateError::failed)?;
    let first = parts.and_then(|parts| Some((usize::try_from(parts).ok()?, reference::mark()?)));
    let Some((parts, mark)) = first else {
        let meter = Meter::start();
        let result = operation.run(0..whole);
        let sample = meter.stop(iterations);
        result?;
        return Ok(sample.into());
    };
    if parts == 0 || !whole.is_multiple_of(parts) {
        return Err(CandidateError::Failed(format!("{iterations} iterations do not make {parts} equal parts")));
    }
    let size = whole / parts;
    let mut told = Timed {
        marks: Vec::with_capacity(parts + 1),
        part_wall_ns: Vec::with_capacity(parts),
        part_cpu_ns: Vec::with_capacity(parts),
        ..Sample { iterations, wall_ns: 0, cpu_ns: 0 }.into()
    };
    // The first mark found the core as the exchange left it: its caches and its clock settle meanwhile.
    told.marks.push(reference::mark().unwrap_or(mark));
    for part in 0..parts {
        let meter = Meter::start();
        let result = operation.run(part * size..(part + 1) * size);
        let sample = meter.stop(size as u64);
        // Where a mark was to be had, the next one is too.
        told.marks.extend(reference::mark());
        result?;
        told.part_wall_ns.push(sample.wall_ns);
        told.part_cpu_ns.push(sample.cpu_ns);
    }
    told.wall_ns = told.part_wall_ns.iter().sum();
    told.cpu_ns = told.part_cpu_ns.iter().sum();
    Ok(told)
}
