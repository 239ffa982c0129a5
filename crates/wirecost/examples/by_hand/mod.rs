//! A runner that speaks the protocol by hand, marks of the reference included, for runners that the library would not let one write.

use std::io::{BufReader, Write as _};
use std::time::Instant;

use wirecost_codec_protocol::value::{Value, from_value, json, to_value};
use wirecost_codec_protocol::{
    Binding, CandidateDescription, Count, Description, First, OperationKind, PROTOCOL, Request, Sample, Timed,
    read_frame, reference, write_frame,
};

/// A candidate that decodes JSON into trees of values, or encodes them, in its own way.
pub trait Behaviour {
    /// Makes ready for these inputs.
    fn prepare(&mut self, _inputs: &[Value]) {}

    /// Makes ready for inputs that come with a batch, untimed.
    fn take_over(&mut self, _inputs: &[Value]) {}

    /// The bytes of a whole reply to `first`, where it is none that the library could write.
    fn raw_first(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// The iterations of the next batch whose results are to be kept; none for all.
    fn keep(&mut self, _iterations: Option<Vec<u64>>) {}

    /// Is told that a batch of so many operations follows, untimed.
    fn begin(&mut self, _operations: usize) {}

    /// Runs a part of a batch on these inputs in order, of which the first is that of operation `from`; `fresh` where the inputs of the
    /// batch came with the request.
    fn run(&mut self, from: usize, inputs: &[Value], fresh: bool);

    /// What an iteration of the last batch gave, on this input.
    fn kept(&mut self, iteration: usize, input: &Value) -> Result<Value, String>;

    /// Answers to an input that is not timed.
    fn verify(&mut self, input: &Value) -> Value {
        decode(input)
    }

    /// The report of a part, or of a batch without parts, whose clocks showed this.
    fn told(&mut self, sample: Sample, _fresh: bool) -> Sample {
        sample
    }

    /// The report of a batch of parts.
    fn report(&mut self, _timed: &mut Timed) {}
}

/// The tree of values that an input holds.
pub fn decode(input: &Value) -> Value {
    let Value::Bytes(bytes) = input else { panic!("a decode input must be bytes") };
    json::read(bytes).expect("the harness gives sound JSON")
}

/// CPU time of this process in nanoseconds.
pub fn cpu_ns() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

fn describe(names: &[&str]) -> Description {
    let candidate = |name: &&str| CandidateDescription {
        name: (*name).into(),
        package: "by-hand".into(),
        version: "1".into(),
        format: "json".into(),
        binding: Binding::Dynamic,
        operations: vec![if name.starts_with("encodes") { OperationKind::Encode } else { OperationKind::Decode }],
        types: None,
        reference: false,
        omits: Vec::new(),
        parameters: Default::default(),
        max_depth: None,
    };
    Description {
        protocol: PROTOCOL,
        language: "rust".into(),
        runtime: "by hand".into(),
        interpreter: None,
        candidates: names.iter().map(candidate).collect(),
    }
}

/// Serves the candidates `names`, each as `behaviour` makes it.
pub fn serve(names: &[&str], behaviour: impl Fn(&str) -> Box<dyn Behaviour>) {
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut candidate = behaviour(names[0]);
    let (mut inputs, mut turn, mut batch) = (Vec::new(), 0, Vec::new());
    while let Some(frame) = read_frame(&mut input).expect("the harness speaks the protocol") {
        let body = match from_value(frame).expect("the harness sends requests") {
            Request::Describe => to_value(&describe(names)),
            Request::Prepare(prepare) => {
                candidate = behaviour(&prepare.candidate);
                (inputs, turn) = (prepare.inputs, 0);
                candidate.prepare(&inputs);
                Ok(Value::Null)
            }
            Request::First => {
                if let Some(raw) = candidate.raw_first() {
                    let mut out = std::io::stdout().lock();
                    let length = u32::try_from(raw.len()).expect("it fits a frame");
                    out.write_all(&length.to_le_bytes()).and_then(|()| out.write_all(&raw)).expect("the pipe is open");
                    continue;
                }
                to_value(&First { wall_ns: 1, answer: candidate.verify(&inputs[0]) })
            }
            Request::Verify { inputs } => {
                Ok(Value::Sequence(inputs.iter().map(|input| candidate.verify(input)).collect()))
            }
            Request::Sample { iterations, inputs: given, keep, parts } => {
                candidate.keep(keep);
                let fresh = given.is_some();
                batch = match given {
                    // The harness sends as many as it wants worked on, or wants none worked on.
                    Some(mut given) => {
                        given.truncate(iterations as usize);
                        given
                    }
                    None => {
                        let batch =
                            (0..iterations as usize).map(|i| inputs[(turn + i) % inputs.len()].clone()).collect();
                        turn += iterations as usize;
                        batch
                    }
                };
                if fresh {
                    candidate.take_over(&batch);
                }
                to_value(&timed(&mut *candidate, &batch, parts, fresh))
            }
            Request::Answers { iterations } => {
                let answers = iterations.into_iter().map(|i| candidate.kept(i as usize, &batch[i as usize]));
                match answers.collect::<Result<Vec<_>, _>>() {
                    Ok(answers) => Ok(Value::Sequence(answers)),
                    Err(reason) => {
                        reply("unsupported", Value::Text(reason));
                        continue;
                    }
                }
            }
            Request::Count { iterations, .. } => {
                turn += iterations as usize;
                to_value(&Count { iterations, allocations: None, allocated_bytes: None })
            }
        };
        reply("ok", body.expect("it has a data tree"));
    }
}

/// Runs a batch, in parts between marks where it is asked for and this machine has the reference.
fn timed(candidate: &mut dyn Behaviour, batch: &[Value], parts: Option<u64>, fresh: bool) -> Timed {
    candidate.begin(batch.len());
    let mut clocked = |from: usize, inputs: &[Value]| {
        let (cpu, wall) = (cpu_ns(), Instant::now());
        candidate.run(from, inputs, fresh);
        let (wall_ns, cpu_ns) = (wall.elapsed().as_nanos() as u64, cpu_ns() - cpu);
        candidate.told(Sample { iterations: inputs.len() as u64, wall_ns, cpu_ns }, fresh)
    };
    let mut timed = Timed { iterations: batch.len() as u64, ..Timed::default() };
    let Some((parts, _)) = parts.zip(reference::mark()) else {
        let Sample { wall_ns, cpu_ns, .. } = clocked(0, batch);
        return Timed { wall_ns, cpu_ns, ..timed };
    };
    let size = batch.len() / parts as usize;
    timed.marks.extend(reference::mark());
    for part in 0..parts as usize {
        let told = clocked(part * size, &batch[part * size..(part + 1) * size]);
        timed.marks.extend(reference::mark());
        timed.part_wall_ns.push(told.wall_ns);
        timed.part_cpu_ns.push(told.cpu_ns);
    }
    candidate.report(&mut timed);
    timed.wall_ns = timed.part_wall_ns.iter().sum();
    timed.cpu_ns = timed.part_cpu_ns.iter().sum();
    timed
}

fn reply(kind: &str, body: Value) {
    let mut out = std::io::stdout().lock();
    write_frame(&Value::Map(vec![(kind.into(), body)]), &mut out).expect("the pipe is open");
}
