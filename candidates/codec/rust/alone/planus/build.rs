//! The library's own generator, which is what `planus rust` runs, on each message's schema.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=messages");
    for message in std::fs::read_dir("messages")? {
        let message = message?.path();
        let out = Path::new(&std::env::var("OUT_DIR")?).join(message.file_name().unwrap_or_default());
        std::fs::create_dir_all(&out)?;
        let declarations = planus_translation::translate_files(&[message.join("schema.fbs")]);
        let code = planus_codegen::generate_rust(&declarations.ok_or("the schema is not valid")?, false)?;
        std::fs::write(out.join("generated.rs"), code)?;
    }
    Ok(())
}
