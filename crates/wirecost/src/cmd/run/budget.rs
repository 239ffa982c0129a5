//! What `--time` does to a run: it shortens trials, and never refuses.
//!
//! The rule, in this order, until the prediction fits: fewer trials, but no fewer than [`FEWEST_TRIALS`] and not at all where
//! the command line says how many; then shorter warm-ups and windows, but no shorter than the last of [`SHARES`]. What takes
//! longer still runs as it is then, with a warning. Labs share the time as they would share it without a limit.

use std::time::Duration;

use wirecost_plan::suite::Span;
use wirecost_plan::{Plan, Suite};

use crate::progress::span;

/// The fewest trials that a budget leaves: of fewer, an interval covers the median in half of the cases or less.
pub const FEWEST_TRIALS: usize = 3;

/// The shares of warm-ups and windows that are tried.
const SHARES: [f64; 3] = [0.75, 0.5, 0.25];

/// The part of a run that a budget can shorten.
pub trait Shortened {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// How long it will take.
    fn predicted(&self) -> Duration;

    /// Trials of each case.
    fn trials(&self) -> usize;

    /// Leaves so many trials.
    fn keep_trials(&mut self, trials: usize);

    /// Makes warm-ups and windows this share of what `suite` says.
    fn scale(&mut self, suite: &Suite, share: f64);
}

impl Shortened for Plan {
    fn name(&self) -> &'static str {
        "codec"
    }

    fn predicted(&self) -> Duration {
        Plan::predicted(self)
    }

    fn trials(&self) -> usize {
        self.suite.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.suite.trials = trials;
        self.order.truncate(trials);
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let rules = &mut self.suite.rules;
        (rules.warmup, rules.window) = (of(suite.rules.warmup, share), of(suite.rules.window, share));
    }
}

impl Shortened for wirecost_serve::Plan {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    fn predicted(&self) -> Duration {
        wirecost_serve::Plan::predicted(self)
    }

    fn trials(&self) -> usize {
        self.serving.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.serving.trials = trials;
        self.order.truncate(trials);
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let table = if self.name() == "http" { &suite.http } else { &suite.rpc };
        let Some(whole) = table else { return };
        let serving = &mut self.serving;
        (serving.warmup, serving.window) = (of(whole.warmup, share), of(whole.window, share));
        serving.stamped = of(whole.stamped, share);
    }
}

fn of(whole: Span, share: f64) -> Span {
    Span(whole.0.mul_f64(share))
}

/// Shortens a part until it fits into `time`, as far as the rule goes; what was done, in words, where anything was.
/// `fixed` says that the command line chose the number of trials.
pub fn shorten(part: &mut dyn Shortened, suite: &Suite, time: Duration, fixed: bool) -> Option<String> {
    let (before, planned) = (part.predicted(), part.trials());
    if before <= time {
        return None;
    }
    let mut done = Vec::new();
    let fewest = planned.min(FEWEST_TRIALS);
    let fitting = (planned as f64 * time.as_secs_f64() / before.as_secs_f64()) as usize;
    let trials = if fixed { planned } else { fitting.max(fewest) };
    if trials < planned {
        part.keep_trials(trials);
        done.push(format!("{trials} trials in place of {planned}"));
    }
    let mut shares = SHARES.into_iter();
    let mut share = None;
    while part.predicted() > time {
        let Some(next) = shares.next() else { break };
        part.scale(suite, next);
        share = Some(next);
    }
    done.extend(share.map(|share| format!("warm-ups and windows at {:.0} %", share * 100.0)));
    (!done.is_empty()).then(|| {
        let (name, after) = (part.name(), span(part.predicted()));
        format!("{name}: {}: about {after} in place of {}", done.join(", "), span(before))
    })
}

/// A span as people write it; a number alone is seconds.
///
/// # Errors
/// A text that is neither.
pub fn parse_span(text: &str) -> Result<Span, String> {
    if let Ok(seconds) = text.trim().parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map(Span).map_err(|error| error.to_string());
    }
    text.parse().map_err(|error| format!("{error}; write it as 30s, 10m, or 10 for seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lab whose trials take what they are told, with a part that nothing shortens.
    struct Mock {
        trials: usize,
        around: Duration,
        window: Duration,
        share: f64,
    }

    impl Shortened for Mock {
        fn name(&self) -> &'static str {
            "mock"
        }

        fn predicted(&self) -> Duration {
            (self.around + self.window.mul_f64(self.share)) * self.trials as u32
        }

        fn trials(&self) -> usize {
            self.trials
        }

        fn keep_trials(&mut self, trials: usize) {
            self.trials = trials;
        }

        fn scale(&mut self, _: &Suite, share: f64) {
            self.share = share;
        }
    }

    fn after(time_s: f64, fixed: bool) -> (usize, f64, Option<String>) {
        let suite = Suite::load("tiny", &wirecost_plan::Catalog::default()).unwrap();
        let (around, window) = (Duration::from_secs(1), Duration::from_secs(9));
        let mut mock = Mock { trials: 10, around, window, share: 1.0 };
        let said = shorten(&mut mock, &suite, Duration::from_secs_f64(time_s), fixed);
        (mock.trials, mock.share, said)
    }

    #[test]
    fn trials_go_first_then_windows_and_neither_below_its_bound() {
        assert_eq!(after(100.0, false), (10, 1.0, None));
        assert_eq!(after(99.0, false).0, 9);
        assert_eq!(
            after(45.0, false),
            (4, 1.0, Some("mock: 4 trials in place of 10: about 40 s in place of 1 m 40 s".into()))
        );
        assert_eq!((after(24.0, false).0, after(24.0, false).1), (3, 0.75));
        assert_eq!((after(1.0, false).0, after(1.0, false).1), (3, 0.25));
        let (trials, share, said) = after(60.0, true);
        assert_eq!((trials, share), (10, 0.5), "the trials that were asked for stand");
        assert!(said.unwrap().contains("warm-ups and windows at 50 %"));
    }

    #[test]
    fn a_number_alone_is_seconds() {
        assert_eq!(parse_span("10"), Ok(Span(Duration::from_secs(10))));
        assert_eq!(parse_span("1.5"), Ok(Span(Duration::from_millis(1500))));
        assert_eq!(parse_span("30m"), Ok(Span(Duration::from_secs(1800))));
        for broken in ["soon", "-1", "inf", ""] {
            assert!(parse_span(broken).is_err(), "{broken}");
        }
    }
}
