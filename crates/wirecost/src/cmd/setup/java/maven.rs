//! Resolving coordinates with Maven: a project for each set, so that sets neither mix nor hold each other up.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use wirecost_lab::Progress as _;

use crate::progress::Steps;

/// What of Maven writes down the files of a project's dependencies.
const GOAL: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

/// A set of coordinates with the files that it stands for, or why there are none.
pub type Resolved = BTreeMap<Vec<String>, Result<Vec<PathBuf>, String>>;

/// Resolves each set below `project`, with artifacts in the folder `repository`. An empty set stands for no files.
///
/// # Errors
/// If Maven cannot be run.
pub fn resolve(sets: &[&[String]], project: &Path, repository: &Path, steps: &Steps) -> anyhow::Result<Resolved> {
    let sets: BTreeSet<&[String]> = sets.iter().copied().filter(|set| !set.is_empty()).collect();
    let sets: Vec<(String, &[String])> =
        sets.into_iter().enumerate().map(|(index, set)| (format!("set-{index}"), set)).collect();
    let _ = std::fs::remove_dir_all(project);
    for (name, set) in &sets {
        write(&project.join(name), &of_set(name, set))?;
    }
    write(project, &of_all(&sets))?;
    steps.begin(&format!("resolving {} sets of libraries with Maven", sets.len()));
    let errors = run(project, repository, |done| steps.update(&format!("{done} of {} sets of libraries", sets.len())));
    steps.finish();
    let errors = errors?;
    let found = sets.into_iter().map(|(name, set)| {
        let path = std::fs::read_to_string(project.join(&name).join("classpath.txt"));
        let files = path.map_err(|_| reason(&name, &errors));
        let files =
            files.map(|text| text.trim().split(':').filter(|file| !file.is_empty()).map(PathBuf::from).collect());
        (set.to_vec(), files)
    });
    Ok(found.collect())
}

/// Why there is nothing of a set, in Maven's words.
fn reason(name: &str, errors: &[String]) -> String {
    let of_it = errors.iter().find(|line| line.contains(&format!("project {name}:")));
    let general = || errors.first();
    let words = of_it.or_else(general).map(|line| line.trim_start_matches("[ERROR] "));
    format!("Maven cannot resolve it: {}", words.unwrap_or("it says nothing"))
}

/// Runs Maven over all projects and tells how far it is; the lines of its errors.
fn run(project: &Path, repository: &Path, progress: impl Fn(usize)) -> anyhow::Result<Vec<String>> {
    let mut command = Command::new("mvn");
    command.args(["--batch-mode", "-Dstyle.color=never", "--fail-at-end", "--file"]).arg(project.join("pom.xml"));
    command.arg(format!("-Dmaven.repo.local={}", repository.display()));
    command.args(["-Dmdep.outputFile=classpath.txt", GOAL]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot run mvn")?;
    let (mut errors, mut seen) = (Vec::new(), 0);
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(|out| out.lines()) {
        let line = line.context("cannot read what mvn says")?;
        if line.starts_with("[ERROR]") {
            errors.push(line);
        } else if line.contains("Building set-") {
            progress(seen);
            seen += 1;
        }
    }
    // Whether it worked is seen by what is there afterwards, set by set.
    child.wait().context("mvn was lost")?;
    Ok(errors)
}

fn write(folder: &Path, pom: &str) -> anyhow::Result<()> {
    let file = folder.join("pom.xml");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&file, pom))
        .with_context(|| format!("cannot write {}", file.display()))
}

const HEAD: &str = "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
                    <groupId>wirecost</groupId><version>1</version>";

fn of_all(sets: &[(String, &[String])]) -> String {
    let modules: String = sets.iter().map(|(name, _)| format!("<module>{name}</module>")).collect();
    format!("{HEAD}<artifactId>sets</artifactId><packaging>pom</packaging><modules>{modules}</modules></project>\n")
}

fn of_set(name: &str, set: &[String]) -> String {
    let mut text = format!("{HEAD}<artifactId>{name}</artifactId><packaging>pom</packaging><dependencies>");
    for coordinates in set {
        text.push_str("<dependency>");
        for (tag, part) in ["groupId", "artifactId", "version", "type", "classifier"].iter().zip(coordinates.split(':'))
        {
            let _ = write!(text, "<{tag}>{part}</{tag}>");
        }
        text.push_str("</dependency>");
    }
    text + "</dependencies></project>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_become_dependencies() {
        let pom = of_set("set-0", &["a.b:c:1".into(), "d:e:2:exe:linux-x86_64".into()]);
        let of = "<dependency><groupId>a.b</groupId><artifactId>c</artifactId><version>1</version></dependency>";
        assert!(pom.contains(of), "{pom}");
        assert!(pom.contains("<type>exe</type><classifier>linux-x86_64</classifier>"), "{pom}");
    }

    #[test]
    fn a_set_that_fails_has_mavens_reason() {
        let errors =
            ["[ERROR] Failed on project set-1: no c", "[ERROR] Failed on project set-10: no d"].map(str::to_owned);
        assert_eq!(reason("set-10", &errors), "Maven cannot resolve it: Failed on project set-10: no d");
        assert_eq!(reason("set-2", &errors), "Maven cannot resolve it: Failed on project set-1: no c");
        assert_eq!(reason("set-2", &[]), "Maven cannot resolve it: it says nothing");
    }
}
