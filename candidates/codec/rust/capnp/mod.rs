//! What the generator writes of a message.

// Where it looks for it.
mod schema_capnp {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/schema_capnp.rs"));
}
