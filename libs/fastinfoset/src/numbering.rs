//! Where the entries that a document adds to the two fixed-size tables begin.

/// The first index of added restricted alphabets and encoding algorithms.
///
/// X.891 clauses 7.2.19 and 7.2.20 give added restricted alphabets the indexes from 16 and added encoding algorithms
/// the indexes from 32. The Java library (com.sun.xml.fastinfoset, all versions seen) counts both from 33, so documents
/// that use either are exchanged with it only under [`JavaLibrary`](Self::JavaLibrary). Documents that use neither are
/// the same under both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// As X.891 says.
    #[default]
    Standard,
    /// As the Java library does.
    JavaLibrary,
}

impl Numbering {
    /// The first added restricted alphabet, counted from 0 as on the wire.
    pub(crate) fn first_alphabet(self) -> u32 {
        match self {
            Self::Standard => 15,
            Self::JavaLibrary => 32,
        }
    }

    /// The first added encoding algorithm, counted from 0 as on the wire.
    pub(crate) fn first_algorithm(self) -> u32 {
        match self {
            Self::Standard => 31,
            Self::JavaLibrary => 32,
        }
    }
}
