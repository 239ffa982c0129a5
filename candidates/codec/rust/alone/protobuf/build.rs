//! The library's own generator, as its documentation says, which runs protoc; and prost's, for the structs that values are compared
//! by.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=schema.bin");
    println!("cargo::rerun-if-env-changed=PROTOC");
    protobuf_codegen::CodeGen::new().input("message.proto").include(".").generate_and_compile()?;
    Ok(prost_build::Config::new()
        .skip_protoc_run()
        .file_descriptor_set_path("schema.bin")
        .type_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]")
        .btree_map(["."])
        .compile_well_known_types()
        .include_file("generated.rs")
        .compile_protos(&["message.proto"], &["."])?)
}
