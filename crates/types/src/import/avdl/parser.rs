//! Reads the text of an `.avdl` file.

use wirecost_value::{Value, json};

use super::imported::{Import, ImportKind};
use super::{Idl, Member, Named, Place, Properties, Ty, entry, object};
use crate::TypesError;
use crate::import::nesting::{MAX_NESTING, too_deep};

/// Types that have no name of their own.
pub const PRIMITIVES: [&str; 8] = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];

/// Reads a protocol, or a schema file, which is the last source. What it imports.
pub fn parse(file: &str, text: &str, idl: &mut Idl) -> Result<Vec<Import>, TypesError> {
    if let Some(offset) = too_deep(text) {
        let reason = format!("nested deeper than {MAX_NESTING} levels");
        return Err(TypesError::at_offset(file, text, offset, reason));
    }
    let source = idl.sources.len() - 1;
    let mut parser = Parser { file, text, at: 0, source, namespace: None, imports: Vec::new(), idl };
    parser.file()?;
    let imports = parser.imports;
    if source == 0 {
        idl.own = idl.types.len();
    }
    Ok(imports)
}

struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    at: usize,
    source: usize,
    /// Where names without a dot are looked for.
    namespace: Option<String>,
    imports: Vec<Import>,
    idl: &'a mut Idl,
}

/// `@name(value)`, with the byte where it is.
struct Annotation {
    name: String,
    value: Value,
    offset: usize,
}

impl<'a> Parser<'a> {
    fn error<T>(&self, offset: usize, reason: impl std::fmt::Display) -> Result<T, TypesError> {
        Err(TypesError::at_offset(self.file, self.text, offset, reason))
    }

    fn file(&mut self) -> Result<(), TypesError> {
        let annotations = self.annotations()?;
        if self.take_word("protocol")? {
            self.take_namespace(&annotations)?;
            self.name()?;
            self.expect('{')?;
            while !self.take('}')? {
                self.declaration(true)?;
            }
        } else {
            // A schema file has no annotations of its own: these are those of its first type.
            if annotations.is_empty() && self.take_word("namespace")? {
                self.namespace = Some(self.name()?);
                self.expect(';')?;
            }
            if annotations.is_empty() && self.take_word("schema")? {
                let root = self.ty()?;
                self.expect(';')?;
                // One that is imported is about another type.
                if self.source == 0 {
                    self.idl.root = Some(root);
                }
            }
            if !annotations.is_empty() {
                self.definition(annotations, false)?;
            }
            while !self.is_end()? {
                self.declaration(false)?;
            }
        }
        if self.is_end()? { Ok(()) } else { self.error(self.at, "something stands after the end of the protocol") }
    }

    fn declaration(&mut self, in_protocol: bool) -> Result<(), TypesError> {
        let annotations = self.annotations()?;
        self.definition(annotations, in_protocol)
    }

    /// What follows the annotations of a type, an import or a message.
    fn definition(&mut self, annotations: Vec<Annotation>, in_protocol: bool) -> Result<(), TypesError> {
        let offset = self.at;
        // An error is a record that a message may throw.
        let (keyword, kind) = match self.peek_word()? {
            Some("record") => ("record", "record"),
            Some("error") => ("error", "record"),
            Some("enum") => ("enum", "enum"),
            Some("fixed") => ("fixed", "fixed"),
            Some("import") => return self.import(),
            Some(_) if in_protocol => return self.message(),
            _ => return self.error(offset, "a record, an error, an enum or a fixed type is expected here"),
        };
        self.at += keyword.len();
        let outer = self.namespace.clone();
        self.take_namespace(&annotations)?;
        self.space()?;
        let place = self.at;
        let name = self.name()?;
        let name = self.full(&name);
        // A name with dots says where the names in it are looked for.
        self.namespace = name.rsplit_once('.').map(|(namespace, _)| namespace.to_owned());
        let mut named = Named { kind, properties: properties(&annotations, &["aliases"]), fields: Vec::new() };
        match kind {
            "enum" => self.enumeration(&mut named)?,
            "fixed" => {
                self.expect('(')?;
                named.properties.push(("size".to_owned(), self.json()?));
                self.expect(')')?;
                self.expect(';')?;
                named.properties.extend(properties(&annotations, &["logicalType", "precision", "scale"]));
            }
            _ => {
                self.expect('{')?;
                while !self.take('}')? {
                    self.fields(&mut named)?;
                }
            }
        }
        self.namespace = outer;
        self.idl.define(name, named, Place { source: self.source, offset: place })
    }

