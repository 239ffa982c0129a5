//! A machine of two speeds that changes at random times, with a clock of one speed or of several: what quiet parts make of it
//! (METHOD 28).

use std::collections::VecDeque;
use std::convert::Infallible;

use wirecost_measure::compare;
use wirecost_measure::machine::Machine;
use wirecost_measure::quiet::Part;
use wirecost_measure::reference::Mark;
use wirecost_measure::survey::{self, Survey};
use wirecost_measure::trial::{self, Open, Rules, Wait};
use wirecost_measure::{Batch, Sample, Subject};

/// How long the reference takes on the undisturbed core, in nanoseconds.
const REFERENCE_NS: f64 = 1_600.0;

/// Ticks a nanosecond.
const TICKS: f64 = 2.6;

/// What an exchange with a runner takes, in nanoseconds.
const EXCHANGE_NS: f64 = 40_000.0;

/// By what the speeds of a clock slow a core.
const STEADY: [f64; 1] = [1.0];
const TURBO: [f64; 6] = [1.0, 1.034, 1.071, 1.111, 1.154, 1.2];

/// A core whose neighbour comes and goes.
struct Core {
    random: fastrand::Rng,
    /// By what its clock may slow it, and does so now.
    clocks: &'static [f64],
    clock: f64,
    /// The mean length of an undisturbed stretch and of a disturbed one, in nanoseconds.
    stretches: [f64; 2],
    disturbed: bool,
    /// What is left of the current stretch, in nanoseconds.
    left_ns: f64,
    /// How long it has worked, in nanoseconds.
    worked_ns: f64,
}

impl Core {
    /// A core with undisturbed stretches of this median that make up this share of the time.
    fn new(share: f64, median_ns: f64, clocks: &'static [f64], seed: u64) -> Self {
        let quiet = median_ns / std::f64::consts::LN_2;
        let random = fastrand::Rng::with_seed(seed);
        let stretches = [quiet, quiet * (1.0 - share) / share];
        let mut core = Self { random, clocks, clock: 1.0, stretches, disturbed: false, left_ns: 0.0, worked_ns: 0.0 };
        core.disturbed = core.random.f64() >= share;
        core.left_ns = core.stretch();
        core
    }

    fn stretch(&mut self) -> f64 {
        self.clock = self.clocks[self.random.usize(..self.clocks.len())];
        -(1.0 - self.random.f64()).ln() * self.stretches[usize::from(self.disturbed)]
    }

    /// Does work that takes an undisturbed core this long. Returns how long it took.
    fn work(&mut self, work_ns: f64) -> f64 {
        let (mut rest_ns, mut elapsed_ns) = (work_ns, 0.0);
        loop {
            // What a neighbour does differs from one moment to the next.
            const MOMENT_NS: f64 = 3_000.0;
            let factor = self.clock * if self.disturbed { 1.35 + 0.5 * self.random.f64() } else { 1.0 };
            let moment_ns = if self.disturbed { self.left_ns.min(MOMENT_NS) } else { self.left_ns };
            if rest_ns * factor <= moment_ns {
                self.left_ns -= rest_ns * factor;
                elapsed_ns += rest_ns * factor;
                self.worked_ns += elapsed_ns;
                return elapsed_ns;
            }
            rest_ns -= moment_ns / factor;
            elapsed_ns += moment_ns;
            self.left_ns -= moment_ns;
            if self.left_ns <= 0.0 {
                self.disturbed = self.stretches[1] > 0.0 && !self.disturbed;
                self.left_ns = self.stretch();
            }
        }
    }

    fn mark(&mut self) -> Mark {
        self.work(REFERENCE_NS);
        let jitter = 1.0 + 0.003 * self.random.f64();
        Mark::new((self.work(REFERENCE_NS * jitter) * TICKS) as u64, 0)
    }

    /// Marks one after the other, as before a run.
    fn survey(&mut self, machine: &mut Machine) -> Option<Survey> {
        let marks: Vec<Mark> = (0..15_000).map(|_| self.mark()).collect();
        marks.iter().for_each(|mark| machine.note(*mark));
        Survey::of(&marks, (15_000.0 * 2.0 * REFERENCE_NS) as u64, machine)
    }
}

