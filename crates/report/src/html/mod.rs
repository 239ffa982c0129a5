//! One HTML file that opens offline and asks nothing of anybody.
//!
//! The first screen answers; then come the messages of each lab, what was published before, the past, every case in one
//! table, and the conditions. All of it reads without the script, which adds sorting, filtering and a choice of theme.
//! [`in_turn`] and [`loaded`] are pages of their own.

mod answers;
mod beyond;
mod calls;
mod cases;
mod chart;
mod conditions;
mod course;
pub mod in_turn;
mod ladder;
pub mod loaded;
mod message;
mod model;
mod parts;
mod past;
pub(crate) mod published;
mod servers;
mod sizes;
mod tradeoff;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use wirecost_model::{Lab, RunDocument};
use wirecost_verdict::history::History;

use crate::view::{Counts, heading};
use model::Page;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("table.js");
/// A browser asks for an icon unless the page has one.
const ICON: &str = "data:image/svg+xml,%3Csvg viewBox='0 0 16 16'/%3E";

/// The report of a run as one HTML file, with what earlier runs showed of its cases.
pub fn render(run: &RunDocument, histories: &[History]) -> String {
    let page = Page::new(run);
    let body = html! {
        a class="skip" href="#answers" { "Skip to the answers" }
        (header(&page, histories))
        main {
            section id="answers" class="opening" aria-label="Answers" {
                @if !page.messages.is_empty() { (answers::render(&page)) (tradeoff::render(&page)) }
            }
            @if !page.messages.is_empty() { (lab(&Lab::CODEC, html! {
                @for message in &page.messages { (message::render(&page, message)) }
            })) }
            @for servers in &page.servers { (lab(servers.lab, html! {
                (servers::answers(page.run, servers.lab))
                (servers::render(servers))
                @if *servers.lab == Lab::RPC { (calls::render(run)) }
            })) }
            (published::render(&page))
            (past::render(histories))
            (cases::render(&page))
            (conditions::render(&page))
        }
        script { (PreEscaped(SCRIPT)) }
    };
    self::page(&format!("wirecost {}", run.run_id), &body)
}

/// A page with everything that it needs inside.
fn page(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(chart::ink::style())) (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    }
    .into_string()
}

fn header(page: &Page<'_>, histories: &[History]) -> Markup {
    let run = page.run;
    let counts = Counts::of(run);
    html! {
        header {
            div class="bar" {
                h1 { "What does a message cost?" }
                button type="button" id="theme" hidden { "Theme: automatic" }
            }
            p {
                "Suite " b { (run.suite) } " of " time datetime=(run.started) { (run.started) } " on "
                (run.environment.cpu.as_deref().unwrap_or("an unknown processor")) ": "
                (counts.sound()) ", "
                span class=[(counts.failed > 0).then_some("bad")] { (counts.failed) " failed" }
                ". " (capital(heading(run))) ", median of " (run.trials_planned)
                " trials, each a fresh process, with the 95 % interval of the median."
            }
            (conditions::before(page))
            nav aria-label="Sections" { ul {
                @for message in page.messages.iter() { li { a href={ "#" (message.anchor) } { (message.name) } } }
                @for servers in &page.servers { li { a href={ "#" (anchor(servers.lab)) } { (lab_title(servers.lab)) } } }
                @if published::any(page) { li { a href="#published" { "Then and now" } } }
                @if histories.iter().any(|history| history.points.len() > 1) { li { a href="#history" { "History" } } }
                li { a href="#cases" { "All cases" } }
                li { a href="#conditions" { "Conditions" } }
            } }
        }
    }
}

/// The section of a lab.
fn lab(name: &Lab, content: Markup) -> Markup {
    let id = anchor(name);
    html! {
        section id=(id) aria-labelledby={ (id) "-heading" } {
            h2 id={ (id) "-heading" } { (lab_title(name)) }
            (content)
        }
    }
}

/// A lab as a heading.
fn lab_title(lab: &Lab) -> String {
    match lab.name() {
        "codec" => "Codecs".into(),
        "http" => "HTTP servers".into(),
        "rpc" => "Remote procedure calls".into(),
        other => capital(other),
    }
}

/// The identifier of a lab's section.
fn anchor(lab: &Lab) -> String {
    format!("lab-{}", lab.name().replace(char::is_whitespace, "-"))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
