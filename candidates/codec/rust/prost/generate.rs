//! The library's own generator, as its documentation says, on the descriptors of a message's schema. So no protoc is needed. It also
//! writes the structs by which values of other libraries of the format are compared.

use std::error::Error;
use std::path::Path;

/// Generates the types of the message in a folder.
pub fn generate(message: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    Ok(prost_build::Config::new()
        .skip_protoc_run()
        .file_descriptor_set_path(message.join("schema.bin"))
        .out_dir(out)
        // What values are compared by, which no timed code runs.
        .type_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]")
        .btree_map(["."])
        .compile_well_known_types()
        .include_file("generated.rs")
        .compile_protos(&[message.join("message.proto")], &[message])?)
}
