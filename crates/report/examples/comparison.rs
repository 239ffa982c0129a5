//! Writes the HTML page of a comparison of generated runs, some cases of the later one dearer or cheaper:
//! `cargo run -p wirecost-report --example comparison -- PAGE.html`

#[path = "../tests/generated/mod.rs"]
mod generated;

use wirecost_report::html::Medium;
use wirecost_report::html::comparison::{Compared, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = std::env::args().nth(1).filter(|page| !page.starts_with('-')).ok_or("usage: comparison PAGE.html")?;
    let earlier: Vec<_> = (1..=3).map(|number| generated::run(3, 20, number)).collect();
    let later = generated::changed(generated::run(3, 20, 4));
    let outcome = wirecost_verdict::gate::runs(&earlier, &later, 0.03, |_| false);
    Ok(std::fs::write(page, render(&Compared { earlier: &earlier, later: &later, outcome: &outcome }, Medium::File))?)
}
