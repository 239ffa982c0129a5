//! What generators write of a message.

mod generated {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/generated.rs"));
}
