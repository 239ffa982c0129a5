use super::*;
use proptest::prelude::*;

const BYTES: usize = 30;

fn store(dialect: Dialect) -> Store {
    Store::new(dialect, Workload { keys: 4, value_bytes: BYTES, order: Order::InOrder, writes: 1.0, seed: 1 })
}

/// Sends a request, and gives it an answer.
fn told(store: &mut Store, request: u64, answer: &[u8]) -> Verdict {
    store.requests(request, 1);
    match store.answer(&mut Parser::default(), request, answer) {
        Answer::Complete { verdict, consumed, .. } => {
            assert!(verdict == Verdict::Malformed || consumed == answer.len());
            verdict
        }
        Answer::Partial { .. } => panic!("{}", answer.escape_ascii()),
    }
}

#[test]
fn keys_in_order_begin_at_the_given_number() {
    let mut store = store(Dialect::Memcached).then(Order::InOrder, 0.0, 1).beginning_at(2);
    let asked = String::from_utf8(store.requests(0, 3).to_vec()).unwrap();
    assert_eq!(asked, "get key:000000000002\r\nget key:000000000003\r\nget key:000000000000\r\n");
}

fn value(key: u64, write: u64) -> Vec<u8> {
    let mut value = Vec::new();
    Values::new(BYTES).write(key, write, &mut value);
    value
}

fn fetched(dialect: Dialect, key: u64, value: &[u8]) -> Vec<u8> {
    let mut name = Vec::new();
    values::write_key(key, &mut name);
    match dialect {
        Dialect::Memcached => {
            [b"VALUE ", name.as_slice(), format!(" 0 {}\r\n", value.len()).as_bytes(), value, b"\r\nEND\r\n"].concat()
        }
        Dialect::Redis => [format!("${}\r\n", value.len()).as_bytes(), value, b"\r\n"].concat(),
        Dialect::Postgresql => {
            let size = (value.len() as i32).to_be_bytes();
            let row = [&[0, 1][..], &size, value].concat();
            [message(b'2', b""), message(b'D', &row), message(b'C', b"SELECT 1\0"), message(b'Z', b"I")].concat()
        }
    }
}

/// A message of PostgreSQL's.
fn message(kind: u8, content: &[u8]) -> Vec<u8> {
    [&[kind][..], &(content.len() as i32 + 4).to_be_bytes(), content].concat()
}

#[test]
fn rows_of_postgresql_are_judged_alike() {
    let done = [message(b'2', b""), message(b'C', b"INSERT 0 1\0"), message(b'Z', b"I")].concat();
    let mut filling = store(Dialect::Postgresql);
    (0..8).for_each(|request| assert_eq!(told(&mut filling, request, &done), Verdict::Ok));
    let mut reading = filling.then(Order::InOrder, 0.0, 0);
    let answer = |key, write| fetched(Dialect::Postgresql, key, &value(key, write));
    assert_eq!(told(&mut reading, 1, &answer(1, 6)), Verdict::Ok);
    assert_eq!(told(&mut reading, 1, &answer(1, 2)), Verdict::Wrong, "an old one");
    assert_eq!(told(&mut reading, 1, &answer(2, 7)), Verdict::Wrong, "another key's");
    assert_eq!(told(&mut reading, 1, &done), Verdict::Miss);
    let refused = [message(b'E', b"SERROR\0C53200\0\0"), message(b'Z', b"I")].concat();
    assert_eq!(told(&mut reading, 1, &refused), Verdict::Status);
    assert_eq!(reading.status().as_deref(), Some("53200"));
    assert_eq!(told(&mut reading, 1, b"D\0\0\0\0"), Verdict::Malformed);
    let answer = answer(1, 6);
    for cut in 0..answer.len() {
        let mut parser = Parser::default();
        reading.requests(1, 1);
        assert!(matches!(reading.answer(&mut parser, 1, &answer[..cut]), Answer::Partial { .. }), "{cut}");
        let rest = reading.answer(&mut parser, 1, &answer[cut..]);
        assert_eq!(rest, Answer::Complete { consumed: answer.len() - cut, verdict: Verdict::Ok, last: false });
    }
}

