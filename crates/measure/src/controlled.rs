//! What slices say of servers that are loaded in turn with a control between them.
//!
//! The control is a server that is always the same. The quiet figure of a server comes from slices whose controls before and
//! after ran undisturbed: a request cost them at most 5 % more than the least that it is known to cost. The paired figure
//! comes from all slices, each in units of the controls beside it (METHOD 39). No slice is chosen by its own value.

use crate::estimate::median;
use crate::turns::{Turn, UNDISTURBED, least};

/// The fewest quiet slices that make a figure.
const FEWEST_QUIET: usize = 5;

/// Slices in order of time, with a control between those of other servers.
#[derive(Debug, Clone)]
pub struct Controlled {
    turns: Vec<Turn>,
    control: usize,
    least: f64,
}

/// A figure of a server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// The median of quiet slices; none where there are too few.
    pub quiet: Option<f64>,
    /// The geometric mean over all slices, in units of the control; none where no slice has a control beside it.
    pub paired: Option<f64>,
}

impl Controlled {
    /// These slices. `known` is the least that a request is known to cost the control, from earlier slices.
    pub fn new(turns: Vec<Turn>, control: usize, known: Option<f64>) -> Self {
        let least = least(&turns, control);
        let least = known.map_or(least, |known| known.min(least));
        Self { turns, control, least }
    }

    /// The least that a request is known to cost the control by now.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// The share of a server's slices that are quiet.
    pub fn quiet_share(&self, server: usize) -> f64 {
        let of: Vec<usize> = self.of(server).collect();
        of.iter().filter(|index| self.is_quiet(**index)).count() as f64 / of.len().max(1) as f64
    }

    /// A figure of a server. `value` gives what the slice of an index showed.
    pub fn figure(&self, server: usize, value: impl Fn(usize) -> Option<f64>) -> Figure {
        let quiet: Vec<f64> =
            self.of(server).filter(|index| self.is_quiet(*index)).filter_map(&value).filter(is_sound).collect();
        let in_units = |index: usize| {
            let beside: Vec<f64> = self.controls(index).filter_map(&value).filter(is_sound).collect();
            let own = value(index).filter(is_sound)?;
            (!beside.is_empty())
                .then(|| own.ln() - beside.iter().map(|value| value.ln()).sum::<f64>() / beside.len() as f64)
        };
        let logs: Vec<f64> = self.of(server).filter_map(in_units).collect();
        Figure {
            quiet: (quiet.len() >= FEWEST_QUIET).then(|| median(&quiet)),
            paired: (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp()),
        }
    }

    /// What the control showed in slices in which it ran undisturbed; none where there are too few.
    pub fn undisturbed(&self, value: impl Fn(usize) -> Option<f64>) -> Option<f64> {
        let values: Vec<f64> =
            self.of(self.control).filter(|index| self.is_undisturbed(*index)).filter_map(value).collect();
        (values.len() >= FEWEST_QUIET).then(|| median(&values))
    }

    fn of(&self, server: usize) -> impl Iterator<Item = usize> {
        (0..self.turns.len()).filter(move |index| self.turns[*index].server == server)
    }

    /// The slices of the control right beside one.
    fn controls(&self, index: usize) -> impl Iterator<Item = usize> {
        let beside = [index.checked_sub(1), (index + 1 < self.turns.len()).then_some(index + 1)];
        beside.into_iter().flatten().filter(|index| self.turns[*index].server == self.control)
    }

    fn is_quiet(&self, index: usize) -> bool {
        let mut controls = self.controls(index).map(|index| self.is_undisturbed(index));
        controls.next() == Some(true) && controls.next() == Some(true)
    }

    fn is_undisturbed(&self, index: usize) -> bool {
        self.turns[index].cost.is_some_and(|cost| cost <= UNDISTURBED * self.least)
    }
}