    /// `import idl "file";`, or one of a protocol or a schema.
    fn import(&mut self) -> Result<(), TypesError> {
        self.at += "import".len();
        self.space()?;
        let offset = self.at;
        let kind = match self.peek_word()? {
            Some("idl") => ImportKind::Idl,
            Some("protocol") => ImportKind::Protocol,
            Some("schema") => ImportKind::Schema,
            _ => return self.error(offset, "an import is of idl, protocol or schema"),
        };
        self.run(|c| c.is_ascii_alphabetic());
        let Value::Text(file) = self.json()? else { return self.error(offset, "an import names a file in quotes") };
        self.imports.push(Import { kind, file });
        self.expect(';')
    }

    fn enumeration(&mut self, named: &mut Named) -> Result<(), TypesError> {
        self.expect('{')?;
        let mut symbols = Vec::new();
        while !self.take('}')? {
            self.annotations()?;
            symbols.push(Value::text(self.name()?));
            if !self.take(',')? {
                self.expect('}')?;
                break;
            }
        }
        named.properties.push(("symbols".to_owned(), Value::Sequence(symbols)));
        if self.take('=')? {
            named.properties.push(entry("default", &self.name()?));
            self.expect(';')?;
        }
        Ok(())
    }

    /// `type name = default, name;`
    fn fields(&mut self, named: &mut Named) -> Result<(), TypesError> {
        let annotations = self.annotations()?;
        if let Some(annotation) = annotations.iter().find(|it| it.name == "aliases") {
            return self.error(annotation.offset, "@aliases of a field stands before its name, after its type");
        }
        let (ty, is_optional) = self.annotated(&annotations)?;
        loop {
            let mut ty = ty.clone();
            let of_field = self.annotations()?;
            let name = self.name()?;
            let mut properties = properties(&of_field, &["aliases"]);
            if self.take('=')? && !self.is_beyond_json()? {
                let value = self.json()?;
                if let (true, false, Ty::Union(branches)) = (is_optional, value == Value::Null, &mut ty) {
                    // The default is one of the first branch.
                    branches.reverse();
                }
                properties.push(("default".to_owned(), value));
            }
            named.fields.push(Member { name, ty, properties });
            if !self.take(',')? {
                return self.expect(';');
            }
        }
    }

    /// `type name(parameters) throws errors;`: passed over.
    fn message(&mut self) -> Result<(), TypesError> {
        let offset = self.at;
        self.ty_or_void()?;
        self.annotations()?;
        self.name()?;
        if !self.take('(')? {
            let reason = "a declaration begins with record, error, enum, fixed or import; a message has parameters";
            return self.error(offset, reason);
        }
        while !self.take(')')? {
            self.annotations()?;
            self.ty()?;
            self.annotations()?;
            self.name()?;
            if self.take('=')? {
                self.json()?;
            }
            if !self.take(',')? {
                self.expect(')')?;
                break;
            }
        }
        if !self.take_word("oneway")? && self.take_word("throws")? {
            self.name()?;
            while self.take(',')? {
                self.name()?;
            }
        }
        self.expect(';')
    }

    fn ty_or_void(&mut self) -> Result<(), TypesError> {
        if !self.take_word("void")? {
            self.ty()?;
        }
        Ok(())
    }

    fn ty(&mut self) -> Result<Ty, TypesError> {
        let annotations = self.annotations()?;
        self.annotated(&annotations).map(|(ty, _)| ty)
    }

