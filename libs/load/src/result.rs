//! The result document, `wirecost.load/1`.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::acknowledgement::AcknowledgementWait;
use crate::checks::Evidence;
use crate::error::Error;
use crate::histogram;
use crate::label::Label;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::parts::PartReport;
use crate::quantiles::Quantiles;
use crate::refusal::{Refusal, Refused};
use crate::schedule::Schedule;
use crate::series::{INTERVAL_NS, Interval, Series};
use crate::server::ServerCpu;
use crate::tally::Counts;

/// The name and version of the form of the document.
pub const SCHEMA: &str = "wirecost.load/1";

/// No window is longer than a week, seconds.
pub(crate) const LONGEST_S: f64 = 604_800.0;

/// What a run, or several that were merged, found.
///
/// The requests of a window are those planned within it, however late their answer came, and those that the warm-up left
/// without an answer. So `planned` is `sent` and `unsent`, and `sent` is `ok`, `misses`, all `errors` and `unfinished`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadResult {
    /// [`SCHEMA`].
    pub schema: String,
    /// The server's name.
    pub target: String,
    /// When requests were due.
    pub schedule: Schedule,
    /// When the measured window began, nanoseconds since 1970.
    pub started_unix_ns: u64,
    /// Length of the window.
    pub duration_s: f64,
    /// How the figures must be read.
    pub labels: Vec<Label>,
    /// Connections.
    pub connections: Connections,
    /// Requests of the window.
    #[serde(default)]
    pub planned: u64,
    /// Those of `planned` that were due before the window and had no answer when it began.
    #[serde(default)]
    pub carried: u64,
    /// Requests that were handed to a connection, or for which none could be opened (`errors.connect`).
    pub sent: u64,
    /// Good answers.
    pub ok: u64,
    /// Answers without a value: keys that are not there, empty replies.
    #[serde(default)]
    pub misses: u64,
    /// Requests without a good answer.
    pub errors: Errors,
    /// What the answers of `errors.status` said, and how often.
    #[serde(default)]
    pub statuses: BTreeMap<String, u64>,
    /// All answers by their status, where the protocol has one: good ones too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, u64>,
    /// What broke the first connection that was broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<String>,
    /// That calls wait for an acknowledgement of the client's system, where that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledgement_wait: Option<AcknowledgementWait>,
    /// Requests under way when the run was ended early.
    #[serde(default)]
    pub unfinished: u64,
    /// Requests that waited for a connection because all were busy.
    pub queued: u64,
    /// Those of `planned` that were never sent.
    pub unsent: u64,
    /// Requests that ended before the window, not in `sent`.
    pub warmup_sent: u64,
    /// Good answers that arrived within the window, per second of it.
    pub rate_per_s: f64,
    /// Bytes received and sent over the whole run, warm-up included.
    pub received_bytes: u64,
    /// See `received_bytes`.
    pub sent_bytes: u64,
    /// From the planned instant to the end of a good answer. `None` in a closed loop, which plans nothing.
    pub latency_ns: Option<Quantiles>,
    /// From the send to the end of a good answer.
    pub service_time_ns: Quantiles,
    /// From the planned instant to the send. `None` in a closed loop.
    pub send_lateness_ns: Option<Quantiles>,
    /// What the generator itself took.
    pub generator: Generator,
    /// What the server took, where its processes are known.
    #[serde(default)]
    pub server: Option<ServerCpu>,
    /// How many results this one was merged from, and how many there should have been.
    pub generators: Generators,
    /// What is known of each generator, where one plan was for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartReport>,
    /// Whether the figures can be believed.
    pub valid: bool,
    /// Why not.
    pub reason: Option<String>,
    /// Why not, each kind of reason once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused_for: Vec<Refusal>,
    /// What happened in time, from the start of the window to the last answer. Tenths of a second, unless the run is
    /// longer than a minute: then wider intervals, 600 at most.
    pub series: Vec<Tenth>,
    /// Distribution of the good answers' latency, or service time in a closed loop: HDR, base64.
    pub histogram: String,
    /// The other distributions that hold anything, in the same form: each outcome's latency under its name,
    /// `service_time`, `send_lateness`, and `own_lateness` of those sends for which a connection was free.
    pub histograms: BTreeMap<String, String>,
}

/// Connections of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connections {
    /// Asked for.
    pub requested: u64,
    /// Open at the start. Connections for one exchange are opened later.
    pub opened: u64,
    /// Open at once, at the most, by thread.
    pub most: u64,
    /// Opened over the whole run.
    pub made: u64,
    /// Requests under way on each.
    pub pipeline: u64,
}

