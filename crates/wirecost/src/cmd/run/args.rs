//! The options of `wirecost run`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use wirecost_catalog::Parameter;
use wirecost_catalog::suite::Span;
use wirecost_codec_protocol::OperationKind;

use super::time::parse_span;
use crate::cmd::forwarded::ForwardedOptions;
use crate::cmd::place::PlaceArgs;
use crate::labs::LABS;

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
    /// Bytes to a value
    Decode,
    /// A value to bytes
    Encode,
    /// Bytes to a view that borrows from them; every field of the view is read
    Borrow,
    /// Bytes to a value and back to bytes
    RoundTrip,
}

impl From<MeasureArg> for wirecost_catalog::Measure {
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

/// A name that can stand for a run.
fn run_name(text: &str) -> Result<String, wirecost_store::StoreError> {
    wirecost_store::check_name(text).map(|()| text.to_owned())
}

/// The names of the labs.
pub fn lab_names() -> PossibleValuesParser {
    PossibleValuesParser::new(LABS.iter().map(|lab| PossibleValue::new(lab.name()).help(lab.summary())))
}

/// Options of `run`.
#[derive(Args)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArgs {
    /// Measure this suite: a name from `wirecost list`, or a file ending in .toml
    #[arg(value_name = "SUITE|FILE.toml", default_value = wirecost_catalog::suite::DEFAULT)]
    pub suite: String,

    /// Measure this message in place of those of the suite: a file in any form that --format names, a folder that
    /// `wirecost tap` saved, or a name from `wirecost list` (repeatable)
    #[arg(long, value_name = "FILE|NAME")]
    pub message: Vec<String>,

    /// Read the types of your messages from this schema, a .proto, .avsc or .avdl file; adds Protocol Buffers or Avro
    /// to the formats that need no schema
    #[arg(long, value_name = "FILE", requires = "message", group = "typing")]
    pub schema: Option<PathBuf>,

    /// Take the type of your messages from this file, and do not infer it: .proto, .avsc, .avdl, .thrift, .fbs, .capnp,
    /// JSON Schema (.json), or what `wirecost types -o FILE` wrote (.toml)
    #[arg(long, value_name = "FILE", requires = "message", group = "typing")]
    pub types: Option<PathBuf>,

    /// Use this type of the schema. You can leave it out if the schema has only one
    #[arg(long = "type", value_name = "NAME", requires = "typing")]
    pub schema_type: Option<String>,

    /// Read files in this form, and do not find it out: json, xml, msgpack, cbor, yaml, bson, plist, toml, jsonc, json-lines,
    /// json-seq, avro-file, soap (the content of its body); with a schema also protobuf, protobuf-delimited, protobuf-text, avro,
    /// thrift-binary or thrift-compact
    #[arg(long, value_name = "FORM", requires = "message", value_parser = clap::builder::PossibleValuesParser::new(wirecost_catalog::file::FileFormat::names()), hide_possible_values = true)]
    pub format: Option<String>,

    /// Look in this folder too for the files that a schema imports or includes (repeatable)
    #[arg(short = 'I', long = "include", value_name = "DIR", requires = "typing")]
    pub include: Vec<PathBuf>,

    /// Measure every XML and Fast Infoset document below this folder, each as a message (repeatable)
    #[arg(long, value_name = "FOLDER")]
    pub corpus: Vec<PathBuf>,

    /// Let documents of the candidates fast-infoset-external* refer to this external vocabulary, and not to one of each message's
    /// own names. `wirecost vocabulary` makes it from samples
    #[arg(long, value_name = "FILE.fivoc")]
    pub vocabulary: Option<PathBuf>,

    /// Measure only candidates that match this glob (repeatable). NAME@VERSION, NAME+FEATURE, NAME+-FEATURE and NAME=PATH
    /// are a Rust candidate with another version of its library, with or without a feature, or from your sources; cargo
    /// builds it
    #[arg(long, value_name = "GLOB|NAME@VERSION")]
    pub candidate: Vec<String>,

    /// Give each store this many keys, in place of those of the suite (kv lab)
    #[arg(long, value_name = "N")]
    pub keys: Option<u64>,

    /// Store values of this size, in place of those of the suite (kv lab): 24 to 1,048,576 bytes
    #[arg(long, value_name = "BYTES")]
    pub value_bytes: Option<usize>,

    /// Measure only candidates in this language, such as java (repeatable). In the codec lab, take all of that language;
    /// in the other labs, take those of the suite
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Vec<String>,

    /// Measure only cases that have this value of the parameter, and cases without the parameter (repeatable; several
    /// values of one parameter are alternatives). `wirecost list` shows the parameters of candidates, `run --dry-run`
    /// those of loads
    #[arg(long, value_name = "NAME=VALUE")]
    pub parameter: Vec<Parameter>,

    /// Measure only this operation, in place of those of the suite (repeatable)
    #[arg(long, value_name = "OPERATION")]
    pub operation: Vec<OperationArg>,

