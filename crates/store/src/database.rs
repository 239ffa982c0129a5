//! Runs in SQLite.
//!
//! Each trial is a transaction of its own, so that it is safe as soon as it exists: a killed process loses the trial
//! it was in and no other. The write-ahead log is synchronised by the system, not by every trial: a sudden loss of
//! power may cost the last trials, never the database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use wirecost_measure::Sample;

use crate::{CaseDocument, RunDocument, Status, TrialDocument, complete};

/// The version of the tables. A newer one is refused, an older one would be brought up to date here.
const TABLES: i64 = 1;

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
    #[error(
        "{path}: the disk is full; every finished trial is stored. Free some space, then: wirecost run --resume {run}"
    )]
    Full {
        /// The database file.
        path: PathBuf,
        /// The run.
        run: String,
    },
    /// A folder cannot be made.
    #[error("{path}: {source}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Tables of another version.
    #[error("{path}: written by a newer wirecost (tables {found}, this one knows {TABLES}); use that one, or --db")]
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

/// The database of runs.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// A run as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRow {
    /// Its identifier.
    pub run_id: String,
    /// When it started.
    pub started: String,
    /// When it ended, none where it was cut short.
    pub ended: Option<String>,
    /// Its command line.
    pub command: String,
    /// Its cases.
    pub cases: u64,
    /// Its trials.
    pub trials: u64,
}

