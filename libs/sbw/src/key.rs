//! The session key: the one secret between a broker and its modules.

use std::fmt;

use subtle::ConstantTimeEq;

use crate::{Error, Result};

/// Bytes of randomness in a key; twice as many hexadecimal digits go on the wire, as with the original.
const RANDOM_BYTES: usize = 256;

/// The longest key and module name that a broker reads from a peer it does not know yet, in bytes.
pub(crate) const MAX_KEY: usize = 4096;
pub(crate) const MAX_NAME: usize = 1024;

/// A session key. It is compared whole and in constant time, and never printed.
#[derive(Clone)]
pub struct SessionKey(Vec<u8>);

impl SessionKey {
    /// A new key from the operating system's randomness: 512 upper-case hexadecimal digits.
    ///
    /// # Errors
    /// [`Error::Io`] if the system has no randomness to give.
    pub fn random() -> Result<Self> {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| Error::io("get random bytes")(error.into()))?;
        Ok(SessionKey(bytes.iter().flat_map(|byte| format!("{byte:02X}").into_bytes()).collect()))
    }

    /// A key that is known already.
    ///
    /// # Errors
    /// [`Error::TooLarge`] over 4096 bytes; [`Error::Text`] if it is empty, which would let everybody in.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self> {
        let bytes = bytes.into();
        match bytes.len() {
            0 => Err(Error::Text { text: String::new(), expected: "a session key".to_owned() }),
            size if size > MAX_KEY => {
                Err(Error::TooLarge { what: "session key", size: size as u64, limit: MAX_KEY as u64 })
            }
            _ => Ok(SessionKey(bytes)),
        }
    }

    /// The key's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Compares with what a peer sent. The time does not depend on where they differ.
    pub fn matches(&self, offered: &[u8]) -> bool {
        self.0.as_slice().ct_eq(offered).into()
    }
}

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionKey(..)")
    }
}

/// The first thing a module sends: key and name.
pub(crate) fn hello(key: &SessionKey, name: &[u8]) -> Result<Vec<u8>> {
    if name.len() > MAX_NAME {
        return Err(Error::TooLarge { what: "module name", size: name.len() as u64, limit: MAX_NAME as u64 });
    }
    let mut hello = Vec::with_capacity(8 + key.bytes().len() + name.len());
    for part in [key.bytes(), name] {
        // Both are far below 2^31 bytes.
        hello.extend_from_slice(&(part.len() as i32).to_le_bytes());
        hello.extend_from_slice(part);
    }
    Ok(hello)
}

/// Key and name as a peer sent them, and the bytes they took.
pub(crate) struct Hello<'a> {
    pub key: &'a [u8],
    pub name: &'a [u8],
    pub bytes: usize,
}

/// Reads a hello from the beginning of a stream; `None` while it is not whole.
///
/// # Errors
/// [`Error::BadCount`] as soon as a length is negative or over its cap.
pub(crate) fn read_hello(bytes: &[u8]) -> Result<Option<Hello<'_>>> {
    let Some(key) = part(bytes, 0, MAX_KEY, "key length")? else { return Ok(None) };
    let Some(name) = part(bytes, 4 + key.len(), MAX_NAME, "name length")? else { return Ok(None) };
    Ok(Some(Hello { key, name, bytes: 8 + key.len() + name.len() }))
}

fn part<'a>(bytes: &'a [u8], at: usize, max: usize, what: &'static str) -> Result<Option<&'a [u8]>> {
    let left = bytes.get(at..).unwrap_or_default();
    let Some((length, rest)) = left.split_first_chunk() else { return Ok(None) };
    let value = i32::from_le_bytes(*length);
    match usize::try_from(value) {
        Ok(length) if length <= max => Ok(rest.get(..length)),
        _ => Err(Error::BadCount { what, value: value.into(), left: left.len() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_matches_itself_alone() {
        let key = SessionKey::random().unwrap();
        assert_eq!(key.bytes().len(), 512);
        assert!(key.bytes().iter().all(|digit| digit.is_ascii_digit() || (b'A'..=b'F').contains(digit)));
        assert!(!SessionKey::random().unwrap().matches(key.bytes()));
        assert!(key.matches(key.bytes()));
        for wrong in [&key.bytes()[..511], &[], &[key.bytes(), b"x"].concat()] {
            assert!(!key.matches(wrong));
        }
        assert!(SessionKey::from_bytes("").is_err());
        assert_eq!(format!("{key:?}"), "SessionKey(..)");
    }

    #[test]
    fn a_hello_is_read_when_whole_and_refused_as_soon_as_it_is_wrong() {
        let key = SessionKey::random().unwrap();
        let bytes = hello(&key, b"probe").unwrap();
        for cut in 0..bytes.len() {
            assert!(read_hello(&bytes[..cut]).unwrap().is_none());
        }
        let read = read_hello(&bytes).unwrap().unwrap();
        assert_eq!((read.key, read.name, read.bytes), (key.bytes(), &b"probe"[..], bytes.len()));
        for length in [-1, i32::MIN, i32::MAX, 4097] {
            assert!(read_hello(&length.to_le_bytes()).is_err());
        }
        assert!(read_hello(&[1, 0, 0, 0, b'k', 1, 4, 0, 0]).is_err());
    }
}
