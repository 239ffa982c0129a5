//! From slices to the figures of a trial.

use std::collections::BTreeMap;

use wirecost_load::Slice;
use wirecost_measure::control_slices::{Controlled, Used};
use wirecost_measure::rounds_of_slices::{Rounds, Typical};
use wirecost_measure::turns::Turn;
use wirecost_model::EstimateId;

use crate::Reason;
use crate::in_turn::{Answers, Rotation};
use crate::serving::ServerLoad;

/// Nearly all slices.
const NEARLY_ALL: f64 = 0.9;

/// What a slice used of something.
type Value = fn(&Slice) -> Option<Used>;

/// What is known of the control under one load, from all trials so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// The least CPU time that a request cost it.
    least_ns: Option<f64>,
    cpu: Anchor,
    client: Anchor,
    time: Anchor,
    p50: Anchor,
}

/// What the control has of one figure.
#[derive(Debug, Clone, Copy, Default)]
struct Anchor {
    /// While it ran undisturbed.
    undisturbed: Option<f64>,
    /// The sum of the logarithms of what trials showed, and how many they were.
    logs: (f64, u32),
}

impl Anchor {
    /// Adds what a trial showed.
    fn learn(&mut self, undisturbed: Option<f64>, mean: Option<f64>) {
        self.undisturbed = undisturbed.or(self.undisturbed);
        if let Some(mean) = mean {
            self.logs = (self.logs.0 + mean.ln(), self.logs.1 + 1);
        }
    }

    /// What a figure in units of the control is to be multiplied by.
    fn value(self) -> Option<f64> {
        let mean = (self.logs.1 > 0).then(|| (self.logs.0 / f64::from(self.logs.1)).exp());
        self.undisturbed.or(mean)
    }
}

/// The figures of a server in a trial.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InSlices {
    /// Its estimates: those that replace the window's, and others.
    pub estimates: BTreeMap<EstimateId, f64>,
    /// The CPU time of a request that nearly all of its slices stay below.
    nearly_all_ns: f64,
}

/// One figure of the servers of a rotation.
struct Figures {
    /// In quiet slices, by server.
    quiet: Vec<Option<f64>>,
    /// In all slices, side by side, by server.
    paired: Vec<Option<Typical>>,
}

impl Figures {
    fn new(
        rotation: &Rotation,
        rounds: &Rounds,
        quiet: Option<&Controlled>,
        anchor: &mut Anchor,
        value: Value,
    ) -> Self {
        let used = |index: usize| value(&rotation.slices[index]);
        let servers = rotation.answers.len();
        let mut paired = vec![None; servers];
        for (server, typical) in counted(rotation).into_iter().zip(rounds.typical(used).into_iter().flatten()) {
            paired[server] = Some(typical);
        }
        if let Some(control) = rotation.control {
            let of_control = paired[control].map(|typical: Typical| typical.each);
            anchor.learn(quiet.and_then(|slices| slices.undisturbed(used)), of_control);
            // From trial to trial, the control is what stays the same.
            let unit = anchor.value().zip(of_control).map(|(anchor, now)| anchor / now);
            for typical in paired.iter_mut().flatten() {
                typical.each *= unit.unwrap_or(1.0);
            }
        }
        let quiet: Vec<Option<f64>> =
            (0..servers).map(|server| quiet.and_then(|slices| slices.quiet(server, used))).collect();
        // Their ratios are right only where all figures are of one kind.
        let all_are = counted(rotation).into_iter().all(|server| quiet[server].is_some());
        Self { quiet: if all_are { quiet } else { vec![None; servers] }, paired }
    }

    /// The quiet figure of a server, or the paired one.
    fn best(&self, server: usize) -> Option<f64> {
        self.quiet[server].or_else(|| Some(self.paired[server]?.each))
    }
}

/// What the slices of a rotation show.
struct Shown {
    /// The share of a server's slices that are quiet, by server; of a closed loop.
    quiet_share: Option<Vec<f64>>,
    cpu: Figures,
    client: Figures,
    time: Figures,
    /// Median latency.
    p50: Figures,
    /// By which share CPU time fell, by server.
    warming: Vec<Option<f64>>,
}

/// The servers that took their turns, and the control.
fn counted(rotation: &Rotation) -> Vec<usize> {
    (0..rotation.answers.len()).filter(|server| rotation.left_out[*server].is_none()).collect()
}

