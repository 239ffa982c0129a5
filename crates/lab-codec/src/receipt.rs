//! What vouches for a version.

use std::path::{Path, PathBuf};
use std::process::Command;

use wirecost_codec_protocol::CandidateDescription;

/// Where the version of a candidate can be looked up by somebody other than the candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receipt {
    /// What a command prints after `prefix`.
    Command {
        /// Program and arguments.
        command: Vec<String>,
        /// What comes before the version.
        prefix: String,
        /// The folder with Maven's artifacts, for candidates whose package is one: `group:artifact`.
        artifacts: Option<PathBuf>,
        /// The folder into which pip installs, for candidates whose package is one that is there.
        packages: Option<PathBuf>,
    },
    /// The candidate's own build, and what its version was read from. Nothing is compared: cargo built what its lock file names,
    /// and the program knows no other version.
    OwnBuild(String),
    /// Nowhere: the version is what the candidate says.
    SelfReported,
}

/// What vouches for a candidate's version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// This, and it agrees.
    By(String),
    /// Nothing.
    SelfReported,
    /// It disagrees: the candidate is not what it says it is.
    Contradicted(String),
}

impl Receipt {
    /// Checks the version that `candidate` claims.
    pub fn check(&self, candidate: &CandidateDescription) -> Checked {
        match self {
            Self::SelfReported => Checked::SelfReported,
            Self::OwnBuild(told) => Checked::By(told.clone()),
            Self::Command { artifacts: Some(folder), .. } if candidate.package.contains(':') => {
                check_artifact(folder, candidate)
            }
            Self::Command { command, prefix, packages, .. } => {
                match packages.as_ref().and_then(|folder| installed(folder, &candidate.package)) {
                    Some(version) => check_package(&version, candidate),
                    None => check_command(command, prefix, candidate),
                }
            }
        }
    }
}

/// Whether Maven has resolved the artifact that a candidate says it is.
fn check_artifact(folder: &Path, candidate: &CandidateDescription) -> Checked {
    let CandidateDescription { package, version, .. } = candidate;
    let (group, artifact) = package.split_once(':').unwrap_or_default();
    let place = folder.join(group.replace('.', "/")).join(artifact).join(version);
    if place.join(format!("{artifact}-{version}.jar")).is_file() {
        Checked::By(format!("Maven, {package}:{version}"))
    } else {
        Checked::Contradicted(format!("it claims {package}:{version}, which Maven has not resolved here"))
    }
}

/// The version of a package that pip has installed in a folder. Its folder of metadata has both in its name (PEP 427, with the name's
/// signs as underscores).
fn installed(folder: &Path, package: &str) -> Option<String> {
    let start = format!("{}-", package.to_lowercase().replace(['-', '.'], "_"));
    let names = std::fs::read_dir(folder).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| Some(name.strip_suffix(".dist-info")?.strip_prefix(&start)?.to_owned())).next()
}

fn check_package(installed: &str, candidate: &CandidateDescription) -> Checked {
    let CandidateDescription { package, version, .. } = candidate;
    if installed == version {
        Checked::By(format!("pip, {package} {version}"))
    } else {
        Checked::Contradicted(format!("it claims {package} {version}, and pip has installed {installed}"))
    }
}

fn check_command(command: &[String], prefix: &str, candidate: &CandidateDescription) -> Checked {
    let words = command.join(" ");
    let Some((program, arguments)) = command.split_first() else { return Checked::SelfReported };
    let Ok(output) = Command::new(program).args(arguments).output() else {
        return Checked::Contradicted(format!("`{words}` cannot be run"));
    };
    let text = String::from_utf8_lossy(&output.stdout);
    match text.trim().strip_prefix(prefix) {
        Some(version) if version == candidate.version => Checked::By(words),
        _ => Checked::Contradicted(format!("it claims {}, `{words}` says {:?}", candidate.version, text.trim())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_codec_protocol::Binding;

    fn candidate(package: &str, version: &str) -> CandidateDescription {
        CandidateDescription {
            name: "c".into(),
            package: package.into(),
            version: version.into(),
            format: "json".into(),
            binding: Binding::Typed,
            operations: Vec::new(),
            types: None,
            reference: false,
            omits: Vec::new(),
            parameters: Default::default(),
            max_depth: None,
        }
    }

    #[test]
    fn a_version_is_a_receipt() {
        let (command, prefix) = (vec!["echo".into(), "Thing 2.0".into()], "Thing ".into());
        let echo = Receipt::Command { command, prefix, artifacts: None, packages: None };
        assert!(matches!(echo.check(&candidate("thing", "2.0")), Checked::By(_)));
        assert!(matches!(echo.check(&candidate("thing", "2.1")), Checked::Contradicted(_)));
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("org/thing/lib/2.0");
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("lib-2.0.jar"), "").unwrap();
        let Receipt::Command { command, prefix, .. } = echo else { panic!() };
        let (artifacts, packages) = (Some(folder.path().into()), Some(folder.path().join("packages")));
        std::fs::create_dir_all(folder.path().join("packages/a_thing-2.0.dist-info")).unwrap();
        let maven = Receipt::Command { command, prefix, artifacts, packages };
        assert_eq!(maven.check(&candidate("a-thing", "2.0")), Checked::By("pip, a-thing 2.0".into()));
        assert!(matches!(maven.check(&candidate("a-thing", "2.1")), Checked::Contradicted(_)));
        assert_eq!(maven.check(&candidate("org.thing:lib", "2.0")), Checked::By("Maven, org.thing:lib:2.0".into()));
        assert!(matches!(maven.check(&candidate("org.thing:lib", "2.1")), Checked::Contradicted(_)));
        assert!(matches!(maven.check(&candidate("thing", "2.0")), Checked::By(_)));
        assert_eq!(Receipt::SelfReported.check(&candidate("x", "1")), Checked::SelfReported);
    }
}
