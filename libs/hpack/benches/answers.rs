//! What decoding the header fields of an answer costs, beside loona-hpack: fields that the table holds, and one that differs each time.
//!
//! `cargo bench -p wirecost-hpack --bench answers`

use std::hint::black_box;
use std::time::{Duration, Instant};

use wirecost_hpack::{Decoder, FIRST_DYNAMIC, Keep, literal, put_field, put_index};

/// Fields that a server repeats, as nginx sends them.
const REPEATED: [(&str, &str); 6] = [
    ("server", "nginx/1.22.1"),
    ("date", "Mon, 30 Nov 2026 08:00:00 GMT"),
    ("content-type", "application/json"),
    ("content-length", "1234"),
    ("etag", "\"65f0-4d2\""),
    ("accept-ranges", "bytes"),
];
/// Rounds in which each takes its turn.
const ROUNDS: usize = 15;
/// Blocks that each decodes in a round.
const BLOCKS: usize = 2_000;

fn main() {
    let (first, later) = (first(), (0..64).map(later).collect::<Vec<_>>());
    let mut own = Decoder::default();
    let mut own = |block: &[u8]| {
        let mut bytes = 0;
        own.decode(block, usize::MAX, |name, value| bytes += name.len() + value.len()).expect("a block");
        bytes
    };
    let mut loona = loona_hpack::Decoder::new();
    let mut loona = |block: &[u8]| {
        let mut bytes = 0;
        loona.decode_with_cb(block, |name, value| bytes += name.len() + value.len()).expect("a block");
        bytes
    };
    assert_eq!(own(&first), loona(&first), "both decode the same");
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push([round(&later, &mut own), round(&later, &mut loona)]);
    }
    let per_block = |which: usize| {
        let mut all: Vec<f64> = times.iter().map(|pair| pair[which].as_nanos() as f64 / BLOCKS as f64).collect();
        all.sort_by(f64::total_cmp);
        all[ROUNDS / 2]
    };
    let mut ratios: Vec<f64> = times.iter().map(|[own, loona]| loona.as_secs_f64() / own.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    println!("wirecost-hpack  {:>9.0} ns a block of 8 fields", per_block(0));
    println!("loona-hpack     {:>9.0} ns", per_block(1));
    println!("ratio           {:>9.1} ({:.1} to {:.1})", ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1]);
}

fn round(blocks: &[Vec<u8>], decode: &mut dyn FnMut(&[u8]) -> usize) -> Duration {
    let start = Instant::now();
    for block in blocks.iter().cycle().take(BLOCKS) {
        black_box(decode(black_box(block)));
    }
    start.elapsed()
}

/// The block of the first answer, which fills the table.
fn first() -> Vec<u8> {
    let mut block = Vec::new();
    put_field(&mut block, b":status", b"200");
    for (name, value) in REPEATED {
        literal(&mut block, Keep::Yes, name.as_bytes(), value.as_bytes());
    }
    block
}

/// The block of a later answer.
fn later(number: u32) -> Vec<u8> {
    let mut block = Vec::new();
    put_field(&mut block, b":status", b"200");
    for entry in 0..REPEATED.len() {
        put_index(&mut block, FIRST_DYNAMIC + entry);
    }
    literal(&mut block, Keep::No, b"x-request-id", format!("{:08x}-91bc-4e21", number * 97_781).as_bytes());
    block
}
