//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use wirecost_plan::Parameter;
use wirecost_plan::suite::Span;
use wirecost_runner::OperationKind;

use crate::cmd::compare::CompareArgs;
use crate::cmd::convert::ConvertArgs;
use crate::cmd::dump::DumpArgs;
use crate::cmd::gate::GateArgs;
use crate::cmd::history::HistoryArgs;
use crate::cmd::load::LoadArgs;
use crate::cmd::merge::MergeArgs;
use crate::cmd::sbw::SbwArgs;
use crate::cmd::setup::SetupArgs;
use crate::cmd::size::SizeArgs;
use crate::cmd::start::StartArgs;
use crate::cmd::tap::TapArgs;
use crate::cmd::vocabulary::VocabularyArgs;

/// The hidden verb under which the binary is its own Rust runner.
pub const CODEC_RUNNER: &str = "codec-runner";
/// The hidden verb under which the binary is one of its own http servers.
pub const HTTP_SERVER: &str = "http-server";
/// The hidden verbs under which the binary is either end of an rpc stack.
pub const RPC_SERVER: &str = "rpc-server";
/// See [`RPC_SERVER`].
pub const RPC_CLIENT: &str = "rpc-client";

/// What does a message cost? Bytes, CPU, latency, throughput and memory, side by side, on your machine and your
/// messages.
#[derive(Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,

    /// A folder with suites/, messages/ and candidates/ of your own, over those that come with wirecost
    /// [default: wirecost in your configuration folder]
    #[arg(long, global = true, value_name = "FOLDER", env = "WIRECOST_OVERLAY")]
    pub overlay: Option<PathBuf>,

    /// The database of runs [default: wirecost/runs.db in your data folder]
    #[arg(long, global = true, value_name = "FILE", env = "WIRECOST_DB")]
    pub db: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  wirecost run                               measure the default suite, in under a minute
  wirecost run --message order.json          the same candidates on a message of yours
  wirecost run --candidate 'serde_json*'     only some candidates
  wirecost size order.json                   only what it takes in each format, in a second
  wirecost list                              what there is to measure
  wirecost load http://127.0.0.1:8080/       what a server of yours takes
  wirecost report latest                     the tables of the last run again
  wirecost gate --runner base=OLD --runner new=NEW --max-slowdown 3%
                                             whether a build of yours got slower

Exit codes: 0 done; 1 done, but a candidate failed; 2 refused (usage, broken file); 3 a gate found a regression;
4 a gate could not decide; 5 machine too busy (--strict); 130 interrupted.";

/// The verbs.
#[derive(Subcommand)]
pub enum Verb {
    /// Measure a suite: plan, run, store, report
    Run(Box<RunArgs>),
    /// Show what a message takes in every format, plain and compressed, without measuring any time
    Size(SizeArgs),
    /// List suites, messages and candidates with their versions
    List(ListArgs),
    /// Say what this machine is fit for and what is missing, with the commands that bring it
    Doctor,
    /// Bring what candidates and experiments need, by the ordinary clients of this system
    Setup(SetupArgs),
    /// List the stored runs
    Runs,
    /// Show the tables of a stored run, and write its HTML report where asked
    Report(ReportArgs),
    /// Compare two builds of your own, or stored runs, and fail where one got slower: for continuous integration
    Gate(GateArgs),
    /// Compare stored runs case by case, and decide nothing
    Compare(CompareArgs),
    /// Show what a case cost over the stored runs
    History(HistoryArgs),
    /// Write a stored run as JSON, CSV or Markdown to standard output
    Export(ExportArgs),
    /// Store a run from a JSON file, such as one of another machine
    Import(ImportArgs),
    /// Load a server, and say how many requests it answers and how long its users wait
    Load(Box<LoadArgs>),
    /// Merge the results of several generators that loaded one server together
    Merge(MergeArgs),
    /// Pass connections on to a server, and show the requests and replies that pass
    Tap(TapArgs),
    /// Convert XML to Fast Infoset and back
    Convert(ConvertArgs),
    /// Show what each octet of a Fast Infoset document means
    Dump(DumpArgs),
    /// Build an external vocabulary of Fast Infoset from sample documents
    Vocabulary(VocabularyArgs),
    /// Run or ask a broker of the Systems Biology Workbench
    Sbw(SbwArgs),
    /// Print the JSON Schema of result documents
    Schema,
    /// Print the completion script of a shell
    #[command(
        after_help = "Example:\n  wirecost completions bash > ~/.local/share/bash-completion/completions/wirecost"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Start one of wirecost's own servers for a client of yours
    Start(StartArgs),
    /// Find out what RPC stacks can do, by calls
    Probe(ProbeArgs),
    /// Speak the runner protocol for the Rust candidates
    #[command(name = CODEC_RUNNER, hide = true)]
    CodecRunner,
    /// Be one of the http candidates in Rust
    #[command(name = HTTP_SERVER, hide = true)]
    HttpServer {
        /// Which one
        name: String,
    },
}

