//! Who leads among servers or stores under one load, and how large a difference must be before that is said.

use wirecost_measure::compare::{ALPHA, Comparison};
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId};
use wirecost_verdict::floor::{Floor, MARGIN};
use wirecost_verdict::turns;

use crate::section::Section;
use crate::units;
use crate::words::percent;

/// The interval of the median of fewer trials holds it in less than 95 % of runs: they show no difference.
const TRIALS: usize = 6;

/// Who leads by a figure under one load.
#[derive(Debug, Clone, PartialEq)]
pub struct Leader<'a> {
    /// By what.
    pub by: By,
    /// Those that no difference from the best median is shown of, the best first: their trials beside its own show none where both took
    /// turns, their intervals overlap otherwise, or the difference is not above the noise floor.
    pub cases: Vec<&'a CaseDocument>,
    /// The next after those, and what it showed in units of the best where both took turns.
    pub next: Option<(&'a CaseDocument, Comparison)>,
    /// The best median, with its unit.
    pub value: String,
    /// Whether there are trials enough to show a difference.
    pub is_told: bool,
    /// Whether the best is the only one, and there are trials enough to show it.
    pub is_shown: bool,
    /// How many trials would decide; none if these do: one leads, or all tie and no difference as large as the measured one could have
    /// gone unseen.
    pub trials_to_decide: Option<usize>,
    /// What equals differ by in this figure.
    pub floor: Floor,
}

/// A figure that somebody may lead by.
#[derive(Debug, Clone, Copy)]
pub struct By {
    /// In words: `most answers per second`.
    pub what: &'static str,
    /// The figure by itself: `answers/s`.
    pub figure: &'static str,
    /// Its estimate.
    pub id: EstimateId,
    /// Whether less is better.
    less: bool,
    /// Whether the estimate's inverse is what is told.
    is_inverse: bool,
    unit: fn(f64) -> String,
}

impl PartialEq for By {
    fn eq(&self, other: &Self) -> bool {
        (self.what, self.id) == (other.what, other.id)
    }
}

const fn least(what: &'static str, figure: &'static str, id: EstimateId, unit: fn(f64) -> String) -> By {
    By { what, figure, id, less: true, is_inverse: false, unit }
}

/// The highest rate.
pub const MOST: By = By {
    what: "most answers per second",
    figure: "answers/s",
    id: EstimateId::RatePerS,
    less: false,
    is_inverse: false,
    unit: units::per_s,
};
/// The shortest tail at a planned rate.
pub const WAIT: By = least("lowest p99 of latency", "p99 latency", EstimateId::LatencyP99Ns, units::time);
/// The shortest call.
pub const ROUND_TRIP: By = least("shortest round trip", "round trip", EstimateId::TimeNs, units::time);
/// The least work for a request.
pub const CPU: By = least("least CPU time per request", "CPU/request", EstimateId::ServerCpuNs, units::time);
/// The same of a server with one client.
pub const SERVER_CPU: By = least("least CPU time of the server", "server CPU", EstimateId::ServerCpuNs, units::time);
/// The least memory.
pub const MEMORY: By = least("least memory", "memory", EstimateId::MemoryBytes, units::size);
/// The fewest bytes sent.
pub const REQUEST: By = least("smallest request", "request", EstimateId::RequestBytes, units::size);
/// The most work for CPU time: of stores, whose generator may be what limits their rate.
pub const PER_CPU: By = By {
    is_inverse: true,
    ..least("most operations per CPU second", "ops/CPU s", EstimateId::ServerCpuNs, per_second)
};

/// How many operations go into a second of CPU time.
fn per_second(ns: f64) -> String {
    units::grouped(1e9 / ns)
}

impl<'a> Section<'a> {
    /// Who serves most, waits least and costs least; nobody where there is nobody to compare with.
    pub fn leaders(&self) -> Vec<Leader<'a>> {
        let by: &[By] = match (self.round_trip, self.open_loop) {
            (true, _) => &[ROUND_TRIP, SERVER_CPU, REQUEST],
            (_, true) => &[WAIT, CPU, MEMORY],
            _ => &[MOST, CPU, MEMORY],
        };
        by.iter().filter_map(|by| self.leader(*by)).collect()
    }

    /// Who leads by a figure; nobody where there is nobody to compare with.
    pub fn leader(&self, by: By) -> Option<Leader<'a>> {
        let sign = if by.less { 1.0 } else { -1.0 };
        let known = self.measured.iter().filter(|case| !case.is_floor());
        let mut cases: Vec<(&CaseDocument, EstimateDocument)> =
            known.filter_map(|case| Some((*case, *case.estimates.get(&by.id)?))).collect();
        if cases.len() < 2 {
            return None;
        }
        cases.sort_by(|(_, a), (_, b)| (sign * a.median).total_cmp(&(sign * b.median)));
        let (first, best) = cases[0];
        let floor = self.pairs.floor(first, by.id);
        let is_told = cases.iter().all(|(case, _)| case.trials.len() >= TRIALS);
        let compared = cases[1..].iter().map(|(case, it)| (*case, *it, turns::compare(first, case, by.id)));
        let (ties, others): (Vec<_>, Vec<_>) = compared.partition(|(_, it, paired)| {
            let (is_apart, ratio) = match paired {
                Some(compared) => (compared.shows_difference(ALPHA), compared.ratio.median),
                None => (it.low > best.high || it.high < best.low, it.median / best.median),
            };
            // What is no number is no difference.
            let is_beyond = ratio.powf(sign) - 1.0 > floor.claimed_over();
            !(is_apart && is_beyond)
        });
        let next = others.first().and_then(|(case, _, paired)| Some((*case, (*paired)?)));
        let cases: Vec<&CaseDocument> = [first].into_iter().chain(ties.iter().map(|(case, ..)| *case)).collect();
        let is_shown = is_told && cases.len() == 1;
        let furthest = ties.last().map_or(1.0, |(_, it, _)| (it.median / best.median).powf(sign)) - 1.0;
        let trials = cases.iter().map(|case| case.trials.len()).min().unwrap_or_default();
        let trials_to_decide = match is_told {
            true if cases.len() == 1 => None,
            true => to_decide(trials, furthest, floor.claimed_over()),
            false => Some(TRIALS),
        };
        let value = (by.unit)(best.median);
        Some(Leader { by, cases, next, value, is_told, is_shown, trials_to_decide, floor })
    }
}

