//! What an engine stores for a key: the value behind a header of its flags, its end and its number.

/// Bytes before the value.
const HEADER_BYTES: usize = 16;

/// An entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// What the client stored with the value.
    pub flags: u32,
    /// The second since 1970 from which it is no longer there; 0 for never.
    pub ends_s: u32,
    /// Its number, which no other write of this store has: the client's "cas unique".
    pub number: u64,
    /// The value.
    pub value: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Reads what [`Entry::write`] wrote; none if it is too short.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let (flags, rest) = bytes.split_first_chunk()?;
        let (ends_s, rest) = rest.split_first_chunk()?;
        let (number, value) = rest.split_first_chunk()?;
        Some(Self {
            flags: u32::from_le_bytes(*flags),
            ends_s: u32::from_le_bytes(*ends_s),
            number: u64::from_le_bytes(*number),
            value,
        })
    }

    /// Writes it in place of what is in `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.clear();
        out.reserve(HEADER_BYTES + self.value.len());
        out.extend_from_slice(&self.flags.to_le_bytes());
        out.extend_from_slice(&self.ends_s.to_le_bytes());
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(self.value);
    }

    /// Whether it is still there.
    pub fn is_there(&self, now_s: u32) -> bool {
        self.ends_s == 0 || self.ends_s > now_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let entry = Entry { flags: 7, ends_s: 0, number: u64::MAX, value: b"a\r\nb" };
        let mut bytes = vec![9; 100];
        entry.write(&mut bytes);
        assert_eq!(bytes.len(), HEADER_BYTES + 4);
        assert_eq!(Entry::read(&bytes), Some(entry));
        assert_eq!(Entry::read(&bytes[..HEADER_BYTES - 1]), None);
        assert!(entry.is_there(u32::MAX) && !Entry { ends_s: 5, ..entry }.is_there(5));
    }
}