/// Options of `probe`.
#[derive(Args)]
#[command(after_help = crate::cmd::probe::EXAMPLES)]
pub struct ProbeArgs {
    /// Only candidates that this glob matches (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub candidate: Vec<String>,
}

/// What trials count.
#[derive(Clone, Copy, ValueEnum)]
pub enum MeasureArg {
    /// Time, by wall and CPU clocks
    Time,
    /// Instructions, by the processor's counters or valgrind
    Instructions,
}

/// The operations of the codec lab.
#[derive(Clone, Copy, ValueEnum)]
pub enum OperationArg {
    /// Octets to a value
    Decode,
    /// A value to octets
    Encode,
    /// Octets to a view that borrows from them, every field of which is read
    Borrow,
    /// Octets to a value and back to octets
    RoundTrip,
}

impl From<MeasureArg> for wirecost_plan::Measure {
    fn from(measure: MeasureArg) -> Self {
        match measure {
            MeasureArg::Time => Self::Time,
            MeasureArg::Instructions => Self::Instructions,
        }
    }
}

impl From<OperationArg> for OperationKind {
    fn from(operation: OperationArg) -> Self {
        match operation {
            OperationArg::Decode => Self::Decode,
            OperationArg::Encode => Self::Encode,
            OperationArg::Borrow => Self::Borrow,
            OperationArg::RoundTrip => Self::RoundTrip,
        }
    }
}

/// The labs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LabArg {
    /// Encoding and decoding
    Codec,
    /// Web servers under load
    Http,
    /// Remote procedure calls: servers with their clients
    Rpc,
}