/// The difference that trials must be able to show before any two are called a tie, as a share.
const COARSE: f64 = 0.5;

/// How many trials would decide of equals with so many, of which the furthest differs from the best by this share, where differences above
/// another are claimed; none if it is a tie. What is claimed becomes smaller with the square root of the number of trials.
fn to_decide(trials: usize, furthest: f64, claimed_over: f64) -> Option<usize> {
    if furthest <= claimed_over && claimed_over <= COARSE {
        return None;
    }
    let ratio = claimed_over.ln_1p() / furthest.max(COARSE).ln_1p();
    let needed = trials as f64 * ratio.powi(2);
    Some((needed.min(1e6).ceil() as usize).max(trials + trials.div_ceil(2)))
}

/// What is said of those that no difference is shown of: that they tie, or how many trials would decide.
pub fn unshown(trials_to_decide: Option<usize>) -> String {
    match trials_to_decide {
        None => "tie".into(),
        Some(trials) => format!("undecided: {trials} trials would decide"),
    }
}

impl Leader<'_> {
    /// The noise floor of a figure that varies, where it is known and there are trials enough for it to matter.
    pub fn varying_floor(&self) -> Option<f64> {
        self.floor.known.filter(|floor| self.is_told && *floor > 0.0)
    }

    /// What the next showed in units of the best, where one leads and the two took turns: `hyper 1.12.0: 1.06x (1.04-1.09)`.
    pub fn behind(&self) -> Option<String> {
        let (next, compared) = self.next.filter(|_| self.is_shown)?;
        let ratio = compared.ratio;
        let [median, low, high] = if self.by.is_inverse {
            [ratio.median, ratio.high, ratio.low].map(f64::recip)
        } else {
            [ratio.median, ratio.low, ratio.high]
        };
        Some(format!("{} {}: {median:.2}x ({low:.2}-{high:.2})", next.candidate, next.version))
    }

    /// Who leads, in words.
    pub fn sentence(&self) -> String {
        let names: Vec<String> = self.cases.iter().map(|case| format!("{} {}", case.candidate, case.version)).collect();
        let (what, value) = (self.by.what, &self.value);
        let names = names.join(", ");
        if self.is_shown {
            let behind = self.behind().map_or(String::new(), |behind| format!("; {behind}"));
            return format!("{what}: {names} ({value}{behind})");
        }
        if self.cases.len() == 1 {
            return format!("{what}: {names} ({value}; too few trials to show a difference)");
        }
        match self.trials_to_decide {
            None => format!("{what}: no winner shown: {names} tie (from {value})"),
            open => format!("{what}: no winner shown: {names} ({}, from {value})", unshown(open)),
        }
    }
}

/// What equals differ by in the figures that `leaders` lead by under one load, and what follows for who leads; none if nobody
/// leads by a figure that varies.
pub fn noise(leaders: &[Leader<'_>]) -> Option<String> {
    let named: Vec<(&str, &Leader<'_>)> = leaders.iter().map(|leader| (leader.by.figure, leader)).collect();
    noise_of(&named)
}

/// The same of leaders under several loads, each with what tells it from the others: the floors of a figure differ from load to load.
pub fn noise_of(leaders: &[(&str, &Leader<'_>)]) -> Option<String> {
    let floor = |(name, leader): &(&str, &Leader<'_>)| Some(format!("{name} {}", percent(leader.varying_floor()?)));
    let floors: Vec<String> = leaders.iter().filter_map(floor).collect();
    let floors = (!floors.is_empty())
        .then(|| format!("noise floor of {} (A/A pair): smaller differences are not claimed", floors.join(", ")));
    let said: Vec<String> = floors.into_iter().chain(doubts_of(leaders)).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// What speaks against who leads, beside the noise floors that are known.
pub fn doubts_of(leaders: &[(&str, &Leader<'_>)]) -> Option<String> {
    let of = |is_one: fn(&Leader<'_>) -> bool| -> Vec<&str> {
        leaders.iter().filter(|(_, leader)| leader.is_told && is_one(leader)).map(|(name, _)| *name).collect()
    };
    let (unknown, biased) = (of(|leader| leader.floor.known.is_none()), of(|leader| leader.floor.biased));
    let mut said = Vec::new();
    if !unknown.is_empty() {
        let are_all = leaders.iter().all(|(_, leader)| leader.varying_floor().is_none());
        let of = if are_all { String::new() } else { format!(" for {}", unknown.join(", ")) };
        let margin = percent(MARGIN);
        said.push(format!("no noise floor is known{of} (no A/A pair): only differences over {margin} are claimed"));
    }
    if !biased.is_empty() {
        said.push(format!("two equals differ in {}: its verdict is advice only", biased.join(", ")));
    }
    (!said.is_empty()).then(|| said.join("; "))
}
