//! Runs that were recorded: from the store, or from a document.

use anyhow::Context as _;
use wirecost_model::{RecordedRun, RunDocument, SCHEMA};
use wirecost_store::{Store, StoreError, check_run_id};

use crate::kinds::other_kind;
use crate::labs::LABS;
use crate::paths::Paths;

/// A run by name, or from a JSON file where `name` ends in `.json`.
pub fn load(name: &str, paths: &Paths) -> anyhow::Result<RunDocument> {
    if name.ends_with(".json") {
        // What it says was concluded when it was written.
        return read_document(std::path::Path::new(name));
    }
    let store = Store::read(&paths.database)?;
    Ok(concluded(store.load(&store.find(name)?)?))
}

/// The store, if there is one yet.
pub fn store(paths: &Paths) -> anyhow::Result<Option<Store>> {
    match Store::read(&paths.database) {
        Err(StoreError::Missing { .. }) => Ok(None),
        store => Ok(Some(store?)),
    }
}

/// A run from a JSON file; the error names line and column.
pub fn read_document(path: &std::path::Path) -> anyhow::Result<RunDocument> {
    let text = wirecost_load::read_text(path).with_context(|| path.display().to_string())?;
    parse_document(&text, path)
}

/// A run from the text of a JSON file.
pub fn parse_document(text: &str, path: &std::path::Path) -> anyhow::Result<RunDocument> {
    if let Some(other) = other_kind(text, SCHEMA) {
        anyhow::bail!("{}: {other}", path.display());
    }
    let run: RunDocument = serde_json::from_str(text).map_err(|error| {
        anyhow::anyhow!("{}:{}:{}: not a run document: {error}", path.display(), error.line(), error.column())
    })?;
    anyhow::ensure!(run.schema == SCHEMA, "{}: a document of schema {:?}, not {SCHEMA:?}", path.display(), run.schema);
    check_run_id(&run.run_id).with_context(|| path.display().to_string())?;
    Ok(run)
}

/// The run with what follows from all of its cases together.
pub fn concluded(run: RecordedRun) -> RunDocument {
    LABS.conclude(run)
}
