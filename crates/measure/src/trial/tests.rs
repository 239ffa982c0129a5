use super::*;
use crate::reference::Mark;
use crate::{Batch, Phase};

/// A candidate on a mock clock: `cold_ns` an operation at first, `warm_ns` after `cold_operations`.
struct Mock {
    cold_ns: u64,
    cold_operations: u64,
    warm_ns: u64,
    overhead_ns: u64,
    asked: Vec<u64>,
}

impl Subject for Mock {
    type Error = String;

    fn batch(&mut self, iterations: u64, _parts: u64) -> Result<Batch, String> {
        self.asked.push(iterations);
        let cold = iterations.min(self.cold_operations);
        self.cold_operations -= cold;
        let time = cold * self.cold_ns + (iterations - cold) * self.warm_ns + self.overhead_ns;
        let sample = Sample { iterations, wall_ns: time, cpu_ns: time };
        Ok(Batch { sample, took_ns: time, parts: Vec::new() })
    }
}

const RULES: Rules = Rules {
    part_ns: PART_NS,
    batch_ns: BATCH_NS,
    sample_ns: 1_000_000,
    warmup_least_ns: 0,
    warmup_ns: 50_000_000,
    window_ns: 30_000_000,
    patience_ns: 60_000_000,
    reserve_ns: 0,
    min_samples: 5,
    min_operations: 0,
    need: Need::USUAL,
};

fn run<S: Subject>(subject: &mut S, rules: &Rules) -> Result<Trial, S::Error> {
    super::run(subject, rules, &mut Machine::default())
}

fn mock(warm_ns: u64) -> Mock {
    Mock { cold_ns: warm_ns, cold_operations: 0, warm_ns, overhead_ns: 0, asked: Vec::new() }
}

#[test]
fn samples_last_at_least_the_shortest_time() {
    for warm_ns in [1, 37, 900, 90_000, 5_000_000] {
        let trial = run(&mut mock(warm_ns), &RULES).unwrap();
        assert!(trial.samples.iter().all(|sample| sample.wall_ns >= RULES.sample_ns), "{warm_ns} ns");
        assert_eq!(trial.median_ns(|sample| sample.cpu_ns), warm_ns as f64);
        assert_eq!(trial.warmup, Ended::Steady);
    }
}

#[test]
fn a_slow_operation_still_gets_its_fewest_samples() {
    let trial = run(&mut mock(40_000_000), &RULES).unwrap();
    assert_eq!((trial.samples.len(), trial.samples[0].iterations), (5, 1));
}

#[test]
fn method_10_a_candidate_that_warms_up_is_sampled_warm() {
    let mut subject = Mock { cold_ns: 10_000, cold_operations: 500, ..mock(1_000) };
    let trial = run(&mut subject, &RULES).unwrap();
    assert!(trial.samples.iter().all(|sample| sample.per_operation(|sample| sample.cpu_ns) == 1_000.0));
    assert!(trial.samples.iter().all(|sample| sample.wall_ns >= RULES.sample_ns), "the batch grew with the speed");
}

#[test]
fn method_10_what_looks_steady_on_a_plateau_warms_up_for_the_least_time() {
    let least = Rules { warmup_least_ns: 20_000_000, ..RULES };
    let [soon, later] = [RULES, least].map(|rules| run(&mut mock(1_000), &rules).unwrap());
    assert!(soon.warmup_ns < 20_000_000, "{}", soon.warmup_ns);
    assert!((20_000_000..RULES.warmup_ns).contains(&later.warmup_ns), "{}", later.warmup_ns);
    assert_eq!(later.warmup, Ended::Steady);
}

#[test]
fn method_11_the_number_of_samples_is_fixed_before_they_are_taken() {
    let mut subject = mock(1_000);
    let trial = run(&mut subject, &RULES).unwrap();
    let twice = *subject.asked.last().unwrap();
    let sized = |size: u64| subject.asked.iter().rev().skip_while(move |asked| **asked != size);
    let (doubled, single) = (sized(twice).take_while(|asked| **asked == twice), sized(twice / 2));
    let taken: u64 = single.take_while(|asked| **asked == twice / 2).sum();
    assert!(taken >= trial.samples.iter().map(|sample| sample.iterations).sum::<u64>(), "one size from the first on");
    assert_eq!(doubled.sum::<u64>(), trial.doubled.iter().map(|sample| sample.iterations).sum::<u64>());
    let samples = RULES.window_ns / trial.samples[0].wall_ns;
    assert_eq!(trial.samples.len() as u64, samples);
}

/// METHOD 35: the results of a batch are kept, so that a batch must stay short.
#[test]
fn method_35_a_batch_holds_a_millisecond_or_one_operation() {
    for warm_ns in [1, 40, 900, 60_000, 5_000_000] {
        let mut subject = mock(warm_ns);
        run(&mut subject, &RULES).unwrap();
        let longest = subject.asked.iter().max().unwrap() * warm_ns;
        assert!(longest <= 2 * BATCH_NS.max(warm_ns), "{warm_ns} ns: {longest}");
    }
}

#[test]
fn a_stopped_clock_still_ends_the_trial() {
    let trial = run(&mut mock(0), &RULES).unwrap();
    assert_eq!(trial.median_ns(|sample| sample.wall_ns), 0.0);
}

