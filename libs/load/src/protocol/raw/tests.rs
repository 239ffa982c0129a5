use super::*;
use crate::protocol::testing::{read, verdicts};
use proptest::prelude::*;

fn raw(prefix: Prefix) -> Raw {
    Raw::new(&[b"ping".to_vec()], prefix, 1 << 20)
}

#[test]
fn prefixes() {
    let little = Prefix { bytes: 2, little_endian: true };
    assert_eq!(Prefix::BIG_32.frame(b"abc"), b"\0\0\0\x03abc");
    assert_eq!(little.frame(b"abc"), b"\x03\0abc");
    let expects = |prefix| raw(prefix).expect_message(b"abc".to_vec());
    assert_eq!(verdicts(&expects(Prefix::BIG_32), b"\0\0\0\x03abc\0\0\0\x03abd"), [Verdict::Ok, Verdict::Wrong]);
    assert_eq!(verdicts(&expects(little), b"\x03\0abc\x02\0ab\0\0"), [Verdict::Ok, Verdict::Wrong, Verdict::Wrong]);
}

#[test]
fn a_length_beyond_the_bound_is_malformed() {
    assert_eq!(verdicts(&raw(Prefix::BIG_32), b"HTTP/1.1"), [Verdict::Malformed]);
}

/// METHOD 34: a message of no bytes is no value, unless it is the expected one.
#[test]
fn method_34_an_empty_message_is_a_miss() {
    assert_eq!(verdicts(&raw(Prefix::BIG_32), b"\0\0\0\0\0\0\0\x01x"), [Verdict::Miss, Verdict::Ok]);
    assert_eq!(verdicts(&raw(Prefix::BIG_32).expect_message(Vec::new()), b"\0\0\0\0"), [Verdict::Ok]);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), piece in 1..20usize, width in 0..12usize) {
        read(&raw(Prefix { bytes: width, little_endian: false }), &bytes, piece);
    }

    #[test]
    fn any_message_in_any_pieces_comes_back(
        message in prop::collection::vec(any::<u8>(), 0..100),
        piece in 1..40usize,
        bytes in 1..=8usize,
        little_endian in any::<bool>(),
    ) {
        let prefix = Prefix { bytes, little_endian };
        let framed = prefix.frame(&message);
        let raw = raw(prefix).expect_message(message);
        prop_assert_eq!(read(&raw, &framed.repeat(2), piece), (vec![Verdict::Ok; 2], vec![]));
    }
}
