//! A candidate of wirecost, alone.
#![allow(unused, clippy::all)]

mod candidate;
mod root;
// Where the generator looks for it.
mod schema_capnp {
    include!(concat!(env!("OUT_DIR"), "/schema_capnp.rs"));
}
mod support;

fn main() -> std::process::ExitCode {
    wirecost_codec_protocol::serve("rust", env!("RUSTC_VERSION"), candidate::CANDIDATES)
}
