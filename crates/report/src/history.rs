//! A case over runs, as lines with a small chart.

use std::fmt::Write as _;

use wirecost_verdict::history::History;

use crate::plain;
use crate::units;

/// The width of the chart in characters.
const WIDTH: usize = 32;

/// The width of the text before the chart on a line, in characters.
const BEFORE: usize = 71;

/// The least width of a chart that shows anything.
const LEAST: usize = 8;

/// The histories in lines of text: a row for each run, its median as a dot on its interval, all rows on one axis. A
/// terminal of less than `width` characters has a smaller chart, or none.
pub fn terminal(histories: &[History], width: usize) -> String {
    let chart = Some(width.saturating_sub(BEFORE).min(WIDTH)).filter(|chart| *chart >= LEAST);
    let mut out = String::new();
    for history in histories {
        let low = history.points.iter().map(|point| point.cost.low).fold(f64::MAX, f64::min);
        let high = history.points.iter().map(|point| point.cost.high).fold(f64::MIN, f64::max);
        let message = history.message_apart(histories).map_or(String::new(), |message| format!(", {message}"));
        let what = format!("{} ({}{message})", history.key, history.estimate);
        let _ = writeln!(out, "{}", plain::line(&what));
        let shown = |value: f64| if history.estimate.is_time() { units::time(value) } else { format!("{value:.0}") };
        for point in &history.points {
            let cost = point.cost;
            let interval = format!("{} - {}", shown(cost.low), shown(cost.high));
            let bar = chart.map_or(String::new(), |chart| bar([cost.low, cost.median, cost.high], low, high, chart));
            let line = format!(
                "  {}  {:12} {:>9}  {interval:>21}  {bar}",
                plain::line(&point.run_id),
                plain::line(&point.version),
                shown(cost.median),
            );
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out.push('\n');
    }
    out
}

/// An interval and its median on an axis from `from` to `to`, `width` characters long.
fn bar(ends: [f64; 3], from: f64, to: f64, width: usize) -> String {
    let place = |value: f64| {
        let share = if to > from { (value - from) / (to - from) } else { 0.5 };
        (share * (width - 1) as f64).round() as usize
    };
    let [low, median, high] = ends.map(place);
    let line: String = (0..width)
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
        assert_eq!(bar([0.0, 0.0, 31.0], 0.0, 31.0, WIDTH), format!("●{}", "─".repeat(31)));
        assert_eq!(bar([10.0, 11.0, 12.0], 0.0, 31.0, WIDTH), format!("{}─●─", " ".repeat(10)));
        assert_eq!(bar([5.0; 3], 5.0, 5.0, WIDTH).trim(), "●", "a single exact point");
    }
}
