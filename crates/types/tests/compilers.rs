//! Emitted schemas are accepted by the compilers of their formats. A compiler that is not installed is said and passed over, in CI only
//! if `cargo xtask setup` does not install it.

mod common;

use std::path::Path;
use std::process::Command;

use common::Maker;
use indexmap::{IndexMap, IndexSet};
use wirecost_types::{Definition, Enumeration, Field, Format, Int, Model, Presence, Record, Type, emit};

const MODELS: u64 = 64;

/// Of `cargo xtask setup`. That of a distribution may lack google/protobuf/timestamp.proto, which is in a package of its own there.
const PROTOC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/protoc/bin/protoc");

/// What `cargo xtask setup` installs.
const OF_SETUP: [&str; 2] = [PROTOC, "capnp"];

/// Words that languages of schemas, or of the code that is made from them, keep for themselves, beside those that formats list.
const WORDS: &str = "\
    any array base boolean char chan class decimal defer delegate embed error errors event exit explicit export \
    extend extensions fallthrough final fixed fixed32 fn friend func generic go id implicit index init integer \
    internal invariant is java_type key len local map max maybe message method mixed mutable name none nothing \
    null number object oneof operator option option_ out override package packed params partial path pragma \
    property range read record ref repeated reserved returns rpc rune sealed select sfixed64 signal sint32 some \
    stream subroutine syntax template time to token type types uint value vec void_ weak where write yield Object \
    E e E2 None Some a.b";

/// Names that are no words in any language.
const NO_WORDS: [&str; 7] = ["*/*", "", "//", "\"", "\\", "#", "/*"];

/// The most parts of a package.
const PARTS: usize = 48;

/// All that some language keeps for itself, as it is and with a capital.
fn words() -> IndexSet<String> {
    let words = Format::ALL.into_iter().flat_map(Format::keywords).chain(WORDS.split(' '));
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    words.flat_map(|word| [word.to_owned(), capital(word)]).collect()
}

fn type_names(words: &IndexSet<String>) -> impl Iterator<Item = &String> {
    words.iter().filter(|name| {
        let types = IndexMap::from([((*name).clone(), Definition::Record(Record::new(Vec::new())))]);
        Model::new(Type::Named((*name).clone()), types).check().is_ok()
    })
}

/// A record whose fields have these names and types, any of which may be absent.
fn record<'a>(fields: impl IntoIterator<Item = (&'a str, Type, Option<String>)>) -> Definition {
    let field = |(name, ty, group): (&str, Type, Option<String>)| Field {
        presence: Presence::Optional,
        group,
        ..Field::new(name, ty)
    };
    Definition::Record(Record::new(fields.into_iter().map(field).collect()))
}

/// An enumeration of these names.
fn enumeration<'a>(names: impl IntoIterator<Item = &'a str>) -> Definition {
    let symbols = names.into_iter().map(str::to_owned).zip(0..).collect();
    Definition::Enumeration(Enumeration { symbols, is_numbered: true })
}

/// Models whose fields, records, enumerations, symbols, groups and packages have the names of keywords of all languages.
fn models_of_keywords() -> Vec<Model> {
    let words = words();
    let all = || words.iter().map(String::as_str).chain(NO_WORDS);
    let with_root = |root: Definition, others: Vec<(String, Definition)>| {
        let types = [("Root-of-all".to_owned(), root)].into_iter().chain(others).collect();
        Model::new(Type::named("Root-of-all"), types)
    };
    let kinds = [Type::Text, Type::Integer(Int::I32), Type::list(Type::Text)];
    let fields = record(all().zip(kinds.iter().cycle()).map(|(name, ty)| (name, ty.clone(), None)));
    let of_own_types = || record(type_names(&words).map(|name| (name.as_str(), Type::named(name), None)));
    let each = |definition: &dyn Fn(&str) -> Definition| {
        type_names(&words).map(|name| (name.clone(), definition(name))).collect::<Vec<_>>()
    };
    let records = each(&|name| record([(name, Type::Text, None)]));
    let enumerations = each(&|name| enumeration(IndexSet::from([name, ""])));
    let members: Vec<String> = (0..2 * words.len()).map(|number| format!("member{number}")).collect();
    let groups = members
        .iter()
        .zip(words.iter().chain(&words))
        .map(|(name, group)| (name.as_str(), Type::Text, Some(group.clone())));
    let groups = record(groups);
    let mut models = vec![
        with_root(fields, Vec::new()),
        with_root(of_own_types(), records),
        with_root(of_own_types(), enumerations),
        with_root(record([("all", Type::named("E"), None)]), vec![("E".to_owned(), enumeration(all()))]),
        with_root(groups, Vec::new()),
    ];
    let parts: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| word.starts_with(char::is_alphabetic)).collect();
    models.extend(parts.chunks(PARTS).flat_map(|chunk| {
        [chunk.to_vec(), chunk.iter().rev().copied().collect()].map(|parts| {
            let name = format!("{}.Root", parts.join("."));
            Model::new(Type::named(&name), IndexMap::from([(name, record([("n", Type::Text, None)]))]))
        })
    }));
    models.iter().for_each(|model| model.check().unwrap());
    models
}

