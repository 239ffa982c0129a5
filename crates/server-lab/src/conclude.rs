//! What only all trials of a case together tell: whether its figures can be believed, and how they must be read.

use std::collections::{BTreeMap, BTreeSet};

use wirecost_measure::compare::ALPHA;
use wirecost_measure::estimate::median;
use wirecost_measure::rank;
use wirecost_model::{
    CaseDocument, EstimateId, Lab, Label, LoadDocument, Placement, ServerCores, ServerLoad, Status, TWIN,
    TrialDocument, Whole,
};

use crate::twins::are_worth_it;

/// CPU time between slices is said where it is at least this share of what a server uses.
const WORTH_SAYING: f64 = 0.02;
/// What else this machine does makes windows cost more, never slices: this much the other way round tells of the server.
const MORE_IN_SLICES: f64 = 0.1;
/// Rare work of a server is charged to it where it is at least this share of what a request costs, and the trials agree on it.
const RARE: f64 = 0.05;
/// A server is still warming up where a request costs at least this share more in the first half of its slices, and the trials agree.
const WARMING: f64 = 0.1;
/// A generator that worked for this share of a server's slices may be what limits the rate ...
const GENERATOR_BUSY: f64 = 0.95;
/// ... unless the server was busy for this share of the time of its cores, so that its rate is the most that it gives.
const SERVER_BUSY: f64 = 0.9;
/// Windows that cost at least this share more than nearly all slices show what slices do not, if the trials agree on it.
const BEYOND_SLICES: f64 = 0.1;

/// Gives the cases of `lab` their labels, and sets aside those of which half of the trials or more were not valid: the
/// machine was too busy for them. They keep their figures, which nobody ranks. Where servers took turns, a case loses
/// only the figures of those windows. Calling this again changes nothing.
pub fn conclude(lab: &Lab, cases: &mut [CaseDocument]) {
    let disturbed = disturbed(lab, cases);
    for case in cases.iter_mut().filter(|case| case.lab == *lab && case.status == Status::Ok) {
        let loads: Vec<&LoadDocument> = case.trials.iter().filter_map(|trial| trial.load.as_ref()).collect();
        if loads.is_empty() {
            continue;
        }
        let trials = loads.len();
        case.concluded = labels(&loads).into_iter().chain(failures(&loads)).collect();
        let in_slices = |trial: &&TrialDocument| trial.estimates.contains_key(&EstimateId::BeyondNs);
        let (windows, whole): (Vec<_>, Vec<_>) = refused(&case.trials).partition(in_slices);
        let reason = |refused: &[&TrialDocument]| refused.first().map(|first| reason(first));
        let of_whole = reason(&whole).map(|reason| Label::TrialsNotValid { count: whole.len(), trials, reason });
        let of_windows = reason(&windows).map(|reason| Label::WindowsNotValid { count: windows.len(), trials, reason });
        if whole.len() * 2 >= trials {
            (case.status, case.reason) = (Status::Invalid, of_whole.map(|label| label.to_string()));
        } else {
            case.concluded.extend(of_whole);
        }
        case.concluded.extend(of_windows);
        drop_windows(&mut case.trials);
        drop_strays(&mut case.trials);
        let quiet = !disturbed.contains(&comparison(case));
        case.concluded.extend(take_figures(&mut case.trials, quiet));
        case.concluded.extend(charge_windows(&mut case.trials));
        case.concluded.extend(charge_rare_work(&mut case.trials, quiet));
        case.concluded.extend(of_slices(&case.trials));
        case.concluded.extend(limited(case));
        // What trials were charged with and what was dropped shows in the figures of the case.
        wirecost_store::complete(case);
        let load = ServerLoad::of(&case.parameters);
        if load.is_some_and(|load| load.placement != Placement::Apart) {
            case.concluded.push(Label::SharesCores);
        }
    }
}

/// The message, the operation and the load: servers that share these are compared.
type Compared = (String, String, BTreeMap<String, String>);

