//! What is shown: the runs of a database, and which of them is measured at this moment.

use std::fs::TryLockError;
use std::path::{Path, PathBuf};

use wirecost_model::{RecordedRun, RunDocument};
use wirecost_report::html::served::{Listed, RunsPage, State};
use wirecost_store::{RunPage, RunRow, Store, StoreError};
use wirecost_verdict::history::{History, histories};

/// How many runs the history of a case goes back, with the run in question.
const RUNS: usize = 20;

/// How many runs are searched for cases.
pub(crate) const SEARCHED: usize = 50;

/// The runs of a database.
#[derive(Debug, Clone)]
pub struct Site {
    /// The database. It need not exist yet.
    pub database: PathBuf,
    /// The file that who measures holds a lock on, and writes the identifier of its run to.
    pub lock: PathBuf,
    /// Adds what only all cases of a run tell together.
    pub conclude: fn(RecordedRun) -> RunDocument,
}

impl Site {
    /// The store; none if nothing was stored yet.
    pub(crate) fn store(&self) -> Result<Option<Store>, StoreError> {
        match Store::read(&self.database) {
            Err(StoreError::Missing { .. }) => Ok(None),
            store => store.map(Some),
        }
    }

    /// The store with the run that `name` stands for.
    pub(crate) fn find(&self, name: &str) -> Result<(Store, String), StoreError> {
        let missing =
            || StoreError::NoRun(format!("no run {name:?}: there is no database {}", self.database.display()));
        let store = self.store()?.ok_or_else(missing)?;
        let run_id = store.find(name)?;
        Ok((store, run_id))
    }

    /// A run with all that is known of it.
    pub(crate) fn load(&self, store: &Store, run_id: &str) -> Result<RunDocument, StoreError> {
        Ok((self.conclude)(store.load(run_id)?))
    }

    /// A run, and its cases over the runs before it.
    pub(crate) fn with_past(&self, name: &str) -> Result<(RunDocument, Vec<History>), StoreError> {
        let (store, run_id) = self.find(name)?;
        let run = self.load(&store, &run_id)?;
        let keys: std::collections::HashSet<String> = run.cases.iter().map(|case| case.key()).collect();
        let mut runs = vec![run.clone()];
        let stored = store.latest(Some(&run.started), RUNS)?.into_iter();
        for other in stored.filter(|other| *other != run.run_id).take(RUNS - 1) {
            runs.push(self.load(&store, &other)?);
        }
        Ok((run, histories(&runs, |key| keys.contains(key))))
    }

    /// The cases that `wanted` says, over the latest runs, and how many runs these are.
    pub(crate) fn histories(&self, wanted: impl Fn(&str) -> bool) -> Result<(Vec<History>, usize), StoreError> {
        let Some(store) = self.store()? else { return Ok((Vec::new(), 0)) };
        let latest = store.latest(None, SEARCHED)?;
        let runs = latest.iter().map(|run| self.load(&store, run)).collect::<Result<Vec<_>, _>>()?;
        Ok((histories(&runs, wanted), runs.len()))
    }

    /// The runs that have all of `words`, the latest first: those of one page, which is counted from one.
    pub(crate) fn list(&self, words: &[String], number: usize) -> Result<RunsPage, StoreError> {
        let Some(store) = self.store()? else { return Ok(RunsPage { number, ..RunsPage::default() }) };
        let skipped = number.saturating_sub(1).saturating_mul(RunsPage::MOST);
        let RunPage { runs, found, total } = store.page(words, skipped, RunsPage::MOST)?;
        let unfinished = runs.iter().any(|run| run.ended.is_none());
        let measured = if unfinished { measured_now(&self.lock) } else { None };
        let listed = |run: RunRow| Listed {
            state: match run.ended {
                Some(_) => State::Done,
                None if measured.as_deref() == Some(run.run_id.as_str()) => State::Running,
                None => State::Unfinished,
            },
            run_id: run.run_id,
            started: run.started,
            command: run.command,
            cases: run.cases,
            trials: run.trials,
        };
        Ok(RunsPage { runs: runs.into_iter().map(listed).collect(), number, found, total })
    }
}

/// The run that this machine measures at this moment, if it measures any: who measures holds the lock as long as it lives.
pub(crate) fn measured_now(lock: &Path) -> Option<String> {
    let run_id = std::fs::read_to_string(lock).ok()?.trim().to_owned();
    let file = std::fs::File::open(lock).ok().filter(|_| !run_id.is_empty())?;
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then_some(run_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_measured_while_its_lock_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("measuring.lock");
        assert_eq!(measured_now(&path), None);
        std::fs::write(&path, "20260101-a\n").unwrap();
        assert_eq!(measured_now(&path), None, "who measured was killed");
        let holder = std::fs::File::open(&path).unwrap();
        holder.lock().unwrap();
        assert_eq!(measured_now(&path).as_deref(), Some("20260101-a"));
        drop(holder);
        assert_eq!(measured_now(&path), None);
    }
}
