//! Servers that can be measured: a folder each with a `candidate.toml`.

mod file;
mod program;
mod version;

use std::path::{Path, PathBuf};

use wirecost_built::{Watch, Workshop};
use wirecost_catalog::Catalog;
use wirecost_lab::Folders;
use wirecost_model::Durability;

pub use file::{
    BuildFile, ClientFile, DurabilityFile, File, InstallFile, Replay, StartFile, StoreFile, StoreProtocol, TextFile,
    VersionFile,
};
pub use program::find as find_program;
pub use version::Version;

use crate::Reason;

/// A candidate, or one whose description is broken.
pub type Found = Result<Candidate, Broken>;

/// The name of a candidate, broken or not.
pub fn name_of(found: &Found) -> &str {
    match found {
        Ok(candidate) => &candidate.name,
        Err(broken) => &broken.name,
    }
}

/// A candidate whose description is broken.
#[derive(Debug, Clone, thiserror::Error)]
#[error("candidate {name:?}: {reason}")]
pub struct Broken {
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A server that can be measured, if this machine has what it needs.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its name: that of its folder, with its variant's where there are several.
    pub name: String,
    /// Its variant; empty where there is but one.
    pub variant: String,
    /// What it says of itself.
    pub file: File,
    /// The program that holds the servers of the lab in Rust, once it is built.
    own: Option<PathBuf>,
    lab: String,
    cache: PathBuf,
    folder: PathBuf,
    shared: PathBuf,
    built: PathBuf,
    installed: PathBuf,
}

impl Candidate {
    /// The candidates of a lab, by name.
    pub fn find(catalog: &Catalog, lab: &str, folders: &Folders) -> Vec<Found> {
        let folder = format!("candidates/{lab}");
        let names = catalog.list(&folder);
        let files = names.iter().filter_map(|name| {
            let text = catalog.read(&format!("{folder}/{name}/candidate.toml"))?;
            Some((name.clone(), String::from_utf8_lossy(&text).into_owned()))
        });
        let read = |(name, text): (String, String)| {
            let broken = |reason: String| Broken { name: name.clone(), reason };
            let file: File = toml::from_str(&text).map_err(|error| broken(error.to_string()))?;
            let unpack = |files: &String| {
                let unpacked = catalog.unpack(&format!("{folder}/{files}"), &folders.cache.join("candidates"));
                unpacked.map_err(|error| broken(format!("cannot unpack it: {error}")))
            };
            let files = file.files_of.as_ref().unwrap_or(&name);
            if !names.contains(files) {
                return Err(broken(format!("files_of: no candidate {files:?}")));
            }
            if let Some(unknown) = file.shares.as_ref().filter(|shared| !names.contains(shared)) {
                return Err(broken(format!("shares: no folder {unknown:?}")));
            }
            let folder = unpack(files)?;
            let shared = file.shares.as_ref().map(unpack).transpose()?;
            // What was built of other files, or for another version, is built anew.
            let parts = [Some(&folder), shared.as_ref()].into_iter().flatten();
            let parts: Vec<_> = parts.map(|part| part.file_name().unwrap_or_default().to_string_lossy()).collect();
            let built = folders.cache.join("servers").join(parts.join("-"));
            let shared = shared.unwrap_or_default();
            let installed = folders.cache.join("installed").join(&name);
            let (variant, lab, cache) = (String::new(), lab.to_owned(), folders.cache.clone());
            Ok(Self { name, variant, file, own: None, lab, cache, folder, shared, built, installed })
        };
        files.map(read).flat_map(Self::variants).collect()
    }

    /// The variants of what a folder holds, or that itself.
    fn variants(found: Found) -> Vec<Found> {
        match found {
            Ok(whole) if !whole.file.variants.is_empty() => {
                let of = |variant: &String| {
                    let name = format!("{}-{variant}", whole.name);
                    Ok(Self { name, variant: variant.clone(), ..whole.clone() })
                };
                whole.file.variants.iter().map(of).collect()
            }
            other => vec![other],
        }
    }

    /// Whether it does less than the work.
    pub fn is_floor(&self) -> bool {
        self.file.floors.contains(&self.variant)
    }

