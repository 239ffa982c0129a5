//! Whether a result can be believed: was the generator itself the bottleneck, and does the physics hold?

use rustix::io::Errno;

use crate::address::Address;
use crate::cpu::CpuTimes;
use crate::fault::Fault;
use crate::feed::Unsent;
use crate::histogram;
use crate::options::{Close, Options};
use crate::outcome::Outcome;
use crate::refusal::{Refusal, Refused};
use crate::schedule::Schedule;
use crate::server::ServerCpu;
use crate::tally::Counts;
use crate::worker::Report;

/// Beyond this share of a core wanted, a thread was busy all the time: more load would have needed more generator.
const FULL_CORE: f64 = 0.95;
/// Beyond this share of the time spent waiting for a core, somebody else's work is in the figures.
const MOST_DENIED: f64 = 0.10;
/// Lateness of the generator's own making that is always allowed at the 99th percentile, nanoseconds ...
const LATENESS_NS: u64 = 1_000_000;
/// ... and as a share of the 99th percentile of the latency, where that is more.
const LATENESS_SHARE: f64 = 0.05;
/// How far connections and throughput times latency may be apart.
const LITTLE: f64 = 0.10;
/// Exchanges of each connection below which the edges of the window hide Little's law.
const LITTLE_EXCHANGES: u64 = 20;

/// What the threads saw of themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// Connections open at the start.
    pub opened: usize,
    /// Connections open at once, at the most.
    pub most_open: usize,
    /// Connections opened in all.
    pub made: usize,
    pub unsent: Unsent,
    /// What broke the first connection that was broken.
    pub fault: Option<Fault>,
    /// What the server took, where its processes are known.
    pub server: Option<ServerCpu>,
    pub cpu_ns: u64,
    /// The thread that wanted the most of its core, and the one that was denied the most.
    pub wanted: f64,
    pub denied: f64,
}

impl Evidence {
    pub(crate) fn add(&mut self, report: &Report) {
        let cpu: CpuTimes = report.cpu;
        self.most_open += report.most_open;
        self.made += report.made;
        self.fault = self.fault.take().or_else(|| report.fault.clone());
        self.unsent.all += report.unsent.all;
        self.unsent.carried += report.unsent.carried;
        self.cpu_ns += cpu.cpu_ns;
        self.wanted = self.wanted.max(cpu.wanted());
        self.denied = self.denied.max(cpu.denied());
    }
}

/// Why a result is not valid; empty if it is.
pub(crate) fn judge(options: &Options, counts: &Counts, evidence: &Evidence) -> Vec<Refused> {
    let checks = [
        (Refusal::Other, no_answer(options, counts, evidence)),
        (Refusal::Other, missed(options, counts)),
        (Refusal::Other, all_open(options, evidence)),
        (Refusal::Other, no_port(evidence)),
        (Refusal::GeneratorFull, core_full(options, evidence)),
        (Refusal::CoreDenied, core_denied(options, evidence)),
        (Refusal::SendsLate, late(counts)),
        (Refusal::Other, little(options, counts)),
        (Refusal::Other, beyond_link(options, counts, fastest_link_bits_per_s())),
    ];
    checks.into_iter().filter_map(|(because, words)| Some(Refused { because, words: words? })).collect()
}

/// A window that no answer fell into says nothing of the server.
fn no_answer(options: &Options, counts: &Counts, evidence: &Evidence) -> Option<String> {
    if counts.answered_in_window > 0 {
        return None;
    }
    let seconds = options.duration.as_secs_f64();
    let sum = |keep: fn(Outcome) -> bool| {
        Outcome::ALL.into_iter().filter(|outcome| keep(*outcome)).map(|outcome| counts.of(outcome)).sum::<u64>()
    };
    let (sent, answers) = (sum(|_| true), sum(Outcome::is_answer));
    Some(if answers > 0 {
        format!("no answer came within the window of {seconds} s, {answers} came after it: measure longer")
    } else if sent > 0 {
        let first = evidence.fault.as_ref().map(|fault| format!("; the first connection failed: {fault}"));
        format!("no request was answered, {sent} were tried{}", first.unwrap_or_default())
    } else if evidence.unsent.all > 0 {
        format!("no request was sent: {} were due", evidence.unsent.all)
    } else {
        format!("no request was due within the window of {seconds} s: measure longer, or at a higher rate")
    })
}

/// METHOD 34: what carries no value is no success.
fn missed(options: &Options, counts: &Counts) -> Option<String> {
    let (misses, good) = (counts.of(Outcome::Miss), counts.of(Outcome::Ok));
    (misses > 0 && !options.allow_misses).then(|| {
        // Only protocols whose answers have a status are asked for no keys.
        let remedy = match counts.answers().into_iter().max_by_key(|(_, count)| *count) {
            None => "store the keys first (--fill)".to_owned(),
            Some((status, _)) if status == "200" => "expect an empty answer (--expect-body /dev/null)".to_owned(),
            Some((status, _)) => format!("expect this status (--expect {status})"),
        };
        format!("{misses} of {} answers carried no value: {remedy}, or allow it (--allow-misses)", misses + good)
    })
}

