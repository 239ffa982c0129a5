//! Emitted schemas are accepted by the compilers of their formats. A compiler that is not installed is said and passed over, in CI only
//! if `cargo xtask setup` does not install it.

mod common;

use std::path::Path;
use std::process::Command;

use common::Maker;
use wirecost_types::{Format, Model, emit};

const MODELS: u64 = 64;

/// Of `cargo xtask setup`. That of a distribution may lack google/protobuf/timestamp.proto, which is in a package of its own there.
const PROTOC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/protoc/bin/protoc");

/// What `cargo xtask setup` installs.
const OF_SETUP: [&str; 2] = [PROTOC, "capnp"];

/// The messages that come with wirecost, and random models with names that formats lack.
fn models() -> Vec<Model> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../messages"));
    let mut models: Vec<Model> = ["telemetry", "invoice", "dns-100", "empty", "doubles-10"]
        .map(|name| {
            let path = folder.join(name).join("message.toml");
            Model::from_toml(name, &std::fs::read_to_string(path).unwrap()).unwrap()
        })
        .into();
    models.extend((0..MODELS).map(|seed| Maker::new(seed, None).model()));
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
