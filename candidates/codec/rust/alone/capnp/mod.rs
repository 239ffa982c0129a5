//! What one message is read and written by.

pub mod candidate;
mod root;
// Where the generator looks for it.
mod schema_capnp {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/schema_capnp.rs"));
}
mod support;
