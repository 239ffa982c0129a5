//! Makes the release archive: wirecost, with the programs that a first run needs where there is no Rust. All of them hold their C library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::command::{cargo, root, run};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What the project is built with, and what makes a program hold its C library.
const FLAGS: &str = "-C llvm-args=-align-all-functions=6 -C target-feature=+crt-static";

/// A shell that is linked statically.
const BUSYBOX: &str = "/bin/busybox";

/// The archive may have so many bytes.
const LARGEST: u64 = 60 << 20;

/// Makes the archive and its sum in target/dist, and tries it in a root that holds nothing else.
pub fn dist() -> Result<()> {
    let work = root().join("target/dist");
    let name = format!("wirecost-{}-{TARGET}", env!("CARGO_PKG_VERSION"));
    let folder = work.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("programs"))?;
    let wirecost = binary()?;
    let programs = programs(&work, &wirecost)?;
    fs::copy(&wirecost, folder.join("wirecost"))?;
    for program in &programs {
        let to = folder.join("programs").join(program.file_name().unwrap_or_default());
        fs::create_dir_all(&to)?;
        for file in ["runner", "built.json"] {
            fs::copy(program.join(file), to.join(file))?;
        }
    }
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    let bill = bill_of_materials(&programs)?;
    fs::write(folder.join("sbom.cdx.json"), serde_json::to_vec_pretty(&bill)?)?;
    run(Command::new("sh")
        .args(["-c", "find . -type f ! -name SHA256SUMS -print0 | sort -z | xargs -0 sha256sum > SHA256SUMS"])
        .current_dir(&folder))?;
    let archive = format!("{name}.tar.xz");
    run(Command::new("tar")
        .args(["--owner=0", "--group=0", "--sort=name", "-cJf", &archive, &name])
        .env("XZ_OPT", "-6 -T0")
        .current_dir(&work))?;
    run(Command::new("sh").args(["-c", &format!("sha256sum {archive} > {archive}.sha256")]).current_dir(&work))?;
    let bytes = fs::metadata(work.join(&archive))?.len();
    println!("target/dist/{archive}: {:.1} MB, {} programs of candidates", bytes as f64 / 1e6, programs.len());
    if bytes > LARGEST {
        bail!("the archive has {bytes} bytes, at most {LARGEST} are to be");
    }
    try_out(&work, &archive, &name)
}

/// Builds wirecost itself.
fn binary() -> Result<PathBuf> {
    let target = root().join("target/dist/target");
    let mut build = cargo();
    // By its target, so that flags are not those of build scripts too.
    build.args(["build", "--release", "--locked", "--quiet", "--package", "wirecost", "--target", TARGET]);
    run(build.env("RUSTFLAGS", FLAGS).env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join(TARGET).join("release/wirecost"))
}

/// Has wirecost build what the default suite needs, and every codec that needs no types; each is tested too.
fn programs(work: &Path, wirecost: &Path) -> Result<Vec<PathBuf>> {
    let cache = work.join("cache");
    let call = |words: &[&str]| {
        let mut command = Command::new(wirecost);
        command.args(words).env("XDG_CACHE_HOME", &cache).env("WIRECOST_STATIC", "").env("WIRECOST_CONFIG", "");
        command
    };
    // What an earlier version needed is not shipped.
    let crates = cache.join("wirecost/built/crates");
    if crates.exists() {
        fs::remove_dir_all(&crates)?;
    }
    let listed = call(&["list", "--json"]).output().context("wirecost list")?;
    let listed: Value = serde_json::from_slice(&listed.stdout).context("what wirecost list --json says")?;
    let candidates = listed["candidates"].as_array().context("wirecost list --json names no candidates")?;
    let is_untyped = |it: &&Value| it["language"] == "rust" && it["types"].is_null() && it["binding"] != "nothing";
    let untyped = candidates.iter().filter(is_untyped);
    let untyped = untyped.filter_map(|it| it["name"].as_str()).flat_map(|name| ["--candidate", name]);
    let untyped: Vec<&str> = ["run", "--test", "--message", "order"].into_iter().chain(untyped).collect();
    run(&mut call(&["run", "--test"]))?;
    run(&mut call(&untyped))?;
    let mut built = Vec::new();
    for entry in fs::read_dir(&crates)? {
        let folder = entry?.path();
        if folder.join("built.json").is_file() {
            built.push(folder);
        }
    }
    built.sort();
    Ok(built)
}

