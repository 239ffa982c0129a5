//! A file, and all that it names.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{MAX_FILES, read};
use crate::TypesError;

/// The files that were read, and the folders where others are looked for.
pub struct Sources<'a> {
    roots: &'a [PathBuf],
    seen: HashSet<PathBuf>,
}

impl<'a> Sources<'a> {
    pub fn new(roots: &'a [PathBuf]) -> Self {
        Self { roots, seen: HashSet::new() }
    }

    /// Reads a file and all that it names, each once, in depth: `parse` takes each with its place and says which it names.
    pub fn load(
        &mut self,
        path: &Path,
        parse: &mut impl FnMut(&str, &str) -> Result<Vec<String>, TypesError>,
    ) -> Result<(), TypesError> {
        let mut waiting = vec![path.to_owned()];
        while let Some(path) = waiting.pop() {
            let canonical = path.canonicalize().map_err(|error| TypesError::at(path.display(), error))?;
            if !self.seen.insert(canonical) {
                continue;
            }
            if self.seen.len() > MAX_FILES {
                return Err(TypesError::at(path.display(), format_args!("more than {MAX_FILES} files are named")));
            }
            let named = parse(&path.display().to_string(), &read(&path)?)?;
            waiting.extend(named.iter().rev().map(|name| self.find(&path, name)));
        }
        Ok(())
    }

    /// Where a file is that another one names: beside it, or in one of the folders.
    pub fn find(&self, from: &Path, name: &str) -> PathBuf {
        let beside = from.parent().unwrap_or(Path::new("")).join(name);
        let in_roots = self.roots.iter().map(|root| root.join(name.trim_start_matches('/')));
        let found = in_roots.filter(|_| !beside.is_file()).find(|path| path.is_file());
        found.unwrap_or(beside)
    }
}
