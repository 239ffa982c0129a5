//! What the page shows of each lab of servers.

use maud::{Markup, html};
use wirecost_model::{Lab, RunDocument};

use super::model::Servers;
use super::parts::capital;
use super::{calls, kv, servers, serving, sheets};

/// What the page shows of a lab of servers.
pub struct LabPart {
    /// Who leads.
    pub answers: fn(&RunDocument, &Lab) -> Markup,
    /// Its cases.
    pub cases: fn(&RunDocument, &Servers<'_>, bool) -> Markup,
}

impl LabPart {
    /// That of a lab.
    pub fn of(lab: &Lab) -> Self {
        match lab.name() {
            "feed" => Self { answers: |_, _| html! {}, cases: |run, _, _| feeds(run) },
            "kv" => Self { answers: |run, _| kv::answers(run), cases: |run, _, _| kv::render(run) },
            "rpc" => Self { answers: serving::answers, cases: calls },
            _ => Self { answers: serving::answers, cases: loaded },
        }
    }
}

/// Servers under load. Where the page answers of something else first, who leads is above them.
fn loaded(run: &RunDocument, of_lab: &Servers<'_>, is_first: bool) -> Markup {
    html! {
        @if !is_first { (serving::answers(run, of_lab.lab)) }
        (servers::render(of_lab))
    }
}

fn calls(run: &RunDocument, of_lab: &Servers<'_>, is_first: bool) -> Markup {
    html! { (loaded(run, of_lab, is_first)) (calls::render(run)) }
}

fn feeds(run: &RunDocument) -> Markup {
    html! { @for sheet in &crate::feed::sheets(run) { (sheets::render(sheet)) } }
}

/// A lab as a heading.
pub fn title(lab: &Lab) -> String {
    match lab.name() {
        "codec" => "Codecs".into(),
        "feed" => "Feeds".into(),
        "http" => "HTTP servers".into(),
        "kv" => "Key-value stores".into(),
        "rpc" => "Remote procedure calls".into(),
        other => capital(other),
    }
}
