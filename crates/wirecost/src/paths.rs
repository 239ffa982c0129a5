//! Where wirecost keeps its files (the XDG base directories).

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use etcetera::BaseStrategy as _;

use crate::options::Global;

/// Where things are kept.
#[derive(Clone)]
pub struct Paths {
    /// The database of runs.
    pub database: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
    /// What was brought for the user.
    pub data: PathBuf,
    /// The user's own suites, messages and candidates.
    pub overlay: PathBuf,
}

impl Paths {
    /// The places that the command line, the environment and the system name.
    pub fn new(global: &Global) -> anyhow::Result<Self> {
        let base = etcetera::choose_base_strategy().context("no home folder; set HOME, or give --db and --overlay")?;
        if let Some(folder) = global.overlay.as_ref().filter(|folder| !folder.is_dir()) {
            anyhow::bail!("--overlay {}: there is no such folder", folder.display());
        }
        Ok(Self {
            database: global.db.clone().unwrap_or_else(|| base.data_dir().join("wirecost/runs.db")),
            cache: base.cache_dir().join("wirecost"),
            data: base.data_dir().join("wirecost"),
            overlay: global.overlay.clone().unwrap_or_else(|| base.config_dir().join("wirecost")),
        })
    }

    /// Where the HTML report of a run goes unless the user says otherwise.
    pub fn report(&self, run_id: &str) -> PathBuf {
        let folder = self.database.parent().unwrap_or(Path::new("."));
        // An identifier that no check has seen, such as one of an older database, is no way out of the folder.
        let run_id = if wirecost_store::check_run_id(run_id).is_ok() { run_id } else { "unnamed" };
        folder.join("reports").join(format!("{run_id}.html"))
    }
}

/// A path as a shell takes it: the user's home is `~`.
pub fn shown(path: &Path) -> String {
    let below_home = etcetera::home_dir().ok().and_then(|home| Some(path.strip_prefix(home).ok()?.to_owned()));
    let plain = below_home.filter(|below| !below.as_os_str().is_empty());
    plain.map_or_else(|| path.display().to_string(), |below| format!("~/{}", below.display()))
}
