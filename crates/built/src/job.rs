//! What is built: the crates of candidates, and those of servers in Rust.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::sources::Files;
use crate::{Program, runner};

/// The target of this build, which is that of the candidates.
pub const TARGET: &str = env!("WIRECOST_TARGET");

/// What the crate of a candidate has for one message: a module, and the schema from which a generator writes the types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What the runner calls the type.
    pub(crate) type_name: String,
    /// Files of the module, by their path in it.
    pub(crate) sources: Files,
    /// Files for the generator.
    pub(crate) schemas: Files,
    /// Files of the module in the crate of structs that candidates share.
    pub(crate) shared: Files,
}

impl Part {
    /// What the runner calls the type.
    pub fn type_name(&self) -> &str {
        &self.type_name
    }
}

/// A crate that is to be built.
#[derive(Debug, Clone)]
pub struct Job {
    /// The name of the candidate, with what is varied.
    pub name: String,
    /// The name of its crate.
    pub(crate) package: String,
    pub(crate) files: Files,
    /// The package whose version is the candidate's; none if it is wirecost's own code.
    pub(crate) library: Option<String>,
    /// The packages that are counted as what the candidate brings, with what they need.
    pub(crate) counted: Vec<String>,
    /// What a generator calls.
    pub(crate) program: Option<Program>,
    /// What a build of it takes where none was timed here.
    pub(crate) build_s: f64,
    /// Flags of the compiler.
    pub(crate) flags: String,
    /// The only feature of the crate that is on, or none of them; nothing for a crate without features.
    pub(crate) feature: Option<String>,
    /// Whether sources are in it that may have changed since it was built.
    pub(crate) is_checkout: bool,
    /// The name of its folder, once it was asked for.
    pub(crate) folder: OnceLock<String>,
    /// The crate of structs that it shares with other candidates, with its folder.
    pub(crate) shared: Option<(PathBuf, Files)>,
}

impl Job {
    /// What cargo is told of the features of the crate.
    pub(crate) fn features(&self) -> impl Iterator<Item = &str> {
        self.feature.iter().flat_map(|of| ["--no-default-features", "--features", of])
    }

    /// The same program with another `main`, which finds the candidates in `CANDIDATES`: for programs that measure them apart from
    /// wirecost.
    pub fn with_main(mut self, main: &str) -> Self {
        if let Some(root) = self.files.get_mut("src/main.rs") {
            let text = String::from_utf8_lossy(root).into_owned();
            let kept = text.split(runner::MAIN).next().unwrap_or_default();
            *root = format!("{kept}\n{main}").into_bytes();
        }
        self.folder = OnceLock::new();
        self
    }
}
