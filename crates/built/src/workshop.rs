//! Writes the crates of candidates, has cargo build them, and keeps the programs.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wirecost_catalog::sha256;
use wirecost_types::{Format, emit};

use crate::cargo::{self, Packages, output, refused};
use crate::sources::{self, Files};
use crate::{Change, Form, NotBuilt, Program, Recipe, Recipes, Refusal, Watch, generated, manifest, structs};

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

/// What the crate of a candidate has for one message: a module, and the schema from which a generator writes the types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Files of the module, by their path in it.
    sources: Files,
    /// Files for the generator.
    schemas: Files,
}

/// A crate that is to be built.
#[derive(Debug, Clone)]
pub struct Job {
    /// The name of the candidate, with what is varied.
    pub name: String,
    /// The name of its crate.
    package: String,
    files: Files,
    /// Its libraries and what generates its types; the first one's version is the candidate's.
    packages: Vec<String>,
    /// What a generator calls.
    program: Option<Program>,
    /// What a build of it takes where none was timed here.
    build_s: f64,
    /// Whether sources are in it that may have changed since it was built.
    is_checkout: bool,
}

/// A program that was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// The program.
    pub program: PathBuf,
    /// The version of its library, from its own lock file; none if it is wirecost's own code.
    pub version: Option<String>,
    /// What cargo took, in milliseconds.
    pub build_ms: u64,
    /// Bytes of the program, without debug information.
    pub program_bytes: u64,
    /// Packages that its library brings, with itself and what generates its types.
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

    /// What the crate of a candidate has for the types of one message.
    ///
    /// # Errors
    /// If no code can be generated for them.
    pub fn part(&self, recipe: &Recipe, name: &str, form: &Form) -> Result<Part, Refusal> {
        let mut sources = Files::new();
        let mut schemas = Files::new();
        let candidate = sources::candidate_file(&format!("src/candidates/{}.rs", recipe.file));
        sources.extend(candidate.map(|text| ("candidate.rs".to_owned(), text.into_bytes())));
        if recipe.generators.is_empty() {
            let types = structs::print(form.lowered(), &form.type_name, name, recipe)?;
            for shared in sources::SHARED {
                let text = sources::candidate_file(&format!("src/{shared}")).expect("what is shared is embedded");
                sources.insert(shared.to_owned(), text.into_bytes());
            }
            sources.insert("types.rs".to_owned(), types.into_bytes());
            sources.insert("types/schemas.rs".to_owned(), self::schemas(form)?.into_bytes());
            sources.insert("mod.rs".to_owned(), OF_MESSAGE.into());
        } else {
            let generated = generated::files(form, recipe)?;
            sources.insert("root.rs".to_owned(), generated.root.into_bytes());
            sources.insert("mod.rs".to_owned(), OF_MESSAGE_WITH_GENERATOR.into());
            schemas = generated.schemas;
        }
        let folder = sources::candidate_folder(&format!("alone/{}", recipe.file)).into_iter();
        sources.extend(folder.filter(|(path, _)| path != GENERATOR));
        Ok(Part { sources, schemas })
    }

    /// The crate of a candidate with a module for each of `parts`, which are of messages of different types.
    ///
    /// # Errors
    /// If a checkout is asked of a candidate whose types come from a generator.
    pub fn job(&self, recipe: &Recipe, name: &str, parts: &[&Part], changes: &[Change]) -> Result<Job, Refusal> {
        let is_checkout = changes.iter().any(|change| matches!(change, Change::Path(_)));
        if is_checkout && !recipe.generators.is_empty() {
            return Err(Refusal::Checkout { candidate: name.to_owned() });
        }
        let mut files = Files::new();
        for (index, part) in parts.iter().enumerate() {
            let module = module(index);
            let sources = part.sources.iter();
            files.extend(sources.map(|(path, text)| (format!("src/{module}/{path}"), in_module(text, &module))));
            let schemas = part.schemas.iter();
            files.extend(schemas.map(|(path, text)| (format!("messages/{module}/{path}"), text.clone())));
        }
        files.extend(build_script(recipe));
        files.insert("src/main.rs".to_owned(), main(parts.len()).into_bytes());
        files.insert("Cargo.lock".to_owned(), sources::LOCK.into());
        // No part of the crate: other flags are another program.
        files.insert("flags.txt".to_owned(), format!("{FLAGS}\n{TARGET}\n").into_bytes());
        let package = format!("wirecost-alone-{}", recipe.file.replace('_', "-"));
        let manifest = manifest::print(&self.recipes, &self.library(), &package, recipe, changes);
        files.insert("Cargo.toml".to_owned(), manifest.into_bytes());
        Ok(Job {
            name: name.to_owned(),
            package,
            files,
            packages: recipe.packages.iter().chain(&recipe.companions).chain(&recipe.generators).cloned().collect(),
            program: recipe.program.clone(),
            build_s: recipe.build_s,
            is_checkout,
        })
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

    /// What a build of the job will take: what the last one of its candidate took here, or else what was measured elsewhere.
    pub fn predicted(&self, job: &Job) -> Duration {
        let took = self.times().get(&job.package).map(|ms| Duration::from_millis(*ms));
        took.unwrap_or_else(|| Duration::try_from_secs_f64(job.build_s).unwrap_or_default())
    }

    /// What builds took last, in milliseconds by the names of their crates.
    fn times(&self) -> BTreeMap<String, u64> {
        let text = std::fs::read(self.room.join(TIMES)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Builds a job; one that was built before is there at once.
    ///
    /// # Errors
    /// If there is no cargo, the cache cannot be written, packages cannot be downloaded, cargo or the compiler refuses it, or it
    /// is no longer wanted.
    pub fn build(&self, job: &Job, watch: &dyn Watch) -> Result<Built, NotBuilt> {
        if let Some(built) = self.finished(job) {
            return Ok(built);
        }
        let compiler = self.compiler()?;
        let around = self.room.parent().unwrap_or(&self.room);
        let called = job.program.as_ref().map(|program| Ok((program, program.find(around)?))).transpose()?;
        // Others may want the same at the same time, and all use one target folder.
        let _alone = self.alone(watch)?;
        if let Some(built) = self.finished(job) {
            return Ok(built);
        }
        write_once(&self.library(), &sources::runner_library())?;
        let folder = self.folder(job);
        write(&folder, &job.files)?;
        let start = Instant::now();
        let packages = self.locked(&folder)?;
        let main = job.packages.first();
        let version = main.map(|package| packages.version_of(package)).transpose()?;
        let mut cargo = cargo::cargo(&folder);
        // A name without a folder is on the PATH, where the generator finds it.
        if let Some((Program { variable: Some(variable), .. }, place)) = &called
            && place.is_absolute()
        {
            cargo.env(variable, place);
        }
        cargo.env("RUSTC_VERSION", &compiler);
        let program = self.compile(cargo, &packages, watch)?;
        let program = program.ok_or_else(|| NotBuilt::Refused(format!("cargo made no program of {}", job.package)))?;
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
            dependencies: packages.needed_by(&job.packages),
            digest,
            compiler,
            features: manifest::features(&job.files, main.map(String::as_str)),
        };
        self.keep(job, &folder, &built)?;
        Ok(built)
    }

    /// Writes that a job is built, and what it took.
    fn keep(&self, job: &Job, folder: &Path, built: &Built) -> Result<(), NotBuilt> {
        let mut times = self.times();
        times.insert(job.package.clone(), built.build_ms);
        let records = [
            (self.room.join(TIMES), serde_json::to_vec(&times).unwrap_or_default()),
            (folder.join("built.json"), serde_json::to_vec(built).unwrap_or_default()),
        ];
        records.iter().try_for_each(|(file, text)| std::fs::write(file, text).map_err(|error| cache(file, error)))
    }

    /// Waits until no other process builds here; none does until the file is closed.
    fn alone(&self, watch: &dyn Watch) -> Result<File, NotBuilt> {
        let lock = self.room.join("lock");
        let opened = std::fs::create_dir_all(&self.room).and_then(|()| File::create(&lock));
        let file = opened.map_err(|error| cache(&lock, error))?;
        let mut told = false;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(cache(&lock, error)),
                Err(TryLockError::WouldBlock) if watch.is_cancelled() => return Err(NotBuilt::Interrupted),
                Err(TryLockError::WouldBlock) => {}
            }
            if !std::mem::replace(&mut told, true) {
                watch.waits();
            }
            // A lock that waits by itself would not see that it is no longer wanted.
            std::thread::sleep(cargo::LOOK);
        }
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
    fn locked(&self, folder: &Path) -> Result<Packages, NotBuilt> {
        // Whatever the lock file has that this crate does not need is dropped, and nothing else moves.
        let metadata = |more: &[&str]| {
            let mut cargo = cargo::cargo(folder);
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
        Packages::read(&output.stdout)
    }

    fn compile(&self, mut cargo: Command, packages: &Packages, watch: &dyn Watch) -> Result<Option<PathBuf>, NotBuilt> {
        cargo.args(["build", "--release", "--message-format=json-diagnostic-short"]);
        cargo.env("CARGO_TARGET_DIR", self.room.join("target"));
        for (name, version) in packages.versions() {
            cargo.env(format!("VERSION_{}", name.replace('-', "_").to_uppercase()), version);
        }
        cargo::build(&mut cargo, packages.count(), watch)
    }
}

/// The file of what builds took.
const TIMES: &str = "times.json";

/// The target of this build, which is that of the candidates.
const TARGET: &str = env!("WIRECOST_TARGET");

/// What has a library's generator write the types of one message, by its name in the candidate's folder.
const GENERATOR: &str = "generate.rs";

/// The build script of a candidate whose types come from a generator: it goes through the messages.
const BUILD_SCRIPT: &str = r#"mod generate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=messages");
    for message in std::fs::read_dir("messages")? {
        let message = message?.path();
        let out = std::path::Path::new(&std::env::var("OUT_DIR")?).join(message.file_name().unwrap_or_default());
        std::fs::create_dir_all(&out)?;
        generate::generate(&message, &out)?;
    }
    Ok(())
}
"#;

