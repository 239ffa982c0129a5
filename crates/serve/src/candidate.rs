//! Servers that can be measured: a folder each with a `candidate.toml`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use wirecost_plan::{Catalog, locked};

/// The command that brings what a candidate lacks.
pub const REMEDY: &str = "wirecost setup servers";

/// Where candidates find what they need.
#[derive(Debug, Clone)]
pub struct Rooms {
    /// The program that is running, which holds the servers in Rust.
    pub own: PathBuf,
    /// What can be made again: unpacked, built and installed candidates.
    pub cache: PathBuf,
}

/// A candidate, or one whose description is broken.
pub type Found = Result<Candidate, Broken>;

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
    own: String,
    folder: PathBuf,
    built: PathBuf,
    installed: PathBuf,
}

/// A `candidate.toml`. In its texts `{own}` stands for this program, `{folder}` for the candidate's files, `{built}` for
/// what its build made, `{installed}` for what `wirecost setup servers` installed for it alone.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// One line for people.
    pub summary: String,
    /// The language it is written in.
    pub language: String,
    /// What its version is that of.
    pub package: String,
    /// Programs, found in `PATH`, and files that must be there.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What tells its version.
    pub version: VersionFile,
    /// What is run once before it can start.
    pub build: Option<BuildFile>,
    /// How it starts.
    pub start: StartFile,
    /// Names of its variants: each is a candidate of its own, `folder-variant`. None: the folder is the candidate.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Variants that do less than the work: shown, and never ranked.
    #[serde(default)]
    pub floors: Vec<String>,
    /// Another candidate of the lab whose files it uses: `{folder}` is then that one's.
    pub files_of: Option<String>,
    /// Its client, in the rpc lab.
    pub client: Option<ClientFile>,
    /// What a message must be to stand as `{text}` in one of its files.
    pub text: Option<TextFile>,
    /// What `wirecost setup servers` brings.
    #[serde(default)]
    pub install: InstallFile,
}

/// What tells a version.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "[version] needs lock = PACKAGE, or command = [..] and prefix")]
pub enum VersionFile {
    /// The lock file of this build.
    Lock {
        /// The package in it.
        lock: String,
    },
    /// What a command prints first, after a prefix and up to white space.
    Command {
        /// Program and arguments.
        command: Vec<String>,
        /// What stands before the version.
        #[serde(default)]
        prefix: String,
    },
}

/// The client of a stack, a program that speaks the protocol of the crate `wirecost-rpc-protocol`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientFile {
    /// Program and arguments.
    pub command: Vec<String>,
    /// The format of its requests and replies.
    #[serde(default = "no_format")]
    pub format: String,
    /// Types of messages that it carries; `any` for those without a type.
    pub types: Vec<String>,
    /// What can be asked of it.
    #[serde(default = "every_operation")]
    pub operations: Vec<String>,
    /// Whether it goes over HTTP/1.1, so that bodies can come in chunks and connections can end with their answer.
    #[serde(default)]
    pub over_http: bool,
    /// Whether its bodies over HTTP can come in chunks indeed.
    #[serde(default = "chunks")]
    pub chunks: bool,
    /// Whether the load generator can send what it sends.
    #[serde(default)]
    pub replay: Replay,
}

fn chunks() -> bool {
    true
}

fn no_format() -> String {
    "octets".into()
}

fn every_operation() -> Vec<String> {
    ["echo", "count"].map(str::to_owned).to_vec()
}

/// How the load generator can send a client's recorded requests again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replay {
    /// Not at all.
    #[default]
    None,
    /// As they are, on any connection; the same octets come back each time.
    Exact,
    /// As HTTP/1.1: the body of the answer is the same each time.
    Http,
}

/// What is run once before a candidate can start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildFile {
    /// Program and arguments. It leaves what it makes in `{built}`.
    pub command: Vec<String>,
}

/// How a candidate starts. Beside the placeholders of the file, `{port}`, `{dir}`, `{nonce}`, `{cores}` and `{text}` stand
/// for the port, the server's private folder, the word it proves itself with, the number of its cores, and the message.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Files of the candidate's folder that go into the server's private folder, with placeholders put in.
    #[serde(default)]
    pub files: Vec<String>,
}

/// What a message must be to stand in a file as text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// Characters that it must not hold; control characters it must not hold in any case.
    pub without: String,
    /// Its most octets.
    pub octets: usize,
}

/// What `wirecost setup servers` installs, with apt and pip.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstallFile {
    /// Packages of Debian and its kin.
    #[serde(default)]
    pub apt: Vec<String>,
    /// Packages of Python, into a virtual environment of the candidate's own: `{installed}`.
    #[serde(default)]
    pub pip: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Cached {
    fingerprint: String,
    version: Version,
}

/// A version and what vouches for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The version.
    pub version: String,
    /// `Cargo.lock`, or the command that printed it.
    pub receipt: String,
}

