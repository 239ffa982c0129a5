//! One HTML file that opens offline and asks nothing of anybody.
//!
//! The first screen answers; then come the messages of each lab, what was published before, the past, every case in one
//! table, and the conditions. All of it reads without the script, which adds sorting, filtering and a choice of theme.
//! [`comparison`], [`in_turn`], [`loaded`] and [`searched`] are pages of their own; [`served`] are those of `wirecost serve`.

mod anchor;
mod answered;
mod answers;
mod beside;
mod beyond;
mod calls;
mod cases;
mod chart;
pub mod comparison;
mod conditions;
mod course;
mod formats;
pub mod in_turn;
mod kv;
mod labs;
mod ladder;
mod load;
pub mod loaded;
mod medium;
mod message;
mod model;
pub(crate) mod parts;
mod past;
pub(crate) mod published;
pub mod searched;
pub mod served;
mod servers;
mod serving;
mod sheets;
mod sizes;
mod together;
mod tradeoff;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use wirecost_model::{Lab, RunDocument};
use wirecost_verdict::history::History;

use crate::answer::sentences::Rankings;
use crate::answer::{self, Answers, By, stores};
use crate::view::Counts;
use answered::Answered;
use labs::LabPart;
pub use medium::Medium;
use model::Page;

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/page.js");
/// A browser asks for an icon unless the page has one.
const ICON: &str = "data:image/svg+xml,%3Csvg viewBox='0 0 16 16'/%3E";

/// The report of a run as one HTML file, with what earlier runs showed of its cases.
pub fn render(run: &RunDocument, histories: &[History]) -> String {
    report(run, histories, Medium::File)
}

/// The report of a run.
pub fn report(run: &RunDocument, histories: &[History], place: Medium) -> String {
    let page = Page::new(run, place);
    let answered = Answered { answers: Answers::by_default(run, By::Format), rankings: Rankings::of(run) };
    let body = html! {
        a class="skip" href="#answers" { "Skip to the answers" }
        @if place == Medium::Served { (served::bar(Some(&served::Download::report(run)))) }
        (header(&page, histories))
        main class="long" {
            section id="answers" aria-label="Answers" { (answer(&page, &answered)) }
            @if !page.messages.is_empty() { (lab(&Lab::CODEC, html! {
                @for message in &page.messages { (message::render(&page, &answered, message)) }
            })) }
            @for servers in &page.servers { (lab(servers.lab, html! {
                ((LabPart::of(servers.lab).cases)(run, servers, page.messages.is_empty()))
            })) }
            (published::render(&page))
            (past::render(histories, place))
            (cases::render(&page))
            (conditions::render(&page))
        }
    };
    self::page(&format!("wirecost {}", run.run_id), &body)
}

/// What the run answers, on one screen: of one message its formats, of several a line for each; of servers alone who
/// leads.
fn answer(page: &Page<'_>, answered: &Answered<'_>) -> Markup {
    let messages = &answered.answers.messages;
    html! {
        @match messages.as_slice() {
            [] => {},
            [message] if page.messages.len() == 1 => (formats::render(page, answered, message)),
            _ => { (formats::overview(page, answered)) (together::render(&answered.answers)) },
        }
        @if !page.messages.is_empty() {
            (others(page.run))
            details class="winners" {
                summary { "Smallest and fastest of each binding, with intervals and ties" }
                (answers::render(page))
            }
        }
        @else { @for servers in &page.servers {
            h2 { (labs::title(servers.lab)) ": who leads" }
            ((LabPart::of(servers.lab).answers)(page.run, servers.lab))
        } }
    }
}

/// Who leads among the servers and stores of a run that has codecs too: a line for each message.
fn others(run: &RunDocument) -> Markup {
    let of_servers = answer::serving::of(run);
    let servers = of_servers.iter().map(|it| (it.lab.clone(), it.line()));
    let stores = stores::of(run).map(|stores| stores.lines()).unwrap_or_default();
    let stores = stores.into_iter().map(|(label, text)| (Lab::KV, (format!("kv {label}"), text)));
    let lines: Vec<_> = servers.chain(stores).filter(|(_, (_, text))| !text.is_empty()).collect();
    html! {
        @if !lines.is_empty() { dl class="verdicts" { @for (lab, (label, text)) in &lines {
            dt { a href=(anchor::link(&anchor::lab(lab.name()))) { (label) } }
            dd { (text) }
        } } }
    }
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
            body {
                (body)
                script { (PreEscaped(SCRIPT)) }
            }
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
                h1 { (question(page)) }
                (parts::theme())
            }
            p {
                "Suite " b { (run.suite) } " of " time datetime=(run.started) { (run.started) } " on "
                (run.environment.cpu.as_deref().unwrap_or("an unknown processor")) ": "
                (counts.sound()) ", "
                span class=[(counts.failed > 0).then_some("bad")] { (counts.failed) " failed" }
                ". " a href="#conditions" { "How it was measured" }
            }
            @if page.place == Medium::Served && run.ended.is_none() { p class="warning" {
                "This run is not finished. " a href=(served::watch(&run.run_id)) { "Watch it" }
            } }
            (conditions::before(page))
            nav aria-label="Sections" { ul {
                @for message in page.messages.iter() { li { a href={ "#" (message.anchor) } { (message.name) } } }
                @for servers in &page.servers { li { a href=(anchor::link(&anchor::lab(servers.lab.name())))  { (labs::title(servers.lab)) } } }
                @if published::any(page) { li { a href="#published" { "Then and now" } } }
                @if histories.iter().any(|history| history.points.len() > 1) { li { a href="#history" { "History" } } }
                li { a href="#cases" { "All cases" } }
                li { a href="#conditions" { "Conditions" } }
            } }
        }
    }
}

/// What the page answers: of a run without codecs, what its first lab asks.
fn question(page: &Page<'_>) -> &'static str {
    let first = page.servers.first().filter(|_| page.messages.is_empty());
    match first.map(|servers| servers.lab.name()) {
        Some("http") => "What does a request cost?",
        Some("kv") => "What does a stored value cost?",
        Some("rpc") => "What does a call cost?",
        _ => "What does a message cost?",
    }
}

/// The section of a lab.
fn lab(name: &Lab, content: Markup) -> Markup {
    let id = anchor::lab(name.name());
    html! {
        section id=(id) aria-labelledby={ "about-" (id) } {
            h2 id={ "about-" (id) } { (labs::title(name)) }
            (content)
        }
    }
}
