//! One HTML file that opens offline and asks nothing of anybody.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use wirecost_store::RunDocument;

use crate::table::COLUMNS;
use crate::view::{Section, conditions, counts, heading, sections};

const STYLE: &str = "
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 100rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent);
  white-space: nowrap; }
td.notes { white-space: normal; min-width: 12rem; }
.number { text-align: right; }
.bar { background: color-mix(in srgb, currentColor 12%, transparent); height: .35rem; border-radius: 2px; }
.bar > div { background: #3b76c4; height: 100%; border-radius: 2px; }
.quiet { opacity: .75; } .failed { color: #c0392b; }
code { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .9rem; }
dd { margin: 0; }
";

/// The report of a run as one HTML file.
pub fn render(run: &RunDocument) -> String {
    let (measured, skipped, failed) = counts(run);
    let sections = sections(run);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "wirecost " (run.run_id) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "What does a message cost?" }
                p {
                    "Suite " strong { (run.suite) } ", " (run.trials_planned) " trials a case, started " (run.started) ". "
                    (measured) " cases measured, " (skipped) " skipped, " (failed) " failed. "
                    "Each figure is the median over trials, each trial a fresh process; the interval is that of the median. "
                    "Ratios compare candidates that decode into, or encode from, the same thing."
                }
                p { code { (run.command) } }
                @for warning in &run.warnings { p class="failed" { "Warning: " (warning) } }
                nav { ul {
                    @for section in &sections {
                        li { a href=(format!("#{}", anchor(section))) { (section.operation) " " (section.message) } }
                    }
                } }
                @for section in &sections { (render_section(section, run)) }
                h2 { "Conditions" }
                @for line in conditions(run) { p class="quiet" { (line) } }
                (environment(run))
            }
        }
    }
    .into_string()
}

fn anchor(section: &Section<'_>) -> String {
    format!("{}-{}", section.operation, section.message)
}

fn render_section(section: &Section<'_>, run: &RunDocument) -> Markup {
    let slowest = section.measured.iter().map(|row| row.verdict.high).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        h2 id=(anchor(section)) { (section.operation) " " (section.message) }
        @if !section.measured.is_empty() {
            div class="scroll" { table {
                thead { tr {
                    @for column in COLUMNS {
                        th scope="col" class=[column.numeric.then_some("number")] {
                            @if column.heading.is_empty() { (heading(run)) } @else { (column.heading) }
                        }
                    }
                    th scope="col" { "notes" }
                } }
                tbody { @for row in &section.measured { tr {
                    @for column in COLUMNS {
                        td class=[column.numeric.then_some("number")] {
                            ((column.cell)(row))
                            @if column.heading.is_empty() {
                                div class="bar" { div style=(format!("width:{:.1}%", row.verdict.median / slowest * 100.0)) {} }
                            }
                        }
                    }
                    td class="notes quiet" { (row.notes()) }
                } } }
            } }
        }
        @if !section.unmeasured.is_empty() {
            ul { @for case in &section.unmeasured {
                li class=(if case.status == wirecost_store::Status::Skipped { "quiet" } else { "failed" }) {
                    (case.candidate) ": " (format!("{:?}", case.status).to_lowercase()) ": "
                    (case.reason.as_deref().unwrap_or_default())
                }
            } }
        }
    }
}

fn environment(run: &RunDocument) -> Markup {
    let environment = &run.environment;
    let yes_no = |flag: Option<bool>| flag.map_or("unknown", |flag| if flag { "yes" } else { "no" }).to_owned();
    let share = |share: Option<f64>| share.map_or("unknown".to_owned(), |share| format!("{:.1} %", share * 100.0));
    let load = |load: Option<f64>| load.map_or("unknown".to_owned(), |load| format!("{load:.2}"));
    let runners: Vec<String> = environment.runners.iter().map(|(name, runtime)| format!("{name}: {runtime}")).collect();
    let rows = [
        ("system", format!("{}, {}", environment.os, environment.architecture)),
        ("memory", environment.memory_bytes.map_or("unknown".into(), |octets| crate::units::size(octets as f64))),
        ("virtual machine", yes_no(environment.virtualised)),
        ("steal excluded from CPU time", yes_no(environment.paravirtual_time_accounting)),
        ("frequency governor", environment.governor.clone().unwrap_or_else(|| "unknown".into())),
        ("turbo", yes_no(environment.turbo)),
        ("load before and after", format!("{}, {}", load(environment.load_before), load(environment.load_after))),
        ("others' share before", share(environment.busy_before)),
        ("hypervisor's share during", share(environment.steal_during)),
        ("functions aligned to 64", yes_no(Some(environment.functions_aligned_64))),
        ("runners", runners.join(", ")),
    ];
    html! { dl { @for (name, value) in rows { dt class="quiet" { (name) } dd { (value) } } } }
}
