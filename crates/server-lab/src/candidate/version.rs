//! Which version of a candidate this machine has, and what vouches for it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use wirecost_catalog::locked;

use super::{Candidate, VersionFile, program};
use crate::Reason;

#[derive(Serialize, Deserialize)]
struct Cached {
    fingerprint: String,
    version: Version,
}

/// A version and what vouches for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The version.
    pub version: String,
    /// `Cargo.lock`, or the command that printed it.
    pub receipt: String,
}

impl Candidate {
    /// The version of what this machine has.
    ///
    /// # Errors
    /// What it lacks, with the command that brings it.
    pub fn version(&self) -> Result<Version, Reason> {
        let needs = self.file.needs.iter().map(|need| self.put_in(need));
        if let Some(missing) = needs.into_iter().find(|need| program::find(need).is_none()) {
            return Err(self.advise(Reason::NotInstalled(missing)));
        }
        match &self.file.version {
            VersionFile::Lock { lock } => match locked(lock).last() {
                Some(version) => Ok(Version { version: (*version).to_owned(), receipt: "Cargo.lock".into() }),
                None => Err(format!("Cargo.lock holds no {lock}").into()),
            },
            VersionFile::Command { command, prefix } => {
                let command: Vec<String> = command.iter().map(|word| self.put_in(word)).collect();
                let said = program::output(&command, None).map_err(|lack| self.advise(lack))?;
                // nginx says its version on standard error.
                let version = said.lines().find_map(|line| line.trim().strip_prefix(prefix.as_str()));
                let version = version.and_then(|rest| rest.split_ascii_whitespace().next());
                let version = version.ok_or_else(|| format!("`{}` says no version: {said:?}", command.join(" ")))?;
                Ok(Version { version: version.to_owned(), receipt: command.join(" ") })
            }
        }
    }

    /// The version, from the cache where the candidate's files and the programs it needs are the same as then.
    ///
    /// # Errors
    /// As [`Candidate::version`].
    pub fn version_cached(&self, cache: &Path) -> Result<Version, Reason> {
        if let VersionFile::Lock { .. } = self.file.version {
            return self.version();
        }
        let path = cache.join("versions").join(format!("{}.json", self.name));
        let fingerprint = self.fingerprint();
        let cached = std::fs::read(&path).ok().and_then(|text| serde_json::from_slice::<Cached>(&text).ok());
        if let Some(cached) = cached.filter(|cached| Some(&cached.fingerprint) == fingerprint.as_ref()) {
            return Ok(cached.version);
        }
        let version = self.version()?;
        // A cache that cannot be written only costs time.
        if let (Some(fingerprint), Some(folder)) = (fingerprint, path.parent())
            && let Ok(text) = serde_json::to_vec(&Cached { fingerprint, version: version.clone() })
        {
            let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        }
        Ok(version)
    }

    /// Path, size and time of change of all that it needs; none if something is missing.
    fn fingerprint(&self) -> Option<String> {
        let seen = self.file.needs.iter().map(|need| {
            let path = program::find(&self.put_in(need))?;
            let metadata = std::fs::metadata(&path).ok()?;
            let changed = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
            Some(format!("{} {} {}", path.display(), metadata.len(), changed.as_nanos()))
        });
        Some(format!("{}\n{}", self.folder.display(), seen.collect::<Option<Vec<_>>>()?.join("\n")))
    }
}
