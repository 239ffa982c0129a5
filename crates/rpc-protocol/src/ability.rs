//! What a client finds out about its stack in place of the calls that are measured.

use serde::{Deserialize, Serialize};

/// What a stack may be able to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// Integers to the limits of 64 bits come back: signed ones, and unsigned ones where there are such.
    Integers,
    /// A message with named members, a list of such messages among them or not, comes back.
    Struct,
    /// A call of a method that there is not is answered with a fault.
    UnknownMethod,
    /// A call with the arguments of another method is answered with a fault.
    WrongType,
    /// The code that a method fails with reaches its caller.
    FaultCode,
    /// A message to a method has its effect, and no answer.
    OneWay,
    /// A call is answered while another one on the same connection waits.
    Concurrent,
    /// A server calls its client over the client's connection, and gets an answer.
    BothWays,
    /// A date and time of the protocol's own type comes back.
    DateTime,
}

/// What a client found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// It can.
    Can,
    /// It cannot, for this reason.
    Cannot(String),
    /// It has no way to be asked.
    NotAsked(String),
}

#[cfg(all(test, feature = "load"))]
mod tests {
    use super::*;

    /// What clients in other languages read and write.
    #[test]
    fn the_words_of_the_protocol_stay() {
        let said = |finding: &Finding| serde_json::to_string(finding).unwrap();
        assert_eq!(said(&Finding::Can), r#""can""#);
        assert_eq!(said(&Finding::Cannot("a".into())), r#"{"cannot":"a"}"#);
        assert_eq!(said(&Finding::NotAsked("b".into())), r#"{"not-asked":"b"}"#);
        assert_eq!(serde_json::to_string(&Ability::OneWay).unwrap(), r#""one-way""#);
        assert!(serde_json::from_str::<Finding>(r#""could""#).is_err());
        assert!(serde_json::from_str::<Finding>(r#"{"cannot":7}"#).is_err());
    }
}
