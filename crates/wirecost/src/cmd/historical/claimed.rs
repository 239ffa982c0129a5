//! The claims of experiments beside the runs that there are.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use anyhow::Context as _;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use wirecost_model::RunDocument;
use wirecost_report::claims::{Runs, Verdict};
use wirecost_report::historical::Experiment;
use wirecost_report::terminal::sheets;
use wirecost_report::{findings, markdown, plain, view};
use wirecost_store::Store;

use crate::output;
use crate::paths::Paths;
use crate::recorded;
use crate::screen::Screen;

/// How long a run document may be, unpacked.
const LARGEST: u64 = 1 << 30;

/// The runs of the experiments' suites: from the folder, or those that the store has under the suites' names.
pub fn runs(experiments: &[&Experiment], folder: Option<&Path>, paths: &Paths) -> anyhow::Result<Runs> {
    let store = recorded::store(paths)?;
    let mut runs = Runs::new();
    for suite in experiments.iter().flat_map(|experiment| &experiment.suites) {
        let run = match (folder, &store) {
            (Some(folder), _) => in_folder(folder, suite)?,
            (None, Some(store)) => named(store, suite)?,
            (None, None) => None,
        };
        runs.extend(run.map(|run| (suite.clone(), plain::mapped(&run, plain::line))));
    }
    Ok(runs)
}

fn named(store: &Store, suite: &str) -> anyhow::Result<Option<RunDocument>> {
    let names = store.names()?;
    let Some((run_id, _)) = names.iter().find(|(_, names)| names.iter().any(|name| name == suite)) else {
        return Ok(None);
    };
    Ok(Some(recorded::concluded(store.load(run_id)?)))
}

fn in_folder(folder: &Path, suite: &str) -> anyhow::Result<Option<RunDocument>> {
    let plain = folder.join(format!("{suite}.json"));
    if plain.exists() {
        return Ok(Some(recorded::read_document(&plain)?));
    }
    let packed = folder.join(format!("{suite}.json.gz"));
    if !packed.exists() {
        return Ok(None);
    }
    let text = unpacked(&packed).with_context(|| packed.display().to_string())?;
    Ok(Some(recorded::parse_document(&text, &packed)?))
}

fn unpacked(file: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(File::open(file)?).take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// Writes each run to the folder, as [`runs`] reads it from there. Where wirecost lies on this machine is nothing for others.
pub fn keep(runs: &Runs, folder: &Path, paths: &Paths) -> anyhow::Result<()> {
    let program = std::env::args_os().next().unwrap_or_default();
    let own = [
        (program.to_string_lossy().into_owned(), "wirecost"),
        (paths.cache.display().to_string(), "~/.cache/wirecost"),
    ];
    for (suite, run) in runs {
        let mut text = serde_json::to_string(run)?;
        for (place, name) in own.iter().filter(|(place, _)| place.contains('/')) {
            text = text.replace(place, name);
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes())?;
        output::write(&folder.join(format!("{suite}.json.gz")), packed.finish()?)?;
    }
    Ok(())
}

/// The claims on a terminal.
pub fn shown(experiments: &[&Experiment], runs: &Runs, screen: Screen) -> String {
    let all: Vec<_> = experiments.iter().map(|experiment| findings::lines(experiment, runs)).collect();
    sheets::draw(&all, screen.of_report()) + &counted(experiments, runs) + "\n"
}

/// The claims as a page in Markdown.
pub fn page(experiments: &[&Experiment], runs: &Runs) -> String {
    let sheets: Vec<_> = experiments.iter().map(|experiment| findings::table(experiment, runs)).collect();
    let mut out = format!("{HEAD}{}\n\n{}", counted(experiments, runs), markdown::sheets(&sheets));
    out.push_str("## The runs\n\n");
    for (suite, run) in runs {
        let conditions = view::conditions(run).join("; ");
        out.push_str(&format!("- `{suite}` by `{}`: {}\n", run.command, markdown::escape(&conditions)));
    }
    out
}

const HEAD: &str = "\
# What the historical experiments claim, and what holds today

Every claim of the five documents that a run can show, and those that none can, with the reason. A claim is about a ratio of two
cases of one run, or about a figure that does not depend on the machine, since times cannot be compared over twenty years. It held if all
of today's interval lies within its bounds, which allow for what the document itself says of its precision, and it did not hold if
all of it is outside. The runs are in [results](results). This page is written from them:

```sh
wirecost historical --all --show --results docs/historical/results --page docs/historical/findings.md
```

";

/// How many claims hold.
fn counted(experiments: &[&Experiment], runs: &Runs) -> String {
    let verdicts: Vec<Verdict> =
        experiments.iter().flat_map(|experiment| &experiment.claims).map(|claim| claim.judge(runs).verdict).collect();
    let count = |is: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| is(verdict)).count();
    format!(
        "{} claims: {} held, {} did not hold, {} cannot be told, {} not measured.",
        verdicts.len(),
        count(|verdict| *verdict == Verdict::Held),
        count(|verdict| *verdict == Verdict::DidNotHold),
        count(|verdict| matches!(verdict, Verdict::CannotBeTold(_))),
        count(|verdict| matches!(verdict, Verdict::NotMeasured(_))),
    )
}
