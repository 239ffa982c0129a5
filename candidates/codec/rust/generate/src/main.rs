//! Makes what stands in `candidates/codec/rust/generated/`, or checks that it is current.
//!
//! `candidates/codec/rust/generate/run write`, or `check`. Cap'n Proto and Protocol Buffers need their compilers, `capnp`
//! (Debian: capnproto) and `protoc` of one version, and are left out with a message where these are missing.

mod protobuf;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, bail, ensure};

fn main() -> anyhow::Result<ExitCode> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated").canonicalize()?;
    let scratch = tempfile::tempdir()?;
    let mut made = vec![flatbuffers(&folder, scratch.path())?];
    match capnp(&folder, scratch.path())? {
        Some(file) => made.push(file),
        None => eprintln!("messages_capnp.rs: not made: capnp is not installed (Debian: apt-get install capnproto)"),
    }
    made.extend(protobuf::generate(&folder, scratch.path())?);
    for file in &made {
        format(file)?;
    }
    match std::env::args().nth(1).as_deref() {
        Some("write") => write(&folder, &made),
        Some("check") => check(&folder, &made),
        _ => bail!("write or check?"),
    }
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

fn capnp(folder: &Path, out: &Path) -> anyhow::Result<Option<PathBuf>> {
    let mut compiler = Command::new("capnp");
    compiler
        .args(["compile", "-o-", "-I"])
        .arg(source_of("capnpc")?)
        .arg("messages.capnp")
        .current_dir(folder)
        .stdout(Stdio::piped());
    let child = match compiler.spawn() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        child => child?,
    };
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "capnp: {}", output.status);
    capnpc::codegen::CodeGenerationCommand::new().output_directory(out).run(output.stdout.as_slice())?;
    Ok(Some(out.join("messages_capnp.rs")))
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

fn write(folder: &Path, made: &[PathBuf]) -> anyhow::Result<ExitCode> {
    for file in made {
        std::fs::copy(file, folder.join(file.file_name().context("no name")?))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn check(folder: &Path, made: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in made {
        let name = file.file_name().context("no name")?;
        let current = meaning(&folder.join(name))? == meaning(file)?;
        println!("{}: {}", name.display(), if current { "current" } else { "out of date; make it anew with `write`" });
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
