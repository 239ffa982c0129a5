//! `wirecost list`

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;
use wirecost_catalog::{Catalog, Message, Suite};
use wirecost_codec_protocol::CandidateDescription;
use wirecost_lab::Rooms;
use wirecost_lab_codec::runners;
use wirecost_served::Candidate;

use crate::cli::ListArgs;
use crate::labs::LABS;
use crate::paths::Paths;

/// What there is.
#[derive(Serialize)]
struct Listing {
    suites: Vec<Named>,
    messages: Vec<Named>,
    candidates: Vec<ListedCandidate>,
    servers: Vec<ListedServer>,
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

#[derive(Serialize)]
struct ListedServer {
    lab: &'static str,
    name: String,
    summary: String,
    language: String,
    /// None where it is missing.
    version: Option<String>,
    /// What it lacks.
    lacks: Option<String>,
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
        let parameters: String =
            description.parameters.iter().map(|(name, value)| format!("; {name}={value}")).collect();
        let _ = writeln!(
            out,
            "  {:20} {:10} {:9} {:8} {:8} {}{parameters}",
            description.name,
            description.version,
            description.format,
            description.binding.name(),
            language,
            operations.join(", ")
        );
    }
    let _ = writeln!(out, "servers");
    for ListedServer { lab, name, summary, language, version, lacks } in &listing.servers {
        let version = version.as_deref().unwrap_or("missing");
        let lacks = lacks.as_ref().map_or(String::new(), |lacks| format!(": {lacks}"));
        let _ = writeln!(out, "  {name:20} {version:10} {lab:9} {language:10} {summary}{lacks}");
    }
    for runner in &listing.unusable {
        let _ = writeln!(out, "not usable: {}: {}", runner.name, runner.summary);
    }
    super::print(&out)
}

fn collect(paths: &Paths, catalog: &Catalog) -> anyhow::Result<Listing> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let suite = |name: String| Ok(Named { summary: LABS.suite(&name, catalog)?.summary, name });
    let message = |name: String| Ok(Named { summary: Message::summary(&name, catalog)?, name });
    let mut listing = Listing {
        suites: Suite::names(catalog).into_iter().map(suite).collect::<anyhow::Result<_>>()?,
        messages: Message::names(catalog).into_iter().map(message).collect::<anyhow::Result<_>>()?,
        candidates: Vec::new(),
        servers: Vec::new(),
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
    let rooms = Rooms { own, cache: paths.cache.clone() };
    let found = LABS
        .of_servers()
        .flat_map(|lab| Candidate::find(catalog, lab.name(), &rooms).into_iter().map(move |found| (lab, found)));
    for (lab, found) in found {
        match found {
            Ok(candidate) => {
                let (version, lacks) = match candidate.version_cached(&paths.cache) {
                    Ok(version) => (Some(version.version), None),
                    Err(reason) => (None, Some(reason.to_string())),
                };
                let Candidate { name, file, .. } = candidate;
                let (summary, language) = (file.summary, file.language);
                listing.servers.push(ListedServer { lab: lab.name(), name, summary, language, version, lacks });
            }
            Err(broken) => listing.unusable.push(Named { name: broken.name, summary: broken.reason }),
        }
    }
    listing.unusable.extend(unusable.into_iter().map(|it| Named { name: it.name, summary: it.reason }));
    Ok(listing)
}
