//! The target of this build.

fn main() {
    println!("cargo::rustc-env=WIRECOST_TARGET={}", std::env::var("TARGET").expect("cargo sets it"));
}