/// Options of `run`.
#[derive(Args)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArgs {
    /// The suite: a name from `wirecost list`, or a file ending in .toml
    #[arg(value_name = "SUITE|FILE.toml", default_value = "quick")]
    pub suite: String,

    /// Measure this message in place of the suite's: a JSON, XML, Fast Infoset, MessagePack, CBOR or YAML
    /// file of yours, a folder that `wirecost tap` saved, or a name (repeatable)
    #[arg(long, value_name = "FILE|NAME")]
    pub message: Vec<String>,

    /// The schema of the messages of yours, a .proto or .avsc file: its format stands beside those that need none
    #[arg(long, value_name = "FILE", requires = "message")]
    pub schema: Option<PathBuf>,

    /// Their type in the schema; may be left out where it holds one
    #[arg(long = "type", value_name = "NAME", requires = "schema")]
    pub schema_type: Option<String>,

    /// Measure every XML and Fast Infoset document below this folder, as --message does a file (repeatable)
    #[arg(long, value_name = "FOLDER")]
    pub corpus: Vec<PathBuf>,

    /// Measure only the candidates that this glob matches (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub candidate: Vec<String>,

    /// Of the cases that have this parameter, measure only those with this value (repeatable: values of one parameter
    /// are alternatives). `wirecost list` shows the parameters of candidates, `run --dry-run` those of loads
    #[arg(long, value_name = "NAME=VALUE")]
    pub parameter: Vec<Parameter>,

    /// Measure only this operation, in place of the suite's (repeatable)
    #[arg(long, value_name = "OPERATION")]
    pub operation: Vec<OperationArg>,

    /// Measure only this lab (repeatable) [default: all of the suite; with --message or --corpus only codec]
    #[arg(long, value_name = "LAB")]
    pub lab: Vec<LabArg>,

    /// Add a runner of your own: a program that speaks the runner protocol (repeatable)
    #[arg(long, value_name = "[NAME=]PROGRAM")]
    pub runner: Vec<String>,

    /// Trials of each case, in place of the suite's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub trials: Option<u32>,

    /// Let the measuring take about this long at most, such as 30m, or 10 for seconds: fewer trials, but at least 3 of
    /// each case, then shorter ones, but at least a quarter. What needs longer still is measured, with a warning
    #[arg(long, value_name = "SPAN", value_parser = crate::cmd::run::budget::parse_span)]
    pub time: Option<Span>,

    /// The seed of the order of trials and of all inputs [default: drawn anew, and recorded]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// What to count
    #[arg(long, value_name = "WHAT", default_value = "time")]
    pub measure: MeasureArg,

    /// Also write the run as a JSON document
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Where to write the HTML report [default: beside the database]
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Go on with a run that was cut short
    #[arg(long, value_name = "RUN", conflicts_with_all = ["message", "schema", "corpus", "candidate", "parameter", "operation", "lab", "trials", "seed", "test", "dry_run"])]
    pub resume: Option<String>,

    /// Show what would run and how long it would take, and measure nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Run every case once for correctness only; store nothing
    #[arg(long, conflicts_with = "dry_run")]
    pub test: bool,

    /// Exit with code 5 where this machine is too busy: before measuring, or after it where a case had to be set aside
    #[arg(long)]
    pub strict: bool,
}

const RUN_EXAMPLES: &str = "\
Examples:
  wirecost run                                       the default suite
  wirecost run full --time 30m                       everything, shortened to about half an hour
  wirecost run --message order.json --message a.xml  your messages through every candidate that can hold them
  wirecost run --message order.json --schema shop.proto --type Order
  wirecost run --corpus invoices/ --candidate 'fast-infoset*' --candidate 'quick-xml*'
  wirecost run --candidate prost --candidate 'serde*' --trials 10
  wirecost run seed-fast-infoset --parameter limit=7 --parameter limit=24
                                                     settings of a library; what has no such setting stands
  wirecost run --lab http --parameter connections=50
  wirecost run --measure instructions --candidate prost
  wirecost run --lab http --candidate 'nginx-*'      web servers only
  wirecost run full --operation borrow --time 30m    what reading without owning costs
  wirecost run --runner mine=target/release/my-runner
  wirecost run --resume latest                       go on after Ctrl-C
  wirecost run --test                                only check that every candidate answers right";

/// Options of `list`.
#[derive(Args)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `report`.
#[derive(Args)]
pub struct ReportArgs {
    /// The run: `latest`, the beginning of its identifier, or a JSON file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// Write the HTML report here
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Open the HTML report in the browser; without --html it is written beside the database
    #[arg(long)]
    pub open: bool,

    /// Show what the round trips mean for an application that works so long between its calls, such as 30ms
    /// (repeatable); `seed` stands for the simulations of the experiment of 2001
    #[arg(long, value_name = "SPAN")]
    pub work: Vec<String>,
}

/// The formats of `export`.
#[derive(Clone, Copy, ValueEnum)]
pub enum ExportFormat {
    /// The result document
    Json,
    /// A row for each case
    Csv,
    /// Tables
    Md,
}

/// Options of `export`.
#[derive(Args)]
pub struct ExportArgs {
    /// The run: `latest`, the beginning of its identifier, or a JSON file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// The format
    #[arg(long, default_value = "json")]
    pub format: ExportFormat,
}

/// Options of `import`.
#[derive(Args)]
pub struct ImportArgs {
    /// The JSON file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}
