//! Writes the crates of candidates, has cargo build them, and keeps the programs.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wirecost_catalog::sha256;
use wirecost_types::{Format, emit};

use crate::cargo::{cargo, output, refused};
use crate::sources::{self, Files};
use crate::{Change, Form, NotBuilt, Recipe, Recipes, Refusal, generated, structs};

/// The flags of the compiler, as those of the project's own build: functions start on 64-byte boundaries, so that what is not the
/// candidate's does not move it.
pub const FLAGS: &str = "-C llvm-args=-align-all-functions=6";

/// Where crates are written and programs are kept.
#[derive(Debug)]
pub struct Workshop {
    room: PathBuf,
    recipes: Recipes,
    /// What the compiler says it is, once it was asked.
    compiler: OnceLock<String>,
}

/// A crate that is to be built.
#[derive(Debug, Clone)]
pub struct Job {
    /// The name of the candidate, with what is varied.
    pub name: String,
    /// The name of its crate.
    package: String,
    files: Files,
    /// The first of its packages, whose version is the candidate's.
    main: Option<String>,
    /// Whether sources are in it that may have changed since it was built.
    is_checkout: bool,
}

/// A program that was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// The program.
    pub program: PathBuf,
    /// The version of its library, from its own lock file; none where it is wirecost's own code.
    pub version: Option<String>,
    /// What cargo took, in milliseconds.
    pub build_ms: u64,
    /// Bytes of the program, without debug information.
    pub program_bytes: u64,
    /// Packages that it is built from, beside itself and wirecost's own.
    pub dependencies: usize,
    /// SHA-256 of the program.
    pub digest: String,
    /// What `rustc --version` says.
    pub compiler: String,
    /// The features of its library that were asked for.
    pub features: Vec<String>,
}

impl Workshop {
    /// A workshop in a folder of the cache.
    pub fn new(cache: &Path) -> Self {
        // What is built holds its place, and a link would give it two names: one before the folder is there, one after.
        let room = cache.canonicalize().unwrap_or_else(|_| cache.to_owned()).join("built");
        let room = room.canonicalize().unwrap_or(room);
        Self { room, recipes: Recipes::embedded(), compiler: OnceLock::new() }
    }

    /// What candidates are made of.
    pub fn recipes(&self) -> &Recipes {
        &self.recipes
    }

    /// The crate of a candidate for the types of a message.
    ///
    /// # Errors
    /// Where no code can be generated for them, or a checkout is asked of a candidate whose types come from a generator.
    pub fn job(&self, recipe: &Recipe, name: &str, form: &Form, changes: &[Change]) -> Result<Job, Refusal> {
        let is_checkout = changes.iter().any(|change| matches!(change, Change::Path(_)));
        if is_checkout && !recipe.generators.is_empty() {
            return Err(Refusal::Checkout { candidate: form.candidate.clone() });
        }
        let mut files = Files::new();
        let folder = sources::candidate_folder(&format!("alone/{}", recipe.file));
        let candidate = sources::candidate_file(&format!("src/candidates/{}.rs", recipe.file));
        files.extend(candidate.map(|text| ("src/candidate.rs".to_owned(), text.into_bytes())));
        if recipe.generators.is_empty() {
            let types = structs::print(form.lowered(), &form.type_name, name, recipe)?;
            for shared in sources::SHARED {
                let text = sources::candidate_file(&format!("src/{shared}")).expect("what is shared is embedded");
                files.insert(format!("src/{shared}"), text.into_bytes());
            }
            files.insert("src/types.rs".to_owned(), types.into_bytes());
            files.insert("src/types/schemas.rs".to_owned(), schemas(form)?.into_bytes());
            files.insert("src/main.rs".to_owned(), MAIN.into());
        } else {
            files.extend(generated::files(form)?);
            files.insert("src/main.rs".to_owned(), MAIN_WITH_GENERATOR.into());
        }
        files.extend(folder.into_iter().map(|(path, text)| match path.as_str() {
            "candidate.rs" => ("src/candidate.rs".to_owned(), text),
            _ => (path, text),
        }));
        files.insert("Cargo.lock".to_owned(), sources::LOCK.into());
        // No part of the crate: other flags are another program.
        files.insert("flags.txt".to_owned(), format!("{FLAGS}\n{TARGET}\n").into_bytes());
        let package = format!("wirecost-alone-{}", recipe.file.replace('_', "-"));
        files.insert("Cargo.toml".to_owned(), self.manifest(&package, recipe, changes).into_bytes());
        Ok(Job { name: name.to_owned(), package, files, main: recipe.packages.first().cloned(), is_checkout })
    }

