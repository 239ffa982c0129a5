//! The parts of a load as one result.

mod ahead;

use std::collections::BTreeMap;
use std::convert::Infallible;

use wirecost_load::{Clocks, Decoded, Label, LoadResult, Merger, PartReport, PartState, Schedule};

use self::ahead::{Read, read_all};

use crate::collect::Found;
use crate::document::PartResult;
use crate::error::Error;

/// The window of a part begins at most this share of its length away from the agreed instant. So the windows of any two
/// share nine tenths, which is what a sum of rates needs.
const TOLERANCE: f64 = 0.05;
/// Reasons why results are not valid that are named.
const MOST_REASONS: usize = 5;

/// Adds the parts that count, and says of each other part why it does not count. `expected` is how many parts there
/// should be, if that is known otherwise than from the results; `run` is the name of the run likewise.
///
/// # Errors
/// [`Error::Mixed`] if results are of different runs or one rank is there twice; [`Error::NoPart`] if none counts;
/// [`Error::Load`] if those that count do not go together.
pub fn merge_parts(found: &[Found], expected: Option<u64>, run: Option<&str>) -> Result<LoadResult, Error> {
    let mut sum = Sum { run: run.map(str::to_owned), expected, ..Sum::default() };
    read_all(&found.iter().collect::<Vec<_>>(), |found, read| sum.take(found, read))?;
    sum.finish(found)
}

/// What is known so far.
#[derive(Default)]
struct Sum {
    run: Option<String>,
    expected: Option<u64>,
    /// The instant on which the parts agreed: that of the first.
    start_at_unix_ns: Option<u64>,
    merger: Option<Merger>,
    schedule: Option<Schedule>,
    /// What is known of each part, and the number of what was found of it.
    reports: BTreeMap<u64, (PartReport, Option<usize>)>,
    /// How many were taken.
    taken: usize,
    /// Why results are not valid.
    reasons: Vec<String>,
    /// The versions of the program that measured what counts, each with the first part that has it.
    versions: BTreeMap<String, u64>,
}

/// A part that does not count, and why.
type LeftOut = (PartState, String);

/// The distributions of a part's load, if it has one.
type OfLoad = Option<Result<Decoded, wirecost_load::Error>>;

impl Sum {
    fn take(&mut self, found: &Found, read: Read) -> Result<(), Error> {
        let number = self.taken;
        self.taken += 1;
        let (report, fault) = match read.result {
            None => (missing(found, found.rank), Some("it has no result".to_owned())),
            Some(Ok(mut result)) => {
                self.check(found, &result)?;
                (self.judge_and_add(found, &mut result, read.decoded), None)
            }
            Some(Err(fault)) => (damaged(found, &fault.to_string()), Some(fault.to_string())),
        };
        let is_result = fault.is_none();
        let Some((rank, report)) = report else {
            return Err(Error::Mixed(format!("{}: {}", found.place(), fault.unwrap_or_default())));
        };
        if self.reports.get(&rank).is_some_and(|(_, earlier)| earlier.is_some() && is_result) {
            return Err(Error::Mixed(format!("{} is part {rank} again: it would count twice", found.place())));
        }
        self.reports.insert(rank, (report, Some(number)));
        Ok(())
    }

    /// Refuses what belongs to another run.
    fn check(&mut self, found: &Found, result: &PartResult) -> Result<(), Error> {
        let place = found.place();
        let run = self.run.get_or_insert_with(|| result.run.clone());
        if *run != result.run {
            return Err(Error::Mixed(format!("{place} is of the run {}, others are of {run}", result.run)));
        }
        let expected = *self.expected.get_or_insert(result.parts);
        if expected != result.parts {
            let parts = result.parts;
            return Err(Error::Mixed(format!("{place} is one of {parts} parts, {expected} are expected")));
        }
        Ok(())
    }

    /// Adds a result if it counts; what is known of it.
    fn judge_and_add(&mut self, found: &Found, result: &mut PartResult, decoded: OfLoad) -> Option<(u64, PartReport)> {
        let mut report = reported(result);
        if let Some(rank) = found.rank.filter(|rank| *rank != result.rank) {
            let reason = format!("damaged: its file is named part {rank}, its content is part {}", result.rank);
            report = PartReport { rank, state: PartState::Damaged, reason: Some(reason), ..report };
            return Some((rank, report));
        }
        if result.load.is_some() {
            self.start_at_unix_ns = self.start_at_unix_ns.or(result.start_at_unix_ns);
        }
        let judged = judge(found, result, self.start_at_unix_ns);
        if let Err((state, reason)) = judged.and_then(|()| self.add(result, decoded)) {
            (report.state, report.reason) = (state, Some(reason));
        }
        Some((result.rank, report))
    }

