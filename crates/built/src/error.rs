//! Why a candidate is not built.

/// Why no code is generated for a candidate and a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The format cannot hold the type.
    #[error("not representable: {0}")]
    Format(#[from] wirecost_types::NotRepresentable),
    /// The generator of this candidate's types does not write such a type.
    #[error("not representable: {candidate} gets no generated code for {what} ({place})")]
    Generator {
        /// What it is, such as a union.
        what: &'static str,
        /// The type, or the field of it.
        place: String,
        /// The candidate.
        candidate: String,
    },
    /// The schema that is emitted for the format's own generator does not compile, which is a fault of wirecost.
    #[error("no code: the emitted schema does not compile: {0}")]
    Schema(String),
    /// Its library and what generates its types must be of one version, and only the registry has both.
    #[error(
        "{candidate} gets its types from a generator, which a checkout does not contain; measure a version instead, such as {candidate}@1.2.3"
    )]
    Checkout {
        /// The candidate.
        candidate: String,
    },
    /// It is no library that has versions.
    #[error("{candidate} is wirecost's own code, which has no other version")]
    OwnCode {
        /// The candidate.
        candidate: String,
    },
    /// The value is not of the type.
    #[error("not representable: {0}")]
    Value(#[from] wirecost_types::Misfit),
}

/// Why a candidate that was to be built is not there.
#[derive(Debug, thiserror::Error)]
pub enum NotBuilt {
    /// There is no cargo.
    #[error("needs cargo, which is not on the PATH; install Rust 1.90 or later (https://rustup.rs)")]
    NoCargo,
    /// The cache cannot be written.
    #[error("cannot write its crate: {place}: {error}")]
    Cache {
        /// The file or folder.
        place: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A program is missing, or of another version, that a generator calls.
    #[error("{0}")]
    NoProgram(String),
    /// It was no longer wanted before it was there.
    #[error("interrupted while it was built")]
    Interrupted,
    /// Cargo or the compiler refuses it.
    #[error("does not build: {0}")]
    Refused(String),
    /// Packages are not on this machine, and the registry cannot be reached.
    #[error("needs the network, once, to download packages: {0}")]
    Network(String),
    /// What was chosen cannot be, such as a version of something that has several packages.
    #[error("{0}")]
    Choice(String),
}
