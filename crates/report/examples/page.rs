//! Writes the HTML report of run documents, the last one's with the others as its past; of generated ones where none is
//! given: `cargo run -p wirecost-report --example page -- PAGE.html [RUN.json ...]`
//!
//! Prints the keys of the cases that the page must hold, for the test in a browser.

#[path = "../tests/generated/mod.rs"]
mod generated;

use wirecost_model::RunDocument;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let page = arguments.next().filter(|page| !page.starts_with('-')).ok_or("usage: page PAGE.html [RUN.json ...]")?;
    let mut runs: Vec<RunDocument> = Vec::new();
    for path in arguments {
        runs.push(serde_json::from_slice(&std::fs::read(path)?)?);
    }
    if runs.is_empty() {
        runs = (1..=4).map(|number| generated::run(5, 40, number)).collect();
    }
    let latest = &runs[runs.len() - 1];
    let histories = wirecost_verdict::history::histories(&runs, |_| true);
    std::fs::write(page, wirecost_report::html::render(latest, &histories))?;
    latest.cases.iter().for_each(|case| println!("{}", case.key()));
    Ok(())
}