#[test]
fn requests_as_bytes() {
    let stored = store(Dialect::Memcached).requests(1, 1).to_vec();
    let expected = [b"set key:000000000001 0 0 30\r\n", value(1, 1).as_slice(), b"\r\n"].concat();
    assert_eq!(stored.escape_ascii().to_string(), expected.escape_ascii().to_string());
    let mut redis = store(Dialect::Redis).then(Order::InOrder, 0.0, 0);
    assert_eq!(redis.requests(2, 1), b"*2\r\n$3\r\nGET\r\n$16\r\nkey:000000000002\r\n");
}

#[test]
fn old_values_and_those_of_others_are_wrong() {
    for (dialect, done) in [(Dialect::Memcached, &b"STORED\r\n"[..]), (Dialect::Redis, b"+OK\r\n")] {
        let mut filling = store(dialect);
        (0..8).for_each(|request| assert_eq!(told(&mut filling, request, done), Verdict::Ok));
        let mut reading = filling.then(Order::InOrder, 0.0, 0);
        assert_eq!(told(&mut reading, 1, &fetched(dialect, 1, &value(1, 6))), Verdict::Ok);
        assert_eq!(told(&mut reading, 1, &fetched(dialect, 1, &value(1, 2))), Verdict::Wrong, "an old one");
        assert_eq!(told(&mut reading, 1, &fetched(dialect, 1, &value(2, 7))), Verdict::Wrong, "another key's");
        assert_eq!(told(&mut reading, 1, &fetched(dialect, 1, &value(1, 9))), Verdict::Wrong, "one of the future");
        assert_eq!(told(&mut reading, 1, &fetched(dialect, 1, b"short")), Verdict::Malformed);
        let missing: &[u8] = if dialect == Dialect::Redis { b"$-1\r\n" } else { b"END\r\n" };
        assert_eq!(told(&mut reading, 1, missing), Verdict::Miss);
    }
}

#[test]
fn errors_are_recognised_by_their_first_word() {
    for (dialect, line, word) in [
        (Dialect::Memcached, &b"SERVER_ERROR out of memory\r\n"[..], "SERVER_ERROR"),
        (Dialect::Redis, b"-OOM command not allowed\r\n", "OOM"),
    ] {
        let mut store = store(dialect);
        assert_eq!(told(&mut store, 0, line), Verdict::Status);
        assert_eq!(store.status().as_deref(), Some(word));
        assert_eq!(told(&mut store, 1, b"HTTP/1.1 200 OK\r\n"), Verdict::Malformed);
    }
}

#[test]
fn an_answer_that_never_comes_keeps_the_others_apart() {
    let mut store = store(Dialect::Memcached);
    store.requests(0, 3);
    for request in [2, 1] {
        let answer = store.answer(&mut Parser::default(), request, b"STORED\r\n");
        assert!(matches!(answer, Answer::Complete { verdict: Verdict::Ok, .. }));
    }
    assert_eq!(store.pending.sent.len(), 3, "the first waits");
    store.answer(&mut Parser::default(), 0, b"STORED\r\n");
    assert!(store.pending.sent.is_empty());
}

#[test]
fn lost_requests_are_forgotten() {
    let mut store = store(Dialect::Memcached);
    store.requests(0, 3);
    store.answer(&mut Parser::default(), 1, b"STORED\r\n");
    // One that never was sent changes nothing.
    [0, 2, 9].into_iter().for_each(|request| store.lost(request));
    assert!(store.pending.sent.is_empty());
    assert_eq!(told(&mut store, 3, b"STORED\r\n"), Verdict::Ok);
}

