//! Tables in Markdown.

use std::fmt::Write as _;

use wirecost_store::RunDocument;
use wirecost_verdict::group::{Group, groups};

use crate::table::COLUMNS;
use crate::view::{conditions, counts, heading, sections};
use crate::words;

/// The report of a run in Markdown.
pub fn render(run: &RunDocument) -> String {
    let mut out = format!("# {}\n\n`{}`\n\n", run.run_id, run.command);
    let groups = groups(run);
    for section in sections(run) {
        let _ = writeln!(out, "## {} {}\n", section.operation, section.message);
        if !section.measured.is_empty() {
            let headings = COLUMNS.iter().map(|c| if c.heading.is_empty() { heading(run) } else { c.heading });
            let _ = writeln!(out, "| {} | notes |", headings.collect::<Vec<_>>().join(" | "));
            let rules = COLUMNS.iter().map(|column| if column.numeric { "---:" } else { "---" });
            let _ = writeln!(out, "| {} | --- |", rules.collect::<Vec<_>>().join(" | "));
        }
        let alike = |g: &&Group<'_>| g.message == section.message && g.operation == section.operation;
        let sentences: Vec<String> = groups.iter().filter(alike).filter_map(words::fastest).collect();
        for row in &section.measured {
            let cells: Vec<String> = COLUMNS.iter().map(|column| escape(&(column.cell)(row))).collect();
            let _ = writeln!(out, "| {} | {} |", cells.join(" | "), escape(&row.notes()));
        }
        out.push('\n');
        if !sentences.is_empty() {
            let _ = writeln!(out, "- {}\n", sentences.join("\n- "));
        }
        for case in &section.unmeasured {
            let word = format!("{:?}", case.status).to_lowercase();
            let _ = writeln!(out, "- {}: {word}: {}", case.candidate, case.reason.as_deref().unwrap_or_default());
        }
        if !section.unmeasured.is_empty() {
            out.push('\n');
        }
    }
    out.push_str(&crate::servers::markdown(run));
    out.extend(crate::rpc::grids(run).iter().map(crate::rpc::Grid::markdown));
    for line in conditions(run) {
        let _ = writeln!(out, "{line}  ");
    }
    let (measured, skipped, failed) = counts(run);
    let _ = writeln!(out, "{measured} cases measured, {skipped} skipped, {failed} failed");
    out
}

pub(crate) fn escape(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', " ")
}
