//! What differs from trial to trial, by the seed of the run.

/// These cases in another order.
pub(super) fn shuffled(cases: &[usize], seed: u64) -> Vec<usize> {
    let order = wirecost_measure::schedule::rounds(cases.len(), 1, seed).remove(0);
    order.into_iter().map(|place| cases[place]).collect()
}

/// The length of the variable that moves the stack, from 0 to 4095 bytes.
pub(super) fn padding(seed: u64, position: usize) -> usize {
    // A step of Weyl's sequence: spread evenly and different at each position.
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    (seed.wrapping_add(GOLDEN.wrapping_mul(position as u64 + 1)) >> 52) as usize
}