/// A candidate whose operations cost so much on its inputs.
struct Candidate<'a> {
    core: &'a mut Core,
    costs: &'a [f64],
    turn: usize,
}

impl Subject for Candidate<'_> {
    type Error = Infallible;

    fn inputs(&self) -> u64 {
        self.costs.len() as u64
    }

    fn batch(&mut self, iterations: u64, parts: u64) -> Result<Batch, Infallible> {
        let begun_ns = self.core.worked_ns;
        self.core.work(EXCHANGE_NS);
        let mut before = self.core.mark();
        let mut told = Vec::new();
        for _ in 0..parts {
            let input = if iterations.is_multiple_of(self.inputs()) { 0 } else { self.turn as u64 };
            let mut work_ns = 0.0;
            for _ in 0..iterations {
                work_ns += self.costs[self.turn];
                self.turn = (self.turn + 1) % self.costs.len();
            }
            let wall_ns = self.core.work(work_ns) as u64;
            let after = self.core.mark();
            told.push(Part { iterations, input, wall_ns, cpu_ns: wall_ns, before, after, is_cold: false });
            before = after;
        }
        let wall_ns = told.iter().map(|part| part.wall_ns).sum();
        let took_ns = (self.core.worked_ns - begun_ns) as u64;
        let sample = Sample { iterations: iterations * parts, wall_ns, cpu_ns: wall_ns };
        Ok(Batch { sample, took_ns, parts: told })
    }
}

/// As in the default suite.
fn rules(part_ns: u64) -> Rules {
    let spans = Rules { sample_ns: 250_000, warmup_ns: 12_000_000, window_ns: 2_000_000, ..Rules::default() };
    Rules { part_ns, patience_ns: 40_000_000, ..spans }
}

/// The cost of a trial, and whether quiet parts gave it.
fn measured(core: &mut Core, costs: &[f64], rules: &Rules, machine: &mut Machine) -> (f64, bool) {
    let Ok(trial) = trial::run(&mut Candidate { core, costs, turn: 0 }, rules, machine);
    if let Some(quiet) = trial.quiet(machine) {
        return (quiet.operation_ns, true);
    }
    let slowness: Vec<f64> = trial.parts.iter().filter_map(|part| machine.slowness(part.after)).collect();
    let mean_slowness = if slowness.is_empty() { 1.0 } else { slowness.iter().sum::<f64>() / slowness.len() as f64 };
    let operations: u64 = trial.samples.iter().map(|sample| sample.iterations).sum();
    let wall_ns: u64 = trial.samples.iter().map(|sample| sample.wall_ns).sum();
    (wall_ns as f64 / operations as f64 / mean_slowness, false)
}

const SHARES: [f64; 6] = [0.05, 0.1, 0.2, 0.5, 0.8, 1.0];
const STRETCHES_NS: [f64; 4] = [100_000.0, 240_000.0, 1_000_000.0, 4_000_000.0];

#[test]
fn method_28_the_figure_of_quiet_parts_is_the_undisturbed_cost() {
    let costs = [700.0, 800.0, 900.0, 900.0, 1_000.0, 1_000.0, 1_100.0, 2_600.0];
    let truth = costs.iter().sum::<f64>() / 8.0;
    for (clocks, share) in [&STEADY[..], &TURBO].into_iter().flat_map(|clocks| SHARES.map(|share| (clocks, share))) {
        for stretch_ns in STRETCHES_NS {
            let mut figures = Vec::new();
            let mut met = 0;
            for seed in 0..6 {
                let mut core = Core::new(share, stretch_ns, clocks, seed);
                let mut machine = Machine::default();
                let surveys: Vec<Survey> = core.survey(&mut machine).into_iter().collect();
                let rules = rules(survey::part_ns(&surveys));
                for _ in 0..4 {
                    let (ns, quiet) = measured(&mut core, &costs, &rules, &mut machine);
                    met += usize::from(quiet);
                    // A machine may never have been seen at its fastest clock.
                    let fastest = REFERENCE_NS * TICKS / machine.base().unwrap_or(f64::NAN);
                    figures.extend(quiet.then_some(ns * fastest));
                }
            }
            // Where undisturbed stretches are long and rare, a trial may meet none.
            assert!(met >= if share * 1e9 > 100.0 * stretch_ns { 12 } else { 0 }, "{share} {stretch_ns}: {met} of 24");
            if figures.is_empty() {
                continue;
            }
            let bias = figures.iter().sum::<f64>() / figures.len() as f64 / truth - 1.0;
            let machine = format!("clocks {clocks:?}, quiet {share:.2}, stretches of {stretch_ns} ns");
            println!("{machine}: {met} of 24 trials, bias {:.3} %", bias * 100.0);
            assert!(bias.abs() < 0.005, "{machine}: bias {bias}");
        }
    }
}

