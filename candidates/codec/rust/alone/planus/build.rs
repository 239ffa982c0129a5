//! The library's own generator, which is what `planus rust` runs, on the message's schema.

fn main() {
    println!("cargo::rerun-if-changed=schema.fbs");
    let declarations = planus_translation::translate_files(&["schema.fbs"]).expect("the schema is valid");
    let code = planus_codegen::generate_rust(&declarations, false).expect("the schema has code");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(std::path::Path::new(&out).join("generated.rs"), code).expect("OUT_DIR can be written");
}
