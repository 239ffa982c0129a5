//! What can go wrong with the database.

use std::path::PathBuf;

use crate::checks::MAX_RUN_ID;

/// The version of the tables. A newer one is refused, an older one would be brought up to date where it is opened.
pub(crate) const TABLES: i64 = 2;

/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite's own errors.
    #[error("{path}: {source}")]
    Sqlite {
        /// The database file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// No more space.
    #[error("{path}: the disk is full; {}", left(run, *.stored))]
    Full {
        /// The database file.
        path: PathBuf,
        /// The run.
        run: String,
        /// How many of its trials are stored; none where the run itself is not.
        stored: Option<u64>,
    },
    /// A folder cannot be made.
    #[error("{path}: {source}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is no database to read.
    #[error("there is no database {path}; `wirecost run` creates one, and --db chooses another")]
    Missing {
        /// The file that is not there.
        path: PathBuf,
    },
    /// A file that is no database of runs.
    #[error("{path}: it is not a wirecost database; choose another with --db")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A database that may be read only.
    #[error("{path}: it is read-only; choose another with --db")]
    ReadOnly {
        /// The database file.
        path: PathBuf,
    },
    /// A run of that name is stored already.
    #[error("{path}: run {run} is stored already")]
    Exists {
        /// The database file.
        path: PathBuf,
        /// The run.
        run: String,
    },
    /// A document that has a case twice: nobody could tell which of them is meant.
    #[error("run {run}: it has the case {key} twice, and each case of a run stands once")]
    CaseTwice {
        /// The run.
        run: String,
        /// The key of the case.
        key: String,
    },
    /// An identifier that could be taken for a path, an option or a word with a meaning.
    #[error(
        "run_id {found:?} is not valid: an identifier has 1 to {MAX_RUN_ID} letters, digits, '-', '_' and '.', and starts with a letter or digit"
    )]
    RunId {
        /// What is there.
        found: String,
    },
    /// A name for a run that could be taken for an identifier.
    #[error("{found:?} cannot name a run: identifiers begin with a digit, so a name begins with a letter")]
    Name {
        /// What is there.
        found: String,
    },
    /// A number that no document may hold.
    #[error("{place}: {number} is not a finite number")]
    NotFinite {
        /// The case or run, and the way to the number in its document.
        place: String,
        /// NaN or an infinity.
        number: f64,
    },
    /// Tables of another version.
    #[error(
        "{path}: written by a newer wirecost (tables {found}, this one knows {TABLES}); use that version, or choose another database with --db"
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The version found.
        found: i64,
    },
    /// No run of that name, or several.
    #[error("{0}")]
    NoRun(String),
    /// A document in the database or in a file is broken.
    #[error("{place}: {source}")]
    Document {
        /// Where.
        place: String,
        /// What is wrong.
        source: serde_json::Error,
    },
}

/// What is left of a run on a full disk, and how to go on.
fn left(run: &str, stored: Option<u64>) -> String {
    match stored {
        None => "nothing of this run is stored. Free some space, and start it again".to_owned(),
        Some(1) => format!("one finished trial is stored. Free some space, then: wirecost run --resume {run}"),
        Some(trials) => {
            format!("{trials} finished trials are stored. Free some space, then: wirecost run --resume {run}")
        }
    }
}
