//! How often one of two equal builds is called faster.

use std::path::Path;

use wirecost_verdict::group::groups;

use super::{Busy, run};

/// Two versions of one library, of which cargo makes the same program.
const EQUALS: [&str; 2] = ["prost@0.13", "prost@0.13.5"];

/// So many runs of the two, quiet or with a busy loop on each core.
pub fn equals(folder: &Path, count: usize, busy: bool) {
    let _busy = busy.then(Busy::start);
    let words = ["--candidate", EQUALS[0], "--candidate", EQUALS[1], "--message", "dns-100"];
    let (mut named, mut of) = (0, 0);
    for number in 0..count {
        let run = run(folder, &words);
        let groups = groups(&run);
        let slower: Vec<String> = groups
            .iter()
            .flat_map(|group| group.slower().map(move |other| (group.operation, other.comparison)))
            .map(|(operation, told)| format!("{operation} {:.3}", told.map_or(f64::NAN, |told| told.ratio.median)))
            .collect();
        let ratios: Vec<String> = groups
            .iter()
            .flat_map(|group| group.others.iter().filter_map(move |other| Some((group.operation, other.comparison?))))
            .map(|(operation, told)| format!("{operation} {:.3}", told.ratio.median))
            .collect();
        println!(
            "run {number}: {}; faster: {}",
            ratios.join(", "),
            if slower.is_empty() { "none".into() } else { slower.join(", ") }
        );
        named += usize::from(!slower.is_empty());
        of += groups.len();
    }
    println!("{named} of {count} runs of {of} groups name a faster one of equals");
}