/// The figures of every server of a rotation but the control; or why there are none. Only a closed loop has quiet slices: at a planned
/// rate, the cost of a request depends on how deep the core sleeps before it, which differs from slice to slice. A client of its own may
/// run on another core than its server, so what both cost tells whether a slice is quiet.
pub fn figures(rotation: &Rotation, known: &mut Known, load: &ServerLoad) -> Vec<Result<InSlices, Reason>> {
    let turn = |slice: &Slice| {
        let of_client =
            if rotation.by_own_clients { slice.generator_cpu_ns as f64 / slice.ok.max(1) as f64 } else { 0.0 };
        Turn { server: slice.server, start_ns: slice.start_ns, cost: cpu_each_ns(slice).map(|cost| cost + of_client) }
    };
    let quiet = rotation.control.filter(|_| load.rate_per_s.is_none()).map(|control| {
        let slices = Controlled::new(rotation.slices.iter().map(turn).collect(), control, known.least_ns);
        known.least_ns = Some(slices.least()).filter(|least| least.is_finite());
        slices
    });
    let servers = rotation.answers.len();
    let rounds = Rounds::new(rotation.slices.iter().map(|slice| slice.server), counted(rotation), rotation.control);
    let mut warming = vec![None; servers];
    let shares = rounds.warming(|index| cpu(&rotation.slices[index]));
    for (server, share) in counted(rotation).into_iter().zip(shares.into_iter().flatten()) {
        warming[server] = Some(share);
    }
    let shown = Shown {
        warming,
        quiet_share: quiet.as_ref().map(|slices| (0..servers).map(|server| slices.quiet_share(server)).collect()),
        cpu: Figures::new(rotation, &rounds, quiet.as_ref(), &mut known.cpu, cpu),
        client: Figures::new(rotation, &rounds, quiet.as_ref(), &mut known.client, client),
        time: Figures::new(rotation, &rounds, quiet.as_ref(), &mut known.time, time),
        p50: Figures::new(rotation, &rounds, quiet.as_ref(), &mut known.p50, p50),
    };
    let servers = (0..servers).filter(|server| Some(*server) != rotation.control);
    servers.map(|server| of_server(rotation, &shown, server, load)).collect()
}

fn of_server(rotation: &Rotation, shown: &Shown, server: usize, load: &ServerLoad) -> Result<InSlices, Reason> {
    if let Some(reason) = &rotation.left_out[server] {
        return Err(reason.to_string().into());
    }
    let Answers { ok, failed } = rotation.answers[server];
    if failed > 0 {
        return Err(format!("{failed} of {} requests failed", failed + ok).into());
    }
    if let Some(of_control) = rotation.control.map(|control| rotation.answers[control]).filter(|of| of.failed > 0) {
        let Answers { ok, failed } = of_control;
        return Err(format!("{failed} of {} requests to the control failed", failed + ok).into());
    }
    let closed = load.rate_per_s.is_none();
    let of = || rotation.slices.iter().filter(move |slice| slice.server == server);
    let typical = shown.cpu.best(server).ok_or("too few slices")?;
    let idle_ns: u64 = of().filter_map(|slice| slice.idle_cpu_ns).sum();
    let beyond = idle_ns as f64 / ok.max(1) as f64;
    let mut found = InSlices::default();
    found.estimates.extend([(EstimateId::ServerCpuNs, typical + beyond), (EstimateId::BeyondNs, beyond)]);
    found.estimates.extend(shown.quiet_share.as_ref().map(|shares| (EstimateId::QuietShare, shares[server])));
    found.estimates.extend(shown.cpu.quiet[server].map(|quiet| (EstimateId::QuietNs, quiet)));
    found.estimates.extend(shown.warming[server].map(|share| (EstimateId::WarmingShare, share)));
    if let Some(paired) = shown.cpu.paired[server] {
        found.estimates.extend([(EstimateId::CorrectedNs, paired.each), (EstimateId::RareShare, paired.rare)]);
    }
    // A generator that was the limit is so in the window, too: slices show the rate better all the same.
    if let (true, Some(ns)) = (closed, shown.time.best(server)) {
        found.estimates.insert(EstimateId::RatePerS, 1e9 / ns);
        found.estimates.extend(shown.time.quiet[server].map(|quiet| (EstimateId::QuietTimeNs, quiet)));
        if let Some(Typical { each, rare }) = shown.time.paired[server] {
            found.estimates.extend([(EstimateId::TypicalTimeNs, each), (EstimateId::RareTimeShare, rare)]);
        }
        let (busy_ns, wall_ns) =
            of().fold((0, 0), |(busy, wall), slice| (busy + slice.generator_cpu_ns, wall + slice.wall_ns));
        let busy = (EstimateId::GeneratorShare, busy_ns as f64 / wall_ns.max(1) as f64);
        found.estimates.extend((!rotation.by_own_clients).then_some(busy));
        // One caller makes one call after the other.
        let is_round_trip = rotation.by_own_clients && load.connections == 1;
        found.estimates.extend(is_round_trip.then_some((EstimateId::TimeNs, ns)));
    }
    // In a closed loop, a slice begins before anybody waits in a queue.
    found.estimates.extend(shown.p50.best(server).filter(|_| !closed).map(|ns| (EstimateId::LatencyP50Ns, ns)));
    if rotation.by_own_clients {
        let paired = shown.client.paired[server].map(|typical| typical.each);
        found.estimates.extend(shown.client.best(server).map(|ns| (EstimateId::ClientCpuNs, ns)));
        found.estimates.extend(shown.client.quiet[server].map(|ns| (EstimateId::QuietClientNs, ns)));
        found.estimates.extend(paired.map(|ns| (EstimateId::TypicalClientNs, ns)));
    }
    let mut costs: Vec<f64> = of().filter_map(cpu_each_ns).collect();
    costs.sort_by(f64::total_cmp);
    found.nearly_all_ns = costs.get((costs.len() as f64 * NEARLY_ALL) as usize).copied().unwrap_or(f64::INFINITY);
    Ok(found)
}