/// Requests without a good answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errors {
    /// Another status, or an error that the server stated.
    pub status: u64,
    /// Another content, or none that follows the protocol.
    pub wrong_answer: u64,
    /// No answer in time.
    pub timeout: u64,
    /// No connection.
    pub connect: u64,
    /// A connection, or a stream of HTTP/2, that ended before the answer did.
    pub closed: u64,
    /// Those of `closed` whose stream the server reset, its connection left open.
    #[serde(default)]
    pub reset: u64,
    /// Those of `wrong_answer` that do not follow the protocol.
    pub malformed: u64,
}

impl Errors {
    pub(crate) fn of(counts: &Counts) -> Self {
        Self {
            status: counts.of(Outcome::Status),
            wrong_answer: counts.of(Outcome::WrongAnswer),
            timeout: counts.of(Outcome::Timeout),
            connect: counts.of(Outcome::Connect),
            closed: counts.of(Outcome::Closed),
            reset: counts.reset,
            malformed: counts.malformed,
        }
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        let kinds = [self.status, self.wrong_answer, self.timeout, self.connect, self.closed];
        kinds.into_iter().fold(0, u64::saturating_add)
    }
}

/// What the generator itself took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generator {
    /// CPU time of its threads in the window.
    pub cpu_ns: u64,
    /// Requests that ended in the window.
    pub requests: u64,
    /// One by the other.
    pub cpu_ns_per_request: Option<f64>,
    /// Threads.
    pub threads: u64,
    /// Cores they were pinned to.
    pub cores: Vec<usize>,
    /// Share of a core that the busiest thread used or waited for.
    pub core_wanted: f64,
    /// Share of the time that the unluckiest thread waited for a core.
    pub core_denied: f64,
    /// Whether it looked at the clock without pause.
    pub precise: bool,
}

/// How many results became this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generators {
    /// Results in this one.
    pub merged: u64,
    /// Results that there should have been.
    pub expected: u64,
}

/// A tenth of a second, or several of a long run. Answers count where they arrive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tenth {
    /// Its beginning, from the start of the window.
    pub at_s: f64,
    /// Its length.
    #[serde(default = "tenth_s")]
    pub length_s: f64,
    /// Requests sent.
    pub sent: u64,
    /// Good answers.
    pub ok: u64,
    /// Answers without a value.
    #[serde(default)]
    pub misses: u64,
    /// Requests that failed.
    pub errors: u64,
    /// Median latency of the good answers (service time in a closed loop).
    pub p50_ns: Option<u64>,
    /// Their 99th percentile, where there are 100.
    pub p99_ns: Option<u64>,
    /// Their longest.
    pub max_ns: Option<u64>,
    /// Their distribution, to two digits: HDR, base64.
    pub histogram: String,
}

impl Tenth {
    /// All of a series.
    pub(crate) fn all(series: Series) -> Result<Vec<Tenth>, Error> {
        let length_s = series.interval_s();
        series.into_intervals().iter().map(|interval| Tenth::of(interval, length_s)).collect()
    }

    fn of(interval: &Interval, length_s: f64) -> Result<Tenth, Error> {
        let quantiles = Quantiles::of(&interval.latency);
        Ok(Tenth {
            at_s: interval.index as f64 * length_s,
            length_s,
            sent: interval.sent,
            ok: interval.latency.len(),
            misses: interval.misses,
            errors: interval.errors,
            p50_ns: quantiles.p50,
            p99_ns: quantiles.p99,
            max_ns: quantiles.max,
            histogram: histogram::encode(&interval.latency)?,
        })
    }
}

fn tenth_s() -> f64 {
    INTERVAL_NS as f64 / 1e9
}

/// The name of a distribution other than the good answers' in [`LoadResult::histograms`].
pub(crate) const SERVICE_TIME: &str = "service_time";
pub(crate) const SEND_LATENESS: &str = "send_lateness";
const OWN_LATENESS: &str = "own_lateness";

