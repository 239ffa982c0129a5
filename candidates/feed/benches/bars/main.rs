//! The bars of the feed service: `cargo bench -p wirecost-feed-rust --bench bars -- [NAME]`. Each prints its figure and its spread.

mod deliveries;
mod home;
mod last;
mod parse;

/// A bar: its name, and what measures and prints it.
const BARS: &[(&str, fn())] =
    &[("parse", parse::measure), ("deliveries", deliveries::measure), ("last", last::measure), ("home", home::measure)];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, measure) in BARS {
        if named.is_empty() || named.iter().any(|word| word == name) {
            measure();
        }
    }
}
