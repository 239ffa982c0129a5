//! A row for each case, for spreadsheets and scripts.

use std::collections::BTreeSet;

use wirecost_model::{EstimateId, RunDocument};

use crate::{plain, words};

/// The cases of a run as CSV (RFC 4180): a column for each field, and median, low and high for each estimate.
///
/// A text that a spreadsheet would take as a formula has an apostrophe before it, by which spreadsheets know a text.
///
/// # Errors
/// If memory runs out.
pub fn render(run: &RunDocument) -> Result<String, ::csv::Error> {
    let run = &plain::mapped(run, plain::line);
    let ids: BTreeSet<EstimateId> = run.cases.iter().flat_map(|case| case.estimates.keys().copied()).collect();
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let fixed = ["run_id", "lab", "candidate", "version", "receipt", "language", "format", "binding", "message"];
    let mut header: Vec<String> = fixed.iter().map(|name| (*name).to_owned()).collect();
    header.extend(["operation", "parameters", "status", "reason", "labels", "trials"].map(str::to_owned));
    header.extend(ids.iter().flat_map(|id| [id.to_string(), format!("{id}_low"), format!("{id}_high")]));
    writer.write_record(header.iter().map(|name| text(name)))?;
    for case in &run.cases {
        let mut row = [
            run.run_id.clone(),
            case.lab.to_string(),
            case.candidate.clone(),
            case.version.clone(),
            case.receipt.clone(),
            case.language.clone(),
            case.format.clone(),
            crate::view::binding(case).to_owned(),
            case.message.clone(),
            case.operation.clone(),
            words::parameters(case),
            format!("{:?}", case.status).to_lowercase(),
            case.reason.clone().unwrap_or_default(),
            crate::view::labels(case),
            case.trials.len().to_string(),
        ]
        .map(|cell| text(&cell))
        .to_vec();
        for id in &ids {
            let estimate = case.estimates.get(id);
            let cell = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            row.extend([estimate.map(|e| e.median), estimate.map(|e| e.low), estimate.map(|e| e.high)].map(cell));
        }
        writer.write_record(&row)?;
    }
    let bytes = writer.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A cell as the text that it is.
fn text(cell: &str) -> String {
    if cell.trim_start().starts_with(['=', '+', '-', '@']) || cell.starts_with(['\t', '\r']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}
