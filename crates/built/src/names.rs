//! Names of Rust for what a format calls otherwise.

use std::collections::HashSet;

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self", "static", "struct", "super", "trait",
    "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Hands out names, each once.
#[derive(Default)]
pub struct Scope(HashSet<String>);

impl Scope {
    /// The name of a field.
    pub fn field(&mut self, name: &str) -> String {
        self.free(identifier(name), "_")
    }

    /// The name of a type or a variant: its words with capitals, and `suffix` after them.
    pub fn type_name(&mut self, name: &str, suffix: &str) -> String {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric());
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
        };
        let joined: String = words.map(capital).collect();
        self.free(identifier(&(joined + suffix)), "X")
    }

    fn free(&mut self, mut name: String, more: &str) -> String {
        while !self.0.insert(name.clone()) {
            name.push_str(more);
        }
        name
    }
}

fn identifier(name: &str) -> String {
    let mut name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || name.chars().all(|c| c == '_') {
        name.insert(0, 'n');
    }
    if is_keyword(&name) {
        name.push('_');
    }
    name
}

/// Whether Rust keeps a word for itself.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rust_are_valid_and_differ() {
        let mut scope = Scope::default();
        let fields = ["type", "a-b", "a_b", "1st", "_", "größe", "self"].map(|name| scope.field(name));
        assert_eq!(fields, ["type_", "a_b", "a_b_", "n1st", "n_", "gr__e", "self_"]);
        let mut scope = Scope::default();
        let types = [("order-line", "Record"), ("OrderLine", "Record"), ("", "Record"), ("self", "")];
        let types = types.map(|(name, suffix)| scope.type_name(name, suffix));
        assert_eq!(types, ["OrderLineRecord", "OrderLineRecordX", "Record", "Self_"]);
    }
}
