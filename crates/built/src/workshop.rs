//! Writes the crates of candidates, has cargo build them, and keeps the programs.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wirecost_catalog::sha256;

use crate::cargo::{self, Packages, output, refused};
use crate::job::TARGET;
use crate::sources::{self, Files};
use crate::{Job, NotBuilt, Program, Recipes, Watch, manifest};

/// The flags of the compiler, as those of the project's own build: functions start on 64-byte boundaries, so that what is not the
/// candidate's does not move it.
pub const FLAGS: &str = "-C llvm-args=-align-all-functions=6";

/// Where crates are written and programs are kept.
#[derive(Debug)]
pub struct Workshop {
    room: PathBuf,
    /// Whether crates have what the operation `borrow` needs.
    pub(crate) lends: bool,
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
    /// The flags of the compiler.
    pub flags: String,
}

impl Workshop {
    /// A workshop in a folder of the cache.
    pub fn new(cache: &Path) -> Self {
        // What is built holds its place, and a link would give it two names: one before the folder is there, one after.
        let room = cache.canonicalize().unwrap_or_else(|_| cache.to_owned()).join("built");
        let room = room.canonicalize().unwrap_or(room);
        Self { room, lends: true }
    }

    /// The same whose crates have no structs that lend what lies in a message, which only `borrow` uses.
    pub fn without_lent(self) -> Self {
        Self { lends: false, ..self }
    }