#[test]
fn method_14_outliers_are_counted_and_kept() {
    let sample = |cpu_ns| Sample { iterations: 1, wall_ns: cpu_ns, cpu_ns };
    let samples: Vec<Sample> = [100, 101, 102, 103, 104, 105, 900].map(sample).into();
    let trial = Trial {
        warmup: Ended::Steady,
        warmup_ns: 0,
        waited_ns: 0,
        batch: 1,
        samples,
        doubled: vec![sample(206)],
        parts: Vec::new(),
        doubled_parts: Vec::new(),
        need: Need::USUAL,
    };
    assert_eq!(trial.outliers(|sample| sample.cpu_ns), 1);
    assert_eq!((trial.samples.len(), trial.median_ns(|sample| sample.cpu_ns)), (7, 103.0));
}

#[test]
fn method_7_doubling_shows_time_that_is_not_in_the_operations() {
    let honest = run(&mut mock(1_000), &RULES).unwrap();
    assert_eq!(honest.doubling(&Machine::default()), 2.0);
    let mut fixed_cost = Mock { overhead_ns: 500_000, ..mock(1_000) };
    assert!(run(&mut fixed_cost, &RULES).unwrap().doubling(&Machine::default()) < 1.8);
}

#[test]
fn every_group_of_inputs_comes_first_in_turn() {
    assert_eq!(
        [(4, 1), (4, 8), (4, 2), (3, 4), (5, 5), (6, 15)].map(|(most, groups)| turning(most, groups)),
        [4, 3, 3, 3, 4, 4]
    );
    assert_eq!(
        [(20, 8), (7, 8), (3, 8), (12, 7), (5, 7)].map(|(most, inputs)| aligned(most, inputs)),
        [16, 4, 2, 7, 1]
    );
}

/// Long operations on a machine that is disturbed all the time.
#[derive(Default)]
struct Disturbed {
    in_window: bool,
    /// Parts of the window since the trial last went on elsewhere, and before each time that it did.
    parts: usize,
    before: Vec<usize>,
}

impl Subject for Disturbed {
    type Error = String;

    fn batch(&mut self, iterations: u64, parts: u64) -> Result<Batch, String> {
        let (wall_ns, mark) = (iterations * 400_000, Mark::new(8_000, 0));
        let part = Part { iterations, input: 0, wall_ns, cpu_ns: wall_ns, before: mark, after: mark, is_cold: false };
        let parts = vec![part; parts as usize];
        self.parts += parts.len();
        let wall_ns = wall_ns * parts.len() as u64;
        let sample = Sample { iterations, wall_ns, cpu_ns: wall_ns };
        Ok(Batch { sample, took_ns: wall_ns, parts })
    }

    fn enter(&mut self, phase: Phase) -> Result<(), String> {
        (self.in_window, self.parts) = (phase == Phase::Window, 0);
        Ok(())
    }

    fn step_aside(&mut self) -> u64 {
        if self.in_window {
            self.before.push(std::mem::take(&mut self.parts));
        }
        0
    }
}

#[test]
fn method_28_a_trial_goes_on_elsewhere_after_several_disturbed_parts() {
    let mut machine = Machine::default();
    (0..20).for_each(|_| machine.note(Mark::new(4_000, 0)));
    let mut subject = Disturbed::default();
    let rules = Rules { sample_ns: 250_000, ..RULES };
    let trial = super::run(&mut subject, &rules, &mut machine).unwrap();
    assert_eq!((trial.parts.len() / trial.samples.len(), trial.quiet(&machine)), (1, None), "one long part a sample");
    assert!(subject.before.len() > 10 && subject.before.iter().all(|parts| *parts == IN_A_ROW), "{:?}", subject.before);
}

#[test]
fn method_28_short_parts_are_waited_for_out_of_the_reserve_and_long_ones_are_not() {
    let mut machine = Machine::default();
    (0..20).for_each(|_| machine.note(Mark::new(4_000, 0)));
    let rules = Rules { sample_ns: 250_000, reserve_ns: 30_000_000, ..RULES };
    let mut waited = |part_ns| {
        let rules = Rules { part_ns, ..rules };
        super::run(&mut Disturbed::default(), &rules, &mut machine).unwrap().waited_ns
    };
    let whole = rules.patience_ns + rules.reserve_ns;
    assert_eq!([waited(400_000), waited(30_000)], [whole, rules.patience_ns], "operations of 400 us");
}

#[test]
fn method_4_a_failing_batch_ends_the_trial_without_samples() {
    struct Failing(u32);
    impl Subject for Failing {
        type Error = String;
        fn batch(&mut self, iterations: u64, _parts: u64) -> Result<Batch, String> {
            self.0 += 1;
            if self.0 > 30 {
                return Err("it threw".into());
            }
            let sample = Sample { iterations, wall_ns: 2_000_000, cpu_ns: 2_000_000 };
            Ok(Batch { sample, took_ns: sample.wall_ns, parts: Vec::new() })
        }
    }
    let rules = Rules { window_ns: 100_000_000, ..RULES };
    assert_eq!(run(&mut Failing(0), &rules).unwrap_err(), "it threw");
}
