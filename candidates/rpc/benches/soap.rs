//! What the SOAP stack takes of CPU time for a message, HTTP and the system calls left out: parse, dispatch, the method, and
//! its reply.
//!
//! `cargo bench -p wirecost-rpc-rust --bench soap`

use std::time::Duration;

use wirecost_rpc_rust::http::{Head, Length};
use wirecost_rpc_rust::messages::EchoFloat;
use wirecost_rpc_rust::phases::Stamps;
use wirecost_rpc_rust::soap::answer::Engine;
use wirecost_rpc_rust::soap::{Answer, Document, envelope};

/// Messages a round.
const MESSAGES: u32 = 100_000;
/// Rounds, of which the median counts.
const ROUNDS: usize = 11;
/// The most that a message may take, nanoseconds.
const BAR_NS: f64 = 4000.0;

fn main() {
    let engine = Engine::new();
    let mut request = Vec::new();
    envelope::write_request(&mut request, "echoFloat", &EchoFloat { value: 314_159.0 / 100_000.0 });
    let head = Head {
        first: "POST".into(),
        path: "/soap".into(),
        length: Length::Bytes(request.len() as u64),
        keep_alive: true,
        expects_continue: false,
        soap_action: Some("\"http://tempuri.org/echoFloat\"".into()),
        content_type: String::new(),
    };
    let (mut reply, mut stamps) = (Vec::new(), Stamps::default());
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = thread_cpu();
            for _ in 0..MESSAGES {
                reply.clear();
                engine.answer(&head, Document::Whole(&request), &mut reply, &mut stamps).expect("the message is sound");
                std::hint::black_box(&reply);
            }
            (thread_cpu() - start).as_nanos() as f64 / f64::from(MESSAGES)
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    assert!(reply.windows(7).any(|window| window == b"3.14159"));
    let (median, low, high) = (rounds[ROUNDS / 2], rounds[0], rounds[ROUNDS - 1]);
    let verdict = if median <= BAR_NS { "met" } else { "missed" };
    println!(
        "echo-float, {} bytes: {median:.0} ns CPU a message ({low:.0}-{high:.0}); bar {BAR_NS:.0}: {verdict}",
        request.len()
    );
}

/// CPU time of this thread.
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
