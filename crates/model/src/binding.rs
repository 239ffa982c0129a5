//! What a candidate decodes into.

use serde::{Deserialize, Serialize};

/// The form in memory that a decoder makes of bytes, and that an encoder takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// The message's own types.
    Typed,
    /// The library's generic tree of values.
    Dynamic,
    /// A tree of elements, attributes and text.
    Tree,
    /// Parser events, each touched and none kept.
    Events,
    /// The message's own types, by less than the work, such as scanning for the one value: shown and never ranked.
    Floor,
    /// Nothing: the control that measures the harness itself.
    Nothing,
}

impl Binding {
    /// Every one, in the order in which tables show them.
    pub const ALL: [Self; 6] = [Self::Typed, Self::Dynamic, Self::Tree, Self::Events, Self::Floor, Self::Nothing];

    /// The name in documents and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Typed => "typed",
            Self::Dynamic => "dynamic",
            Self::Tree => "tree",
            Self::Events => "events",
            Self::Floor => "floor",
            Self::Nothing => "nothing",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|binding| binding.name() == name)
    }

    /// What it is, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Typed => "from and to the message's own types",
            Self::Dynamic => "from and to the library's generic values",
            Self::Tree => "from and to a tree of elements, attributes and text",
            Self::Events => "parser events, each touched and none kept",
            Self::Floor => "less than the work: shown and never ranked",
            Self::Nothing => "not ranked",
        }
    }

    /// Whether it does all of the work, so that its cases are ranked.
    pub fn is_work(self) -> bool {
        !matches!(self, Self::Floor | Self::Nothing)
    }

    /// Where the binding of this name is among those that are work, from the most to the least that a user gets. Others, unknown
    /// ones too, come after all of these.
    pub fn order(name: &str) -> usize {
        let known = Self::ALL.into_iter().filter(|binding| binding.is_work());
        known.clone().position(|known| known.name() == name).unwrap_or(known.count())
    }

    /// Whether values of this binding are infosets rather than data trees.
    pub fn is_infoset(self) -> bool {
        matches!(self, Self::Tree | Self::Events)
    }
}