/// What wirecost and the programs are built from, as CycloneDX 1.6 has it (ECMA-424).
fn bill_of_materials(programs: &[PathBuf]) -> Result<Value> {
    let mut components = BTreeMap::new();
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let own = root().join("crates/wirecost");
    for folder in std::iter::once(&own).chain(programs) {
        let output = cargo()
            .args(["metadata", "--format-version", "1", "--filter-platform", TARGET, "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .output()?;
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)))?;
        let read = Metadata::of(&metadata);
        for root in read.roots(folder) {
            read.add(root, &mut components, &mut needs);
        }
    }
    let dependencies = needs.iter().map(|(of, on)| json!({"ref": of, "dependsOn": on}));
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "wirecost", "name": "wirecost", "version": env!("CARGO_PKG_VERSION")}},
        "components": components.values().collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

/// What cargo says of the packages of a crate.
struct Metadata<'a> {
    packages: BTreeMap<&'a str, &'a Value>,
    nodes: BTreeMap<&'a str, &'a Value>,
}

impl<'a> Metadata<'a> {
    fn of(metadata: &'a Value) -> Self {
        let by_id = |list: &'a Value| -> BTreeMap<&'a str, &'a Value> {
            let all = list.as_array().into_iter().flatten();
            all.filter_map(|it| Some((it["id"].as_str()?, it))).collect()
        };
        Self { packages: by_id(&metadata["packages"]), nodes: by_id(&metadata["resolve"]["nodes"]) }
    }

    /// The packages whose manifests lie in a folder: of a program, or of the servers of a lab in a folder below.
    fn roots(&self, folder: &Path) -> Vec<&'a str> {
        let lies = |package: &Value| {
            let manifest = package["manifest_path"].as_str().map(Path::new);
            manifest.is_some_and(|manifest| {
                manifest.parent() == Some(folder) || manifest.starts_with(folder.join("candidates"))
            })
        };
        self.packages.iter().filter(|(_, package)| lies(package)).map(|(id, _)| *id).collect()
    }

    /// Adds a package with all that it needs to run or to be built.
    fn add(
        &self,
        root: &str,
        components: &mut BTreeMap<String, Value>,
        needs: &mut BTreeMap<String, BTreeSet<String>>,
    ) {
        let mut open = vec![root];
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            let (true, Some(package), Some(node)) = (seen.insert(id), self.packages.get(id), self.nodes.get(id)) else {
                continue;
            };
            let own = purl(package);
            components.entry(own.clone()).or_insert_with(|| component(package, &own));
            for dependency in node["deps"].as_array().into_iter().flatten() {
                let kinds = dependency["dep_kinds"].as_array();
                let is_of_tests = kinds.is_some_and(|kinds| kinds.iter().all(|it| it["kind"] == "dev"));
                let id = dependency["pkg"].as_str().unwrap_or_default();
                if let (false, Some(package)) = (is_of_tests, self.packages.get(id)) {
                    needs.entry(own.clone()).or_default().insert(purl(package));
                    open.push(id);
                }
            }
        }
    }
}

/// The name of a package in bills of materials (<https://github.com/package-url/purl-spec>).
fn purl(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version"))
}

fn component(package: &Value, purl: &str) -> Value {
    let mut component = json!({
        "type": "library", "bom-ref": purl, "purl": purl, "name": package["name"], "version": package["version"],
    });
    if let Some(licence) = package["license"].as_str() {
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    component
}

/// Unpacks the archive into a root of its own, which has a shell that needs no libc, and no cargo; and runs the default suite there.
fn try_out(work: &Path, archive: &str, name: &str) -> Result<()> {
    let bare = work.join("bare");
    if bare.exists() {
        fs::remove_dir_all(&bare)?;
    }
    for folder in ["bin", "dev", "home", "proc", "sys", "tmp"] {
        fs::create_dir_all(bare.join(folder))?;
    }
    run(Command::new("tar").arg("-xf").arg(work.join(archive)).arg("-C").arg(&bare))?;
    fs::copy(root().join("crates/wirecost/tests/own/charge.json"), bare.join("charge.json"))?;
    // What ends servers is a script.
    if Path::new(BUSYBOX).is_file() {
        fs::copy(BUSYBOX, bare.join("bin/sh"))?;
    } else {
        println!("no {BUSYBOX} (apt-get install busybox-static): servers have no shell there, and fail");
    }
    let in_bare = |words: &str| {
        // Mounts end with the namespace.
        let script = format!(
            "mount -t proc proc proc && mount --rbind /dev dev && mount --rbind /sys sys && \
             exec env -i HOME=/home PATH=/none $(command -v chroot) . /{name}/wirecost {words}"
        );
        let mut command = Command::new("unshare");
        command
            .args(["--user", "--map-root-user", "--mount", "--pid", "--fork", "sh", "-c", &script])
            .current_dir(&bare);
        let start = Instant::now();
        run(&mut command).map(|()| start.elapsed())
    };
    for (what, words) in [("the default suite", "run"), ("a message of one's own", "run --message /charge.json")] {
        println!("{what}, in a root without libc and cargo: {} s", in_bare(words)?.as_secs());
    }
    Ok(())
}
