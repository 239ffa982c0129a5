//! What SOAP 1.1 can: faults whose detail is the application's own (4.4), and the dates of XML Schema.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;
use wirecost_codec_rust::candidates::quick_xml_reader;

use super::answer::{Handler, add, read_arguments};
use super::bind::{Filled, Parameters, Part, Written};
use super::fault::SoapFault;
use super::{Soap, envelope};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, ECHO_TIME, FAIL, MEET, Probed, came_back, fails_with, have_met, longest_meeting,
};
use crate::call::Call as _;
use crate::client::Calling;
use crate::messages::{Count, Method, echo};
use crate::phases::Stamps;

pub(super) const ABILITIES: Abilities = Abilities {
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
    let mut client = Soap::connect(calling, ECHO_TIME)?;
    let (seconds, nanoseconds) = ability::MOMENT;
    let moment = Moment(Timestamp::new(seconds, nanoseconds.try_into()?)?);
    let method = Method { name: ECHO_TIME, handler: echo };
    came_back(&moment, &client.call(&method, &moment, &mut Stamps::default())?)
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

    fn leaf(draft: &mut Option<Timestamp>, name: &str, text: String) -> Result<(), quick_xml_reader::Error> {
        if name == Self::NAME {
            *draft = Some(text.trim().parse()?);
        }
        Ok(())
    }

    fn finish(draft: Option<Timestamp>) -> Result<Self, quick_xml_reader::Error> {
        Ok(Self(draft.ok_or("element \"time\" is missing")?))
    }
}
