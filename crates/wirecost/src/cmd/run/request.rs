//! What is asked of a run.

use std::path::PathBuf;

use anyhow::ensure;
use serde::{Deserialize, Serialize};
use wirecost_catalog::{Catalog, Measure, Selection, Suite};
use wirecost_lab::Lab as _;

use super::args::RunArgs;
use crate::labs::LABS;
use crate::screen::Screen;

/// All that the plan of a run follows from: what resuming it needs.
#[derive(Clone, Serialize, Deserialize)]
pub struct Request {
    /// The suite's name.
    pub suite_name: String,
    /// The suite, with what the command line changed.
    pub suite: Suite,
    /// What the command line chose of it.
    pub selection: Selection,
    /// The labs that the command line names; empty: all of the suite.
    #[serde(default)]
    pub labs: Vec<String>,
    /// The user's runners by name.
    pub runners: Vec<(String, PathBuf)>,
    /// Whether these are two builds of one thing, to be compared with each other and with nothing else.
    #[serde(default)]
    pub builds: bool,
    /// Whether it is a first look, while others are still to be built.
    #[serde(default)]
    pub provisional: bool,
    /// The seed of every draw.
    pub seed: u64,
    /// The digests of the messages and the versions of the candidates then.
    #[serde(default)]
    pub fingerprint: Vec<String>,
}

/// What the options ask.
pub fn request(args: &RunArgs, catalog: &Catalog, screen: Screen) -> anyhow::Result<Request> {
    let mut suite = LABS.suite(&args.suite, catalog)?;
    let measure = args.measure.into();
    if let Some(trials) = args.trials {
        LABS.iter().try_for_each(|lab| lab.set_trials(&mut suite, trials as usize))?;
    } else if measure == Measure::Instructions {
        // Instructions hardly vary; two processes show whether they do.
        suite.trials = suite.trials.min(2);
    }
    if args.keys.is_some() || args.value_bytes.is_some() {
        let mut has_stores = false;
        for lab in LABS.iter() {
            has_stores |= lab.set_values(&mut suite, args.keys, args.value_bytes)?;
        }
        ensure!(
            has_stores,
            "suite {:?} has no stores; --keys and --value-bytes are for those of `wirecost run kv`",
            suite.name
        );
    }
    // Nothing is timed then, and starting an interpreter takes longer than everything else.
    suite.interpreted.share_process |= args.test;
    let mut messages = absolute(&args.message)?;
    let mut labs = args.lab.clone();
    // Who brings a message asks what it costs in every format; servers and stacks have to be asked for.
    let own_message = !(args.message.is_empty() && args.corpus.is_empty());
    if own_message && labs.is_empty() && args.candidate.is_empty() && suite.has_codec() {
        labs.push(wirecost_lab_codec::LAB.name().to_owned());
    }
    for folder in &args.corpus {
        let corpus = wirecost_catalog::corpus(&std::path::absolute(folder)?)?;
        corpus.left_out.iter().for_each(|reason| screen.note(&format!("not measured: {reason}")));
        messages.extend(corpus.files.iter().map(|file| file.display().to_string()));
    }
    let schema = args.schema.as_ref().map(std::path::absolute).transpose()?;
    let types = args.types.as_ref().map(std::path::absolute).transpose()?;
    let vocabulary = args.vocabulary.as_ref().map(std::path::absolute).transpose()?;
    let roots = args.include.iter().map(std::path::absolute).collect::<Result<_, _>>()?;
    Ok(Request {
        suite_name: suite.name.clone(),
        suite,
        selection: Selection {
            messages,
            schema: schema.map(|file| file.display().to_string()),
            types: types.map(|file| file.display().to_string()),
            schema_type: args.schema_type.clone(),
            roots,
            format: args.format.clone(),
            vocabulary: vocabulary.map(|file| file.display().to_string()),
            candidates: args.candidate.clone(),
            languages: args.language.clone(),
            parameters: args.parameter.iter().cloned().collect(),
            operations: args.operation.iter().map(|&operation| operation.into()).collect(),
            measure,
        },
        labs,
        runners: named_runners(&args.runner)?,
        builds: false,
        provisional: false,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53)),
        fingerprint: Vec::new(),
    })
}

/// Messages with the paths of files made absolute: a run may be resumed from another folder.
pub fn absolute(messages: &[String]) -> anyhow::Result<Vec<String>> {
    let messages = messages.iter().map(|name| {
        if std::path::Path::new(name).is_file() {
            Ok(std::path::absolute(name)?.display().to_string())
        } else {
            Ok(name.clone())
        }
    });
    messages.collect()
}

/// Runners as the command line names them: `NAME=PROGRAM`, or a program alone.
pub fn named_runners(runners: &[String]) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let runners = runners.iter().enumerate().map(|(index, runner)| match runner.split_once('=') {
        Some((name, program)) => Ok((name.to_owned(), std::path::absolute(program)?)),
        None => Ok((format!("runner-{}", index + 1), std::path::absolute(runner)?)),
    });
    runners.collect()
}
