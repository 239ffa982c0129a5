//! What slices of milliseconds say of servers that are loaded in turn.
//!
//! Other work on a machine lasts for tenths of a second to seconds. It affects servers alike that are loaded within a few
//! tens of milliseconds (METHOD 38). Two estimates follow (METHOD 39). Paired: each slice beside that of the other server in
//! the same round. Right for like against like, whatever the machine does. Quiet: slices whose neighbours, of other servers,
//! ran undisturbed. Right for unlike servers too, which suffer differently from what else a machine does; and for the figure
//! of a server by itself. No slice is chosen by its own value.

use crate::compare::{self, Comparison};
use crate::estimate::{Estimate, estimate, median};
use crate::rank;
use crate::rounds_of_slices::interquartile_mean;

/// How far apart slices may start that are compared, unless a server is too slow for that, nanoseconds.
pub const APART_NS: u64 = 40_000_000;

/// A neighbour ran undisturbed where a request cost at most this much of the least that any cost that server ...
pub(crate) const UNDISTURBED: f64 = 1.05;

/// ... which is this quantile of its slices, and never the very least, which is a matter of luck.
const LEAST: f64 = 0.02;

/// Parts that a series of slices is cut into: what one of them says depends little on what another does.
const BLOCKS: usize = 20;

/// The fewest blocks that make an interval.
const FEWEST_BLOCKS: usize = 6;

/// A server does rare work if its blocks agree on it: the p-value of their signed-rank test is at most this ...
const AGREED: f64 = 0.01;

/// ... which fewer blocks cannot reach.
const FEWEST_THAT_AGREE: usize = 8;

/// The fewest slices of each server in a block.
const FEWEST_SLICES: usize = 3;

/// How wide the interval of a ratio from quiet slices may be, as a factor. On an undisturbed machine slices are alike: where they are not,
/// it had several states that look undisturbed, and met them by chance.
const QUIET_WIDEST: f64 = 1.04;

/// A slice, as far as comparing needs to know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The server that was loaded.
    pub server: usize,
    /// When it began, in nanoseconds.
    pub start_ns: u64,
    /// The cost of a request, from which its neighbours know whether the machine was disturbed. None where nothing was answered.
    pub cost: Option<f64>,
}

/// Slices of several servers in order of time.
#[derive(Debug, Clone)]
pub struct Turns {
    turns: Vec<Turn>,
    quiet: Vec<bool>,
    apart_ns: u64,
}

/// What stands for several slices of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Their mean: rare work counts.
    Mean,
    /// Their median, of what is a median itself. Other programs on the core of a server stop it for some milliseconds: a mean of medians
    /// would show how often they did in whole slices.
    Median,
}

impl Over {
    fn of(self, values: &[f64]) -> f64 {
        match self {
            Self::Mean => values.iter().sum::<f64>() / values.len() as f64,
            Self::Median => median(values),
        }
    }
}

/// How two servers compare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratios {
    /// By each slice beside that of the other server in the same round: the ratio in most of these pairs or, where blocks of them agree
    /// that one of the two works more outside of those, the ratio of means.
    pub paired: Option<Comparison>,
    /// By quiet slices alone; none if there were too few, or if they were not alike.
    pub quiet: Option<Comparison>,
}

impl Turns {
    /// These slices, in order of time, of which those are compared that start at most `apart_ns` apart.
    pub fn new(turns: Vec<Turn>, apart_ns: u64) -> Self {
        let quiet = quiet(&turns, apart_ns);
        Self { turns, quiet, apart_ns }
    }

    /// The share of a server's slices that are quiet.
    pub fn quiet_share(&self, server: usize) -> f64 {
        let of: Vec<bool> = self.of(server).map(|index| self.quiet[index]).collect();
        of.iter().filter(|quiet| **quiet).count() as f64 / of.len().max(1) as f64
    }

    /// A figure of a server from all of its slices, or from the quiet ones; none if these are too few.
    /// `value` gives what the slice of an index showed.
    pub fn figure(
        &self,
        server: usize,
        value: impl Fn(usize) -> Option<f64>,
        over: Over,
        quiet: bool,
    ) -> Option<Estimate> {
        let means = self.blocks().map(|block| self.typical(block, server, quiet, (&value, over)));
        let means: Vec<f64> = means.flatten().collect();
        (means.len() >= FEWEST_BLOCKS).then(|| estimate(&means))?
    }

    /// What `second` showed in units of what `first` showed. `value` gives what the slice of an index showed.
    pub fn ratios(
        &self,
        [first, second]: [usize; 2],
        value: impl Fn(usize) -> Option<f64>,
        over: Over,
        alpha: f64,
    ) -> Ratios {
        Ratios {
            paired: self.paired([first, second], (&value, over), alpha),
            quiet: self.apart([first, second], (&value, over), alpha),
        }
    }

