//! Which messages a web server can answer with.

use wirecost_catalog::Message;
use wirecost_server_lab::{Candidate, Reason};

use crate::content::served;

/// Why a candidate cannot serve a message; none if it can.
pub fn unfit(candidate: &Candidate, message: &Message) -> Option<Reason> {
    let served = match served(&message.content) {
        Ok(served) => served,
        Err(reason) => return Some(reason),
    };
    let limits = candidate.file.text.as_ref()?;
    let lacks = |reason: String| Some(Reason::NotRepresentable(format!("{reason} in a text of its configuration")));
    let Ok(text) = std::str::from_utf8(&served.bytes) else { return lacks("bytes that are not UTF-8".into()) };
    if text.len() > limits.bytes {
        return lacks(format!("{} bytes, more than {},", text.len(), limits.bytes));
    }
    let unfit = text.chars().find(|&character| character.is_control() || limits.without.contains(character))?;
    lacks(format!("the character {unfit:?}"))
}