/// The build script with what it calls; nothing for a candidate without a generator.
fn build_script(recipe: &Recipe) -> Files {
    let generator = |candidate: &str| sources::candidate_folder(&format!("alone/{candidate}")).remove(GENERATOR);
    let Some(own) = generator(&recipe.file) else { return Files::new() };
    let mut files = Files::from([(GENERATOR.to_owned(), own)]);
    let mut script = String::new();
    // The structs that values are compared by.
    if recipe.helpers.iter().any(|helper| helper == "prost") {
        files.extend(generator("prost").map(|text| ("prost.rs".to_owned(), text)));
        script.push_str("mod prost;\n");
    }
    files.insert("build.rs".to_owned(), (script + BUILD_SCRIPT).into_bytes());
    files
}

/// The module of a message. A candidate may bring another.
const OF_MESSAGE: &str = "\
//! What one message is read and written by.

pub mod candidate;
mod library;
mod types;
mod views;
";

/// The same where a generator writes the types.
const OF_MESSAGE_WITH_GENERATOR: &str = r#"//! What one message is read and written by.

pub mod candidate;
mod generated {
    include!(concat!(env!("OUT_DIR"), "/__MESSAGE__/generated.rs"));
}
mod root;
"#;

/// What stands in sources for the name of the message's module.
const MESSAGE: &str = "__MESSAGE__";

