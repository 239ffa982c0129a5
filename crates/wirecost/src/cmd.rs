//! A file a verb. None measures anything itself.

pub mod compare;
pub mod convert;
mod doctor;
pub mod dump;
pub mod export;
pub mod forwarded;
pub mod gate;
pub mod historical;
pub mod history;
pub mod import;
pub mod init;
pub mod list;
pub mod load;
pub mod merge;
pub mod place;
pub mod probe;
pub mod report;
pub mod run;
mod runs;
pub mod sbw;
pub mod serve;
pub mod setup;
pub mod size;
pub mod start;
pub mod tap;
pub mod types;
pub mod vocabulary;
pub mod worker;

use std::process::ExitCode;

use wirecost_catalog::Catalog;

use crate::cli::{self, Cli, Verb};
use crate::paths::Paths;
use crate::screen::Screen;

/// Does what the command line asks.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let paths = Paths::new(&cli.global)?;
    let catalog = Catalog::new(Some(paths.overlay.clone()));
    let screen = Screen::new(cli.global.verbose, cli.global.quiet);
    match cli.verb {
        Verb::Run(args) => run::run(&args, &paths, &catalog, screen),
        Verb::Size(args) => size::run(&args, &paths, &catalog, screen),
        Verb::Types(args) => types::run(&args, &catalog, screen),
        Verb::List(args) => list::run(&args, &paths, &catalog, screen),
        Verb::Doctor(args) => doctor::run(&args, &paths, &catalog, screen),
        Verb::Probe(args) => probe::run(&args, &paths, &catalog, screen),
        Verb::Start(args) => start::run(&args, &paths, &catalog, screen),
        Verb::Init(args) => init::run(&args, &catalog, screen),
        Verb::Setup(args) => setup::run(&args, &paths, &catalog, screen),
        Verb::Runs(args) => runs::run(&args, &paths, screen),
        Verb::Report(args) => report::run(&args, &paths, &catalog, screen),
        Verb::Gate(args) => gate::run(&args, &paths, &catalog, screen),
        Verb::Compare(args) => compare::run(&args, &paths, screen),
        Verb::Historical(args) => historical::run(&args, &paths, &catalog, screen),
        Verb::History(args) => history::run(&args, &paths, screen),
        Verb::Serve(args) => serve::run(&args, &paths),
        Verb::Export(args) => export::run(&args, &paths),
        Verb::Import(args) => import::run(&args, &paths),
        Verb::Load(mut args) => {
            args.quiet |= cli.global.quiet;
            load::run(&args)
        }
        Verb::Merge(args) => merge::run(&args, (&paths, &catalog), screen),
        Verb::Worker(args) => worker::run(&args),
        Verb::Tap(args) => tap::run(&args),
        Verb::Convert(args) => convert::run(&args),
        Verb::Dump(args) => dump::run(&args),
        Verb::Vocabulary(args) => vocabulary::run(&args),
        Verb::Sbw(args) => sbw::run(&args),
        Verb::Schema { form } => {
            let schema = match form {
                cli::Form::Run => wirecost_model::json_schema(),
                cli::Form::Answers => wirecost_report::answer::document::json_schema(),
            };
            crate::output::print(&serde_json::to_string_pretty(&schema)?)
        }
        Verb::HttpServer { name } => {
            let program = start::OwnProgram { lab: "http", of: &name };
            start::own_program(&paths, screen, program, &["http-server".to_owned(), name.clone()])
        }
    }
}
