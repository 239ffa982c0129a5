//! Values as text.

use std::fmt::{self, Display, Write as _};

use crate::block::{Array, Complex, Elements, Value};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Byte(byte) => write!(f, "{byte}b"),
            Value::Integer(integer) => integer.fmt(f),
            Value::Double(double) => write!(f, "{double:?}"),
            Value::Boolean(boolean) => boolean.fmt(f),
            Value::String(string) => quoted(string, f),
            Value::Complex(complex) => complex.fmt(f),
            Value::Array(array) => array.fmt(f),
            Value::List(values) => list(values, f),
        }
    }
}

impl fmt::Display for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{:+?}i", self.re, self.im)
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elements().count() == 0 {
            let sizes: Vec<String> = self.shape().sizes().iter().map(u32::to_string).collect();
            return write!(f, "{}[{}]", self.elements().kind().name(), sizes.join("x"));
        }
        level(self, self.shape().sizes(), &mut 0, f)
    }
}

/// One bracket a dimension; `next` is the element that comes.
fn level(array: &Array, sizes: &[u32], next: &mut usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some((&size, inner)) = sizes.split_first() else {
        let at = *next;
        *next += 1;
        return element(array.elements(), at, f);
    };
    separated(f, '[', 0..size, ']', |_, f| level(array, inner, next, f))
}

fn element(elements: &Elements, at: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match elements {
        Elements::Byte(elements) => write!(f, "{}b", elements[at]),
        Elements::Integer(elements) => elements[at].fmt(f),
        Elements::Double(elements) => write!(f, "{:?}", elements[at]),
        Elements::Boolean(elements) => elements[at].fmt(f),
        Elements::String(elements) => quoted(&elements[at], f),
        Elements::Complex(elements) => elements[at].fmt(f),
        Elements::List(elements) => list(&elements[at], f),
        // Set apart from a further dimension of the same array.
        Elements::Array(elements) => write!(f, "({})", elements[at]),
    }
}

fn list(values: &[Value], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    separated(f, '{', values, '}', |value, f| value.fmt(f))
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    open: char,
    items: impl IntoIterator<Item = T>,
    close: char,
    mut print: impl FnMut(T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (index, item) in items.into_iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        print(item, f)?;
    }
    write!(f, "{close}")
}

/// Bytes that are no text are written `\xNN`.
fn quoted(string: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for chunk in string.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '"' => f.write_str("\\\"")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                other => escaped_letter(other, f)?,
            }
        }
        chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
    }
    f.write_str("\"")
}

/// Bytes that are no text, and control characters, as `\xNN`; a backslash as two.
pub(super) fn escaped(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().try_for_each(|letter| escaped_letter(letter, f))?;
        chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
    }
    Ok(())
}

fn escaped_letter(letter: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match letter {
        '\\' => f.write_str("\\\\"),
        // A terminal must not obey what a module sends.
        control if control.is_control() => {
            control.encode_utf8(&mut [0; 4]).bytes().try_for_each(|byte| write!(f, "\\x{byte:02x}"))
        }
        other => f.write_char(other),
    }
}