/// The name of the module of a message.
fn module(index: usize) -> String {
    format!("m{index}")
}

/// A source that is written for the root of a crate, for a module of the root.
fn in_module(source: &[u8], module: &str) -> Vec<u8> {
    const ROOT: &str = "crate::";
    let source = String::from_utf8_lossy(source).replace(MESSAGE, module);
    let mut out = String::with_capacity(source.len());
    let mut rest = source.as_str();
    while let Some(at) = rest.find(ROOT) {
        let (before, after) = rest.split_at(at + ROOT.len());
        out.push_str(before);
        // The name of a crate may end like this word.
        let is_word = !before[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_word {
            out.push_str(&format!("{module}::"));
        }
        rest = after;
    }
    out.push_str(rest);
    out.into_bytes()
}

/// The root of the crate, with this many messages.
fn main(messages: usize) -> String {
    let modules: String = (0..messages).map(|index| format!("mod {};\n", module(index))).collect();
    let candidates: Vec<String> =
        (0..messages).map(|index| format!("{}::candidate::CANDIDATES", module(index))).collect();
    format!(
        "//! A candidate of wirecost, alone.\n#![allow(unused, clippy::all)]\n\n{modules}\n\
         fn main() -> std::process::ExitCode {{\n    let candidates = [{}].concat();\n    \
         wirecost_codec_protocol::serve(\"rust\", env!(\"RUSTC_VERSION\"), &candidates)\n}}\n",
        candidates.join(", ")
    )
}

/// The module of schemas that libraries read when they start.
fn schemas(form: &Form) -> Result<String, Refusal> {
    let avro = match form.lowered().format {
        Format::Avro => format!("Some({:?})", emit(form.model(), Format::Avro)?.text),
        _ => "None".to_owned(),
    };
    Ok(format!("pub use super::TYPES as OF_AVRO;\n\npub fn avro(_: &str) -> Option<&'static str> {{\n    {avro}\n}}\n"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_from_the_root_lead_into_the_module() {
        let moved = |text: &str| String::from_utf8(in_module(text.as_bytes(), "m1")).unwrap();
        assert_eq!(moved("use crate::types::{A, crate_b};"), "use crate::m1::types::{A, crate_b};");
        assert_eq!(moved("$crate::types::a!(my_crate::b)"), "$crate::m1::types::a!(my_crate::b)");
        assert_eq!(moved("(env!(\"OUT_DIR\"), \"/__MESSAGE__/all.rs\")"), "(env!(\"OUT_DIR\"), \"/m1/all.rs\")");
    }
}
