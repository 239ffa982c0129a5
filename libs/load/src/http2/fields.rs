//! What the header fields of an answer say, and whether they are well formed (RFC 9113, 8.2 and 8.3).

use super::record::Grpc;
use super::violation::Violation;

/// Fields of an answer's head or of its trailers, as far as they matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    status: Option<u16>,
    pub content_length: Option<u64>,
    has_type: bool,
    is_grpc: bool,
    grpc_status: Option<u8>,
    /// A field that has its place before the others can no longer come.
    has_regular: bool,
    /// The answer is malformed, which is an error of its stream (8.1.1).
    is_malformed: bool,
    /// A name or a value is none. That is taken for an error of the connection, as RFC 9113, 5.4.2 allows.
    is_broken: bool,
}

impl Fields {
    /// Takes the next field.
    pub(crate) fn take(&mut self, name: &[u8], value: &[u8]) {
        if let [b':', ..] = name {
            return self.take_pseudo(name, value);
        }
        self.has_regular = true;
        let is_name = !name.is_empty() && name.iter().all(|&byte| is_of_name(byte));
        let is_value = value.iter().all(|&byte| byte == b'\t' || (byte >= b' ' && byte != 0x7f));
        self.is_broken |= !is_name || !is_value;
        match name {
            b"connection" | b"proxy-connection" | b"keep-alive" | b"transfer-encoding" | b"upgrade" => {
                self.is_malformed = true;
            }
            b"te" => self.is_malformed |= value != b"trailers",
            b"content-length" => {
                let length = digits(value);
                self.is_malformed |= length.is_none() || self.content_length.is_some_and(|first| Some(first) != length);
                self.content_length = length;
            }
            b"content-type" if !self.has_type => {
                self.has_type = true;
                self.is_grpc = value.starts_with(b"application/grpc");
            }
            // A number from 0, which is good, to 16. Other texts are 2, unknown.
            b"grpc-status" if self.grpc_status.is_none() => {
                let number = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                self.grpc_status = Some(number.unwrap_or(2));
            }
            _ => {}
        }
    }

    fn take_pseudo(&mut self, name: &[u8], value: &[u8]) {
        self.is_malformed |= name != b":status" || self.has_regular || self.status.is_some();
        match value {
            _ if name != b":status" => {}
            [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9'] => self.status = digits(value).map(|status| status as u16),
            _ => self.is_broken = true,
        }
    }

    /// The status, where these are the fields of a head; `None` where the answer is malformed.
    ///
    /// # Errors
    /// Fields that are none.
    pub(crate) fn head(&self) -> Result<Option<u16>, Violation> {
        self.check()?;
        // 101 has no place in HTTP/2 (8.6).
        Ok(self.status.filter(|&status| !self.is_malformed && status != 101))
    }

    /// Whether these are trailers (8.1).
    ///
    /// # Errors
    /// Fields that are none.
    pub(crate) fn is_trailers(&self) -> Result<bool, Violation> {
        self.check()?;
        Ok(!self.is_malformed && self.status.is_none())
    }

    fn check(&self) -> Result<(), Violation> {
        if self.is_broken { Err(Violation::protocol("a header field with a forbidden character")) } else { Ok(()) }
    }

    /// What a head says of gRPC: a status where there will be no trailers, and else only that it is gRPC.
    pub(crate) fn grpc_of_head(&self) -> Grpc {
        match self.grpc_status {
            Some(status) => Grpc::Status(status),
            None if self.is_grpc => Grpc::Missing,
            None => Grpc::None,
        }
    }

    /// The status of a gRPC call.
    pub(crate) fn grpc_status(&self) -> Option<u8> {
        self.grpc_status
    }
}

/// Whether a byte can appear in the name of a field: those of tokens (RFC 9110, 5.6.2) without capital letters.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A number that is written in digits only.
fn digits(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_u64, |number, &byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        let mut fields = Fields::default();
        for (name, value) in pairs {
            fields.take(name.as_bytes(), value.as_bytes());
        }
        fields
    }

    #[test]
    fn a_head_has_one_status_and_it_comes_first() {
        assert_eq!(fields(&[(":status", "200"), ("a", "b")]).head(), Ok(Some(200)));
        for malformed in [
            &[][..],
            &[("a", "b")],
            &[("a", "b"), (":status", "200")],
            &[(":status", "200"), (":status", "200")],
            &[(":status", "200"), (":method", "GET")],
            &[(":status", "101")],
            &[(":status", "200"), ("connection", "close")],
            &[(":status", "200"), ("te", "gzip")],
            &[(":status", "200"), ("content-length", "+1")],
            &[(":status", "200"), ("content-length", "18446744073709551616")],
            &[(":status", "200"), ("content-length", "1"), ("content-length", "2")],
        ] {
            assert_eq!(fields(malformed).head(), Ok(None), "{malformed:?}");
        }
        for broken in [(":status", "20"), (":status", "099"), (":status", "2x0"), ("A", "b"), ("a b", "c"), ("", "")] {
            assert!(fields(&[broken]).head().is_err(), "{broken:?}");
        }
        assert!(fields(&[("a", "b\n")]).is_trailers().is_err());
    }

    #[test]
    fn the_length_of_the_content_may_stand_twice() {
        assert_eq!(fields(&[("content-length", "7"), ("content-length", "7")]).content_length, Some(7));
    }

    #[test]
    fn grpc_is_known_by_its_type_and_its_status() {
        let grpc = |pairs: &[(&str, &str)]| fields(pairs).grpc_of_head();
        assert_eq!(grpc(&[("content-type", "text/html")]), Grpc::None);
        assert_eq!(grpc(&[("content-type", "application/grpc+proto")]), Grpc::Missing);
        assert_eq!(grpc(&[("grpc-status", "12")]), Grpc::Status(12));
        assert_eq!(grpc(&[("grpc-status", "x")]), Grpc::Status(2));
    }

    #[test]
    fn trailers_have_no_status() {
        assert_eq!(fields(&[("grpc-status", "0")]).is_trailers(), Ok(true));
        assert_eq!(fields(&[(":status", "200")]).is_trailers(), Ok(false));
    }
}
