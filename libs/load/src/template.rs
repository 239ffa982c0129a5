//! Prebuilt requests, patched in place.

use memchr::memmem;

/// The place of a varying number in a request. It is as long as the number that replaces it (the name is
/// redis-benchmark's), so that a request keeps its length.
pub const PLACEHOLDER: &str = "__rand_int__";

/// One request as bytes, with the offsets of its varying numbers.
#[derive(Clone, Debug)]
struct Template {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

impl Template {
    fn new(bytes: Vec<u8>) -> Self {
        let places = memmem::find_iter(&bytes, PLACEHOLDER).collect();
        Self { bytes, places }
    }
}

/// The requests of a run, sent in turn, the first again after the last.
#[derive(Clone, Debug)]
pub struct Requests {
    templates: Vec<Template>,
    keyspace: u64,
    /// Copies of the only request where nothing varies; else the place where a batch is put together.
    batch: Vec<u8>,
    constant: bool,
    /// The number that varies is that of the request, and not one scattered over the keyspace.
    counts: bool,
}

impl Requests {
    /// Requests as bytes. [`PLACEHOLDER`] in them becomes a number below `keyspace` (at least 1, at most 10^12), twelve
    /// digits long, which depends on the number of the request only.
    ///
    /// Without any request, one of no bytes is sent.
    pub fn new(bytes: impl IntoIterator<Item = Vec<u8>>, keyspace: u64) -> Self {
        let mut templates: Vec<_> = bytes.into_iter().map(Template::new).collect();
        if templates.is_empty() {
            templates.push(Template::new(Vec::new()));
        }
        let constant = templates.len() == 1 && templates[0].places.is_empty();
        Self { templates, keyspace: keyspace.clamp(1, 1_000_000_000_000), batch: Vec::new(), constant, counts: false }
    }

    /// As [`Requests::new`], but [`PLACEHOLDER`] becomes the number of the request, from 0 again after the keyspace.
    pub fn counting(bytes: impl IntoIterator<Item = Vec<u8>>, keyspace: u64) -> Self {
        Self { counts: true, ..Self::new(bytes, keyspace) }
    }

    /// How many different requests there are.
    pub fn kinds(&self) -> usize {
        self.templates.len()
    }

    /// Which of the requests number `request` is.
    #[inline]
    pub fn kind(&self, request: u64) -> usize {
        if self.templates.len() == 1 { 0 } else { (request % self.templates.len() as u64) as usize }
    }

    /// The bytes of the `count` requests numbered from `first`.
    #[inline]
    pub fn bytes(&mut self, first: u64, count: usize) -> &[u8] {
        if self.constant {
            return self.copies(count);
        }
        let (counts, keyspace) = (self.counts, self.keyspace);
        let number = |request: u64| if counts { request % keyspace } else { scatter(request) % keyspace };
        if count == 1 {
            let kind = self.kind(first);
            let template = &mut self.templates[kind];
            patch(&mut template.bytes, &template.places, || number(first));
            return &template.bytes;
        }
        self.batch.clear();
        for request in first..first + count as u64 {
            let template = &self.templates[(request % self.templates.len() as u64) as usize];
            let start = self.batch.len();
            self.batch.extend_from_slice(&template.bytes);
            patch(&mut self.batch[start..], &template.places, || number(request));
        }
        &self.batch
    }

    #[inline]
    fn copies(&mut self, count: usize) -> &[u8] {
        let one = &self.templates[0].bytes;
        while self.batch.len() < one.len() * count {
            self.batch.extend_from_slice(one);
        }
        &self.batch[..one.len() * count]
    }
}

fn patch(bytes: &mut [u8], places: &[usize], number: impl FnOnce() -> u64) {
    if places.is_empty() {
        return;
    }
    let mut number = number();
    let mut digits = [b'0'; PLACEHOLDER.len()];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
    for &place in places {
        bytes[place..place + digits.len()].copy_from_slice(&digits);
    }
}

/// The finaliser of SplitMix64: neighbouring numbers come out unrelated, equal ones equal.
pub(crate) fn scatter(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_request_is_repeated() {
        let mut requests = Requests::new([b"ab".to_vec()], 1);
        assert_eq!(requests.bytes(7, 3), b"ababab");
        assert_eq!(requests.bytes(8, 1), b"ab");
    }

    #[test]
    fn requests_take_turns_whatever_the_batch() {
        let mut requests = Requests::new([b"a".to_vec(), b"bb".to_vec(), b"c".to_vec()], 1);
        assert_eq!(requests.bytes(1, 4), b"bbcabb");
        assert_eq!(requests.bytes(5, 1), b"c");
    }

    #[test]
    fn the_number_depends_on_the_request_only() {
        let mut requests = Requests::new([b"GET k:__rand_int__!".to_vec()], 1000);
        let alone: Vec<Vec<u8>> = (10..14).map(|request| requests.bytes(request, 1).to_vec()).collect();
        assert_eq!(requests.bytes(10, 4), alone.concat());
        assert!(alone[0].starts_with(b"GET k:000000000") && alone[0].len() == 19);
        assert_ne!(alone[0], alone[1]);
    }

    #[test]
    fn counting_requests_name_every_number_once() {
        let mut requests = Requests::counting([b"__rand_int__".to_vec()], 3);
        assert_eq!(requests.bytes(1, 3), b"000000000001000000000002000000000000");
        assert_eq!(requests.bytes(4, 1), b"000000000001");
    }

    #[test]
    fn no_request_is_an_empty_one() {
        assert_eq!(Requests::new([], 0).bytes(0, 5), b"");
    }
}
