//! What slices say of servers.

use serde::Serialize;
use wirecost_load::Slice;
use wirecost_measure::compare::{ALPHA, Comparison, holm};
use wirecost_measure::estimate::Estimate;
use wirecost_measure::gate::{Rule, Verdict};
use wirecost_measure::turns::{Over, Turn, Turns};

/// What equal servers differ by for as long as they live: where their memory lies, for one. Two instances of nginx differed by
/// up to 2 % (docs/load.md).
pub const SAME: f64 = 0.02;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Figure {
    /// CPU time of the server by good answers.
    #[serde(rename = "cpu_ns")]
    Cpu,
    /// Wall time by good answers: how many a server gives in a closed loop.
    #[serde(rename = "time_ns")]
    Time,
    /// Median latency.
    #[serde(rename = "p50_ns")]
    P50,
    /// The latency below which 90 % of the answers stay.
    #[serde(rename = "p90_ns")]
    P90,
}

impl Figure {
    const ALL: [Self; 4] = [Self::Cpu, Self::Time, Self::P50, Self::P90];

    /// What it is of a slice; none if nothing was answered, or the server's processes are not known.
    pub fn of(self, slice: &Slice) -> Option<f64> {
        let each = |total_ns: u64, answers: u64| (answers > 0).then(|| total_ns as f64 / answers as f64);
        let value = match self {
            // What it works while others have their turn is charged to it (METHOD 40): that work was put off by all of its answers.
            Self::Cpu => {
                let put_off = each(slice.idle_cpu_ns.unwrap_or(0), slice.ok + slice.lead_ok);
                each(slice.server_cpu_ns?, slice.ok).zip(put_off).map(|(own, put_off)| own + put_off)
            }
            Self::Time => each(slice.wall_ns, slice.ok),
            Self::P50 => slice.p50_ns.map(|ns| ns as f64),
            Self::P90 => slice.p90_ns.map(|ns| ns as f64),
        };
        value.filter(|value| *value > 0.0)
    }

    /// What stands for several slices.
    fn over(self) -> Over {
        if self == Self::P50 { Over::Median } else { Over::Mean }
    }
}

/// A figure of one server.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ServerFigure {
    /// The figure with its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Whether it comes from quiet slices alone.
    pub quiet: bool,
}

/// How a figure of two servers compares: the second's in units of the first's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PairFigure {
    /// By slices beside each other.
    pub paired: Option<Comparison>,
    /// By quiet slices alone.
    pub quiet: Option<Comparison>,
    /// That of both which decides: the quiet one where there is one, and the paired one where a gate compares like with like.
    pub used: Comparison,
    /// Whether a difference is shown, within all figures of the pair, and above what equal servers differ by.
    pub shown: bool,
    /// What a gate says of it.
    pub verdict: Option<Verdict>,
}

/// Two servers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairFigures {
    /// Their places in the list of servers.
    pub servers: [usize; 2],
    /// What could be compared.
    pub figures: Vec<(Figure, PairFigure)>,
}

/// How slices are compared.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// How far apart slices may start that are compared, nanoseconds.
    pub apart_ns: u64,
    /// Whether the load was a closed loop: else the rate is that of the plan, and tells nothing.
    pub closed: bool,
    /// The slowdown that a gate lets pass.
    pub allowed: Option<f64>,
}

/// What the slices of a comparison say.
pub struct Evaluation<'a> {
    slices: &'a [Slice],
    servers: usize,
    turns: Turns,
    terms: Terms,
}

impl<'a> Evaluation<'a> {
    /// That of these slices.
    pub fn of(slices: &'a [Slice], servers: usize, terms: Terms) -> Self {
        let is_known = |figure: Figure| slices.iter().all(|slice| slice.ok == 0 || figure.of(slice).is_some());
        // Where a server's processes are not known, its latency shows whether the machine was disturbed.
        let cost = if is_known(Figure::Cpu) { Figure::Cpu } else { Figure::P50 };
        // At a planned rate, the cost depends on how deep the core sleeps before a request: no slice is quiet.
        let turn = |slice: &Slice| Turn {
            server: slice.server,
            start_ns: slice.start_ns,
            cost: cost.of(slice).filter(|_| terms.closed),
        };
        Self { slices, servers, turns: Turns::new(slices.iter().map(turn).collect(), terms.apart_ns), terms }
    }