/// The messages that come with wirecost, random models with names that formats lack, and models with names of keywords.
fn models() -> Vec<Model> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../messages"));
    let mut models: Vec<Model> = ["telemetry", "invoice", "dns-100", "empty", "doubles-10"]
        .map(|name| {
            let path = folder.join(name).join("message.toml");
            Model::from_toml(name, &std::fs::read_to_string(path).unwrap()).unwrap()
        })
        .into();
    models.extend((0..MODELS).map(|seed| Maker::new(seed, None).model()));
    models.extend(models_of_keywords());
    models
}

/// Compiles each model's schema; `command` gets the compiler, the folder and the file.
fn compile_all(format: Format, program: &str, command: impl Fn(&mut Command, &Path, &Path)) {
    if Command::new(program).arg("--version").output().is_err() {
        let why = format!("{program} is not installed");
        assert!(std::env::var_os("CI").is_none() || !OF_SETUP.contains(&program), "{why}; cargo xtask setup");
        eprintln!("skipped: {why}");
        return;
    }
    for (index, model) in models().iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let emitted = emit(model, format).unwrap();
        let file = folder.path().join(format!("m.{}", format.extension()));
        std::fs::write(&file, &emitted.text).unwrap();
        let mut compiler = Command::new(program);
        command(&mut compiler, folder.path(), &file);
        let output = compiler.current_dir(folder.path()).output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{program} refuses model {index}: {said}\n{}", emitted.text);
    }
}

#[test]
fn protoc_accepts_what_is_emitted() {
    compile_all(Format::Protobuf, PROTOC, |compiler, folder, file| {
        compiler.arg("--descriptor_set_out=m.bin").arg(format!("-I{}", folder.display())).arg(file);
    });
}

#[test]
fn thrift_accepts_what_is_emitted() {
    compile_all(Format::Thrift, "thrift", |compiler, folder, file| {
        compiler.args(["-strict", "--gen", "json", "-out"]).arg(folder).arg(file);
    });
}

#[test]
fn flatc_accepts_what_is_emitted() {
    compile_all(Format::FlatBuffers, "flatc", |compiler, folder, file| {
        compiler.args(["--binary", "--schema", "-o"]).arg(folder).arg(file);
    });
}

#[test]
fn capnp_accepts_what_is_emitted() {
    compile_all(Format::CapnProto, "capnp", |compiler, _, file| {
        compiler.args(["compile", "-o-"]).arg(file);
    });
}

#[test]
fn rpcgen_accepts_what_is_emitted() {
    compile_all(Format::Xdr, "rpcgen", |compiler, _, file| {
        compiler.args(["-h", "-o", "m.h"]).arg(file.file_name().unwrap());
    });
}

#[test]
fn apache_avro_accepts_what_is_emitted() {
    for (index, model) in models().iter().enumerate() {
        let text = emit(model, Format::Avro).unwrap().text;
        let schema = apache_avro::Schema::parse_str(&text);
        assert!(schema.is_ok(), "apache-avro refuses model {index}: {schema:?}\n{text}");
    }
}
