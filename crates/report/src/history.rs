//! A case over runs, as lines with a small chart.

use std::fmt::Write as _;

use wirecost_verdict::history::History;

use crate::plain;
use crate::units;

/// The width of the chart in characters.
const WIDTH: usize = 32;

/// The histories in lines of text: a row for each run, its median as a dot on its interval, all rows on one axis.
pub fn terminal(histories: &[History]) -> String {
    let mut out = String::new();
    for history in histories {
        let low = history.points.iter().map(|point| point.cost.low).fold(f64::MAX, f64::min);
        let high = history.points.iter().map(|point| point.cost.high).fold(f64::MIN, f64::max);
        let estimate = history.points.first().map_or("", |point| point.estimate.name());
        let _ = writeln!(out, "{} ({})", plain::line(&history.key), plain::line(estimate));
        for point in &history.points {
            let shown = |value: f64| match point.estimate.is_time() {
                true => units::time(value),
                false => format!("{value:.0}"),
            };
            let cost = point.cost;
            let interval = format!("{} - {}", shown(cost.low), shown(cost.high));
            let _ = writeln!(
                out,
                "  {}  {:12} {:>9}  {interval:>21}  {}",
                plain::line(&point.run_id),
                plain::line(&point.version),
                shown(cost.median),
                bar(cost.low, cost.median, cost.high, low, high)
            );
        }
        out.push('\n');
    }
    out
}

/// An interval and its median on an axis from `from` to `to`.
fn bar(low: f64, median: f64, high: f64, from: f64, to: f64) -> String {
    let place = |value: f64| {
        let share = if to > from { (value - from) / (to - from) } else { 0.5 };
        (share * (WIDTH - 1) as f64).round() as usize
    };
    let (low, median, high) = (place(low), place(median), place(high));
    let line: String = (0..WIDTH)
        .map(|column| match column {
            c if c == median => '●',
            c if (low..=high).contains(&c) => '─',
            _ => ' ',
        })
        .collect();
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_lie_on_one_axis() {
        assert_eq!(bar(0.0, 0.0, 31.0, 0.0, 31.0), format!("●{}", "─".repeat(31)));
        assert_eq!(bar(10.0, 11.0, 12.0, 0.0, 31.0), format!("{}─●─", " ".repeat(10)));
        assert_eq!(bar(5.0, 5.0, 5.0, 5.0, 5.0).trim(), "●", "a single exact point");
    }
}
