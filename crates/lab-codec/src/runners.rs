//! Finding runners and starting them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wirecost_built::{BrokenRecipe, Recipes};
use wirecost_catalog::Catalog;
use wirecost_catalog::suite::Span;
use wirecost_codec_protocol::{Description, PROTOCOL, Process, ProcessError};

use crate::placed::Placed;
use crate::receipt::Receipt;

/// How long a runner may take to say what it is.
const DESCRIBE_TIMEOUT: Duration = Duration::from_secs(10);

/// How to start a runner.
#[derive(Debug, Clone)]
pub struct RunnerSpec {
    /// Its name: `rust`, the name of its folder, or what the user called it.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Whether it runs in an interpreter.
    pub interpreted: bool,
    /// What vouches for the versions it reports.
    pub receipt: Receipt,
    /// The command that brings what it needs, where that may be missing.
    pub remedy: Option<String>,
    /// What it is, where that is known without starting it: its candidates are programs of their own.
    pub known: Option<Description>,
    /// Which of two builds it is, where two are compared.
    pub side: Option<String>,
    /// How long a warm-up lasts, where this runner needs more than a suite gives it.
    pub warmup: Option<WarmupSpan>,
    /// What brings more candidates; none where they are there.
    pub more: Option<More>,
}

/// What brings more candidates of a runner that works without them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct More {
    /// The file that is there where they are.
    file: String,
    /// The command that brings them.
    pub command: String,
    /// How many there are.
    pub candidates: usize,
}

/// How long a warm-up lasts.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarmupSpan {
    /// The least time, even where the candidate looks steady. Then other threads must be nearly idle for a quarter of it, since a
    /// compiler that works beside a candidate has plateaus.
    pub least: Span,
    /// For so long at most, in place of what the suite says.
    pub most: Span,
}

/// The name of the runner whose candidates are built for a run, each alone.
pub const BUILT: &str = "rust";

/// What the candidates are that are built for a run.
fn built(recipes: &Recipes) -> Description {
    Description {
        protocol: PROTOCOL,
        language: BUILT.into(),
        runtime: "rustc".into(),
        interpreter: None,
        candidates: recipes.descriptions(),
    }
}

/// Where the files of a runner of the catalogue are.
#[derive(Debug, Clone)]
pub struct Places {
    /// The files themselves, unpacked.
    pub folder: PathBuf,
    /// What `wirecost setup` makes for exactly these files.
    pub installed: PathBuf,
    /// The artifacts that Maven resolves, for whatever files.
    pub maven: PathBuf,
}

impl Places {
    /// The places of the runner `name`, whose files are unpacked below `cache`.
    ///
    /// # Errors
    /// If they cannot be unpacked.
    pub fn new(catalog: &Catalog, name: &str, cache: &Path) -> std::io::Result<Self> {
        let folder = catalog.unpack(&format!("candidates/codec/{name}"), &cache.join("runners"))?;
        let installed = cache.join("installed").join(folder.file_name().unwrap_or_default());
        Ok(Self { folder, installed, maven: cache.join("maven") })
    }

    fn put_in(&self, text: &str) -> String {
        text.replace("{folder}", &self.folder.display().to_string())
            .replace("{installed}", &self.installed.display().to_string())
            .replace("{maven}", &self.maven.display().to_string())
    }
}