    /// The figures of a server. They come from quiet slices only if the figures of all servers do, since readers compare them.
    pub fn figures(&self, server: usize) -> Vec<(Figure, ServerFigure)> {
        let figure = |figure: Figure| {
            let of =
                |server, quiet| self.turns.figure(server, |index| figure.of(&self.slices[index]), figure.over(), quiet);
            let quiet = (0..self.servers).all(|server| of(server, true).is_some());
            Some((figure, ServerFigure { estimate: of(server, quiet)?, quiet }))
        };
        self.all().filter_map(figure).collect()
    }

    fn all(&self) -> impl Iterator<Item = Figure> {
        Figure::ALL.into_iter().filter(|figure| self.terms.closed || *figure != Figure::Time)
    }

    /// The share of a server's slices whose neighbours ran undisturbed.
    pub fn quiet_share(&self, server: usize) -> f64 {
        self.turns.quiet_share(server)
    }

    /// The share of its time in which the generator worked: for the server for which it worked the most.
    pub fn generator_busy(&self) -> f64 {
        let share = |server: usize| {
            let of = self.slices.iter().filter(|slice| slice.server == server);
            let (cpu_ns, wall_ns) =
                of.fold((0, 0), |(cpu, wall), slice| (cpu + slice.generator_cpu_ns, wall + slice.wall_ns));
            cpu_ns as f64 / wall_ns.max(1) as f64
        };
        (0..self.servers).map(share).fold(0.0, f64::max)
    }

    /// The first server beside each of the others.
    pub fn comparisons(&self) -> Vec<PairFigures> {
        (1..self.servers).map(|other| self.pair([0, other])).collect()
    }

    fn pair(&self, servers: [usize; 2]) -> PairFigures {
        let compared = |figure: Figure| {
            let ratios = self.turns.ratios(servers, |index| figure.of(&self.slices[index]), figure.over(), ALPHA);
            let used = match self.terms.allowed {
                Some(_) => ratios.paired.or(ratios.quiet),
                None => ratios.quiet.or(ratios.paired),
            };
            Some((
                figure,
                PairFigure { paired: ratios.paired, quiet: ratios.quiet, used: used?, shown: false, verdict: None },
            ))
        };
        let mut figures: Vec<(Figure, PairFigure)> = self.all().filter_map(compared).collect();
        let adjusted = holm(&figures.iter().map(|(_, figure)| figure.used.p).collect::<Vec<_>>());
        for ((_, figure), p) in figures.iter_mut().zip(adjusted) {
            let beyond = (figure.used.ratio.median.ln()).abs() > SAME.ln_1p();
            figure.shown = figure.used.shows_difference(ALPHA) && p <= ALPHA && beyond;
            figure.verdict = self.terms.allowed.map(|allowed| {
                Rule { allowed, noise_floor: Some(SAME) }.judge(&figure.used, p, figure.used.detectable)
            });
        }
        PairFigures { servers, figures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_was_put_off_is_shared_by_all_answers_since() {
        let slice = Slice { ok: 50, lead_ok: 30, server_cpu_ns: Some(5_000), ..Slice::default() };
        let put_off = |idle_cpu_ns| Figure::Cpu.of(&Slice { idle_cpu_ns, ..slice.clone() });
        assert_eq!([put_off(Some(0)), put_off(Some(8_000)), put_off(None)], [Some(100.0), Some(200.0), Some(100.0)]);
        assert_eq!(Figure::Cpu.of(&Slice { ok: 0, ..slice }), None);
    }
}
