#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_load::Protocol;
use wirecost_load::protocol::store::{Dialect, Order, Store, Workload};
use wirecost_load::protocol::{Answer, Verdict};

// The first byte says what was asked, of which dialect, and where the answer is cut; that must make no difference.
fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    let dialect = match first {
        0x80.. => Dialect::Postgresql,
        first if first & 1 == 0 => Dialect::Memcached,
        _ => Dialect::Redis,
    };
    let writes = f64::from((first >> 1) & 1);
    let workload = Workload { keys: 1, value_bytes: 24, order: Order::InOrder, writes, seed: 0 };
    let ask = || {
        let mut store = Store::new(dialect, workload);
        store.requests(0, 1);
        store
    };
    let whole = ask().answer(&mut Default::default(), 0, bytes);
    let (mut store, mut parser) = (ask(), Default::default());
    let cut = usize::from((first & 0x7f) >> 2).min(bytes.len());
    let early = store.answer(&mut parser, 0, &bytes[..cut]);
    if early != (Answer::Partial { consumed: cut }) {
        return assert_eq!(early, whole);
    }
    let later = match store.answer(&mut parser, 0, &bytes[cut..]) {
        Answer::Partial { consumed } => Answer::Partial { consumed: cut + consumed },
        Answer::Complete { verdict: Verdict::Malformed, .. } => return assert!(is_malformed(whole)),
        Answer::Complete { consumed, verdict, last } => Answer::Complete { consumed: cut + consumed, verdict, last },
    };
    assert_eq!(later, whole);
});

fn is_malformed(answer: Answer) -> bool {
    matches!(answer, Answer::Complete { verdict: Verdict::Malformed, .. })
}
