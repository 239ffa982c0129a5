//! `wirecost size`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use wirecost_catalog::{Catalog, Compact, Message, Parameter, Selection, Suite};
use wirecost_lab::{Folders, Planning};
use wirecost_lab_codec::build::build;
use wirecost_lab_codec::compressed::{GZIP_LEVEL, ZSTD_LEVEL};
use wirecost_lab_codec::runners;
use wirecost_lab_codec::sizes::{self, FormatSize, MessageSizes, sizes};
use wirecost_lab_codec::variations::Variations;
use wirecost_lab_codec::{CodecPlan, Draft, Runner};
use wirecost_report::fitted::wrapped;

use crate::output;
use crate::paths::Paths;
use crate::progress::Steps;
use crate::screen::Screen;
use crate::suggestions;

mod stream;
mod totals;

/// The form of the document of a message.
const SCHEMA: &str = "wirecost.size/1";

/// Options of `size`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SizeArgs {
    /// Show the sizes of these messages: files in any form that --format names, or names from `wirecost list`
    #[arg(value_name = "FILE|NAME", required_unless_present = "corpus")]
    messages: Vec<String>,

    /// Show what all XML and Fast Infoset documents below this folder take together (repeatable)
    #[arg(long, value_name = "FOLDER")]
    corpus: Vec<PathBuf>,

    /// Read the types of the messages from this schema, a .proto, .avsc or .avdl file; adds its format to those that
    /// need none
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,

    /// Read the types of the messages from this file: a message.toml as `wirecost types -o` writes it, or a schema. Without it,
    /// the types are inferred from the message
    #[arg(long, value_name = "FILE", conflicts_with = "schema")]
    types: Option<PathBuf>,

    /// Use this type of the schema or of the types. You can leave it out if the file has only one
    #[arg(long = "type", value_name = "NAME")]
    schema_type: Option<String>,

    /// Read files in this form, and do not find it out: json, xml, msgpack, cbor, yaml, bson, plist, toml, jsonc, json-lines,
    /// json-seq, avro-file, soap (the content of its body); with a schema also protobuf, protobuf-delimited, protobuf-text, avro,
    /// thrift-binary or thrift-compact
    #[arg(long, value_name = "FORM", value_parser = clap::builder::PossibleValuesParser::new(wirecost_catalog::file::FileFormat::names()), hide_possible_values = true)]
    format: Option<String>,

    /// Look in this folder too for the files that a schema imports or includes (repeatable)
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,

    /// Show only the formats of candidates that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    candidate: Vec<String>,

    /// Show only formats that have this value of the parameter, and formats without the parameter (repeatable; several
    /// values of one parameter are alternatives)
    #[arg(long, value_name = "NAME=VALUE")]
    parameter: Vec<Parameter>,

    /// Let documents in fast-infoset-external* refer to this external vocabulary, and not to one of each message's own names.
    /// `wirecost vocabulary` makes it from samples
    #[arg(long, value_name = "FILE.fivoc")]
    vocabulary: Option<PathBuf>,

    /// Print JSON, for programs (docs/JSON.md)
    #[arg(long)]
    json: bool,
}

/// Candidates that are another setting of a format that is in the table, or compress by themselves, which its columns
/// show: they stand where the command line names them.
const OTHER_SETTINGS: [&str; 3] = ["fast-infoset-limit*", "fast-infoset-external-limit*", "*-gzip"];

const EXAMPLES: &str = "\
Examples:
  wirecost size order.json                 your order in every format, by the types that are inferred
  wirecost size order.json --types order.message.toml
                                           by types that you corrected
  wirecost size order.cbor feed.xml        several messages, one table each
  wirecost size dns-100                    a message with a type: formats with a schema too
  wirecost size order.json --schema shop.proto --type Order
  wirecost size --candidate 'fast-infoset*' order.xml
                                           in every setting of Fast Infoset
  wirecost size --parameter limit=7 order.xml
                                           with the limit of that historical library
  wirecost size --corpus invoices/         all documents of a folder together
  wirecost size --json order.json          for programs";