fn is_sound(value: &f64) -> bool {
    *value > 0.0 && value.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: usize = 2;

    /// A machine whose state lasts 0.1 to 5 s: slices of 5 ms of servers that cost 10 and 20, and suffer differently from
    /// the machine, with a control between them.
    fn simulate(
        random: &mut fastrand::Rng,
        seconds: u64,
        quiet_share: f64,
        known: Option<f64>,
    ) -> (Controlled, Vec<f64>) {
        let (mut turns, mut values) = (Vec::new(), Vec::new());
        let (mut now_ns, mut until_ns, mut slowness) = (0, 0, 1.0f64);
        while now_ns < seconds * 1_000_000_000 {
            let mut order = [0, 1];
            random.shuffle(&mut order);
            for server in order.into_iter().flat_map(|server| [CONTROL, server]) {
                if now_ns >= until_ns {
                    until_ns = now_ns + random.u64(100_000_000..5_000_000_000);
                    slowness = if random.f64() < quiet_share { 1.0 } else { 1.1 + random.f64() };
                }
                let own = 1.0 + 0.03 * (random.f64() + random.f64() + random.f64() - 1.5);
                let cost = [10.0, 20.0, 15.0][server] * slowness.powf([1.0, 1.5, 1.0][server]) * own;
                turns.push(Turn { server, start_ns: now_ns, cost: Some(cost) });
                values.push(cost);
                now_ns += 5_500_000;
            }
        }
        (Controlled::new(turns, CONTROL, known), values)
    }

    #[test]
    fn method_39_quiet_slices_give_the_figures_of_servers_that_suffer_differently() {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut right, mut decided) = (0, 0);
        for _ in 0..200 {
            let (slices, values) = simulate(&mut random, 4, 0.4, Some(14.6));
            let figure = |server| slices.figure(server, |index| Some(values[index])).quiet;
            let Some((first, second)) = figure(0).zip(figure(1)) else { continue };
            decided += 1;
            right += usize::from((first / 10.0 - 1.0).abs() < 0.01 && (second / 20.0 - 1.0).abs() < 0.01);
        }
        assert!(decided >= 80, "{decided}");
        assert!(right >= decided * 95 / 100, "{right} of {decided}");
    }

    #[test]
    fn a_server_that_suffers_as_the_control_does_has_its_figure_whatever_the_machine_does() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..100 {
            let (slices, values) = simulate(&mut random, 2, 0.0, None);
            let paired = slices.figure(0, |index| Some(values[index])).paired.unwrap();
            assert!((paired * 15.0 / 10.0 - 1.0).abs() < 0.02, "{paired}");
        }
    }

    #[test]
    fn a_time_that_was_disturbed_throughout_is_not_called_quiet() {
        let mut random = fastrand::Rng::with_seed(6);
        let (slices, values) = simulate(&mut random, 2, 0.0, Some(14.6));
        assert_eq!(slices.figure(0, |index| Some(values[index])).quiet, None);
        assert_eq!((slices.quiet_share(0), slices.least()), (0.0, 14.6));
        assert_eq!(slices.undisturbed(|index| Some(values[index])), None);
        let (slices, values) = simulate(&mut random, 2, 1.0, Some(14.6));
        let undisturbed = slices.undisturbed(|index| Some(values[index])).unwrap();
        assert!((undisturbed / 15.0 - 1.0).abs() < 0.01 && slices.quiet_share(0) > 0.5, "{undisturbed}");
    }

    #[test]
    fn slices_without_answers_and_without_controls_say_nothing() {
        let turn = |(index, server): (usize, &usize)| Turn { server: *server, start_ns: index as u64, cost: None };
        let turns: Vec<Turn> = [0, 1, 0, 1].iter().enumerate().map(turn).collect();
        let slices = Controlled::new(turns, CONTROL, None);
        assert_eq!(slices.figure(0, |_| Some(1.0)), Figure { quiet: None, paired: None });
        assert_eq!(slices.figure(7, |_| Some(1.0)), Figure { quiet: None, paired: None });
        assert_eq!(slices.quiet_share(7), 0.0);
    }
}
