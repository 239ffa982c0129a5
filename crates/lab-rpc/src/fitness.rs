//! Which messages, operations and loads a stack can take part with.

use wirecost_catalog::Message;
use wirecost_server_lab::candidate::Replay;
use wirecost_server_lab::serving::{CalledBy, Closing, ServerLoad, Transfer};
use wirecost_server_lab::{Candidate, Reason};

use crate::ANY;

/// Why a stack has no method for a message; none if it has one.
pub(crate) fn unfit(candidate: &Candidate, message: &Message) -> Option<Reason> {
    let message_type = message.message_type().unwrap_or(ANY);
    let types = &candidate.file.client.as_ref()?.types;
    (!types.iter().any(|known| known == message_type)).then(|| match message_type {
        ANY => "it carries only messages that its methods are declared for".into(),
        other => format!("it has no method for a message of type {other:?}").into(),
    })
}

/// Why a stack cannot do this operation under this load; none if it can.
pub(crate) fn unable(candidate: &Candidate, operation: &str, load: &ServerLoad) -> Option<Reason> {
    let client = candidate.file.client.as_ref()?;
    if !client.operations.iter().any(|known| known == operation) {
        return Some(format!("it does not {operation}").into());
    }
    if load.transfer != Transfer::Whole && !client.over_http {
        return Some("it does not use HTTP, so its bodies cannot come in chunks".into());
    }
    if load.transfer != Transfer::Whole && !client.chunks {
        return Some("its HTTP bodies carry their length and cannot come in chunks".into());
    }
    if load.close != Closing::KeepAlive && !client.over_http {
        return Some("its connections stay open".into());
    }
    if load.close == Closing::Reset {
        return Some("its client closes connections, it does not reset them".into());
    }
    let generator = load.client == CalledBy::Generator;
    if load.generators > 1 {
        return Some("several generators are for the http lab".into());
    }
    match client.replay {
        Replay::None if generator => Some("its requests depend on earlier ones, so they cannot be sent again".into()),
        _ if generator && load.transfer != Transfer::Whole => Some("the generator sends bodies whole".into()),
        _ => None,
    }
}