impl Store {
    /// Opens the database at `path`, making it and its folder where there is none.
    ///
    /// # Errors
    /// Where it cannot be opened or made, or was written by a newer wirecost.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|source| StoreError::Io { path: folder.to_owned(), source })?;
        }
        let failed = |source| StoreError::Sqlite { path: path.to_owned(), source };
        let connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(failed)?;
        let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
        if found > TABLES {
            return Err(StoreError::Newer { path: path.to_owned(), found });
        }
        connection
            .execute_batch(&format!(
                "PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = NORMAL;
                 PRAGMA foreign_keys = ON;
                 BEGIN IMMEDIATE;
                 CREATE TABLE IF NOT EXISTS runs (
                     run_id TEXT PRIMARY KEY,
                     started TEXT NOT NULL,
                     ended TEXT,
                     command TEXT NOT NULL,
                     document TEXT NOT NULL,
                     request TEXT NOT NULL
                 ) STRICT;
                 CREATE TABLE IF NOT EXISTS cases (
                     run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
                     key TEXT NOT NULL,
                     number INTEGER NOT NULL,
                     document TEXT NOT NULL,
                     PRIMARY KEY (run_id, key)
                 ) STRICT;
                 CREATE TABLE IF NOT EXISTS trials (
                     run_id TEXT NOT NULL,
                     key TEXT NOT NULL,
                     number INTEGER NOT NULL,
                     document TEXT NOT NULL,
                     samples TEXT NOT NULL,
                     PRIMARY KEY (run_id, key, number),
                     FOREIGN KEY (run_id, key) REFERENCES cases ON DELETE CASCADE
                 ) STRICT;
                 PRAGMA user_version = {TABLES};
                 COMMIT;"
            ))
            .map_err(failed)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, run: &str) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let (path, run) = (self.path.clone(), run.to_owned());
        move |source| match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full { path: path.clone(), run: run.clone() },
            _ => StoreError::Sqlite { path: path.clone(), source },
        }
    }

    /// Stores a run with its cases and whatever trials they have. `request` is what resuming it needs.
    ///
    /// # Errors
    /// Where the database cannot be written, or holds a run of that name.
    pub fn insert(&mut self, run: &RunDocument, request: &str) -> Result<(), StoreError> {
        let failed = self.failed(&run.run_id);
        let transaction = self.connection.transaction().map_err(&failed)?;
        let head = RunDocument { cases: Vec::new(), ..run.clone() };
        transaction
            .execute(
                "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![run.run_id, run.started, run.ended, run.command, json(&head), request],
            )
            .map_err(&failed)?;
        for (number, case) in run.cases.iter().enumerate() {
            let bare = CaseDocument { trials: Vec::new(), ..case.clone() };
            transaction
                .execute(
                    "INSERT INTO cases VALUES (?1, ?2, ?3, ?4)",
                    params![run.run_id, case.key(), number, json(&bare)],
                )
                .map_err(&failed)?;
            for (number, trial) in case.trials.iter().enumerate() {
                insert_trial(&transaction, &run.run_id, &case.key(), number, trial, &[]).map_err(&failed)?;
            }
        }
        transaction.commit().map_err(failed)
    }

    /// Stores a trial with its samples.
    ///
    /// # Errors
    /// Where the database cannot be written; [`StoreError::Full`] where the disk is full.
    pub fn add_trial(
        &mut self,
        run_id: &str,
        key: &str,
        number: usize,
        trial: &TrialDocument,
        samples: &[Sample],
    ) -> Result<(), StoreError> {
        insert_trial(&self.connection, run_id, key, number, trial, samples).map_err(self.failed(run_id))
    }

    /// Records what became of a case, with its reason and labels.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub fn update_case(&mut self, run_id: &str, case: &CaseDocument) -> Result<(), StoreError> {
        let bare = CaseDocument { trials: Vec::new(), estimates: Default::default(), ..case.clone() };
        self.connection
            .execute(
                "UPDATE cases SET document = ?3 WHERE run_id = ?1 AND key = ?2",
                params![run_id, case.key(), json(&bare)],
            )
            .map(drop)
            .map_err(self.failed(run_id))
    }

    /// Records the end of a run: its head as it is now.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub fn update_run(&mut self, run: &RunDocument) -> Result<(), StoreError> {
        let head = RunDocument { cases: Vec::new(), ..run.clone() };
        self.connection
            .execute(
                "UPDATE runs SET ended = ?2, document = ?3 WHERE run_id = ?1",
                params![run.run_id, run.ended, json(&head)],
            )
            .map(drop)
            .map_err(self.failed(&run.run_id))
    }

    /// How many trials of a case are stored.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn trials(&self, run_id: &str, key: &str) -> Result<usize, StoreError> {
        self.connection
            .query_row("SELECT count(*) FROM trials WHERE run_id = ?1 AND key = ?2", [run_id, key], |row| row.get(0))
            .map_err(self.failed(run_id))
    }

    /// The runs, the latest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let failed = self.failed("");
        let mut statement = self
            .connection
            .prepare(
                "SELECT run_id, started, ended, command,
                     (SELECT count(*) FROM cases WHERE cases.run_id = runs.run_id),
                     (SELECT count(*) FROM trials WHERE trials.run_id = runs.run_id)
                 FROM runs ORDER BY started DESC, run_id DESC",
            )
            .map_err(&failed)?;
        let rows = statement.query_map([], |row| {
            Ok(RunRow {
                run_id: row.get(0)?,
                started: row.get(1)?,
                ended: row.get(2)?,
                command: row.get(3)?,
                cases: row.get(4)?,
                trials: row.get(5)?,
            })
        });
        rows.and_then(Iterator::collect).map_err(failed)
    }

    /// The identifier of the run that `name` stands for: `latest`, an identifier, or the beginning of one.
    ///
    /// # Errors
    /// [`StoreError::NoRun`] where it stands for none or for several.
    pub fn find(&self, name: &str) -> Result<String, StoreError> {
        let runs = self.runs()?;
        let advice = || format!("{}; `wirecost runs` lists them", self.path.display());
        if name == "latest" {
            let latest = runs.into_iter().next().map(|run| run.run_id);
            return latest.ok_or_else(|| StoreError::NoRun(format!("no run yet in {}", advice())));
        }
        let mut found: Vec<String> = runs.into_iter().map(|run| run.run_id).filter(|id| id.starts_with(name)).collect();
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(StoreError::NoRun(format!("no run {name:?} in {}", advice()))),
            n => Err(StoreError::NoRun(format!("{n} runs start with {name:?} in {}", advice()))),
        }
    }

    /// A run as a document, with estimates.
    ///
    /// # Errors
    /// Where there is no such run, or the database cannot be read.
    pub fn load(&self, run_id: &str) -> Result<RunDocument, StoreError> {
        let failed = self.failed(run_id);
        let head: Option<String> = self
            .connection
            .query_row("SELECT document FROM runs WHERE run_id = ?1", [run_id], |row| row.get(0))
            .optional()
            .map_err(&failed)?;
        let head = head.ok_or_else(|| StoreError::NoRun(format!("no run {run_id:?}")))?;
        let mut run: RunDocument = parse(run_id, &head)?;
        let mut cases =
            self.connection.prepare("SELECT document FROM cases WHERE run_id = ?1 ORDER BY number").map_err(&failed)?;
        let rows = cases.query_map([run_id], |row| row.get::<_, String>(0)).map_err(&failed)?;
        for row in rows {
            let mut case: CaseDocument = parse(run_id, &row.map_err(&failed)?)?;
            case.trials = self.load_trials(run_id, &case.key())?;
            complete(&mut case);
            if case.status == Status::Ok && case.trials.is_empty() {
                case.status = Status::Skipped;
                case.reason = Some("the run was cut short before its first trial".into());
            }
            run.cases.push(case);
        }
        Ok(run)
    }

    fn load_trials(&self, run_id: &str, key: &str) -> Result<Vec<TrialDocument>, StoreError> {
        let failed = self.failed(run_id);
        let mut statement = self
            .connection
            .prepare_cached("SELECT document FROM trials WHERE run_id = ?1 AND key = ?2 ORDER BY number")
            .map_err(&failed)?;
        let rows = statement.query_map([run_id, key], |row| row.get::<_, String>(0)).map_err(&failed)?;
        rows.map(|row| parse(run_id, &row.map_err(&failed)?)).collect()
    }

    /// What resuming a run needs, as it was given to [`Store::insert`].
    ///
    /// # Errors
    /// Where there is no such run, or the database cannot be read.
    pub fn request(&self, run_id: &str) -> Result<String, StoreError> {
        self.connection
            .query_row("SELECT request FROM runs WHERE run_id = ?1", [run_id], |row| row.get(0))
            .map_err(self.failed(run_id))
    }
}

