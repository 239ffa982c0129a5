//! The command line.

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::cmd::compare::CompareArgs;
use crate::cmd::convert::ConvertArgs;
use crate::cmd::dump::DumpArgs;
use crate::cmd::export::ExportArgs;
use crate::cmd::gate::GateArgs;
use crate::cmd::historical::args::HistoricalArgs;
use crate::cmd::history::HistoryArgs;
use crate::cmd::import::ImportArgs;
use crate::cmd::init::InitArgs;
use crate::cmd::load::LoadArgs;
use crate::cmd::merge::MergeArgs;
use crate::cmd::probe::ProbeArgs;
use crate::cmd::report::ReportArgs;
use crate::cmd::run::args::RunArgs;
use crate::cmd::sbw::SbwArgs;
use crate::cmd::serve::ServeArgs;
use crate::cmd::setup::SetupArgs;
use crate::cmd::size::SizeArgs;
use crate::cmd::start::StartArgs;
use crate::cmd::tap::TapArgs;
use crate::cmd::types::TypesArgs;
use crate::cmd::vocabulary::VocabularyArgs;
use crate::cmd::worker::WorkerArgs;
use crate::options::{Global, JsonArgs};

/// Measure what a message costs: bytes, CPU time, latency, throughput and memory, side by side, on your machine and
/// with your messages.
#[derive(Parser)]
#[command(version = env!("WIRECOST_BUILD"), propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    /// The command
    #[command(subcommand)]
    pub verb: Verb,

    /// What all verbs have in common.
    #[command(flatten)]
    pub global: Global,
}

/// The command line of wirecost, with its help in order.
pub fn command() -> clap::Command {
    crate::help::arrange(Cli::command())
}

const EXAMPLES: &str = "\
Examples:
  wirecost run                               measure the default suite, in a minute or two
  wirecost run --message order.json          measure the same candidates on a message of yours
  wirecost run --candidate 'serde_json*'     measure only some candidates
  wirecost size order.json                   show only the sizes in each format, in a second
  wirecost list                              list what can be measured
  wirecost load http://127.0.0.1:8080/       load a server of yours
  wirecost report                            show the answers of the last run again
  wirecost gate --runner base=OLD --runner new=NEW --max-slowdown 3%
                                             check whether a build of yours got slower

Your defaults: ~/.config/wirecost/config.toml (docs/CONFIG.md), or the file that WIRECOST_CONFIG
names. `wirecost doctor` says which file is read. Options beat variables, which beat the file.

Exit codes: 0 done; 1 done, but a candidate failed; 2 refused (usage, broken file);
3 a gate found a regression; 4 a gate could not decide; 5 machine too busy (--strict);
130 interrupted.";

/// The verbs.
#[derive(Subcommand)]
pub enum Verb {
    /// Measure a suite: plan, run, store, report
    Run(Box<RunArgs>),
    /// Show the size of a message in every format, plain and compressed, without measuring any time
    Size(SizeArgs),
    /// Show the type of a message, and why it is that type; write it as a schema
    Types(TypesArgs),
    /// List suites, messages and candidates with their versions
    List(JsonArgs),
    /// Check what this machine can measure, and show the commands that install what is missing
    Doctor(JsonArgs),
    /// Install what candidates need (apt, pip, Maven), shell completions and man pages; fetch documents to measure
    Setup(SetupArgs),
    /// Write a starter runner for a codec of your own; it builds and passes all checks
    Init(InitArgs),
    /// List the stored runs
    Runs(JsonArgs),
    /// Show the answers of a stored run, and its tables; write or open its HTML report
    Report(ReportArgs),
    /// Compare two builds or stored runs, and fail if a case got slower; for continuous integration
    Gate(GateArgs),
    /// Compare stored runs case by case. Unlike a gate, it decides nothing: its exit code is 0
    Compare(CompareArgs),
    /// Run the published experiments of 2001 to 2009 again, and say which of their claims hold
    Historical(HistoricalArgs),
    /// Show how the cost of a case changed over the stored runs
    History(HistoryArgs),
    /// Show all stored runs as a local web page: search, compare, history, live progress
    Serve(ServeArgs),
    /// Write a stored run as JSON, CSV or Markdown to standard output
    Export(ExportArgs),
    /// Store a run from a JSON file, for example from another machine
    Import(ImportArgs),
    /// Load a server, and report how many requests it answers and how long its users wait
    Load(Box<LoadArgs>),
    /// Add up the results of several generators that loaded one server at the same time
    Merge(MergeArgs),
    /// Run one part of a load that several workers make together
    #[command(hide = true)]
    Worker(WorkerArgs),
    /// Forward connections to a server, and show the decoded requests and replies
    Tap(TapArgs),
    /// Convert XML to Fast Infoset and back
    Convert(ConvertArgs),
    /// Show what each byte of a Fast Infoset document means
    Dump(DumpArgs),
    /// Build an external vocabulary for Fast Infoset from sample documents
    Vocabulary(VocabularyArgs),
    /// Run or query a broker of the Systems Biology Workbench
    Sbw(SbwArgs),
    /// Print the JSON Schema of documents: of runs, or of answers
    Schema {
        /// Which documents
        #[arg(value_name = "FORM", default_value = "run")]
        form: Form,
    },
    /// Start one of wirecost's servers for your own client
    Start(StartArgs),
    /// Find out by calls what RPC stacks can do
    Probe(ProbeArgs),
    /// Be one of the http candidates in Rust
    #[command(hide = true)]
    HttpServer {
        /// Which one
        name: String,
    },
}

/// The documents that have a published schema.
#[derive(Clone, Copy, ValueEnum)]
pub enum Form {
    /// wirecost.run/1: `run --json`, `report --json`, `export`
    Run,
    /// wirecost.answers/1: `report --json` with --by, --baseline or --rate
    Answers,
}
