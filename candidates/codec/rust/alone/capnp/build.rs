//! The library's own generator, as its documentation says; it runs the program `capnp` on each message's schema.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=messages");
    for message in std::fs::read_dir("messages")? {
        let message = message?.path();
        let out = Path::new(&std::env::var("OUT_DIR")?).join(message.file_name().unwrap_or_default());
        std::fs::create_dir_all(&out)?;
        // Where the module of the message is.
        let parent = message.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        capnpc::CompilerCommand::new()
            .src_prefix(&message)
            .file(message.join("schema.capnp"))
            .output_path(out)
            .default_parent_module(vec![parent.to_owned()])
            .run()?;
    }
    Ok(())
}
