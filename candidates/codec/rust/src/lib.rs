//! The Rust codec candidates: a file in `src/candidates` each. `docs/CANDIDATES.md` walks through adding one.

pub mod library;
pub mod types;
pub mod views;

/// The candidates, as the build script found them. Each module's `CANDIDATES` lists what it offers.
#[allow(missing_docs)]
pub mod candidates {
    include!(concat!(env!("OUT_DIR"), "/candidates.rs"));

    /// Every candidate of this runner.
    pub fn all() -> Vec<wirecost_codec_protocol::Candidate> {
        LISTS.concat()
    }
}

/// Speaks the runner protocol on standard input and output until input ends.
pub fn serve() -> std::process::ExitCode {
    wirecost_codec_protocol::serve("rust", env!("RUSTC_VERSION"), &candidates::all())
}