    /// The manifest of the crate: the candidate's libraries as the manifest of all candidates names them, and what its
    /// code shares with others.
    fn manifest(&self, package: &str, recipe: &Recipe, changes: &[Change]) -> String {
        let mut dependencies = toml::Table::new();
        let shared = ["serde", "base64"].into_iter().filter(|it| !recipe.packages.iter().any(|of| of == it));
        for name in shared {
            dependencies.extend(self.recipes.dependency(name).map(|it| (name.to_owned(), it.clone())));
        }
        let library = self.library().join("crates/codec-protocol");
        let path = toml::Table::from_iter([("path".to_owned(), library.display().to_string().into())]);
        dependencies.insert("wirecost-codec-protocol".to_owned(), path.into());
        let mut requirement = None;
        for name in &recipe.packages {
            let Some(usual) = self.recipes.dependency(name) else { continue };
            let varied = varied(usual, changes);
            requirement = requirement.or_else(|| varied.get("version").cloned());
            dependencies.insert(name.clone(), varied.into());
        }
        let mut generators = toml::Table::new();
        for name in &recipe.generators {
            generators.extend(requirement.clone().map(|version| (name.clone(), version)));
        }
        let table = |pairs: Vec<(&str, toml::Value)>| -> toml::Value {
            toml::Table::from_iter(pairs.into_iter().map(|(key, value)| (key.to_owned(), value))).into()
        };
        // Generators do not know the words that an edition adds: `gen` is a field's name up to 2021.
        let edition = if recipe.generators.is_empty() { "2024" } else { "2021" };
        let manifest = vec![
            (
                "package",
                table(vec![("name", package.into()), ("version", "0.0.0".into()), ("edition", edition.into())]),
            ),
            ("dependencies", dependencies.into()),
            ("build-dependencies", generators.into()),
            ("profile", table(vec![("release", table(vec![("strip", "debuginfo".into())]))])),
            // A workspace of its own, wherever the cache is.
            ("workspace", table(Vec::new())),
        ];
        toml::Table::from_iter(manifest.into_iter().map(|(key, value)| (key.to_owned(), value))).to_string()
    }

    /// The folder of the runner library.
    fn library(&self) -> PathBuf {
        self.room.join(format!("library-{}", digest(&sources::runner_library())))
    }

    /// The program of a job, where it was built before. That of a checkout is never finished: only cargo sees whether its sources
    /// have changed.
    pub fn finished(&self, job: &Job) -> Option<Built> {
        if job.is_checkout {
            return None;
        }
        let text = std::fs::read(self.folder(job).join("built.json")).ok()?;
        let built: Built = serde_json::from_slice(&text).ok()?;
        (built.compiler == self.compiler().ok()? && built.program.is_file()).then_some(built)
    }

    fn folder(&self, job: &Job) -> PathBuf {
        self.room.join("crates").join(format!("{}-{}", job.package, digest(&job.files)))
    }

    /// Builds a job; one that was built before is there at once. `waits` is called where another process builds first.
    ///
    /// # Errors
    /// Where there is no cargo, the cache cannot be written, packages cannot be downloaded, or cargo or the compiler refuses it.
    pub fn build(&self, job: &Job, waits: &dyn Fn()) -> Result<Built, NotBuilt> {
        if let Some(built) = self.finished(job) {
            return Ok(built);
        }
        let compiler = self.compiler()?;
        // Others may want the same at the same time, and all use one target folder.
        let _alone = self.alone(waits)?;
        if let Some(built) = self.finished(job) {
            return Ok(built);
        }
        write_once(&self.library(), &sources::runner_library())?;
        let folder = self.folder(job);
        write(&folder, &job.files)?;
        let start = Instant::now();
        let versions = self.locked(&folder)?;
        let version = job.main.as_ref().map(|package| version_of(&versions, package)).transpose()?;
        let program = self.compile(&folder, job, &versions, &compiler)?;
        let (kept, aside) = (folder.join("runner"), folder.join("runner.new"));
        // In one step, since another wirecost may be running the one before.
        let keep = std::fs::copy(&program, &aside).and_then(|_| std::fs::rename(&aside, &kept));
        let keep = keep.and_then(|()| std::fs::metadata(&kept));
        let program_bytes = keep.map_err(|error| cache(&kept, error))?.len();
        let digest = sha256(&std::fs::read(&kept).map_err(|error| cache(&kept, error))?);
        let built = Built {
            program: kept,
            version,
            build_ms: millis(start.elapsed()),
            program_bytes,
            dependencies: versions.iter().filter(|(name, _)| !name.starts_with("wirecost-")).count(),
            digest,
            compiler,
            features: features(&job.files, job.main.as_deref()),
        };
        let text = serde_json::to_vec(&built).unwrap_or_default();
        let record = folder.join("built.json");
        std::fs::write(&record, text).map_err(|error| cache(&record, error))?;
        Ok(built)
    }

