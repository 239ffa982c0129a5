//! Where the names of points stand: beside them, over no other point and no other name.

/// A rectangle in units of the chart: left, top, right, bottom.
type Frame = (i32, i32, i32, i32);

/// The places of names beside their points.
#[derive(Debug, Default)]
pub struct Labels {
    taken: Vec<Frame>,
    area: Frame,
}

impl Labels {
    /// Nothing placed yet within `area`, around points, each with its radius.
    pub fn new(area: Frame, points: &[((i32, i32), i32)]) -> Self {
        let taken = points.iter().map(|((x, y), radius)| (x - radius, y - radius, x + radius, y + radius)).collect();
        Self { taken, area }
    }

    /// The left middle of a name of `width` and `height` beside a point that reaches from `low` to `high`, a gap away;
    /// none if there is no room.
    pub fn place(
        &mut self,
        (low, high): (i32, i32),
        y: i32,
        (width, height): (i32, i32),
        gap: i32,
    ) -> Option<(i32, i32)> {
        let half = height / 2;
        let rows = [0, -half, half, -height, height, -height * 2, height * 2, -height * 3, height * 3];
        let right = rows.map(|dy| (high + gap, y + dy));
        let left = rows.map(|dy| (low - gap - width, y + dy));
        let middle = (low + high - width) / 2;
        let over = [-height, height, -height * 2, height * 2, -height * 3, height * 3].map(|dy| (middle, y + dy));
        let near = right[..3].iter().chain(&left[..3]).chain(&over[..2]);
        let far = right[3..].iter().chain(&left[3..]).chain(&over[2..]);
        near.chain(far).copied().find(|(left, middle)| self.take((*left, middle - half, left + width, middle + half)))
    }

    fn take(&mut self, name: Frame) -> bool {
        let inside = name.0 >= self.area.0 && name.1 >= self.area.1 && name.2 <= self.area.2 && name.3 <= self.area.3;
        let free = inside && !self.taken.iter().any(|other| overlap(name, *other));
        if free {
            self.taken.push(name);
        }
        free
    }
}

fn overlap(a: Frame, b: Frame) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_apart_or_not_at_all() {
        let points: Vec<(i32, i32)> = (0..40).map(|n| (100 + n % 3, 100 + n / 3)).collect();
        let sized: Vec<_> = points.iter().map(|point| (*point, 5)).collect();
        let mut labels = Labels::new((0, 0, 400, 300), &sized);
        let placed: Vec<Frame> = points
            .iter()
            .filter_map(|point| labels.place((point.0, point.0), point.1, (60, 12), 8))
            .map(|(x, y)| (x, y - 6, x + 60, y + 6))
            .collect();
        assert!(placed.len() > 2 && placed.len() < points.len(), "{}", placed.len());
        for (index, name) in placed.iter().enumerate() {
            assert!(placed[index + 1..].iter().all(|other| !overlap(*name, *other)), "{placed:?}");
        }
    }
}
