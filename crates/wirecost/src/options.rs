//! Options that several verbs have.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Command, FromArgMatches as _};

/// What all verbs have in common.
#[derive(Args)]
pub struct Global {
    /// Add the suites/, messages/ and candidates/ of this folder to those that come with wirecost. Use it to keep your
    /// own in another place [default: wirecost in your configuration folder] [env: WIRECOST_OVERLAY]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub overlay: Option<PathBuf>,

    /// Keep runs in this database [default: wirecost/runs.db in your data folder] [env: WIRECOST_DB]
    #[arg(long, global = true, value_name = "FILE")]
    pub db: Option<PathBuf>,

    /// Show the tables of all cases with the notes of each. Without this option, only the answers
    #[arg(short, long, global = true)]
    pub verbose: bool,

    /// Show no progress and no notes. Results, warnings and errors are still shown
    #[arg(long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
}

/// The option of verbs that have no other.
#[derive(Args)]
pub struct JsonArgs {
    /// Print JSON, for programs (docs/JSON.md)
    #[arg(long)]
    pub json: bool,
}

/// The options of a verb in a plan, with those of all verbs.
///
/// # Errors
/// Which of them is none.
pub fn planned<A: Args>(verb: &'static str, words: impl IntoIterator<Item = String>) -> anyhow::Result<(Global, A)> {
    let command = A::augment_args(Global::augment_args(Command::new(verb)));
    let matches = command
        .try_get_matches_from(std::iter::once(verb.to_owned()).chain(words))
        .map_err(|error| anyhow!("the plan's arguments: {error}"))?;
    Ok((Global::from_arg_matches(&matches)?, A::from_arg_matches(&matches)?))
}
