//! `wirecost types`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use wirecost_catalog::file::{FileFormat, Reading};
use wirecost_catalog::{Catalog, Message};
use wirecost_types::emit::xml_schema;
use wirecost_types::import::xsd::SampleDocument;
use wirecost_types::import::{Completed, Sample};
use wirecost_types::infer::{Inferred, Reason, Said};
use wirecost_types::{Format, Model, Notes, Proposals, emit, infer_said};
use wirecost_value::Value;

use crate::infosets;
use crate::output;
use crate::screen::Screen;

/// Options of `types`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TypesArgs {
    /// Infer the type from these messages, all samples of one type, in any form that --format names. With --types, check
    /// that they are of that type. The name of one message from `wirecost list` shows the type that it has
    #[arg(value_name = "FILE|NAME", required_unless_present = "types")]
    files: Vec<PathBuf>,

    /// Take what the samples hint at and cannot show: dates, times, UUIDs, decimals, enumerations. Without it, they are
    /// listed behind "or"
    #[arg(long, conflicts_with = "types")]
    accept: bool,

    /// Take the type from this file instead: .proto, .avsc, .avdl, .thrift, .fbs, .capnp, JSON Schema or OpenAPI 3 (.json,
    /// .yaml), XML Schema (.xsd, .wsdl), or a message.toml (.toml)
    #[arg(long, value_name = "FILE")]
    types: Option<PathBuf>,

    /// Use this type of the file. You can leave it out if the file has only one that no other type refers to. In OpenAPI, also
    /// what an operation takes ("POST /orders") or answers ("POST /orders 200"); in XML Schema a global element, as NAME or
    /// {namespace}NAME
    #[arg(long = "type", value_name = "NAME", requires = "types")]
    type_name: Option<String>,

    /// Read files in this form, and do not find it out: json, xml, msgpack, cbor, yaml, bson, plist, toml, jsonc, json-lines,
    /// json-seq, avro-file, soap (the content of its body); with a schema also protobuf, protobuf-delimited, protobuf-text, avro,
    /// thrift-binary or thrift-compact
    #[arg(long, value_name = "FORM", value_parser = clap::builder::PossibleValuesParser::new(wirecost_catalog::file::FileFormat::names()), hide_possible_values = true)]
    format: Option<String>,

    /// Look in this folder too for the files that a schema imports or includes (repeatable)
    #[arg(short = 'I', long = "include", value_name = "DIR", requires = "types")]
    include: Vec<PathBuf>,

    /// Write the type as a schema of this format [default with -o: toml]
    #[arg(long, value_name = "FORMAT")]
    emit: Option<EmitArg>,

    /// Write to this file, and not to standard output. Use it to correct what was inferred, and keep it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print JSON, for programs
    #[arg(long, conflicts_with_all = ["emit", "output"])]
    json: bool,
}

/// The formats of `--emit`.
#[derive(Clone, Copy, ValueEnum)]
pub enum EmitArg {
    /// Protocol Buffers
    Proto,
    /// Apache Thrift
    Thrift,
    /// Avro
    Avro,
    /// FlatBuffers
    Fbs,
    /// Cap'n Proto
    Capnp,
    /// XDR, RFC 4506
    Xdr,
    /// JSON Schema, 2020-12
    JsonSchema,
    /// XML Schema 1.0
    Xsd,
    /// Rust structs for serde
    Rust,
    /// The form of message.toml, with the reasons as comments
    Toml,
}

const EXAMPLES: &str = "\
Examples:
  wirecost types order.json                what each field is, and why
  wirecost types monday.json tuesday.json  several samples say more than one
  wirecost types order.json -o order.message.toml
                                           a file to correct and keep
  wirecost types order.json --accept -o order.message.toml
                                           with all that is proposed
  wirecost types dns-100                   the type of a message from wirecost list
  wirecost types --types order.message.toml order.json
                                           check a message against it
  wirecost types order.json --emit proto   a schema of Protocol Buffers
  wirecost types --types shop.proto --type Order --emit thrift
                                           one schema as another
  wirecost types orders.jsonl.gz           from all lines
  wirecost types --types order.xsd order.xml
                                           a document by its XML Schema
  wirecost types --types shop.proto --type Order order.pb
                                           whether bytes are of a type
  wirecost types --json order.json         for programs";

