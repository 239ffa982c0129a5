//! The colours of charts by what they stand for. In an SVG they stand as their light values; the page's style turns
//! each into a variable of the theme.

use std::fmt::Write as _;

use plotters::style::RGBColor;
use wirecost_model::Binding;

/// What a colour stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Text.
    Text,
    /// Text that may be overlooked, and axes.
    Quiet,
    /// Grid lines.
    Grid,
    /// Decoding.
    Decode,
    /// Encoding.
    Encode,
    /// Any other operation.
    Operation,
    /// Typed bindings.
    Typed,
    /// Dynamic bindings.
    Dynamic,
    /// Trees.
    Tree,
    /// Events.
    Events,
    /// What is not ranked: floors, controls, other bindings.
    Floor,
    /// Sizes as they are.
    Plain,
    /// Sizes under gzip.
    Gzip,
    /// Sizes under zstd.
    Zstd,
}

const INKS: [(Ink, &str, RGBColor); 14] = [
    (Ink::Text, "text", RGBColor(0x1b, 0x1f, 0x24)),
    (Ink::Quiet, "quiet", RGBColor(0x59, 0x62, 0x6d)),
    (Ink::Grid, "grid", RGBColor(0xdf, 0xe3, 0xe8)),
    (Ink::Decode, "decode", RGBColor(0x0b, 0x6e, 0xa8)),
    (Ink::Encode, "encode", RGBColor(0xc2, 0x51, 0x0c)),
    (Ink::Operation, "operation", RGBColor(0x6b, 0x5b, 0x95)),
    (Ink::Typed, "typed", RGBColor(0x2f, 0x55, 0xd4)),
    (Ink::Dynamic, "dynamic", RGBColor(0xa6, 0x2f, 0xb8)),
    (Ink::Tree, "tree", RGBColor(0x1f, 0x80, 0x3f)),
    (Ink::Events, "events", RGBColor(0xb0, 0x5a, 0x00)),
    (Ink::Floor, "floor", RGBColor(0x76, 0x7f, 0x8a)),
    (Ink::Plain, "plain", RGBColor(0x3d, 0x4f, 0x66)),
    (Ink::Gzip, "gzip", RGBColor(0x5b, 0x84, 0xb1)),
    (Ink::Zstd, "zstd", RGBColor(0x2a, 0x9d, 0x8f)),
];

impl Ink {
    /// Its light value.
    pub fn rgb(self) -> RGBColor {
        let known = INKS.iter().find(|(ink, ..)| *ink == self);
        known.map_or(RGBColor(0, 0, 0), |(.., rgb)| *rgb)
    }

    /// The colour of an operation.
    pub fn of_operation(operation: &str) -> Self {
        match operation {
            "decode" => Self::Decode,
            "encode" => Self::Encode,
            _ => Self::Operation,
        }
    }

    /// The colour of a binding.
    pub fn of_binding(binding: &str) -> Self {
        match Binding::named(binding) {
            Some(Binding::Typed) => Self::Typed,
            Some(Binding::Dynamic) => Self::Dynamic,
            Some(Binding::Tree) => Self::Tree,
            Some(Binding::Events) => Self::Events,
            Some(Binding::Floor | Binding::Nothing) | None => Self::Floor,
        }
    }

    /// Its name in the style: `--ink-NAME`.
    pub fn name(self) -> &'static str {
        INKS.iter().find(|(ink, ..)| *ink == self).map_or("text", |(_, name, _)| name)
    }
}

/// The rules that turn the light values in charts into variables of the theme, and the light values of these variables.
pub fn style() -> String {
    let mut light = String::new();
    let mut rules = String::new();
    for (_, name, RGBColor(r, g, b)) in INKS {
        let value = format!("#{r:02X}{g:02X}{b:02X}");
        let _ = write!(light, "--light-{name}:{value};");
        let _ = writeln!(rules, ".chart [fill=\"{value}\"]{{fill:var(--ink-{name})}}");
        let _ = writeln!(rules, ".chart [stroke=\"{value}\"]{{stroke:var(--ink-{name})}}");
    }
    format!(":root{{{light}}}\n{rules}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_a_value_of_its_own_and_one_for_each_theme() {
        let style = include_str!("../style.css");
        for (index, (_, name, rgb)) in INKS.iter().enumerate() {
            assert!(INKS[index + 1..].iter().all(|(_, _, other)| other != rgb), "{name} looks like another");
            assert!(style.contains(&format!("--ink-{name}: light-dark(var(--light-{name}), #")), "{name}");
        }
    }
}
