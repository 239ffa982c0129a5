//! A file a verb. None measures anything itself.

pub mod compare;
pub mod convert;
mod doctor;
pub mod dump;
mod export;
pub mod gate;
pub mod given;
pub mod history;
mod import;
pub mod init;
mod kinds;
pub mod list;
pub mod load;
pub mod merge;
pub mod place;
pub mod probe;
mod report;
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

use anyhow::Context as _;
use wirecost_catalog::Catalog;
use wirecost_lab_codec::CodecPlan;
use wirecost_model::{RecordedRun, RunDocument, SCHEMA};
use wirecost_store::{Store, check_run_id};

use crate::cli::{self, Cli, Verb};
use crate::labs::LABS;
use crate::paths::Paths;
use crate::screen::Screen;

/// Does what the command line asks.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let paths = Paths::new(&cli)?;
    let catalog = Catalog::new(Some(paths.overlay.clone()));
    let screen = Screen::new(cli.verbose, cli.quiet);
    match cli.verb {
        Verb::Run(args) => run::run(&args, &paths, &catalog, screen),
        Verb::Size(args) => size::run(&args, &paths, &catalog, screen),
        Verb::Types(args) => types::run(&args, screen),
        Verb::List(args) => list::run(&args, &paths, &catalog, screen),
        Verb::Doctor(args) => doctor::run(&args, &paths, &catalog, screen),
        Verb::Probe(args) => probe::run(&args, &paths, &catalog, screen),
        Verb::Start(args) => start::run(&args, &paths, &catalog, screen),
        Verb::Init(args) => init::run(&args, &catalog, screen),
        Verb::Setup(args) => setup::run(&args, &paths, &catalog),
        Verb::Runs(args) => runs::run(&args, &paths, screen),
        Verb::Report(args) => report::run(&args, &paths, &catalog, screen),
        Verb::Gate(args) => gate::run(&args, &paths, &catalog, screen),
        Verb::Compare(args) => compare::run(&args, &paths, screen),
        Verb::History(args) => history::run(&args, &paths, screen),
        Verb::Serve(args) => serve::run(&args, &paths),
        Verb::Export(args) => export::run(&args, &paths),
        Verb::Import(args) => import::run(&args, &paths),
        Verb::Load(mut args) => {
            args.quiet |= cli.quiet;
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
            print(&serde_json::to_string_pretty(&schema)?)
        }
        Verb::HttpServer { name } => start::own_program(&paths, screen, "http", &["http-server".to_owned(), name]),
    }
}

/// A document that names its form.
#[derive(serde::Serialize)]
struct Document<'a, T> {
    /// The name and version of its form, such as `wirecost.list/1`.
    schema: &'static str,
    #[serde(flatten)]
    content: &'a T,
}

/// A document of the form `schema` as text.
fn document(schema: &'static str, content: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&Document { schema, content })?)
}

/// Prints a document of the form `schema`.
fn print_document(schema: &'static str, content: &impl serde::Serialize) -> anyhow::Result<ExitCode> {
    print(&document(schema, content)?)
}

/// Prints a text to standard output, with styles only where they can be seen; where a document goes there, to standard error. A reader
/// that has seen enough, such as `head`, changes nothing of what the verb does and of the code that it ends with.
fn print(text: &str) -> anyhow::Result<ExitCode> {
    use std::io::Write as _;
    let text = text.trim_end();
    let written = match crate::output::is_stdout_taken() {
        true => writeln!(anstream::stderr(), "{text}"),
        false => writeln!(anstream::stdout(), "{text}"),
    };
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Says what was taken where the command line left it open.
fn say_notes(plan: &CodecPlan) {
    let of_schemas = plan.messages.iter().filter_map(|message| message.schema()?.note.as_deref());
    let of_messages = plan.messages.iter().flat_map(|message| message.notes.iter().map(String::as_str));
    let notes: std::collections::BTreeSet<&str> = of_schemas.chain(of_messages).collect();
    notes.iter().for_each(|note| crate::screen::say!("{note}"));
}

/// A run by name, or from a JSON file where `name` ends in `.json`.
fn load(name: &str, paths: &Paths) -> anyhow::Result<RunDocument> {
    if name.ends_with(".json") {
        // What it says was concluded when it was written.
        return read_document(std::path::Path::new(name));
    }
    let store = Store::read(&paths.database)?;
    Ok(concluded(store.load(&store.find(name)?)?))
}

/// A run from a JSON file; the error names line and column.
fn read_document(path: &std::path::Path) -> anyhow::Result<RunDocument> {
    let text = wirecost_load::read_text(path).with_context(|| path.display().to_string())?;
    if let Some(other) = kinds::other_kind(&text, SCHEMA) {
        anyhow::bail!("{}: {other}", path.display());
    }
    let run: RunDocument = serde_json::from_str(&text).map_err(|error| {
        anyhow::anyhow!("{}:{}:{}: not a run document: {error}", path.display(), error.line(), error.column())
    })?;
    anyhow::ensure!(run.schema == SCHEMA, "{}: a document of schema {:?}, not {SCHEMA:?}", path.display(), run.schema);
    check_run_id(&run.run_id).with_context(|| path.display().to_string())?;
    Ok(run)
}

/// The run with what follows from all of its cases together.
fn concluded(run: RecordedRun) -> RunDocument {
    LABS.conclude(run)
}
