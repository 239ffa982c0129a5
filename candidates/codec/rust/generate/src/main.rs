//! Makes what is in `candidates/codec/rust/generated/` and `candidates/rpc/capnp/generated/`, or checks that it is current.
//!
//! `candidates/codec/rust/generate/run write`, or `check`. Cap'n Proto and Protocol Buffers need their compilers, `capnp`
//! (Debian: capnproto) and `protoc` of one version, and are left out with a message where these are missing.

mod protobuf;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, bail, ensure};

fn main() -> anyhow::Result<ExitCode> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated").canonicalize()?;
    let service = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../rpc/capnp/generated").canonicalize()?;
    let scratch = tempfile::tempdir()?;
    let mut made = vec![Made { file: flatbuffers(&folder, scratch.path())?, folder: folder.clone() }];
    for (of, schema) in [(&folder, "messages.capnp"), (&service, "wirecost.capnp")] {
        match capnp(of, schema, &folder, scratch.path())? {
            Some(file) => made.push(Made { file, folder: of.clone() }),
            None => eprintln!("{schema}: capnp is not installed (Debian: apt-get install capnproto)"),
        }
    }
    let generated = protobuf::generate(&folder, scratch.path())?;
    made.extend(generated.into_iter().map(|file| Made { file, folder: folder.clone() }));
    for made in &made {
        format(&made.file)?;
    }
    match std::env::args().nth(1).as_deref() {
        Some("write") => write(&made),
        Some("check") => check(&made),
        _ => bail!("write or check?"),
    }
}

/// A file that was made, and the folder where it belongs.
struct Made {
    file: PathBuf,
    folder: PathBuf,
}

fn flatbuffers(folder: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    // The generated comments name the file as it was given.
    std::env::set_current_dir(folder)?;
    let declarations = planus_translation::translate_files(&["messages.fbs"]).context("messages.fbs is broken")?;
    let file = out.join("messages_fbs.rs");
    let code = planus_codegen::generate_rust(&declarations, false).map_err(|error| anyhow::anyhow!("{error}"))?;
    std::fs::write(&file, code)?;
    Ok(file)
}

/// The id of messages.capnp, whose code the codec candidates hold.
const MESSAGES: u64 = 0xd1c5_a1b7_e3f2_4a69;

/// Compiles a schema of `folder`, which may import those of `messages`.
fn capnp(folder: &Path, schema: &str, messages: &Path, out: &Path) -> anyhow::Result<Option<PathBuf>> {
    let mut compiler = Command::new("capnp");
    compiler
        .args(["compile", "-o-", "-I"])
        .arg(source_of("capnpc")?)
        .arg("-I")
        .arg(messages)
        .arg(schema)
        .current_dir(folder)
        .stdout(Stdio::piped());
    let child = match compiler.spawn() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        child => child?,
    };
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "capnp: {}", output.status);
    let mut generation = capnpc::codegen::CodeGenerationCommand::new();
    generation.crates_provide_map([(MESSAGES, "wirecost_codec_rust".to_owned())].into());
    generation.output_directory(out).run(output.stdout.as_slice())?;
    Ok(Some(out.join(schema.replace(".capnp", "_capnp.rs"))))
}

/// The folder of a dependency's source, where capnpc keeps the file that the schema imports.
fn source_of(package: &str) -> anyhow::Result<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let metadata = cargo_metadata::MetadataCommand::new().manifest_path(manifest).exec()?;
    let found = metadata.packages.iter().find(|found| found.name == package).context("a dependency is gone")?;
    Ok(found.manifest_path.parent().context("no folder")?.into())
}

/// As the repository formats its own.
fn format(file: &Path) -> anyhow::Result<()> {
    let settings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../rustfmt.toml");
    let status =
        Command::new("rustfmt").args(["--edition", "2024", "--config-path"]).arg(settings).arg(file).status()?;
    ensure!(status.success(), "rustfmt: {status}");
    Ok(())
}

fn write(made: &[Made]) -> anyhow::Result<ExitCode> {
    for Made { file, folder } in made {
        std::fs::copy(file, folder.join(file.file_name().context("no name")?))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn check(made: &[Made]) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for Made { file, folder } in made {
        let path = folder.join(file.file_name().context("no name")?);
        let current = path.exists() && meaning(&path)? == meaning(file)?;
        println!("{}: {}", path.display(), if current { "current" } else { "out of date; make it anew with `write`" });
        if !current {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// The lines of generated code but for the one that names the version of the compiler of Cap'n Proto: the code does not
/// depend on it.
fn meaning(file: &Path) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Ok(text.lines().filter(|line| !line.starts_with("// capnp binary version:")).map(str::to_owned).collect())
}