/// The form of what `--json` prints.
const FORM: &str = "wirecost.types/1";

/// The widest table, in columns: reasons are sentences, and long lines are hard to read.
const COLUMNS: usize = 80;

/// The narrowest table.
const LEAST: usize = 60;

/// Shows the type of messages, or writes it as a schema.
pub fn run(args: &TypesArgs, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let format = args.format.as_deref().and_then(FileFormat::parse);
    let Some(types) = &args.types else {
        if let Some(model) = known(&args.files, catalog)? {
            return show(args, &model, screen);
        }
        let (inferred, samples) = inferred(args, &Reading { imported: None, format }, screen)?;
        if args.json {
            return output::print_document(FORM, &json(&inferred)?);
        }
        if args.emit.is_some() || args.output.is_some() {
            return write(args, &inferred.model, &inferred.notes(), screen);
        }
        return output::print(&table(&inferred, samples, screen.width.clamp(LEAST, COLUMNS)));
    };
    let given = match whole(args, types, format)? {
        Some(completed) => {
            completed.notes.iter().for_each(|note| screen.note(note));
            Some(completed.imported)
        }
        None => None,
    };
    let samples = samples(&args.files, &Reading { imported: given.as_ref(), format }, screen)?;
    let completed = match given {
        Some(imported) => Completed { imported, notes: Vec::new() },
        None => complete(args, types, &samples)?,
    };
    completed.notes.iter().for_each(|note| screen.note(note));
    let imported = completed.imported;
    for Read { file, value, .. } in &samples {
        imported.model.fit(value).with_context(|| file.display().to_string())?;
        screen.note(&format!("{} is of type {}", file.display(), imported.model.root));
    }
    if !args.json && args.emit.is_none() && args.output.is_none() && !samples.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    show(args, &imported.model, screen)
}

/// Shows or writes types that nobody inferred.
fn show(args: &TypesArgs, model: &Model, screen: Screen) -> anyhow::Result<ExitCode> {
    if args.json {
        let toml = model.to_toml(&Notes::default())?;
        return output::print_document(
            FORM,
            &serde_json::json!({ "type": model.root.to_string(), "message_toml": toml }),
        );
    }
    write(args, model, &Notes::default(), screen)
}

/// The types of a message of the catalogue, if its name is all that is given.
fn known(files: &[PathBuf], catalog: &Catalog) -> anyhow::Result<Option<Arc<Model>>> {
    let Some(name) = files.first().and_then(|file| file.to_str()).filter(|_| files.len() == 1) else { return Ok(None) };
    if !Message::names(catalog).iter().any(|known| known == name) {
        return Ok(None);
    }
    let mut message = Message::load(name, catalog)?;
    message.infer_type();
    let model = message.model().map_err(|lack| anyhow::anyhow!("{name} has no type: {lack}"))?;
    Ok(Some(model))
}

/// The types of a schema that needs no data trees: one that says all by itself, or that documents complete.
fn whole(args: &TypesArgs, types: &Path, format: Option<FileFormat>) -> anyhow::Result<Option<Completed>> {
    let type_name = args.type_name.as_deref();
    if !wirecost_catalog::is_xml_schema(types) {
        return Ok(wirecost_catalog::whole_types(types, type_name, &args.include)?.map(Completed::from));
    }
    let Some(files) = wirecost_catalog::documents(&args.files, &Reading { imported: None, format })? else {
        anyhow::bail!("{} is a schema of XML documents, and not all files are documents", types.display());
    };
    let documents = files.iter().map(|file| SampleDocument { name: &file.place, infoset: &file.infoset });
    let documents: Vec<SampleDocument<'_>> = documents.collect();
    Ok(Some(wirecost_catalog::types_of_documents(types, type_name, &args.include, &documents)?))
}

