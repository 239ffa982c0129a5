//! `wirecost list`

use std::fmt::Write as _;
use std::process::ExitCode;

use serde::Serialize;
use wirecost_catalog::{Catalog, Message, Suite};
use wirecost_codec_protocol::CandidateDescription;
use wirecost_lab::Folders;
use wirecost_lab_codec::runners;
use wirecost_report::fitted::{Column, Lines, fit, width_of, wrapped};
use wirecost_server_lab::Candidate;

use crate::labs::LABS;
use crate::options::JsonArgs;
use crate::output;
use crate::paths::Paths;
use crate::screen::Screen;

/// The form of the document.
const SCHEMA: &str = "wirecost.list/1";

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
pub fn run(args: &JsonArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let listing = collect(paths, catalog)?;
    if args.json {
        return output::print_document(SCHEMA, &listing);
    }
    let mut out = String::new();
    for (heading, rows) in [("suites", &listing.suites), ("messages", &listing.messages)] {
        let _ = writeln!(out, "{heading}");
        let width = widest(rows.iter().map(|row| row.name.as_str()));
        for row in rows {
            let line = format!("{:width$}  {}", row.name, row.summary);
            let _ = writeln!(out, "{}", wrapped(&line, screen.width, 2, width + 4));
        }
    }
    let _ = writeln!(out, "candidates");
    for line in candidates(&listing.candidates, screen.width).all() {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "servers");
    let known = |server: &ListedServer| server.version.clone().unwrap_or_else(|| "missing".into());
    let versions: Vec<String> = listing.servers.iter().map(known).collect();
    let names = widest(listing.servers.iter().map(|server| server.name.as_str()));
    let width = widest(versions.iter().map(String::as_str));
    for (ListedServer { lab, name, summary, language, lacks, .. }, version) in listing.servers.iter().zip(&versions) {
        let lacks = lacks.as_ref().map_or(String::new(), |lacks| format!(": {lacks}"));
        let line = format!("{name:names$}  {version:width$}  {lab:4}  {language:8}  {summary}{lacks}");
        let _ = writeln!(out, "{}", wrapped(&line, screen.width, 2, 4));
    }
    for runner in &listing.unusable {
        let _ = writeln!(out, "{}", screen.wrap(&format!("not usable: {}: {}", runner.name, runner.summary), 2));
    }
    output::print(&out)
}

/// The characters of the longest of these.
fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(width_of).max().unwrap_or(0)
}

/// The candidates of runners as a table.
fn candidates(listed: &[ListedCandidate], width: usize) -> Lines {
    const COLUMNS: [(&str, usize); 7] = [
        ("name", 0),
        ("version", 1),
        ("format", 0),
        ("binding", 2),
        ("language", 3),
        ("operations", 4),
        ("parameters", 5),
    ];
    let row = |ListedCandidate { language, description, .. }: &ListedCandidate| {
        let operations: Vec<&str> = description.operations.iter().map(|operation| operation.name()).collect();
        let parameters = description.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        vec![
            description.name.clone(),
            description.version.clone(),
            description.format.clone(),
            description.binding.name().to_owned(),
            language.clone(),
            operations.join(", "),
            parameters.collect::<Vec<_>>().join(", "),
        ]
    };
    let rows: Vec<Vec<String>> = listed.iter().map(row).collect();
    fit(&COLUMNS.map(|(heading, rank)| Column { heading, numeric: false, rank }), &rows, width)
}

/// The names of all candidates, whether or not they are usable here.
pub fn candidate_names(paths: &Paths, catalog: &Catalog) -> anyhow::Result<Vec<String>> {
    let listing = collect(paths, catalog)?;
    let candidates = listing.candidates.into_iter().map(|candidate| candidate.description.name);
    Ok(candidates.chain(listing.servers.into_iter().map(|server| server.name)).collect())
}

fn collect(paths: &Paths, catalog: &Catalog) -> anyhow::Result<Listing> {
    let suite = |name: String| Ok(Named { summary: LABS.suite(&name, catalog)?.summary, name });
    let message = |name: String| Ok(Named { summary: Message::summary(&name, catalog)?, name });
    let mut listing = Listing {
        suites: Suite::names(catalog).into_iter().map(suite).collect::<anyhow::Result<_>>()?,
        messages: Message::names(catalog).into_iter().map(message).collect::<anyhow::Result<_>>()?,
        candidates: Vec::new(),
        servers: Vec::new(),
        unusable: Vec::new(),
    };
    let (specs, mut unusable) = runners::find(catalog, &paths.cache, &[]);
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
    let folders = Folders { cache: paths.cache.clone() };
    let found = LABS
        .of_servers()
        .flat_map(|lab| Candidate::find(catalog, lab.name(), &folders).into_iter().map(move |found| (lab, found)));
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