fn insert_trial(
    connection: &Connection,
    run_id: &str,
    key: &str,
    number: usize,
    trial: &TrialDocument,
    samples: &[Sample],
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO trials VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![run_id, key, number, json(trial), json(&samples)])
        .map(drop)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    // The documents hold numbers, texts and maps with text keys only: nothing that JSON cannot write.
    serde_json::to_string(value).unwrap_or_default()
}

fn parse<T: serde::de::DeserializeOwned>(place: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|source| StoreError::Document { place: place.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(candidate: &str) -> CaseDocument {
        CaseDocument {
            lab: "codec".into(),
            candidate: candidate.into(),
            version: "1".into(),
            receipt: "Cargo.lock".into(),
            language: "rust".into(),
            format: "json".into(),
            message: "m".into(),
            operation: "decode".into(),
            parameters: Default::default(),
            status: Status::Ok,
            reason: None,
            labels: Vec::new(),
            trials: Vec::new(),
            estimates: Default::default(),
        }
    }

    fn run(run_id: &str) -> RunDocument {
        RunDocument {
            schema: crate::SCHEMA.into(),
            run_id: run_id.into(),
            command: "wirecost run".into(),
            started: "2026-01-01T00:00:00Z".into(),
            ended: None,
            seed: 1,
            suite: "quick".into(),
            trials_planned: 6,
            verdict_estimate: "cpu_ns".into(),
            environment: Default::default(),
            warnings: Vec::new(),
            cases: vec![case("a"), case("b")],
        }
    }

    fn trial(time_ns: f64, size: f64) -> TrialDocument {
        let estimates = [("time_ns".to_owned(), time_ns), ("size_bytes".to_owned(), size)].into();
        TrialDocument { estimates, samples: 1, outliers: 0, position: 0, warmup: None, load: None }
    }

    #[test]
    fn a_run_is_read_back_with_its_estimates() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/runs.db");
        let mut store = Store::open(&path).unwrap();
        store.insert(&run("20260101-a"), "{}").unwrap();
        let key = case("a").key();
        for (number, time) in [3.0, 1.0, 2.0].into_iter().enumerate() {
            store.add_trial("20260101-a", &key, number, &trial(time, 10.0), &[]).unwrap();
        }
        drop(store);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.trials("20260101-a", &key).unwrap(), 3);
        let run = store.load(&store.find("2026").unwrap()).unwrap();
        let estimate = run.cases[0].estimates["time_ns"];
        assert_eq!((estimate.low, estimate.median, estimate.high), (1.0, 2.0, 3.0));
        assert_eq!(run.cases[1].status, Status::Skipped, "no trial, no figure");
        assert!(store.find("nope").unwrap_err().to_string().contains("wirecost runs"));
    }

    #[test]
    fn method_14_a_size_that_changes_between_trials_fails_the_case() {
        let mut case = case("a");
        case.trials = vec![trial(1.0, 10.0), trial(1.0, 11.0)];
        complete(&mut case);
        assert_eq!(case.status, Status::Failed);
        assert!(case.estimates.is_empty() && case.reason.unwrap().contains("size_bytes"));
    }

    #[test]
    fn a_full_disk_loses_no_finished_trial() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
        store.insert(&run("r"), "{}").unwrap();
        let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        store.connection.execute_batch(&format!("PRAGMA max_page_count = {}", pages + 4)).unwrap();
        let key = case("a").key();
        let samples = vec![Sample { iterations: 1, wall_ns: 1, cpu_ns: 1, thread_cpu_ns: 1 }; 50];
        let mut stored = 0;
        let error = loop {
            match store.add_trial("r", &key, stored, &trial(1.0, 1.0), &samples) {
                Ok(()) => stored += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full { .. }), "{error}");
        assert!(error.to_string().contains("--resume r"));
        assert!(stored > 0);
        assert_eq!(store.trials("r", &key).unwrap(), stored);
        store.connection.execute_batch("PRAGMA max_page_count = 100000").unwrap();
        store.add_trial("r", &key, stored, &trial(1.0, 1.0), &samples).unwrap();
    }

    #[test]
    fn tables_of_a_newer_version_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.db");
        Store::open(&path).unwrap().connection.execute_batch("PRAGMA user_version = 99").unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::Newer { found: 99, .. })));
    }

    #[test]
    fn older_and_newer_documents_are_read() {
        let old = r#"{"schema":"wirecost.run/1","run_id":"r","command":"c","started":"s","seed":1,"environment":{},
            "cases":[{"lab":"codec","candidate":"a","version":"1","language":"rust","format":"json","message":"m",
            "operation":"decode","status":"ok","from_the_future":[1]}],"also_new":true}"#;
        let run: RunDocument = serde_json::from_str(old).unwrap();
        assert_eq!(run.cases[0].key(), "codec/a/m/decode");
    }
}
