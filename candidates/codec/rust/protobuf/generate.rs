//! The library's own generator, as its documentation says, which runs protoc; and prost's, for the structs that values are compared
//! by.

use std::error::Error;
use std::path::Path;

/// Generates the types of the message in a folder.
pub fn generate(message: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=PROTOC");
    protobuf_codegen::CodeGen::new()
        .input("message.proto")
        .include(message)
        .output_dir(out.join("protobuf"))
        .generate_and_compile()?;
    crate::prost::generate(message, out)
}
