//! A folder of documents, each of which is a message.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::{Message, PlanError};

/// The documents of a folder.
#[derive(Debug)]
pub struct Corpus {
    /// Those that are messages.
    pub files: Vec<PathBuf>,
    /// Why others, which look like documents, are not.
    pub left_out: Vec<PlanError>,
}

/// Every document below a folder, in the order of their paths: the files named `.xml` and `.fi`, and those that begin as
/// XML or Fast Infoset does, such as pictures and schemas. Links to folders are not followed.
///
/// # Errors
/// If a folder or file cannot be read, or there is no document.
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
            } else if is_document(&path).map_err(|error| PlanError::at(path.display(), error))? {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        return Err(PlanError::at(folder.display(), "no XML and no Fast Infoset document in it"));
    }
    files.sort();
    let mut left_out = Vec::new();
    files.retain(|file| Message::from_file(file).map_err(|error| left_out.push(error)).is_ok());
    Ok(Corpus { files, left_out })
}

fn is_document(path: &Path) -> std::io::Result<bool> {
    let named = |name: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    if named("xml") || named("fi") {
        return Ok(true);
    }
    if !path.is_file() {
        return Ok(false);
    }
    let mut beginning = Vec::new();
    std::fs::File::open(path)?.take(256).read_to_end(&mut beginning)?;
    let text = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&beginning);
    Ok(text.trim_ascii_start().starts_with(b"<") || fastinfoset::is_fast_infoset(&beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_below_a_folder_is_found_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert!(corpus(root).unwrap_err().to_string().contains("no XML and no Fast Infoset document"));
        std::fs::create_dir(root.join("b")).unwrap();
        for name in ["b/z.XML", "c.xml", "a.xml", "drawing.svg"] {
            std::fs::write(root.join(name), "\n<a/>").unwrap();
        }
        std::fs::write(root.join("a.txt"), "no document").unwrap();
        // <root>text</root>
        std::fs::write(root.join("d.fi"), b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01text\xFF").unwrap();
        let expected: Vec<PathBuf> =
            ["a.xml", "b/z.XML", "c.xml", "d.fi", "drawing.svg"].iter().map(|name| root.join(name)).collect();
        std::fs::write(root.join("bad.xml"), "<a>").unwrap();
        let found = corpus(root).unwrap();
        assert_eq!(found.files, expected);
        assert!(found.left_out.len() == 1 && found.left_out[0].to_string().contains("bad.xml"), "{found:?}");
        assert!(corpus(&root.join("missing")).is_err());
    }
}