/// Shows the sizes of messages. No trial is run.
pub fn run(args: &SizeArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let (found, mut unusable) = runners::find(catalog, &paths.cache, &[]);
    let mut runners = Vec::new();
    for spec in found {
        match spec.describe_cached(&paths.cache) {
            Ok(description) => runners.push(Runner::found(spec, description, Duration::ZERO)),
            Err(reason) => unusable.push(reason),
        }
    }
    unusable.iter().for_each(|runner| screen.note(&format!("formats left out: {runner}")));
    let mut messages = args.messages.clone();
    for folder in &args.corpus {
        let corpus = wirecost_catalog::corpus(folder)?;
        corpus.left_out.iter().for_each(|reason| screen.note(&format!("left out: {reason}")));
        messages.extend(corpus.files.iter().map(|file| file.display().to_string()));
    }
    let selection = Selection {
        messages: messages.clone(),
        schema: args.schema.as_ref().map(|file| file.display().to_string()),
        schema_type: args.schema_type.clone(),
        types: args.types.as_ref().map(|file| file.display().to_string()),
        roots: args.include.clone(),
        format: args.format.clone(),
        vocabulary: args.vocabulary.as_ref().map(|file| file.display().to_string()),
        candidates: args.candidate.clone(),
        parameters: args.parameter.iter().cloned().collect(),
        ..Selection::default()
    };
    selection.parameters.check(Draft::parameters(&runners))?;
    let candidates = runners.iter().flat_map(Runner::candidates);
    let names: Vec<String> = candidates.map(|candidate| candidate.name.clone()).collect();
    suggestions::check(&Variations::of(&selection, &runners).usual(), &names)?;
    let exclude = OTHER_SETTINGS.map(str::to_owned).to_vec();
    let suite = Suite { candidates: vec!["*".into()], exclude, ..Suite::load("full", catalog)? };
    let steps = Steps::new(screen);
    let planning = Planning {
        suite: &suite,
        selection: &selection,
        runners: &[],
        compares_builds: false,
        seed: 0,
        catalog,
        folders: &Folders { cache: paths.cache.clone() },
        build: true,
        progress: &steps,
    };
    let all = sizes_of_all(args, &planning, &runners);
    steps.finish();
    let all = all?;
    if args.json {
        let documents: Vec<_> = all.iter().map(|content| output::Document { schema: SCHEMA, content }).collect();
        return output::print(&serde_json::to_string_pretty(&documents)?);
    }
    let given = selection.external_vocabulary()?;
    let uri = given.as_ref().map(|given| given.uri.as_str());
    // Nobody reads hundreds of tables: the documents of a folder have one for all.
    let tables = all.iter().take(args.messages.len()).map(|message| table(message, uri, screen));
    let totals = (!args.corpus.is_empty()).then(|| totals::table(&all, screen));
    output::print(&tables.chain(totals).collect::<Vec<_>>().join("\n"))
}

/// The sizes of every message in the order in which they are named.
fn sizes_of_all(args: &SizeArgs, planning: &Planning<'_>, runners: &[Runner]) -> anyhow::Result<Vec<MessageSizes>> {
    let Planning { selection, catalog, .. } = *planning;
    let known = Message::names(catalog);
    let mut all: Vec<MessageSizes> = Vec::new();
    let vocabulary = selection.external_vocabulary()?;
    for name in &selection.messages {
        let path = Path::new(name);
        let is_file = !known.contains(name) && path.exists() && !path.is_dir();
        let found = if is_file && args.schema.is_none() && args.types.is_none() && args.format.is_none() {
            let bytes = Compact::from_file(path)?;
            bytes.notes.iter().for_each(|note| crate::screen::say!("{name}: {note}"));
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("message");
            let message = stream::stand_in(stem, path, &bytes).with_vocabulary(vocabulary.clone());
            let plan = plan(planning, selection, vec![message], runners)?;
            vec![stream::sizes(&plan, &plan.messages[0], &bytes)]
        } else {
            let selection = Selection { messages: vec![name.clone()], ..selection.clone() };
            let messages = wirecost_catalog::messages(&planning.suite.messages, &selection, catalog)?;
            let plan = plan(planning, &selection, messages, runners)?;
            say_notes(&plan);
            plan.messages.iter().map(|message| sizes(&plan, message)).collect()
        };
        for mut sizes in found {
            // Two files may share a stem; a name stands for one message.
            while all.iter().any(|other| other.message == sizes.message) {
                sizes.message.push('\'');
            }
            all.push(sizes);
        }
    }
    sizes::add_dictionaries(&mut all);
    Ok(all)
}

/// The plan of a message. What must be built is built where somebody names it, and left out elsewhere: most formats are written
/// without it, at once.
fn plan(
    planning: &Planning<'_>,
    selection: &Selection,
    messages: Vec<Message>,
    runners: &[Runner],
) -> anyhow::Result<CodecPlan> {
    let mut draft = Draft::new(planning.suite.clone(), selection, messages, runners.to_vec(), 0)?;
    let is_named = !selection.candidates.is_empty() || !selection.parameters.is_empty();
    let built = if is_named { build(planning, &mut draft, |_| ())? } else { Vec::new() };
    Ok(CodecPlan::new(draft, built))
}

/// Says what was taken where the command line left it open.
fn say_notes(plan: &CodecPlan) {
    let of_schemas = plan.messages.iter().filter_map(|message| message.schema()?.note.as_deref());
    let of_messages = plan.messages.iter().flat_map(|message| message.notes.iter().map(String::as_str));
    let notes: std::collections::BTreeSet<&str> = of_schemas.chain(of_messages).collect();
    notes.iter().for_each(|note| crate::screen::say!("{note}"));
}

