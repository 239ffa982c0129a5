//! How [`super::session::Session`] hands an answer to [`crate::protocol::http2::Http2`]: a [`Head`], then the content.

/// How the stream of an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum End {
    /// With a whole answer.
    #[default]
    Whole,
    /// The server reset it, or its answer was malformed.
    Reset,
    /// The answer was longer than any that is kept.
    TooLong,
}

/// What gRPC says of a call, in its trailers or in the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Grpc {
    /// The answer is none of gRPC.
    #[default]
    None,
    /// The answer claims to be one, and has no status.
    Missing,
    /// Its status.
    Status(u8),
}

/// What comes before the content of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub status: u16,
    pub end: End,
    pub grpc: Grpc,
    /// Bytes of the content.
    pub length: u32,
}

impl Head {
    /// Bytes of the form below.
    pub(crate) const LENGTH: usize = 9;

    #[inline]
    pub(crate) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let end = match self.end {
            End::Whole => 0,
            End::Reset => 1,
            End::TooLong => 2,
        };
        let (kind, grpc) = match self.grpc {
            Grpc::None => (0, 0),
            Grpc::Missing => (1, 0),
            Grpc::Status(status) => (2, status),
        };
        let ([low, high], [a, b, c, d]) = (self.status.to_le_bytes(), self.length.to_le_bytes());
        [low, high, end, kind, grpc, a, b, c, d]
    }

    #[inline]
    pub(crate) fn from_bytes(bytes: &[u8; Self::LENGTH]) -> Head {
        let [low, high, end, kind, grpc, a, b, c, d] = *bytes;
        let end = match end {
            0 => End::Whole,
            1 => End::Reset,
            _ => End::TooLong,
        };
        let grpc = match kind {
            0 => Grpc::None,
            1 => Grpc::Missing,
            _ => Grpc::Status(grpc),
        };
        Head { status: u16::from_le_bytes([low, high]), end, grpc, length: u32::from_le_bytes([a, b, c, d]) }
    }
}
