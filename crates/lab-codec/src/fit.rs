//! Why a candidate cannot run a message.

use wirecost_catalog::Message;
use wirecost_catalog::format::{is_self_describing, needs_schema, obstacle};
use wirecost_codec_protocol::{Binding, CandidateDescription};
use wirecost_value::Value;

use crate::meaning::same_kinds;

/// Why a candidate cannot run a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Unfit {
    /// All that it lacks is a type for the message, which can be generated.
    LacksType(String),
    /// Anything else.
    Otherwise(String),
}

impl Unfit {
    /// The reason, for people.
    pub fn reason(self) -> String {
        let (Self::LacksType(reason) | Self::Otherwise(reason)) = self;
        reason
    }
}

/// Why a candidate with compiled types takes no message of another type.
pub(crate) const LACKS_TYPE: &str = "only code that is compiled for the type of the message writes it";

/// Why a candidate has no type for a message of yours whose code is written by hand.
const BY_HAND: &str = "its code is written by hand for a few types of messages, and no generator writes it";

/// Why a candidate has no type for a message, with the first field that it would need one for.
pub(crate) fn no_type(candidate: &CandidateDescription, message: &Message, why: &str) -> String {
    let field = match &message.content.value {
        Ok(Value::Map(entries)) => entries.first().map(|(key, _)| format!("the field {key:?}")),
        _ => None,
    };
    let field = field.unwrap_or_else(|| "the message".to_owned());
    format!("{} has no type in {} for {field}: {why}", candidate.name, candidate.format)
}

/// Why a candidate with generated types cannot run a message.
pub(crate) fn unfit_typed(candidate: &CandidateDescription, message: &Message) -> Option<Unfit> {
    let typed = message.content.typed.as_ref()?;
    if let Some(Err(reason)) = is_self_describing(&candidate.format).then_some(message.content.value.as_ref()) {
        return Some(Unfit::Otherwise(format!("not representable: {reason}")));
    }
    let value = message.content.value.as_ref().ok()?;
    // XML has text alone, which the types of a message that is defined say how to read.
    let differs = is_self_describing(&candidate.format) && candidate.format != "xml" && !same_kinds(value, typed);
    differs.then(|| {
        Unfit::Otherwise(
            "the message writes a value in another form than its type, such as a time as text; give its types with --types".into(),
        )
    })
}

/// Why a candidate cannot run a message; none if it can.
pub(crate) fn unfit(candidate: &CandidateDescription, message: &Message) -> Option<Unfit> {
    let lacks = |reason: &dyn std::fmt::Display| Some(Unfit::Otherwise(format!("not representable: {reason}")));
    if candidate.binding == Binding::Nothing {
        return None;
    }
    if let Some(types) = &candidate.types {
        return match message.message_type() {
            Some(name) if types.iter().any(|known| known == name) => None,
            _ if types.is_empty() => Some(Unfit::LacksType(LACKS_TYPE.to_owned())),
            Some(name) => Some(Unfit::Otherwise(format!("the candidate has no struct for messages of type {name:?}"))),
            None => Some(Unfit::Otherwise(no_type(candidate, message, BY_HAND))),
        };
    }
    // It gets the types and can compile them, so its format leaves nothing open.
    if candidate.binding == Binding::Typed {
        let is_told = message.runner_types().is_some() && !needs_schema(&candidate.format);
        if is_told || message.defined().is_some() {
            return None;
        }
    }
    if needs_schema(&candidate.format) {
        return match message.schema() {
            Some(schema) if schema.format == candidate.format => None,
            _ => Some(Unfit::Otherwise("the format needs the message's schema: --schema FILE".into())),
        };
    }
    if candidate.format == "xml" || candidate.binding.is_infoset() {
        return message.content.xml.as_ref().err().and_then(|lack| lacks(lack));
    }
    let value = match &message.content.value {
        Ok(value) => value,
        Err(reason) => return lacks(reason),
    };
    if let Some(max) = candidate.max_depth.filter(|max| value.depth() > *max) {
        let depth = value.depth();
        return Some(Unfit::Otherwise(format!("nested {depth} levels deep; the library reads {max}")));
    }
    obstacle(&candidate.format, value).and_then(|obstacle| lacks(&obstacle))
}
