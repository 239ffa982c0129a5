//! Compression as a part of parsing and serialising: gzip (RFC 1952) around candidates of XML and Fast Infoset, which the
//! reports of 2005 left as further work.
//!
//! Choices: flate2 at level 6, as sizes under gzip are stated everywhere; the whole document is inflated before it is read,
//! into memory that is kept from message to message.

use std::fmt::Display;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use wirecost_codec_protocol::value::infoset::Sink;
use wirecost_codec_protocol::value::{ConvertError, Value};
use wirecost_codec_protocol::{Encoder, EventDecoder};

const LEVEL: u32 = 6;

/// What is inside, and what it reads or writes.
pub struct Gzip<T> {
    inner: T,
    plain: Vec<u8>,
}

impl<T> Gzip<T> {
    /// Around this.
    pub fn new(inner: T) -> Self {
        Self { inner, plain: Vec::new() }
    }
}

impl<T: EventDecoder> EventDecoder for Gzip<T> {
    type Error = String;

    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), String> {
        self.plain.clear();
        flate2::read::GzDecoder::new(bytes).read_to_end(&mut self.plain).map_err(text)?;
        self.inner.decode(&self.plain, sink).map_err(text)
    }
}

impl<T: Encoder> Encoder for Gzip<T> {
    type Input = T::Input;
    type Error = String;

    fn input(&self, value: Value) -> Result<T::Input, ConvertError> {
        self.inner.input(value)
    }

    fn encode(&mut self, input: &T::Input, out: &mut Vec<u8>) -> Result<(), String> {
        self.plain.clear();
        self.inner.encode(input, &mut self.plain).map_err(text)?;
        let mut encoder = flate2::write::GzEncoder::new(out, Compression::new(LEVEL));
        encoder.write_all(&self.plain).and_then(|()| encoder.finish().map(|_| ())).map_err(text)
    }
}

fn text(error: impl Display) -> String {
    error.to_string()
}
