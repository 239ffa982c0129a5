//! What quiet slices say of servers that are loaded in turn with a control between them.
//!
//! The control is a server that is always the same. The quiet figure of a server comes from slices whose controls before and
//! after ran undisturbed: a request cost them at most 5 % more than the least that it is known to cost. No slice is chosen by its own
//! value (METHOD 39).

use crate::rounds_of_slices::interquartile_mean;
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

/// What a slice used in all, and for how many requests.
pub type Used = (f64, f64);

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

    /// What a request typically used in quiet slices; none if there are too few. `used` gives what the slice of an index used. Other
    /// programs stop a server for some milliseconds beside controls that ran undisturbed, too, so it is the interquartile mean of slices.
    /// Rare work of the server is charged apart ([`crate::rounds_of_slices::Typical::rare`]).
    pub fn quiet(&self, server: usize, used: impl Fn(usize) -> Option<Used>) -> Option<f64> {
        typical(self.of(server).filter(|index| self.is_quiet(*index)).filter_map(&used))
    }

    /// What a request cost the control while it ran undisturbed; none if there are too few such slices.
    pub fn undisturbed(&self, used: impl Fn(usize) -> Option<Used>) -> Option<f64> {
        typical(self.of(self.control).filter(|index| self.is_undisturbed(*index)).filter_map(used))
    }

    fn of(&self, server: usize) -> impl Iterator<Item = usize> {
        (0..self.turns.len()).filter(move |index| self.turns[*index].server == server)
    }

    /// The slices of the control next before and next after one.
    fn controls(&self, index: usize) -> impl Iterator<Item = usize> {
        let is_control = |index: &usize| self.turns[*index].server == self.control;
        let (before, after) = ((0..index).rev().find(is_control), (index + 1..self.turns.len()).find(is_control));
        before.into_iter().chain(after)
    }

    fn is_quiet(&self, index: usize) -> bool {
        let mut controls = self.controls(index).map(|index| self.is_undisturbed(index));
        controls.next() == Some(true) && controls.next() == Some(true)
    }

    fn is_undisturbed(&self, index: usize) -> bool {
        self.turns[index].cost.is_some_and(|cost| cost <= UNDISTURBED * self.least)
    }
}

/// The interquartile mean of what a request used in each of these slices; none if they are too few.
fn typical(slices: impl Iterator<Item = Used>) -> Option<f64> {
    let costs: Vec<f64> = slices.filter_map(|slice| Some(each(&[slice])?.ln())).collect();
    (costs.len() >= FEWEST_QUIET).then(|| interquartile_mean(costs).exp())
}

/// What a request used over all of these slices; none of no requests.
pub(crate) fn each(slices: &[Used]) -> Option<f64> {
    let (total, requests) =
        slices.iter().fold((0.0, 0.0), |(total, requests), slice| (total + slice.0, requests + slice.1));
    Some(total / requests).filter(|each| *each > 0.0 && each.is_finite())
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
            for server in [CONTROL].into_iter().chain(order) {
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
            let quiet = |server| slices.quiet(server, |index| Some((values[index], 1.0)));
            let Some((first, second)) = quiet(0).zip(quiet(1)) else { continue };
            decided += 1;
            right += usize::from((first / 10.0 - 1.0).abs() < 0.01 && (second / 20.0 - 1.0).abs() < 0.01);
        }
        assert!(decided >= 80, "{decided}");
        assert!(right >= decided * 95 / 100, "{right} of {decided}");
    }

    #[test]
    fn a_time_that_was_disturbed_throughout_is_not_called_quiet() {
        let mut random = fastrand::Rng::with_seed(6);
        let (slices, values) = simulate(&mut random, 2, 0.0, Some(14.6));
        assert_eq!(slices.quiet(0, |index| Some((values[index], 1.0))), None);
        assert_eq!((slices.quiet_share(0), slices.least()), (0.0, 14.6));
        assert_eq!(slices.undisturbed(|index| Some((values[index], 1.0))), None);
        let (slices, values) = simulate(&mut random, 2, 1.0, Some(14.6));
        let undisturbed = slices.undisturbed(|index| Some((values[index], 1.0))).unwrap();
        assert!((undisturbed / 15.0 - 1.0).abs() < 0.01 && slices.quiet_share(0) > 0.5, "{undisturbed}");
    }

    /// Two servers whose true ratio is 2, on a machine where every slice looks quiet, and one in twenty is stopped for a while.
    #[test]
    fn method_39_stops_between_quiet_controls_hardly_move_a_ratio() {
        let mut random = fastrand::Rng::with_seed(7);
        let server = |index: usize| [CONTROL, 0, CONTROL, 1][index % 4];
        let (mut typical, mut means) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let turn = |index: usize| Turn { server: server(index), start_ns: index as u64, cost: Some(1.0) };
            let slices = Controlled::new((0..101).map(turn).collect(), CONTROL, None);
            let mut time = |index: usize| {
                let stop = if random.f64() < 0.05 { 1.0 + 3.0 * random.f64() } else { 1.0 };
                [10.0, 20.0, 15.0][server(index)] * stop * (0.97 + 0.06 * random.f64())
            };
            let times: Vec<f64> = (0..101).map(&mut time).collect();
            let quiet = |server| slices.quiet(server, |index| Some((times[index], 1.0))).unwrap();
            typical.push((quiet(1) / quiet(0) / 2.0).ln().abs());
            let total =
                |of: usize| (0..101).filter(|index| server(*index) == of).map(|index| times[index]).sum::<f64>();
            means.push((total(1) / total(0) / 2.0).ln().abs());
        }
        let median = crate::estimate::median;
        let (typical, means) = (median(&typical), median(&means));
        assert!(typical < 0.01 && means > 4.0 * typical, "{typical} {means}");
    }

    #[test]
    fn slices_without_answers_and_without_controls_say_nothing() {
        let turn = |(index, server): (usize, &usize)| Turn { server: *server, start_ns: index as u64, cost: None };
        let turns: Vec<Turn> = [0, 1, 0, 1].iter().enumerate().map(turn).collect();
        let slices = Controlled::new(turns, CONTROL, None);
        assert_eq!(slices.quiet(0, |_| Some((1.0, 1.0))), None);
        assert_eq!(slices.quiet(7, |_| Some((1.0, 1.0))), None);
        assert_eq!(slices.quiet_share(7), 0.0);
    }
}