    /// Adds a result that counts.
    fn add(&mut self, result: &mut PartResult, decoded: OfLoad) -> Result<(), LeftOut> {
        let (Some(load), Some(decoded)) = (&mut result.load, decoded) else { return Ok(()) };
        // By the reference clock, and with a reason that names its part.
        load.started_unix_ns = load.started_unix_ns.saturating_add_signed(offset_ns(result.clocks.as_ref()));
        let reason = (!load.valid).then(|| load.reason.take().unwrap_or_else(|| "no reason given".into()));
        load.valid = true;
        let merger = self.merger.get_or_insert_with(|| Merger::new(load.started_unix_ns));
        let added = decoded.and_then(|decoded| merger.add_decoded(load, decoded));
        added.map_err(|fault| (PartState::Damaged, format!("damaged: {fault}")))?;
        self.reasons.extend(reason.map(|reason| format!("part {} on {}: {reason}", result.rank, result.host)));
        self.schedule = result.schedule.take().or(self.schedule.take());
        self.versions.entry(result.version.clone()).or_insert(result.rank);
        Ok(())
    }

    fn finish(mut self, found: &[Found]) -> Result<LoadResult, Error> {
        let Some(expected) = self.expected else {
            let lines = self.reports.values().map(|(report, _)| line(report)).collect();
            return Err(Error::NoPart(lines));
        };
        for rank in 0..expected {
            self.reports.entry(rank).or_insert_with(|| {
                let (rank, report) = missing(&Found::default(), Some(rank)).unwrap_or_else(|| unreachable!("a rank"));
                debug_assert_eq!(report.rank, rank);
                (report, None)
            });
        }
        if self.merger.is_none() {
            self.add_those_that_were_cut(found);
        }
        let reports: Vec<PartReport> = self.reports.into_values().map(|(report, _)| report).collect();
        let Some(merger) = self.merger else {
            return Err(Error::NoPart(reports.iter().map(line).collect()));
        };
        let mut merged = merger.finish(expected)?;
        if let (Some(schedule), true) = (self.schedule, merged.generators.merged == expected) {
            // Shares of a rate add up to it but for the last digit.
            merged.schedule = schedule;
        }
        if self.versions.len() > 1 {
            let each = self.versions.iter().map(|(version, rank)| format!("{version} (part {rank})"));
            let versions = each.collect::<Vec<_>>().join(", ");
            merged.refuse(&format!("different versions of wirecost measured the parts: {versions}"));
        }
        for reason in self.reasons.iter().take(MOST_REASONS) {
            merged.refuse_again(reason);
        }
        if self.reasons.len() > MOST_REASONS {
            merged.refuse_again(&format!("{} more parts are not valid", self.reasons.len() - MOST_REASONS));
        }
        merged.parts = reports;
        Ok(merged)
    }

    /// Where a whole run was ended early, its parts were cut together, and what they did until then adds up.
    fn add_those_that_were_cut(&mut self, found: &[Found]) {
        let cut = self.reports.values().filter(|(report, _)| report.state == PartState::Cut);
        let cut: Vec<&Found> = cut.filter_map(|(_, number)| found.get((*number)?)).collect();
        let Ok(()) = read_all(&cut, |_, read| {
            let Some(Ok(mut result)) = read.result else { return Ok(()) };
            if result.load.is_none() || result.error.is_some() || self.add(&mut result, read.decoded).is_err() {
                return Ok(());
            }
            if let Some((report, _)) = self.reports.get_mut(&result.rank) {
                (report.state, report.reason) = (PartState::Counted, None);
            }
            Ok::<(), Infallible>(())
        });
    }
}

/// What must be added to the clock of a part.
fn offset_ns(clocks: Option<&Clocks>) -> i64 {
    let Some(Clocks { before, after, .. }) = clocks else { return 0 };
    let after = after.as_ref().unwrap_or(before);
    (i128::midpoint(before.offset_ns.into(), after.offset_ns.into())) as i64
}

