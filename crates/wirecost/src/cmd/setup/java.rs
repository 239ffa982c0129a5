//! `wirecost setup java`: resolves the libraries of Java candidates with Maven and compiles the candidates against them, and
//! builds the servers and clients of other labs that Maven builds.
//!
//! A candidate is a class with its coordinates; one that cannot be resolved or compiled holds up no other.

mod compile;
mod maven;
mod servers;
mod table;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use wirecost_catalog::{Catalog, globs};
use wirecost_lab::{Lab as _, Progress as _};
use wirecost_lab_codec::runners::Places;
use wirecost_server_lab::candidate::find_program;

use self::table::Candidate;
use crate::cmd::run::args::lab_names;
use crate::paths::Paths;
use crate::progress::Steps;
use crate::screen::Screen;
use crate::suggestions;

/// Options of `setup java`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct JavaArgs {
    /// Install only candidates that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    candidate: Vec<String>,

    /// Install only candidates of this lab (repeatable)
    #[arg(long, value_name = "LAB", value_parser = lab_names())]
    lab: Vec<String>,

    /// Install another version of a candidate beside its own, as a candidate of that name (repeatable)
    #[arg(long, value_name = "CANDIDATE@VERSION")]
    also: Vec<String>,

    /// Show the candidates and their libraries without installing them
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost setup java                                       all Java candidates; a few minutes the first time
  wirecost setup java --candidate 'java-jackson*'           these only
  wirecost setup java --candidate java-grpc                 a server with its client
  wirecost setup java --lab rpc                             the stacks of the rpc lab
  wirecost setup java --also java-jackson@2.15.4            another version of a library
  wirecost run full --lab codec --test --language java      check every Java candidate

You need a JDK, version 17 or later, and Maven: apt-get install default-jdk-headless maven. Libraries come from Maven
Central, or from where Maven's settings say, into wirecost's cache folder. Your own Maven folder is not changed.

Exit codes: 0 everything is installed; 1 some candidates could not be installed; 2 Java or Maven is missing.";

/// What the runner itself needs: it lets Java call the C library.
const JNA: &str = "net.java.dev.jna:jna:5.17.0";

/// The name of the language in runs, and of its folder in the catalogue.
pub const LANGUAGE: &str = "java";

/// How many candidates the tables of the catalogue have; none if these cannot be read.
pub fn count(paths: &Paths, catalog: &Catalog) -> Option<usize> {
    let places = Places::new(catalog, LANGUAGE, &paths.cache).ok()?;
    Some(table::read(&places.folder).ok()?.len())
}

/// Installs them, and says what became of each.
pub fn run(args: &JavaArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let places = Places::new(catalog, LANGUAGE, &paths.cache).context("cannot unpack the Java runner")?;
    let mut candidates = table::read(&places.folder)?;
    candidates.extend(table::others(&candidates, &args.also)?);
    let chosen = globs(&args.candidate)?;
    let mut servers = servers::find(&args.lab, paths, catalog)?;
    let of_servers = servers.iter().map(|server| &server.name);
    let names: Vec<String> = candidates.iter().map(|candidate| &candidate.name).chain(of_servers).cloned().collect();
    suggestions::check(&args.candidate, &names)?;
    let wanted = |name: &str| args.candidate.is_empty() || chosen.is_match(name);
    let codecs = args.lab.is_empty() || args.lab.iter().any(|lab| lab == wirecost_lab_codec::LAB.name());
    candidates.retain(|it| (codecs && wanted(&it.name)) || args.also.contains(&it.name));
    servers.retain(|server| wanted(&server.name));
    if candidates.is_empty() && servers.is_empty() {
        bail!("no such candidate in lab {}", args.lab.join(", "));
    }
    if args.dry_run {
        for server in &servers {
            crate::output::print(&format!("{:36} {}, by its pom.xml", server.name, server.file.package))?;
        }
        for Candidate { name, coordinates, .. } in &candidates {
            let libraries = if coordinates.is_empty() { "the Java platform".into() } else { coordinates.join(", ") };
            crate::output::print(&format!("{name:36} {libraries}"))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for program in ["java", "mvn"] {
        if find_program(program).is_none() {
            bail!("{program} is not installed; try: apt-get install default-jdk-headless maven");
        }
    }
    let steps = Steps::new(screen);
    let mut missing = servers::install(&servers, &steps)?;
    if !candidates.is_empty() {
        missing += install(&candidates, &places, &steps)?;
    }
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Installs codecs; how many are missing.
fn install(candidates: &[Candidate], places: &Places, steps: &Steps) -> anyhow::Result<usize> {
    let Places { installed, maven, .. } = places;
    for folder in ["candidates", "classes", "types"] {
        let folder = installed.join(folder);
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut sets: Vec<&[String]> = candidates.iter().map(|candidate| &candidate.coordinates[..]).collect();
    let jna = [JNA.to_owned()];
    sets.push(&jna);
    let resolved = maven::resolve(&sets, &installed.join("maven-project"), maven, steps)?;
    let own = resolved.get(&jna[..]).and_then(|found| found.as_ref().ok()).and_then(|path| path.first());
    let Some(own) = own else { bail!("Maven cannot resolve {JNA}, which the runner needs; see what it says above") };
    std::fs::copy(own, installed.join("jna.jar")).context("cannot copy the runner's library")?;

    let description = |name: &str| installed.join("candidates").join(format!("{name}.properties"));
    let (mut ready, mut missing) = (Vec::new(), 0);
    for candidate in candidates {
        match resolved.get(&candidate.coordinates[..]) {
            Some(Ok(path)) => ready.push((candidate, path.clone())),
            Some(Err(reason)) => failed(&candidate.name, reason, &description(&candidate.name), &mut missing)?,
            None => ready.push((candidate, Vec::new())),
        }
    }
    steps.begin(&format!("compiling {} candidates", ready.len()));
    let compiled = compile::compile(&ready, places);
    steps.finish();
    let compiled = compiled?;
    for (candidate, path) in &ready {
        let file = description(&candidate.name);
        match compiled.get(&candidate.name) {
            Some(Ok(())) => {
                write(&file, &candidate.properties(path))?;
                crate::output::print(&format!("ok       {} {}", candidate.name, candidate.version()))?;
            }
            Some(Err(reason)) => failed(&candidate.name, reason, &file, &mut missing)?,
            None => failed(&candidate.name, "the compiler said nothing of it", &file, &mut missing)?,
        }
    }
    write(&installed.join("ready"), "")?;
    Ok(missing)
}

/// Says that a candidate is missing. `description` is what an earlier setup may have left of it.
fn failed(name: &str, reason: &str, description: &Path, missing: &mut usize) -> anyhow::Result<()> {
    *missing += 1;
    // Where it was never installed there is nothing to remove.
    let _ = std::fs::remove_file(description);
    crate::output::print(&format!("missing  {name}: {reason}")).map(|_| ())
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
