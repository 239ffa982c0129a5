//! The bars of the page: a report of 1,000 cases stays under 5 MB and opens in Chromium in under 1 s.
//! `cargo bench -p wirecost-report --bench page` shows the size, how long it takes to make, and, where `cargo xtask setup`
//! installed what that needs, how long it takes to open.

#[path = "../tests/generated/mod.rs"]
mod generated;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use wirecost_verdict::history::histories;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs: Vec<_> = (1..=4).map(|number| generated::run(25, 20, number)).collect();
    let histories = histories(&runs, |_| true);
    let start = Instant::now();
    let page = wirecost_report::html::render(&runs[3], &histories);
    let (cases, megabytes) = (runs[3].cases.len(), page.len() as f64 / 1e6);
    println!("{cases} cases: {megabytes:.2} MB, made in {} ms", start.elapsed().as_millis());
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("page.html");
    std::fs::write(&file, page)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let packages = root.join("target/browser");
    let (Some(chromium), true) = (found("chromium"), packages.join("node_modules").is_dir()) else {
        println!("not opened: no chromium or playwright-core; cargo xtask setup");
        return Ok(());
    };
    let mut node = Command::new("node");
    node.arg(root.join("crates/report/tests/browser/opens.mjs")).arg(&file);
    node.env("WIRECOST_BROWSER", packages).env("WIRECOST_CHROMIUM", chromium);
    if node.status()?.success() { Ok(()) } else { Err("the page was not opened".into()) }
}

/// A program on the path.
fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|it| it.is_file())
}