/// A `runner.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    command: Vec<String>,
    #[serde(default)]
    interpreted: bool,
    receipt: Option<ReceiptFile>,
    missing: Option<Missing>,
    more: Option<More>,
    warmup: Option<WarmupSpan>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReceiptFile {
    command: Vec<String>,
    prefix: String,
    /// The folder with Maven's artifacts, which vouch for candidates that are packages of Maven.
    artifacts: Option<String>,
    /// The folder into which pip installs, which vouches for candidates that are packages of Python.
    packages: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Missing {
    /// The file that is there where nothing is missing.
    file: Option<String>,
    command: String,
}

/// A runner that cannot be used, with the reason and the command that helps.
#[derive(Debug, Clone, thiserror::Error)]
#[error("runner {name:?}: {reason}")]
pub struct Unusable {
    /// Its name.
    pub name: String,
    /// Why, with the command that helps where one is known.
    pub reason: String,
}

/// The runners there are: that of the candidates in Rust, those of the catalogue, and those of the user's.
///
/// `cache` is where runners that come in the binary are unpacked; `extra` are name and program of the user's runners.
pub fn find(catalog: &Catalog, cache: &Path, extra: &[(String, PathBuf)]) -> (Vec<RunnerSpec>, Vec<Unusable>) {
    let (recipes, broken) = Recipes::with(catalog);
    let mut found = vec![RunnerSpec {
        name: BUILT.into(),
        command: Vec::new(),
        interpreted: false,
        receipt: Receipt::OwnBuild("that which wirecost was tested with".into()),
        remedy: None,
        known: Some(built(&recipes)),
        side: None,
        warmup: None,
        more: None,
    }];
    let broken = broken.into_iter().map(|BrokenRecipe { name, reason }| Unusable { name, reason });
    let mut unusable: Vec<Unusable> = broken.collect();
    for name in catalog.list("candidates/codec") {
        match of_catalog(catalog, &name, cache) {
            Ok(Some(spec)) => found.push(spec),
            Ok(None) => {}
            Err(reason) => unusable.push(Unusable { name, reason }),
        }
    }
    found.extend(extra.iter().map(|(name, program)| RunnerSpec {
        name: name.clone(),
        command: vec![program.display().to_string()],
        interpreted: false,
        receipt: Receipt::SelfReported,
        remedy: None,
        known: None,
        side: None,
        warmup: None,
        more: None,
    }));
    (found, unusable)
}

/// The command that brings what a runner of the catalogue needs; none if nothing can be missing.
pub fn remedy(catalog: &Catalog, name: &str) -> Option<String> {
    let bytes = catalog.read(&format!("candidates/codec/{name}/runner.toml"))?;
    let file: File = toml::from_str(&String::from_utf8_lossy(&bytes)).ok()?;
    file.missing.map(|missing| missing.command)
}

fn of_catalog(catalog: &Catalog, name: &str, cache: &Path) -> Result<Option<RunnerSpec>, String> {
    let folder = format!("candidates/codec/{name}");
    let Some(bytes) = catalog.read(&format!("{folder}/runner.toml")) else { return Ok(None) };
    let file: File = toml::from_str(&String::from_utf8_lossy(&bytes)).map_err(|error| error.to_string())?;
    let places = Places::new(catalog, name, cache).map_err(|error| format!("cannot unpack it: {error}"))?;
    let put_in = |words: &[String]| words.iter().map(|word| places.put_in(word)).collect();
    if let Some(Missing { file: Some(needed), command }) = &file.missing
        && !Path::new(&places.put_in(needed)).exists()
    {
        return Err(format!("it is not set up; try: {command}"));
    }
    Ok(Some(RunnerSpec {
        name: name.to_owned(),
        command: put_in(&file.command),
        interpreted: file.interpreted,
        receipt: file.receipt.map_or(Receipt::SelfReported, |receipt| Receipt::Command {
            command: put_in(&receipt.command),
            prefix: receipt.prefix,
            artifacts: receipt.artifacts.map(|folder| places.put_in(&folder).into()),
            packages: receipt.packages.map(|folder| places.put_in(&folder).into()),
        }),
        remedy: file.missing.map(|missing| missing.command),
        known: None,
        side: None,
        warmup: file.warmup,
        more: file.more.filter(|more| !Path::new(&places.put_in(&more.file)).exists()),
    }))
}

impl RunnerSpec {
    /// The command, with a variable of random length in its environment: it moves the stack and so the layout of
    /// memory, which differs from trial to trial that way (METHOD 9).
    pub fn command(&self, padding: usize) -> Command {
        self.command_of(Path::new(&self.command[0]), padding)
    }

    fn command_of(&self, program: &Path, padding: usize) -> Command {
        let mut command = Command::new(program);
        command.args(&self.command[1..]).env("WIRECOST_PADDING", "x".repeat(padding));
        command
    }

    /// Has the interpreter itself started from now on, where the command names it without a path. Version managers put a script of
    /// the same name first on the path, which takes longer to find the interpreter than the interpreter takes to start.
    pub fn start_interpreter(&mut self, interpreter: &str) {
        let path = Path::new(interpreter);
        // `python3.11` is one that `python3` stands for.
        let is_named = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&self.command[0]));
        if path.is_absolute() && path.is_file() && is_named {
            self.command[0] = interpreter.to_owned();
        }
    }

    /// Starts the runner; every request must then be answered within `timeout`.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(&self, padding: usize, timeout: Duration) -> Result<Process, ProcessError> {
        Process::start(self.command(padding), timeout)
    }

    /// The same for a trial: a program that was built for the run lies in other pages of memory each time.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start_placed(&self, padding: usize, timeout: Duration) -> Result<Process, ProcessError> {
        if !matches!(self.receipt, Receipt::OwnBuild(_)) {
            return self.start(padding, timeout);
        }
        let failed = |source| ProcessError::Start { program: self.command[0].clone(), source };
        let placed = Placed::of(Path::new(&self.command[0])).map_err(failed)?;
        placed.start(
            |program| Process::start(self.command_of(program, padding), timeout),
            |error| match error {
                ProcessError::Start { source, .. } => source.kind(),
                _ => ErrorKind::Other,
            },
        )
    }

    /// Starts the runner and asks what it is. Returns how long that took.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn describe(&self) -> Result<(Description, Duration), Unusable> {
        if let Some(known) = &self.known {
            return Ok((known.clone(), Duration::ZERO));
        }
        let start = Instant::now();
        let description = self.start(0, DESCRIBE_TIMEOUT).and_then(|mut process| process.describe());
        let description = description.map_err(|error| Unusable {
            name: self.name.clone(),
            reason: match (&error, &self.remedy) {
                (ProcessError::Start { .. }, Some(remedy)) => format!("{error}; try: {remedy}"),
                _ => error.to_string(),
            },
        })?;
        Ok((description, start.elapsed()))
    }

    /// What the runner is, from the cache where its program and script are the same as then.
    ///
    /// # Errors
    /// As [`RunnerSpec::describe`].
    pub fn describe_cached(&self, cache: &Path) -> Result<Description, Unusable> {
        if let Some(known) = &self.known {
            return Ok(known.clone());
        }
        let Some(fingerprint) = self.fingerprint() else { return self.describe().map(|(description, _)| description) };
        let path = cache.join("descriptions").join(format!("{}.json", self.name.replace('/', "-")));
        if let Some(cached) = std::fs::read(&path).ok().and_then(|text| serde_json::from_slice::<Cached>(&text).ok())
            && cached.fingerprint == fingerprint
        {
            return Ok(cached.description);
        }
        let (description, _) = self.describe()?;
        let cached = Cached { fingerprint, description };
        // A cache that cannot be written only costs time.
        if let (Some(parent), Ok(text)) = (path.parent(), serde_json::to_vec(&cached)) {
            let _ = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text));
        }
        Ok(cached.description)
    }

    /// Path, size and time of change of everything in the command that is a file; none if the program is not found.
    fn fingerprint(&self) -> Option<String> {
        let program = which(&self.command[0])?;
        let files = std::iter::once(program).chain(self.command[1..].iter().map(PathBuf::from));
        let seen: Vec<String> = files
            .filter_map(|path| {
                let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
                let changed = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
                Some(format!("{} {} {}", path.display(), metadata.len(), changed.as_nanos()))
            })
            .collect();
        Some(seen.join("\n"))
    }
}

#[derive(Serialize, Deserialize)]
struct Cached {
    fingerprint: String,
    description: Description,
}

/// The file that the system would run for `program`.
pub fn which(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}