    fn paired(
        &self,
        [first, second]: [usize; 2],
        (value, over): (&impl Fn(usize) -> Option<f64>, Over),
        alpha: f64,
    ) -> Option<Comparison> {
        let near = |(a, b): &(usize, usize)| self.turns[*a].start_ns.abs_diff(self.turns[*b].start_ns) <= self.apart_ns;
        let pairs = self.of(first).zip(self.of(second)).filter(near);
        let both = |(a, b): (usize, usize)| Some((sound(value(a))?, sound(value(b))?));
        let pairs: Vec<(f64, f64)> = pairs.filter_map(both).collect();
        let count = (pairs.len() / FEWEST_SLICES).min(BLOCKS);
        if count < FEWEST_BLOCKS {
            return None;
        }
        let both = |block: &[(f64, f64)]| {
            let (firsts, seconds): (Vec<f64>, Vec<f64>) = block.iter().copied().unzip();
            (over.of(&firsts), over.of(&seconds))
        };
        let blocks = || parts(pairs.len(), count).map(|part| &pairs[part]);
        let (firsts, seconds): (Vec<f64>, Vec<f64>) = blocks().map(both).unzip();
        if over == Over::Median {
            return compare::paired(&firsts, &seconds, alpha);
        }
        let usual: Vec<f64> = blocks().map(usual).collect();
        let rare =
            firsts.iter().zip(&seconds).zip(&usual).map(|((first, second), usual)| (second / first / usual).ln());
        // Blocks agree on what a server does rarely, and not on what a machine does. Few of them cannot tell.
        let agree = usual.len() < FEWEST_THAT_AGREE || rank::signed_p(&rare.collect::<Vec<_>>()) <= AGREED;
        if agree {
            compare::paired(&firsts, &seconds, alpha)
        } else {
            compare::paired(&vec![1.0; usual.len()], &usual, alpha)
        }
    }

    fn apart(
        &self,
        [first, second]: [usize; 2],
        (value, over): (&impl Fn(usize) -> Option<f64>, Over),
        alpha: f64,
    ) -> Option<Comparison> {
        let both = |block: std::ops::Range<usize>| {
            let typical = |server, block| self.typical(block, server, true, (value, over));
            Some((typical(first, block.clone())?, typical(second, block)?))
        };
        let (firsts, seconds): (Vec<f64>, Vec<f64>) = self.blocks().filter_map(both).unzip();
        let compared = (firsts.len() >= FEWEST_BLOCKS).then(|| compare::paired(&firsts, &seconds, alpha))??;
        (compared.ratio.high <= QUIET_WIDEST * compared.ratio.low).then_some(compared)
    }

    /// What stands for the slices of a server in a block, or for the quiet ones of them.
    fn typical(
        &self,
        block: std::ops::Range<usize>,
        server: usize,
        quiet: bool,
        (value, over): (&impl Fn(usize) -> Option<f64>, Over),
    ) -> Option<f64> {
        let counts = |index: &usize| self.turns[*index].server == server && (self.quiet[*index] || !quiet);
        let values: Vec<f64> = block.filter(counts).filter_map(|index| sound(value(index))).collect();
        (values.len() >= FEWEST_SLICES).then(|| over.of(&values))
    }

    fn of(&self, server: usize) -> impl Iterator<Item = usize> {
        (0..self.turns.len()).filter(move |index| self.turns[*index].server == server)
    }

    fn blocks(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let servers = self.turns.iter().map(|turn| turn.server + 1).max().unwrap_or(1);
        parts(self.turns.len(), (self.turns.len() / servers / FEWEST_SLICES).clamp(FEWEST_BLOCKS, BLOCKS))
    }
}

/// This many parts of nearly equal size.
fn parts(length: usize, count: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..count).map(move |part| part * length / count..(part + 1) * length / count)
}

/// The ratio in most pairs of a block: other programs stop a server for some milliseconds now and then, and a ratio of means would
/// show how often they happened to hit each.
fn usual(pairs: &[(f64, f64)]) -> f64 {
    interquartile_mean(pairs.iter().map(|(first, second)| (second / first).ln()).collect()).exp()
}

/// A value that can be compared.
fn sound(value: Option<f64>) -> Option<f64> {
    value.filter(|value| *value > 0.0 && value.is_finite())
}

