//! What rounds of slices say of servers that are loaded in turn.
//!
//! In a round, all servers meet the machine in much the same state. So what a server used is divided by the geometric mean of the round,
//! and the mean of the middle half of all rounds (the interquartile mean) is what it typically uses. Other programs stop a server for
//! some milliseconds now and then, and a mean over all rounds would show how often they happened to hit each server. What a server
//! itself does rarely is in [`Typical::rare`].
//!
//! A round that would last too long for that has slices of a control before each server. Then a server is compared with the slices of the
//! control before and after its own, and servers with each other by way of that.

use crate::control_slices::{Used, each};

/// Slices of several servers, by rounds.
#[derive(Debug, Clone)]
pub struct Rounds {
    servers: Vec<usize>,
    /// The slices of each server in each round, in the order of `servers`. A control may have several.
    rounds: Vec<Vec<Vec<usize>>>,
    /// Where the control is compared with slice by slice: its place among the servers, and all of its slices.
    beside: Option<(usize, Vec<usize>)>,
}

/// What a round says, in logarithms.
struct Costs {
    /// What a request cost each server.
    each: Vec<f64>,
    /// What that is to be compared with, by server.
    units: Vec<f64>,
    /// What the round as a whole cost.
    level: f64,
}

/// What a server typically used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Typical {
    /// For one request.
    pub each: f64,
    /// By which share the mean over all requests is above that, beyond the same of the other servers: rare work of its own. Negative
    /// where others have more of it.
    pub rare: f64,
}

impl Rounds {
    /// Slices in order of time, given the server of each, and the servers that count. A new round begins where one of them other
    /// than the control has its turn again. Rounds that lack a server do not count.
    pub fn new(slices: impl IntoIterator<Item = usize>, servers: Vec<usize>, control: Option<usize>) -> Self {
        let mut rounds: Vec<Vec<Vec<usize>>> = Vec::new();
        let empty = || vec![Vec::new(); servers.len()];
        let mut round = empty();
        for (index, server) in slices.into_iter().enumerate() {
            let Some(place) = servers.iter().position(|other| *other == server) else { continue };
            if Some(server) != control && !round[place].is_empty() {
                rounds.push(std::mem::replace(&mut round, empty()));
            }
            round[place].push(index);
        }
        rounds.push(round);
        rounds.retain(|round| round.iter().all(|slices| !slices.is_empty()));
        let place = control.and_then(|control| servers.iter().position(|server| *server == control));
        // The slice that begins a round of one control counts to the round before, so the first of these has two.
        let several = |place: &usize| rounds.iter().filter(|round| round[*place].len() > 1).count() * 2 > rounds.len();
        let slices_of = |place: usize| rounds.iter().flat_map(|round| round[place].iter().copied()).collect();
        let beside = place.filter(several).map(|place| (place, slices_of(place)));
        Self { servers, rounds, beside }
    }

    /// What a round says; nothing if a server of it, or the control beside one, used nothing.
    fn costs(&self, round: &[Vec<usize>], used: &impl Fn(usize) -> Option<Used>) -> Option<Costs> {
        let cost = |slices: &[usize]| {
            let slices: Vec<Used> = slices.iter().filter_map(|index| used(*index)).collect();
            each(&slices).map(f64::ln)
        };
        let each: Vec<f64> = round.iter().map(|slices| cost(slices)).collect::<Option<_>>()?;
        let Some((control, of_control)) = &self.beside else {
            let level = mean(&each);
            return Some(Costs { units: vec![level; each.len()], each, level });
        };
        let unit = |(place, slices): (usize, &Vec<usize>)| {
            if place == *control {
                return Some(each[place]);
            }
            let after = of_control.partition_point(|index| *index < slices[0]);
            cost(&of_control[after.saturating_sub(1)..of_control.len().min(after + 1)])
        };
        let units = round.iter().enumerate().map(unit).collect::<Option<_>>()?;
        let level = each[*control];
        Some(Costs { each, units, level })
    }