fn comparison(case: &CaseDocument) -> Compared {
    let parameters = case.parameters.iter().filter(|(name, _)| *name != TWIN);
    let parameters = parameters.map(|(name, value)| (name.clone(), value.clone())).collect();
    (case.message.clone(), case.operation.clone(), parameters)
}

/// The comparisons in which a trial had too few quiet slices. The ratio of two servers depends on whether slices are quiet, so all trials
/// of all servers must give figures of one kind.
fn disturbed(lab: &Lab, cases: &[CaseDocument]) -> BTreeSet<Compared> {
    let is_paired = |trial: &TrialDocument| {
        trial.estimates.contains_key(&EstimateId::BeyondNs) && !trial.estimates.contains_key(&EstimateId::QuietNs)
    };
    let of_lab = cases.iter().filter(|case| case.lab == *lab && case.status == Status::Ok);
    of_lab.filter(|case| case.trials.iter().any(is_paired)).map(comparison).collect()
}

/// Takes the figures of slices from quiet slices alone, or from all of them. A label says so of a closed loop, which may have quiet ones.
fn take_figures(trials: &mut [TrialDocument], quiet: bool) -> Option<Label> {
    let mut could_be_quiet = false;
    for estimates in trials.iter_mut().map(|trial| &mut trial.estimates) {
        let of = |quiet_id: EstimateId, typical_id: EstimateId| {
            estimates.get(if quiet { &quiet_id } else { &typical_id }).copied()
        };
        let Some(beyond) = estimates.get(&EstimateId::BeyondNs).copied() else { continue };
        could_be_quiet |= estimates.contains_key(&EstimateId::QuietShare);
        let cpu = of(EstimateId::QuietNs, EstimateId::CorrectedNs).map(|each| each + beyond);
        let client = of(EstimateId::QuietClientNs, EstimateId::TypicalClientNs);
        let time = of(EstimateId::QuietTimeNs, EstimateId::TypicalTimeNs);
        // Slices of one caller show the round trip, too.
        let round_trip = time.filter(|_| estimates.contains_key(&EstimateId::WindowTimeNs));
        let found = [
            (EstimateId::ServerCpuNs, cpu),
            (EstimateId::ClientCpuNs, client),
            (EstimateId::RatePerS, time.map(|ns| 1e9 / ns)),
            (EstimateId::TimeNs, round_trip),
        ];
        estimates.extend(found.into_iter().filter_map(|(id, value)| Some((id, value?))));
    }
    (could_be_quiet && !quiet).then_some(Label::PairedSlices)
}

/// The trials whose load is not valid.
fn refused(trials: &[TrialDocument]) -> impl Iterator<Item = &TrialDocument> {
    trials.iter().filter(|trial| trial.load.as_ref().is_some_and(|load| !load.valid))
}

/// Why the load of a trial is not valid.
fn reason(trial: &TrialDocument) -> String {
    let reason = trial.load.as_ref().and_then(|load| load.reason.clone());
    reason.unwrap_or_else(|| "no reason recorded".to_owned())
}

/// Drops what only windows that are not valid tell, beside slices that hold all the same. Where half of the windows or more
/// are not valid, the others are too few.
fn drop_windows(trials: &mut [TrialDocument]) {
    let too_few = refused(trials).count() * 2 >= trials.len();
    for trial in trials.iter_mut().filter(|trial| trial.estimates.contains_key(&EstimateId::BeyondNs)) {
        if too_few || trial.load.as_ref().is_some_and(|load| !load.valid) {
            let all = trial.estimates.clone();
            let by_slices = |id: EstimateId| id.in_window().is_some_and(|of_window| all.contains_key(&of_window));
            trial.estimates.retain(|id, _| match id {
                EstimateId::WindowBeyondShare => false,
                id if *id == EstimateId::RatePerS || id.is_wait() => by_slices(*id),
                _ => true,
            });
        }
    }
}

