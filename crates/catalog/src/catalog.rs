//! The suites, messages and candidates that come with wirecost, and a folder of the user's that overlays them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use crate::sha256;

#[derive(RustEmbed)]
#[folder = "../../suites"]
struct Suites;

#[derive(RustEmbed)]
#[folder = "../../messages"]
struct Messages;

#[derive(RustEmbed)]
#[folder = "../../candidates"]
#[exclude = "codec/rust/*"]
#[exclude = "rpc/capnp/generate/*"]
#[exclude = "http/*.rs"]
#[exclude = "rpc/*.rs"]
#[exclude = "kv/*.rs"]
#[exclude = "*/Cargo.toml"]
#[exclude = "*__pycache__*"]
struct Candidates;

/// Files by path, e.g. `messages/dns-100/message.toml`: those of the overlay first, then those in the binary.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    overlay: Option<PathBuf>,
}

impl Catalog {
    /// A catalogue in which the files below `overlay`, where it is a folder, replace and extend those in the binary.
    pub fn new(overlay: Option<PathBuf>) -> Self {
        Self { overlay: overlay.filter(|path| path.is_dir()) }
    }

    /// The folder of the user's, where there is one.
    pub fn overlay(&self) -> Option<&Path> {
        self.overlay.as_deref()
    }

    /// The content of a file, none if there is none.
    pub fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let overlaid = self.overlay.as_ref().and_then(|overlay| std::fs::read(overlay.join(path)).ok());
        overlaid.map(Cow::Owned).or_else(|| {
            let (room, rest) = path.split_once('/')?;
            let file = match room {
                "suites" => Suites::get(rest),
                "messages" => Messages::get(rest),
                "candidates" => Candidates::get(rest),
                _ => None,
            };
            file.map(|file| file.data)
        })
    }

    /// The names of the files and folders directly in `folder`, sorted.
    pub fn list(&self, folder: &str) -> Vec<String> {
        let mut names = BTreeSet::new();
        let below = |path: Cow<'static, str>, prefix: &str| {
            path.strip_prefix(prefix).and_then(|rest| rest.split('/').next()).map(str::to_owned)
        };
        match folder {
            "suites" => names.extend(Suites::iter().filter_map(|path| below(path, ""))),
            "messages" => names.extend(Messages::iter().filter_map(|path| below(path, ""))),
            _ => {
                if let Some(rest) = folder.strip_prefix("candidates/") {
                    names.extend(Candidates::iter().filter_map(|path| below(path, &format!("{rest}/"))));
                }
            }
        }
        if let Some(entries) = self.overlay.as_ref().and_then(|overlay| std::fs::read_dir(overlay.join(folder)).ok()) {
            names.extend(entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()));
        }
        names.into_iter().collect()
    }

    /// Writes all files of `folder` below `room`, under a name that follows from their content, and gives the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn unpack(&self, folder: &str, room: &Path) -> std::io::Result<PathBuf> {
        let mut files = Vec::new();
        self.collect(folder, &mut files);
        let digest =
            sha256(&files.iter().flat_map(|(path, bytes)| [path.as_bytes(), bytes].concat()).collect::<Vec<_>>());
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let target = room.join(format!("{name}-{}", &digest[..16]));
        if target.is_dir() {
            return Ok(target);
        }
        // Made aside and renamed, so that no other process sees half of it.
        let aside = target.with_extension(std::process::id().to_string());
        for (path, bytes) in files {
            let file = aside.join(path.strip_prefix(folder).unwrap_or(&path).trim_start_matches('/'));
            if let Some(parent) = file.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(file, bytes)?;
        }
        match std::fs::rename(&aside, &target) {
            Err(_) if target.is_dir() => std::fs::remove_dir_all(&aside)?,
            result => result?,
        }
        Ok(target)
    }

    fn collect(&self, folder: &str, files: &mut Vec<(String, Vec<u8>)>) {
        for name in self.list(folder) {
            let path = format!("{folder}/{name}");
            match self.read(&path) {
                Some(bytes) => files.push((path, bytes.into_owned())),
                None if !name.starts_with("__") => self.collect(&path, files),
                None => {}
            }
        }
    }
}