    /// A type whose annotations were read, and whether it ends in `?`.
    fn annotated(&mut self, annotations: &[Annotation]) -> Result<(Ty, bool), TypesError> {
        self.space()?;
        let offset = self.at;
        let ty = self.unmarked()?;
        let logical = properties(annotations, &["logicalType", "precision", "scale"]);
        let ty = match (ty, logical.is_empty()) {
            (ty, true) => ty,
            (Ty::Plain(Value::Text(name)), false) => {
                Ty::Plain(object([vec![("type".to_owned(), Value::Text(name))], logical].concat()))
            }
            _ => {
                return self.error(
                    offset,
                    "a logical type is one of a type such as long, or of a fixed type where it is defined",
                );
            }
        };
        if !self.take('?')? {
            return Ok((ty, false));
        }
        match ty {
            Ty::Union(_) => self.error(offset, "a union is not optional; put null into it"),
            ty => Ok((Ty::Union(vec![Ty::Plain(Value::text("null")), ty]), true)),
        }
    }

    fn unmarked(&mut self) -> Result<Ty, TypesError> {
        let offset = self.at;
        let is_quoted = self.text[offset..].starts_with('`');
        let name = self.name()?;
        let logical =
            |of: &str, logical: &str| Ok(Ty::Plain(object(vec![entry("type", of), entry("logicalType", logical)])));
        match name.as_str() {
            _ if is_quoted => Ok(Ty::Named(self.full(&name), Place { source: self.source, offset })),
            primitive if PRIMITIVES.contains(&primitive) => Ok(Ty::Plain(Value::Text(name))),
            "date" => logical("int", "date"),
            "time_ms" => logical("int", "time-millis"),
            "timestamp_ms" => logical("long", "timestamp-millis"),
            "local_timestamp_ms" => logical("long", "local-timestamp-millis"),
            "uuid" => logical("string", "uuid"),
            "decimal" => {
                self.expect('(')?;
                let mut entries = vec![entry("type", "bytes"), entry("logicalType", "decimal")];
                entries.push(("precision".to_owned(), self.json()?));
                if self.take(',')? {
                    entries.push(("scale".to_owned(), self.json()?));
                }
                self.expect(')')?;
                Ok(Ty::Plain(object(entries)))
            }
            "array" | "map" => {
                self.expect('<')?;
                let inner = Box::new(self.ty()?);
                self.expect('>')?;
                Ok(if name == "array" { Ty::Array(inner) } else { Ty::Map(inner) })
            }
            "union" => {
                self.expect('{')?;
                let mut branches = vec![self.ty()?];
                while self.take(',')? {
                    branches.push(self.ty()?);
                }
                self.expect('}')?;
                Ok(Ty::Union(branches))
            }
            "void" => self.error(offset, "void is the type of no field"),
            _ => Ok(Ty::Named(self.full(&name), Place { source: self.source, offset })),
        }
    }

    /// A name as it is known in the whole file.
    fn full(&self, name: &str) -> String {
        match &self.namespace {
            Some(namespace) if !name.contains('.') => format!("{namespace}.{name}"),
            _ => name.to_owned(),
        }
    }

    fn take_namespace(&mut self, annotations: &[Annotation]) -> Result<(), TypesError> {
        for annotation in annotations.iter().filter(|it| it.name == "namespace") {
            match &annotation.value {
                Value::Text(name) if !name.is_empty() => self.namespace = Some(name.clone()),
                _ => return self.error(annotation.offset, "a namespace is a text that is not empty"),
            }
        }
        Ok(())
    }

