//! Results of several generators that loaded one server together, as one.

use hdrhistogram::Histogram;
use std::collections::{BTreeMap, HashSet};

use crate::distribution::{Decoder, Distribution};
use crate::error::Error;
use crate::histogram::{self, Addend as _};
use crate::label::Label;
use crate::quantiles::Quantiles;
use crate::result::{LONGEST_S, LoadResult, SEND_LATENESS, SERVICE_TIME, Tenth, per_request};
use crate::schedule::{Schedule, Segment};
use crate::series::{INTERVAL_NS, Interval, Series};

/// Share of the longest window that all windows must have in common. Outside it the server had another load than the
/// sum of rates says.
const OVERLAP: f64 = 0.90;

/// Adds results up: counts and rates are sums, quantiles come from the sum of the distributions and from nothing else.
/// `expected` is how many generators there were: if results are missing, the merged one is not valid.
///
/// # Errors
/// [`Error::Merge`] if there are none, or they are of different targets or kinds of schedule, or did not run at the same
/// time, or one of them is given twice; [`Error::Document`] if one holds no distribution.
pub fn merge(results: &[LoadResult], expected: u64) -> Result<LoadResult, Error> {
    check_distinct(results)?;
    merge_forced(results, expected)
}

/// Refuses the same result twice: its requests would count twice.
fn check_distinct(results: &[LoadResult]) -> Result<(), Error> {
    for (index, result) in results.iter().enumerate() {
        if let Some(earlier) = results[..index].iter().position(|other| other == result) {
            return Err(Error::Merge(format!("result {} is result {} again", index + 1, earlier + 1)));
        }
    }
    Ok(())
}

/// As [`merge`], the same result counted as often as it is given.
///
/// # Errors
/// Those of [`merge`], but for equal results.
pub fn merge_forced(results: &[LoadResult], expected: u64) -> Result<LoadResult, Error> {
    let starts = results.iter().map(|result| result.started_unix_ns);
    let mut merger = Merger::new(starts.min().unwrap_or_default());
    results.iter().try_for_each(|result| merger.add(result))?;
    merger.finish(expected)
}

/// The distributions of a result, decoded. That is most of the work of a merge, and needs no order: threads can do it ahead
/// of [`Merger::add_decoded`].
#[derive(Debug)]
pub struct Decoded {
    latency: Distribution,
    others: BTreeMap<String, Distribution>,
    /// One for each interval of the series.
    series: Vec<Distribution>,
}

impl Decoded {
    /// Those of `result`.
    ///
    /// # Errors
    /// [`Error::Document`] if it does not hold them.
    pub fn of(result: &LoadResult) -> Result<Self, Error> {
        let mut decoder = Decoder::new();
        let latency = decoder.decode(&result.histogram)?;
        let others = result.histograms.iter().map(|(name, text)| Ok((name.clone(), decoder.decode(text)?)));
        let others = others.collect::<Result<_, Error>>()?;
        let series =
            result.series.iter().map(|tenth| decoder.decode(&tenth.histogram)).collect::<Result<_, Error>>()?;
        Ok(Self { latency, others, series })
    }
}

/// Adds results up one by one, so that only one of them and the sum are in memory.
#[derive(Debug)]
pub struct Merger {
    /// Where the series of the sum begins, nanoseconds since 1970.
    base_unix_ns: u64,
    sum: Option<Sum>,
    common: Common,
}

/// What the results so far make together.
#[derive(Debug)]
struct Sum {
    merged: LoadResult,
    /// Whether each of them kept the server busy.
    busy: bool,
    latency: Histogram<u64>,
    distributions: BTreeMap<String, Histogram<u64>>,
    series: Series,
}

impl Merger {
    /// Nothing yet. The series of the sum begins at this instant, at which the first window did, nanoseconds since 1970.
    pub fn new(base_unix_ns: u64) -> Self {
        Self { base_unix_ns, sum: None, common: Common::default() }
    }

    /// Adds a result. If it cannot be added, the sum is as it was.
    ///
    /// # Errors
    /// [`Error::Merge`] if it is of another target or kind of schedule than the first; [`Error::Document`] if it does not
    /// hold its distributions.
    pub fn add(&mut self, result: &LoadResult) -> Result<(), Error> {
        self.add_decoded(result, Decoded::of(result)?)
    }

