//! The library's own generator, as its documentation says; it runs the program `capnp` on the message's schema.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=schema.capnp");
    Ok(capnpc::CompilerCommand::new().file("schema.capnp").run()?)
}
