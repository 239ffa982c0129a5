//! What generators write of a message.

mod generated {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/generated.rs"));
}
mod own {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/buffa/all.rs"));
}