    /// What becomes of a write that it has answered, where it is a store.
    pub fn durability(&self) -> Option<Durability> {
        match &self.file.store.as_ref()?.durability {
            DurabilityFile::One(durability) => Some(*durability),
            DurabilityFile::ByVariant(by_variant) => by_variant.get(&self.variant).copied(),
        }
    }

    /// What it lacks, with the command that brings it where there is one.
    fn advise(&self, lack: Reason) -> Reason {
        let InstallFile { apt, pip } = &self.file.install;
        if apt.is_empty() && pip.is_empty() {
            return lack;
        }
        let remedy = if self.file.store.is_some() { "wirecost setup kv" } else { "wirecost setup servers" };
        Reason::Installable { lack: lack.into(), remedy }
    }

    /// Where its build for this version leaves what it makes.
    fn target(&self, version: &Version) -> PathBuf {
        let name = format!("{}-{}", self.built.file_name().unwrap_or_default().to_string_lossy(), version.version);
        self.built.with_file_name(name)
    }

    /// What its server, or its client, is called in the program that holds those of the lab in Rust; none if neither is in it.
    fn called_in_own(&self) -> Option<&str> {
        let client = self.file.client.iter().map(|client| &client.command);
        let library = self.file.store.iter().filter_map(|store| store.client.as_ref());
        let mut commands = std::iter::once(&self.file.start.command).chain(client).chain(library);
        let place = |command: &Vec<String>| command.iter().position(|word| word == OWN);
        let (command, place) = commands.find_map(|command| Some((command, place(command)?)))?;
        // After the word that says what it is to be.
        Some(command.get(place + 2).map(String::as_str).unwrap_or_default())
    }

    /// The command that [`Candidate::build`] would run for this version; none if there is nothing for it to build.
    pub fn lacks_build(&self, version: &Version) -> Option<String> {
        if let (Some(called), None) = (self.called_in_own(), &self.own) {
            let workshop = Workshop::new(&self.cache);
            let job = workshop.servers(&self.lab, called)?;
            if workshop.finished(&job).is_none() {
                return Some(format!("cargo, {}", job.name));
            }
        }
        let build = self.file.build.as_ref().filter(|build| build.by.is_none())?;
        let aside = Self { built: self.target(version), ..self.clone() };
        (!aside.built.is_dir())
            .then(|| build.command.iter().map(|word| aside.put_in(word)).collect::<Vec<_>>().join(" "))
    }

    /// Builds what must be built for this version and is not there yet, unless only a command may do so. `watch` is told of what
    /// cargo builds.
    ///
    /// # Errors
    /// What the build said last, or the command.
    pub fn build(&self, version: &Version, watch: &dyn Watch) -> Result<Self, Reason> {
        let own = self.called_in_own().map(|called| self.own_program(called, watch)).transpose()?;
        let ready = self.build_files(version)?;
        Ok(Self { own, ..ready })
    }

    /// The program that holds the servers of the lab in Rust.
    fn own_program(&self, called: &str, watch: &dyn Watch) -> Result<PathBuf, Reason> {
        let workshop = Workshop::new(&self.cache);
        let job = workshop
            .servers(&self.lab, called)
            .ok_or_else(|| format!("the {} lab has no servers in Rust", self.lab))?;
        Ok(workshop.build(&job, watch).map_err(|error| error.to_string())?.program)
    }

    fn build_files(&self, version: &Version) -> Result<Self, Reason> {
        match self.file.build.as_ref().and_then(|build| build.by.as_ref()) {
            Some(command) if !self.target(version).is_dir() => Err(Reason::NotSetUp(command.clone())),
            _ => self.set_up(version),
        }
    }

