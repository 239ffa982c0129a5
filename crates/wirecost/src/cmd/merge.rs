//! `wirecost merge`

use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use wirecost_catalog::Catalog;
use wirecost_load::{LoadResult, merge, merge_forced};
use wirecost_scale::{Found, Plan, Work, collect_files, collect_folder, merge_parts};

use super::load;
use super::run::many;
use crate::paths::Paths;
use crate::screen::Screen;

/// What the result of a worker begins with.
const PART_RESULT: &str = r#"{"schema":"wirecost.part-result/1""#;

/// Options of `merge`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// Add up these results, one from each generator: files of `wirecost load --json`, results of `wirecost worker`, or the
    /// folder in which workers left their results
    #[arg(value_name = "FILE.json|FOLDER", required = true)]
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
  wirecost merge results                             the parts that workers left in this folder

Counts and rates are added; quantiles come from the merged distributions. Results that did not run at the same time are
refused, because the sum of their rates never existed. The same result twice is refused too. Use
`wirecost load --start-at` to start generators together.

The parts of a run (`wirecost run --on`, of which the folder holds the plan) are stored and shown as that verb does.

Results of workers say how many parts there are. A part that is missing, late, cut or damaged is named with the reason; the
sum is that of the other parts, and not valid.

Exit codes: 0 done; 1 done, but the result is not valid or has errors; 2 refused (no overlap, a broken file).";

/// Adds the results of several generators.
pub fn run(args: &MergeArgs, places: (&Paths, &Catalog), screen: Screen) -> anyhow::Result<ExitCode> {
    let outputs = load::Outputs::new(&args.json, &args.html, &args.hdr, &[]);
    outputs.check()?;
    if let Some(found) = parts(&args.files)? {
        let (found, plan) = found;
        if let Some(plan) = plan.as_ref().filter(|plan| plan.work == Work::Run) {
            ensure!(args.hdr.is_none(), "--hdr is for loads; {} holds the parts of a run", args.files[0].display());
            return many::merged(&found, plan, [args.json.clone(), args.html.clone()], places, screen);
        }
        let expected = plan.as_ref().map(|plan| plan.parts).or(args.expect);
        let merged = merge_parts(&found, expected, plan.as_ref().map(|plan| plan.run.as_str()))?;
        return load::deliver(&merged, &outputs);
    }
    let results = args.files.iter().map(|file| load::read(file)).collect::<anyhow::Result<Vec<_>>>()?;
    if !args.force {
        check_distinct(&args.files, &results)?;
    }
    let expected = args.expect.unwrap_or(results.len() as u64);
    let merged = if args.force { merge_forced(&results, expected)? } else { merge(&results, expected)? };
    load::deliver(&merged, &outputs)
}

/// What workers left, if that is what the files are: one folder, or results of parts.
fn parts(files: &[PathBuf]) -> anyhow::Result<Option<(Vec<Found>, Option<Plan>)>> {
    if let [folder] = files
        && folder.is_dir()
    {
        return Ok(Some(collect_folder(folder)?));
    }
    if let Some(folder) = files.iter().find(|file| file.is_dir()) {
        bail!("{} is a folder: give it alone, or the files of all parts", folder.display());
    }
    let kind = |file: &PathBuf| -> anyhow::Result<bool> {
        let mut begin = vec![0; PART_RESULT.len()];
        let mut content = std::fs::File::open(file).with_context(|| file.display().to_string())?;
        Ok(content.read_exact(&mut begin).is_ok() && begin == PART_RESULT.as_bytes())
    };
    let are_parts = files.iter().map(kind).collect::<anyhow::Result<Vec<bool>>>()?;
    // A part whose file is damaged is found out later: the others say what they are.
    Ok(are_parts.contains(&true).then(|| (collect_files(files), None)))
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
