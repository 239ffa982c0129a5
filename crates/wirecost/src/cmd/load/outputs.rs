//! What is written of a load.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use wirecost_load::{Found, LoadResult, SCHEMA, Summary, write_spectrum};

use super::page;
use crate::kinds::other_kind;
use crate::output;
use crate::screen::Screen;

/// The files that are written beside what is printed.
#[derive(Debug, Clone, Copy)]
pub struct Outputs<'a> {
    json: Option<&'a Path>,
    html: Option<&'a Path>,
    hdr: Option<&'a Path>,
    /// Earlier results that are drawn into the page.
    beside: &'a [PathBuf],
}

impl<'a> Outputs<'a> {
    /// Those that a command line names.
    pub fn new(
        json: &'a Option<PathBuf>,
        html: &'a Option<PathBuf>,
        hdr: &'a Option<PathBuf>,
        beside: &'a [PathBuf],
    ) -> Self {
        Self { json: json.as_deref(), html: html.as_deref(), hdr: hdr.as_deref(), beside }
    }

    /// Finds out before the load whether they can be written, and the earlier results read.
    pub fn check(&self) -> anyhow::Result<()> {
        [self.json, self.html, self.hdr].into_iter().flatten().try_for_each(output::check)?;
        self.earlier().map(drop)
    }

    /// Only the file that neither the page nor the document is.
    pub fn without_documents(self) -> Self {
        Self { json: None, html: None, ..self }
    }

    /// The earlier results, each with the name of its file.
    pub fn earlier(&self) -> anyhow::Result<Vec<(String, LoadResult)>> {
        let named = |file: &PathBuf| Ok((file.display().to_string(), read(file)?));
        self.beside.iter().map(named).collect()
    }
}

/// A result of `wirecost load --json`; of a search, its confirmation.
pub fn read(file: &Path) -> anyhow::Result<LoadResult> {
    let named = || file.display().to_string();
    let text = wirecost_load::read_text(file).with_context(named)?;
    match Found::from_json(&text) {
        Ok(found) => found.confirmation.context("this search has no confirmation").with_context(named),
        Err(_) => match other_kind(&text, SCHEMA) {
            Some(other) => bail!("{}: {other}", named()),
            None => LoadResult::from_json(&text).with_context(named),
        },
    }
}

/// Prints a result and writes it where asked; the exit code that it deserves.
pub fn deliver(result: &LoadResult, outputs: &Outputs<'_>) -> anyhow::Result<ExitCode> {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let text = Summary(result).to_string().replace("NOT VALID", &format!("{style}NOT VALID{style:#}"));
    let screen = Screen::new(false, false);
    let drawn = wirecost_load::histogram(&result.latency()?, screen.width.min(100));
    let of = if result.latency_ns.is_some() { "latency" } else { "service time" };
    let drawn = drawn.map_or(String::new(), |drawn| format!("\n{of} of good answers:\n{drawn}"));
    let printed = crate::output::print(&(screen.broken(&text) + &drawn));
    // The files are written even if nobody reads on.
    if let Some(file) = outputs.json {
        output::write(file, result.to_json()? + "\n")?;
    }
    if let Some(file) = outputs.html {
        output::write(file, page::of(result, &outputs.earlier()?))?;
    }
    if let Some(file) = outputs.hdr {
        output::write_with(file, |out| Ok(write_spectrum(&result.latency()?, out)?))?;
    }
    printed?;
    let good = result.valid && result.errors.total() == 0 && result.unsent == 0;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
