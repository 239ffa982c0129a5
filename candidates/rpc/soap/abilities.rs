//! What SOAP 1.1 can: faults whose detail is the application's own (4.4), and the dates of XML Schema.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;

use super::bind::{Parameters, Part, Written};
use super::fault::SoapFault;
use super::filled::{Error, Filled};
use super::handler::{Handler, add, read_arguments};
use super::{Soap, envelope};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, ECHO_LONG, ECHO_TIME, FAIL, MEET, Probed, echoes, fails_with, have_met, longest_meeting,
};
use crate::client::Calling;
use crate::messages::{Count, echo};
use crate::phases::Stamps;

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Calls(integers),
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Soap::connect(calling, FAIL)?, ability::CODE)),
    concurrent: Attempt::Calls(concurrent),
    date_time: Attempt::Calls(date_time),
    ..Abilities::OVER_HTTP
};

/// Adds the methods of a probe.
pub(super) fn register(handlers: &mut HashMap<&'static str, Handler>) {
    let probed: Arc<Probed> = Arc::default();
    add(handlers, MEET, move |longest: Count| Count::from(probed.meet(longest.value)));
    add(handlers, ECHO_TIME, echo::<Moment>);
    add(handlers, ECHO_LONG, echo::<Long>);
    let fail: Handler = Box::new(|events, _, _| {
        let code: Count = read_arguments(events)?;
        Err(SoapFault::application(code.value, "as it was told"))
    });
    handlers.insert(FAIL, fail);
}

/// Two requests, of which the second one is sent before the first one is answered (RFC 9112, 9.3.2).
fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let mut client = Soap::connect(calling, MEET)?;
    envelope::write_request(&mut client.request, MEET, &Count::from(longest_meeting(calling)));
    for _ in 0..2 {
        client.poster.send(&client.request)?;
    }
    have_met(client.receive::<Count>(MEET, &mut Stamps::default())?.value)
}

fn date_time(calling: &Calling) -> Result<(), Fault> {
    let (seconds, nanoseconds) = ability::MOMENT;
    let moment = Moment(Timestamp::new(seconds, nanoseconds.try_into()?)?);
    echoes(&mut Soap::connect(calling, ECHO_TIME)?, ECHO_TIME, moment)
}

fn integers(calling: &Calling) -> Result<(), Fault> {
    let mut client = Soap::connect(calling, ECHO_LONG)?;
    echoes(&mut client, ECHO_LONG, Long { signed: i64::MIN, unsigned: u64::MAX })?;
    echoes(&mut client, ECHO_LONG, Long { signed: i64::MAX, unsigned: 0 })
}

/// An `xsd:long` and an `xsd:unsignedLong`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Long {
    signed: i64,
    unsigned: u64,
}

impl Written for Long {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        let Self { signed, unsigned } = self;
        out.extend_from_slice(format!("<signed>{signed}</signed>\n<unsigned>{unsigned}</unsigned>\n").as_bytes());
    }
}

impl Parameters for Long {}

impl Filled for Long {
    type Draft = (Option<i64>, Option<u64>);

    fn leaf(draft: &mut Self::Draft, name: &str, text: String) -> Result<(), Error> {
        match name {
            "signed" => draft.0 = Some(text.trim().parse()?),
            "unsigned" => draft.1 = Some(text.trim().parse()?),
            _ => {}
        }
        Ok(())
    }

    fn finish((signed, unsigned): Self::Draft) -> Result<Self, Error> {
        let signed = signed.ok_or("element \"signed\" is missing")?;
        Ok(Self { signed, unsigned: unsigned.ok_or("element \"unsigned\" is missing")? })
    }
}

/// A moment as an `xsd:dateTime` in UTC (XML Schema part 2, second edition, 3.2.7), which the schema of 1999, of which the
/// envelope's other types are, does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Moment(Timestamp);

impl Moment {
    const NAME: &str = "time";
}

impl Written for Moment {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        let (name, moment) = (Self::NAME, self.0);
        let written = format!(
            "<{name} xsi:type=\"date:dateTime\" xmlns:date=\"http://www.w3.org/2001/XMLSchema\" \
             xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">{moment}</{name}>\n"
        );
        out.extend_from_slice(written.as_bytes());
    }
}

impl Parameters for Moment {}

impl Filled for Moment {
    type Draft = Option<Timestamp>;

    fn leaf(draft: &mut Option<Timestamp>, name: &str, text: String) -> Result<(), Error> {
        if name == Self::NAME {
            *draft = Some(text.trim().parse()?);
        }
        Ok(())
    }

    fn finish(draft: Option<Timestamp>) -> Result<Self, Error> {
        Ok(Self(draft.ok_or("element \"time\" is missing")?))
    }
}
