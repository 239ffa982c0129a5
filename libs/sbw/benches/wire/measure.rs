//! Batches of candidates in turn, their wall time and the CPU time of all processes that work for them.

use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

use crate::servers::Server;

const ROUNDS: usize = 41;

/// Puts this process, and those it starts from now on, on these cores.
pub fn pin(cores: &[usize]) {
    let mut set = CpuSet::new();
    cores.iter().for_each(|&core| set.set(core));
    sched_setaffinity(None, &set).expect("the machine has these cores");
}

pub struct Candidate<'a> {
    name: &'static str,
    servers: Vec<&'a Server>,
    run: Box<dyn FnMut() + 'a>,
    wall_ns: Vec<f64>,
    cpu_ns: Vec<f64>,
}

impl<'a> Candidate<'a> {
    pub fn new(name: &'static str, servers: &[&'a Server], run: impl FnMut() + 'a) -> Self {
        let run = Box::new(run);
        Candidate { name, servers: servers.to_vec(), run, wall_ns: Vec::new(), cpu_ns: Vec::new() }
    }

    fn cpu(&self) -> Duration {
        let own = clock_gettime(ClockId::ProcessCPUTime);
        let own = Duration::new(own.tv_sec as u64, own.tv_nsec as u32);
        self.servers.iter().map(|server| server.cpu()).fold(own, |sum, one| sum + one)
    }

    fn batch(&mut self, runs: usize) {
        let (cpu, wall) = (self.cpu(), Instant::now());
        (0..runs).for_each(|_| (self.run)());
        let wall = wall.elapsed();
        self.wall_ns.push(wall.as_nanos() as f64 / runs as f64);
        self.cpu_ns.push((self.cpu() - cpu).as_nanos() as f64 / runs as f64);
    }
}

/// Median with the 95 % interval of the median, from order statistics.
fn estimate(mut numbers: Vec<f64>) -> (f64, f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len() as f64;
    let half = 1.96 * count.sqrt() / 2.0;
    let at = |place: f64| numbers[place.clamp(0.0, count - 1.0) as usize];
    (at(count / 2.0), at(count / 2.0 - half), at((count / 2.0 + half).ceil()))
}

/// Runs all in turn, each round beginning with another, and prints each beside the first.
pub fn compare(title: &str, runs: usize, candidates: &mut [Candidate<'_>]) {
    candidates.iter_mut().for_each(|candidate| (0..runs).for_each(|_| (candidate.run)()));
    for round in 0..ROUNDS {
        for step in 0..candidates.len() {
            let at = (round + step) % candidates.len();
            candidates[at].batch(runs);
        }
    }
    println!("{title} ({ROUNDS} batches of {runs} each, in turn; median [95 %])");
    let floor = [candidates[0].wall_ns.clone(), candidates[0].cpu_ns.clone()];
    for candidate in candidates {
        print!("  {:<26}", candidate.name);
        for (name, ours, floor) in [("wall", &candidate.wall_ns, &floor[0]), ("cpu", &candidate.cpu_ns, &floor[1])] {
            let (median, ..) = estimate(ours.clone());
            let (ratio, low, high) = estimate(ours.iter().zip(floor).map(|(ours, floor)| ours / floor).collect());
            print!("  {name} {:>10.2} us, {ratio:.2}x [{low:.2}, {high:.2}]", median / 1000.0);
        }
        println!();
    }
}
