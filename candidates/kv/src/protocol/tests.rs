use super::*;
use proptest::prelude::*;

fn refused(input: &[u8]) -> (&'static str, usize) {
    match parse(input) {
        Parsed::Refused { answer, bytes, closes: false } => (answer, bytes),
        other => panic!("{}: {other:?}", input.escape_ascii()),
    }
}

#[test]
fn commands_are_distinguished() {
    let command = |input: &'static [u8]| match parse(input) {
        Parsed::Command(command, bytes) => {
            assert_eq!(bytes, input.len());
            command
        }
        other => panic!("{}: {other:?}", input.escape_ascii()),
    };
    assert_eq!(command(b"get a b\r\n"), Command::Get { keys: b"a b", with_number: false });
    assert_eq!(command(b"gets a\n"), Command::Get { keys: b"a", with_number: true });
    let (key, flags, ends, value, quiet) = (&b"k"[..], 7, -1, &b"a\r\nb"[..], false);
    assert_eq!(
        command(b"set k 7 -1 4\r\na\r\nb\r\n"),
        Command::Store { how: How::Set, key, flags, ends, value, quiet }
    );
    let how = How::Compare(9);
    assert_eq!(
        command(b"cas k 7 -1 4 9 noreply\r\na\r\nb\r\n"),
        Command::Store { how, key, flags, ends, value, quiet: true }
    );
    assert_eq!(command(b"delete k noreply\r\n"), Command::Delete { key, quiet: true });
    assert_eq!(command(b"decr k 5\r\n"), Command::Count { key, by: 5, up: false, quiet: false });
    assert_eq!(command(b"touch k 60\r\n"), Command::Touch { key, ends: 60, quiet: false });
    assert_eq!(command(b"flush_all noreply\r\n"), Command::FlushAll { quiet: true });
    assert_eq!(command(b"flush_all 0\r\n"), Command::FlushAll { quiet: false });
    assert_eq!(command(b"quit\r\n"), Command::Quit);
    for line in [&b"quit noreply\r\n"[..], b"version noreply\r\n", b"stats noreply\r\n", b"verbosity 1 2 3\r\n"] {
        let refused = Parsed::Refused { answer: ERROR, bytes: line.len(), closes: false };
        assert_eq!(parse(line), refused, "{}", line.escape_ascii());
    }
}

#[test]
fn an_unknown_command_is_refused_and_the_next_one_found() {
    assert_eq!(refused(b"nonsense\r\n"), (ERROR, 10));
    assert_eq!(refused(b"get\r\n"), (ERROR, 5));
    assert_eq!(refused(b"set k x 0 1\r\nv\r\n"), (BAD_LINE, 16), "the value goes with its line");
    assert_eq!(refused(b"set k 0 0 1\r\nvv\r\n"), (BAD_CHUNK, 17));
    assert_eq!(refused(b"set k 0 0 -1\r\n"), (BAD_LINE, 14));
    assert_eq!(refused(b"incr k x\r\n"), (BAD_NUMBER, 10));
    let long = [b"get ".to_vec(), vec![b'k'; MAX_KEY_BYTES + 1], b"\r\n".to_vec()].concat();
    assert_eq!(refused(&long).0, BAD_LINE);
    let (answer, bytes) = refused(b"set k 0 0 1048577\r\n");
    assert_eq!((answer, bytes), (TOO_LARGE, 19 + 1_048_577 + 2), "the value is passed over as it comes");
}

#[test]
fn a_line_without_end_closes() {
    let endless = vec![b'a'; MAX_LINE_BYTES];
    assert_eq!(parse(&endless[1..]), Parsed::Partial);
    assert!(matches!(parse(&endless), Parsed::Refused { closes: true, .. }));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        parse(&bytes);
        parse(&[b"set k 0 0 9\r\n", bytes.as_slice()].concat());
        parse(&[b"get ", bytes.as_slice(), b"\r\n"].concat());
    }

    #[test]
    fn any_value_is_read_whole(value in prop::collection::vec(any::<u8>(), 0..300), missing in 1..20usize) {
        let bytes = [format!("set k 1 0 {}\r\n", value.len()).as_bytes(), &value, b"\r\n"].concat();
        let expected = Command::Store { how: How::Set, key: b"k", flags: 1, ends: 0, value: &value, quiet: false };
        prop_assert_eq!(parse(&bytes), Parsed::Command(expected, bytes.len()));
        let cut = bytes.len().saturating_sub(missing);
        prop_assert_eq!(parse(&bytes[..cut]), Parsed::Partial);
    }
}