    /// What candidates are made of.
    pub fn recipes(&self) -> &'static Recipes {
        Recipes::embedded()
    }

    /// The folder of the runner library.
    pub(crate) fn library(&self) -> PathBuf {
        static DIGEST: LazyLock<String> = LazyLock::new(|| digest(&sources::runner_library()));
        self.room.join(format!("library-{}", *DIGEST))
    }

    /// The program of a job, where it was built before or came with wirecost. That of a checkout is never finished: only cargo sees
    /// whether its sources have changed.
    pub fn finished(&self, job: &Job) -> Option<Built> {
        if job.is_checkout {
            return None;
        }
        let name = self.name(job);
        let rooms = [Some(self.crates()), shipped()];
        rooms.into_iter().flatten().find_map(|room| self.kept(&room.join(name)))
    }

    /// What was built into a folder, if it is of the compiler that there is.
    fn kept(&self, folder: &Path) -> Option<Built> {
        let text = std::fs::read(folder.join(RECORD)).ok()?;
        let built: Built = serde_json::from_slice(&text).ok()?;
        let built = Built { program: folder.join(PROGRAM), ..built };
        let is_current = match self.compiler() {
            Ok(compiler) => built.compiler == compiler,
            // Nothing newer can be built here.
            Err(NotBuilt::NoCargo) => true,
            Err(_) => false,
        };
        (is_current && built.program.is_file()).then_some(built)
    }

    fn crates(&self) -> PathBuf {
        self.room.join("crates")
    }

    /// The name of a job's folder: the same wherever the room is.
    fn name<'a>(&self, job: &'a Job) -> &'a str {
        job.folder.get_or_init(|| format!("{}-{}", job.package, self.digest(&job.files)))
    }

    fn folder(&self, job: &Job) -> PathBuf {
        self.crates().join(self.name(job))
    }

    /// Where the crate of these structs is.
    pub(crate) fn folder_of_structs(&self, files: &Files) -> PathBuf {
        self.room.join("structs").join(self.digest(files))
    }

    /// A digest of the files of a crate, whose manifest names places in the room.
    fn digest(&self, files: &Files) -> String {
        let mut files = files.clone();
        if let Some(manifest) = files.get_mut(MANIFEST) {
            *manifest = String::from_utf8_lossy(manifest).replace(&*self.room.to_string_lossy(), "").into_bytes();
        }
        digest(&files)
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
        if let Some((folder, files)) = &job.shared {
            write_once(folder, files)?;
        }
        let start = Instant::now();
        let packages = self.locked(&folder, job)?;
        let library = job.library.as_deref();
        let version = library.map(|package| packages.version_of(package)).transpose()?;
        let mut cargo = cargo::cargo(&folder);
        // A name without a folder is on the PATH, where the generator finds it.
        if let Some((Program { variable: Some(variable), .. }, place)) = &called
            && place.is_absolute()
        {
            cargo.env(variable, place);
        }
        let flags = flags(job);
        cargo.env("RUSTC_VERSION", &compiler).env("RUSTFLAGS", &flags);
        // What is compiled with other flags has a place of its own, so that neither build undoes the other.
        cargo.env("CARGO_TARGET_DIR", self.room.join(if job.flags == FLAGS { "target" } else { "target-native" }));
        cargo.args(["build", "--release", "--message-format=json-diagnostic-short", "--package", &job.package]);
        if is_static() {
            // By its target, so that flags are not those of build scripts and macros too.
            cargo.args(["--target", TARGET]);
        }
        cargo.args(job.features());
        let program = self.compile(cargo, &packages, watch)?;
        let program = program.ok_or_else(|| NotBuilt::Refused(format!("cargo made no program of {}", job.package)))?;
        let (kept, aside) = (folder.join(PROGRAM), folder.join("runner.new"));
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
            dependencies: packages.needed_by(&job.counted),
            digest,
            compiler,
            features: manifest::features(&job.files, library),
            flags,
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
            (folder.join(RECORD), serde_json::to_vec(built).unwrap_or_default()),
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
    ///
    /// # Errors
    /// If there is no compiler, or the cache cannot be written.
    pub fn compiler(&self) -> Result<String, NotBuilt> {
        // For a room, since a folder can have a toolchain of its own.
        static KNOWN: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(&self.room) {
            return Ok(known.clone());
        }
        // In a folder where cargo works too, so that a toolchain file of the user's folder decides on neither.
        std::fs::create_dir_all(&self.room).map_err(|error| cache(&self.room, error))?;
        let output = output(Command::new("rustc").arg("--version").current_dir(&self.room))?;
        if !output.status.success() {
            return Err(refused(&output));
        }
        let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        known.insert(self.room.clone(), found.clone());
        Ok(found)
    }

    /// Has cargo decide on versions, and reads which.
    fn locked(&self, folder: &Path, job: &Job) -> Result<Packages, NotBuilt> {
        // Whatever the lock file has that this crate does not need is dropped, and nothing else moves.
        let metadata = |more: &[&str]| {
            let mut cargo = cargo::cargo(folder);
            cargo.args(["metadata", "--format-version", "1", "--filter-platform", TARGET]).args(more);
            cargo.args(job.features());
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
        for (name, version) in packages.versions() {
            cargo.env(format!("VERSION_{}", name.replace('-', "_").to_uppercase()), version);
        }
        cargo::build(&mut cargo, packages.count(), watch)
    }
}

/// The file of what builds took.
const TIMES: &str = "times.json";

/// What lies in the folder of a job that is built: its program, and what is known of it.
const PROGRAM: &str = "runner";
const RECORD: &str = "built.json";

const MANIFEST: &str = "Cargo.toml";

/// The folder of programs that came with wirecost, beside its own: `cargo xtask dist` puts them there.
fn shipped() -> Option<PathBuf> {
    let wirecost = std::env::current_exe().ok()?.canonicalize().ok()?;
    Some(wirecost.parent()?.join("programs"))
}

/// Whether programs hold their C library, as those do that go to other machines (`cargo xtask dist`). They are the same code, linked
/// otherwise, so they are no other jobs; their records tell.
fn is_static() -> bool {
    std::env::var_os("WIRECOST_STATIC").is_some()
}

/// The flags of a job's compiler.
fn flags(job: &Job) -> String {
    if is_static() {
        return format!("{} -C target-feature=+crt-static -C strip=symbols", job.flags);
    }
    job.flags.clone()
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
    fn a_job_has_the_same_name_wherever_the_cache_is_and_its_program_is_found_where_it_lies() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [here, there] = folders.each_ref().map(|folder| Workshop::new(folder.path()));
        let recipe = here.recipes().of("serde_json-value").unwrap();
        let [job, other] = [&here, &there].map(|workshop| workshop.job(recipe, "serde_json-value", &[], &[]).unwrap());
        assert_ne!(job.files[MANIFEST], other.files[MANIFEST], "the manifest names the room");
        assert_eq!(here.name(&job), there.name(&other));
        assert_eq!(here.finished(&job), None);
        let folder = here.folder(&job);
        write(&folder, &Files::from([(PROGRAM.to_owned(), Vec::new())])).unwrap();
        let built = Built {
            program: PathBuf::from("/elsewhere/runner"),
            version: None,
            build_ms: 1,
            program_bytes: 0,
            dependencies: 0,
            digest: String::new(),
            compiler: here.compiler().unwrap(),
            features: Vec::new(),
            flags: String::new(),
        };
        std::fs::write(folder.join(RECORD), serde_json::to_vec(&built).unwrap()).unwrap();
        assert_eq!(here.finished(&job).unwrap().program, folder.join(PROGRAM));
    }
}