/// The type of the messages in files, and how many there are.
fn inferred(args: &TypesArgs, reading: &Reading<'_>, screen: Screen) -> anyhow::Result<(Inferred, usize)> {
    let files = &args.files;
    let proposals = if args.accept { Proposals::Accepted } else { Proposals::Listed };
    if let Some(documents) = wirecost_catalog::documents(files, reading)? {
        let found = wirecost_catalog::type_of_documents(&documents, proposals)?;
        found.notes.iter().for_each(|note| screen.note(note));
        return Ok((found.inferred, files.len()));
    }
    let samples = samples(files, reading, screen)?;
    let first = files.first().and_then(|file| file.file_stem()?.to_str()).unwrap_or("message");
    let (values, said): (Vec<Value>, Vec<Said>) = samples.into_iter().map(|it| (it.value, it.said)).unzip();
    Ok((infer_said(&values, &said, first, proposals)?, values.len()))
}

/// The types of a schema that the messages complete.
fn complete(args: &TypesArgs, types: &Path, samples: &[Read<'_>]) -> anyhow::Result<Completed> {
    let names: Vec<String> = samples.iter().map(|sample| sample.file.display().to_string()).collect();
    let named = names.iter().zip(samples);
    let named: Vec<Sample<'_>> =
        named.map(|(name, it)| Sample { has_only_text: it.has_only_text, ..Sample::new(name, &it.value) }).collect();
    Ok(wirecost_catalog::types(types, args.type_name.as_deref(), &args.include, &named)?)
}

/// A message of a file.
struct Read<'a> {
    file: &'a PathBuf,
    value: Value,
    said: Said,
    has_only_text: bool,
}

/// The data trees of the messages in files.
fn samples<'a>(files: &'a [PathBuf], reading: &Reading<'_>, screen: Screen) -> anyhow::Result<Vec<Read<'a>>> {
    let mut samples = Vec::new();
    for file in files {
        let values = Message::values_of(file, reading)?;
        let values = values.map_err(|reason| anyhow::anyhow!("{}: no data tree: {reason}", file.display()))?;
        values.notes.iter().for_each(|note| screen.note(&format!("{}: {note}", file.display())));
        let (has_only_text, mut said) = (values.has_only_text, values.said.into_iter());
        samples.extend(values.values.into_iter().map(|value| {
            let said = said.next().unwrap_or_default();
            Read { file, value, said, has_only_text }
        }));
    }
    Ok(samples)
}

/// Writes the type in the form that was asked for.
fn write(args: &TypesArgs, model: &Model, notes: &Notes, screen: Screen) -> anyhow::Result<ExitCode> {
    let format = match args.emit.unwrap_or(EmitArg::Toml) {
        EmitArg::Toml | EmitArg::Xsd => None,
        EmitArg::Proto => Some(Format::Protobuf),
        EmitArg::Thrift => Some(Format::Thrift),
        EmitArg::Avro => Some(Format::Avro),
        EmitArg::Fbs => Some(Format::FlatBuffers),
        EmitArg::Capnp => Some(Format::CapnProto),
        EmitArg::Xdr => Some(Format::Xdr),
        EmitArg::JsonSchema => Some(Format::JsonSchema),
        EmitArg::Rust => Some(Format::Rust),
    };
    let text = match format {
        None if matches!(args.emit, Some(EmitArg::Xsd)) => xml_schema(model)?,
        None => model.to_toml(notes)?,
        Some(format) => {
            let emitted = emit(model, format)?;
            emitted.lowered.notes().iter().for_each(|note| screen.note(note));
            emitted.text
        }
    };
    let Some(output) = args.output.as_ref().filter(|output| !infosets::is_pipe(output)) else {
        return output::print(&text);
    };
    let replaced = if output.exists() { "replaced" } else { "written" };
    output::write_with(output, |out| Ok(out.write_all(text.as_bytes())?))?;
    screen.note(&format!("{} {replaced}", output.display()));
    Ok(ExitCode::SUCCESS)
}

fn json(inferred: &Inferred) -> anyhow::Result<serde_json::Value> {
    let reasons = inferred.reasons.iter().map(|reason| {
        let proposals =
            reason.proposals.iter().map(|it| serde_json::json!({ "type": it.proposed.to_string(), "why": it.why }));
        serde_json::json!({
            "place": reason.place,
            "type": reason.ty,
            "why": reason.why,
            "proposals": proposals.collect::<Vec<_>>(),
        })
    });
    Ok(serde_json::json!({
        "type": inferred.model.root.to_string(),
        "fields": reasons.collect::<Vec<_>>(),
        "message_toml": inferred.model.to_toml(&inferred.notes())?,
    }))
}

