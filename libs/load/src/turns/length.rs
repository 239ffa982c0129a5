//! How long the slice of a server must be.

use std::time::Duration;

use super::Slice;

/// A slice is this long, or longer where a server needs more for [`ANSWERS`].
pub const SHORTEST: Duration = Duration::from_millis(5);

/// A slice is to have this many answers.
pub const ANSWERS: f64 = 20.0;

/// A server is loaded this long before each slice. The turns of others have left it cold, and some pay for every start: the monitor
/// thread of Go's scheduler looks every 20 us at first, and seldom once the load lasts.
pub const LEAD: Duration = Duration::from_millis(3);

/// How long a slice of a server must be for [`ANSWERS`], by slices of several servers; the median, since one stall says
/// nothing of the server. One without any answer needs for ever.
pub fn needed(slices: &[Slice], server: usize) -> Duration {
    let of = slices.iter().filter(|slice| slice.server == server && slice.ok > 0);
    let mut each: Vec<f64> = of.map(|slice| slice.wall_ns as f64 / slice.ok as f64).collect();
    if each.is_empty() {
        return Duration::MAX;
    }
    let middle = each.len() / 2;
    let (_, median, _) = each.select_nth_unstable_by(middle, f64::total_cmp);
    Duration::from_nanos((ANSWERS * *median) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_slice_says_how_long_a_slice_must_be() {
        let slice = |server, wall_ns, ok| Slice { server, wall_ns, ok, ..Slice::default() };
        let slices = [slice(0, 5_000, 10), slice(0, 5_000, 5), slice(0, 90_000, 1), slice(1, 5_000, 0)];
        assert_eq!(needed(&slices, 0), Duration::from_micros(20), "20 answers of 1,000 ns");
        assert_eq!(needed(&slices, 1), Duration::MAX);
    }
}
