//! A processor learns the branches of one input by heart. Real messages differ.

use std::hint::black_box;

use crate::{Shown, decode, numbers, steady};

pub fn show() -> Shown {
    let mut random = fastrand::Rng::with_seed(2);
    // All of the same length, so that only the order of branches differs.
    let mut texts: Vec<Vec<u8>> = (0..4096).map(|_| numbers(&mut random, 64)).collect();
    let length = texts.iter().map(Vec::len).min().unwrap_or_default();
    texts.iter_mut().for_each(|text| text.truncate(length));
    let same = steady(20_000, || {
        black_box(decode(black_box(&texts[0])));
    });
    let mut next = 0;
    let varied = steady(20_000, || {
        next = (next + 1) % texts.len();
        black_box(decode(black_box(&texts[next])));
    });
    Shown {
        wrong: format!("{same:.0} ns for the same {length} bytes every time"),
        right: format!("{varied:.0} ns for 4096 inputs of that length in turn: {:.2} times as long", varied / same),
    }
}
