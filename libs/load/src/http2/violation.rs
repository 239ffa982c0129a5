//! How a server can break the protocol.

use crate::fault::Fault;

/// Error codes of HTTP/2 that this side sends (RFC 9113, 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Protocol = 1,
    FlowControl = 3,
    StreamClosed = 5,
    FrameSize = 6,
    Cancel = 8,
    Compression = 9,
    EnhanceYourCalm = 11,
}

impl Code {
    fn text(self) -> &'static str {
        match self {
            Code::Protocol => "unspecific protocol error detected",
            Code::FlowControl => "flow-control protocol violated",
            Code::StreamClosed => "received frame when stream half-closed",
            Code::FrameSize => "frame with invalid size",
            Code::Cancel => "stream no longer needed",
            Code::Compression => "unable to maintain the header compression context",
            Code::EnhanceYourCalm => "detected excessive load generating behavior",
        }
    }
}

/// An error of the connection (RFC 9113, 5.4.1): nothing behind it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    pub code: Code,
    /// What the server sent, in a few words.
    pub what: &'static str,
}

impl Violation {
    #[cold]
    pub(crate) fn new(code: Code, what: &'static str) -> Self {
        Self { code, what }
    }

    #[cold]
    pub(crate) fn protocol(what: &'static str) -> Self {
        Self::new(Code::Protocol, what)
    }

    #[cold]
    pub(crate) fn size(what: &'static str) -> Self {
        Self::new(Code::FrameSize, what)
    }
}

impl From<Violation> for Fault {
    fn from(violation: Violation) -> Self {
        Fault::Http2(format!("connection error detected: {} ({})", violation.code.text(), violation.what))
    }
}
