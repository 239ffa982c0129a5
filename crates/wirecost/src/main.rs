//! wirecost: what does a message cost?

mod cli;
mod cmd;
mod config;
#[cfg(test)]
mod documented;
mod environment;
mod help;
mod infosets;
mod interrupt;
mod labs;
mod languages;
mod meant;
mod output;
mod paths;
mod progress;
mod recorder;
mod screen;

use std::process::ExitCode;

use clap::FromArgMatches as _;

use crate::cmd::given::Given;
use crate::screen::{for_terminal, say};

/// Counts allocations while a runner is asked to, and at no other time.
#[global_allocator]
static ALLOCATOR: wirecost_codec_protocol::CountingAllocator = wirecost_codec_protocol::CountingAllocator;

/// Everything that keeps wirecost from doing what it was asked: usage, a bad suite, a broken file.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    // Before anything is set up: a runner starts as often as a trial does.
    if std::env::args_os().nth(1).is_some_and(|verb| verb == cli::CODEC_RUNNER) {
        return wirecost_codec_rust::serve();
    }
    if std::env::args_os().nth(1).is_some_and(|verb| verb == cli::HTTP_SERVER) {
        return serve_http(&std::env::args().nth(2).unwrap_or_default());
    }
    for (verb, end) in [
        (cli::RPC_SERVER, serve_rpc as fn() -> _),
        (cli::RPC_CLIENT, call_rpc),
        (cli::KV_SERVER, || serve_kv(wirecost_kv_rust::serve)),
        (cli::KV_EMBEDDED, || serve_kv(wirecost_kv_rust::embed)),
        (cli::KV_CLIENT, || serve_kv(wirecost_kv_rust::call)),
    ] {
        if std::env::args_os().nth(1).is_some_and(|it| it == verb) {
            return end();
        }
    }
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
        *kept = built_in.find_subcommand(verb).map(|verb| Given::of(verb, given)).unwrap_or_default();
    }
    Ok(read)
}

/// The http candidates that are part of this program.
fn serve_http(name: &str) -> ExitCode {
    ended(wirecost_http_rust::serve(name))
}

/// The server of an rpc stack that is part of this program: its name, and its variant.
fn serve_rpc() -> ExitCode {
    let [name, variant] = [2, 3].map(|index| std::env::args().nth(index).unwrap_or_default());
    ended(wirecost_rpc_rust::server::serve(&name, &variant))
}

/// The client of one.
fn call_rpc() -> ExitCode {
    ended(wirecost_rpc_rust::client::call(&std::env::args().nth(2).unwrap_or_default()))
}

/// A store that is part of this program, with a server or without: its engine, and its variant.
fn serve_kv(serve: fn(&str, &str) -> Result<(), wirecost_kv_rust::Fault>) -> ExitCode {
    let [engine, variant] = [2, 3].map(|index| std::env::args().nth(index).unwrap_or_default());
    ended(serve(&engine, &variant))
}

fn ended(result: Result<(), impl std::fmt::Display>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    say!("{error}");
    ExitCode::from(REFUSED)
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
