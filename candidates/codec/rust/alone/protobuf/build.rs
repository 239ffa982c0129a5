//! The library's own generator, as its documentation says, which runs protoc; and prost's, for the structs that values are compared
//! by.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-env-changed=PROTOC");
    for message in std::fs::read_dir("messages")? {
        let message = message?.path();
        let out = Path::new(&std::env::var("OUT_DIR")?).join(message.file_name().unwrap_or_default());
        std::fs::create_dir_all(&out)?;
        protobuf_codegen::CodeGen::new()
            .input("message.proto")
            .include(&message)
            .output_dir(out.join("protobuf"))
            .generate_and_compile()?;
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
