//! A trial of a group: fresh servers that are up together, loaded in turn, and then each for a window of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use wirecost_host::{Nonce, Server};
use wirecost_lab::Outcome;
use wirecost_load::Refusal;
use wirecost_model::{Label, TrialDocument};

use crate::Reason;
use crate::bench::{StartTimes, prepare, record};
use crate::candidate::Candidate;
use crate::in_turn::{Rotation, Seat, Terms};
use crate::lab::TakesTurns;
use crate::launch::launch;
use crate::serving::Serving;
use crate::slices::{InSlices, Known, figures};
use crate::trial::{Measured, Trial};

/// Servers are warm after their slices; their connections are new ...
const BEFORE_WINDOW: Duration = Duration::from_millis(20);
/// ... which costs a server more whose runtime compiles: node takes twice the CPU time at first.
const BEFORE_WINDOW_OF_COMPILED: Duration = Duration::from_millis(200);

/// Windows up to this length are measured again if something other than the server disturbed the generator: in so short a time, one
/// pause of a millisecond is enough for that ...
const SHORT: Duration = Duration::from_millis(250);
/// ... and so often in all.
const MOST_WINDOWS: usize = 3;

/// The servers of one comparison, under one load.
pub(crate) struct Group<'a> {
    pub lab: &'a dyn TakesTurns,
    pub nonce: Option<Nonce>,
    /// What is between them; none if they need nothing.
    pub control: Option<&'a Candidate>,
    pub serving: &'a Serving,
    /// What is asked of each server, with the number of its case.
    pub trials: Vec<(usize, Trial<'a>)>,
    /// Its place in the order of the run.
    pub position: usize,
    /// Draws the order of starts and of slices.
    pub seed: u64,
    /// Whether all is to end: what was cut short is no trial.
    pub cancelled: &'a AtomicBool,
}

/// A server that is up and answered as it should.
struct Up<'a> {
    case: usize,
    trial: Trial<'a>,
    server: Server,
    around: StartTimes,
}

