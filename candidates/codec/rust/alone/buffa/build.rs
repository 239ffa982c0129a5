//! The library's own generator, as its documentation says, on the descriptors of the message's schema; and prost's, for the structs
//! that values are compared by.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=schema.bin");
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?).join("buffa");
    std::fs::create_dir_all(&out)?;
    buffa_build::Config::new()
        .descriptor_set("schema.bin")
        .files(&["message.proto"])
        .map_type(buffa_build::MapRepr::BTreeMap)
        .out_dir(out)
        .include_file("all.rs")
        .compile()?;
    Ok(prost_build::Config::new()
        .skip_protoc_run()
        .file_descriptor_set_path("schema.bin")
        .type_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]")
        .btree_map(["."])
        .compile_well_known_types()
        .include_file("generated.rs")
        .compile_protos(&["message.proto"], &["."])?)
}
