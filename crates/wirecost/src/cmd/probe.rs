//! `wirecost probe`

use clap::Args;
use std::collections::BTreeMap;
use std::process::ExitCode;

use serde::Serialize;
use wirecost_catalog::{Catalog, globs};
use wirecost_lab::{Folders, Progress as _};
use wirecost_lab_rpc::probe::{Finding, Probe};
use wirecost_report::sheet::Sheet;
use wirecost_report::terminal::{self, sheets};

use crate::output;
use crate::paths::Paths;
use crate::progress::Steps;
use crate::screen::Screen;
use crate::suggestions;

/// Options of `probe`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ProbeArgs {
    /// Print JSON, for programs (docs/JSON.md)
    #[arg(long)]
    pub json: bool,

    /// Probe only candidates that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub candidate: Vec<String>,
}

/// What is below the options.
pub const EXAMPLES: &str = "\
Examples:
  wirecost probe                          every stack of the rpc lab
  wirecost probe --candidate 'sbw-*'      only matching stacks

Each `yes` comes from calls to a freshly started server. The reason of each `no` is below the table: the result of the calls,
or what the protocol lacks, so that there was nothing to try. `-` means that the stack has no way to be asked.";

/// The form of the document.
const SCHEMA: &str = "wirecost.probe/1";

#[derive(Serialize)]
struct Probed {
    stacks: Vec<StackDocument>,
    /// Stacks that are not there or not built, with the reasons.
    not_probed: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct StackDocument {
    stack: String,
    language: String,
    findings: BTreeMap<&'static str, FindingDocument>,
}

/// What a probe found.
#[derive(Serialize)]
struct FindingDocument {
    /// None where the stack has no way to be asked.
    can: Option<bool>,
    reason: Option<String>,
}

impl FindingDocument {
    fn of(finding: &Finding) -> Self {
        let (can, reason) = match finding {
            Finding::Can => (Some(true), None),
            Finding::Cannot(reason) => (Some(false), Some(reason.to_string())),
            Finding::NotAsked(reason) => (None, Some(reason.to_string())),
        };
        Self { can, reason }
    }
}

/// Probes stacks, and prints what they can do.
pub fn run(args: &ProbeArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let chosen = globs(&args.candidate)?;
    let found = wirecost_lab_rpc::LAB.candidates(catalog, &Folders { cache: paths.cache.clone() });
    let stacks_of = found.iter().flatten().filter(|candidate| !candidate.is_floor());
    let names: Vec<String> = stacks_of.map(|candidate| candidate.name.clone()).collect();
    suggestions::check(&args.candidate, &names)?;
    let (mut rows, mut stacks) = (Vec::new(), Vec::new());
    let (mut reasons, mut not_probed) = (Vec::new(), BTreeMap::new());
    for candidate in found.into_iter().filter_map(Result::ok) {
        if candidate.is_floor() || !(args.candidate.is_empty() || chosen.is_match(&candidate.name)) {
            continue;
        }
        screen.note(&format!("probing {}", candidate.name));
        let steps = Steps::new(screen);
        let ready = candidate.version().and_then(|version| {
            if let Some(command) = candidate.lacks_build(&version) {
                steps.begin(&format!("building {}, once: {command}", candidate.name));
            }
            candidate.build(&version, &steps)
        });
        steps.finish();
        let candidate = match ready {
            Ok(candidate) => candidate,
            Err(reason) => {
                reasons.push(format!("{}: not probed: {reason}", candidate.name));
                not_probed.insert(candidate.name.clone(), reason.to_string());
                continue;
            }
        };
        let mut row = vec![candidate.name.clone()];
        let mut findings = BTreeMap::new();
        for probe in Probe::ALL {
            let finding = probe.of(&candidate);
            findings.insert(probe.heading(), FindingDocument::of(&finding));
            let (mark, reason) = match finding {
                Finding::Can => ("yes", None),
                Finding::Cannot(reason) => ("no", Some(reason)),
                Finding::NotAsked(reason) => ("-", Some(reason)),
            };
            row.push(mark.to_owned());
            reasons.extend(reason.map(|reason| format!("{}, {}: {reason}", candidate.name, probe.heading())));
        }
        let (stack, language) = (candidate.name.clone(), candidate.file.language.clone());
        stacks.push(StackDocument { stack, language, findings });
        row.push(candidate.file.language.clone());
        rows.push(row);
    }
    if args.json {
        return output::print_document(SCHEMA, &Probed { stacks, not_probed });
    }
    let probes = Probe::ALL.map(Probe::heading);
    let headings =
        ["stack"].into_iter().chain(probes).chain(["language"]).map(|words| words.replace(' ', "\n")).collect();
    let note = "yes: calls succeeded; no: the reason is below; -: not asked. The language is that of server and client"
        .to_owned();
    let sheet = Sheet::of_numbers("What stacks can do".into(), headings, rows, note);
    let reasons: Vec<String> = reasons.iter().map(|reason| screen.wrap(reason, 2)).collect();
    let shown = sheets::draw(&[sheet], terminal::Screen::of(screen.width));
    output::print(&(shown + &reasons.join("\n") + "\n"))
}
