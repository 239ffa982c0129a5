//! Types as a `message.toml` writes them: `u16`, `3: text?`, `[reading|null]`, `{u32: line}`, `decimal(10,2)`.

use std::fmt;

use crate::{Int, Key, MAX_DEPTH, TimeUnit, Type};

/// What a field's text says.
#[derive(Debug, PartialEq)]
pub struct Written {
    pub number: Option<u32>,
    pub ty: Type,
    /// Whether it ends in `?`.
    pub optional: bool,
}

/// A text that is no type.
#[derive(Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte in the text at which it was noticed.
    pub offset: usize,
    pub reason: String,
}

/// Reads the type of a field: an optional number with a colon, the type, and `?` where the field may be absent.
pub fn field(text: &str) -> Result<Written, SyntaxError> {
    let mut parser = Parser { text, offset: 0 };
    let number = parser.number()?;
    let ty = parser.union(0)?;
    let optional = parser.take('?');
    parser.end()?;
    Ok(Written { number, ty, optional })
}

/// Reads a type.
pub fn parse(text: &str) -> Result<Type, SyntaxError> {
    Ok(Type::union(branches(text)?))
}

/// Reads the types between `|`, in their order.
pub fn branches(text: &str) -> Result<Vec<Type>, SyntaxError> {
    let mut parser = Parser { text, offset: 0 };
    let branches = parser.branches(0)?;
    parser.end()?;
    Ok(branches)
}

/// The scalar type of this name; none if it is no name of a scalar type without arguments.
pub fn scalar(name: &str) -> Option<Type> {
    Some(match name {
        "null" => Type::Null,
        "bool" => Type::Boolean,
        "f32" => Type::Float32,
        "f64" => Type::Float64,
        "text" => Type::Text,
        "bytes" => Type::Bytes { length: None },
        "date" => Type::Date,
        "uuid" => Type::Uuid,
        _ => Type::Integer(Int::ALL.into_iter().find(|int| int.name() == name)?),
    })
}

/// Whether a type of one's own cannot have this name, since it means something already.
pub fn is_taken(name: &str) -> bool {
    scalar(name).is_some() || matches!(name, "timestamp" | "decimal")
}

/// Whether a character may appear in the name of a type.
pub fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

struct Parser<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Parser<'a> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError { offset: self.offset, reason: reason.into() })
    }

    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.offset..].trim_start();
        self.offset = self.text.len() - rest.len();
        rest
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        self.offset += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), SyntaxError> {
        match (self.take(wanted), self.rest().chars().next()) {
            (true, _) => Ok(()),
            (false, Some('?')) => {
                self.error("? stands only at the end of a field's type; an item that may be null is written [T|null]")
            }
            (false, Some(found)) => self.error(format!("{wanted:?} is expected, not {found:?}")),
            (false, None) => self.error(format!("{wanted:?} is missing")),
        }
    }

    fn end(&mut self) -> Result<(), SyntaxError> {
        match self.rest().chars().next() {
            None => Ok(()),
            Some(found) => self.error(format!("{found:?} is not expected here")),
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !is_name_character(c)).unwrap_or(rest.len());
        self.offset += length;
        &rest[..length]
    }

    fn number(&mut self) -> Result<Option<u32>, SyntaxError> {
        let start = self.offset;
        let digits = self.word();
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && self.take(':') {
            return match digits.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => self.error(format!("{digits} is too large for a field number")),
            };
        }
        self.offset = start;
        Ok(None)
    }

    fn union(&mut self, depth: usize) -> Result<Type, SyntaxError> {
        Ok(Type::union(self.branches(depth)?))
    }

    fn branches(&mut self, depth: usize) -> Result<Vec<Type>, SyntaxError> {
        if depth > MAX_DEPTH {
            return self.error(format!("nested deeper than {MAX_DEPTH} levels"));
        }
        let mut branches = vec![self.one(depth)?];
        while self.take('|') {
            branches.push(self.one(depth)?);
        }
        Ok(branches)
    }

    fn one(&mut self, depth: usize) -> Result<Type, SyntaxError> {
        if self.take('[') {
            let item = self.union(depth + 1)?;
            self.expect(']')?;
            return Ok(Type::list(item));
        }
        if self.take('{') {
            let start = self.offset;
            let word = self.word();
            let key = if self.take(':') {
                match scalar(word) {
                    Some(Type::Text) => Key::Text,
                    Some(Type::Boolean) => Key::Boolean,
                    Some(Type::Integer(int)) => Key::Integer(int),
                    _ => return self.error(format!("{word:?} is no type of keys; they are text, bool or integers")),
                }
            } else {
                self.offset = start;
                Key::Text
            };
            let value = self.union(depth + 1)?;
            self.expect('}')?;
            return Ok(Type::Map(key, Box::new(value)));
        }
        let start = self.offset;
        match self.word() {
            "" => {
                self.offset = start;
                match self.rest().chars().next() {
                    Some(found) => self.error(format!("a type is expected, not {found:?}")),
                    None => self.error("a type is missing"),
                }
            }
            "timestamp" => self.timestamp(),
            "set" if self.take('(') => {
                let item = self.union(depth + 1)?;
                self.expect(')')?;
                Ok(Type::Set(Box::new(item)))
            }
            "decimal" => self.decimal(),
            "bytes" => {
                if self.take('(') {
                    let length = Some(self.argument("a length in bytes")?);
                    self.expect(')')?;
                    Ok(Type::Bytes { length })
                } else {
                    Ok(Type::Bytes { length: None })
                }
            }
            word => Ok(scalar(word).unwrap_or_else(|| Type::named(word))),
        }
    }

    fn timestamp(&mut self) -> Result<Type, SyntaxError> {
        self.expect('(')?;
        let symbol = self.word();
        let Some(unit) = TimeUnit::ALL.into_iter().find(|unit| unit.symbol() == symbol) else {
            return self.error(format!("a timestamp counts s, ms, us or ns, not {symbol:?}"));
        };
        self.expect(')')?;
        Ok(Type::Timestamp(unit))
    }

    fn decimal(&mut self) -> Result<Type, SyntaxError> {
        self.expect('(')?;
        let precision = self.argument("the number of digits")?;
        self.expect(',')?;
        let scale = self.argument("the number of digits after the point")?;
        self.expect(')')?;
        match (u8::try_from(precision), u8::try_from(scale)) {
            (Ok(precision @ 1..=38), Ok(scale)) if scale <= precision => Ok(Type::Decimal { precision, scale }),
            _ => self.error("a decimal has 1 to 38 digits, and no more of them after the point"),
        }
    }

    fn argument(&mut self, what: &str) -> Result<u32, SyntaxError> {
        let word = self.word();
        match word.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error(format!("{what} is expected, not {word:?}")),
        }
    }
}