/// What was inferred: a row for each place, indented by what holds it.
fn table(inferred: &Inferred, samples: usize, columns: usize) -> String {
    const FIELD: usize = 24;
    const TYPE: usize = 18;
    let rows: Vec<(String, &str, Vec<String>)> = inferred
        .reasons
        .iter()
        .map(|reason| {
            let mut why = vec![reason.why.clone()];
            why.extend(reason.proposals.iter().map(|it| format!("or {}: {}", it.proposed, it.why)));
            (label(reason), reason.ty.as_str(), why)
        })
        .collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>, most: usize| texts.max().unwrap_or(0).clamp(5, most);
    let field = widest(&mut rows.iter().map(|(label, ..)| label.chars().count()), FIELD);
    let ty = widest(&mut rows.iter().map(|(_, ty, _)| ty.chars().count()), TYPE);
    let rest = columns.saturating_sub(field + ty + 4).max(20);
    let noun = if samples == 1 { "sample" } else { "samples" };
    let mut out = format!("type {} from {samples} {noun}\n", inferred.model.root);
    let _ = writeln!(out, "{:<field$}  {:<ty$}  why", "field", "type");
    for (label, ty_text, why) in rows {
        let (label, ty_text) = (wrap(&label, field), wrap(ty_text, ty));
        let why: Vec<String> = why.iter().flat_map(|line| wrap(line, rest)).collect();
        for line in 0..label.len().max(ty_text.len()).max(why.len()) {
            let cell = |cells: &[String]| cells.get(line).cloned().unwrap_or_default();
            let row = format!("{:<field$}  {:<ty$}  {}", cell(&label), cell(&ty_text), cell(&why));
            let _ = writeln!(out, "{}", row.trim_end());
        }
    }
    out
}

/// The last step of a place, indented by the steps before it.
fn label(reason: &Reason) -> String {
    let step = if reason.depth == 0 { "(message)" } else { reason.step.as_str() };
    format!("{:indent$}{step}", "", indent = reason.depth.min(6) * 2)
}

/// The text in lines of at most `width` characters, broken between words where that is possible.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let indent: String = text.chars().take_while(|c| *c == ' ').take(width * 2 / 3).collect();
    let mut lines = vec![indent.clone()];
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        while !word.is_empty() {
            let line = lines.last_mut().expect("there is always one line");
            let space = usize::from(!is_empty);
            let left = width.saturating_sub(line.chars().count() + space);
            if word.len() <= left {
                line.push_str(if is_empty { "" } else { " " });
                line.extend(word.drain(..));
                is_empty = false;
            } else if is_empty {
                line.extend(word.drain(..left.max(1).min(word.len())));
                lines.push(indent.clone());
            } else {
                lines.push(indent.clone());
                is_empty = true;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = r#"{"a_field_with_a_name_that_is_longer_than_its_column": [[{"b": {"c": {"d": [1, "x", null, {"e": 0.5}]}}}]],
            "at": "2026-02-03T04:05:06Z"}"#;
        let value = wirecost_value::json::read(text.as_bytes()).unwrap();
        let inferred = infer_said(&[value], &[], "order", Proposals::Listed).unwrap();
        let table = table(&inferred, 1, 80);
        assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
        assert!(table.starts_with("type order from 1 sample\nfield"), "{table}");
        assert!(table.contains("or timestamp(s): all 1 are times"), "{table}");
    }

    #[test]
    fn a_key_stands_whole_in_its_row() {
        let value = wirecost_value::json::read(br#"{"log.level": "x", "a.b[]": [1], "": {"c": 2}}"#).unwrap();
        let table = table(&infer_said(&[value], &[], "order", Proposals::Listed).unwrap(), 1, 80);
        for row in ["\n  \"log.level\"  text", "\n  \"a.b[]\" ", "\n    []  ", "\n  \"\" ", "\n    c  "] {
            assert!(table.contains(row), "{row:?} in {table}");
        }
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("ab cd efghij", 5), ["ab cd", "efghi", "j"]);
        assert_eq!(wrap("  abcd", 4), ["  ab", "  cd"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
