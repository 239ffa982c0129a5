//! wirecost: what does a message cost?

mod cli;
mod cmd;
mod complete;
mod config;
#[cfg(test)]
mod documented;
mod environment;
mod help;
mod infosets;
mod interrupt;
mod kinds;
mod labs;
mod languages;
mod options;
mod output;
mod paths;
mod progress;
mod recorded;
mod recorder;
mod screen;
mod suggestions;

use std::process::ExitCode;

use clap::FromArgMatches as _;

use crate::cmd::forwarded::ForwardedOptions;
use crate::screen::{for_terminal, say};

/// Everything that keeps wirecost from doing what it was asked: usage, a bad suite, a broken file.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    complete::answer();
    match parse().and_then(cmd::run) {
        Ok(code) => code,
        // A reader that has seen enough, such as head, is no error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            say!("{}", for_terminal(&format!("{style}error:{style:#} {}", with_causes(&error))));
            ExitCode::from(REFUSED)
        }
    }
}

/// What the command line asks, with the defaults of the environment and of the user's file. Ends the program where it asks
/// for help, or for what there is not.
fn parse() -> anyhow::Result<cli::Cli> {
    let mut command = config::apply(cli::command())?;
    let matches = command.get_matches_mut();
    let mut read = cli::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit());
    let kept = match &mut read.verb {
        cli::Verb::Load(args) => Some(&mut args.given),
        cli::Verb::Run(args) => Some(&mut args.given),
        _ => None,
    };
    if let (Some(kept), Some((verb, given))) = (kept, matches.subcommand()) {
        let built_in = cli::command();
        *kept = built_in.find_subcommand(verb).map(|verb| ForwardedOptions::of(verb, given)).unwrap_or_default();
    }
    Ok(read)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_broken = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_broken))
}

/// An error and its causes in one line. Errors of libraries say their causes in their own text; a cause that is there
/// already is not said again.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        said if said.contains(&cause) => text,
        said => format!("{said}: {cause}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_cause_is_said_once() {
        let missing = || std::io::Error::other("no such thing");
        let path = std::path::PathBuf::from("here");
        let library = wirecost_store::StoreError::Io { path, source: missing() };
        assert_eq!(with_causes(&anyhow::Error::new(library).context("opening")), "opening: here: no such thing");
        assert_eq!(with_causes(&Err::<(), _>(missing()).context("reading").unwrap_err()), "reading: no such thing");
    }
}
