//! What gRPC can: status codes, calls side by side, and the Timestamp of Protocol Buffers.
//!
//! ```proto
//! message Long {
//!   required int64 signed = 1;
//!   required uint64 unsigned = 2;
//! }
//!
//! rpc echoLong(Long) returns (Long);
//! rpc fail(Count) returns (Count);
//! rpc meet(Count) returns (Count);
//! rpc echoTime(google.protobuf.Timestamp) returns (google.protobuf.Timestamp);
//! ```

use std::future::ready;
use std::sync::Arc;

use futures_util::future::join;
use prost_types::Timestamp;
use tonic::{Code, Status};

use super::proto::Count;
use super::{Caller, Handlers, add};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, ECHO_LONG, ECHO_TIME, FAIL, MEET, Probed, echoes, fails_with, have_met, longest_meeting,
};
use crate::client::Calling;

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Calls(integers),
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Caller::connect(calling, FAIL)?, CODE as i32)),
    one_way: Attempt::Nothing("each of its calls ends with a status"),
    concurrent: Attempt::Calls(concurrent),
    date_time: Attempt::Calls(date_time),
    ..Abilities::NONE
};

/// Codes are an enumeration of 17; this is one that gRPC leaves to applications
/// (<https://github.com/grpc/grpc/blob/master/doc/statuscodes.md>).
const CODE: Code = Code::FailedPrecondition;

/// Adds the methods of a probe.
pub(super) fn register(handlers: &mut Handlers) {
    let probed: Arc<Probed> = Arc::default();
    add(handlers, FAIL, |code: Count| {
        ready(Err::<Count, _>(Status::new(Code::from_i32(code.value), "as it was told")))
    });
    add(handlers, MEET, move |longest: Count| {
        let probed = probed.clone();
        // On a thread of tokio's for what blocks.
        let met = tokio::task::spawn_blocking(move || probed.meet(longest.value));
        async { met.await.map(Count::from).map_err(|error| Status::internal(error.to_string())) }
    });
    add(handlers, ECHO_LONG, |long: Long| ready(Ok(long)));
    add(handlers, ECHO_TIME, |moment: Timestamp| ready(Ok(moment)));
}

#[derive(Clone, Copy, PartialEq, prost::Message)]
struct Long {
    #[prost(int64, required, tag = "1")]
    signed: i64,
    #[prost(uint64, required, tag = "2")]
    unsigned: u64,
}

fn integers(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling, ECHO_LONG)?;
    echoes(&mut caller, ECHO_LONG, Long { signed: i64::MIN, unsigned: u64::MAX })?;
    echoes(&mut caller, ECHO_LONG, Long { signed: i64::MAX, unsigned: 0 })
}

fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let Caller { runtime, mut grpc, path } = Caller::connect(calling, MEET)?;
    // A clone of a channel is the same connection.
    let mut other = grpc.clone();
    let longest = Count::from(longest_meeting(calling));
    let one = super::unary::<Count, Count>(&mut grpc, path.clone(), longest);
    let two = super::unary::<Count, Count>(&mut other, path, longest);
    let (one, two) = runtime.block_on(join(one, two));
    have_met(one?.value.min(two?.value))
}

fn date_time(calling: &Calling) -> Result<(), Fault> {
    let (seconds, nanoseconds) = ability::MOMENT;
    let moment = Timestamp { seconds, nanos: nanoseconds.try_into()? };
    echoes(&mut Caller::connect(calling, ECHO_TIME)?, ECHO_TIME, moment)
}