/// Whether a result counts in a sum of what happened at the same time.
fn judge(found: &Found, result: &PartResult, agreed_unix_ns: Option<u64>) -> Result<(), LeftOut> {
    if let Some(words) = &found.cut_off {
        let error = result.error.as_ref().map_or(String::new(), |error| format!("; {error}"));
        return Err((PartState::Failed, format!("failed: {words}{error}")));
    }
    if let Some(error) = &result.error {
        return Err((PartState::Failed, format!("failed: {error}")));
    }
    let cut = result.cut.as_deref();
    let Some(load) = &result.load else {
        return Err((
            PartState::Cut,
            format!("cut before its window began, by {}", cut.unwrap_or("nobody knows what")),
        ));
    };
    if cut.is_some() || load.labels.contains(&Label::EndedEarly) {
        let (cut, duration_s) = (cut.unwrap_or("nobody knows what"), load.duration_s);
        return Err((PartState::Cut, format!("cut after {duration_s:.1} s of its window, by {cut}")));
    }
    let allowed_ns = TOLERANCE * load.duration_s * 1e9;
    let ms = |ns: f64| format!("{:.1} ms", ns / 1e6);
    if let Some(Clocks { reference, before, after }) = &result.clocks {
        let Some(after) = after else {
            return Err((PartState::Clock, format!("clock: {reference} did not answer after the run")));
        };
        let moved_ns = (before.offset_ns as f64 - after.offset_ns as f64).abs();
        let unknown_ns = moved_ns + before.uncertainty_ns.max(after.uncertainty_ns) as f64;
        if unknown_ns > allowed_ns {
            let (unknown, allowed) = (ms(unknown_ns), ms(allowed_ns));
            let reason =
                format!("clock: it is known to {unknown} only, which is more than 5 % of the window ({allowed})");
            return Err((PartState::Clock, reason));
        }
    }
    // Without an agreement there is no lateness, and the sum is refused if the windows have too little in common.
    let apart_ns = match (result.start_at_unix_ns, agreed_unix_ns) {
        (Some(own_ns), Some(agreed_ns)) => own_ns as f64 - agreed_ns as f64,
        _ => 0.0,
    };
    let lateness_ns = result.start_lateness_ns.unwrap_or_default() as f64 + apart_ns;
    if lateness_ns.abs() > allowed_ns {
        let way = if lateness_ns > 0.0 { "after" } else { "before" };
        let (apart, allowed) = (ms(lateness_ns.abs()), ms(allowed_ns));
        let reason =
            format!("late: it began {apart} {way} the agreed instant, more than 5 % of its window ({allowed})");
        return Err((PartState::Late, reason));
    }
    Ok(())
}

pub(crate) fn reported(result: &PartResult) -> PartReport {
    PartReport {
        rank: result.rank,
        host: Some(result.host.clone()),
        state: PartState::Counted,
        reason: None,
        sent: result.load.as_ref().map(|load| load.sent),
        start_lateness_ns: result.start_lateness_ns,
        clocks: result.clocks.clone(),
    }
}

fn without_result(found: &Found, rank: Option<u64>, state: PartState, reason: String) -> Option<(u64, PartReport)> {
    let rank = rank.or(found.begun.as_ref().map(|begun| begun.rank))?;
    let host = found.begun.as_ref().map(|begun| begun.host.clone());
    let report =
        PartReport { rank, host, state, reason: Some(reason), sent: None, start_lateness_ns: None, clocks: None };
    Some((rank, report))
}

pub(crate) fn missing(found: &Found, rank: Option<u64>) -> Option<(u64, PartReport)> {
    let engine = found.engine.as_deref();
    let began = match (&found.begun, engine) {
        (Some(begun), Some(engine)) => format!("it began as process {} and left no result: {engine}", begun.pid),
        (Some(begun), None) => {
            format!("it began as process {} and left no result: it was killed, or its machine was lost", begun.pid)
        }
        (None, Some(engine)) => format!("it did not begin: {engine}"),
        (None, None) => "there is no result and no sign that it began".to_owned(),
    };
    let complaint = found.complaint.as_ref().map_or(String::new(), |line| format!("; its last words: {line}"));
    without_result(found, rank, PartState::Missing, format!("missing: {began}{complaint}"))
}

pub(crate) fn damaged(found: &Found, fault: &str) -> Option<(u64, PartReport)> {
    without_result(found, found.rank, PartState::Damaged, format!("damaged: {}: {fault}", found.place()))
}

pub(crate) fn line(report: &PartReport) -> String {
    let host = report.host.as_ref().map_or(String::new(), |host| format!(" on {host}"));
    format!("part {}{host}: {}", report.rank, report.reason.as_deref().unwrap_or("counted"))
}

#[cfg(test)]
mod tests;
