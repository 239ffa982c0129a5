//! The target of this build; and a new file among the sources that are embedded makes a new build.

fn main() {
    println!("cargo::rustc-env=WIRECOST_TARGET={}", std::env::var("TARGET").expect("cargo sets it"));
    for folder in ["codec/rust", "feed", "http", "kv", "rpc"] {
        println!("cargo::rerun-if-changed=../../candidates/{folder}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
