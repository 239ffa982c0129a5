//! A runner whose candidates are each wrong in one way. The tests show what becomes of them.
//!
//! It speaks the protocol by hand, since a runner made with the library could not be this wrong.

use std::io::{BufReader, Write as _};
use std::time::Duration;

use wirecost_codec_protocol::value::{Value, from_value, json, to_value};
use wirecost_codec_protocol::{
    Binding, CandidateDescription, Description, First, OperationKind, PROTOCOL, Request, Sample, read_frame,
    write_frame,
};

const FAULTS: [&str; 13] = [
    "honest",
    "flips",
    "canned",
    "throws",
    "late-throw",
    "crashes",
    "hangs",
    "rubbish",
    "text",
    "too-long",
    "miscounts",
    "chatty",
    "view",
];

fn describe() -> Description {
    let candidate = |fault: &&str| CandidateDescription {
        name: (*fault).into(),
        package: "faulty".into(),
        version: "1".into(),
        format: "json".into(),
        binding: Binding::Dynamic,
        operations: vec![if *fault == "view" { OperationKind::Encode } else { OperationKind::Decode }],
        types: None,
        reference: false,
        omits: Vec::new(),
        parameters: Default::default(),
        max_depth: None,
    };
    Description {
        protocol: PROTOCOL,
        language: "rust".into(),
        runtime: "faulty".into(),
        interpreter: None,
        candidates: FAULTS.iter().map(candidate).collect(),
    }
}

/// Changes the first leaf.
fn flip(value: Value) -> Value {
    match value {
        Value::Map(mut entries) => {
            entries[0].1 = flip(entries[0].1.clone());
            Value::Map(entries)
        }
        Value::Sequence(mut items) => {
            items[0] = flip(items[0].clone());
            Value::Sequence(items)
        }
        Value::Text(text) => Value::Text(text + "!"),
        _ => Value::Null,
    }
}

fn decode(input: &Value) -> Value {
    let Value::Bytes(bytes) = input else { panic!("a decode input must be bytes") };
    json::read(bytes).expect("the harness gives sound JSON")
}

fn answer(fault: &str, input: &Value) -> Value {
    match fault {
        "view" => Value::Bytes(json::write(input).expect("the harness gives what JSON can hold")),
        _ => decode(input),
    }
}

fn main() {
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut out = std::io::stdout().lock();
    let (mut fault, mut inputs, mut samples, mut next) = (String::new(), Vec::new(), 0, 0);
    let (mut batch, mut from): (Vec<Value>, usize) = (Vec::new(), 0);
    while let Some(frame) = read_frame(&mut input).expect("the harness speaks the protocol") {
        let body = match from_value(frame).expect("the harness sends requests") {
            Request::Describe => to_value(&describe()).expect("it has a data tree"),
            Request::Prepare(prepare) => {
                (fault, inputs, samples, next) = (prepare.candidate, prepare.inputs, 0, 0);
                Value::Null
            }
            Request::First => {
                let first = First { wall_ns: 1, answer: answer(&fault, &inputs[0]) };
                to_value(&first).expect("it has a data tree")
            }
            Request::Verify { inputs: others } => Value::Sequence(match fault.as_str() {
                "flips" => others.iter().map(decode).map(flip).collect(),
                // Remembers what the timed inputs mean and never looks at another.
                "canned" => others.iter().map(|_| decode(&inputs[0])).collect(),
                "throws" => {
                    reply(&mut out, "error", Value::text("it threw: out of luck"));
                    continue;
                }
                "crashes" => {
                    eprintln!("about to crash");
                    std::process::abort();
                }
                "hangs" => loop {
                    std::thread::sleep(Duration::from_secs(1));
                },
                "rubbish" => {
                    out.write_all(&[3, 0, 0, 0, 99, 99, 99]).and_then(|()| out.flush()).expect("the pipe is open");
                    continue;
                }
                "text" => {
                    out.write_all(b"hello, I am a library that prints\n").and_then(|()| out.flush()).expect("open");
                    continue;
                }
                fault => others.iter().map(|input| answer(fault, input)).collect(),
            }),
            Request::Sample { iterations, inputs: given, .. } => {
                samples += 1;
                (batch, from) = match given {
                    Some(given) => (given, 0),
                    None => (inputs.clone(), next),
                };
                next += iterations as usize;
                if fault == "late-throw" && samples > 6 {
                    reply(&mut out, "error", Value::text("it threw in the middle"));
                    continue;
                }
                if fault == "chatty" {
                    eprint!("{}", "noise ".repeat(50_000));
                }
                let start = std::time::Instant::now();
                for index in 0..iterations as usize {
                    let input = &batch[(from + index) % batch.len()];
                    match fault.as_str() {
                        // Its bytes lie ready; it hands out a reference to them.
                        "view" => drop(std::hint::black_box(input)),
                        _ => drop(std::hint::black_box(decode(input))),
                    }
                }
                let wall_ns = match fault.as_str() {
                    "too-long" => u64::MAX / 4,
                    _ => start.elapsed().as_nanos() as u64,
                };
                let iterations = if fault == "miscounts" { iterations + 1 } else { iterations };
                let sample = Sample { iterations, wall_ns, cpu_ns: wall_ns };
                to_value(&sample).expect("it has a data tree")
            }
            Request::Answers { iterations } => Value::Sequence({
                let input = |index: &u64| &batch[(from + *index as usize) % batch.len()];
                iterations.iter().map(|index| answer(&fault, input(index))).collect()
            }),
            Request::Count { iterations, .. } => {
                to_value(&wirecost_codec_protocol::Count { iterations, allocations: None, allocated_bytes: None })
                    .expect("it has a data tree")
            }
        };
        reply(&mut out, "ok", body);
    }
}

fn reply(out: &mut impl std::io::Write, kind: &str, body: Value) {
    write_frame(&Value::Map(vec![(kind.into(), body)]), out).expect("the pipe is open");
}
