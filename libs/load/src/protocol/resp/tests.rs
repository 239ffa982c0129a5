use super::*;
use crate::protocol::testing::{read, verdicts};
use proptest::prelude::*;

fn resp() -> Resp {
    Resp::new(vec![Resp::command(&["PING"])], 1)
}

#[test]
fn answers() {
    let ok = [Verdict::Ok];
    assert_eq!(verdicts(&resp().expect_value(b"PONG".to_vec()), b"+PONG\r\n$4\r\nPONG\r\n"), [Verdict::Ok; 2]);
    assert_eq!(verdicts(&resp().expect_value(b"PONG".to_vec()), b"+PING\r\n$5\r\nPONG!\r\n"), [Verdict::Wrong; 2]);
    assert_eq!(verdicts(&resp(), b"-ERR no\r\n!3\r\nERR\r\n"), [Verdict::Status; 2]);
    assert_eq!(verdicts(&resp(), b":-17\r\n:+5\r\n#t\r\n,1.5\r\n(123\r\n$0\r\n\r\n"), [Verdict::Ok; 6]);
    assert_eq!(verdicts(&resp(), b"*3\r\n$1\r\na\r\n*2\r\n:1\r\n*0\r\n%1\r\n+k\r\n+v\r\n"), ok);
    assert_eq!(verdicts(&resp(), b"*2\r\n+a\r\n-ERR\r\n"), [Verdict::Status]);
}

/// The same answer in one piece and in two: a line beyond the limit was taken if all of it came at once.
#[test]
fn a_line_beyond_the_limit_is_malformed_however_it_comes() {
    for (length, expected) in [(MAX_LINE - 2, Verdict::Ok), (MAX_LINE - 1, Verdict::Malformed)] {
        let line = format!("+{}\r\n", "a".repeat(length));
        for piece in [line.len(), MAX_LINE + 1, 1000] {
            assert_eq!(read(&resp(), line.as_bytes(), piece).0, [expected], "{length} letters in pieces of {piece}");
        }
    }
}

/// METHOD 34: nulls, and collections with nothing else in them, are no values.
#[test]
fn method_34_a_reply_without_a_value_is_a_miss() {
    for reply in ["$-1\r\n", "*-1\r\n", "_\r\n", "*0\r\n", "%0\r\n", "*2\r\n$-1\r\n_\r\n", "*1\r\n*0\r\n"] {
        assert_eq!(verdicts(&resp(), reply.as_bytes()), [Verdict::Miss], "{reply:?}");
        assert_eq!(verdicts(&resp().expect_value(b"x".to_vec()), reply.as_bytes()), [Verdict::Miss], "{reply:?}");
    }
    assert_eq!(verdicts(&resp(), b"*2\r\n$-1\r\n$1\r\nx\r\n"), [Verdict::Ok]);
}

#[test]
fn an_error_is_named_by_its_first_word() {
    let mut resp = resp();
    for (reply, word) in [(&b"-WRONGTYPE no list\r\n"[..], "WRONGTYPE"), (b"-ERR\r\n", "ERR")] {
        resp.answer(&mut Parser::default(), 0, reply);
        assert_eq!(resp.status().as_deref(), Some(word));
    }
    // Who stores keys first must know what to do.
    let mut fill = Resp::counting(vec![Resp::command(&["SET", "k", "v"])], 1);
    fill.answer(&mut Parser::default(), 0, b"-MOVED 866 10.0.0.2:6379\r\n");
    assert_eq!(fill.status().as_deref(), Some("MOVED 866 10.0.0.2:6379"));
}

#[test]
fn bytes_other_than_resp_are_malformed() {
    for bytes in [
        &b"HTTP/1.1 200 OK\r\n"[..],
        b"\r\n",
        b"+OK\n",
        b":x\r\n",
        b":\r\n",
        b"$x\r\n",
        b"$-2\r\n",
        b"$18446744073709551615\r\n",
        b"*2\r\n*18446744073709551615\r\n",
        b"%9223372036854775808\r\n",
        b"$1\r\nabc\r\n",
        b"_x\r\n",
    ] {
        assert_eq!(verdicts(&resp(), bytes), [Verdict::Malformed], "{}", bytes.escape_ascii());
    }
}

#[test]
fn requests_as_bytes() {
    assert_eq!(Resp::command(&["SET", "k", "abc"]), b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$3\r\nabc\r\n");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), piece in 1..20usize) {
        read(&resp(), &bytes, piece);
        read(&resp(), &[b"*2\r\n$9\r\n", bytes.as_slice()].concat(), piece);
    }

    #[test]
    fn any_string_in_any_pieces_comes_back(value in prop::collection::vec(any::<u8>(), 0..100), piece in 1..40usize) {
        let bytes = [format!("${}\r\n", value.len()).as_bytes(), &value, b"\r\n"].concat();
        let resp = resp().expect_value(value);
        prop_assert_eq!(read(&resp, &bytes.repeat(2), piece), (vec![Verdict::Ok; 2], vec![]));
    }
}