/// Drops what a window shows of a trial in which the server took no turns, where it took turns in most others and slices show it there: the
/// figures of a case are of one kind.
fn drop_strays(trials: &mut [TrialDocument]) {
    let (turns, strays): (Vec<_>, Vec<_>) =
        trials.iter_mut().partition(|trial| trial.estimates.contains_key(&EstimateId::BeyondNs));
    if turns.len() <= strays.len() {
        return;
    }
    let of_slices = |id: &EstimateId| {
        let of_window = id.in_window();
        of_window.is_some_and(|id| turns.iter().any(|trial| trial.estimates.contains_key(&id)))
    };
    for trial in strays {
        trial.estimates.retain(|id, _| !of_slices(id));
    }
}

/// The labels of the trials, with the number of those that have one where not all do.
fn labels(loads: &[&LoadDocument]) -> Vec<Label> {
    let mut counts: BTreeMap<String, (&Label, usize)> = BTreeMap::new();
    for label in loads.iter().flat_map(|load| &load.labels) {
        counts.entry(label.to_string()).or_insert((label, 0)).1 += 1;
    }
    counts.into_values().map(|(label, count)| Label::in_some(label.clone(), count, loads.len())).collect()
}

/// What slices show of a server that a window does not, where that is worth saying.
fn of_slices(trials: &[TrialDocument]) -> Vec<Label> {
    let share = |of: EstimateId, by: EstimateId| {
        let shares = trials.iter().filter_map(|trial| Some(trial.estimates.get(&of)? / trial.estimates.get(&by)?));
        median(&shares.collect::<Vec<_>>())
    };
    let percent = |share: f64| Whole(share * 100.0);
    let between = share(EstimateId::BeyondNs, EstimateId::ServerCpuNs);
    let more = share(EstimateId::ServerCpuNs, EstimateId::WindowCpuNs) - 1.0;
    let between = (between >= WORTH_SAYING).then_some(Label::WorksBetween { percent: percent(between) });
    let warming = agreed(trials, EstimateId::WarmingShare, WARMING);
    let warming = warming.map(|share| Label::WarmingUp { percent: percent(share) });
    // A window comes after the slices, when a server has warmed up.
    let more =
        (more >= MORE_IN_SLICES && warming.is_none()).then_some(Label::CostsMoreInSlices { percent: percent(more) });
    between.into_iter().chain(warming).chain(more).collect()
}

/// Says so where the generator, and not the server, may be what limits the rate in slices.
fn limited(case: &CaseDocument) -> Option<Label> {
    let median_of = |value: &dyn Fn(&BTreeMap<EstimateId, f64>) -> Option<f64>| {
        median(&case.trials.iter().filter_map(|trial| value(&trial.estimates)).collect::<Vec<_>>())
    };
    let share = median_of(&|of| of.get(&EstimateId::GeneratorShare).copied());
    let cores_busy = median_of(&|of| Some(of.get(&EstimateId::ServerCpuNs)? * of.get(&EstimateId::RatePerS)? / 1e9));
    let cores = match ServerLoad::of(&case.parameters).map(|load| load.server_cores) {
        Some(ServerCores::Count(cores)) => cores as f64,
        Some(ServerCores::All(_)) | None => 1.0,
    };
    let is_limited = share >= GENERATOR_BUSY && cores_busy < SERVER_BUSY * cores;
    is_limited.then_some(Label::GeneratorWasBusy { percent: Whole(share * 100.0) })
}

