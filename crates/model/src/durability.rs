//! What becomes of a write that a store has answered.

use serde::{Deserialize, Serialize};

/// Durability: the worst event that an answered write survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// Nothing: it is in the memory of the process alone.
    Memory,
    /// Nothing for sure: from time to time, all that there is is saved.
    Periodic,
    /// A crash of the process: the operating system has it.
    Process,
    /// A crash of the machine: the disk has it.
    Machine,
}

impl Durability {
    /// Every one, from the least safe to the safest.
    pub const ALL: [Self; 4] = [Self::Memory, Self::Periodic, Self::Process, Self::Machine];

    /// The name in documents, tables and `candidate.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Periodic => "periodic",
            Self::Process => "process",
            Self::Machine => "machine",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|durability| durability.name() == name)
    }

    /// What it is, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Memory => "writes are in the memory of the process alone",
            Self::Periodic => "writes are saved from time to time",
            Self::Process => "the operating system has a write before it is answered: it outlives the process",
            Self::Machine => "the disk has a write before it is answered: it outlives the machine",
        }
    }
}