    /// Waits until no other process builds here; none does until the file is closed.
    fn alone(&self, waits: &dyn Fn()) -> Result<File, NotBuilt> {
        let lock = self.room.join("lock");
        let opened = std::fs::create_dir_all(&self.room).and_then(|()| File::create(&lock));
        let locked = opened.and_then(|file| {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    waits();
                    file.lock()?;
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            Ok(file)
        });
        locked.map_err(|error| cache(&lock, error))
    }

    /// What `rustc --version` says.
    fn compiler(&self) -> Result<String, NotBuilt> {
        if let Some(known) = self.compiler.get() {
            return Ok(known.clone());
        }
        // In a folder where cargo works too, so that a toolchain file of the user's folder decides on neither.
        std::fs::create_dir_all(&self.room).map_err(|error| cache(&self.room, error))?;
        let output = output(Command::new("rustc").arg("--version").current_dir(&self.room))?;
        if !output.status.success() {
            return Err(refused(&output));
        }
        let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(self.compiler.get_or_init(|| found).clone())
    }

    /// Has cargo decide on versions, and reads which.
    fn locked(&self, folder: &Path) -> Result<Vec<(String, String)>, NotBuilt> {
        // Whatever the lock file has that this crate does not need is dropped, and nothing else moves.
        let metadata = |more: &[&str]| {
            let mut cargo = cargo(folder);
            cargo.args(["metadata", "--format-version", "1", "--filter-platform", TARGET]).args(more);
            output(&mut cargo)
        };
        let mut output = metadata(&[])?;
        if !output.status.success() {
            let reason = refused(&output);
            // All that it needs may lie on this machine already. Where it does not, the first reason says what is wrong.
            output = metadata(&["--offline"])?;
            if !output.status.success() {
                return Err(reason);
            }
        }
        let metadata: Metadata = serde_json::from_slice(&output.stdout)
            .map_err(|error| NotBuilt::Refused(format!("cargo metadata: {error}")))?;
        Ok(metadata.packages.into_iter().map(|package| (package.name, package.version)).collect())
    }

    fn compile(
        &self,
        folder: &Path,
        job: &Job,
        versions: &[(String, String)],
        compiler: &str,
    ) -> Result<PathBuf, NotBuilt> {
        let mut cargo = cargo(folder);
        cargo.args(["build", "--release", "--message-format=json-diagnostic-short"]);
        cargo.env("CARGO_TARGET_DIR", self.room.join("target")).env("RUSTC_VERSION", compiler);
        for (name, version) in versions {
            cargo.env(format!("VERSION_{}", name.replace('-', "_").to_uppercase()), version);
        }
        let output = output(&mut cargo)?;
        let messages = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<Message> = messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if !output.status.success() {
            let of_compiler = messages.iter().filter_map(|message| message.message.as_ref());
            let error = of_compiler.filter(|told| told.level == "error").find_map(|told| told.rendered.as_deref());
            let error = error.map(|text| text.lines().next().unwrap_or_default().to_owned());
            return Err(error.map_or_else(|| refused(&output), NotBuilt::Refused));
        }
        let program = messages.into_iter().filter_map(|message| message.executable).next_back();
        program.ok_or_else(|| NotBuilt::Refused(format!("cargo made no program of {}", job.package)))
    }
}

/// The target of this build, which is that of the candidates.
const TARGET: &str = env!("WIRECOST_TARGET");

const MAIN: &str = r#"//! A candidate of wirecost, alone.
#![allow(unused, clippy::all)]

mod candidate;
mod library;
mod types;
mod views;

fn main() -> std::process::ExitCode {
    wirecost_codec_protocol::serve("rust", env!("RUSTC_VERSION"), candidate::CANDIDATES)
}
"#;

const MAIN_WITH_GENERATOR: &str = r#"//! A candidate of wirecost, alone.
#![allow(unused, clippy::all)]

mod candidate;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}
mod root;

