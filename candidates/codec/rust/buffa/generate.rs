//! The library's own generator, as its documentation says, on the descriptors of a message's schema; and prost's, for the structs
//! that values are compared by.

use std::error::Error;
use std::path::Path;

/// Generates the types of the message in a folder.
pub fn generate(message: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let own = out.join("buffa");
    std::fs::create_dir_all(&own)?;
    buffa_build::Config::new()
        .descriptor_set(message.join("schema.bin"))
        .files(&["message.proto"])
        .map_type(buffa_build::MapRepr::BTreeMap)
        .out_dir(own)
        .include_file("all.rs")
        .compile()?;
    crate::prost::generate(message, out)
}
