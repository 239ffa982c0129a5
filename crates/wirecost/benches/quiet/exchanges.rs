//! What an exchange with a runner takes, asleep and alert: in turn, since the machine changes.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use etcetera::{BaseStrategy as _, choose_base_strategy};
use wirecost_built::{Unwatched, Workshop};
use wirecost_codec_protocol::reference::mark;
use wirecost_codec_protocol::value::Value;
use wirecost_codec_protocol::{OperationKind, Prepare, Process};
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;

/// So many pairs of series of exchanges without an operation.
pub fn exchanges(count: usize) {
    println!("the reference runs here: {}; cores are kept awake", mark().is_some());
    let mut ratios = Vec::new();
    let _awake = KeepAwake::start(&wirecost_host::available_cores());
    for pair in 0..count {
        let [asleep, alert] = [Duration::ZERO, Duration::from_micros(300)].map(series);
        println!("pair {pair}: asleep {asleep:.1} us, alert {alert:.1} us an exchange");
        ratios.push(alert / asleep);
    }
    ratios.sort_by(f64::total_cmp);
    println!("alert by asleep: median {:.3} ({:.3} to {:.3})", median(&ratios), ratios[0], ratios[ratios.len() - 1]);
}

/// The program of the control, which is built where no run has built it.
fn control() -> PathBuf {
    let workshop = Workshop::new(&choose_base_strategy().expect("there is a home").cache_dir().join("wirecost"));
    let recipe = workshop.recipes().of("empty").expect("it comes with wirecost");
    let job = workshop.job(recipe, "empty", &[], &[]).expect("it needs no types");
    workshop.build(&job, &Unwatched).expect("cargo builds it").program
}

/// The median wall time of an exchange, in microseconds.
fn series(alert: Duration) -> f64 {
    let mut process = Process::start(Command::new(control()), Duration::from_secs(10)).expect("it starts");
    process.stay_alert(alert);
    let prepare = Prepare {
        candidate: "empty".into(),
        operation: OperationKind::Decode,
        message: "none".into(),
        message_type: None,
        types: None,
        schema: None,
        inputs: vec![Value::Null],
        reference: None,
    };
    process.prepare(prepare).expect("the control can be prepared");
    let mut exchange = || {
        let batch = process.sample_parts(0, 4, &[]).expect("it answers");
        batch.seen_wall_ns as f64 / 1e3
    };
    for _ in 0..20 {
        exchange();
    }
    median(&(0..500).map(|_| exchange()).collect::<Vec<_>>())
}
