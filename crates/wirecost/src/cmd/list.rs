//! `wirecost list`

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;
use wirecost_codec::runners;
use wirecost_plan::{Catalog, Message, Suite};
use wirecost_runner::CandidateDescription;

use crate::cli::ListArgs;
use crate::paths::Paths;

/// What there is.
#[derive(Serialize)]
struct Listing {
    suites: Vec<Named>,
    messages: Vec<Named>,
    candidates: Vec<ListedCandidate>,
    unusable: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: String,
    summary: String,
}

#[derive(Serialize)]
struct ListedCandidate {
    lab: &'static str,
    language: String,
    #[serde(flatten)]
    description: CandidateDescription,
}

/// Lists suites, messages and candidates.
pub fn run(args: &ListArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let listing = collect(paths, catalog)?;
    if args.json {
        return super::print(&serde_json::to_string_pretty(&listing)?);
    }
    let mut out = String::new();
    for (heading, rows) in [("suites", &listing.suites), ("messages", &listing.messages)] {
        let _ = writeln!(out, "{heading}");
        for row in rows {
            let _ = writeln!(out, "  {:20} {}", row.name, row.summary);
        }
    }
    let _ = writeln!(out, "candidates");
    for ListedCandidate { language, description, .. } in &listing.candidates {
        let operations: Vec<&str> = description.operations.iter().map(|operation| operation.name()).collect();
        let _ = writeln!(
            out,
            "  {:20} {:10} {:9} {:8} {:8} {}",
            description.name,
            description.version,
            description.format,
            description.binding.name(),
            language,
            operations.join(", ")
        );
    }
    for runner in &listing.unusable {
        let _ = writeln!(out, "not usable: {}: {}", runner.name, runner.summary);
    }
    super::print(&out)
}

fn collect(paths: &Paths, catalog: &Catalog) -> anyhow::Result<Listing> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let suite = |name: String| Ok(Named { summary: Suite::load(&name, catalog)?.summary, name });
    let message = |name: String| Ok(Named { summary: Message::summary(&name, catalog)?, name });
    let mut listing = Listing {
        suites: Suite::names(catalog).into_iter().map(suite).collect::<anyhow::Result<_>>()?,
        messages: Message::names(catalog).into_iter().map(message).collect::<anyhow::Result<_>>()?,
        candidates: Vec::new(),
        unusable: Vec::new(),
    };
    let (specs, mut unusable) = runners::find(catalog, &own, &paths.cache, &[]);
    for spec in specs {
        match spec.describe_cached(&paths.cache) {
            Ok(runner) => listing.candidates.extend(runner.candidates.into_iter().map(|description| ListedCandidate {
                lab: "codec",
                language: runner.language.clone(),
                description,
            })),
            Err(reason) => unusable.push(reason),
        }
    }
    listing.unusable = unusable.into_iter().map(|it| Named { name: it.name, summary: it.reason }).collect();
    Ok(listing)
}
