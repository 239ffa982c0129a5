use super::*;
use crate::protocol::testing::{read, verdicts};
use proptest::prelude::*;

fn memcached() -> Memcached {
    Memcached::new(vec![Memcached::get("k")], 1)
}

#[test]
fn answers() {
    let ok = [Verdict::Ok];
    assert_eq!(verdicts(&memcached(), b"STORED\r\n"), ok);
    assert_eq!(verdicts(&memcached(), b"17\r\n"), ok);
    let value = memcached().expect_value(b"a\r\nb".to_vec());
    assert_eq!(verdicts(&value, b"VALUE k 0 4\r\na\r\nb\r\nEND\r\n"), ok);
    assert_eq!(verdicts(&value, b"VALUE k 0 4 99\r\na\r\nB\r\nEND\r\n"), [Verdict::Wrong]);
    assert_eq!(verdicts(&value, b"VALUE k 0 3\r\na\r\n\r\nEND\r\n"), [Verdict::Wrong]);
    assert_eq!(verdicts(&memcached(), b"VALUE a 0 0\r\n\r\nVALUE b 0 1\r\nx\r\nEND\r\nSTORED\r\n"), [Verdict::Ok; 2]);
    assert_eq!(verdicts(&memcached(), b"SERVER_ERROR out of memory\r\nERROR\r\n"), [Verdict::Status; 2]);
    let mut memcached = memcached();
    memcached.answer(&mut Parser::default(), 0, b"SERVER_ERROR out of memory\r\n");
    assert_eq!(memcached.status().as_deref(), Some("SERVER_ERROR"));
    let mut fill = Memcached::counting(vec![Memcached::set("k", b"v")], 1);
    fill.answer(&mut Parser::default(), 0, b"SERVER_ERROR out of memory\r\n");
    assert_eq!(fill.status().as_deref(), Some("SERVER_ERROR out of memory"));
}

/// METHOD 34: what was not found, or not stored, is no success.
#[test]
fn method_34_an_answer_without_a_value_is_a_miss() {
    for line in ["END", "NOT_FOUND", "NOT_STORED", "EXISTS"] {
        assert_eq!(verdicts(&memcached(), format!("{line}\r\n").as_bytes()), [Verdict::Miss], "{line}");
    }
}

#[test]
fn bytes_other_than_memcached_are_malformed() {
    for bytes in [
        &b"HTTP/1.1 200 OK\r\n"[..],
        b"STORED\n",
        b"\r\n",
        b"VALUE k 0\r\n",
        b"VALUE k 0 x\r\n",
        b"VALUE k 0 18446744073709551615\r\n",
        b"VALUE k 0 1\r\nabc\r\n",
        b"VALUE k 0 1\r\na\r\nSTORED\r\n",
    ] {
        assert_eq!(verdicts(&memcached(), bytes), [Verdict::Malformed], "{}", bytes.escape_ascii());
    }
}

/// A fuzzer found it: a line beyond the limit was taken if all of it came at once.
#[test]
fn a_line_beyond_the_limit_is_malformed_however_it_comes() {
    let line = |digits: usize| format!("VERSION {}\r\n", "1".repeat(digits));
    let longest = MAX_LINE + 1 - "VERSION \r\n".len();
    assert_eq!(verdicts(&memcached(), line(longest).as_bytes()), [Verdict::Ok]);
    assert_eq!(verdicts(&memcached(), line(longest + 1).as_bytes()), [Verdict::Malformed]);
}

#[test]
fn requests_as_bytes() {
    assert_eq!(Memcached::set("k", b"abc"), b"set k 0 0 3\r\nabc\r\n");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), piece in 1..20usize) {
        read(&memcached(), &bytes, piece);
        read(&memcached(), &[b"VALUE k 0 9\r\n", bytes.as_slice()].concat(), piece);
    }

    #[test]
    fn any_value_in_any_pieces_comes_back(value in prop::collection::vec(any::<u8>(), 0..100), piece in 1..40usize) {
        let bytes = [format!("VALUE k 7 {}\r\n", value.len()).as_bytes(), &value, b"\r\nEND\r\n"].concat();
        let memcached = memcached().expect_value(value);
        prop_assert_eq!(read(&memcached, &bytes.repeat(2), piece), (vec![Verdict::Ok; 2], vec![]));
    }
}
