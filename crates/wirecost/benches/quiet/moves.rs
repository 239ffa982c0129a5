//! What a candidate takes when its process has come to another core, turn by turn through its inputs.

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use wirecost_codec_protocol::OperationKind;
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;
use wirecost_measure::machine::Machine;
use wirecost_measure::reference::Mark;

use super::apart::Apart;

/// Turns through the inputs after each move; the last third shows what is usual.
const TURNS: usize = 60;

/// How often a process moves.
const MOVES: usize = 10;

/// Decoders of this message.
const CANDIDATES: [&str; 3] = ["postcard", "serde_json", "roxmltree"];
const MESSAGE: &str = "dns-100";

/// So many processes of each candidate, which move from one core to another and back.
pub fn moves(count: usize) {
    let _awake = KeepAwake::on_virtual_machine();
    let allowed = sched_getaffinity(None).expect("it can be asked for");
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).take(2).collect();
    assert_eq!(cores.len(), 2, "there is no other core to move to");
    let mut machine = Machine::default();
    for candidate in CANDIDATES {
        let apart = Apart::new(candidate, MESSAGE).expect("the candidate takes the message");
        let inputs = apart.turn();
        let parts = TURNS * inputs;
        let mut of_turn = vec![Vec::new(); TURNS];
        for _ in 0..count {
            let mut process = apart.process(OperationKind::Decode);
            let pid = Pid::from_raw(process.id() as i32);
            for core in cores.iter().cycle().take(MOVES) {
                let mut only = CpuSet::new();
                only.set(*core);
                sched_setaffinity(pid, &only).expect("it may move");
                let batch = process.sample_parts(parts as u64, parts as u64, &[]).expect("it answers");
                for (_, _, before, after) in &batch.parts {
                    machine.note(*before);
                    machine.note(*after);
                }
                let took: Vec<Option<f64>> = batch.parts.iter().map(|part| quiet_ns(*part, &machine)).collect();
                by_turn(&took, inputs, &mut of_turn);
            }
        }
        let told =
            [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24].map(|turn| format!("{turn}: {:.3}", median(&of_turn[turn - 1])));
        println!("{candidate} {MESSAGE} decode, by turn: {}", told.join(", "));
    }
}

/// What an operation took, if it ran undisturbed.
fn quiet_ns((wall_ns, _, before, after): (u64, u64, Mark, Mark), machine: &Machine) -> Option<f64> {
    let scale = (machine.scale(before) + machine.scale(after)) / 2.0;
    machine.is_steady(before, after).then_some(wall_ns as f64 * scale)
}

/// Adds to each turn what its operations took, in units of what their inputs usually take.
fn by_turn(took: &[Option<f64>], inputs: usize, of_turn: &mut [Vec<f64>]) {
    for input in 0..inputs {
        let of_input = || took.iter().skip(input).step_by(inputs);
        let usual: Vec<f64> = of_input().skip(TURNS * 2 / 3).copied().flatten().collect();
        if usual.is_empty() {
            continue;
        }
        let usual = median(&usual);
        for (took, of_turn) in of_input().zip(of_turn.iter_mut()) {
            of_turn.extend(took.map(|took| took / usual));
        }
    }
}
