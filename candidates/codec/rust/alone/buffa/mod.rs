//! What one message is read and written by.

pub mod candidate;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/generated.rs"));
}
mod own {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/buffa/all.rs"));
}
mod root;