fn main() -> std::process::ExitCode {
    wirecost_codec_protocol::serve("rust", env!("RUSTC_VERSION"), candidate::CANDIDATES)
}
"#;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

#[derive(Deserialize)]
struct Message {
    message: Option<Told>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Told {
    level: String,
    rendered: Option<String>,
}

/// The module of schemas that libraries read when they start.
fn schemas(form: &Form) -> Result<String, Refusal> {
    let avro = match form.lowered().format {
        Format::Avro => format!("Some({:?})", emit(form.model(), Format::Avro)?.text),
        _ => "None".to_owned(),
    };
    Ok(format!("pub use super::TYPES as OF_AVRO;\n\npub fn avro(_: &str) -> Option<&'static str> {{\n    {avro}\n}}\n"))
}

/// A dependency with what is varied.
fn varied(usual: &toml::Value, changes: &[Change]) -> toml::Table {
    let mut table = match usual {
        toml::Value::Table(table) => table.clone(),
        version => toml::Table::from_iter([("version".to_owned(), version.clone())]),
    };
    for change in changes {
        match change {
            Change::Version(version) => {
                // Of 1.0.100, cargo would take what the lock file has of 1.0, which is another version.
                let is_full = version.starts_with(|c: char| c.is_ascii_digit()) && version.split('.').count() >= 3;
                let requirement = if is_full { format!("={version}") } else { version.clone() };
                table.insert("version".to_owned(), requirement.into());
            }
            Change::Path(path) => {
                table.remove("version");
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                table.insert("path".to_owned(), path.display().to_string().into());
            }
            Change::NoFeature(feature) => {
                let features = table.get_mut("features").and_then(toml::Value::as_array_mut);
                features.into_iter().for_each(|all| all.retain(|it| it.as_str() != Some(feature)));
            }
            Change::Feature(feature) => {
                let features = table.entry("features").or_insert_with(|| toml::Value::Array(Vec::new()));
                features.as_array_mut().into_iter().for_each(|all| all.push(feature.clone().into()));
            }
        }
    }
    table
}

/// The features that the crate asks of its main package.
fn features(files: &Files, package: Option<&str>) -> Vec<String> {
    let manifest: toml::Table =
        files.get("Cargo.toml").and_then(|bytes| String::from_utf8_lossy(bytes).parse().ok()).unwrap_or_default();
    let Some(package) = package else { return Vec::new() };
    let of_package = manifest.get("dependencies").and_then(|dependencies| dependencies.get(package));
    let off = of_package.and_then(|it| it.get("default-features")?.as_bool()) == Some(false);
    let named = of_package.and_then(|it| it.get("features")?.as_array()).into_iter().flatten();
    let named = named.filter_map(toml::Value::as_str);
    (!off).then_some("default").into_iter().chain(named).map(str::to_owned).collect()
}

fn version_of(versions: &[(String, String)], package: &str) -> Result<String, NotBuilt> {
    let found: Vec<&str> = versions.iter().filter(|(name, _)| name == package).map(|(_, it)| it.as_str()).collect();
    match found[..] {
        [version] => Ok(version.to_owned()),
        [] => Err(NotBuilt::Choice(format!("there is no package {package}"))),
        _ => Err(NotBuilt::Choice(format!("its crate holds {package} in several versions: {}", found.join(", ")))),
    }
}

fn digest(files: &Files) -> String {
    let mut all = Vec::new();
    for (path, bytes) in files {
        all.extend_from_slice(format!("{path}\n{}\n", bytes.len()).as_bytes());
        all.extend_from_slice(bytes);
    }
    sha256(&all)[..16].to_owned()
}

/// Writes files that others may read at the same time: whole or not at all.
fn write_once(folder: &Path, files: &Files) -> Result<(), NotBuilt> {
    if folder.is_dir() {
        return Ok(());
    }
    let aside = folder.with_extension(std::process::id().to_string());
    write(&aside, files)?;
    match std::fs::rename(&aside, folder) {
        Err(_) if folder.is_dir() => std::fs::remove_dir_all(&aside).map_err(|error| cache(&aside, error)),
        result => result.map_err(|error| cache(folder, error)),
    }
}

fn write(folder: &Path, files: &Files) -> Result<(), NotBuilt> {
    for (path, bytes) in files {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| cache(parent, error))?;
        std::fs::write(&file, bytes).map_err(|error| cache(&file, error))?;
    }
    Ok(())
}

fn cache(place: &Path, error: std::io::Error) -> NotBuilt {
    NotBuilt::Cache { place: place.display().to_string(), error }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