    /// Adds a result whose distributions were decoded before. If it cannot be added, the sum is as it was.
    ///
    /// # Errors
    /// [`Error::Merge`] if the result is of another target or kind of schedule than the first, or the distributions are
    /// those of another result.
    pub fn add_decoded(&mut self, result: &LoadResult, decoded: Decoded) -> Result<(), Error> {
        let Decoded { latency, others, series } = decoded;
        if series.len() != result.series.len() || !others.keys().eq(result.histograms.keys()) {
            return Err(Error::Merge("the distributions are those of another result".into()));
        }
        if latency.count() != result.ok {
            let (held, ok) = (latency.count(), result.ok);
            return Err(Error::Merge(format!(
                "a result contradicts itself: {ok} good answers, and a distribution of {held}"
            )));
        }
        let sum = match &mut self.sum {
            Some(sum) => {
                if sum.merged.target != result.target {
                    return Err(Error::Merge(format!(
                        "{:?} and {:?} are two targets",
                        sum.merged.target, result.target
                    )));
                }
                sum.merged.schedule = together(&sum.merged.schedule, &result.schedule)
                    .ok_or_else(|| Error::Merge("their schedules are of different kinds".into()))?;
                add_figures(&mut sum.merged, result);
                latency.add_to(&mut sum.latency);
                for (name, distribution) in others {
                    distribution.add_to(sum.distributions.entry(name).or_insert_with(histogram::precise));
                }
                sum
            }
            none => none.insert(Sum {
                // What is as large as a result, and is made anew in the end.
                merged: LoadResult { series: Vec::new(), histograms: BTreeMap::new(), ..result.clone() },
                busy: true,
                latency: latency.to_histogram(),
                distributions: others.into_iter().map(|(name, other)| (name, other.to_histogram())).collect(),
                series: Series::default(),
            }),
        };
        for (tenth, latency) in result.series.iter().zip(series) {
            let interval = interval(tenth, latency, shift(result, self.base_unix_ns));
            sum.series.add_wide(&interval, tenths(tenth.length_s));
        }
        sum.busy &= result.labels.contains(&Label::MaximumThroughput);
        self.common.add(result);
        Ok(())
    }

    /// The sum, if there is one and its parts ran together. `expected` is how many generators there were.
    ///
    /// # Errors
    /// [`Error::Merge`] if there is no result, or they did not run at the same time.
    pub fn finish(self, expected: u64) -> Result<LoadResult, Error> {
        let Some(Sum { mut merged, busy, latency, distributions, series }) = self.sum else {
            return Err(Error::Merge("there is no result".into()));
        };
        self.common.check()?;
        let of = |name: &str| distributions.get(name).map(Quantiles::of).unwrap_or_default();
        let closed = merged.schedule.is_closed();
        merged.service_time_ns = if closed { Quantiles::of(&latency) } else { of(SERVICE_TIME) };
        merged.latency_ns = (!closed).then(|| Quantiles::of(&latency));
        merged.send_lateness_ns = (!closed).then(|| of(SEND_LATENESS));
        merged.histogram = histogram::encode(&latency)?;
        merged.histograms = distributions
            .into_iter()
            .map(|(name, distribution)| Ok((name, histogram::encode(&distribution)?)))
            .collect::<Result<_, Error>>()?;
        merged.series = Tenth::all(series)?;
        if !busy && merged.labels.contains(&Label::MaximumThroughput) {
            merged.server_was_busy(false);
        }
        let mut seen = HashSet::new();
        merged.labels.retain(|label| seen.insert(label.clone()));
        let generator = &mut merged.generator;
        generator.cpu_ns_per_request = per_request(generator.cpu_ns, generator.requests);
        merged.generators.expected = expected;
        if merged.generators.merged != expected {
            merged.refuse(&format!("{} results were merged, {expected} were expected", merged.generators.merged));
        }
        Ok(merged)
    }
}

/// The time that all windows have in common, seconds.
#[derive(Debug)]
struct Common {
    latest_start_s: f64,
    first_end_s: f64,
    longest_s: f64,
}

impl Default for Common {
    fn default() -> Self {
        Self { latest_start_s: f64::NEG_INFINITY, first_end_s: f64::INFINITY, longest_s: 0.0 }
    }
}

impl Common {
    fn add(&mut self, result: &LoadResult) {
        let start_s = result.started_unix_ns as f64 / 1e9;
        self.latest_start_s = self.latest_start_s.max(start_s);
        self.first_end_s = self.first_end_s.min(start_s + result.duration_s);
        self.longest_s = self.longest_s.max(result.duration_s);
    }

    fn check(&self) -> Result<(), Error> {
        let (common_s, longest_s) = (self.first_end_s - self.latest_start_s, self.longest_s);
        if common_s >= longest_s * OVERLAP {
            return Ok(());
        }
        let common_s = common_s.max(0.0);
        Err(Error::Merge(format!(
            "they ran together for only {common_s:.1} s of {longest_s:.1} s, so the sum of their rates never existed"
        )))
    }
}

