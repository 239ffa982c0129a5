//! Compiles the schemas in `../generated` into the folder that is given. The script `run` beside this calls it.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args_os().nth(1).ok_or("a folder for what is made?")?;
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated");
    capnpc::CompilerCommand::new()
        .src_prefix(&schemas)
        .file(schemas.join("messages.capnp"))
        .file(schemas.join("wirecost.capnp"))
        // Where stack.rs has the modules.
        .default_parent_module(vec!["stacks".into(), "capnp".into()])
        .output_path(out)
        .run()?;
    Ok(())
}
