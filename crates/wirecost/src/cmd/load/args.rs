//! The options of `wirecost load`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use wirecost_load::Goal;

use super::values::{CloseArg, Stages, header, rate, span, stages};
use super::{keys, many};

/// How long a server is loaded before, unless an option says otherwise.
const WARMUP: Duration = Duration::from_secs(1);

/// Options of `load`.
#[derive(Args)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub struct LoadArgs {
    /// Load this server: http://, https://, redis://, memcached://, or unix:/SOCKET:/PATH; http without a scheme
    #[arg(required_unless_present = "targets", conflicts_with = "targets")]
    pub(in crate::cmd) url: Option<String>,

    /// Compare with this server: all of them are loaded in turn, for a few milliseconds each, for 30 s in all (repeatable)
    #[arg(
        long,
        value_name = "URL",
        requires = "url",
        conflicts_with_all = ["requests", "stages", "trace", "find_rate", "threads", "start_at", "targets", "hdr", "precise", "on"]
    )]
    pub(in crate::cmd) against: Vec<String>,

    /// With --against: exit with 3 if another server takes more time or CPU time than the first by more than this share, such as 3%, and
    /// with 4 if that cannot be decided. Equal servers differ by up to 2 %, so less counts as 2%
    #[arg(long, value_name = "SHARE", requires = "against", value_parser = crate::cmd::gate::parse_share)]
    pub(in crate::cmd) max_slowdown: Option<f64>,

    /// With --against: load a server this long before each of its slices, since the turns of others leave it cold; 15ms for one in Go,
    /// whose scheduler works more after each start
    #[arg(long, value_name = "SPAN", requires = "against", default_value = "3ms", value_parser = span)]
    pub(in crate::cmd) slice_lead: Duration,

    /// Open this many connections: the users of a closed loop, or what an open loop starts with
    #[arg(short, long, visible_alias = "concurrency", value_name = "N", default_value = "50")]
    pub(in crate::cmd) connections: usize,

    /// Measure this long: 10s, 2m; a plain number is seconds [default: 10s, or as long as --stages, --trace or -n last; 30s with
    /// --against]
    #[arg(short, long, visible_short_alias = 'z', value_name = "SPAN", value_parser = span)]
    pub(in crate::cmd) duration: Option<Duration>,

    /// Measure this many requests, however long they take; with --duration, at most that long. There is no warm-up unless --warmup
    /// is given; requests that it left under way count in addition
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "find_rate", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cmd) requests: Option<u64>,

    /// Load the server this long before measuring. Nothing of it is counted [default: 1s; 0 with -n]
    #[arg(long, value_name = "SPAN", value_parser = span)]
    pub(in crate::cmd) warmup: Option<Duration>,

    /// Plan this many requests per second, whatever the server does (an open loop): 500, 500/s, 30/1m. Latency then runs
    /// from the planned instant [default: a closed loop, as fast as the connections go]
    #[arg(short = 'R', long, visible_alias = "qps", visible_short_alias = 'q', value_parser = rate)]
    pub(in crate::cmd) rate: Option<f64>,

    /// Plan a rate that changes: 100:10s is a step, 100-500:30s a ramp, one after the other
    #[arg(long, value_name = "STAGE,..", conflicts_with_all = ["rate", "find_rate", "think"], value_parser = stages)]
    pub(in crate::cmd) stages: Option<Stages>,

    /// Exit with 1 unless this holds, such as 'p99<20ms' or 'max<1s': every request was answered well, and this quantile is below the
    /// bound (repeatable)
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["find_rate", "against"])]
    pub(in crate::cmd) require: Vec<Goal>,

    /// Repeat recorded instants from a file: one number per line, in seconds from the start, ascending
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rate", "stages", "find_rate", "think", "poisson"])]
    pub(in crate::cmd) trace: Option<PathBuf>,

    /// Send the requests of --rate or --stages at random instants (a Poisson process), like independent users
    #[arg(long)]
    pub(in crate::cmd) poisson: bool,

    /// Draw from this seed: the instants of --poisson, the order of slices of --against
    #[arg(long, value_name = "N", default_value = "1")]
    pub(in crate::cmd) seed: u64,

    /// Search for the highest rate that keeps a goal such as 'p99<5ms', then confirm the goal at 90 % of that rate. The
    /// search begins at --rate [default: 100]. It makes 20 probes of 2 s and 3 confirmations at most, and says "at least"
    /// where the generator's limit ends it
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["think", "poisson", "emit"])]
    pub(in crate::cmd) find_rate: Option<Goal>,

    /// Pause this long between an answer and the next request of a closed loop
    #[arg(long, value_name = "SPAN", conflicts_with = "rate", value_parser = span)]
    pub(in crate::cmd) think: Option<Duration>,

    /// Let an open loop grow to this many connections when all are busy [default: --connections]
    #[arg(long, visible_alias = "max-workers", value_name = "N")]
    pub(in crate::cmd) max_connections: Option<usize>,

    /// Use this many threads, each with a share of the connections
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub(in crate::cmd) threads: usize,

    /// Pin threads to these cores, in turn
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub(in crate::cmd) core: Vec<usize>,

    /// Let each connection have this many requests under way
    #[arg(long, value_name = "N", default_value = "1")]
    pub(in crate::cmd) pipeline: usize,

    /// Choose what happens to a connection after each answer
    #[arg(long, value_name = "HOW", default_value = "keep-alive")]
    pub(in crate::cmd) close: CloseArg,

    /// Open a new connection for each request; the same as --close fin
    #[arg(long, conflicts_with = "close")]
    pub(in crate::cmd) disable_keepalive: bool,

    /// Count a request as failed if its answer takes longer than this
    #[arg(long, value_name = "SPAN", default_value = "10s", value_parser = span)]
    pub(in crate::cmd) timeout: Duration,

    /// Accept answers without a value, such as for a missing key. They still count as misses and never as ok. Without this
    /// option they make the result invalid
    #[arg(long)]
    pub(in crate::cmd) allow_misses: bool,

    /// Take the CPU time of these processes as that of the server; with --against, of one for each server, in their order [default: the
    /// local processes that listen at the address]
    #[arg(long, value_name = "PID", value_delimiter = ',')]
    pub(in crate::cmd) pid: Vec<u32>,

    /// Poll the clock without pause. Sends are then on time within 2 us, but a core is always busy
    #[arg(long)]
    pub(in crate::cmd) precise: bool,

    /// Keep idle cores awake (Linux). Waking a core adds latency
    #[arg(long)]
    pub(in crate::cmd) keep_awake: bool,

    /// Begin the warm-up at this instant, such as 2030-01-31T12:00:00Z, so that several generators start together
    #[arg(long, value_name = "TIME", conflicts_with = "on")]
    pub(in crate::cmd) start_at: Option<jiff::Timestamp>,

    /// Read requests from a file in vegeta's form: METHOD URL, then headers, then @FILE with the content; empty lines
    /// may stand in between
    #[arg(long, value_name = "FILE")]
    pub(in crate::cmd) targets: Option<PathBuf>,

    /// Use this method [default: GET, or POST with a body]
    #[arg(short, long, help_heading = "HTTP")]
    pub(in crate::cmd) method: Option<String>,

    /// Send this header, `Name: value`; it replaces a header of that name (repeatable)
    #[arg(short = 'H', long, value_name = "HEADER", help_heading = "HTTP", value_parser = header)]
    pub(in crate::cmd) header: Vec<(String, String)>,

    /// Send the content of this file. __rand_int__ in it, or in the URL, becomes a number below --keyspace
    #[arg(short = 'D', long, value_name = "FILE", help_heading = "HTTP", conflicts_with = "data")]
    pub(in crate::cmd) body: Option<PathBuf>,

    /// Send this text as content
    #[arg(long, value_name = "TEXT", help_heading = "HTTP")]
    pub(in crate::cmd) data: Option<String>,

    /// Send this content-type header
    #[arg(short = 'T', long, value_name = "TYPE", help_heading = "HTTP")]
    pub(in crate::cmd) content_type: Option<String>,

    /// Expect this status [default: any from 200 to 299]. Redirects are not followed
    #[arg(long, value_name = "STATUS", help_heading = "HTTP", value_parser = clap::value_parser!(u16).range(100..600))]
    pub(in crate::cmd) expect: Option<u16>,

    /// Expect the content of this file, byte for byte
    #[arg(long, value_name = "FILE", help_heading = "HTTP")]
    pub(in crate::cmd) expect_body: Option<PathBuf>,

    /// Use HTTP/2 from the first byte of each connection. --pipeline is the number of streams
    #[arg(long, help_heading = "HTTP", conflicts_with_all = ["disable_keepalive", "keyspace"])]
    pub(in crate::cmd) http2: bool,

    /// Accept any certificate. Use it for test servers only
    #[arg(long, help_heading = "HTTP", conflicts_with = "cacert")]
    pub(in crate::cmd) insecure: bool,

    /// Trust the certificates in this PEM file in place of the public ones
    #[arg(long, value_name = "FILE", help_heading = "HTTP")]
    pub(in crate::cmd) cacert: Option<PathBuf>,

    /// Store values of this size in place of fetching them
    #[arg(long, value_name = "BYTES", help_heading = "Redis and memcached")]
    pub(in crate::cmd) set: Option<usize>,

    /// Store every key of the keyspace before the run, with values of this size: --fill or --fill=BYTES
    /// [default size: 100]
    #[arg(long, value_name = "BYTES", num_args = 0..=1, require_equals = true, default_missing_value = "100", conflicts_with = "set", help_heading = "Redis and memcached")]
    pub(in crate::cmd) fill: Option<usize>,

    /// Log in with this password. Prefer the environment variable: other users of the machine can read the options and
    /// URLs of a command
    #[arg(
        long,
        env = "WIRECOST_PASSWORD",
        hide_env_values = true,
        hide_default_value = true,
        value_name = "TEXT",
        help_heading = "Redis and memcached"
    )]
    pub(in crate::cmd) password: Option<String>,

    /// Log in as this user. Redis also accepts a password without a user
    #[arg(long, value_name = "NAME", help_heading = "Redis and memcached")]
    pub(in crate::cmd) user: Option<String>,

    /// Use this many different keys, or values of __rand_int__
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Redis and memcached")]
    pub(in crate::cmd) keyspace: u64,

    #[command(flatten)]
    pub(in crate::cmd) store: keys::StoreArgs,

    #[command(flatten)]
    pub(in crate::cmd) many: many::ManyArgs,

    /// Write the result as a JSON document
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cmd) json: Option<PathBuf>,

    /// Write what was found as one HTML file that opens offline
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cmd) html: Option<PathBuf>,

    /// Draw this earlier result of `load --json` into the same pictures of --html (repeatable)
    #[arg(long, value_name = "FILE.json", requires = "html", conflicts_with = "against", help_heading = "Output")]
    pub(in crate::cmd) beside: Vec<PathBuf>,

    /// Write the whole distribution of latency, in the text form of HDR tools
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cmd) hdr: Option<PathBuf>,

    /// Write a line for each request of the measured window (CSV): when it was planned, was sent and ended, in ns from the beginning of the
    /// window, its outcome and its status
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["find_rate", "against", "on"], help_heading = "Output")]
    pub(in crate::cmd) log: Option<PathBuf>,

    /// Hide the line that shows the progress
    #[arg(long, help_heading = "Output")]
    pub(in crate::cmd) quiet: bool,

    /// The options as they were given, for workers.
    #[arg(skip)]
    pub given: crate::cmd::forwarded::ForwardedOptions,
}

