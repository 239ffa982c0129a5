//! The library's own generator, as its documentation says; it runs the program `capnp` on a message's schema.

use std::error::Error;
use std::path::Path;

/// Generates the types of the message in a folder.
pub fn generate(message: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    // Where the module of the message is.
    let parent = message.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Ok(capnpc::CompilerCommand::new()
        .src_prefix(message)
        .file(message.join("schema.capnp"))
        .output_path(out)
        .default_parent_module(vec![parent.to_owned()])
        .run()?)
}