    /// Measure only this lab (repeatable) [default: all labs of the suite; with --message or --corpus only codec]
    #[arg(long, value_name = "LAB", value_parser = lab_names())]
    pub lab: Vec<String>,

    /// Add your own runner, a program that speaks the runner protocol of docs/PROTOCOL.md (repeatable)
    #[arg(long, value_name = "[NAME=]PROGRAM")]
    pub runner: Vec<String>,

    /// Make this many trials of each case [default: those of the suite]. More trials narrow the intervals
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub trials: Option<u32>,

    /// Shorten the run to about this long, such as 30m, or 10 for seconds: first fewer trials, but at least 3 of each
    /// case, then shorter ones, but at least a quarter as long. If that is still too long, wirecost warns and measures
    #[arg(long, value_name = "SPAN", value_parser = parse_span)]
    pub time: Option<Span>,

    /// Take the order of trials and all inputs from this seed [default: a new one for each run, which is recorded]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Measure time, or count instructions. Instructions are exact on noisy machines
    #[arg(long, value_name = "WHAT", default_value = "time")]
    pub measure: MeasureArg,

    /// Write the run as a JSON document too; with --dry-run, the plan (docs/JSON.md)
    #[arg(long, value_name = "FILE", conflicts_with = "test")]
    pub json: Option<PathBuf>,

    /// Write the HTML report to this file [default: beside the database]
    #[arg(long, value_name = "FILE", conflicts_with = "test")]
    pub html: Option<PathBuf>,

    /// Compare sizes and costs with this format, this library, or `best` for the one that costs the least, in the table of
    /// each message [default: json, of XML documents xml]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Give the run this name, by which `report` and `compare` find it from then on, and no other run
    #[arg(long, value_name = "NAME", value_parser = run_name, conflicts_with_all = ["test", "on"])]
    pub save_as: Option<String>,

    /// Continue a run that was interrupted: `latest`, or the beginning of its identifier
    #[arg(long, value_name = "RUN", conflicts_with_all = ["message", "schema", "corpus", "candidate", "language", "parameter", "operation", "lab", "trials", "seed", "test", "dry_run", "on"])]
    pub resume: Option<String>,

    /// Show what would run and how long it would take, without measuring
    #[arg(long)]
    pub dry_run: bool,

    /// Show no first figures while candidates are built. Without this option, a run on a terminal that has to build many
    /// measures the first few alone, says that these figures are provisional, and then measures all of them together
    #[arg(long)]
    pub no_preview: bool,

    /// Check that every case answers correctly, without measuring or storing anything
    #[arg(long, conflicts_with_all = ["dry_run", "on"])]
    pub test: bool,

    /// Exit with code 5 if this machine is too busy: before measuring, or afterwards if a case was set aside
    #[arg(long, conflicts_with = "on")]
    pub strict: bool,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// Divide the candidates of the codec lab among the workers of --on. Use machines that are alike. All workers measure
    /// the A/A pair, which shows how much the machines differ. Without --split, each worker measures everything
    #[arg(long, requires = "on", help_heading = "Many machines")]
    pub split: bool,

    /// Measure only the parts that have no result in --work-dir yet. Repeat the other options unchanged
    #[arg(long, requires_all = ["on", "work_dir"], conflicts_with = "emit", help_heading = "Many machines")]
    pub missing: bool,

    /// The options as they were given, for workers.
    #[arg(skip)]
    pub given: ForwardedOptions,
}

const RUN_EXAMPLES: &str = "\
Examples:
  wirecost run                                       the default suite
  wirecost run full --time 30m                       everything, shortened to about half an hour
  wirecost run --message order.json --message a.xml  your messages, with every candidate that can hold them
  wirecost run --message order.json --schema shop.proto --type Order
  wirecost run --corpus invoices/ --candidate 'fast-infoset*' --candidate 'quick-xml*'
  wirecost run --message invoice.xml --candidate 'fast-infoset-external' --vocabulary invoice.fivoc
  wirecost run --message order.json --types order.message.toml
  wirecost run --candidate prost --candidate prost@0.13      two versions of a library
  wirecost run --save-as before                      then change something, run again, and
                                                     wirecost compare before latest
  wirecost run --candidate prost --candidate 'serde*' --trials 10
  wirecost run historical-fast-infoset --parameter limit=7 --parameter limit=24
                                                     settings of a library, beside candidates without them
  wirecost run --lab http --parameter connections=50
  wirecost run --measure instructions --candidate prost
  wirecost run --lab http --candidate 'nginx-*'      web servers only
  wirecost run full --operation borrow --time 30m    read messages in place, without copying
  wirecost run --runner mine=target/release/my-runner
  wirecost run --resume latest                       continue after Ctrl-C
  wirecost run --on ssh:a,b                          everything on two machines, side by side
  wirecost run full --on slurm:4 --split             the candidates dealt to four machines that are alike
  wirecost run --test                                only check that every candidate answers correctly";