impl LoadArgs {
    /// How long the server is loaded before. Who counts requests wants no others.
    pub(in crate::cmd) fn warmup(&self) -> Duration {
        self.warmup.unwrap_or(if self.requests.is_some() { Duration::ZERO } else { WARMUP })
    }

    /// What happens to a connection after each answer.
    pub(in crate::cmd) fn close(&self) -> CloseArg {
        let closes = |(name, value): &(String, String)| {
            let mut tokens = value.split(',');
            name.eq_ignore_ascii_case("connection") && tokens.any(|token| token.trim().eq_ignore_ascii_case("close"))
        };
        match self.close {
            // A server that is told so closes it.
            CloseArg::KeepAlive if self.disable_keepalive || self.header.iter().any(closes) => CloseArg::Fin,
            close => close,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  wirecost load http://127.0.0.1:8080/ -c 100 -d 10s           as fast as 100 connections go
  wirecost load http://127.0.0.1:8080/ -c 100 --rate 5000      how long users wait at 5,000/s
  wirecost load http://127.0.0.1:8080/ --stages 100:10s,100-2000:1m,2000:30s
  wirecost load http://127.0.0.1:8080/ -n 10000 -c 100         this many requests, as with ab
  wirecost load http://127.0.0.1:8080/ --find-rate 'p99<5ms'   the highest rate that keeps this goal
  wirecost load http://127.0.0.1:8080/ --rate 500 --require 'p99<20ms'      exit code 1 if it is not so
  wirecost load http://127.0.0.1:8080/orders --body order.json -T application/json --expect 201
  wirecost load http://127.0.0.1:8080/ --close reset           a new connection for each request
  wirecost load https://127.0.0.1:8443/ --http2 --pipeline 8 --insecure
  wirecost load unix:/run/app.sock:/health -c 10 -d 5s
  wirecost load redis://127.0.0.1 -c 50 --pipeline 16 --set 100 --keyspace 100000
  wirecost load redis://127.0.0.1 --fill --keyspace 100000     store all keys, then fetch them
  wirecost load memcached://127.0.0.1 --keys 100000 --value-size 100 --ratio 1:10 --dist zipf     every answer is checked
  wirecost load --targets requests.txt --rate 200 --json result.json
  wirecost load http://127.0.0.1:8080/ --rate 5000 --html result.html         quantiles and the course as a page
  wirecost load http://127.0.0.1:8080/ --html new.html --beside old.json          and an earlier result in its pictures
  wirecost load http://10.0.0.5:8080/ --rate 90000 -c 900 --on slurm:3        one schedule from three machines
  wirecost load http://127.0.0.1:8080/ --against http://127.0.0.1:8081/                      which is cheaper, and sooner
  wirecost load http://127.0.0.1:8080/ --against http://127.0.0.1:8081/ --max-slowdown 3%    a gate for a new build

Ctrl-C ends a run within half a second; the result so far is still printed and written. A second Ctrl-C ends it at once.

With --against, the first server and each of the others are compared by slices of some 5 ms, in random order. What else the
machine does hits both alike. Take cores apart for the servers (taskset -c 0) and for wirecost (--core 1) where you can.

Exit codes: 0 done; 1 done, but requests failed or were never sent, a goal was not kept, or the result is not valid \
(no answer within the window, missing keys, a generator that was too slow); 2 refused (usage, a broken file, a server \
that cannot be reached); 3 and 4 with --max-slowdown: a server is slower by more, or that could not be decided; 130 ended early.";
