//! The candidates of Java: a table of TOML beside each class.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, ensure};
use serde::Deserialize;

/// A table: what its candidates share, and each of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    common: Common,
    candidate: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    class: String,
    format: Option<String>,
    binding: String,
    #[serde(default)]
    operations: Vec<String>,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    reference: bool,
    #[serde(default)]
    omits: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    class: Option<String>,
    #[serde(default)]
    coordinates: Vec<String>,
    format: Option<String>,
    #[serde(default)]
    operations: Vec<String>,
    #[serde(default)]
    reference: bool,
    #[serde(default)]
    omits: Vec<String>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    max_depth: Option<usize>,
}

/// A candidate: a class with the coordinates of its libraries.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// The class, whose source is next to the table.
    pub class: String,
    /// What Maven resolves, `group:artifact:version` with type and classifier behind it where they are not those of a library.
    /// The first is the package whose version is reported; without any it is the Java platform.
    pub coordinates: Vec<String>,
    /// What the runner says about it.
    described: BTreeMap<String, String>,
}

/// All candidates of a runner's folder.
pub fn read(folder: &Path) -> anyhow::Result<Vec<Candidate>> {
    let folder = folder.join("candidate");
    let listed = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = listed.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut candidates = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let file: File = toml::from_str(&text).with_context(|| format!("{} is broken", path.display()))?;
        for entry in file.candidate {
            candidates.push(candidate(&file.common, entry).with_context(|| path.display().to_string())?);
        }
    }
    Ok(candidates)
}

fn candidate(common: &Common, entry: Entry) -> anyhow::Result<Candidate> {
    // Names become names of files.
    let plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "-.@_".contains(c));
    ensure!(plain(&entry.name), "candidate {:?}: a name has letters, digits, '-', '.', '_' and '@'", entry.name);
    let format = entry.format.or_else(|| common.format.clone());
    let format = format.ok_or_else(|| anyhow!("candidate {:?} has no format", entry.name))?;
    let or_common = |own: Vec<String>, common: &[String]| if own.is_empty() { common.join(",") } else { own.join(",") };
    let mut described: BTreeMap<String, String> = [
        ("format", format),
        ("binding", common.binding.clone()),
        ("operations", or_common(entry.operations, &common.operations)),
        ("types", common.types.join(",")),
        ("reference", (entry.reference || common.reference).to_string()),
        ("omits", or_common(entry.omits, &common.omits)),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into();
    described.extend(entry.max_depth.map(|depth| ("max_depth".into(), depth.to_string())));
    described.extend(entry.parameters.into_iter().map(|(name, value)| (format!("parameter.{name}"), value)));
    described.extend(entry.options.into_iter().map(|(name, value)| (format!("option.{name}"), value)));
    let class = entry.class.unwrap_or_else(|| common.class.clone());
    let coordinates = entry.coordinates.iter().map(|it| it.replace("{platform}", &platform())).collect();
    Ok(Candidate { name: entry.name, class, coordinates, described })
}

/// The classifier of programs for this machine, as the compilers of Protocol Buffers have it.
fn platform() -> String {
    let system = if cfg!(target_os = "macos") { "osx" } else { std::env::consts::OS };
    let processor = if cfg!(target_arch = "aarch64") { "aarch_64" } else { std::env::consts::ARCH };
    format!("{system}-{processor}")
}

/// The candidates that `name@version` asks for: as known, but with this version of the first library.
pub fn others(known: &[Candidate], asked: &[String]) -> anyhow::Result<Vec<Candidate>> {
    let other = |asked: &String| {
        let (name, version) = asked.split_once('@').ok_or_else(|| anyhow!("{asked:?}: give CANDIDATE@VERSION"))?;
        let of = known.iter().find(|candidate| candidate.name == name);
        let of = of.ok_or_else(|| anyhow!("no Java candidate is called {name:?}; --dry-run shows them"))?;
        ensure!(!of.coordinates.is_empty(), "{name} is part of the Java platform and has no other version here");
        let held = of.version();
        let set = |it: &String| {
            let parts: Vec<&str> = it.split(':').collect();
            // What belongs together has one version.
            let parts: Vec<&str> = parts.iter().map(|part| if *part == held { version } else { part }).collect();
            parts.join(":")
        };
        let coordinates = of.coordinates.iter().map(set).collect();
        let mut described = of.described.clone();
        described.insert("reference".into(), "false".into());
        Ok(Candidate { name: asked.clone(), coordinates, described, ..of.clone() })
    };
    asked.iter().map(other).collect()
}

impl Candidate {
    /// The version of its first library; empty for the Java platform.
    pub fn version(&self) -> String {
        self.coordinates.first().and_then(|it| it.split(':').nth(2)).unwrap_or_default().to_owned()
    }

    /// The file that the runner reads: Java's properties.
    pub fn properties(&self, path: &[PathBuf]) -> String {
        let first: Vec<&str> = self.coordinates.first().map(|it| it.split(':').collect()).unwrap_or_default();
        let package = if first.is_empty() { "java".to_owned() } else { first[..2.min(first.len())].join(":") };
        let path: Vec<String> = path.iter().map(|file| file.display().to_string()).collect();
        let own = [
            ("name", self.name.clone()),
            ("class", format!("candidate.{}", self.class)),
            ("package", package),
            ("version", self.version()),
            ("path", path.join(",")),
        ];
        let own = own.map(|(key, value)| (key.to_owned(), value));
        let mut text = String::new();
        for (key, value) in own.iter().map(|(key, value)| (key, value)).chain(&self.described) {
            let escaped =
                |text: &str| text.replace('\\', "\\\\").replace(':', "\\:").replace('=', "\\=").replace(' ', "\\ ");
            let _ = writeln!(text, "{}={}", escaped(key), value.replace('\\', "\\\\"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_the_repository() -> Vec<Candidate> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../candidates/codec/java");
        read(&folder).unwrap()
    }

    #[test]
    fn every_table_can_be_read_and_names_differ() {
        let candidates = in_the_repository();
        let mut names: Vec<&str> = candidates.iter().map(|candidate| candidate.name.as_str()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| name.starts_with("java-")), "{names:?}");
        for candidate in &candidates {
            let source = format!("../../candidates/codec/java/candidate/{}.java", candidate.class);
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(source).is_file(), "{}", candidate.class);
            assert!(!candidate.described["operations"].is_empty(), "{}", candidate.name);
        }
    }

    #[test]
    fn another_version_is_a_candidate_of_its_own() {
        let known = in_the_repository();
        let other = others(&known, &["java-jackson@2.15.4".into()]).unwrap().remove(0);
        assert_eq!((other.name.as_str(), other.version().as_str()), ("java-jackson@2.15.4", "2.15.4"));
        assert!(other.properties(&[]).contains("reference=false"));
        let refused = |asked: &str| others(&known, &[asked.into()]).unwrap_err().to_string();
        assert!(refused("java-jackson").contains("CANDIDATE@VERSION"));
        assert!(refused("java-nothing@1").contains("no Java candidate"));
        assert!(refused("java-serialization@1").contains("part of the Java platform"));
    }
}
