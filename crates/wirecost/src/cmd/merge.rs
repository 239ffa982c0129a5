//! `wirecost merge`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use wirecost_load::{LoadResult, merge, merge_forced};

use super::load;
use crate::output;

/// Options of `merge`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// Add up these results of `wirecost load --json`, one from each generator
    #[arg(value_name = "FILE.json", required = true)]
    files: Vec<PathBuf>,

    /// Expect this many generators. With fewer results, the sum is not valid [default: the number of files]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    expect: Option<u64>,

    /// Count a result each time it is given [default: refuse the same result twice]
    #[arg(long)]
    force: bool,

    /// Write the merged result as a JSON document
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write what was found as one HTML file that opens offline
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the whole distribution of latency, in the text form of HDR tools
    #[arg(long, value_name = "FILE")]
    hdr: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  wirecost merge a.json b.json                       two generators that loaded one server together
  wirecost merge *.json --expect 3 --json all.json   not valid unless there are three

Counts and rates are added; quantiles come from the merged distributions. Results that did not run at the same time are
refused, because the sum of their rates never existed. The same result twice is refused too. Use
`wirecost load --start-at` to start generators together.

Exit codes: 0 done; 1 done, but the result is not valid or has errors; 2 refused (no overlap, a broken file).";

/// Adds the results of several generators.
pub fn run(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    for file in [&args.json, &args.html, &args.hdr].into_iter().flatten() {
        output::check(file)?;
    }
    let results = args.files.iter().map(|file| read(file)).collect::<anyhow::Result<Vec<_>>>()?;
    if !args.force {
        check_distinct(&args.files, &results)?;
    }
    let expected = args.expect.unwrap_or(results.len() as u64);
    let merged = if args.force { merge_forced(&results, expected)? } else { merge(&results, expected)? };
    load::deliver(&merged, args.json.as_deref(), args.html.as_deref(), args.hdr.as_deref())
}

/// Refuses the same result twice, by the names of its files.
fn check_distinct(files: &[PathBuf], results: &[LoadResult]) -> anyhow::Result<()> {
    for (index, result) in results.iter().enumerate() {
        if let Some(earlier) = results[..index].iter().position(|other| other == result) {
            let [one, other] = [earlier, index].map(|at| files[at].display());
            bail!("merge: {other} holds the same result as {one}: it would count twice; --force counts it anyway");
        }
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<LoadResult> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    LoadResult::from_json(&text).with_context(|| file.display().to_string())
}
