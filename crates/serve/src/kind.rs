//! The labs of servers under load.

use wirecost_model::Lab;
use wirecost_plan::Message;
use wirecost_plan::serving::{Client, Closing, Load, Serving, Transfer};
use wirecost_value::encoding;

use crate::candidate::{Candidate, Replay};
use crate::content::served;
use crate::http;

/// Which lab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Web servers: a page is asked for.
    Http,
    /// RPC stacks, server and client: a method is called.
    Rpc,
}

/// A message without a type, for stacks that carry any.
pub const ANY: &str = "any";

impl Kind {
    /// Every lab of servers.
    pub const ALL: [Kind; 2] = [Kind::Http, Kind::Rpc];

    /// The lab.
    pub const fn lab(self) -> Lab {
        match self {
            Kind::Http => Lab::HTTP,
            Kind::Rpc => Lab::RPC,
        }
    }

    /// Its name, which is that of its folder of candidates and of its table in a suite.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Http => "http",
            Kind::Rpc => "rpc",
        }
    }

    /// What is asked of servers.
    pub fn operations(self, serving: &Serving) -> Vec<&'static str> {
        match self {
            Kind::Http => vec![http::OPERATION],
            Kind::Rpc => serving.operations.iter().map(|asked| asked.name()).collect(),
        }
    }

    /// The parameters of a case.
    pub fn parameters(self, load: &Load) -> Vec<(&'static str, String)> {
        match self {
            Kind::Http => load.parameters(),
            Kind::Rpc => load.rpc_parameters(),
        }
    }

    /// The format of what goes over the wire.
    pub fn format(self, candidate: Option<&Candidate>, message: &Message) -> String {
        match self {
            Kind::Http => served(&message.content).map_or("none", |served| served.format).to_owned(),
            Kind::Rpc => {
                let client = candidate.and_then(|candidate| candidate.file.client.as_ref());
                client.map_or_else(|| "none".to_owned(), |client| client.format.clone())
            }
        }
    }

    /// A message as trials take it: what a web server answers with, or the data tree in wirecost's own encoding.
    ///
    /// # Errors
    /// Why it has no such form.
    pub fn content(self, content: &wirecost_plan::Content) -> Result<Vec<u8>, String> {
        match self {
            Kind::Http => served(content).map(|served| served.octets),
            Kind::Rpc => {
                let value = content.value.as_ref().map_err(|reason| format!("not representable: {reason}"))?;
                let mut octets = Vec::new();
                encoding::encode(value, &mut octets).map_err(|error| format!("not representable: {error}"))?;
                Ok(octets)
            }
        }
    }

    /// Why a candidate takes no part with a message at all.
    pub fn unfit(self, candidate: &Candidate, message: &Message) -> Option<String> {
        match self {
            Kind::Http => http::unfit(candidate, message),
            Kind::Rpc => {
                if let Err(reason) = self.content(&message.content) {
                    return Some(reason);
                }
                let message_type = message.message_type.as_deref().unwrap_or(ANY);
                let types = &candidate.file.client.as_ref()?.types;
                (!types.iter().any(|known| known == message_type)).then(|| match message_type {
                    ANY => "it carries only messages that its methods are declared for".to_owned(),
                    other => format!("it has no method for a message of type {other:?}"),
                })
            }
        }
    }

    /// Why a candidate cannot do this operation under this load.
    pub fn unable(self, candidate: &Candidate, operation: &str, load: &Load) -> Option<String> {
        let client = match self {
            Kind::Http => return None,
            Kind::Rpc => candidate.file.client.as_ref()?,
        };
        if !client.operations.iter().any(|known| known == operation) {
            return Some(format!("it does not {operation}"));
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
        let generator = load.client == Client::Generator;
        if load.generators > 1 {
            return Some("several generators are for the http lab".into());
        }
        match client.replay {
            Replay::None if generator => {
                Some("its requests depend on earlier ones, so they cannot be sent again".into())
            }
            _ if generator && load.transfer != Transfer::Whole => Some("the generator sends bodies whole".into()),
            _ => None,
        }
    }
}
