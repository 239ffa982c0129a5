//! A load generator that tells the truth.
//!
//! Latency runs from the instant that a request was *planned* for, so that a server that stalls cannot hide the requests
//! that it kept from being sent. Beside it stand the service time and the lateness of the sends. A run in which the
//! generator itself was the bottleneck is refused.
//!
//! [`run`] takes [`Options`], which say where the load goes and on which [`Schedule`], and a [`Protocol`], which knows
//! the bytes; it gives a [`LoadResult`], the document `wirecost.load/1`.

#[cfg(not(target_os = "linux"))]
compile_error!("wirecost-load waits with epoll and reads /proc, so it builds on Linux only");

mod acknowledgement;
mod acknowledgement_wait;
mod address;
mod answers;
mod arrivals;
mod call_log;
mod calls;
mod calls_in_turn;
mod ceiling;
mod checks;
mod clock;
mod connection;
mod cpu;
mod distribution;
mod embedded;
mod error;
mod fault;
mod feed;
mod file;
mod find;
mod histogram;
mod http2;
mod label;
mod limits;
mod login;
mod merge;
mod null;
mod options;
mod outcome;
mod parts;
mod poller;
pub mod protocol;
mod quantiles;
mod refusal;
mod rendezvous;
mod request_log;
mod result;
mod run;
mod schedule;
mod series;
mod server;
mod setup;
mod share;
mod spectrum;
mod stop;
mod stream;
mod summary;
mod tally;
mod targets;
pub mod template;
mod tls;
mod turns;
mod worker;

pub use acknowledgement::{Acknowledge, AcknowledgementWait};
pub use acknowledgement_wait::acknowledgement_wait;
pub use address::{Address, Scheme, Target, Url};
pub use arrivals::Arrivals;
pub use call_log::{CallLog, CallerLog, ClientCpu, LoggedCall};
pub use calls::{Caller, run_calls};
pub use calls_in_turn::{CallSlice, take_turns};
pub use ceiling::ceiling;
pub use clock::{now_ns, unix_ns};
#[doc(hidden)]
pub use distribution::distributions_of;
pub use embedded::{Embedded, EmbeddedError, EmbeddedResult, run_embedded};
pub use error::Error;
pub use file::{read_file, read_text};
pub use find::{Found, Goal, Probe, Probed, SEARCH_SCHEMA, Search, find_rate, find_rate_by, per_second};
pub use http2::Http2Requests;
#[doc(hidden)]
pub use http2::http2_in_pieces;
pub use label::Label;
pub use limits::{Limits, allow_files, check_files, check_ports};
pub use login::Login;
pub use merge::{Decoded, Merger, merge, merge_forced};
pub use null::NullServer;
pub use options::{Close, Options};
pub use outcome::Outcome;
pub use parts::{ClockOffset, Clocks, PartReport, PartState};
pub use protocol::Protocol;
pub use quantiles::Quantiles;
pub use refusal::Refusal;
pub use rendezvous::Rendezvous;
pub use request_log::{LoggedRequest, RequestLog};
pub use result::{Connections, Errors, Generator, Generators, LoadResult, SCHEMA, Tenth};
pub use run::{Progress, run};
pub use schedule::{Schedule, Segment, Spacing};
pub use series::INTERVAL_NS;
pub use server::{ServerCpu, listeners};
pub use share::Share;
pub use spectrum::write_spectrum;
pub use stop::Stop;
pub use summary::{Summary, histogram};
pub use targets::Targets;
pub use tls::{Tls, Trust};
pub use turns::{BOOKED_AFTER, CpuClock, Slice, Total, Turn, Turns, length};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
