//! `wirecost probe`

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use wirecost_catalog::{Catalog, globs};
use wirecost_lab::Rooms;
use wirecost_lab_rpc::probe::{Finding, Probe};
use wirecost_report::rpc::Grid;

use crate::cli::ProbeArgs;
use crate::paths::Paths;

/// What stands below the options.
pub const EXAMPLES: &str = "\
Examples:
  wirecost probe                          every stack of the rpc lab
  wirecost probe --candidate 'sbw-*'      only matching stacks

Each `yes` comes from calls to a freshly started server. The reason of each `no` is below the table: the result of the calls,
or what the protocol lacks, so that there was nothing to try. `-` means that the stack has no way to be asked.";

/// Probes stacks, and prints what they can do.
pub fn run(args: &ProbeArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let chosen = globs(&args.candidate)?;
    let found = wirecost_lab_rpc::LAB.candidates(catalog, &Rooms { own, cache: paths.cache.clone() });
    let mut rows = Vec::new();
    let mut reasons = Vec::new();
    for candidate in found.into_iter().filter_map(Result::ok) {
        if candidate.is_floor() || !(args.candidate.is_empty() || chosen.is_match(&candidate.name)) {
            continue;
        }
        eprintln!("probing {}", candidate.name);
        let ready = candidate.version().and_then(|version| candidate.build(&version));
        let candidate = match ready {
            Ok(candidate) => candidate,
            Err(reason) => {
                reasons.push(format!("{}: not probed: {reason}", candidate.name));
                continue;
            }
        };
        let mut row = vec![candidate.name.clone()];
        for probe in Probe::ALL {
            let (mark, reason) = match probe.of(&candidate) {
                Finding::Can => ("yes", None),
                Finding::Cannot(reason) => ("no", Some(reason)),
                Finding::NotAsked(reason) => ("-", Some(reason)),
            };
            row.push(mark.to_owned());
            reasons.extend(reason.map(|reason| format!("{}, {}: {reason}", candidate.name, probe.heading())));
        }
        row.push(candidate.file.language.clone());
        rows.push(row);
    }
    ensure!(
        !rows.is_empty() || !reasons.is_empty(),
        "no candidate matches {}; `wirecost list` shows them",
        args.candidate.join(", ")
    );
    let probes = Probe::ALL.map(Probe::heading);
    let headings =
        ["stack"].into_iter().chain(probes).chain(["language"]).map(|words| words.replace(' ', "\n")).collect();
    let note = "yes: calls succeeded; no: the reason is below; -: not asked. The language is that of server and client"
        .to_owned();
    let grid = Grid { title: "What stacks can do".into(), headings, rows, note };
    super::print(&(grid.terminal() + &reasons.join("\n") + "\n"))
}