impl LoadResult {
    pub(crate) fn assemble(
        options: &Options,
        counts: Counts,
        evidence: Evidence,
        series: Series,
        started_unix_ns: u64,
        refused: Vec<Refused>,
    ) -> Result<LoadResult, Error> {
        let of = |outcome: Outcome| &counts.latency[outcome as usize];
        let errors = Errors::of(&counts);
        let ok = of(Outcome::Ok);
        let sent = Outcome::ALL.into_iter().map(|outcome| counts.of(outcome)).sum::<u64>();
        let closed = options.schedule.is_closed();
        let service_time = if closed { ok } else { &counts.service };
        let mut histograms = BTreeMap::new();
        let named =
            [(SERVICE_TIME, &counts.service), (SEND_LATENESS, &counts.lateness), (OWN_LATENESS, &counts.own_lateness)];
        let failed = [
            ("status", of(Outcome::Status)),
            ("wrong_answer", of(Outcome::WrongAnswer)),
            ("timeout", of(Outcome::Timeout)),
            ("connect", of(Outcome::Connect)),
            ("closed", of(Outcome::Closed)),
            ("miss", of(Outcome::Miss)),
            ("unfinished", of(Outcome::Unfinished)),
        ];
        for (name, histogram) in named.into_iter().chain(failed).filter(|(_, histogram)| !histogram.is_empty()) {
            histograms.insert(name.to_string(), histogram::encode(histogram)?);
        }
        let duration_s = options.duration.as_secs_f64();
        let mut result = LoadResult {
            schema: SCHEMA.into(),
            target: options.target.name.clone(),
            schedule: options.schedule.shared(options.share),
            started_unix_ns,
            duration_s,
            labels: labels(options, &counts, &evidence),
            connections: Connections {
                requested: options.connections as u64,
                opened: evidence.opened as u64,
                most: evidence.most_open as u64,
                made: evidence.made as u64,
                pipeline: options.pipeline as u64,
            },
            planned: sent + evidence.unsent.all,
            carried: counts.carried + evidence.unsent.carried,
            sent,
            ok: ok.len(),
            misses: counts.of(Outcome::Miss),
            errors,
            statuses: counts.statuses.clone(),
            answers: counts.answers(),
            first_fault: evidence.fault.as_ref().map(ToString::to_string),
            acknowledgement_wait: None,
            unfinished: counts.of(Outcome::Unfinished),
            queued: counts.queued,
            unsent: evidence.unsent.all,
            warmup_sent: counts.warmup,
            rate_per_s: counts.ok_in_window as f64 / duration_s,
            received_bytes: counts.received_bytes,
            sent_bytes: counts.sent_bytes,
            latency_ns: (!closed).then(|| Quantiles::of(ok)),
            service_time_ns: Quantiles::of(service_time),
            send_lateness_ns: (!closed).then(|| Quantiles::of(&counts.lateness)),
            generator: Generator {
                cpu_ns: evidence.cpu_ns,
                requests: counts.ended_in_window,
                cpu_ns_per_request: per_request(evidence.cpu_ns, counts.ended_in_window),
                threads: options.threads as u64,
                cores: options.cores.clone(),
                core_wanted: evidence.wanted,
                core_denied: evidence.denied,
                precise: options.precise,
            },
            server: evidence.server,
            generators: Generators { merged: 1, expected: 1 },
            parts: Vec::new(),
            valid: true,
            reason: None,
            refused_for: Vec::new(),
            series: Tenth::all(series)?,
            histogram: histogram::encode(ok)?,
            histograms,
        };
        for Refused { because, words } in &refused {
            result.refuse_again(words);
            result.add_refusals(&[*because]);
        }
        Ok(result)
    }

    /// The distribution of the good answers' latency (service time in a closed loop), nanoseconds.
    ///
    /// # Errors
    /// [`Error::Document`] if the document does not hold one.
    pub fn latency(&self) -> Result<Histogram<u64>, Error> {
        histogram::decode(&self.histogram)
    }

    /// Marks the result as one that cannot be believed, for a reason that only the caller can know: a server below full
    /// CPU in a case of maximum throughput, for one.
    pub fn refuse(&mut self, reason: &str) {
        self.add_refusals(&[Refusal::Other]);
        self.refuse_again(reason);
    }

    /// Marks the result as one that cannot be believed, in other words for what `refused_for` already says.
    pub fn refuse_again(&mut self, reason: &str) {
        self.valid = false;
        self.reason = Some(match self.reason.take() {
            Some(before) => format!("{before}; {reason}"),
            None => reason.to_string(),
        });
    }

    pub(crate) fn add_refusals(&mut self, refusals: &[Refusal]) {
        for refusal in refusals {
            if !self.refused_for.contains(refusal) {
                self.refused_for.push(*refusal);
            }
        }
    }