impl InSlices {
    /// Replaces the figures of the window that followed, and keeps those under names of their own.
    pub fn put_into(self, estimates: &mut BTreeMap<EstimateId, f64>) {
        let Self { estimates: mut found, nearly_all_ns } = self;
        let of_window = |id: &EstimateId| Some((id.in_window()?, *estimates.get(id)?));
        let windows: Vec<(EstimateId, f64)> = found.keys().filter_map(of_window).collect();
        found.extend(windows);
        let in_window = found.get(&EstimateId::WindowCpuNs).copied();
        found.extend(in_window.map(|in_window| (EstimateId::WindowBeyondShare, in_window / nearly_all_ns - 1.0)));
        estimates.extend(found);
    }
}

fn cpu(slice: &Slice) -> Option<Used> {
    Some((slice.server_cpu_ns? as f64, slice.ok as f64))
}

fn client(slice: &Slice) -> Option<Used> {
    Some((slice.generator_cpu_ns as f64, slice.ok as f64))
}

fn time(slice: &Slice) -> Option<Used> {
    Some((slice.wall_ns as f64, slice.ok as f64))
}

fn p50(slice: &Slice) -> Option<Used> {
    Some((slice.p50_ns? as f64, 1.0))
}

fn cpu_each_ns(slice: &Slice) -> Option<f64> {
    (slice.ok > 0).then_some(slice.server_cpu_ns? as f64 / slice.ok as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conclude::conclude;
    use wirecost_measure::estimate::median;
    use wirecost_model::{CaseDocument, Lab, LoadDocument, TrialDocument};

    const CONTROL: usize = 2;
    /// What a request takes a server, nanoseconds: the ratio of the first two is 1.25.
    const TIME_NS: [f64; 3] = [7_500.0, 6_000.0, 7_000.0];

    fn closed_loop() -> ServerLoad {
        ServerLoad::of_connections(50)
    }

    /// Rounds of two servers and a control, where the generator works for a share of each slice. The machine changes within a trial, and
    /// stops one slice in thirty.
    fn rotation(random: &mut fastrand::Rng, generator_share: f64) -> Rotation {
        let (mut slices, mut answers) = (Vec::new(), vec![Answers::default(); 3]);
        let (mut slowness, mut left, mut start_ns) = (1.0, 0, 0);
        for _ in 0..30 {
            let mut order = [0, 1];
            random.shuffle(&mut order);
            for server in [CONTROL].into_iter().chain(order) {
                if left == 0 {
                    left = random.usize(4..40);
                    slowness = if random.f64() < 0.5 { 1.0 } else { 1.1 + random.f64() };
                }
                left -= 1;
                let own = slowness * (0.98 + 0.04 * random.f64());
                let stop_ns = if random.usize(0..30) == 0 { random.u64(1_000_000..5_000_000) } else { 0 };
                let ok = (5e6 / (TIME_NS[server] * own)) as u64;
                answers[server].ok += ok;
                let cpu_ns = (ok as f64 * TIME_NS[server] * own * 0.9) as u64;
                let wall_ns = 5_000_000 + stop_ns;
                slices.push(Slice {
                    server,
                    start_ns,
                    wall_ns,
                    ok,
                    lead_ok: 0,
                    failed: 0,
                    p50_ns: Some(100_000),
                    p90_ns: Some(100_000),
                    server_cpu_ns: Some(cpu_ns),
                    idle_cpu_ns: Some(0),
                    generator_cpu_ns: (wall_ns as f64 * generator_share) as u64,
                });
                start_ns += wall_ns + 3_000_000;
            }
        }
        Rotation { control: Some(CONTROL), by_own_clients: false, slices, answers, left_out: vec![None, None, None] }
    }

    /// A run of six trials: its cases, concluded. The window after the slices shows anything.
    fn run(random: &mut fastrand::Rng) -> [CaseDocument; 2] {
        let text = r#"{"lab":"http","candidate":"c","version":"1","language":"c","format":"json","message":"m",
            "operation":"get","status":"ok","parameters":{"placement":"apart"}}"#;
        let mut cases: [CaseDocument; 2] = std::array::from_fn(|_| serde_json::from_str(text).unwrap());
        let mut known = Known::default();
        for position in 0..6 {
            let generator_share = 0.90 + 0.10 * random.f64();
            let shown = figures(&rotation(random, generator_share), &mut known, &closed_loop());
            for (case, shown) in cases.iter_mut().zip(shown) {
                let window = 50_000.0 + 120_000.0 * random.f64();
                let mut estimates = BTreeMap::from([(EstimateId::RatePerS, window)]);
                shown.unwrap().put_into(&mut estimates);
                assert_eq!(estimates[&EstimateId::WindowRatePerS], window);
                let load = Some(LoadDocument { valid: true, sent: 100, ..LoadDocument::default() });
                case.trials.push(TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load });
            }
        }
        conclude(&Lab::HTTP, &mut cases);
        cases
    }

    #[test]
    fn a_rate_is_that_of_slices_however_busy_the_generator_was() {
        for generator_share in [0.5, 0.94, 0.96, 1.0] {
            let rotation = rotation(&mut fastrand::Rng::with_seed(1), generator_share);
            let found = figures(&rotation, &mut Known::default(), &closed_loop());
            for shown in found {
                let estimates = shown.unwrap().estimates;
                assert!(estimates.contains_key(&EstimateId::RatePerS), "{generator_share}");
                assert!((estimates[&EstimateId::GeneratorShare] - generator_share).abs() < 0.001);
            }
        }
    }

    /// METHOD 38: five runs in any hour give the ratio of two servers within 1.05 in what a table shows.
    #[test]
    fn method_38_ratios_of_rates_and_costs_agree_from_run_to_run() {
        for seed in 0..8 {
            let mut random = fastrand::Rng::with_seed(seed);
            let runs: Vec<[CaseDocument; 2]> = (0..5).map(|_| run(&mut random)).collect();
            for (id, truth) in [(EstimateId::RatePerS, 1.25), (EstimateId::ServerCpuNs, 0.8)] {
                let ratio =
                    |[first, second]: &[CaseDocument; 2]| second.median(id).unwrap() / first.median(id).unwrap();
                let ratios: Vec<f64> = runs.iter().map(ratio).collect();
                let (low, high) =
                    ratios.iter().fold((f64::MAX, f64::MIN), |(low, high), r| (low.min(*r), high.max(*r)));
                assert!(high / low < 1.05, "{seed}: {} from {low} to {high}", id.name());
                assert!((median(&ratios) / truth - 1.0).abs() < 0.02, "{seed}: {} {ratios:?}", id.name());
            }
        }
    }
}
