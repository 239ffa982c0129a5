//! A compiler leaves out work whose result nobody uses. What is then timed is an empty loop.

use std::hint::black_box;

use crate::{Shown, decode, numbers, steady};

pub fn show() -> Shown {
    let text = numbers(&mut fastrand::Rng::with_seed(1), 64);
    let unused = steady(20_000, || {
        let _ = decode(&text);
    });
    let used = steady(20_000, || {
        black_box(decode(black_box(&text)));
    });
    Shown {
        wrong: format!("decoding 64 numbers takes {unused:.2} ns: nothing was decoded"),
        right: format!("{used:.0} ns, with the result handed to a black box, and verified elsewhere"),
    }
}
