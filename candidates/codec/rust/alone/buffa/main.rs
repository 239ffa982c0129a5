//! A candidate of wirecost, alone.
#![allow(unused, clippy::all)]

mod candidate;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}
mod own {
    include!(concat!(env!("OUT_DIR"), "/buffa/all.rs"));
}
mod root;

fn main() -> std::process::ExitCode {
    wirecost_codec_protocol::serve("rust", env!("RUSTC_VERSION"), candidate::CANDIDATES)
}
