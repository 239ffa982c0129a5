//! How many times as fast as one candidate the others of a run are, over its messages: what docs/seeds/ says of corpora.
//!
//! `cargo run --release -p wirecost --example ratios -- RUN.json BASE`, where `wirecost run --json RUN.json` wrote the file.
//! Each line is the median of the messages' ratios, the least and the most, and in how many messages the 95 % intervals of
//! both leave no doubt which of them is faster.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde_json::Value;

/// The estimate of a case: its 95 % interval and median, in nanoseconds.
struct Estimate {
    low: f64,
    median: f64,
    high: f64,
}

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(base)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("usage: ratios RUN.json BASE");
    };
    let text = std::fs::read_to_string(&file).with_context(|| file.clone())?;
    let run: Value = serde_json::from_str(&text).with_context(|| file.clone())?;
    let clock = run["verdict_estimate"].as_str().context("the run does not say which clock decides")?;
    // Candidates by operation, their messages in each.
    let mut cases: BTreeMap<(String, String), BTreeMap<String, Estimate>> = BTreeMap::new();
    for case in run["cases"].as_array().context("no cases")? {
        let word = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
        let estimate = &case["estimates"][clock];
        let number = |name: &str| estimate[name].as_f64();
        let is_twin = !case["parameters"]["twin"].is_null();
        if let (Some(low), Some(median), Some(high), false) = (number("low"), number("median"), number("high"), is_twin) {
            let messages = cases.entry((word("operation"), word("candidate"))).or_default();
            messages.insert(word("message"), Estimate { low, median, high });
        }
    }
    println!("{clock}, times as fast as {base}: median (least..most) of the messages, and in how many of them beyond doubt");
    for ((operation, candidate), messages) in cases.iter().filter(|((_, candidate), _)| *candidate != base) {
        let Some(bases) = cases.get(&(operation.clone(), base.clone())) else { continue };
        let pairs: Vec<_> = messages.iter().filter_map(|(name, it)| Some((bases.get(name)?, it))).collect();
        let mut ratios: Vec<f64> = pairs.iter().map(|(base, it)| base.median / it.median).collect();
        if ratios.is_empty() {
            continue;
        }
        ratios.sort_by(f64::total_cmp);
        let (middle, last) = (ratios.len() / 2, ratios.len() - 1);
        let median = (ratios[middle] + ratios[last - middle]) / 2.0;
        let faster = pairs.iter().filter(|(base, it)| it.high < base.low).count();
        let slower = pairs.iter().filter(|(base, it)| it.low > base.high).count();
        println!(
            "{operation:7} {candidate:30} {median:6.2} ({:.2}..{:.2})   {} messages: {faster} faster, {slower} slower",
            ratios[0],
            ratios[last],
            ratios.len()
        );
    }
    Ok(())
}
