//! How long does a machine stay disturbed, and how long undisturbed?

use std::time::{Duration, Instant};

use wirecost_measure::machine::Machine;
use wirecost_measure::reference::{self, Mark};

/// A part lasts this long.
const PART: Duration = Duration::from_micros(25);

/// A window of this many milliseconds is quiet with so many quiet parts.
const WINDOW_MS: usize = 5;
const QUIET_PARTS: usize = 24;

/// Looks at one core for so many seconds, and tells what a moment says of later ones.
pub fn moments(seconds: usize) {
    let (mut machine, mut marks): (Machine, Vec<(usize, Mark)>) = (Machine::default(), Vec::new());
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds as u64) {
        let part = Instant::now();
        while part.elapsed() < PART {
            std::hint::spin_loop();
        }
        let Some(mark) = reference::mark() else { return println!("the reference does not run here") };
        machine.note(mark);
        marks.push((start.elapsed().as_millis() as usize, mark));
    }
    // Quiet parts of each millisecond.
    let mut quiet = vec![0; seconds * 1_000 + 1];
    for pair in marks.windows(2).filter(|pair| pair.iter().all(|(_, mark)| machine.is_quiet(*mark))) {
        quiet[pair[0].0.min(seconds * 1_000)] += 1;
    }
    let is_quiet = |from: usize| quiet[from..from + WINDOW_MS].iter().sum::<usize>() >= QUIET_PARTS;
    let last = quiet.len() - WINDOW_MS;
    let windows: Vec<usize> = (0..last).step_by(WINDOW_MS).collect();
    let share = |of: &[usize], after: usize| {
        let later: Vec<usize> = of.iter().map(|from| from + after).filter(|from| *from < last).collect();
        let quiet = later.iter().filter(|from| is_quiet(**from)).count();
        100.0 * quiet as f64 / later.len().max(1) as f64
    };
    let parts = quiet.iter().sum::<usize>() as f64 / marks.len() as f64;
    println!("{:.0} % of parts are quiet, {:.0} % of windows of {WINDOW_MS} ms", 100.0 * parts, share(&windows, 0));
    let (some, none): (Vec<usize>, Vec<usize>) = windows.into_iter().partition(|from| is_quiet(*from));
    for after in [WINDOW_MS, 20, 100, 1_000] {
        println!(
            "{after} ms after the start of a quiet one, {:.0} % are quiet; after that of another, {:.0} %",
            share(&some, after),
            share(&none, after)
        );
    }
}
