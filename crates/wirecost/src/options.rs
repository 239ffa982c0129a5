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
    // As on the command line, where a verb may have an option of the same name as all verbs.
    let command = Global::augment_args(Command::new("wirecost")).subcommand(A::augment_args(Command::new(verb)));
    let before = ["wirecost", verb].map(str::to_owned);
    let matches = command
        .try_get_matches_from(before.into_iter().chain(words))
        .map_err(|error| anyhow!("the plan's arguments: {error}"))?;
    let own = matches.subcommand_matches(verb).ok_or_else(|| anyhow!("the plan's arguments are none of {verb}"))?;
    Ok((Global::from_arg_matches(&matches)?, A::from_arg_matches(own)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::load::LoadArgs;
    use crate::cmd::run::args::RunArgs;

    fn words<const N: usize>(words: [&str; N]) -> impl Iterator<Item = String> {
        words.into_iter().map(str::to_owned)
    }

    #[test]
    fn a_plan_has_options_of_its_verb_and_of_all() {
        let (global, _) = planned::<LoadArgs>("load", words(["http://a/", "--quiet", "--db=x"])).unwrap();
        assert_eq!(global.db, Some("x".into()));
        assert!(planned::<RunArgs>("run", words(["quick", "--overlay=x"])).unwrap().0.overlay.is_some());
        assert!(planned::<RunArgs>("run", words(["--rate=5"])).is_err());
    }
}
