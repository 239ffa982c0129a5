//! Runs out of the database. A row that holds no document, such as one with null where a number is due, is shown as damaged.

use rusqlite::{OptionalExtension as _, Row};

use super::Store;
use super::digest::digest;
use crate::{StoreError, complete};
use wirecost_model::{CaseDocument, EstimateId, RecordedRun, RunDocument, SCHEMA, Status, TrialDocument};

impl Store {
    /// A run as it was recorded, with estimates.
    ///
    /// # Errors
    /// If there is no such run, or the database cannot be read. A row that is damaged is no error: what it was is shown,
    /// with the reason.
    pub fn load(&self, run_id: &str) -> Result<RecordedRun, StoreError> {
        let failed = self.failed(run_id);
        let mut run = self.head(run_id)?;
        let mut cases = self
            .connection
            .prepare("SELECT document, key FROM cases WHERE run_id = ?1 ORDER BY number")
            .map_err(&failed)?;
        let rows = cases.query_map([run_id], |row| Ok((text(row, 0)?, text(row, 1)?))).map_err(&failed)?;
        for row in rows {
            let (document, key) = row.map_err(&failed)?;
            let key = String::from_utf8_lossy(&key).into_owned();
            let mut case = serde_json::from_slice(&document).unwrap_or_else(|damage| damaged_case(&key, &damage));
            let damage = self.load_trials(run_id, &key, &mut case)?;
            complete(&mut case);
            if let (Some(damage), Status::Ok) = (damage, case.status) {
                case.status = Status::Invalid;
                case.reason = Some(damage);
                case.estimates.clear();
            }
            if case.status == Status::Ok && case.trials.is_empty() {
                case.status = Status::Skipped;
                case.reason = Some("the run was cut short before its first trial".into());
            }
            run.cases.push(case);
        }
        Ok(RecordedRun::new(run))
    }

    /// What a run is, without its cases.
    ///
    /// # Errors
    /// As [`Store::load`].
    pub fn head(&self, run_id: &str) -> Result<RunDocument, StoreError> {
        let failed = self.failed(run_id);
        let columns = "SELECT document, started, ended, command FROM runs WHERE run_id = ?1";
        let row = |row: &Row<'_>| Ok((text(row, 0)?, [text(row, 1)?, text(row, 2)?, text(row, 3)?]));
        let head = self.connection.query_row(columns, [run_id], row).optional().map_err(&failed)?;
        let (head, known) = head.ok_or_else(|| StoreError::NoRun(format!("no run {run_id:?}")))?;
        let mut run = serde_json::from_slice(&head).unwrap_or_else(|damage| damaged_run(run_id, &known, &damage));
        // The key of the row is what everything else is found by.
        run_id.clone_into(&mut run.run_id);
        run.cases.clear();
        Ok(run)
    }

    /// Gives a case its trials, and says which of them is damaged.
    fn load_trials(&self, run_id: &str, key: &str, case: &mut CaseDocument) -> Result<Option<String>, StoreError> {
        let failed = self.failed(run_id);
        let mut statement = self
            .connection
            .prepare_cached(&format!(
                "SELECT document, number, {} FROM trials WHERE run_id = ?1 AND key = ?2 ORDER BY number",
                self.digests()
            ))
            .map_err(&failed)?;
        let rows = statement
            .query_map([run_id, key], |row| Ok((text(row, 0)?, row.get::<_, i64>(1)?, text(row, 2)?)))
            .map_err(&failed)?;
        let mut damage = None;
        case.trials.clear();
        for row in rows {
            let (document, number, stored) = row.map_err(&failed)?;
            let is_as_stored = stored.is_empty() || stored == digest(key, number, &document).as_bytes();
            let found = match serde_json::from_slice::<TrialDocument>(&document) {
                Ok(trial) if is_as_stored => {
                    case.trials.push(trial);
                    continue;
                }
                Ok(_) => damaged(
                    &format!("trial {}", number + 1),
                    &"its digest differs from the one that was stored with it",
                ),
                Err(error) => damaged(&format!("trial {}", number + 1), &error),
            };
            damage = damage.or(Some(found));
        }
        Ok(damage)
    }

    /// What resuming a run needs, as it was given to [`Store::insert`].
    ///
    /// # Errors
    /// If there is no such run, or the database cannot be read.
    pub fn request(&self, run_id: &str) -> Result<String, StoreError> {
        self.connection
            .query_row("SELECT request FROM runs WHERE run_id = ?1", [run_id], |row| row.get(0))
            .map_err(self.failed(run_id))
    }
}

/// The content of a column as it is: whether it is text shows where it is read.
pub(super) fn text(row: &Row<'_>, index: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(row.get_ref(index)?.as_bytes_or_null().unwrap_or_default().unwrap_or_default().to_vec())
}

fn damaged(what: &str, error: &dyn std::fmt::Display) -> String {
    format!("{what} is damaged in the database: {error}")
}

/// What is known of a run whose document cannot be read.
fn damaged_run(run_id: &str, known: &[Vec<u8>; 3], error: &serde_json::Error) -> RunDocument {
    let [started, ended, command] = known.each_ref().map(|text| String::from_utf8_lossy(text).into_owned());
    RunDocument {
        schema: SCHEMA.into(),
        run_id: run_id.into(),
        command,
        started,
        ended: Some(ended).filter(|ended| !ended.is_empty()),
        seed: 0,
        suite: String::new(),
        trials_planned: 0,
        verdict_estimate: EstimateId::default(),
        environment: Default::default(),
        together: None,
        hosts: Vec::new(),
        provisional: false,
        warnings: vec![damaged("what this run was and where it ran", error)],
        cases: Vec::new(),
    }
}

/// What its key tells of a case whose document cannot be read.
fn damaged_case(key: &str, error: &serde_json::Error) -> CaseDocument {
    let (name, parameters) = key.split_once('?').unwrap_or((key, ""));
    let mut words = name.splitn(4, '/').map(str::to_owned);
    let mut word = || words.next().unwrap_or_default();
    let parameters = parameters.split('&').filter_map(|parameter| parameter.split_once('='));
    CaseDocument {
        lab: word().into(),
        candidate: word(),
        message: word(),
        operation: word(),
        version: String::new(),
        receipt: String::new(),
        build: None,
        message_digest: None,
        host: None,
        language: String::new(),
        format: String::new(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        status: Status::Failed,
        reason: Some(damaged("this case", error)),
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: Vec::new(),
        estimates: Default::default(),
    }
}