    /// What each of the servers typically used, in their order; none if no round tells. `used` gives what the slice of an index used.
    pub fn typical(&self, used: impl Fn(usize) -> Option<Used>) -> Option<Vec<Typical>> {
        let costs: Vec<Costs> = self.rounds.iter().filter_map(|round| self.costs(round, &used)).collect();
        if costs.is_empty() {
            return None;
        }
        let usual_level = interquartile_mean(costs.iter().map(|round| round.level).collect());
        let beyond = |place: usize| {
            let own = costs.iter().map(|round| round.each[place] - round.units[place]).collect();
            let usual = usual_level + interquartile_mean(own);
            let all: Vec<Used> =
                self.rounds.iter().flat_map(|round| &round[place]).filter_map(|index| used(*index)).collect();
            Some((usual.exp(), each(&all)?.ln() - usual))
        };
        let found: Vec<(f64, f64)> = (0..self.servers.len()).map(beyond).collect::<Option<_>>()?;
        let excess: f64 = found.iter().map(|(_, excess)| excess).sum();
        Some(found.iter().map(|&(each, own)| Typical { each, rare: beyond_others(own, excess, found.len()) }).collect())
    }

    /// By which share a request cost each of the servers more in the first half of the rounds than in the second, beyond the same of the
    /// others: it was still warming up. None if no round of a half tells.
    pub fn warming(&self, used: impl Fn(usize) -> Option<Used>) -> Option<Vec<f64>> {
        let (first, second) = self.rounds.split_at(self.rounds.len() / 2);
        let half = |rounds: &[Vec<Vec<usize>>]| Self { rounds: rounds.to_vec(), ..self.clone() };
        let (first, second) = (half(first).typical(&used)?, half(second).typical(&used)?);
        let fell: Vec<f64> = first.iter().zip(&second).map(|(first, second)| (first.each / second.each).ln()).collect();
        let sum = fell.iter().sum();
        Some(fell.iter().map(|own| beyond_others(*own, sum, fell.len())).collect())
    }
}

