//! `wirecost dump`

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use fastinfoset::Piece;
use serde::Serialize;

use crate::{infosets, output};

/// Options of `dump`.
#[derive(Args)]
#[command(after_help = "Example:\n  wirecost convert --to fi order.xml - | wirecost dump -")]
pub struct DumpArgs {
    /// Read this Fast Infoset document; - for standard input
    #[arg(value_name = "FILE.fi")]
    file: PathBuf,

    /// Use this external vocabulary if the document names it (repeatable)
    #[arg(long, value_name = "FILE.fivoc")]
    vocabulary: Vec<PathBuf>,

    /// Print JSON, one record per piece and line, for programs (docs/JSON.md)
    #[arg(long)]
    json: bool,
}

/// A piece of a document.
#[derive(Serialize)]
struct Record {
    /// The form of the record.
    schema: &'static str,
    offset: usize,
    bytes_hex: String,
    /// How deep it lies among the pieces that hold others.
    depth: usize,
    meaning: String,
}

impl Record {
    fn of(piece: &Piece<'_>) -> Self {
        let bytes_hex = piece.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let (offset, depth, meaning) = (piece.offset, piece.depth, piece.meaning.to_string());
        Self { schema: "wirecost.dump/1", offset, bytes_hex, depth, meaning }
    }
}

/// How many bytes of a piece its line shows.
const SHOWN: usize = 8;

/// Shows every byte of a document with its meaning.
pub fn run(args: &DumpArgs) -> anyhow::Result<ExitCode> {
    let mut bytes = Vec::new();
    infosets::open(&args.file)?.read_to_end(&mut bytes)?;
    let (options, _) = infosets::vocabularies(&args.vocabulary)?;
    output::write_with(Path::new("-"), |out| {
        let mut written = Ok(());
        let read = fastinfoset::dump(&bytes, &options, |piece| {
            if written.is_ok() {
                written = if args.json {
                    serde_json::to_string(&Record::of(&piece))
                        .map_err(io::Error::from)
                        .and_then(|text| writeln!(out, "{text}"))
                } else {
                    writeln!(out, "{}", line(&piece))
                };
            }
        });
        // What comes before an error helps to understand it.
        out.flush()?;
        written?;
        infosets::of_file(read, &args.file)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn line(piece: &Piece<'_>) -> String {
    let mut hex: Vec<String> = piece.bytes.iter().take(SHOWN).map(|byte| format!("{byte:02X}")).collect();
    if piece.bytes.len() > SHOWN {
        hex.push(format!("+{}", piece.bytes.len() - SHOWN));
    }
    let indent = "  ".repeat(piece.depth);
    format!("{:>8}  {:<30}{indent}{}", piece.offset, hex.join(" "), piece.meaning)
}