    /// Whether the result is not valid only for what can have lengthened the latency.
    pub fn is_only_lengthened(&self) -> bool {
        !self.valid && !self.refused_for.is_empty() && self.refused_for.iter().all(|refusal| refusal.only_lengthens())
    }

    /// Says how busy the server was, as somebody else saw it: whether the rate of a closed loop is the most that the server
    /// can do.
    pub fn server_was_busy(&mut self, busy: bool) {
        let label = if busy { Label::MaximumThroughput } else { Label::ClosedLoop };
        for known in self.labels.iter_mut().filter(|known| known.is_of_loop()) {
            *known = label.clone();
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// [`Error::Document`] if it is not one of this schema.
    pub fn from_json(text: &str) -> Result<LoadResult, Error> {
        let result: LoadResult = serde_json::from_str(text).map_err(|fault| Error::Document(fault.to_string()))?;
        result.check()?;
        Ok(result)
    }

    /// Refuses what was read and is no result of this schema.
    ///
    /// # Errors
    /// [`Error::Document`], which says what is wrong.
    pub fn check(&self) -> Result<(), Error> {
        if self.schema != SCHEMA {
            return Err(Error::Document(format!("its schema is {:?}, not {SCHEMA:?}", self.schema)));
        }
        if !(0.0..=LONGEST_S).contains(&self.duration_s) || self.series.len() as f64 > LONGEST_S * 10.0 {
            return Err(Error::Document(format!("it lasts {} s", self.duration_s)));
        }
        match self.contradiction() {
            Some(contradiction) => Err(Error::Document(format!("it contradicts itself: {contradiction}"))),
            None => Ok(()),
        }
    }

    /// Which of its counts do not go together.
    fn contradiction(&self) -> Option<String> {
        let Self { sent, planned, unsent, ok, misses, errors, unfinished, .. } = *self;
        let sum = |counts: &[u64]| counts.iter().fold(0_u64, |sum, count| sum.saturating_add(*count));
        let ended = sum(&[ok, misses, errors.total(), unfinished]);
        let due = sum(&[sent, unsent]);
        let answered = sum(&[ok, misses, errors.status, errors.wrong_answer]);
        let with_status = self.answers.values().fold(0_u64, |sum, count| sum.saturating_add(*count));
        // The rates of a sum are those of windows that were a little shorter.
        let rated = if self.generators.merged == 1 { self.rate_per_s * self.duration_s } else { 0.0 };
        match () {
            () if sent != ended => Some(format!("{sent} requests were sent, and {ended} came to an end")),
            // A document of an earlier program does not say how many were planned.
            () if planned != 0 && planned != due => {
                Some(format!("{planned} requests were planned, and {due} were sent or left"))
            }
            () if errors.reset > errors.closed || errors.malformed > errors.wrong_answer => {
                Some("a kind of error is counted more often than the errors that it is of".to_owned())
            }
            () if with_status > answered => Some(format!("{answered} answers have {with_status} statuses")),
            () if rated.is_nan() || rated > ok as f64 + 0.5 => {
                Some(format!("{ok} good answers are no rate of {}/s for {} s", self.rate_per_s, self.duration_s))
            }
            () => None,
        }
    }

    /// The document as text.
    ///
    /// # Errors
    /// [`Error::Document`] if a number of it has no JSON form.
    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string_pretty(self).map_err(|fault| Error::Document(fault.to_string()))
    }
}

/// CPU time by request, where there was one.
pub(crate) fn per_request(cpu_ns: u64, requests: u64) -> Option<f64> {
    (requests > 0).then(|| cpu_ns as f64 / requests as f64)
}

fn labels(options: &Options, counts: &Counts, evidence: &Evidence) -> Vec<Label> {
    let schedule = &options.schedule;
    let of_loop = match &evidence.server {
        _ if *schedule != Schedule::closed() => Label::ClosedLoop,
        None => Label::ClosedLoopServerUnknown,
        Some(server) if server.is_busy() => Label::MaximumThroughput,
        Some(_) => Label::ClosedLoop,
    };
    let labels = [
        (options.target.http2.is_some(), Label::Http2),
        (schedule.is_closed(), Label::ServiceTime),
        (schedule.is_closed(), of_loop),
        (evidence.unsent.all > 0, Label::UnsustainedRate),
        (counts.queued > 0, Label::ConnectionsRanOut),
    ];
    labels.into_iter().filter(|(holds, _)| *holds).map(|(_, label)| label).collect()
}
