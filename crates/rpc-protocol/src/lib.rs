//! How the rpc lab drives the two ends of a stack, each a process of its own.
//!
//! The **server** is started like every server of wirecost, with its port in `WIRECOST_PORT` and a private folder in
//! `WIRECOST_FOLDER`. The **client** reads its tasks from standard input, as lines of JSON, and answers on standard output:
//!
//! ```text
//! harness  {"address":"127.0.0.1:40001","message_type":"dns","operation":"echo","message_bytes":9311, ...}   Calling
//!          9311 bytes: the message
//! client   {"cold_ns":412876}                          Ready: it has connected and made two calls, and both were right
//! harness  {"start_unix_ns":1795305600000000000}       Begin
//! client   {"result":{"schema":"wirecost.load/1", ...},"stamped":null}                                        Report
//! ```
//!
//! A client that does not count by `wirecost-load` tells each of its calls in place of a `result`, and the harness finds what
//! they come to. Instants are nanoseconds from the start of the warm-up, on a clock that does not jump:
//!
//! ```text
//! client   {"calls":{"start_unix_ns":1795305600000000421,"callers":[                                          Report
//!            {"connected":true,"calls":[[0,812,341877,"ok"],[342000,342000,650120,"ok"], ...]}, ...]},"stamped":null}
//! ```
//!
//! A call is `[planned, sent, ended, outcome]`; [`CallLog`](wirecost_load::CallLog) says what each of them means. There is a
//! caller for each connection, in any order, and its calls are in theirs, from the warm-up on. In a closed loop each caller
//! makes one call after the other as long as the window lasts, and `planned` is `sent`. At a rate, call number `k` is planned
//! at `k / rate` seconds, whatever happened before; whichever caller is free takes the next one, until `warmup_ms` and
//! `window_ms` are over, and what was planned by then may be sent for one second more. Outcomes are `ok`, `status` (the server
//! stated a fault), `wrong_answer`, `timeout`, `connect` and `closed`; after all but the first two a caller connects anew. The
//! harness refuses what contradicts itself or the schedule, and it sees the client's CPU time by itself. A line has at most 64
//! MiB, which is some 1.5 million calls.
//!
//! A client that reads `in_turn` may answer `"takes_turns":true` when it is ready. It connects all its callers, and then calls only
//! on request. It answers when the last call of the slice has ended, with times in nanoseconds:
//!
//! ```text
//! client   {"cold_ns":412876,"takes_turns":true}                                                      Ready
//! harness  {"slice_ns":5000000}                                                                       Turn
//! client   {"wall_ns":5043112,"ok":61,"failed":0,"p50_ns":80112,"p90_ns":93211,"cpu_ns":1893220}      CallSlice
//! harness  {"slice_ns":5000000} ...
//! ```
//!
//! `cpu_ns` is the CPU time of its process within the slice. The harness reads that too, and refuses a client that reports less.
//!
//! A client that reads an `ability` answers with what it found in place of all that, and ends:
//!
//! ```text
//! client   "can"  or  {"cannot":"its server answers calls and makes none"}  or  {"not-asked":"..."}    Finding
//! ```
//!
//! Standard input stays open as long as the client is wanted; where it ends, the client ends. What it cannot do, it says on
//! standard error and ends with another code than 0.

mod ability;
mod calling;
#[cfg(feature = "load")]
mod options;
#[cfg(feature = "load")]
pub mod phases;
#[cfg(feature = "load")]
mod report;

pub use ability::{Ability, Finding};
pub use calling::{Begin, Calling, Operation, Ready, Transfer, Turn};
#[cfg(feature = "load")]
pub use report::{Report, Stamped, WindowOutcome};

/// The name of the socket in a server's folder that gives its phases, where it has them.
pub const PHASES_SOCKET: &str = "phases";

/// The longest line of a client, bytes.
pub const LONGEST_LINE: u64 = 64 << 20;
