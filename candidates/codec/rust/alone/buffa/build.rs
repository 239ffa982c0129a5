//! The library's own generator, as its documentation says, on the descriptors of each message's schema; and prost's, for the structs
//! that values are compared by.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=messages");
    for message in std::fs::read_dir("messages")? {
        let message = message?.path();
        let out = Path::new(&std::env::var("OUT_DIR")?).join(message.file_name().unwrap_or_default());
        std::fs::create_dir_all(&out)?;
        let own = out.join("buffa");
        std::fs::create_dir_all(&own)?;
        buffa_build::Config::new()
            .descriptor_set(message.join("schema.bin"))
            .files(&["message.proto"])
            .map_type(buffa_build::MapRepr::BTreeMap)
            .out_dir(own)
            .include_file("all.rs")
            .compile()?;
        prost_build::Config::new()
            .skip_protoc_run()
            .file_descriptor_set_path(message.join("schema.bin"))
            .out_dir(out)
            .type_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]")
            .btree_map(["."])
            .compile_well_known_types()
            .include_file("generated.rs")
            .compile_protos(&[message.join("message.proto")], &[&message])?;
    }
    Ok(())
}
