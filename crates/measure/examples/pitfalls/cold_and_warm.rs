//! The first operation pays for pages, caches, tables and lazy initialisation; the thousandth does not. A mean over
//! both is the cost of neither.

use std::hint::black_box;
use std::time::Instant;

use crate::Shown;

/// Slots of the table that the first operation fills.
const SLOTS: usize = 1 << 16;

/// A decoder with a table that is made when it is first needed.
#[derive(Default)]
struct Lazy {
    table: Vec<u32>,
}

impl Lazy {
    fn decode(&mut self, text: &[u8]) -> u32 {
        if self.table.is_empty() {
            self.table = (0..SLOTS as u32).map(|slot| slot.wrapping_mul(0x9E37_79B1).rotate_left(7)).collect();
        }
        text.windows(2).fold(0, |sum, pair| sum ^ self.table[usize::from(u16::from_le_bytes([pair[0], pair[1]]))])
    }
}

pub fn show() -> Shown {
    let text = b"a message of the usual size, which is not a large one";
    let mut decoder = Lazy::default();
    let times: Vec<f64> = (0..1000)
        .map(|_| {
            let start = Instant::now();
            black_box(decoder.decode(black_box(text)));
            start.elapsed().as_nanos() as f64
        })
        .collect();
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let warm = wirecost_measure::estimate::median(&times[100..]);
    Shown {
        wrong: format!("{mean:.0} ns, the mean of the first 1000 operations"),
        right: format!("{:.0} ns cold and {warm:.0} ns warm: two numbers for two questions", times[0]),
    }
}