    /// Builds what must be built for this version and is not there yet, whoever may do so.
    ///
    /// # Errors
    /// What the build said last.
    pub fn set_up(&self, version: &Version) -> Result<Self, Reason> {
        let Some(build) = &self.file.build else { return Ok(self.clone()) };
        let target = self.target(version);
        if !target.is_dir() {
            // Made aside and renamed, so that no other process sees half of it.
            let aside = Self { built: target.with_extension(std::process::id().to_string()), ..self.clone() };
            let io = |error: std::io::Error| format!("cannot build it: {error}");
            std::fs::create_dir_all(&aside.built).map_err(io)?;
            let command: Vec<String> = build.command.iter().map(|word| aside.put_in(word)).collect();
            let made =
                program::output(&command, Some(&self.folder)).map_err(|reason| format!("cannot be built: {reason}"));
            if let Err(reason) = made {
                // What is left of it is in the cache.
                let _ = std::fs::remove_dir_all(&aside.built);
                // A build that a command runs has what it needs; why it failed, it says itself.
                return Err(if build.by.is_some() { reason.into() } else { self.advise(reason.into()) });
            }
            match std::fs::rename(&aside.built, &target) {
                Err(_) if target.is_dir() => std::fs::remove_dir_all(&aside.built).map_err(io)?,
                result => result.map_err(io)?,
            }
        }
        Ok(Self { built: target, ..self.clone() })
    }

    /// Puts in what stands for this candidate's places.
    pub fn put_in(&self, text: &str) -> String {
        let own = self.own.as_ref().map(|own| own.display().to_string());
        let wirecost = std::env::current_exe().map(|wirecost| wirecost.display().to_string());
        text.replace(OWN, &own.unwrap_or_default())
            .replace("{wirecost}", &wirecost.unwrap_or_default())
            .replace("{variant}", &self.variant)
            .replace("{folder}", &self.folder.display().to_string())
            .replace("{shared}", &self.shared.display().to_string())
            .replace("{built}", &self.built.display().to_string())
            .replace("{installed}", &self.installed.display().to_string())
    }

    /// Its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where `wirecost setup servers` installs what is for it alone.
    pub fn installed(&self) -> &Path {
        &self.installed
    }
}

