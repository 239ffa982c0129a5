//! The options of a reader.

use crate::limits::Limits;
use crate::numbering::Numbering;
use crate::vocabulary::Registry;

/// Options of a reader.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What a document may use up.
    pub limits: Limits,
    /// The external vocabularies that documents may name.
    pub vocabularies: Registry,
    /// Where added restricted alphabets and encoding algorithms begin.
    pub numbering: Numbering,
}
