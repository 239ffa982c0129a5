//! `wirecost vocabulary`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use fastinfoset::{Limits, Reader, StreamReader, VocabularyBuilder, Writer, xml};

use crate::infosets::{self, Form};
use crate::output;
use crate::screen::say;

/// Options of `vocabulary`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct VocabularyArgs {
    /// Read these sample documents, XML or Fast Infoset
    #[arg(value_name = "SAMPLE", required = true)]
    samples: Vec<PathBuf>,

    /// Write this vocabulary file
    #[arg(short, long, value_name = "FILE.fivoc")]
    output: PathBuf,

    /// Let documents name the vocabulary by this URI [default: urn:vocabulary: and the name of the file]
    #[arg(long)]
    uri: Option<String>,

    /// Include attribute values and chunks of text of at most this length that occur more than once
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    values: usize,
}

const EXAMPLES: &str = "\
Examples:
  wirecost vocabulary samples/*.xml -o invoice.fivoc
  wirecost convert --vocabulary invoice.fivoc invoice.xml invoice.fi

Readers of the documents need the same file. docs/fastinfoset.md describes it.";

/// Builds a vocabulary from samples.
pub fn run(args: &VocabularyArgs) -> anyhow::Result<ExitCode> {
    let mut builder = VocabularyBuilder::new().with_values(args.values);
    for sample in &args.samples {
        add(sample, &mut builder).with_context(|| sample.display().to_string())?;
    }
    let stem = args.output.file_stem().unwrap_or_default().to_string_lossy();
    let uri = args.uri.clone().unwrap_or_else(|| format!("urn:vocabulary:{stem}"));
    let bytes = builder.build()?.to_file(&uri)?;
    output::write(&args.output, &bytes)?;
    say!("{}: {} bytes, {uri}, from {} documents", args.output.display(), bytes.len(), args.samples.len());
    Ok(ExitCode::SUCCESS)
}

fn add(sample: &std::path::Path, builder: &mut VocabularyBuilder) -> anyhow::Result<()> {
    let mut input = infosets::open(sample)?;
    match Form::of(None, &mut input)? {
        Form::Fi => builder.add(&mut StreamReader::new(input))?,
        Form::Xml => {
            let mut writer = Writer::new();
            xml::from_xml(input, &Limits::default(), &mut writer)?;
            builder.add(&mut Reader::new(writer.bytes()))?;
        }
    }
    Ok(())
}
