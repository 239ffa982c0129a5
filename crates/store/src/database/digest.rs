//! Damage that no reader sees: a digit that changed leaves a document that can be read, with a figure that nobody measured.
//! So each trial is stored with a digest of its document and one of its samples.

use sha2::{Digest as _, Sha256};

use super::Store;
use crate::StoreError;

/// How many bytes of SHA-256 are kept: damage is found, and nobody is kept from writing a digest of their own.
const KEPT: usize = 16;

/// The digest of a part of a trial: of its text, and of which trial of which case it is.
pub fn digest(key: &str, number: i64, text: &[u8]) -> String {
    let mut digest = Sha256::new();
    // The length keeps a key apart from what follows it.
    digest.update((key.len() as u64).to_le_bytes());
    digest.update(key);
    digest.update(number.to_le_bytes());
    digest.update(text);
    digest.finalize()[..KEPT].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a check of the whole database found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The trials that were looked at.
    pub trials: u64,
    /// Those that an earlier release stored, without a digest.
    pub without_digest: u64,
    /// Each part of a trial that is not as it was stored: the run, the case and the number.
    pub damaged: Vec<String>,
    /// What SQLite says of the file.
    pub faults: Vec<String>,
}

/// The most faults that are listed: one fault of a file may be one of every row.
const MOST: usize = 20;

impl Store {
    /// Checks the file, and every trial with its samples against their digests.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn check(&self) -> Result<Checked, StoreError> {
        let check = || -> rusqlite::Result<Checked> {
            let mut found = Checked::default();
            let mut integrity = self.connection.prepare(&format!("PRAGMA integrity_check({MOST})"))?;
            let faults = integrity.query_map([], |row| row.get::<_, String>(0))?;
            for fault in faults {
                found.faults.extend(Some(fault?).filter(|said| said != "ok"));
            }
            let every = format!("SELECT run_id, key, number, document, samples, {} FROM trials", self.digests());
            let mut every = self.connection.prepare(&every)?;
            let mut rows = every.query([])?;
            while let Some(row) = rows.next()? {
                let [run_id, key] = [super::read::text(row, 0)?, super::read::text(row, 1)?];
                let [run_id, key] = [run_id, key].map(|text| String::from_utf8_lossy(&text).into_owned());
                let number: i64 = row.get(2)?;
                found.trials += 1;
                for (part, text, stored) in [("", 3, 5), (" (samples)", 4, 6)] {
                    match row.get::<_, Option<String>>(stored)? {
                        Some(stored) if stored != digest(&key, number, &super::read::text(row, text)?) => {
                            found.damaged.push(format!("run {run_id}: {key}: trial {}{part}", number + 1));
                        }
                        None if part.is_empty() => found.without_digest += 1,
                        _ => {}
                    }
                }
            }
            Ok(found)
        };
        check().map_err(self.failed(""))
    }

    /// The columns of the digests. A database of an earlier release that is only read has none.
    pub(super) fn digests(&self) -> &'static str {
        if self.has_digests { "digest, samples_digest" } else { "NULL, NULL" }
    }
}
