//! Exceptions: the answers that are not results.

use std::fmt;

use crate::Error;

/// The code of an exception, one byte on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExceptionCode {
    /// 0: raised by the method itself.
    Application,
    /// 1: a system error that nobody handled.
    Raw,
    /// 2: the other module cannot be reached.
    Communication,
    /// 3: a module could not be started.
    ModuleStart,
    /// 4: an argument has another type than the method reads.
    TypeMismatch,
    /// 5: the method's signature is not the one the caller expects.
    IncompatibleSignature,
    /// 6: a module id is not well formed.
    ModuleIdSyntax,
    /// 7: a service category is not well formed.
    CategorySyntax,
    /// 9: the module has no such service.
    ServiceNotFound,
    /// 10: a method uses types that cannot appear in a data block.
    NotBlockType,
    /// 11: more than one method fits.
    MethodAmbiguous,
    /// 12: an object has a type that cannot be sent.
    UnsupportedObject,
    /// 13: the service has no such method.
    MethodNotFound,
    /// 14: a signature is not well formed.
    SignatureSyntax,
    /// 15: a module's or service's registration is incomplete.
    ModuleDefinition,
    /// 16: no module has this name.
    ModuleNotFound,
    /// 17: the broker could not be started.
    BrokerStart,
    /// 255: libSBW met a C++ exception that it does not know.
    Unexpected,
    /// Any other code, kept as it came; to be treated as [`ExceptionCode::Application`].
    Other(u8),
}

impl ExceptionCode {
    /// All codes that have a meaning, with their byte.
    pub const ALL: [(u8, ExceptionCode); 18] = [
        (0, Self::Application),
        (1, Self::Raw),
        (2, Self::Communication),
        (3, Self::ModuleStart),
        (4, Self::TypeMismatch),
        (5, Self::IncompatibleSignature),
        (6, Self::ModuleIdSyntax),
        (7, Self::CategorySyntax),
        (9, Self::ServiceNotFound),
        (10, Self::NotBlockType),
        (11, Self::MethodAmbiguous),
        (12, Self::UnsupportedObject),
        (13, Self::MethodNotFound),
        (14, Self::SignatureSyntax),
        (15, Self::ModuleDefinition),
        (16, Self::ModuleNotFound),
        (17, Self::BrokerStart),
        (255, Self::Unexpected),
    ];

    /// The code's byte on the wire.
    pub fn byte(self) -> u8 {
        match self {
            Self::Other(byte) => byte,
            known => Self::ALL.iter().find(|(_, code)| *code == known).map_or(0, |(byte, _)| *byte),
        }
    }

    /// What a byte means.
    pub fn from_byte(byte: u8) -> Self {
        Self::ALL.iter().find(|(known, _)| *known == byte).map_or(Self::Other(byte), |(_, code)| *code)
    }

    /// True if it is to be treated as raised by the method itself.
    pub fn is_application(self) -> bool {
        matches!(self, Self::Application | Self::Other(_))
    }
}

impl fmt::Display for ExceptionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Application => "application error",
            Self::Raw => "raw system error",
            Self::Communication => "communication error",
            Self::ModuleStart => "module start failed",
            Self::TypeMismatch => "type mismatch",
            Self::IncompatibleSignature => "incompatible method signature",
            Self::ModuleIdSyntax => "module id syntax",
            Self::CategorySyntax => "category syntax",
            Self::ServiceNotFound => "service not found",
            Self::NotBlockType => "not a block type",
            Self::MethodAmbiguous => "method ambiguous",
            Self::UnsupportedObject => "unsupported object type",
            Self::MethodNotFound => "method not found",
            Self::SignatureSyntax => "signature syntax",
            Self::ModuleDefinition => "module definition",
            Self::ModuleNotFound => "module not found",
            Self::BrokerStart => "broker start failed",
            Self::Unexpected => "unexpected error",
            Self::Other(byte) => return write!(f, "application error {byte}"),
        };
        f.write_str(name)
    }
}

/// An exception as it travels: a code, a message for users, a detail for developers (often empty).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}{}{detail}", if detail.is_empty() { "" } else { " | " })]
pub struct Exception {
    /// What kind of failure it is.
    pub code: ExceptionCode,
    /// For users. Bytes that are not UTF-8 are replaced when an exception is read.
    pub message: String,
    /// For developers.
    pub detail: String,
}

impl Exception {
    /// An exception without detail.
    pub fn new(code: ExceptionCode, message: impl Into<String>) -> Self {
        Exception { code, message: message.into(), detail: String::new() }
    }

    /// An exception raised by a method itself (code 0).
    pub fn application(message: impl Into<String>) -> Self {
        Self::new(ExceptionCode::Application, message)
    }
}

/// So that a method may use `?`: what failed inside it becomes the exception that its caller gets.
impl From<Error> for Exception {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::Exception(exception) => return exception.clone(),
            Error::Truncated { .. }
            | Error::TypeMismatch { .. }
            | Error::UnknownType(_)
            | Error::BadCount { .. }
            | Error::TooDeep { .. }
            | Error::Dimensions(_)
            | Error::DimensionCount { .. }
            | Error::TooManyValues { .. }
            | Error::Shape(_)
            | Error::NotUtf8 => ExceptionCode::TypeMismatch,
            Error::Disconnected | Error::Timeout(_) | Error::QueueFull(_) => ExceptionCode::Communication,
            _ => ExceptionCode::Application,
        };
        // libSBW ends these words with a place for more of them, and programs compare texts.
        let end = if matches!(error, Error::TypeMismatch { .. }) { " " } else { "" };
        Exception::new(code, format!("{error}{end}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives() {
        for byte in 0..=255 {
            assert_eq!(ExceptionCode::from_byte(byte).byte(), byte);
        }
        assert!(ExceptionCode::from_byte(8).is_application());
        assert_eq!(ExceptionCode::from_byte(13), ExceptionCode::MethodNotFound);
    }
}
