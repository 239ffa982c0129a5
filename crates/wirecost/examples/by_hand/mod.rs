//! A runner that speaks the protocol by hand, for runners that the library would not let one write.

use std::io::{BufReader, Write as _};
use std::time::Instant;

use wirecost_codec_protocol::value::{Value, from_value, json, to_value};
use wirecost_codec_protocol::{
    Binding, CandidateDescription, Count, Description, First, OperationKind, Request, Sample, read_frame, write_frame,
};

/// A candidate that decodes JSON into trees of values, in its own way.
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

    /// Runs a batch on these inputs in order; `fresh` where they came with the request.
    fn run(&mut self, inputs: &[Value], fresh: bool);

    /// What an iteration of the last batch gave, on this input.
    fn kept(&mut self, iteration: usize, input: &Value) -> Result<Value, String>;

    /// Answers to an input that is not timed.
    fn verify(&mut self, input: &Value) -> Value {
        decode(input)
    }

    /// The report of a batch whose clocks showed this.
    fn told(&mut self, sample: Sample, _fresh: bool) -> Sample {
        sample
    }
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

fn describe(protocol: u32, names: &[&str]) -> Description {
    let candidate = |name: &&str| CandidateDescription {
        name: (*name).into(),
        package: "by-hand".into(),
        version: "1".into(),
        format: "json".into(),
        binding: Binding::Dynamic,
        operations: vec![OperationKind::Decode],
        types: None,
        reference: false,
        omits: Vec::new(),
        parameters: Default::default(),
        max_depth: None,
    };
    Description {
        protocol,
        language: "rust".into(),
        runtime: "by hand".into(),
        interpreter: None,
        candidates: names.iter().map(candidate).collect(),
    }
}

/// Serves the candidates `names`, each as `behaviour` makes it.
pub fn serve(protocol: u32, names: &[&str], behaviour: impl Fn(&str) -> Box<dyn Behaviour>) {
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut candidate = behaviour(names[0]);
    let (mut inputs, mut turn, mut batch) = (Vec::new(), 0, Vec::new());
    while let Some(frame) = read_frame(&mut input).expect("the harness speaks the protocol") {
        let body = match from_value(frame).expect("the harness sends requests") {
            Request::Describe => to_value(&describe(protocol, names)),
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
            Request::Sample { iterations, inputs: given, keep, .. } => {
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
                let (cpu, wall) = (cpu_ns(), Instant::now());
                candidate.run(&batch, fresh);
                let (wall_ns, cpu_ns) = (wall.elapsed().as_nanos() as u64, cpu_ns() - cpu);
                to_value(&candidate.told(Sample { iterations, wall_ns, cpu_ns }, fresh))
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

fn reply(kind: &str, body: Value) {
    let mut out = std::io::stdout().lock();
    write_frame(&Value::Map(vec![(kind.into(), body)]), &mut out).expect("the pipe is open");
}
