//! wirecost: what does a message cost?

mod cli;
mod cmd;
mod environment;
mod infosets;
mod paths;
mod progress;
mod recorder;

use std::process::ExitCode;

use clap::Parser as _;

/// Counts allocations while a runner is asked to, and at no other time.
#[global_allocator]
static ALLOCATOR: wirecost_runner::CountingAllocator = wirecost_runner::CountingAllocator;

/// Everything that keeps wirecost from doing what it was asked: usage, a bad suite, a broken file.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    // Before anything is set up: a runner starts as often as a trial does.
    if std::env::args_os().nth(1).is_some_and(|verb| verb == cli::CODEC_RUNNER) {
        return wirecost_codec_rust::serve();
    }
    match cmd::run(cli::Cli::parse()) {
        Ok(code) => code,
        // A reader that has seen enough, such as head, is no error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            anstream::eprintln!("{style}error:{style:#} {error:#}");
            ExitCode::from(REFUSED)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
