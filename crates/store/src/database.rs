//! Runs in SQLite.
//!
//! Each trial is a transaction of its own, so that it is safe as soon as it exists: a killed process loses the trial
//! it was in and no other. The write-ahead log is synchronised by the system, not by every trial: a sudden loss of
//! power may cost the last trials, never the database.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use wirecost_measure::Sample;

use crate::StoreError;
use crate::checks::{check_finite, check_run};
use wirecost_model::{CaseDocument, RunDocument, TrialDocument};

mod digest;
mod list;
mod names;
mod open;
mod progress;
mod read;

pub use digest::Checked;
pub use list::{RunPage, RunRow};
pub use names::check_name;
pub use progress::CaseProgress;

/// The database of runs.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    has_digests: bool,
    /// Where a copy of a database stands that cannot be read in its place.
    _copy: Option<tempfile::TempDir>,
}

impl Store {
    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, run: &str) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let (path, run) = (self.path.clone(), run.to_owned());
        move |source| match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => {
                StoreError::Full { path: path.clone(), run: run.clone(), stored: None }
            }
            Some(rusqlite::ErrorCode::ReadOnly) => StoreError::ReadOnly { path: path.clone() },
            _ => StoreError::Sqlite { path: path.clone(), source },
        }
    }

    /// The error with what is stored of the run, where the disk is full.
    fn counted(&self, error: StoreError) -> StoreError {
        let StoreError::Full { path, run, stored: None } = error else { return error };
        let count = "SELECT (SELECT count(*) FROM trials WHERE run_id = ?1) FROM runs WHERE run_id = ?1";
        let stored = self.connection.query_row(count, [&run], |row| row.get(0)).ok();
        StoreError::Full { path, run, stored }
    }

    /// Stores a run with its cases and whatever trials they have. `request` is what resuming it needs.
    ///
    /// # Errors
    /// If the database cannot be written; [`StoreError::Exists`] where it holds a run of that name;
    /// [`StoreError::RunId`] and [`StoreError::NotFinite`] where the document is refused.
    pub fn insert(&mut self, run: &RunDocument, request: &str) -> Result<(), StoreError> {
        let inserted = self.insert_whole(run, request);
        inserted.map_err(|error| self.counted(error))
    }

    fn insert_whole(&mut self, run: &RunDocument, request: &str) -> Result<(), StoreError> {
        check_run(run)?;
        let failed = self.failed(&run.run_id);
        if self.holds(&run.run_id)? {
            return Err(StoreError::Exists { path: self.path.clone(), run: run.run_id.clone() });
        }
        let transaction = self.connection.transaction().map_err(&failed)?;
        let head = RunDocument { cases: Vec::new(), ..run.clone() };
        transaction
            .execute(
                "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![run.run_id, run.started, run.ended, run.command, json(&head), request],
            )
            .map_err(&failed)?;
        for (number, case) in run.cases.iter().enumerate() {
            insert_case(&transaction, &run.run_id, number, case).map_err(&failed)?;
            for (number, trial) in case.trials.iter().enumerate() {
                insert_trial(&transaction, &run.run_id, &case.key(), number, trial, &[]).map_err(&failed)?;
            }
        }
        transaction.commit().map_err(failed)
    }

    /// Adds cases to a run, but for those that it has already. Its head and its request become what they are now.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_cases(&mut self, run: &RunDocument, cases: &[CaseDocument], request: &str) -> Result<(), StoreError> {
        self.update_run(run)?;
        let failed = self.failed(&run.run_id);
        let transaction = self.connection.transaction().map_err(&failed)?;
        let request = [run.run_id.as_str(), request];
        transaction.execute("UPDATE runs SET request = ?2 WHERE run_id = ?1", request).map_err(&failed)?;
        for (number, case) in (run.cases.len()..).zip(cases) {
            insert_case(&transaction, &run.run_id, number, case).map_err(&failed)?;
        }
        transaction.commit().map_err(failed)
    }

    /// Stores a trial with its samples.
    ///
    /// # Errors
    /// If the database cannot be written; [`StoreError::Full`] where the disk is full; [`StoreError::NotFinite`] where
    /// the trial holds what is no number.
    pub fn add_trial(
        &mut self,
        run_id: &str,
        key: &str,
        number: usize,
        trial: &TrialDocument,
        samples: &[Sample],
    ) -> Result<(), StoreError> {
        check_finite(key, trial)?;
        let stored = insert_trial(&self.connection, run_id, key, number, trial, samples).map_err(self.failed(run_id));
        stored.map_err(|error| self.counted(error))
    }

    /// Records what became of a case, with its reason and labels.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_case(&mut self, run_id: &str, case: &CaseDocument) -> Result<(), StoreError> {
        let bare = CaseDocument { trials: Vec::new(), estimates: Default::default(), ..case.clone() };
        check_finite(run_id, &bare)?;
        self.connection
            .execute(
                "UPDATE cases SET document = ?3 WHERE run_id = ?1 AND key = ?2",
                params![run_id, case.key(), json(&bare)],
            )
            .map(drop)
            .map_err(self.failed(run_id))
            .map_err(|error| self.counted(error))
    }

    /// Records the end of a run: its head as it is now.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_run(&mut self, run: &RunDocument) -> Result<(), StoreError> {
        let head = RunDocument { cases: Vec::new(), ..run.clone() };
        check_finite(&run.run_id, &head)?;
        self.connection
            .execute(
                "UPDATE runs SET ended = ?2, document = ?3 WHERE run_id = ?1",
                params![run.run_id, run.ended, json(&head)],
            )
            .map(drop)
            .map_err(self.failed(&run.run_id))
            .map_err(|error| self.counted(error))
    }

    /// The numbers of the trials of a case that are stored.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn trials(&self, run_id: &str, key: &str) -> Result<BTreeSet<usize>, StoreError> {
        let numbers = || -> rusqlite::Result<BTreeSet<usize>> {
            let mut statement = self.connection.prepare("SELECT number FROM trials WHERE run_id = ?1 AND key = ?2")?;
            statement.query_map([run_id, key], |row| row.get(0))?.collect()
        };
        numbers().map_err(self.failed(run_id))
    }

    /// Whether there is a run of exactly this name.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn holds(&self, run_id: &str) -> Result<bool, StoreError> {
        self.connection
            .query_row("SELECT count(*) FROM runs WHERE run_id = ?1", [run_id], |row| row.get::<_, i64>(0))
            .map(|count| count > 0)
            .map_err(self.failed(run_id))
    }
}

/// Adds a case without its trials, if the run has none of this key.
fn insert_case(connection: &Connection, run_id: &str, number: usize, case: &CaseDocument) -> rusqlite::Result<()> {
    let bare = CaseDocument { trials: Vec::new(), ..case.clone() };
    let values = params![run_id, case.key(), number, json(&bare)];
    connection.execute("INSERT OR IGNORE INTO cases VALUES (?1, ?2, ?3, ?4)", values).map(drop)
}

fn insert_trial(
    connection: &Connection,
    run_id: &str,
    key: &str,
    number: usize,
    trial: &TrialDocument,
    samples: &[Sample],
) -> rusqlite::Result<()> {
    let (document, samples) = (json(trial), json(&samples));
    let digest = |text: &str| digest::digest(key, number as i64, text.as_bytes());
    connection
        .prepare_cached(
            "INSERT INTO trials (run_id, key, number, document, samples, digest, samples_digest)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![run_id, key, number, document, samples, digest(&document), digest(&samples)])
        .map(drop)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    // The documents hold numbers, texts and maps with text keys only: nothing that JSON cannot write.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests;
