//! `wirecost convert`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use fastinfoset::{Algorithms, Limits, StreamReader, WriteOptions, Writer, xml};

use crate::infosets::{self, Form};
use crate::output;

/// Options of `convert`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ConvertArgs {
    /// Read this document; - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// Write this document; - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Read IN in this form [default: detected from its first bytes]
    #[arg(long, value_name = "FORM")]
    from: Option<Form>,

    /// Write OUT in this form [default: by its extension, or else the other form]
    #[arg(long, value_name = "FORM")]
    to: Option<Form>,

    /// Use this external vocabulary (repeatable). Documents are written with the first, and read with any of them
    #[arg(long, value_name = "FILE.fivoc")]
    vocabulary: Vec<PathBuf>,

    /// Index attribute values and chunks of text that are shorter than this. A higher limit makes repetitive documents
    /// smaller
    #[arg(long, value_name = "BYTES", default_value_t = 32)]
    limit: usize,

    /// Accept documents whose vocabulary tables take up to this many bytes, and write none that take more. Raise it for large
    /// documents with many different values; readers of other programs may have limits of their own
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_table_bytes)]
    max_table_bytes: u64,
}

const EXAMPLES: &str = "\
Examples:
  wirecost convert invoice.xml invoice.fi
  wirecost convert invoice.fi -                        as XML to standard output
  wirecost convert --to fi - - < a.xml | gzip > a.fi.gz
  wirecost convert --vocabulary invoice.fivoc invoice.xml invoice.fi";

/// Converts a document.
pub fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let mut input = infosets::open(&args.input)?;
    let named = || args.input.display().to_string();
    let from = Form::of(args.from, &mut input).with_context(named)?;
    let other = if from == Form::Xml { Form::Fi } else { Form::Xml };
    let to = args.to.or_else(|| Form::of_name(&args.output)).unwrap_or(other);
    let (mut reading, uri) = infosets::vocabularies(&args.vocabulary)?;
    reading.limits.max_table_bytes = args.max_table_bytes;
    let writing = WriteOptions {
        // The rest is for names, which must be there.
        max_index_bytes: usize::try_from(args.max_table_bytes / 4 * 3).unwrap_or(usize::MAX),
        max_table_bytes: args.max_table_bytes,
        indexed_attribute_values: 0..args.limit,
        indexed_chunks: 0..args.limit,
        external_vocabulary: uri,
        vocabularies: reading.vocabularies.clone(),
        ..WriteOptions::default()
    };
    output::write_with(&args.output, |out| {
        let done = match (from, to) {
            (Form::Xml, Form::Fi) => xml::from_xml(input, &Limits::default(), &mut Writer::to_stream(out, &writing)?),
            (Form::Fi, Form::Fi) => {
                Writer::to_stream(out, &writing)?.copy(&mut StreamReader::with_options(input, &reading))
            }
            (Form::Fi, Form::Xml) => {
                xml::to_xml(&mut StreamReader::with_options(input, &reading), &Algorithms::default(), out)
            }
            (Form::Xml, Form::Xml) => anyhow::bail!("{} is XML already; --to fi converts it", named()),
        };
        infosets::of_file(done, &args.input)
    })?;
    Ok(ExitCode::SUCCESS)
}
