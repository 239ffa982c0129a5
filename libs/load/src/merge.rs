//! Results of several generators that loaded one server together, as one.

use hdrhistogram::Histogram;
use std::collections::{BTreeMap, HashSet};

use crate::error::Error;
use crate::histogram;
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
    let Some((first, others)) = results.split_first() else {
        return Err(Error::Merge("there is no result".into()));
    };
    check_overlap(results)?;
    let mut merged = first.clone();
    let busy = results.iter().all(|result| result.labels.contains(&Label::MaximumThroughput));
    let mut latency = first.latency()?;
    let mut distributions = decode_all(first)?;
    for other in others {
        if other.target != first.target {
            return Err(Error::Merge(format!("{:?} and {:?} are two targets", first.target, other.target)));
        }
        merged.schedule = together(&merged.schedule, &other.schedule)
            .ok_or_else(|| Error::Merge("their schedules are of different kinds".into()))?;
        add_figures(&mut merged, other);
        histogram::add(&mut latency, &other.latency()?);
        for (name, distribution) in decode_all(other)? {
            histogram::add(distributions.entry(name).or_insert_with(histogram::precise), &distribution);
        }
    }
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
    merged.series = series(results, merged.started_unix_ns)?;
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

fn check_overlap(results: &[LoadResult]) -> Result<(), Error> {
    let starts = results.iter().map(|result| result.started_unix_ns as f64 / 1e9);
    let ends = starts.clone().zip(results).map(|(start, result)| start + result.duration_s);
    let common_s = ends.fold(f64::INFINITY, f64::min) - starts.fold(f64::NEG_INFINITY, f64::max);
    let longest_s = results.iter().map(|result| result.duration_s).fold(0.0, f64::max);
    if common_s >= longest_s * OVERLAP {
        return Ok(());
    }
    let common_s = common_s.max(0.0);
    Err(Error::Merge(format!(
        "they ran together for only {common_s:.1} s of {longest_s:.1} s, so the sum of their rates never existed"
    )))
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
    if !other.valid {
        merged.refuse(other.reason.as_deref().unwrap_or("a merged result was not valid"));
    }
}

fn decode_all(result: &LoadResult) -> Result<BTreeMap<String, Histogram<u64>>, Error> {
    result.histograms.iter().map(|(name, text)| Ok((name.clone(), histogram::decode(text)?))).collect()
}

/// The tenths of all, laid beside each other from `start_unix_ns` on.
fn series(results: &[LoadResult], start_unix_ns: u64) -> Result<Vec<Tenth>, Error> {
    let mut series = Series::default();
    for result in results {
        let shift_ns = result.started_unix_ns - start_unix_ns;
        let shift = (shift_ns as f64 / INTERVAL_NS as f64).round() as i64;
        for tenth in &result.series {
            let latency = histogram::decode(&tenth.histogram)?;
            let tenths = |seconds: f64| (seconds.clamp(0.0, LONGEST_S) * 1e9 / INTERVAL_NS as f64).round() as i64;
            let Tenth { sent, misses, errors, .. } = *tenth;
            let interval = Interval { index: tenths(tenth.at_s) + shift, sent, misses, errors, latency };
            series.add_wide(&interval, tenths(tenth.length_s));
        }
    }
    Tenth::all(series)
}

#[cfg(test)]
mod tests;
