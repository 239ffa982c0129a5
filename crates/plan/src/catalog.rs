//! The suites, messages and runners that come with wirecost, and a folder of the user's that overlays them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../suites"]
struct Suites;

#[derive(RustEmbed)]
#[folder = "../../messages"]
struct Messages;

#[derive(RustEmbed)]
#[folder = "../../candidates/codec"]
#[exclude = "rust/*"]
#[exclude = "*__pycache__*"]
struct Runners;

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

    /// The content of a file, none where there is none.
    pub fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let overlaid = self.overlay.as_ref().and_then(|overlay| std::fs::read(overlay.join(path)).ok());
        overlaid.map(Cow::Owned).or_else(|| {
            let (room, rest) = path.split_once('/')?;
            let file = match room {
                "suites" => Suites::get(rest),
                "messages" => Messages::get(rest),
                "candidates" => Runners::get(rest.strip_prefix("codec/")?),
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
                if let Some(rest) = folder.strip_prefix("candidates/codec") {
                    let prefix = if rest.is_empty() { String::new() } else { format!("{}/", &rest[1..]) };
                    names.extend(Runners::iter().filter_map(|path| below(path, &prefix)));
                }
            }
        }
        if let Some(entries) = self.overlay.as_ref().and_then(|overlay| std::fs::read_dir(overlay.join(folder)).ok()) {
            names.extend(entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()));
        }
        names.into_iter().collect()
    }
}
