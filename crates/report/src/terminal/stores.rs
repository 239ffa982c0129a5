//! A screen for the stores of a run: who does most, who waits least, and what is lost.

use wirecost_model::RunDocument;

use super::{BOLD, Rendering, labelled, state, write_dim, write_line};
use crate::answer::stores::Stores;

/// The lines of the overview that are about stores.
const IN_OVERVIEW: usize = 3;

/// The screen.
pub fn screen(run: &RunDocument, stores: &Stores<'_>, alone: bool, options: &Rendering<'_>, out: &mut String) {
    let lines = stores.lines();
    let width = options.screen.width;
    let state = if alone { format!(": {}", state(run)) } else { String::new() };
    write_line(&format!("kv stores{state}"), BOLD, width, out);
    out.push('\n');
    labelled(&lines, width).iter().for_each(|line| out.extend([line, "\n"]));
    stores.doubts().iter().for_each(|doubt| write_dim(doubt, width, out));
    out.push('\n');
}

/// The first lines, for an overview.
pub fn lines(stores: &Stores<'_>) -> Vec<(String, String)> {
    let lines = stores.lines().into_iter().take(IN_OVERVIEW);
    lines.map(|(label, text)| (format!("kv {label}"), text)).collect()
}
