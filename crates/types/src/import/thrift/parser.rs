//! Reads the text of a `.thrift` file: <https://thrift.apache.org/docs/idl>, with what its compiler takes beyond that.

use super::syntax::{Constant, Enumeration, Field, File, Item, Kind, Need, Structure, Ty, Typedef};
use crate::TypesError;
use crate::import::nesting::{MAX_NESTING, too_deep};

/// Headers that name something for one language. None of them defines a type.
const HEADERS: [&str; 13] = [
    "cocoa_package",
    "cocoa_prefix",
    "cpp_include",
    "cpp_namespace",
    "csharp_namespace",
    "delphi_namespace",
    "java_package",
    "perl_package",
    "php_namespace",
    "py_module",
    "ruby_namespace",
    "smalltalk_category",
    "xsd_namespace",
];

/// Reads a file.
pub fn parse(file: &str, text: &str) -> Result<File, TypesError> {
    if let Some(offset) = too_deep(text) {
        let reason = format!("nested deeper than {MAX_NESTING} levels");
        return Err(TypesError::at_offset(file, text, offset, reason));
    }
    let mut parser = Parser { file, text, at: 0 };
    let mut items = Vec::new();
    while !parser.is_end()? {
        items.extend(parser.item()?);
    }
    Ok(File { items })
}

struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn error<T>(&self, reason: impl std::fmt::Display) -> Result<T, TypesError> {
        Err(TypesError::at_offset(self.file, self.text, self.at, reason))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over white space and comments.
    fn skip(&mut self) -> Result<(), TypesError> {
        loop {
            let rest = self.rest().trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at = self.text.len() - rest.len();
            if rest.starts_with("//") || rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += end + 4,
                    None => return self.error("a comment has no end"),
                }
            } else {
                return Ok(());
            }
        }
    }

    fn is_end(&mut self) -> Result<bool, TypesError> {
        self.skip()?;
        Ok(self.rest().is_empty())
    }

    fn take(&mut self, wanted: char) -> Result<bool, TypesError> {
        self.skip()?;
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        Ok(found)
    }

    fn expect(&mut self, wanted: char) -> Result<(), TypesError> {
        if self.take(wanted)? {
            return Ok(());
        }
        match self.rest().chars().next() {
            Some(found) => self.error(format_args!("{wanted:?} is expected, not {found:?}")),
            None => self.error(format_args!("{wanted:?} is missing")),
        }
    }

    /// A comma or a semicolon, which may stand after most things.
    fn separator(&mut self) -> Result<(), TypesError> {
        let _ = self.take(',')? || self.take(';')?;
        Ok(())
    }

    /// The word that comes next, which stays; empty where none does.
    fn peek(&mut self) -> Result<&'a str, TypesError> {
        self.skip()?;
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Ok("");
        }
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')));
        Ok(&rest[..end.unwrap_or(rest.len())])
    }

    fn take_word(&mut self, wanted: &str) -> Result<bool, TypesError> {
        let found = self.peek()? == wanted;
        self.at += if found { wanted.len() } else { 0 };
        Ok(found)
    }

    fn name(&mut self) -> Result<String, TypesError> {
        let name = self.peek()?;
        if name.is_empty() {
            return match self.rest().chars().next() {
                Some(found) => self.error(format_args!("a name is expected, not {found:?}")),
                None => self.error("a name is missing"),
            };
        }
        self.at += name.len();
        Ok(name.to_owned())
    }

    /// A text in quotes; none where there is none.
    fn literal(&mut self) -> Result<Option<String>, TypesError> {
        self.skip()?;
        let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) else { return Ok(None) };
        let mut out = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = characters.next() {
            match c {
                c if c == quote => {
                    self.at += offset + 1;
                    return Ok(Some(out));
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, escaped @ ('\\' | '"' | '\''))) => out.push(escaped),
                    Some((_, other)) => out.extend(['\\', other]),
                    None => break,
                },
                c => out.push(c),
            }
        }
        self.error("a text has no end")
    }

    fn text(&mut self) -> Result<String, TypesError> {
        match self.literal()? {
            Some(text) => Ok(text),
            None => self.error("a text in quotes is expected"),
        }
    }

    /// The integer that comes next, in decimal or hexadecimal digits; none where there is none.
    fn integer(&mut self) -> Result<Option<i64>, TypesError> {
        self.skip()?;
        let rest = self.rest();
        let unsigned = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let sign = rest.len() - unsigned.len();
        let (digits, radix, mark) = match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
            Some(digits) => (digits, 16, 2),
            None => (unsigned, 10, 0),
        };
        let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        if length == 0 {
            return Ok(None);
        }
        let written = format!("{}{}", if rest.starts_with('-') { "-" } else { "" }, &digits[..length]);
        let Ok(number) = i64::from_str_radix(&written, radix) else {
            return self.error(format_args!("{written} does not fit 64 bits"));
        };
        self.at += sign + mark + length;
        Ok(Some(number))
    }

    fn item(&mut self) -> Result<Option<Item>, TypesError> {
        let word = self.peek()?;
        let start = self.at;
        self.at += word.len();
        match word {
            "include" => Ok(Some(Item::Include(self.text()?))),
            "namespace" => {
                // Of one language, or of all.
                let _ = self.take('*')? || !self.name()?.is_empty();
                self.header()
            }
            word if HEADERS.contains(&word) || word == "smalltalk_prefix" => self.header(),
            "typedef" => {
                let ty = self.ty()?;
                let alias = self.name()?;
                self.annotations()?;
                self.separator()?;
                Ok(Some(Item::Typedef(Typedef { alias, ty })))
            }
            "const" => {
                self.ty()?;
                let name = self.name()?;
                self.expect('=')?;
                let value = self.constant()?;
                self.annotations()?;
                self.separator()?;
                Ok(Some(Item::Constant { name, value }))
            }
            "enum" => self.enumeration().map(|it| Some(Item::Enumeration(it))),
            "senum" => self.texts().map(|alias| Some(Item::Typedef(Typedef { alias, ty: Ty::Text }))),
            "struct" | "exception" => self.structure(Kind::Struct).map(|it| Some(Item::Structure(it))),
            "union" => self.structure(Kind::Union).map(|it| Some(Item::Structure(it))),
            "service" => {
                self.name()?;
                if self.take_word("extends")? {
                    self.name()?;
                }
                self.braces()?;
                self.annotations()?;
                Ok(None)
            }
            _ => {
                self.at = start;
                let found = if word.is_empty() { self.rest().chars().take(1).collect() } else { word.to_owned() };
                self.error(format_args!(
                    "{found:?} begins no definition; those are typedef, const, enum, struct, union, exception and service"
                ))
            }
        }
    }

    /// What a header names.
    fn header(&mut self) -> Result<Option<Item>, TypesError> {
        if self.literal()?.is_none() {
            self.name()?;
        }
        self.annotations()?;
        self.separator()?;
        Ok(None)
    }

    fn enumeration(&mut self) -> Result<Enumeration, TypesError> {
        let name = self.name()?;
        self.expect('{')?;
        let mut values = Vec::new();
        while !self.take('}')? {
            let symbol = self.name()?;
            let number = if self.take('=')? { Some(self.number("the number of a symbol")?) } else { None };
            self.annotations()?;
            self.separator()?;
            values.push((symbol, number));
        }
        self.annotations()?;
        Ok(Enumeration { name, values })
    }

    fn number(&mut self, what: &str) -> Result<i64, TypesError> {
        match self.integer()? {
            Some(number) => Ok(number),
            None => self.error(format_args!("{what} is expected")),
        }
    }

    /// An enumeration of texts, which is a text of any content in the messages.
    fn texts(&mut self) -> Result<String, TypesError> {
        let name = self.name()?;
        self.expect('{')?;
        while !self.take('}')? {
            self.text()?;
            self.separator()?;
        }
        self.annotations()?;
        Ok(name)
    }

    fn structure(&mut self, kind: Kind) -> Result<Structure, TypesError> {
        let name = self.name()?;
        self.take_word("xsd_all")?;
        let fields = self.fields()?;
        self.annotations()?;
        Ok(Structure { name, kind, fields })
    }

    fn fields(&mut self) -> Result<Vec<Field>, TypesError> {
        self.expect('{')?;
        let mut fields = Vec::new();
        while !self.take('}')? {
            fields.push(self.field()?);
        }
        Ok(fields)
    }

    fn field(&mut self) -> Result<Field, TypesError> {
        let id = self.integer()?;
        if id.is_some() {
            self.expect(':')?;
        }
        let mut need = match self.peek()? {
            "required" => Need::Required,
            "optional" => Need::Optional,
            _ => Need::Default,
        };
        let _ = self.take_word("required")? || self.take_word("optional")?;
        let ty = self.ty()?;
        // A pointer, which may be to nothing: so a struct may contain another of its kind.
        if self.take('&')? && need == Need::Default {
            need = Need::Optional;
        }
        let name = self.name()?;
        let default = if self.take('=')? { Some(self.constant()?) } else { None };
        let _ = self.take_word("xsd_optional")?;
        let _ = self.take_word("xsd_nillable")?;
        if self.take_word("xsd_attrs")? {
            self.fields()?;
        }
        self.annotations()?;
        self.separator()?;
        Ok(Field { id, need, ty, name, default })
    }

    fn ty(&mut self) -> Result<Ty, TypesError> {
        let start = self.at;
        let name = self.name()?;
        let ty = match name.as_str() {
            "bool" => Ty::Bool,
            "byte" | "i8" => Ty::I8,
            "i16" => Ty::I16,
            "i32" => Ty::I32,
            "i64" => Ty::I64,
            "double" => Ty::Double,
            "string" | "slist" => Ty::Text,
            "binary" => Ty::Binary,
            "uuid" => Ty::Uuid,
            "list" => Ty::List(Box::new(self.arguments(Self::ty)?)),
            "set" => Ty::Set(Box::new(self.arguments(Self::ty)?)),
            "map" => {
                let (key, value) = self.arguments(|parser| {
                    let key = parser.ty()?;
                    parser.expect(',')?;
                    Ok((key, parser.ty()?))
                })?;
                Ty::Map(Box::new(key), Box::new(value))
            }
            "void" => {
                self.at = start;
                return self.error("void is no type of a field");
            }
            _ => Ty::Named(name),
        };
        self.annotations()?;
        Ok(ty)
    }

    /// What is between `<` and `>`, beside the class of C++ that stands for the container.
    fn arguments<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, TypesError>) -> Result<T, TypesError> {
        self.class_of_cpp()?;
        self.expect('<')?;
        let read = read(self)?;
        self.expect('>')?;
        self.class_of_cpp()?;
        Ok(read)
    }

    fn class_of_cpp(&mut self) -> Result<(), TypesError> {
        if self.take_word("cpp_type")? {
            self.text()?;
        }
        Ok(())
    }

    /// Passes over annotations, `(name = "value", name)`: no message depends on them.
    fn annotations(&mut self) -> Result<(), TypesError> {
        if !self.take('(')? {
            return Ok(());
        }
        while !self.take(')')? {
            self.name()?;
            if self.take('=')? {
                self.text()?;
            }
            self.separator()?;
        }
        Ok(())
    }

    /// Passes over a block in braces.
    fn braces(&mut self) -> Result<(), TypesError> {
        self.expect('{')?;
        let mut depth = 1;
        while depth > 0 {
            if self.is_end()? {
                return self.error("'}' is missing");
            }
            if self.literal()?.is_none() {
                let character = self.rest().chars().next().unwrap_or_default();
                self.at += character.len_utf8();
                match character {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn constant(&mut self) -> Result<Constant, TypesError> {
        if let Some(text) = self.literal()? {
            return Ok(Constant::Text(text));
        }
        if self.take('[')? {
            let mut items = Vec::new();
            while !self.take(']')? {
                items.push(self.constant()?);
                self.separator()?;
            }
            return Ok(Constant::List(items));
        }
        if self.take('{')? {
            let mut entries = Vec::new();
            while !self.take('}')? {
                let key = self.constant()?;
                self.expect(':')?;
                entries.push((key, self.constant()?));
                self.separator()?;
            }
            return Ok(Constant::Map(entries));
        }
        let word = self.peek()?;
        if !word.is_empty() {
            self.at += word.len();
            return Ok(match word {
                "true" => Constant::Bool(true),
                "false" => Constant::Bool(false),
                _ => Constant::Name(word.to_owned()),
            });
        }
        self.numeral()
    }

    /// An integer, or a number with a point or an exponent.
    fn numeral(&mut self) -> Result<Constant, TypesError> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-')))
            .unwrap_or(rest.len());
        let written = &rest[..length];
        if written.contains(['.', 'e', 'E']) {
            let Ok(number) = written.parse() else { return self.error(format_args!("{written:?} is no number")) };
            self.at += length;
            return Ok(Constant::Double(number));
        }
        match self.integer()? {
            Some(number) => Ok(Constant::Integer(number)),
            None => self.error("a constant is expected: a number, a text, a name, a list or a map"),
        }
    }
}