/// Which of the slices have undisturbed neighbours.
fn quiet(turns: &[Turn], apart_ns: u64) -> Vec<bool> {
    let servers = turns.iter().map(|turn| turn.server + 1).max().unwrap_or(0);
    let least: Vec<f64> = (0..servers).map(|server| least(turns, server)).collect();
    let undisturbed = |turn: &Turn| turn.cost.is_some_and(|cost| cost <= UNDISTURBED * least[turn.server]);
    let judge = |(index, turn): (usize, &Turn)| {
        let near = |other: &&Turn| other.start_ns.abs_diff(turn.start_ns) <= apart_ns;
        let stranger = |other: &&Turn| other.server != turn.server;
        let before = turns[..index].iter().rev().take_while(near).find(stranger);
        let after = turns[index + 1..].iter().take_while(near).find(stranger);
        [before, after].into_iter().all(|neighbour| neighbour.is_some_and(undisturbed))
    };
    turns.iter().enumerate().map(judge).collect()
}

pub(crate) fn least(turns: &[Turn], server: usize) -> f64 {
    let of = turns.iter().filter(|turn| turn.server == server);
    let mut costs: Vec<f64> = of.filter_map(|turn| turn.cost).collect();
    costs.sort_by(f64::total_cmp);
    let place = ((costs.len() as f64 * LEAST) as usize).max(1).min(costs.len().saturating_sub(1));
    costs.get(place).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALPHA: f64 = 0.05;

    /// A machine that changes its state after 0.1 to 5 s, and servers in turn on it for 30 s, 5 ms each.
    fn simulate(random: &mut fastrand::Rng, costs: [f64; 2], suffers: [f64; 2]) -> (Turns, Vec<f64>) {
        let (mut turns, mut values) = (Vec::new(), Vec::new());
        let (mut now_ns, mut until_ns, mut slowness) = (0, 0, 1.0f64);
        while now_ns < 30_000_000_000 {
            let mut order = [0, 1];
            random.shuffle(&mut order);
            for server in order {
                if now_ns >= until_ns {
                    until_ns = now_ns + random.u64(100_000_000..5_000_000_000);
                    slowness = if random.f64() < 0.3 { 1.0 } else { 1.1 + random.f64() };
                }
                let own = 1.0 + 0.03 * (random.f64() + random.f64() + random.f64() - 1.5);
                let cost = costs[server] * slowness.powf(suffers[server]) * own;
                turns.push(Turn { server, start_ns: now_ns, cost: Some(cost) });
                values.push(cost);
                now_ns += 5_500_000;
            }
        }
        (Turns::new(turns, APART_NS), values)
    }

    #[test]
    fn method_38_slices_in_turn_cover_the_true_ratio_on_a_machine_that_drifts() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut covered, mut widest) = (0, 0.0f64);
        for _ in 0..200 {
            let (turns, values) = simulate(&mut random, [10.0, 10.3], [1.0, 1.0]);
            let ratio = turns.ratios([0, 1], |index| Some(values[index]), Over::Mean, ALPHA).paired.unwrap().ratio;
            covered += usize::from((ratio.low..=ratio.high).contains(&1.03));
            widest = widest.max(ratio.high / ratio.low);
        }
        assert!(covered >= 184, "{covered} of 200");
        assert!(widest < 1.01, "{widest}");
    }

    #[test]
    fn method_39_quiet_slices_give_the_true_ratio_of_servers_that_suffer_differently() {
        let mut random = fastrand::Rng::with_seed(2);
        let (mut covered, mut decided, mut right, mut misled) = (0, 0, 0, 0);
        for _ in 0..200 {
            let (turns, values) = simulate(&mut random, [10.0, 20.0], [1.0, 1.5]);
            let ratios = turns.ratios([0, 1], |index| Some(values[index]), Over::Mean, ALPHA);
            // A fifth of a per cent beside it is as good: an interval here is some 0.5 % wide.
            let covers = |ratio: Estimate| (ratio.low * 0.998..=ratio.high * 1.002).contains(&2.0);
            misled += usize::from(!covers(ratios.paired.unwrap().ratio));
            let Some(quiet) = ratios.quiet else { continue };
            decided += 1;
            covered += usize::from(covers(quiet.ratio));
            let figure = turns.figure(0, |index| Some(values[index]), Over::Mean, true);
            right += usize::from(figure.is_some_and(|figure| (figure.median / 10.0 - 1.0).abs() < 0.02));
        }
        // A machine that is never undisturbed within half a minute looks like a slower one.
        assert!(decided >= 100, "{decided}");
        assert!(covered >= decided * 95 / 100 && right >= decided * 95 / 100, "{covered} and {right} of {decided}");
        assert!(misled > 100, "pairs of unlike servers show what the machine did to them: {misled}");
    }

    #[test]
    fn method_39_quiet_slices_that_are_not_alike_are_not_trusted() {
        let turn = |index: u64| Turn { server: (index % 2) as usize, start_ns: index * 5_000_000, cost: Some(1.0) };
        let turns = Turns::new((0..1_000).map(turn).collect(), APART_NS);
        // The second server meets a slower state of the machine in every other block, while its neighbour looks undisturbed.
        let swings = |by: f64| move |index: usize| Some(if index % 2 == 1 && index / 50 % 2 == 1 { by } else { 1.0 });
        assert!(turns.ratios([0, 1], swings(1.2), Over::Mean, ALPHA).quiet.is_none());
        assert!(turns.ratios([0, 1], swings(1.03), Over::Mean, ALPHA).quiet.is_some());
    }

    /// Equal servers in turn. Some slices cost ten times as much: `by_machine` per cent of all, and every `own_every`-th of the second
    /// server, which works more there.
    fn disturbed(by_machine: f64, own_every: usize) -> (Turns, Vec<f64>) {
        let turn = |index: u64| Turn { server: (index % 2) as usize, start_ns: index * 5_000_000, cost: Some(1.0) };
        let mut random = fastrand::Rng::with_seed(4);
        let cost = |index: usize| {
            let own = index % 2 == 1 && (index / 2).is_multiple_of(own_every);
            let stopped = random.f64() * 100.0 < by_machine;
            (if own || stopped { 10.0 } else { 1.0 }) * (1.0 + 0.01 * random.f64())
        };
        (Turns::new((0..4_000).map(turn).collect(), APART_NS), (0..4_000).map(cost).collect())
    }

    #[test]
    fn method_38_stops_of_the_machine_hardly_show_in_a_ratio() {
        let (turns, values) = disturbed(5.0, usize::MAX);
        for over in [Over::Mean, Over::Median] {
            let ratio = turns.ratios([0, 1], |index| Some(values[index]), over, ALPHA).paired.unwrap().ratio;
            assert!(ratio.high / ratio.low < 1.005 && (ratio.low..=ratio.high).contains(&1.0), "{over:?}: {ratio:?}");
        }
    }

    #[test]
    fn method_40_rare_work_of_a_server_counts() {
        for by_machine in [0.0, 2.0] {
            // A tenth of its slices: nine times the rest on top.
            let (turns, values) = disturbed(by_machine, 10);
            let compared = turns.ratios([0, 1], |index| Some(values[index]), Over::Mean, ALPHA).paired.unwrap();
            assert!(compared.shows_difference(ALPHA) && compared.ratio.median > 1.4, "{compared:?}");
        }
    }

    #[test]
    fn equals_seldom_differ() {
        let mut random = fastrand::Rng::with_seed(3);
        let differs = |_: &i32| {
            let (turns, values) = simulate(&mut random, [10.0, 10.0], [1.0, 1.0]);
            let ratios = turns.ratios([0, 1], |index| Some(values[index]), Over::Mean, ALPHA);
            ratios.paired.unwrap().shows_difference(ALPHA)
        };
        assert!((0..200).filter(differs).count() <= 16);
    }

    #[test]
    fn method_39_no_slice_is_chosen_by_its_own_value() {
        let turn = |(index, cost): (usize, &f64)| {
            let server = usize::from(index % 2 == 1);
            Turn { server, start_ns: index as u64 * 5_000_000, cost: Some(*cost) }
        };
        let chosen = |costs: &[f64]| quiet(&costs.iter().enumerate().map(turn).collect::<Vec<_>>(), APART_NS);
        assert_eq!(chosen(&[1.0, 1.0, 9.0, 1.0, 1.0]), [false, false, true, false, false]);
        assert_eq!(chosen(&[1.0, 1.0, 1.0, 1.0, 1.0]), [false, true, true, true, false], "ends have one neighbour");
    }

    #[test]
    fn slices_far_apart_say_nothing_of_each_other() {
        let turn = |index: u64| Turn { server: (index % 2) as usize, start_ns: index * 50_000_000, cost: Some(1.0) };
        let turns = Turns::new((0..1_000).map(turn).collect(), APART_NS);
        let ratios = turns.ratios([0, 1], |_| Some(1.0), Over::Mean, ALPHA);
        assert_eq!(ratios, Ratios { paired: None, quiet: None });
        assert_eq!(turns.quiet_share(0), 0.0);
        let figure = |server, quiet| turns.figure(server, |_| Some(3.0), Over::Mean, quiet).map(|found| found.median);
        assert_eq!([figure(0, false), figure(0, true), figure(2, false)], [Some(3.0), None, None]);
    }
}
