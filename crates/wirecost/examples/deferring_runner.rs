//! A runner whose candidates do the same work at different times: `at-once` within each operation, the others half of it
//! later. None must gain by that.

use std::hint::black_box;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use wirecost_codec_protocol::value::{ConvertError, Value, json};
use wirecost_codec_protocol::{Candidate, Decoder, OperationKind, decode, serve};

/// When the second half of the work of an operation is done.
enum When {
    /// Within the operation.
    AtOnce,
    /// Every N calls, for all that were made.
    EachCall(usize, Vec<Vec<u8>>),
    /// In another thread, as soon as it can.
    InThread(Sender<Vec<u8>>),
}

struct Deferring(When);

/// The half that is put off.
fn half(bytes: &[u8]) {
    drop(black_box(json::read(black_box(bytes))));
}

impl Deferring {
    /// A candidate with a thread that does what is put off, in the way of `work`.
    fn with_thread(work: fn(&Receiver<Vec<u8>>)) -> Self {
        let (sender, receiver) = channel();
        std::thread::spawn(move || work(&receiver));
        Self(When::InThread(sender))
    }
}

/// Does everything that was put off, as soon as it comes.
fn at_once(receiver: &Receiver<Vec<u8>>) {
    receiver.iter().for_each(|bytes| half(&bytes));
}

/// Does what was put off now and then, as a finaliser or a collector does.
fn now_and_then(receiver: &Receiver<Vec<u8>>) {
    loop {
        std::thread::sleep(Duration::from_millis(3));
        receiver.try_iter().for_each(|bytes| half(&bytes));
    }
}

impl Decoder for Deferring {
    type Output<'a> = Value;
    type Error = json::ReadError;

    fn decode(&mut self, bytes: &[u8]) -> Result<Value, json::ReadError> {
        match &mut self.0 {
            When::AtOnce => half(bytes),
            When::EachCall(count, waiting) => {
                waiting.push(bytes.to_vec());
                if waiting.len() == *count {
                    waiting.drain(..).for_each(|bytes| half(&bytes));
                }
            }
            When::InThread(sender) => drop(sender.send(bytes.to_vec())),
        }
        json::read(bytes)
    }

    fn value(output: &Value) -> Result<Value, ConvertError> {
        Ok(output.clone())
    }
}

const fn candidate(name: &'static str) -> Candidate {
    Candidate::new(name, "1", "json", &[OperationKind::Decode])
}

/// Serves the candidates.
pub fn main() -> std::process::ExitCode {
    serve(
        "rust",
        "deferring",
        &[
            Candidate { prepare: |case| decode(case, Deferring(When::AtOnce)), ..candidate("at-once") },
            Candidate {
                prepare: |case| decode(case, Deferring(When::EachCall(1_000, Vec::new()))),
                ..candidate("each-thousandth")
            },
            Candidate { prepare: |case| decode(case, Deferring::with_thread(at_once)), ..candidate("in-thread") },
            Candidate {
                prepare: |case| decode(case, Deferring::with_thread(now_and_then)),
                ..candidate("now-and-then")
            },
        ],
    )
}
