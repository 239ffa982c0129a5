//! Method signatures: `double[] integrate(string model, double end)`.
//!
//! ```
//! use sbw::signature::{Pattern, Signature};
//!
//! let signature = Signature::parse("double[] integrate(string model, double end)")?;
//! assert_eq!(signature.name, "integrate");
//! assert!(Pattern::parse("integrate(string, double)")?.matches(&signature));
//! # Ok::<(), sbw::Error>(())
//! ```

mod matching;
mod parse;

use std::fmt;

pub use matching::Pattern;

/// A method as its service describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The type of the result; [`Type::Void`] for none.
    pub result: Type,
    /// The method's name; the original allows it to be empty.
    pub name: String,
    /// What it takes.
    pub arguments: Vec<Argument>,
}

/// One argument, or one item of a list of known shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its type.
    pub kind: Type,
    /// Its name, for people; may be empty.
    pub name: String,
}

/// A type in a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// `byte`
    Byte,
    /// `boolean`
    Boolean,
    /// `int`
    Integer,
    /// `double`
    Double,
    /// `string`
    String,
    /// `complex`
    Complex,
    /// `void`: no result. The original's parser lets `void[]` through as an argument, and so does this one.
    Void,
    /// `{}`, a list of anything, if empty; else a list of known shape such as `{int, double}`.
    List(Vec<Argument>),
    /// `double[][]`: one array of that many dimensions.
    Array {
        /// The type of the elements, never itself an array.
        element: Box<Type>,
        /// How many, at least 1.
        dimensions: usize,
    },
}

impl Signature {
    /// Parses a signature; what follows the closing parenthesis is ignored.
    ///
    /// # Errors
    /// [`Error::Exception`](crate::Error::Exception) with code
    /// [`SignatureSyntax`](crate::ExceptionCode::SignatureSyntax), as libSBW has it.
    pub fn parse(text: &str) -> crate::Result<Self> {
        parse::signature(text)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Byte => "byte",
            Self::Boolean => "boolean",
            Self::Integer => "int",
            Self::Double => "double",
            Self::String => "string",
            Self::Complex => "complex",
            Self::Void => "void",
            Self::List(items) => return write!(f, "{{{}}}", Arguments(items)),
            Self::Array { element, dimensions } => return write!(f, "{element}{}", "[]".repeat(*dimensions)),
        })
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => write!(f, "{}", self.kind),
            name => write!(f, "{} {name}", self.kind),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}({})", self.result, self.name, Arguments(&self.arguments))
    }
}

struct Arguments<'a>(&'a [Argument]);

impl fmt::Display for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, argument) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{argument}")?;
        }
        Ok(())
    }
}