/// Charges a server for its rare work in slices, which typical ones do not show, if there is more of it than the machine explains.
fn charge_rare_work(trials: &mut [TrialDocument], quiet: bool) -> Option<Label> {
    let kind = |quiet_id, typical_id| if quiet { quiet_id } else { typical_id };
    let cpu_id = kind(EstimateId::QuietNs, EstimateId::CorrectedNs);
    let time_id = kind(EstimateId::QuietTimeNs, EstimateId::TypicalTimeNs);
    let time = agreed(trials, EstimateId::RareTimeShare, RARE);
    let cpu = agreed(trials, EstimateId::RareShare, RARE);
    for estimates in trials.iter_mut().map(|trial| &mut trial.estimates) {
        let of = |estimates: &BTreeMap<EstimateId, f64>, id| estimates.get(&id).copied();
        let typical = of(estimates, cpu_id).zip(of(estimates, EstimateId::BeyondNs));
        if let (Some(share), Some((typical, beyond))) = (cpu, typical) {
            let charged = typical * (1.0 + share) + beyond;
            // What windows cost stays where it is more.
            estimates.entry(EstimateId::ServerCpuNs).and_modify(|cost| *cost = cost.max(charged));
        }
        if let (Some(share), Some(typical)) = (time, of(estimates, time_id)) {
            let charged = typical * (1.0 + share);
            estimates.insert(EstimateId::RatePerS, 1e9 / charged);
            if estimates.contains_key(&EstimateId::WindowTimeNs) {
                estimates.insert(EstimateId::TimeNs, charged);
            }
        }
    }
    cpu.map(|share| Label::RareWork { percent: Whole(share * 100.0) })
}

/// Charges a server for what its windows cost, if that is more than slices explain: then its latency is that of windows, too. A trial whose
/// window is not valid is charged with what the others are charged with.
fn charge_windows(trials: &mut [TrialDocument]) -> Option<Label> {
    agreed(trials, EstimateId::WindowBeyondShare, BEYOND_SLICES)?;
    let more = |trial: &TrialDocument| {
        let valid = trial.estimates.contains_key(&EstimateId::WindowBeyondShare);
        let (windows, slices) = (&EstimateId::WindowCpuNs, &EstimateId::ServerCpuNs);
        Some((trial.estimates.get(windows).filter(|_| valid)? / trial.estimates.get(slices)?).max(1.0))
    };
    let usual = median(&trials.iter().filter_map(more).collect::<Vec<_>>());
    for trial in trials.iter_mut().filter(|trial| trial.estimates.contains_key(&EstimateId::BeyondNs)) {
        let of_window = more(trial);
        let more = of_window.unwrap_or(usual);
        trial.estimates.entry(EstimateId::ServerCpuNs).and_modify(|cost| *cost *= more);
        let p50 = of_window.and_then(|_| trial.estimates.get(&EstimateId::WindowP50Ns).copied());
        trial.estimates.remove(&EstimateId::LatencyP50Ns);
        trial.estimates.extend(p50.map(|p50| (EstimateId::LatencyP50Ns, p50)));
    }
    Some(Label::CostsMoreInWindow)
}

/// The share that the trials agree on; none if they do not, or if it is below `least`. Too few of them for a test must all say the same.
fn agreed(trials: &[TrialDocument], id: EstimateId, least: f64) -> Option<f64> {
    let shares: Vec<f64> = trials.iter().filter_map(|trial| trial.estimates.get(&id).copied()).collect();
    let logs: Vec<f64> = shares.iter().map(|share| share.ln_1p()).collect();
    let agree = if are_worth_it(shares.len()) {
        rank::signed_p(&logs) <= ALPHA
    } else {
        shares.iter().all(|share| *share > 0.0)
    };
    Some(median(&shares)).filter(|share| *share >= least && agree)
}

/// How many requests of all trials failed, by kind.
fn failures(loads: &[&LoadDocument]) -> Option<Label> {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (kind, count) in loads.iter().flat_map(|load| &load.errors) {
        *kinds.entry(kind).or_default() += count;
    }
    let sent: u64 = loads.iter().map(|load| load.sent).sum();
    let failed: u64 = kinds.values().sum();
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    (failed > 0).then(|| Label::RequestsFailed { count: failed, sent, kinds: kinds.join(", ") })
}

#[cfg(test)]
mod tests;
