//! A folder of documents, each of which is a message.

use std::path::{Path, PathBuf};

use crate::PlanError;

/// Every `.xml` file below a folder, in the order of their paths; links to folders are not followed.
///
/// # Errors
/// Where a folder cannot be read, or there is no such file.
pub fn corpus(folder: &Path) -> Result<Vec<PathBuf>, PlanError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let cannot = |error| PlanError::at(folder.display(), error);
        for entry in std::fs::read_dir(&folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let path = entry.path();
            if entry.file_type().map_err(cannot)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml")) {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        return Err(PlanError::at(folder.display(), "no .xml file in it"));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_below_a_folder_is_found_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert!(corpus(root).unwrap_err().to_string().contains("no .xml file"));
        std::fs::create_dir(root.join("b")).unwrap();
        for name in ["b/z.XML", "c.xml", "a.txt", "a.xml"] {
            std::fs::write(root.join(name), "<a/>").unwrap();
        }
        let expected: Vec<PathBuf> = ["a.xml", "b/z.XML", "c.xml"].iter().map(|name| root.join(name)).collect();
        assert_eq!(corpus(root).unwrap(), expected);
        assert!(corpus(&root.join("missing")).is_err());
    }
}
