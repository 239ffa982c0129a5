//! A page that could not be shown, with the reason.

use maud::html;

use super::super::page;
use super::{RUNS, bar};

/// The page of a failure: what happened, and where to go on.
pub fn render(title: &str, reason: &str) -> String {
    let body = html! {
        (bar(None))
        main {
            h1 { (title) }
            p { (reason) }
            p { a href=(RUNS) { "All runs" } }
        }
    };
    page(&format!("wirecost: {title}"), &body)
}