/// Formats whose vocabulary is built from the message itself. Others of its kind would be larger with that vocabulary.
const FITTED: [&str; 1] = ["fast-infoset-external"];

/// A column that is shown where a message has it.
struct MoreColumn {
    heading: &'static str,
    bytes: fn(&FormatSize) -> Option<usize>,
    note: fn(&MessageSizes) -> String,
}

const MORE_COLUMNS: [MoreColumn; 3] = [
    MoreColumn {
        heading: "dict",
        bytes: |size| size.zstd_dictionary_bytes,
        note: |message| {
            let largest = message.sizes.iter().filter_map(|size| size.dictionary_bytes).max().unwrap_or(0);
            format!(
                "by zstd with a dictionary that both ends have, trained on these very samples in each format: the least that a \
                 dictionary can reach. It is not counted, and has at most {largest} bytes"
            )
        },
    },
    MoreColumn {
        heading: "x100",
        bytes: |size| size.batch.as_ref().map(|batch| batch.size_bytes),
        note: |message| {
            let batches = message.sizes.iter().filter_map(|size| size.batch.as_ref());
            let different = batches.map(|batch| batch.different).min().unwrap_or(0);
            format!("a batch of 100 such messages with exchanged values; {different} of them differ")
        },
    },
    MoreColumn {
        heading: "x100 zstd",
        bytes: |size| size.batch.as_ref().map(|batch| batch.zstd_bytes),
        note: |_| "the batch by zstd, as one".to_owned(),
    },
];

/// The table of a message. `uri` names the vocabulary that the user gave.
fn table(message: &MessageSizes, uri: Option<&str>, screen: Screen) -> String {
    let name = &message.message;
    let mut out = format!("{name}: bytes plain, by gzip level {GZIP_LEVEL}, by zstd level {ZSTD_LEVEL}\n");
    let columns: Vec<&MoreColumn> =
        MORE_COLUMNS.iter().filter(|column| message.sizes.iter().any(|size| (column.bytes)(size).is_some())).collect();
    let headings: String = columns.iter().map(|column| format!("{:>10}", column.heading)).collect();
    let _ = writeln!(out, "  {:<28}{:>10}{:>10}{:>10}{headings}", "format", "plain", "gzip", "zstd");
    for size in &message.sizes {
        let (plain, gzip, zstd) = (size.size_bytes, size.gzip_bytes, size.zstd_bytes);
        let cell = |bytes: Option<usize>| bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
        let more: String = columns.iter().map(|column| format!("{:>10}", cell((column.bytes)(size)))).collect();
        let format = match &size.by_types {
            Some(_) => format!("{} +", size.format),
            None if is_fitted(&size.format) => format!("{} *", size.format),
            None => size.format.clone(),
        };
        let _ = writeln!(out, "  {format:<28}{plain:>10}{gzip:>10}{zstd:>10}{more}");
    }
    for column in columns {
        let note = (column.note)(message);
        let _ = writeln!(out, "{}", wrapped(&format!("{}: {note}", column.heading), screen.width, 2, 4));
    }
    if message.sizes.iter().any(|size| is_fitted(&size.format)) {
        let note = match uri {
            Some(uri) => format!("* with the vocabulary {uri}, which both ends must have"),
            None => "* its vocabulary was built from this very message, and both ends must have it: the least that any \
                     vocabulary can reach. `wirecost vocabulary` builds one from samples of yours, and --vocabulary takes it"
                .to_owned(),
        };
        let _ = writeln!(out, "{}", wrapped(&note, screen.width, 2, 4));
    }
    let by_types: Vec<String> = message
        .sizes
        .iter()
        .filter_map(|size| Some(format!("{} by {}", size.format, size.by_types.as_ref()?)))
        .collect();
    if !by_types.is_empty() {
        let note = format!(
            "+ by the types of the message, which `wirecost types FILE` explains: {}. Other libraries may write other bytes",
            by_types.join("; ")
        );
        let _ = writeln!(out, "{}", wrapped(&note, screen.width, 2, 4));
    }
    // Formats that cannot hold it for the same reason are listed together.
    let mut reasons: Vec<(&String, Vec<&str>)> = Vec::new();
    for (format, reason) in &message.unfit {
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, formats)) => formats.push(format),
            None => reasons.push((reason, vec![format])),
        }
    }
    for (reason, formats) in reasons {
        let _ = writeln!(out, "{}", wrapped(&format!("not in {}: {reason}", formats.join(", ")), screen.width, 2, 4));
    }
    out
}

/// Whether a format, in whichever setting, has a vocabulary of the message's own.
fn is_fitted(format: &str) -> bool {
    FITTED.iter().any(|fitted| format.starts_with(fitted))
}
