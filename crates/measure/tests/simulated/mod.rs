//! Groups of candidates whose true costs are known.

use wirecost_measure::estimate::median;
use wirecost_measure::fastest;
use wirecost_measure::rounds::Rounds;

type Draw = fn(&mut fastrand::Rng) -> f64;

/// What processes differ by, as logarithms of a factor: 2 per cent, in shapes that machines show. The
/// median of each is 0, so that more noise is no more cost.
pub const NOISE: [(&str, Draw); 3] = [
    ("normal", |random| 0.02 * normal(random)),
    ("skewed", |random| -0.02 * ((1.0 - random.f64()).ln() + std::f64::consts::LN_2)),
    ("bimodal", |random| 0.01 * random.f64() + if random.bool() { 0.02 } else { -0.03 }),
];

fn normal(random: &mut fastrand::Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}

/// A group, and the machine that measures it.
#[derive(Clone)]
pub struct Group {
    /// The true cost of each candidate.
    pub costs: Vec<f64>,
    /// How many times the usual noise each candidate has.
    pub noise: Vec<f64>,
    /// Trials of each.
    pub trials: usize,
    /// By how much the machine gets slower from one process to the next, as a logarithm.
    pub drift: f64,
}

impl Group {
    /// Candidates of these costs on a steady machine.
    pub fn of(costs: Vec<f64>, trials: usize) -> Self {
        let noise = vec![1.0; costs.len()];
        Self { costs, noise, trials, drift: 0.0 }
    }

    /// The trials of each candidate in order of rounds. The order within a round is drawn.
    pub fn measure(&self, draw: Draw, random: &mut fastrand::Rng) -> Vec<Vec<f64>> {
        let mut trials = vec![Vec::new(); self.costs.len()];
        let mut order: Vec<usize> = (0..self.costs.len()).collect();
        for round in 0..self.trials {
            random.shuffle(&mut order);
            for (place, candidate) in order.iter().enumerate() {
                let drift = self.drift * (round * order.len() + place) as f64;
                let noise = self.noise[*candidate] * draw(random) + drift;
                trials[*candidate].push(1_000.0 * self.costs[*candidate] * noise.exp());
            }
        }
        trials
    }
}

/// What is said of a group.
pub struct Said {
    /// The candidate that is called the fastest, if any is.
    pub winner: Option<usize>,
    /// The pairs of which the first is called faster than the second.
    pub faster: Vec<(usize, usize)>,
}

impl Said {
    /// What is said of candidates by their `trials`.
    pub fn of(trials: &[Vec<f64>]) -> Self {
        let mut order: Vec<usize> = (0..trials.len()).collect();
        order.sort_by(|a, b| median(&trials[*a]).total_cmp(&median(&trials[*b])));
        let ordered: Vec<(usize, &[f64])> = order.iter().map(|index| (*index, trials[*index].as_slice())).collect();
        let slower = fastest::slower(&ordered, &Rounds::of(trials));
        let of = |(place, slower): (usize, &bool)| slower.then_some((order[0], order[place + 1]));
        let faster: Vec<(usize, usize)> = slower.iter().enumerate().filter_map(of).collect();
        let wins = faster.len() + 1 == trials.len() && trials.len() > 1;
        Self { winner: wins.then_some(order[0]), faster }
    }

    /// Whether anything that is said is false, where candidates cost `costs`.
    pub fn is_false(&self, costs: &[f64]) -> bool {
        self.faster.iter().any(|(first, second)| costs[*first] >= costs[*second])
    }
}

/// The share of `runs` of a group of which `is` holds.
pub fn share(group: &Group, draw: Draw, runs: usize, seed: u64, is: impl Fn(&Said) -> bool) -> f64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let held = (0..runs).filter(|_| is(&Said::of(&group.measure(draw, &mut random))));
    held.count() as f64 / runs as f64
}

/// Candidates from 1 to 10 times the cost of the fastest, in equal steps.
pub fn spanning(candidates: usize) -> Vec<f64> {
    (0..candidates).map(|place| 10f64.powf(place as f64 / (candidates - 1) as f64)).collect()
}

/// The same group with its first candidate `share` faster than it was.
pub fn first_faster(mut costs: Vec<f64>, share: f64) -> Vec<f64> {
    costs[0] /= 1.0 + share;
    costs
}
