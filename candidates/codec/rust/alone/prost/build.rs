//! The library's own generator, as its documentation says, on the descriptors of the message's schema. So no protoc is needed.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=schema.bin");
    prost_build::Config::new()
        .skip_protoc_run()
        .file_descriptor_set_path("schema.bin")
        // What values are compared by, which no timed code runs.
        .type_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]")
        .btree_map(["."])
        .compile_well_known_types()
        .include_file("generated.rs")
        .compile_protos(&["message.proto"], &["."])
}
