//! The files that a JSON Schema refers to, brought into one document. Nothing is fetched.

use std::path::{Path, PathBuf};

use wirecost_value::Value;

use super::places::{FILES, Places, Resource, percent_decoded, scheme};
use crate::TypesError;
use crate::import::pointer::{escaped, unescaped};
use crate::import::{MAX_FILES, document, openapi, read};

/// A document with the files that it refers to under [`FILES`].
pub struct Whole {
    pub document: Value,
    /// The addresses of the files.
    pub files: Vec<Resource>,
}

impl Whole {
    /// A document alone.
    pub fn of(mut document: Value) -> Self {
        if openapi::is_openapi(&document) {
            openapi::prepare(&mut document);
        }
        Self { document, files: Vec::new() }
    }

    /// Reads the text of a schema.
    pub fn parse(file: &str, text: &str) -> Result<Self, TypesError> {
        Ok(Self::of(document(file, text)?))
    }

    /// Reads the file of a schema.
    pub fn read(path: &Path) -> Result<Self, TypesError> {
        Self::parse(&path.display().to_string(), &read(path)?)
    }

    /// Reads all files that it refers to, beside it and in the folders `roots`.
    pub fn with_files(mut self, path: &Path, roots: &[PathBuf]) -> Result<Self, TypesError> {
        loop {
            let wanted = self.wanted(path, roots);
            if wanted.is_empty() {
                return Ok(self);
            }
            for found in wanted {
                self.add(path, found)?;
            }
        }
    }

    /// The files that are referred to and not here yet.
    fn wanted(&self, path: &Path, roots: &[PathBuf]) -> Vec<Found> {
        let places = Places::new(&self.document, &self.files);
        let mut wanted: Vec<Found> = Vec::new();
        for reference in &places.references {
            let address = places.address(reference.text, &reference.pointer);
            if address.is_empty() || places.has(&address) || wanted.iter().any(|it| it.address == address) {
                continue;
            }
            let text = percent_decoded(reference.text.split('#').next().unwrap_or_default());
            let from = file_of(&reference.pointer).unwrap_or_else(|| path.to_owned());
            wanted.extend(find(&text, &from, roots).map(|path| Found { path, address }));
        }
        wanted
    }

    fn add(&mut self, main: &Path, found: Found) -> Result<(), TypesError> {
        let is_main = main.canonicalize().ok() == found.path.canonicalize().ok();
        let name = found.path.display().to_string();
        let pointer = if is_main { String::new() } else { format!("/{FILES}/{}", escaped(&name)) };
        let is_known = is_main || self.files.iter().any(|it| it.pointer == pointer);
        self.files.push(Resource { pointer, address: found.address });
        if is_known {
            return Ok(());
        }
        let value = Self::read(&found.path)?.document;
        let Value::Map(entries) = &mut self.document else { return Ok(()) };
        if !entries.iter().any(|(key, _)| key == FILES) {
            entries.push((FILES.to_owned(), Value::Map(Vec::new())));
        }
        let Some((_, Value::Map(files))) = entries.last_mut() else { return Ok(()) };
        files.push((name.clone(), value));
        if files.len() > MAX_FILES {
            Err(TypesError::at(name, format_args!("more than {MAX_FILES} files are named")))
        } else {
            Ok(())
        }
    }
}

struct Found {
    path: PathBuf,
    address: String,
}

/// The file in which a place is; none for the document itself.
pub fn file_of(pointer: &str) -> Option<PathBuf> {
    let name = pointer.strip_prefix('/')?.strip_prefix(FILES)?.strip_prefix('/')?.split('/').next()?;
    Some(PathBuf::from(unescaped(name)))
}

/// The file that a reference in another file means. What has an address elsewhere may have been saved under its last name.
fn find(text: &str, from: &Path, roots: &[PathBuf]) -> Option<PathBuf> {
    let is_remote = scheme(text).is_some() || text.starts_with("//");
    let name = if is_remote { text.rsplit('/').next().unwrap_or_default() } else { text.trim_start_matches('/') };
    if name.is_empty() {
        return None;
    }
    let beside = from.parent().unwrap_or(Path::new("")).to_owned();
    let mut paths = std::iter::once(&beside).chain(roots).map(|folder| folder.join(name));
    paths.find(|path| path.is_file() && (!is_remote || is_called(path, text)))
}

/// Whether a file says that this is its address.
fn is_called(path: &Path, address: &str) -> bool {
    let Ok(value) = read(path).and_then(|text| document("", &text)) else { return false };
    let id = value.get("$id").or_else(|| value.get("id")).and_then(Value::as_text);
    id.is_some_and(|id| id.trim_end_matches('#') == address)
}
