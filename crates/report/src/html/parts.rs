//! What several sections are made of.

use maud::{Markup, html};

/// A table that scrolls by itself where the screen is too narrow, also by keyboard.
pub fn scrolled(label: &str, table: Markup) -> Markup {
    html! { div class="scroll" tabindex="0" role="region" aria-label=(label) { (table) } }
}

/// A figure, or a dash where there is none.
pub fn shown(value: Option<f64>, unit: impl Fn(f64) -> String) -> String {
    value.map_or("-".to_owned(), unit)
}

/// The heading of a column of pictures: their axis.
pub fn pictures(axis: Markup) -> Markup {
    html! { th scope="col" class="plot" { span class="unseen" { "Picture" } (axis) } }
}

/// The same, with what the axis shows.
pub fn captioned(caption: &str, axis: Markup) -> Markup {
    html! { th scope="col" class="lines" { (caption) (axis) } }
}

/// The button that changes the theme. It comes to life with the script, and is hidden without.
pub fn theme() -> Markup {
    html! { button type="button" id="theme" hidden { "Theme: automatic" } }
}

/// A word with a capital.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