/// What stands for the program that holds the servers of the lab in Rust.
const OWN: &str = "{own}";

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_built::Unwatched;

    fn folders(cache: &Path) -> Folders {
        Folders { cache: cache.into() }
    }

    #[test]
    fn every_candidate_of_the_catalogue_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let found = Candidate::find(&Catalog::default(), "http", &folders(folder.path()));
        let names: Vec<String> = found.into_iter().map(|candidate| candidate.unwrap().name).collect();
        for name in ["axum", "erlang-gen-tcp", "go-net-http", "hyper", "nginx-file", "nginx-module", "node-http"] {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
    }

    #[test]
    fn a_candidate_can_use_the_files_of_another_of_its_lab() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, more: &str| {
            let place = folder.path().join("mine/candidates/rpc").join(name);
            std::fs::create_dir_all(&place).unwrap();
            let head = "summary = \"s\"\nlanguage = \"c\"\npackage = \"p\"\nversion = { lock = \"serde\" }\n";
            let text = format!("{head}{more}\n[start]\ncommand = [\"{{folder}}/run\"]\n");
            std::fs::write(place.join("candidate.toml"), text).unwrap();
            std::fs::write(place.join("run"), name).unwrap();
        };
        write("a", "");
        write("b", "files_of = \"a\"");
        write("c", "files_of = \"../http/hyper\"");
        let catalog = Catalog::new(Some(folder.path().join("mine")));
        let found = Candidate::find(&catalog, "rpc", &folders(&folder.path().join("cache")));
        let ran = |name: &str| {
            let candidate = found.iter().flatten().find(|candidate| candidate.name == name).unwrap();
            std::fs::read_to_string(candidate.put_in(&candidate.file.start.command[0])).unwrap()
        };
        assert_eq!([ran("a"), ran("b")], ["a", "a"]);
        let broken = found.iter().filter_map(|candidate| candidate.as_ref().err()).find(|broken| broken.name == "c");
        assert_eq!(broken.unwrap().reason, "files_of: no candidate \"../http/hyper\"");
    }

    #[test]
    fn a_missing_program_is_named_with_the_command_that_installs_it() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let place = folder.path().join("mine/candidates/http").join(name);
            std::fs::create_dir_all(&place).unwrap();
            std::fs::write(place.join("candidate.toml"), text).unwrap();
        };
        let head = "summary = \"s\"\nlanguage = \"c\"\npackage = \"p\"\n";
        let start = "[start]\ncommand = [\"x\"]\n";
        let version = "[version]\ncommand = [\"echo\", \"thing/2.5\", \"(x)\"]\nprefix = \"thing/\"\n";
        write("a", &format!("{head}needs = [\"no-such-program\"]\n{version}{start}[install]\napt = [\"thing\"]\n"));
        write("b", &format!("{head}{version}{start}"));
        write("c", &format!("{head}{start}"));
        write("d", &format!("{head}[version]\ncommand = [\"false\"]\n{start}"));
        let build = "[build]\ncommand = [\"sh\", \"-c\", \"echo made > {built}/it; test $0 = good\", \"WORD\"]\n";
        write("e", &format!("{head}{version}{start}{}", build.replace("WORD", "good")));
        write("f", &format!("{head}{version}{start}{}", build.replace("WORD", "bad")));
        let catalog = Catalog::new(Some(folder.path().join("mine")));
        let found = Candidate::find(&catalog, "http", &folders(&folder.path().join("cache")));
        let of = |name: &str| {
            found.iter().find_map(|candidate| match candidate {
                Ok(candidate) if candidate.name == name => Some(Ok(candidate)),
                Err(broken) if broken.name == name => Some(Err(broken)),
                _ => None,
            })
        };
        let lacks = of("a").unwrap().unwrap().version().unwrap_err();
        assert_eq!(lacks.to_string(), "no-such-program is not installed; wirecost setup servers");
        let version = of("b").unwrap().unwrap().version().unwrap();
        assert_eq!((version.version.as_str(), version.receipt.as_str()), ("2.5", "echo thing/2.5 (x)"));
        assert!(of("c").unwrap().unwrap_err().to_string().contains("version"));
        assert!(
            of("d").unwrap().unwrap().version().unwrap_err().to_string().contains("`false` ended with exit status: 1")
        );
        let built = of("e").unwrap().unwrap().build(&version, &Unwatched).unwrap();
        assert_eq!(std::fs::read_to_string(built.put_in("{built}/it")).unwrap(), "made\n");
        let broken = of("f").unwrap().unwrap().build(&version, &Unwatched).unwrap_err();
        assert!(broken.to_string().starts_with("cannot be built: `sh -c"), "{broken}");
    }

    #[test]
    fn a_build_of_shared_files_waits_for_the_command_that_it_names() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("mine/candidates/rpc");
        for name in ["parts", "one", "other"] {
            std::fs::create_dir_all(mine.join(name)).unwrap();
        }
        let toml = "summary = \"s\"\nlanguage = \"c\"\npackage = \"p\"\nshares = \"PARTS\"\n\
                    [version]\ncommand = [\"echo\", \"1\"]\n\
                    [build]\ncommand = [\"cp\", \"{shared}/part\", \"{built}/it\"]\nby = \"wirecost setup it\"\n\
                    [start]\ncommand = [\"x\"]\n";
        std::fs::write(mine.join("one/candidate.toml"), toml.replace("PARTS", "parts")).unwrap();
        std::fs::write(mine.join("other/candidate.toml"), toml.replace("PARTS", "none")).unwrap();
        let catalog = Catalog::new(Some(folder.path().join("mine")));
        let find = |name: &str| {
            let found = Candidate::find(&catalog, "rpc", &folders(&folder.path().join("cache")));
            found.into_iter().find(|found| match found {
                Ok(candidate) => candidate.name == name,
                Err(broken) => broken.name == name,
            })
        };
        assert_eq!(find("other").unwrap().unwrap_err().reason, "shares: no folder \"none\"");
        for part in ["first", "second"] {
            std::fs::write(mine.join("parts/part"), part).unwrap();
            let one = find("one").unwrap().unwrap();
            let version = one.version().unwrap();
            assert_eq!(one.lacks_build(&version), None, "no run builds it");
            assert_eq!(one.build(&version, &Unwatched).unwrap_err().to_string(), "it is not set up; wirecost setup it");
            one.set_up(&version).unwrap();
            let built = one.build(&version, &Unwatched).unwrap();
            assert_eq!(std::fs::read_to_string(built.put_in("{built}/it")).unwrap(), part);
        }
    }
}