#[test]
fn method_28_equal_candidates_show_no_difference() {
    let costs = [1_000.0; 8];
    const PAIRS: u64 = 8;
    let (mut differ, mut pairs) = (0, 0);
    for share in SHARES {
        for stretch_ns in STRETCHES_NS {
            for seed in 0..PAIRS {
                let mut core = Core::new(share, stretch_ns, &STEADY, 1_000 + seed);
                let mut machine = Machine::default();
                let surveys: Vec<Survey> = core.survey(&mut machine).into_iter().collect();
                let rules = rules(survey::part_ns(&surveys));
                let mut trials = [Vec::new(), Vec::new()];
                for round in 0..6 {
                    for place in 0..2 {
                        let side = (round + place) % 2;
                        trials[side].push(measured(&mut core, &costs, &rules, &mut machine).0);
                    }
                }
                let compared = compare::independent(&trials[0], &trials[1], 0.05).expect("there are trials");
                differ += u64::from(compared.shows_difference(0.05));
                pairs += 1;
            }
        }
    }
    println!("{differ} of {pairs} pairs differ");
    // An exact test at 5 %, within three standard errors.
    assert!(differ as f64 <= 0.05 * pairs as f64 + 3.0 * (0.0475 * pairs as f64).sqrt(), "{differ} of {pairs}");
}

/// Trials one after the other, with what lies between them, on a machine that is undisturbed for a tenth of the time, in long stretches.
/// Returns how many of them are quiet, and how long all took.
fn quiet_trials(wait: Wait) -> (usize, f64) {
    const TRIALS: usize = 200;
    const BETWEEN_NS: f64 = 40_000_000.0;
    let costs = [1_000.0; 8];
    let mut core = Core::new(0.1, 30_000_000.0, &STEADY, 5);
    let mut machine = Machine::default();
    let surveys: Vec<Survey> = core.survey(&mut machine).into_iter().collect();
    let rules = rules(survey::part_ns(&surveys));
    let (mut waiting, mut ended): (VecDeque<Open>, Vec<Open>) = (VecDeque::new(), Vec::new());
    let begun_ns = core.worked_ns;
    let resume = |core: &mut Core, open: &mut Open, machine: &mut Machine| {
        let Ok(at_end) = open.resume(&mut Candidate { core, costs: &costs, turn: 0 }, machine, wait);
        at_end
    };
    for _ in 0..TRIALS {
        core.work(BETWEEN_NS);
        let Ok(mut open) =
            trial::open(&mut Candidate { core: &mut core, costs: &costs, turn: 0 }, &rules, &mut machine);
        if !resume(&mut core, &mut open, &mut machine) {
            waiting.push_back(open);
            continue;
        }
        let mut is_quiet = open.is_quiet();
        ended.push(open);
        while is_quiet && let Some(mut open) = waiting.pop_front() {
            let at_end = resume(&mut core, &mut open, &mut machine);
            is_quiet = open.is_quiet();
            if at_end { ended.push(open) } else { waiting.push_back(open) }
        }
    }
    (ended.iter().filter(|open| open.is_quiet()).count(), core.worked_ns - begun_ns)
}

#[test]
fn trials_that_wait_for_a_quiet_moment_find_it_sooner_than_those_that_stay() {
    let (stay, wait) = (quiet_trials(Wait::Here), quiet_trials(Wait::Later));
    println!("quiet trials and nanoseconds: {stay:?} for those that stay, {wait:?} for those that wait");
    assert!(wait.0 > 2 * stay.0 && wait.1 < stay.1, "{stay:?} {wait:?}");
}