impl fmt::Display for Type {
    /// As a `message.toml` writes it; it reads back as the same type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean => f.write_str("bool"),
            Self::Integer(int) => f.write_str(int.name()),
            Self::Float32 => f.write_str("f32"),
            Self::Float64 => f.write_str("f64"),
            Self::Text => f.write_str("text"),
            Self::Bytes { length: None } => f.write_str("bytes"),
            Self::Bytes { length: Some(length) } => write!(f, "bytes({length})"),
            Self::Timestamp(unit) => write!(f, "timestamp({})", unit.symbol()),
            Self::Date => f.write_str("date"),
            Self::Uuid => f.write_str("uuid"),
            Self::Decimal { precision, scale } => write!(f, "decimal({precision},{scale})"),
            Self::List(item) => write!(f, "[{item}]"),
            Self::Set(item) => write!(f, "set({item})"),
            Self::Map(Key::Text, value) => write!(f, "{{{value}}}"),
            Self::Map(Key::Boolean, value) => write!(f, "{{bool: {value}}}"),
            Self::Map(Key::Integer(int), value) => write!(f, "{{{}: {value}}}", int.name()),
            Self::Nullable(inner) => write!(f, "{inner}|null"),
            Self::Union(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    write!(f, "{}{branch}", if index > 0 { "|" } else { "" })?;
                }
                Ok(())
            }
            Self::Named(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_type_reads_and_prints() {
        for text in [
            "u16",
            "text",
            "[reading]",
            "set([u8]|null)",
            "[set]",
            "{i64}",
            "{u32: [line|null]}",
            "bytes(32)",
            "timestamp(ms)",
            "decimal(10,2)",
            "i64|text|null",
            "[[f64]|f64]",
            "{bool: shop.Order}",
            "date",
            "uuid",
            "null",
        ] {
            assert_eq!(parse(text).map(|ty| ty.to_string()).as_deref(), Ok(text));
        }
        let spaced = field(" 3 : i64 | null ? ").unwrap();
        assert_eq!(spaced, Written { number: Some(3), ty: Type::Integer(Int::I64).nullable(), optional: true });
        assert_eq!(parse("{text: f64}"), parse("{f64}"));
        assert_eq!(parse("a|a"), Ok(Type::named("a")));
    }

    #[test]
    fn a_broken_type_says_where_and_why() {
        for (text, offset, says) in [
            ("", 0, "a type is missing"),
            ("[u8", 3, "']' is missing"),
            ("[text?]", 5, "[T|null]"),
            ("u8 u8", 3, "not expected"),
            ("timestamp(days)", 14, "s, ms, us or ns"),
            ("decimal(39,2)", 13, "1 to 38 digits"),
            ("{f64: text}", 5, "no type of keys"),
            ("99999999999: u8", 12, "too large"),
            ("u8|", 3, "a type is missing"),
        ] {
            let error = field(text).unwrap_err();
            assert!(error.reason.contains(says), "{text}: {error:?}");
            assert_eq!(error.offset, offset, "{text}: {error:?}");
        }
        let deep = format!("{}u8{}", "[".repeat(MAX_DEPTH + 1), "]".repeat(MAX_DEPTH + 1));
        assert!(parse(&deep).unwrap_err().reason.contains("deeper"));
    }
}