/// The schedule that two make together.
fn together(one: &Schedule, other: &Schedule) -> Option<Schedule> {
    match (one, other) {
        (Schedule::Closed { .. }, Schedule::Closed { .. }) => (one == other).then(|| one.clone()),
        (Schedule::Rate { segments, spacing }, Schedule::Rate { segments: others, .. }) => {
            let pairs = segments.iter().zip(others);
            let same = segments.len() == others.len() && pairs.clone().all(|(a, b)| a.duration_ns == b.duration_ns);
            let sum = |(a, b): (&Segment, &Segment)| Segment {
                from_per_s: a.from_per_s + b.from_per_s,
                to_per_s: a.to_per_s + b.to_per_s,
                duration_ns: a.duration_ns,
            };
            same.then(|| Schedule::Rate { segments: pairs.map(sum).collect(), spacing: *spacing })
        }
        (Schedule::Trace { offsets_ns }, Schedule::Trace { offsets_ns: others }) => {
            let mut offsets_ns = [offsets_ns.as_slice(), others].concat();
            offsets_ns.sort_unstable();
            Some(Schedule::Trace { offsets_ns })
        }
        _ => None,
    }
}

/// A count that a document made up must not overflow.
fn add(sum: &mut u64, more: u64) {
    *sum = sum.saturating_add(more);
}

/// Adds what adds up by itself.
fn add_figures(merged: &mut LoadResult, other: &LoadResult) {
    merged.started_unix_ns = merged.started_unix_ns.min(other.started_unix_ns);
    merged.duration_s = merged.duration_s.max(other.duration_s);
    for label in &other.labels {
        if !merged.labels.contains(label) {
            merged.labels.push(label.clone());
        }
    }
    add(&mut merged.connections.requested, other.connections.requested);
    add(&mut merged.connections.opened, other.connections.opened);
    add(&mut merged.connections.most, other.connections.most);
    add(&mut merged.connections.made, other.connections.made);
    add(&mut merged.planned, other.planned);
    add(&mut merged.carried, other.carried);
    add(&mut merged.sent, other.sent);
    add(&mut merged.ok, other.ok);
    add(&mut merged.misses, other.misses);
    add(&mut merged.unfinished, other.unfinished);
    for (status, count) in &other.statuses {
        add(merged.statuses.entry(status.clone()).or_default(), *count);
    }
    for (status, count) in &other.answers {
        add(merged.answers.entry(status.clone()).or_default(), *count);
    }
    if merged.first_fault.is_none() {
        merged.first_fault.clone_from(&other.first_fault);
    }
    add(&mut merged.errors.status, other.errors.status);
    add(&mut merged.errors.wrong_answer, other.errors.wrong_answer);
    add(&mut merged.errors.timeout, other.errors.timeout);
    add(&mut merged.errors.connect, other.errors.connect);
    add(&mut merged.errors.closed, other.errors.closed);
    add(&mut merged.errors.reset, other.errors.reset);
    add(&mut merged.errors.malformed, other.errors.malformed);
    add(&mut merged.queued, other.queued);
    add(&mut merged.unsent, other.unsent);
    add(&mut merged.warmup_sent, other.warmup_sent);
    merged.rate_per_s += other.rate_per_s;
    add(&mut merged.received_bytes, other.received_bytes);
    add(&mut merged.sent_bytes, other.sent_bytes);
    let (generator, others) = (&mut merged.generator, &other.generator);
    add(&mut generator.cpu_ns, others.cpu_ns);
    add(&mut generator.requests, others.requests);
    add(&mut generator.threads, others.threads);
    generator.cores.extend(&others.cores);
    generator.core_wanted = generator.core_wanted.max(others.core_wanted);
    generator.core_denied = generator.core_denied.max(others.core_denied);
    generator.precise |= others.precise;
    // All of them looked at one server: adding would count it twice.
    merged.server = merged.server.take().or(other.server);
    add(&mut merged.generators.merged, other.generators.merged);
    merged.add_refusals(&other.refused_for);
    match &other.reason {
        _ if other.valid => {}
        Some(reason) if !other.refused_for.is_empty() => merged.refuse_again(reason),
        reason => merged.refuse(reason.as_deref().unwrap_or("a merged result was not valid")),
    }
}

/// Tenths of a second in this many seconds.
fn tenths(seconds: f64) -> i64 {
    (seconds.clamp(0.0, LONGEST_S) * 1e9 / INTERVAL_NS as f64).round() as i64
}

/// Tenths of a second from `base_unix_ns` to the start of a result's window.
fn shift(result: &LoadResult, base_unix_ns: u64) -> i64 {
    let shift_ns = result.started_unix_ns as f64 - base_unix_ns as f64;
    (shift_ns / INTERVAL_NS as f64).round() as i64
}

/// An interval of a result whose window began this many tenths of a second after that of the sum.
fn interval(tenth: &Tenth, latency: Distribution, shift: i64) -> Interval<Distribution> {
    let Tenth { sent, misses, errors, .. } = *tenth;
    // What began before the first window by a clock that was corrected is in the first interval.
    let index = (tenths(tenth.at_s) + shift).max(0);
    Interval { index, sent, misses, errors, latency }
}

#[cfg(test)]
mod tests;
