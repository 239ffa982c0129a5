//! The claims of an experiment and what holds of them, as sheets.

use crate::claims::{Claim, Judged, Runs};
use crate::historical::Experiment;
use crate::markdown::escape;
use crate::sheet::{Heading, Part, Sheet, Table, Tone};

/// The claims of an experiment on a terminal: a line for each, with its figures below.
pub fn lines(experiment: &Experiment, runs: &Runs) -> Sheet {
    let mut parts = Vec::new();
    for claim in &experiment.claims {
        let Judged { now, verdict } = claim.judge(runs);
        let (said, why) = verdict.words();
        let tone = if why.is_empty() { Tone::Plain } else { Tone::Aside };
        parts.push(Part::line(format!("{said}: {}", claim.claim), tone));
        let now = if now.is_empty() { now } else { format!("now {now}") };
        let figures = [format!("{}: {}", experiment.year, claim.then), now, why.to_owned()];
        let figures: Vec<String> = figures.into_iter().filter(|text| !text.is_empty()).collect();
        parts.push(Part::Note(format!("    {}", figures.join("; "))));
    }
    Sheet { title: format!("{}, {}", experiment.name, experiment.year), parts }
}

/// The claims of an experiment in a table for Markdown; its texts are escaped.
pub fn table(experiment: &Experiment, runs: &Runs) -> Sheet {
    let heading = |text: &str| Heading::text(text, 0);
    let columns = vec![
        heading("claim"),
        heading(&experiment.year.to_string()),
        heading("today"),
        heading("verdict"),
        heading("shown by"),
    ];
    let row = |claim: &Claim| {
        let Judged { now, verdict } = claim.judge(runs);
        let suite = claim.suite.as_ref().map_or(String::new(), |suite| format!("`{suite}`"));
        let (said, why) = verdict.words();
        let verdict = if why.is_empty() { said.to_owned() } else { format!("{said}: {why}") };
        let text = [claim.claim.as_str(), &claim.then, &now, &verdict].map(escape);
        text.into_iter().chain([suite]).collect()
    };
    let rows = experiment.claims.iter().map(row).collect();
    let parts = vec![
        Part::Note(format!("{} Asked: {}", escape(&experiment.document), escape(&experiment.question))),
        Part::Table(Table::of(columns, rows)),
    ];
    Sheet { title: format!("{}, {}", experiment.name, experiment.year), parts }
}
