//! What runs now and the time left: a line that renews itself on a terminal, plain lines in a pipe.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use wirecost_built::Watch;

pub use wirecost_report::units::span;

use crate::interrupt;
use crate::screen::{Screen, for_terminal, say};

/// How often a pipe gets a line.
const PIPE_INTERVAL: Duration = Duration::from_secs(10);
/// How often a terminal sees that work goes on.
const TICK: Duration = Duration::from_millis(100);

/// The steps before the first process of a run and after its last, on standard error.
pub struct Steps {
    line: Option<ProgressBar>,
    quiet: bool,
    /// When a pipe last got a line.
    last: Cell<Option<Instant>>,
    /// Whether trials of the run are stored already.
    is_measured: Cell<bool>,
}

impl Steps {
    /// Steps that say what they do, unless the screen is quiet.
    pub fn new(screen: Screen) -> Self {
        let line = (std::io::stderr().is_terminal() && !screen.quiet).then(|| {
            let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            // The template is fixed and known to parse; the default would do as well.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
                line.set_style(style);
            }
            line.enable_steady_tick(TICK);
            line
        });
        Self { line, quiet: screen.quiet, last: Cell::new(None), is_measured: Cell::new(false) }
    }

    /// Takes note that the steps from here on follow trials that are stored.
    pub fn follow_trials(&self) {
        self.is_measured.set(true);
    }

    /// Clears the line.
    pub fn finish(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

impl wirecost_lab::Progress for Steps {
    fn begin(&self, what: &str) {
        if interrupt::is_set() {
            // Nothing is under way between two steps.
            self.finish();
            if self.is_measured.get() {
                say!("interrupted; every finished trial is stored. To continue: wirecost run --resume latest")
            } else {
                say!("interrupted before anything was measured")
            }
            std::process::exit(interrupt::EXIT_CODE.into());
        }
        self.last.set(Some(Instant::now()));
        match &self.line {
            Some(line) => {
                // What was measured in between has cleared it.
                if line.is_finished() {
                    line.reset();
                    line.enable_steady_tick(TICK);
                }
                line.reset_elapsed();
                line.set_message(what.to_owned());
                line.tick();
            }
            None if self.quiet => {}
            None => say!("{what}"),
        }
    }

    fn update(&self, what: &str) {
        match &self.line {
            Some(line) => line.set_message(what.to_owned()),
            None if self.quiet => {}
            None if self.last.get().is_some_and(|last| last.elapsed() >= PIPE_INTERVAL) => {
                self.last.set(Some(Instant::now()));
                say!("{what}");
            }
            None => {}
        }
    }

    fn is_cancelled(&self) -> bool {
        // Whoever asks has begun what may not be cut.
        interrupt::flag().is_ok_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn note(&self, what: &str) {
        match &self.line {
            Some(line) => line.suspend(|| say!("{}", for_terminal(what))),
            None if self.quiet => {}
            None => say!("{what}"),
        }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The progress of a run on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    start: Instant,
    last: Option<Instant>,
    /// Predicted time of everything, and of what is done.
    predicted: Duration,
    done: Duration,
    total: usize,
    finished: usize,
}

impl Progress {
    /// The progress of `total` processes that are predicted to take `predicted` together, unless the screen is quiet.
    pub fn new(total: usize, predicted: Duration, screen: Screen) -> Self {
        let quiet = screen.quiet;
        let bar = (std::io::stderr().is_terminal() && !quiet).then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(5));
            // The template is fixed and known to parse; the default would do as well.
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {prefix} left  {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, quiet, start: Instant::now(), last: None, predicted, done: Duration::ZERO, total, finished: 0 }
    }

    /// The next process starts; it was predicted to take `predicted`.
    pub fn starts(&mut self, what: &str, predicted: Duration) {
        let left = span(self.left());
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.finished as u64);
                bar.set_prefix(left);
                bar.set_message(what.to_owned());
            }
            None if self.quiet => {}
            None if self.last.is_none_or(|last| last.elapsed() >= PIPE_INTERVAL) => {
                self.last = Some(Instant::now());
                say!("{}/{} processes, {left} left, now {what}", self.finished, self.total);
            }
            None => {}
        }
        self.finished += 1;
        self.done += predicted;
    }

    /// The prediction of what is left, corrected by how true it was so far.
    fn left(&self) -> Duration {
        let left = self.predicted.saturating_sub(self.done);
        if self.done.is_zero() {
            return left;
        }
        let truth = self.start.elapsed().as_secs_f64() / self.done.as_secs_f64();
        left.mul_f64(truth.clamp(0.1, 10.0))
    }

    /// Clears the line.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Steps {
    fn waits(&self) {
        wirecost_lab::Progress::begin(self, "waiting for another wirecost that builds");
    }

    fn compiles(&self, done: usize, of: usize) {
        wirecost_lab::Progress::update(self, &format!("building: {done} of {of} packages"));
    }

    fn is_cancelled(&self) -> bool {
        wirecost_lab::Progress::is_cancelled(self)
    }
}
