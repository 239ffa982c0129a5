//! The Rust candidates once more, built for the processor at hand, as a runner of its own: a library that chooses its
//! instructions when it is compiled, such as sonic-rs, then occurs twice in one run, and its trials are interleaved.
//!
//! ```sh
//! RUSTFLAGS="-C target-cpu=native -C llvm-args=-align-all-functions=6" \
//!   cargo build --release -p wirecost-codec-rust --example native --target-dir target/native
//! wirecost run --runner native=target/native/release/examples/native --candidate 'sonic-rs*'
//! ```

use wirecost_codec_protocol::{Candidate, CountingAllocator, serve};

/// As in the binary, so that allocations are counted here too.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// What the build has beyond the baseline of its target, of what these libraries look at; said with the runtime, so that a build
/// for the baseline does not pass for another.
fn beyond_the_baseline() -> String {
    let found: Vec<&str> = [
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512bw", cfg!(target_feature = "avx512bw")),
        ("pclmulqdq", cfg!(target_feature = "pclmulqdq")),
        ("sve2", cfg!(target_feature = "sve2")),
    ]
    .iter()
    .filter_map(|(name, has)| has.then_some(*name))
    .collect();
    if found.is_empty() { "nothing beyond the baseline".into() } else { found.join(" ") }
}

fn main() -> std::process::ExitCode {
    let renamed = |candidate: Candidate| Candidate {
        name: String::leak(format!("{}-native", candidate.name)),
        // The bytes to decode are those of the baseline's references.
        reference: false,
        ..candidate
    };
    let candidates: Vec<Candidate> = wirecost_codec_rust::candidates::all().into_iter().map(renamed).collect();
    let runtime = format!("{}, compiled for {}", env!("RUSTC_VERSION"), beyond_the_baseline());
    // A language of its own, since a control stands for the cases of its language.
    serve("rust-native", &runtime, &candidates)
}