#[test]
fn a_value_of_another_run_is_wrong() {
    let filled = |last| {
        let mut store = store(Dialect::Redis).after_write(last);
        (0..4).for_each(|request| assert_eq!(told(&mut store, request, b"+OK\r\n"), Verdict::Ok));
        store.then(Order::InOrder, 0.0, 0)
    };
    let of_other = fetched(Dialect::Redis, 1, &value(1, 500_002));
    assert_eq!(told(&mut filled(500_000), 1, &of_other), Verdict::Ok);
    for last in [400_000, 600_000] {
        assert_eq!(told(&mut filled(last), 1, &of_other), Verdict::Wrong, "{last}");
    }
}

#[test]
fn requests_that_found_no_connection_are_passed_over() {
    let mut store = store(Dialect::Memcached);
    store.requests(0, 1);
    store.requests(3, 1);
    for request in [3, 0] {
        let answer = store.answer(&mut Parser::default(), request, b"STORED\r\n");
        assert!(matches!(answer, Answer::Complete { verdict: Verdict::Ok, .. }), "{request}");
    }
    assert!(store.pending.sent.is_empty());
}

#[test]
fn a_write_that_was_refused_makes_no_value_old() {
    let mut writing = store(Dialect::Redis);
    assert_eq!(told(&mut writing, 0, b"+OK\r\n"), Verdict::Ok);
    assert_eq!(told(&mut writing, 4, b"-OOM command not allowed\r\n"), Verdict::Status);
    let mut reading = writing.then(Order::InOrder, 0.0, 0);
    assert_eq!(told(&mut reading, 0, &fetched(Dialect::Redis, 0, &value(0, 1))), Verdict::Ok);
}

#[test]
fn a_value_that_is_larger_than_what_the_engine_keeps_is_read() {
    let value_bytes = 1 << 20;
    let workload = Workload { keys: 1, value_bytes, order: Order::InOrder, writes: 0.0, seed: 1 };
    let (mut store, mut value) = (Store::new(Dialect::Memcached, workload), Vec::new());
    store.requests(0, 1);
    Values::new(value_bytes).write(0, 0, &mut value);
    let (whole, mut parser) = (fetched(Dialect::Memcached, 0, &value), Parser::default());
    let mut pieces = whole.chunks(60_000).peekable();
    while let Some(piece) = pieces.next() {
        let consumed = piece.len();
        let expected = match pieces.peek() {
            Some(_) => Answer::Partial { consumed },
            None => Answer::Complete { consumed, verdict: Verdict::Ok, last: false },
        };
        assert_eq!(store.answer(&mut parser, 0, piece), expected);
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), reads in any::<bool>()) {
        for dialect in [Dialect::Memcached, Dialect::Redis, Dialect::Postgresql] {
            for prefix in [
                &b""[..],
                b"VALUE key:000000000000 0 30\r\n",
                b"$30\r\n",
                b"D\0\0\0\x28\0\x01\0\0\0\x1e",
                b"E\0\0\0\x14",
            ] {
                let mut store = store(dialect).then(Order::InOrder, if reads { 0.0 } else { 1.0 }, 0);
                store.requests(0, 1);
                store.answer(&mut Parser::default(), 0, &[prefix, bytes.as_slice()].concat());
            }
        }
    }

    #[test]
    fn an_answer_in_pieces_is_waited_for(cut in 1..60usize) {
        let mut reading = store(Dialect::Memcached).then(Order::InOrder, 0.0, 0);
        reading.requests(3, 1);
        let whole = fetched(Dialect::Memcached, 3, &value(3, 0));
        let cut = cut.min(whole.len() - 1);
        let (begin, rest) = whole.split_at(cut);
        let mut parser = Parser::default();
        prop_assert_eq!(reading.answer(&mut parser, 3, begin), Answer::Partial { consumed: cut });
        let answered = reading.answer(&mut parser, 3, rest);
        prop_assert_eq!(answered, Answer::Complete { consumed: rest.len(), verdict: Verdict::Ok, last: false });
    }
}
