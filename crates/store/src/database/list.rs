//! The runs of a database as lists: all, a page of them, and the run that a name stands for.

use rusqlite::{Row, params};

use super::Store;
use crate::StoreError;

/// A run as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRow {
    /// Its identifier.
    pub run_id: String,
    /// When it started.
    pub started: String,
    /// When it ended, none if it was cut short.
    pub ended: Option<String>,
    /// Its command line.
    pub command: String,
    /// Its cases.
    pub cases: u64,
    /// Its trials.
    pub trials: u64,
    /// Whether it is a first look, made while candidates were still to be built.
    pub provisional: bool,
}

/// A part of the runs, which are counted but not held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunPage {
    /// The runs of the page, the latest first.
    pub runs: Vec<RunRow>,
    /// How many runs were found in all.
    pub found: usize,
    /// How many runs there are.
    pub total: usize,
}

/// Whether a run is a first look. A document without that word need not be parsed, and nearly all are without. The index of
/// listed runs is by this very expression.
pub(super) const PROVISIONAL: &str = "CASE WHEN instr(document, '\"provisional\"') > 0 AND json_valid(document)
     THEN json_extract(document, '$.provisional') IS TRUE ELSE 0 END";

/// What a list shows of a run, but for its counts.
const SHOWN: &str = "run_id, started, ended, command,
     (SELECT count(*) FROM cases WHERE cases.run_id = runs.run_id),
     (SELECT count(*) FROM trials WHERE trials.run_id = runs.run_id)";

const LATEST_FIRST: &str = "ORDER BY started DESC, run_id DESC";

fn shown(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        run_id: row.get(0)?,
        started: row.get(1)?,
        ended: row.get(2)?,
        command: row.get(3)?,
        cases: row.get(4)?,
        trials: row.get(5)?,
        provisional: row.get(6)?,
    })
}

impl Store {
    /// The runs but for provisional ones, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let mut runs = self.all_runs()?;
        runs.retain(|run| !run.provisional);
        Ok(runs)
    }

    /// All runs, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn all_runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let rows = || -> rusqlite::Result<Vec<RunRow>> {
            let all = format!("SELECT {SHOWN}, {PROVISIONAL} FROM runs {LATEST_FIRST}");
            self.connection.prepare(&all)?.query_map([], shown)?.collect()
        };
        rows().map_err(self.failed(""))
    }

    /// The runs but for provisional ones of which identifier, start and command together hold each of `words`, which are in
    /// lower case: `most` of them after the first `skipped`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn page(&self, words: &[String], skipped: usize, most: usize) -> Result<RunPage, StoreError> {
        let found = || -> rusqlite::Result<RunPage> {
            let listed = format!("FROM runs WHERE NOT {PROVISIONAL}");
            let total: usize = self.connection.query_row(&format!("SELECT count(*) {listed}"), [], |row| row.get(0))?;
            let (mut ids, mut found) = (Vec::<String>::new(), 0);
            if words.is_empty() {
                let ordered = format!("SELECT run_id {listed} {LATEST_FIRST} LIMIT ?1 OFFSET ?2");
                let mut ordered = self.connection.prepare_cached(&ordered)?;
                ids = ordered.query_map([most, skipped], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
                found = total;
            } else {
                let every = format!("SELECT run_id, started, command {listed} {LATEST_FIRST}");
                let mut every = self.connection.prepare_cached(&every)?;
                let mut rows = every.query([])?;
                while let Some(row) = rows.next()? {
                    if !has_all(row, words)? {
                        continue;
                    }
                    if (skipped..skipped.saturating_add(most)).contains(&found) {
                        ids.push(row.get(0)?);
                    }
                    found += 1;
                }
            }
            let mut one = self.connection.prepare_cached(&format!("SELECT {SHOWN}, 0 FROM runs WHERE run_id = ?1"))?;
            let runs = ids.iter().map(|id| one.query_row([id], shown)).collect::<rusqlite::Result<_>>()?;
            Ok(RunPage { runs, found, total })
        };
        found().map_err(self.failed(""))
    }

    /// The identifiers of the latest runs but for provisional ones that started no later than `until`, the latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn latest(&self, until: Option<&str>, most: usize) -> Result<Vec<String>, StoreError> {
        let found = || -> rusqlite::Result<Vec<String>> {
            let latest = format!(
                "SELECT run_id FROM runs WHERE (?1 IS NULL OR started <= ?1) AND NOT {PROVISIONAL} {LATEST_FIRST} LIMIT ?2"
            );
            self.connection.prepare_cached(&latest)?.query_map(params![until, most], |row| row.get(0))?.collect()
        };
        found().map_err(self.failed(""))
    }

    /// The identifier of the run that `name` stands for: `latest`, which is never a provisional one, a name that it was given, an
    /// identifier, or the beginning of one.
    ///
    /// # Errors
    /// [`StoreError::NoRun`] where it stands for none or for several.
    pub fn find(&self, name: &str) -> Result<String, StoreError> {
        let advice = || format!("{}; `wirecost runs` lists them", self.path.display());
        if name == "latest" {
            let latest = self.latest(None, 1)?.pop();
            return latest.ok_or_else(|| StoreError::NoRun(format!("no run yet in {}", advice())));
        }
        if let Some(run_id) = self.named(name)? {
            return Ok(run_id);
        }
        if self.holds(name)? {
            return Ok(name.to_owned());
        }
        let beginning = || -> rusqlite::Result<Vec<String>> {
            let named = "SELECT run_id FROM runs WHERE substr(run_id, 1, length(?1)) = ?1";
            self.connection.prepare_cached(named)?.query_map([name], |row| row.get(0))?.collect()
        };
        let mut found = beginning().map_err(self.failed(""))?;
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(StoreError::NoRun(format!("no run {name:?} in {}", advice()))),
            n => Err(StoreError::NoRun(format!("{n} runs start with {name:?} in {}", advice()))),
        }
    }
}

fn has_all(row: &Row<'_>, words: &[String]) -> rusqlite::Result<bool> {
    let [run_id, started, command] = [row.get::<_, String>(0)?, row.get(1)?, row.get(2)?];
    let text = format!("{run_id} {started} {command}").to_lowercase();
    Ok(words.iter().all(|word| text.contains(word.as_str())))
}
