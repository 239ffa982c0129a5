//! The library's own generator, which is what `planus rust` runs, on a message's schema.

use std::error::Error;
use std::path::Path;

/// Generates the types of the message in a folder.
pub fn generate(message: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let declarations = planus_translation::translate_files(&[message.join("schema.fbs")]);
    let code = planus_codegen::generate_rust(&declarations.ok_or("the schema is not valid")?, false)?;
    Ok(std::fs::write(out.join("generated.rs"), code)?)
}