    fn annotations(&mut self) -> Result<Vec<Annotation>, TypesError> {
        let mut all = Vec::new();
        loop {
            self.space()?;
            let offset = self.at;
            if !self.take('@')? {
                return Ok(all);
            }
            // Keywords in it are in backticks.
            let name = self.run(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '`')).replace('`', "");
            self.expect('(')?;
            let value = self.json()?;
            self.expect(')')?;
            all.push(Annotation { name, value, offset });
        }
    }

    /// Passes over a number that JSON does not have. It is the default of a field, which only readers of older data need.
    fn is_beyond_json(&mut self) -> Result<bool, TypesError> {
        let start = self.at;
        self.take('-')?;
        let is_one = self.take_word("NaN")? || self.take_word("Infinity")?;
        if !is_one {
            self.at = start;
        }
        Ok(is_one)
    }

    /// A value as JSON writes it, with comments in it.
    fn json(&mut self) -> Result<Value, TypesError> {
        self.space()?;
        let (start, mut depth) = (self.at, 0_usize);
        let bytes = self.text.as_bytes();
        // Places stay what they are.
        let mut plain = Vec::new();
        while let Some(&byte) = bytes.get(self.at) {
            let from = self.at;
            match byte {
                b'"' => {
                    self.at += 1;
                    while bytes.get(self.at).is_some_and(|byte| *byte != b'"') {
                        self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
                    }
                }
                b'/' => {
                    self.space()?;
                    if self.at > from {
                        plain.resize(plain.len() + self.at - from, b' ');
                        continue;
                    }
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth > 0 => depth -= 1,
                b']' | b'}' | b')' | b';' | b',' if depth == 0 => break,
                _ => {}
            }
            self.at = (self.at + 1).min(bytes.len());
            plain.extend_from_slice(&bytes[from..self.at]);
        }
        if let Some(number) = hexadecimal(&plain) {
            return Ok(number.into());
        }
        json::read(&plain).or_else(|error| self.error(start, format_args!("this is no JSON: {}", error.reason)))
    }

    /// A name, with dots or without; each part may appear in backticks.
    fn name(&mut self) -> Result<String, TypesError> {
        let mut name = String::new();
        loop {
            let is_quoted = self.take('`')?;
            let part = self.run(|c| c.is_alphanumeric() || c == '_');
            if part.is_empty() || part.starts_with(char::is_numeric) {
                return self.error(self.at - part.len(), "a name is expected here");
            }
            name.push_str(part);
            if is_quoted {
                self.expect('`')?;
            }
            if !self.text[self.at..].starts_with('.') {
                return Ok(name);
            }
            self.at += 1;
            name.push('.');
        }
    }

    /// The characters from here on that are such.
    fn run(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !is_such(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn peek_word(&mut self) -> Result<Option<&'a str>, TypesError> {
        self.space()?;
        let start = self.at;
        let word = self.run(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        self.at = start;
        // A name in backticks is no keyword.
        Ok((!word.is_empty() || self.text[start..].starts_with('`')).then_some(word))
    }

    fn take_word(&mut self, word: &str) -> Result<bool, TypesError> {
        let found = self.peek_word()? == Some(word);
        if found {
            self.at += word.len();
        }
        Ok(found)
    }

    fn take(&mut self, wanted: char) -> Result<bool, TypesError> {
        self.space()?;
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        Ok(found)
    }

    fn expect(&mut self, wanted: char) -> Result<(), TypesError> {
        if self.take(wanted)? {
            return Ok(());
        }
        match self.text[self.at..].chars().next() {
            Some(found) => self.error(self.at, format_args!("{wanted:?} is expected here, and not {found:?}")),
            None => self.error(self.at, format_args!("{wanted:?} is expected, and the file ends here")),
        }
    }

    fn is_end(&mut self) -> Result<bool, TypesError> {
        self.space()?;
        // What some editors of Windows put at the end.
        Ok(self.text[self.at..].trim_start_matches('\u{1a}').is_empty())
    }

    /// Passes over white space and comments.
    fn space(&mut self) -> Result<(), TypesError> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{c}', '\u{feff}']);
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += 2 + end + 2,
                    None => return self.error(self.at, "this comment has no end"),
                }
            } else {
                return Ok(());
            }
        }
    }
}

/// An integer with the digits that JSON does not have.
fn hexadecimal(text: &[u8]) -> Option<i64> {
    let digits = std::str::from_utf8(text).ok()?.trim().strip_prefix("0x")?;
    i64::from_str_radix(digits, 16).ok()
}

/// The annotations of these names, as JSON has them. Others say nothing about types.
fn properties(annotations: &[Annotation], names: &[&str]) -> Properties {
    let known = annotations.iter().filter(|annotation| names.contains(&annotation.name.as_str()));
    known.map(|annotation| (annotation.name.clone(), annotation.value.clone())).collect()
}