impl Candidate {
    /// The candidates of a lab, by name.
    pub fn find(catalog: &Catalog, lab: &str, rooms: &Rooms) -> Vec<Found> {
        let folder = format!("candidates/{lab}");
        let names = catalog.list(&folder);
        let files = names.iter().filter_map(|name| {
            let text = catalog.read(&format!("{folder}/{name}/candidate.toml"))?;
            Some((name.clone(), String::from_utf8_lossy(&text).into_owned()))
        });
        let read = |(name, text): (String, String)| {
            let broken = |reason: String| Broken { name: name.clone(), reason };
            let file: File = toml::from_str(&text).map_err(|error| broken(error.to_string()))?;
            let files = file.files_of.as_ref().unwrap_or(&name);
            if !names.contains(files) {
                return Err(broken(format!("files_of: no candidate {files:?}")));
            }
            let unpacked = catalog.unpack(&format!("{folder}/{files}"), &rooms.cache.join("candidates"));
            let folder = unpacked.map_err(|error| broken(format!("cannot unpack it: {error}")))?;
            // What was built of other files, or for another version, is built anew.
            let built = rooms.cache.join("built").join(folder.file_name().unwrap_or_default());
            let installed = rooms.cache.join("installed").join(&name);
            let (variant, own) = (String::new(), rooms.own.display().to_string());
            Ok(Self { name, variant, file, own, folder, built, installed })
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

    /// The version of what this machine has.
    ///
    /// # Errors
    /// What it lacks, with the command that brings it.
    pub fn version(&self) -> Result<Version, String> {
        let needs = self.file.needs.iter().map(|need| self.put_in(need));
        if let Some(missing) = needs.into_iter().find(|need| find_program(need).is_none()) {
            return Err(self.advise(&format!("{missing} is not installed")));
        }
        match &self.file.version {
            VersionFile::Lock { lock } => match locked(lock).last() {
                Some(version) => Ok(Version { version: (*version).to_owned(), receipt: "Cargo.lock".into() }),
                None => Err(format!("Cargo.lock holds no {lock}")),
            },
            VersionFile::Command { command, prefix } => {
                let command: Vec<String> = command.iter().map(|word| self.put_in(word)).collect();
                let said = output(&command, None).map_err(|reason| self.advise(&reason))?;
                // nginx says its version on standard error.
                let version = said.lines().find_map(|line| line.trim().strip_prefix(prefix.as_str()));
                let version = version.and_then(|rest| rest.split_ascii_whitespace().next());
                let version = version.ok_or_else(|| format!("`{}` says no version: {said:?}", command.join(" ")))?;
                Ok(Version { version: version.to_owned(), receipt: command.join(" ") })
            }
        }
    }

    /// The version, from the cache where the candidate's files and the programs it needs are the same as then.
    ///
    /// # Errors
    /// As [`Candidate::version`].
    pub fn version_cached(&self, cache: &Path) -> Result<Version, String> {
        if let VersionFile::Lock { .. } = self.file.version {
            return self.version();
        }
        let path = cache.join("versions").join(format!("{}.json", self.name));
        let fingerprint = self.fingerprint();
        let cached = std::fs::read(&path).ok().and_then(|text| serde_json::from_slice::<Cached>(&text).ok());
        if let Some(cached) = cached.filter(|cached| Some(&cached.fingerprint) == fingerprint.as_ref()) {
            return Ok(cached.version);
        }
        let version = self.version()?;
        // A cache that cannot be written only costs time.
        if let (Some(fingerprint), Some(folder)) = (fingerprint, path.parent())
            && let Ok(text) = serde_json::to_vec(&Cached { fingerprint, version: version.clone() })
        {
            let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        }
        Ok(version)
    }

    /// Path, size and time of change of all that it needs; none where something is missing.
    fn fingerprint(&self) -> Option<String> {
        let seen = self.file.needs.iter().map(|need| {
            let path = find_program(&self.put_in(need))?;
            let metadata = std::fs::metadata(&path).ok()?;
            let changed = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
            Some(format!("{} {} {}", path.display(), metadata.len(), changed.as_nanos()))
        });
        Some(format!("{}\n{}", self.folder.display(), seen.collect::<Option<Vec<_>>>()?.join("\n")))
    }

    fn advise(&self, lack: &str) -> String {
        let InstallFile { apt, pip } = &self.file.install;
        if apt.is_empty() && pip.is_empty() { lack.to_owned() } else { format!("{lack}; {REMEDY}") }
    }

    /// Where its build for this version leaves what it makes.
    fn target(&self, version: &Version) -> PathBuf {
        let name = format!("{}-{}", self.built.file_name().unwrap_or_default().to_string_lossy(), version.version);
        self.built.with_file_name(name)
    }

    /// The command that [`Candidate::build`] would run for this version; none where there is nothing to build any more.
    pub fn lacks_build(&self, version: &Version) -> Option<String> {
        let build = self.file.build.as_ref()?;
        let aside = Self { built: self.target(version), ..self.clone() };
        (!aside.built.is_dir())
            .then(|| build.command.iter().map(|word| aside.put_in(word)).collect::<Vec<_>>().join(" "))
    }

    /// Builds what must be built for this version and is not there yet.
    ///
    /// # Errors
    /// What the build said last.
    pub fn build(&self, version: &Version) -> Result<Self, String> {
        let Some(build) = &self.file.build else { return Ok(self.clone()) };
        let target = self.target(version);
        if !target.is_dir() {
            // Made aside and renamed, so that no other process sees half of it.
            let aside = Self { built: target.with_extension(std::process::id().to_string()), ..self.clone() };
            let io = |error: std::io::Error| format!("cannot build it: {error}");
            std::fs::create_dir_all(&aside.built).map_err(io)?;
            let command: Vec<String> = build.command.iter().map(|word| aside.put_in(word)).collect();
            let made = output(&command, Some(&self.folder)).map_err(|reason| format!("cannot be built: {reason}"));
            if let Err(reason) = made {
                // What is left of it is in the cache.
                let _ = std::fs::remove_dir_all(&aside.built);
                return Err(self.advise(&reason));
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
        text.replace("{own}", &self.own)
            .replace("{variant}", &self.variant)
            .replace("{folder}", &self.folder.display().to_string())
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

/// What a command prints, standard output before standard error.
fn output(command: &[String], folder: Option<&Path>) -> Result<String, String> {
    let words = command.join(" ");
    let Some((program, arguments)) = command.split_first() else { return Err("an empty command".into()) };
    let program = find_program(program).ok_or_else(|| format!("{program} is not installed"))?;
    let mut run = Command::new(program);
    run.args(arguments).stdin(std::process::Stdio::null());
    if let Some(folder) = folder {
        run.current_dir(folder);
    }
    let output = run.output().map_err(|error| format!("`{words}`: {error}"))?;
    let [out, err] = [output.stdout, output.stderr].map(|octets| String::from_utf8_lossy(&octets).into_owned());
    if output.status.success() {
        return Ok(out + &err);
    }
    let last = err.lines().chain(out.lines()).rfind(|line| !line.trim().is_empty()).unwrap_or("nothing");
    Err(format!("`{words}` ended with {}; its last line: {last}", output.status))
}

/// The file that is run for `program`: from `PATH`, or from the folders of servers, which are in the path of root only.
pub fn find_program(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.exists());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/local/sbin", "/usr/sbin", "/sbin"].map(PathBuf::from));
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooms(cache: &Path) -> Rooms {
        Rooms { own: "/bin/true".into(), cache: cache.into() }
    }

    #[test]
    fn every_candidate_of_the_catalogue_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let found = Candidate::find(&Catalog::default(), "http", &rooms(folder.path()));
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
        let found = Candidate::find(&catalog, "rpc", &rooms(&folder.path().join("cache")));
        let ran = |name: &str| {
            let candidate = found.iter().flatten().find(|candidate| candidate.name == name).unwrap();
            std::fs::read_to_string(candidate.put_in(&candidate.file.start.command[0])).unwrap()
        };
        assert_eq!([ran("a"), ran("b")], ["a", "a"]);
        let broken = found.iter().filter_map(|candidate| candidate.as_ref().err()).find(|broken| broken.name == "c");
        assert_eq!(broken.unwrap().reason, "files_of: no candidate \"../http/hyper\"");
    }

    #[test]
    fn what_is_missing_is_said_with_the_command_that_brings_it() {
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
        let found = Candidate::find(&catalog, "http", &rooms(&folder.path().join("cache")));
        let of = |name: &str| {
            found.iter().find_map(|candidate| match candidate {
                Ok(candidate) if candidate.name == name => Some(Ok(candidate)),
                Err(broken) if broken.name == name => Some(Err(broken)),
                _ => None,
            })
        };
        let lacks = of("a").unwrap().unwrap().version().unwrap_err();
        assert_eq!(lacks, "no-such-program is not installed; wirecost setup servers");
        let version = of("b").unwrap().unwrap().version().unwrap();
        assert_eq!((version.version.as_str(), version.receipt.as_str()), ("2.5", "echo thing/2.5 (x)"));
        assert!(of("c").unwrap().unwrap_err().to_string().contains("version"));
        assert!(of("d").unwrap().unwrap().version().unwrap_err().contains("`false` ended with exit status: 1"));
        let built = of("e").unwrap().unwrap().build(&version).unwrap();
        assert_eq!(std::fs::read_to_string(built.put_in("{built}/it")).unwrap(), "made\n");
        let broken = of("f").unwrap().unwrap().build(&version).unwrap_err();
        assert!(broken.starts_with("cannot be built: `sh -c"), "{broken}");
    }
}