/// What one of several servers has beyond the mean of the others, as a share, given its logarithm and the sum of all: what the machine does, it
/// does to the others as well. A server by itself has nothing to be compared with.
fn beyond_others(own: f64, sum: f64, servers: usize) -> f64 {
    (own - (sum - own) / (servers - 1).max(1) as f64).exp_m1()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of the values without the lowest and the highest quarter of them.
pub(crate) fn interquartile_mean(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let quarter = values.len() / 4;
    mean(&values[quarter..values.len() - quarter])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: usize = 2;

    /// A machine that drifts, and stops one slice in twenty: servers that cost 10 and 20, with a control that costs 15. Returns the
    /// server of each slice, and what a request of it used.
    fn simulate(random: &mut fastrand::Rng, rounds: usize) -> (Vec<usize>, Vec<f64>) {
        let (mut servers, mut costs, mut speed) = (Vec::new(), Vec::new(), 1.0f64);
        for _ in 0..rounds {
            speed = (speed * (0.9 + 0.2 * random.f64())).clamp(0.6, 1.7);
            let mut order = [0, 1];
            random.shuffle(&mut order);
            for server in [CONTROL].into_iter().chain(order) {
                let stop = if random.f64() < 0.05 { 2.0 + 6.0 * random.f64() } else { 1.0 };
                servers.push(server);
                costs.push([10.0, 20.0, 15.0][server] * speed * stop * (0.9 + 0.2 * random.f64()));
            }
        }
        (servers, costs)
    }

    fn rounds(servers: &[usize]) -> Rounds {
        Rounds::new(servers.iter().copied(), vec![0, 1, CONTROL], Some(CONTROL))
    }

    #[test]
    fn method_38_stops_of_the_machine_hardly_move_a_ratio() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut typical, mut means) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let (servers, costs) = simulate(&mut random, 40);
            let used = |index: usize| Some((costs[index], 1.0));
            let found = rounds(&servers).typical(used).unwrap();
            typical.push((found[1].each / found[0].each / 2.0).ln().abs());
            let total =
                |server: usize| (0..servers.len()).filter(|i| servers[*i] == server).map(|i| costs[i]).sum::<f64>();
            means.push((total(1) / total(0) / 2.0).ln().abs());
        }
        let (typical, means) = (mean(&typical), mean(&means));
        assert!(typical < 0.015 && means > 4.0 * typical, "{typical} {means}");
    }

    #[test]
    fn method_40_rare_work_is_told_from_what_the_machine_does() {
        let mut random = fastrand::Rng::with_seed(2);
        let (mut idle, mut works) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let (servers, mut costs) = simulate(&mut random, 40);
            let rare = |costs: &[f64]| rounds(&servers).typical(|index| Some((costs[index], 1.0))).unwrap()[0].rare;
            idle.push(rare(&costs));
            // In one slice in ten it has six times the work, half as much again in all.
            (0..servers.len()).filter(|i| servers[*i] == 0).step_by(10).for_each(|i| costs[i] *= 6.0);
            works.push(rare(&costs));
        }
        let median = crate::estimate::median;
        assert!(median(&idle).abs() < 0.05, "{}", median(&idle));
        assert!((0.35..0.65).contains(&median(&works)), "{}", median(&works));
    }

    #[test]
    fn servers_that_only_drift_have_their_exact_ratio() {
        let servers: Vec<usize> = (0..60).map(|index| [CONTROL, 0, 1][index % 3]).collect();
        // Twice as slow from half of the time on.
        let cost = |index: usize| [10.0, 20.0, 15.0][servers[index]] * if index < 30 { 1.0 } else { 2.0 };
        let found = rounds(&servers).typical(|index| Some((cost(index), 1.0))).unwrap();
        assert!(
            (found[1].each / found[0].each - 2.0).abs() < 1e-9 && (found[2].each / found[0].each - 1.5).abs() < 1e-9
        );
    }

    #[test]
    fn a_server_that_warms_up_is_told_from_a_machine_that_speeds_up() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut steady, mut warms) = (Vec::new(), Vec::new());
        for _ in 0..100 {
            let (servers, mut costs) = simulate(&mut random, 40);
            let of_first = |costs: &[f64]| rounds(&servers).warming(|index| Some((costs[index], 1.0))).unwrap()[0];
            steady.push(of_first(&costs));
            // It costs twice as much at first, and what it settles at from the middle on.
            let slices = costs.len() as f64;
            let warm_up = |index: usize| 1.0 + (1.0 - 2.0 * index as f64 / slices).max(0.0);
            (0..costs.len()).filter(|i| servers[*i] == 0).for_each(|i| costs[i] *= warm_up(i));
            warms.push(of_first(&costs));
        }
        let median = crate::estimate::median;
        assert!(median(&steady).abs() < 0.02, "{}", median(&steady));
        assert!((0.35..0.65).contains(&median(&warms)), "{}", median(&warms));
    }

    #[test]
    fn method_38_servers_of_a_long_round_are_compared_by_the_control_beside_each() {
        const SERVERS: usize = 3;
        let mut random = fastrand::Rng::with_seed(5);
        let mut wrong = Vec::new();
        for _ in 0..100 {
            let (mut servers, mut costs, mut order) = (Vec::new(), Vec::new(), [0, 1, 2]);
            let (mut speed, mut left) = (1.0, 0);
            for _ in 0..30 {
                random.shuffle(&mut order);
                for server in order.into_iter().flat_map(|server| [SERVERS, server]) {
                    // The machine changes within most rounds.
                    if left == 0 {
                        (speed, left) = (0.5 + random.f64(), random.usize(3..9));
                    }
                    left -= 1;
                    servers.push(server);
                    costs.push([10.0, 20.0, 30.0, 15.0][server] * speed * (0.95 + 0.1 * random.f64()));
                }
            }
            let rounds = Rounds::new(servers, vec![0, 1, 2, SERVERS], Some(SERVERS));
            let found = rounds.typical(|index| Some((costs[index], 1.0))).unwrap();
            wrong.push((found[1].each / found[0].each / 2.0).ln().abs());
        }
        assert!(mean(&wrong) < 0.03, "{}", mean(&wrong));
    }

    #[test]
    fn rounds_that_lack_a_server_do_not_count() {
        assert_eq!(rounds(&[CONTROL, 0, CONTROL, 0]).typical(|_| Some((1.0, 1.0))), None);
        let none = |index: usize| (index > 2).then_some((1.0, 1.0));
        let found = rounds(&[CONTROL, 0, 1, CONTROL, 0, 1, CONTROL, 1]).typical(none).unwrap();
        assert_eq!(found.iter().map(|typical| typical.each).collect::<Vec<_>>(), [1.0; 3]);
    }

    #[test]
    fn a_server_by_itself_is_charged_for_all_its_rare_work() {
        let used = |index: usize| Some((if index.is_multiple_of(10) { 10.0 } else { 1.0 }, 1.0));
        let found = Rounds::new([0; 100], vec![0], None).typical(used).unwrap();
        assert!((found[0].each * (1.0 + found[0].rare) - 1.9).abs() < 1e-9, "{found:?}");
    }
}
