//! Keys and values as bytes.

/// Digits of a number in a key or value.
const DIGITS: usize = 12;
/// A value holds the numbers of its key and of its write.
pub const MIN_VALUE_BYTES: usize = 2 * DIGITS;
/// What comes before the number in a key.
const BEFORE: &[u8; 4] = b"key:";
/// Values differ in where in the pattern their bytes begin: by key and write, one of this many places.
const PLACES: u64 = 251;

/// Writes the name of a key: `key:000000000017`, 16 bytes.
pub(super) fn write_key(key: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(BEFORE);
    out.extend_from_slice(&digits(key));
}

/// Whether a name is that of a key.
pub(super) fn is_key(key: u64, name: &[u8]) -> bool {
    name.strip_prefix(BEFORE) == Some(&digits(key))
}

fn digits(mut number: u64) -> [u8; DIGITS] {
    let mut digits = [b'0'; DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
    digits
}

fn number(digits: &[u8]) -> Option<u64> {
    let is_number = digits.len() == DIGITS && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// Writes values and reads them.
#[derive(Debug)]
pub(super) struct Values {
    rests: Rests,
    bytes: usize,
    size: String,
}

/// What follows the numbers in a value.
#[derive(Debug)]
enum Rests {
    /// Printable bytes that repeat themselves nowhere soon, from one of many places on.
    Pattern(Vec<u8>),
    /// One of these, all of the same length.
    Bodies(Vec<Vec<u8>>),
}

impl Values {
    /// Those of this many bytes.
    pub fn new(bytes: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(0x6b76);
        let pattern = (0..bytes + PLACES as usize).map(|_| random.u8(b'!'..=b'~')).collect();
        Self { rests: Rests::Pattern(pattern), bytes, size: bytes.to_string() }
    }

    /// Those that hold one of these bodies. Bodies of another length than the first are left out.
    pub fn of(bodies: &[Vec<u8>]) -> Self {
        let length = bodies.first().map_or(0, Vec::len);
        let bodies: Vec<Vec<u8>> = bodies.iter().filter(|body| body.len() == length).cloned().collect();
        let bytes = MIN_VALUE_BYTES + length;
        let rests = if bodies.is_empty() { Rests::Pattern(vec![b' '; PLACES as usize]) } else { Rests::Bodies(bodies) };
        Self { rests, bytes, size: bytes.to_string() }
    }

    /// How many bytes they have.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many bytes they have, in decimal.
    pub fn size(&self) -> &str {
        &self.size
    }

    /// What follows the numbers.
    fn rest(&self, key: u64, write: u64) -> &[u8] {
        let drawn = key.wrapping_mul(31).wrapping_add(write);
        match &self.rests {
            Rests::Pattern(pattern) => &pattern[(drawn % PLACES) as usize..][..self.bytes - MIN_VALUE_BYTES],
            Rests::Bodies(bodies) => &bodies[(drawn % bodies.len() as u64) as usize],
        }
    }

    /// Writes the value of a write.
    pub fn write(&self, key: u64, write: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(&digits(key));
        out.extend_from_slice(&digits(write));
        out.extend_from_slice(self.rest(key, write));
    }

    /// The write that a value of a key is of; none if it is no such value.
    pub fn read(&self, key: u64, value: &[u8]) -> Option<u64> {
        let (of_key, rest) = value.split_at_checked(DIGITS)?;
        let (write, rest) = rest.split_at_checked(DIGITS)?;
        let write = number(write)?;
        (of_key == digits(key) && rest == self.rest(key, write)).then_some(write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_holds_the_numbers_of_its_key_and_write() {
        for bytes in [MIN_VALUE_BYTES, 100, 20_000] {
            let values = Values::new(bytes);
            let mut value = Vec::new();
            values.write(17, 4_000_000, &mut value);
            assert_eq!((value.len(), values.size()), (bytes, bytes.to_string().as_str()));
            assert_eq!(values.read(17, &value), Some(4_000_000));
            assert_eq!(values.read(18, &value), None);
            for place in [0, DIGITS - 1, bytes - 1] {
                let mut damaged = value.clone();
                damaged[place] ^= 1;
                assert_ne!(values.read(17, &damaged), Some(4_000_000), "{bytes} {place}");
            }
            assert_eq!(values.read(17, &value[..bytes - 1]), None);
        }
    }

    #[test]
    fn a_value_may_hold_a_message() {
        let bodies = [b"{\"a\":1}".to_vec(), b"{\"a\":2}".to_vec(), b"{\"a\":10}".to_vec()];
        let values = Values::of(&bodies);
        assert_eq!((values.bytes(), values.size()), (31, "31"));
        let written = |key, write| {
            let mut value = Vec::new();
            values.write(key, write, &mut value);
            value
        };
        assert_eq!(values.read(3, &written(3, 8)), Some(8));
        assert_eq!(values.read(4, &written(3, 8)), None);
        let bodies_seen: std::collections::BTreeSet<Vec<u8>> =
            (1..9).map(|write| written(0, write)[24..].to_vec()).collect();
        assert_eq!(bodies_seen.len(), 2, "the third has another length");
        let mut other = written(3, 8);
        *other.last_mut().unwrap() ^= 1;
        assert_eq!(values.read(3, &other), None);
        assert_eq!(Values::of(&[]).bytes(), MIN_VALUE_BYTES);
    }

    #[test]
    fn a_key_has_a_name() {
        let mut name = Vec::new();
        write_key(17, &mut name);
        assert_eq!(name, b"key:000000000017");
        assert!(is_key(17, &name) && !is_key(18, &name) && !is_key(17, b"key:17"));
    }
}
