//! How far the run may be trusted, and under which conditions it was made.

use maud::{Markup, html};
use wirecost_model::{EstimateId, RunDocument};

use super::model::Page;
use super::parts;
use crate::answer::machine::Machine;
use crate::{trust, units, view, words};

/// What must be known before any answer is believed: every warning.
pub fn before(page: &Page<'_>) -> Markup {
    let lines = trust::lines(page.run, &page.groups);
    html! {
        @for line in lines.iter().filter(|line| line.starts_with("warning")) { p class="warning" { (line) } }
        @for warning in &page.run.warnings { p class="warning" { "Warning: " (warning) } }
    }
}

/// Trust, controls, environment and command.
pub fn render(page: &Page<'_>) -> Markup {
    let run = page.run;
    html! {
        section id="conditions" aria-labelledby="conditions-heading" {
            h2 id="conditions-heading" { "Conditions" }
            p {
                (parts::capital(view::heading(run))) ", median of " (words::trials(run)) " trials, each a fresh process, with the "
                (words::interval(run.cases.iter().filter(|case| !case.estimates.is_empty()))) " of the median. Machine: "
                (Machine::of(run).words()) "."
            }
            ul { @for line in trust::lines(run, &page.groups) { li { (line) } } }
            h3 { "Controls" }
            @let controls = view::controls(run);
            @if controls.is_empty() { p { "The run has no control: what measuring itself costs is not known." } }
            @else {
                p { "An empty operation costs, in the same loop as every case: "
                    @for (index, (language, cost)) in controls.iter().enumerate() {
                        @if index > 0 { ", " }
                        (language) " " b { (control(run, cost.median)) }
                    }
                    ". A case below ten times that cost is too fast to rank."
                }
            }
            @if let Some(sheet) = crate::builds::sheet(run) { (super::sheets::render(&sheet)) }
            h3 { "Command" }
            pre tabindex="0" { code { (run.command) } }
            h3 { "Environment" }
            (environment(run))
            @for host in run.hosts.iter().skip(1) {
                h3 { "Environment of " (host.name) }
                (environment(&RunDocument { environment: host.environment.clone(), ..run.clone() }))
            }
        }
    }
}

fn control(run: &RunDocument, cost: f64) -> String {
    let estimate = if view::heading(run) == "instructions" { EstimateId::Instructions } else { EstimateId::TimeNs };
    super::model::amount(estimate, cost)
}

fn environment(run: &RunDocument) -> Markup {
    html! { dl { @for (name, value) in rows(run) { dt { (name) } dd { (value) } } } }
}

/// What is known of the conditions of runs, the later one last, in columns. Rows that differ are marked.
pub fn beside(earlier: &[RunDocument], later: &RunDocument) -> Markup {
    let runs: Vec<&RunDocument> = earlier.iter().chain([later]).collect();
    let told: Vec<Vec<(&str, String)>> = runs.iter().map(|run| with_command(run)).collect();
    html! { (parts::scrolled("Conditions of the runs", html! { table class="beside" {
        thead { tr {
            th scope="col" { "Condition" }
            @for run in &runs { th scope="col" { (run.run_id) } }
        } }
        tbody { @for (index, (name, first)) in told[0].iter().enumerate() {
            @let differs = told.iter().any(|run| run[index].1 != *first);
            tr class=[differs.then_some("differs")] {
                th scope="row" { (name) @if differs { " " span class="badge" { "differs" } } }
                @for run in &told { td { (run[index].1) } }
            }
        } }
    } })) }
}

/// The conditions that may differ without a word on their own: a run and its time always do.
fn with_command(run: &RunDocument) -> Vec<(&'static str, String)> {
    let own = ["Run", "Started", "Ended", "Seed"];
    let mut rows = vec![("Command", run.command.clone()), ("Suite", run.suite.clone())];
    rows.push(("Trials", crate::words::trials(run)));
    rows.extend(self::rows(run).into_iter().filter(|(name, _)| !own.contains(name)));
    rows
}

fn rows(run: &RunDocument) -> Vec<(&'static str, String)> {
    let environment = &run.environment;
    let unknown = || "unknown".to_owned();
    let text = |text: &Option<String>| text.clone().unwrap_or_else(unknown);
    let yes_no = |flag: Option<bool>| flag.map_or_else(unknown, |flag| if flag { "yes" } else { "no" }.to_owned());
    let share = |share: Option<f64>| share.map_or_else(unknown, words::percent);
    let load = |load: Option<f64>| load.map_or_else(unknown, |load| format!("{load:.2}"));
    let runners: Vec<String> = environment.runners.iter().map(|(name, runtime)| format!("{name}: {runtime}")).collect();
    let mut rows = vec![
        ("Run", run.run_id.clone()),
        ("Started", run.started.clone()),
        ("Ended", run.ended.clone().unwrap_or_else(|| "cut short".into())),
        ("Seed", run.seed.to_string()),
        ("wirecost", format!("{}, commit {}", environment.wirecost_version, text(&environment.git_commit))),
        (
            "Optimised, functions aligned to 64",
            format!("{}, {}", yes_no(Some(environment.optimised)), yes_no(Some(environment.functions_aligned_64))),
        ),
        ("Processor", format!("{}, {} cores, {}", text(&environment.cpu), environment.cores, environment.architecture)),
        ("System", format!("{}, kernel {}", environment.os, environment.kernel)),
        ("Memory", environment.memory_bytes.map_or_else(unknown, |bytes| units::size(bytes as f64))),
        ("Virtual machine", yes_no(environment.virtualised)),
        ("Steal excluded from CPU time", yes_no(environment.paravirtual_time_accounting)),
        ("Frequency governor, turbo", format!("{}, {}", text(&environment.governor), yes_no(environment.turbo))),
        ("Load before, after", format!("{}, {}", load(environment.load_before), load(environment.load_after))),
        ("Others' share before", share(environment.busy_before)),
        ("Hypervisor's share during", share(environment.steal_during)),
        ("Runners", runners.join(", ")),
    ];
    if !environment.variables.is_empty() {
        rows.push(("Variables of the environment", environment.list_variables()));
    }
    rows
}