fn all_open(options: &Options, evidence: &Evidence) -> Option<String> {
    let asked = options.connections;
    let opened = evidence.opened;
    (options.close == Close::KeepAlive && opened < asked)
        .then(|| format!("{opened} of {asked} connections were open at the start"))
}

/// Each closed connection keeps a local port for a minute: what fails for want of one says nothing of the server.
fn no_port(evidence: &Evidence) -> Option<String> {
    (evidence.fault == Some(Fault::System(Errno::ADDRNOTAVAIL))).then(|| {
        "the local ports were used up: keep connections, close them with --close reset, or allow more ports (sysctl -w \
         net.ipv4.ip_local_port_range='1024 65000')"
            .to_owned()
    })
}

/// Generator and server of a closed loop can both be full; the rate is then the server's all the same.
fn core_full(options: &Options, evidence: &Evidence) -> Option<String> {
    let is_closed = matches!(options.schedule, Schedule::Closed { .. });
    let server_is_full = is_closed && evidence.server.is_some_and(|server| server.is_busy());
    // A precise generator is busy by design; its lateness tells whether it kept up.
    (!options.precise && !options.shares_cores && !server_is_full && evidence.wanted > FULL_CORE).then(|| {
        format!(
            "the generator was the bottleneck: a thread of it wanted {:.0} % of a core: give it --threads or cores",
            evidence.wanted * 100.0
        )
    })
}

fn core_denied(options: &Options, evidence: &Evidence) -> Option<String> {
    (!options.shares_cores && evidence.denied > MOST_DENIED).then(|| {
        format!(
            "the generator waited for a core during {:.0} % of the time: other processes ran on it",
            evidence.denied * 100.0
        )
    })
}

fn late(counts: &Counts) -> Option<String> {
    let lateness_ns = counts.own_lateness.value_at_quantile(0.99);
    let latency_ns = counts.latency[Outcome::Ok as usize].value_at_quantile(0.99);
    let bound_ns = LATENESS_NS.max((latency_ns as f64 * LATENESS_SHARE) as u64);
    if lateness_ns <= bound_ns {
        return None;
    }
    let (sends, ms) = (counts.own_lateness.len(), |ns: u64| ns as f64 / 1e6);
    // Of few sends, none is one in a hundred.
    let late = if sends >= 100 {
        format!("1 in 100 sends was {:.1} ms late or more", ms(lateness_ns))
    } else {
        let late = counts.own_lateness.count_between(bound_ns.saturating_add(1), u64::MAX);
        format!("{late} of {sends} sends were more than {:.1} ms late", ms(bound_ns))
    };
    Some(format!("the schedule was missed: {late} though a connection was free"))
}

/// Little's law: the requests under way are the throughput times the time each takes.
fn little(options: &Options, counts: &Counts) -> Option<String> {
    let Schedule::Closed { think_ns } = options.schedule else { return None };
    let good = &counts.latency[Outcome::Ok as usize];
    let ended: u64 = counts.latency.iter().map(|histogram| histogram.len()).sum();
    // Failures pause a connection, and a pipelined one waits for the last of its answers.
    if options.pipeline > 1 || ended != good.len() || ended < LITTLE_EXCHANGES * options.connections as u64 {
        return None;
    }
    let mut all = histogram::precise();
    histogram::add(&mut all, good);
    let cycle_s = (all.mean() + think_ns as f64) / 1e9;
    let under_way = counts.ended_in_window as f64 / options.duration.as_secs_f64() * cycle_s;
    ((under_way / options.connections as f64 - 1.0).abs() > LITTLE).then(|| {
        format!(
            "Little's law does not hold: {} connections, but throughput times mean service time is {under_way:.1}",
            options.connections
        )
    })
}

/// Nothing goes through a wire faster than the wire: more is a mistake in counting, or another way than it seems.
fn beyond_link(options: &Options, counts: &Counts, link_bits_per_s: Option<u64>) -> Option<String> {
    let Address::Tcp(address) = options.target.address else { return None };
    if address.ip().is_loopback() {
        return None;
    }
    let seconds = (options.warmup + options.duration).as_secs_f64();
    // A wire carries both directions at full speed at once.
    let bits_per_s = counts.received_bytes.max(counts.sent_bytes) as f64 * 8.0 / seconds;
    let link_bits_per_s = link_bits_per_s.filter(|&link| bits_per_s > link as f64)?;
    Some(format!("{:.2} Gbit/s went through a link of {:.2}", bits_per_s / 1e9, link_bits_per_s as f64 / 1e9))
}

/// The speed of the fastest network interface that states one.
fn fastest_link_bits_per_s() -> Option<u64> {
    let interfaces = std::fs::read_dir("/sys/class/net").ok()?;
    // Megabits per second, or -1 where nothing is connected.
    let speed = |path: std::path::PathBuf| std::fs::read_to_string(path.join("speed")).ok()?.trim().parse::<u64>().ok();
    interfaces.flatten().filter_map(|interface| speed(interface.path())).max().map(|megabits| megabits * 1_000_000)
}

#[cfg(test)]
mod tests;
