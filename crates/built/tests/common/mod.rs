//! What the tests that build candidates share: one workshop, and what is skipped.

use std::path::{Path, PathBuf};

use wirecost_built::{Built, Job, NotBuilt, Watch, Workshop};

/// A workshop that all tests share, so that each package is compiled once for all.
pub fn workshop() -> Workshop {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wirecost");
    // What is tested are the types, whatever the compiler makes of them.
    let config = cache.join("built/.cargo");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("config.toml"), "[profile.release]\nopt-level = 0\ndebug = false\n").unwrap();
    // `cargo xtask setup` installs it there.
    let protoc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/protoc");
    let programs = cache.join("programs");
    std::fs::create_dir_all(&programs).unwrap();
    if protoc.is_dir() && !programs.join("protoc").exists() {
        std::os::unix::fs::symlink(protoc, programs.join("protoc")).unwrap();
    }
    Workshop::new(&cache)
}

/// The program of a job; none, with a printed reason, where this machine lacks what the build needs.
pub fn build(workshop: &Workshop, job: &Job) -> Result<Option<Built>, NotBuilt> {
    match workshop.build(job, &Unwatched) {
        // `cargo xtask setup` installs such programs, so that only a machine of a user's may lack them.
        Err(NotBuilt::NoProgram(reason)) if std::env::var_os("CI").is_none() => {
            println!("skipped: {}: {reason}", job.name);
            Ok(None)
        }
        Err(NotBuilt::Network(reason)) => {
            println!("skipped: {}: needs the network: {reason}", job.name);
            Ok(None)
        }
        built => built.map(Some),
    }
}

struct Unwatched;

impl Watch for Unwatched {
    fn waits(&self) {}

    fn compiles(&self, _: usize, _: usize) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
