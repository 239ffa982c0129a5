//! A folder of documents, each of which is a message.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::{Message, PlanError};

/// The documents of a folder.
#[derive(Debug)]
pub struct Corpus {
    /// Those that are messages.
    pub files: Vec<PathBuf>,
    /// Why the others are not.
    pub left_out: Vec<PlanError>,
}

/// Every `.xml` and `.fi` file below a folder, in the order of their paths; links to folders are not followed.
///
/// # Errors
/// Where a folder cannot be read, or there is no such file.
pub fn corpus(folder: &Path) -> Result<Corpus, PlanError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let cannot = |error| PlanError::at(folder.display(), error);
        for entry in std::fs::read_dir(&folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let path = entry.path();
            if entry.file_type().map_err(cannot)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(is_document) {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        return Err(PlanError::at(folder.display(), "no .xml or .fi file in it"));
    }
    files.sort();
    let mut left_out = Vec::new();
    files.retain(|file| Message::from_file(file).map_err(|error| left_out.push(error)).is_ok());
    Ok(Corpus { files, left_out })
}

fn is_document(extension: &OsStr) -> bool {
    extension.eq_ignore_ascii_case("xml") || extension.eq_ignore_ascii_case("fi")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_below_a_folder_is_found_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert!(corpus(root).unwrap_err().to_string().contains("no .xml or .fi file"));
        std::fs::create_dir(root.join("b")).unwrap();
        for name in ["b/z.XML", "c.xml", "a.txt", "a.xml"] {
            std::fs::write(root.join(name), "<a/>").unwrap();
        }
        // <root>text</root>
        std::fs::write(root.join("d.fi"), b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01text\xFF").unwrap();
        let expected: Vec<PathBuf> = ["a.xml", "b/z.XML", "c.xml", "d.fi"].iter().map(|name| root.join(name)).collect();
        std::fs::write(root.join("bad.xml"), "<a>").unwrap();
        let found = corpus(root).unwrap();
        assert_eq!(found.files, expected);
        assert!(found.left_out.len() == 1 && found.left_out[0].to_string().contains("bad.xml"), "{found:?}");
        assert!(corpus(&root.join("missing")).is_err());
    }
}