impl<'a> Group<'a> {
    /// Measures every server, and passes each outcome on as soon as it exists, until that returns false.
    pub fn measure(mut self, known: &mut Known, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let mut random = fastrand::Rng::with_seed(self.seed);
        random.shuffle(&mut self.trials);
        let failed = |reason: &Reason| Outcome::Failed(reason.to_string());
        let awake = self
            .trials
            .first()
            .map(|(_, trial)| prepare(trial.load, self.trials.len() + usize::from(self.control.is_some())));
        let _awake = match awake.transpose() {
            Ok(awake) => awake,
            Err(reason) => {
                let reason = reason.to_string();
                self.trials.iter().all(|(case, _)| told(*case, Outcome::Failed(reason.clone())));
                return;
            }
        };
        let mut up = Vec::new();
        for (case, trial) in &self.trials {
            match self.start(trial) {
                Ok((server, around)) => up.push(Up { case: *case, trial: *trial, server, around }),
                Err(reason) if told(*case, failed(&reason)) => {}
                Err(_) => return,
            }
        }
        let in_slices = self.in_turn(&mut up, known, random.u64(..));
        if self.cancelled.load(Ordering::Relaxed) {
            return;
        }
        for (up, in_slices) in up.iter_mut().zip(in_slices) {
            let outcome = match self.window(up, in_slices) {
                Ok(trial) => Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() },
                Err(reason) => failed(&reason),
            };
            if !told(up.case, outcome) {
                return;
            }
        }
        // All at once, which takes as long as one.
        up.iter_mut().for_each(|up| up.server.ask_to_end());
    }

    /// Starts a server and checks its answers.
    fn start(&self, trial: &Trial<'_>) -> Result<(Server, StartTimes), Reason> {
        let launch = launch(trial.candidate, trial.content, trial.places, self.nonce.clone())?;
        let start = Instant::now();
        let mut server = Server::start(&launch)?;
        let start_up = start.elapsed();
        let cold = self.lab.check(trial, &mut server)?;
        Ok((server, StartTimes { start_up, cold }))
    }

    /// What slices show of each server, or why they show nothing.
    fn in_turn(&self, up: &mut [Up<'_>], known: &mut Known, seed: u64) -> Vec<Result<InSlices, Reason>> {
        let Some(trial) = up.first().map(|up| up.trial) else { return Vec::new() };
        match self.rotate(up, trial, seed) {
            Ok(rotation) => figures(&rotation, known, trial.load),
            Err(reason) => up.iter().map(|_| Err(reason.to_string().into())).collect(),
        }
    }

    fn rotate(&self, up: &mut [Up<'_>], trial: Trial<'_>, seed: u64) -> Result<Rotation, Reason> {
        let warmup = self.serving.warmup.0;
        let control = self.control.map(|candidate| Trial { candidate, warmup, ..trial });
        let server = control.map(|control| self.start(&control).map_err(|reason| format!("the control: {reason}")));
        let mut server = server.transpose()?.map(|(server, _)| server);
        let seats = up.iter_mut().map(|up| Seat { trial: up.trial, server: &mut up.server });
        let seat = control.zip(server.as_mut()).map(|(trial, server)| Seat { trial, server });
        let mut seats: Vec<Seat<'_>> = seats.chain(seat).collect();
        let terms = Terms {
            controlled: control.is_some(),
            rate_per_s: trial.load.rate_per_s,
            counts_all: false,
            lasts: self.serving.slices_of(trial.load).0,
            seed,
            cancelled: self.cancelled,
        };
        self.lab.rotate(&mut seats, terms)
    }

    /// Loads one of the servers while the others have nothing to do.
    fn window(&self, up: &mut Up<'_>, in_slices: Result<InSlices, Reason>) -> Result<TrialDocument, Reason> {
        let said = self.serving.warmup.0;
        let warmup = if up.trial.warmup > said { BEFORE_WINDOW_OF_COMPILED } else { said.min(BEFORE_WINDOW) };
        let trial = Trial { warmup, ..up.trial };
        let most = if trial.window <= SHORT { MOST_WINDOWS } else { 1 };
        let measure = || self.lab.window(&trial, &mut up.server, up.around.cold);
        let measured = until(most, |measured: &Measured| !was_disturbed(&measured.result.refused_for), measure)?;
        let mut document = record(&trial, &mut up.server, up.around, measured, self.position)?;
        match in_slices {
            Ok(in_slices) => in_slices.put_into(&mut document.estimates),
            Err(reason) => document
                .load
                .iter_mut()
                .for_each(|load| load.labels.push(Label::NotInSlices { reason: reason.to_string() })),
        }
        Ok(document)
    }
}

/// Measures until what comes of it will do, and `most` times at the most; the last.
fn until<T>(
    most: usize,
    will_do: impl Fn(&T) -> bool,
    mut measure: impl FnMut() -> Result<T, Reason>,
) -> Result<T, Reason> {
    let mut measured = measure()?;
    for _ in 1..most {
        if will_do(&measured) {
            break;
        }
        measured = measure()?;
    }
    Ok(measured)
}

/// Whether the generator was late or had no core, and not for want of more of itself.
fn was_disturbed(refused_for: &[Refusal]) -> bool {
    let has = |refusal| refused_for.contains(&refusal);
    let is_other = refused_for.iter().any(|refusal| !refusal.only_lengthens());
    !is_other && (has(Refusal::CoreDenied) || has(Refusal::SendsLate) && !has(Refusal::GeneratorFull))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_measured_again_until_it_will_do_within_a_bound() {
        let measured = |most: usize, good: usize| {
            let mut count = 0;
            let last = until(
                most,
                |number: &usize| *number >= good,
                || {
                    count += 1;
                    Ok(count)
                },
            );
            (last.unwrap(), count)
        };
        assert_eq!(measured(3, 1), (1, 1));
        assert_eq!(measured(3, 2), (2, 2));
        assert_eq!(measured(3, 9), (3, 3));
        assert_eq!(measured(1, 9), (1, 1));
        let failed = until(3, |_: &usize| false, || Err("the server ended".into()));
        assert_eq!(failed.unwrap_err().to_string(), "the server ended");
    }

    #[test]
    fn only_what_disturbs_a_generator_is_worth_another_window() {
        use Refusal::*;
        assert!(was_disturbed(&[SendsLate]) && was_disturbed(&[CoreDenied, GeneratorFull]));
        for refused_for in [&[][..], &[GeneratorFull], &[SendsLate, GeneratorFull], &[SendsLate, Other], &[Other]] {
            assert!(!was_disturbed(refused_for), "{refused_for:?}");
        }
    }
}
