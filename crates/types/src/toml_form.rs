//! Models as a `message.toml` has them: `type` and the tables of `types`. `docs/TYPES.md` describes the form.

mod document;

use std::collections::HashMap;
use std::fmt::Write as _;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use wirecost_value::{Integer, Value};

use crate::syntax::{self, SyntaxError};
use crate::xml::XmlDocument;
use crate::{Definition, Enumeration, Field, MAX_BYTES, Model, Presence, Record, Type, TypesError, Wire, Wires};

/// What is said about fields beside them, by the name of the record and the field.
#[derive(Debug, Clone, Default)]
pub struct Notes(HashMap<(String, String), String>);

impl Notes {
    /// Says something about a field.
    pub fn add(&mut self, record: &str, field: &str, note: impl Into<String>) {
        self.0.insert((record.to_owned(), field.to_owned()), note.into());
    }

    fn of(&self, record: &str, field: &str) -> Option<&String> {
        self.0.get(&(record.to_owned(), field.to_owned()))
    }
}

impl Model {
    /// Reads the types of a `message.toml`. What else it says is left to others. `file` names it in errors.
    ///
    /// # Errors
    /// If the text is no TOML, or its types do not hold together, with line and column.
    pub fn from_toml(file: &str, text: &str) -> Result<Self, TypesError> {
        let reader = Reader { file, text, document: None };
        if text.len() > MAX_BYTES {
            return Err(TypesError::at(file, format_args!("{} bytes; a model may have {MAX_BYTES}", text.len())));
        }
        let document = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            TypesError::at_offset(file, text, offset, error.message())
        })?;
        let document = document.get_ref();
        let root = match document.get("type") {
            Some(name) => reader.parse(name, syntax::parse)?,
            None => {
                return Err(TypesError::at(file, "it has no `type = \"NAME\"`, which names the type of the message"));
            }
        };
        let xml = document.get("document").map(|document| reader.document(document)).transpose()?;
        let reader = Reader { document: xml.as_ref(), ..reader };
        let mut model = Self::new(root, IndexMap::new());
        let mut places = HashMap::new();
        if let Some(types) = document.get("types") {
            let Some(table) = types.get_ref().as_table() else {
                return Err(reader.at(types, "types is a table of types"));
            };
            for (name, definition) in table.iter() {
                places.insert(name.get_ref().to_string(), name.span().start);
                model.types.insert(name.get_ref().to_string(), reader.definition(definition)?);
            }
        }
        let located = |error| match error {
            // The check knows names, and this the lines on which they stand.
            TypesError::Broken { place, reason } => {
                let name = place.strip_prefix("types.").unwrap_or_default();
                let offset = places.iter().find(|(known, _)| {
                    name.strip_prefix(known.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                });
                let offset = offset.map_or(0, |(_, offset)| *offset);
                TypesError::at_offset(file, text, offset, format_args!("{place}: {reason}"))
            }
            other => other,
        };
        model.check().map_err(located)?;
        model.type_defaults();
        model.document = xml;
        Ok(model)
    }

    /// Gives defaults the types of their fields, which the check has found possible.
    pub(crate) fn type_defaults(&mut self) {
        let typed = |field: &Field| match &field.presence {
            Presence::Default(value) => self.fit_type(&field.ty, value).ok(),
            _ => field.absent.as_ref().and_then(|value| self.fit_type(&field.ty, value).ok()),
        };
        let mut all: Vec<Option<Value>> = Vec::new();
        for definition in self.types.values() {
            if let Definition::Record(record) = definition {
                all.extend(record.fields.iter().map(typed));
            }
        }
        let mut all = all.into_iter();
        for definition in self.types.values_mut() {
            if let Definition::Record(record) = definition {
                for field in &mut record.fields {
                    let value = all.next().flatten();
                    match (&mut field.presence, value) {
                        (Presence::Default(default), Some(value)) => *default = value,
                        (Presence::Default(_), None) => {}
                        (_, value) => field.absent = value,
                    }
                }
            }
        }
    }

    /// The model as a `message.toml` has it, with `notes` as comments beside the fields.
    ///
    /// # Errors
    /// If a default holds null within, which TOML cannot write.
    pub fn to_toml(&self, notes: &Notes) -> Result<String, TypesError> {
        let mut out = format!("type = {}\n", quoted(&self.root.to_string()));
        out.push_str(&self.document.as_ref().map(document::written).unwrap_or_default());
        let in_line: Vec<_> = self.types.iter().filter_map(|(name, it)| Some((name, in_line(it)?))).collect();
        if !in_line.is_empty() {
            out.push_str("\n[types]\n");
        }
        for (name, definition) in in_line {
            let _ = writeln!(out, "{} = {definition}", key(name));
        }
        for (name, definition) in &self.types {
            match definition {
                Definition::Enumeration(names) if names.is_numbered => {
                    let _ = writeln!(out, "\n[types.{}]", key(name));
                    for (symbol, number) in &names.symbols {
                        let _ = writeln!(out, "{} = {number}", key(symbol));
                    }
                }
                Definition::Record(record) => {
                    let _ = writeln!(out, "\n[types.{}]", key(name));
                    for field in &record.fields {
                        let line = format!("{} = {}", key(&field.name), written(name, field, self.document.as_ref())?);
                        match notes.of(name, &field.name) {
                            Some(note) => _ = writeln!(out, "{line}  # {}", note.replace(['\n', '\r'], " ")),
                            None => _ = writeln!(out, "{line}"),
                        }
                    }
                }
                Definition::Union(_) | Definition::Enumeration(_) => {}
            }
        }
        Ok(out)
    }
}

/// A definition that takes no table: a union, or an enumeration without numbers.
fn in_line(definition: &Definition) -> Option<String> {
    match definition {
        Definition::Union(branches) => {
            let branches: Vec<String> = branches.iter().map(ToString::to_string).collect();
            Some(quoted(&branches.join("|")))
        }
        Definition::Enumeration(names) if !names.is_numbered => {
            let names: Vec<String> = names.symbols.iter().map(|(name, _)| quoted(name)).collect();
            Some(format!("[{}]", names.join(", ")))
        }
        Definition::Enumeration(_) | Definition::Record(_) => None,
    }
}

/// A field as TOML: its type as a text, or a table where there is more to say.
fn written(record: &str, field: &Field, document: Option<&XmlDocument>) -> Result<String, TypesError> {
    let number = field.number.map_or(String::new(), |number| format!("{number}: "));
    let optional = if field.presence == Presence::Optional { "?" } else { "" };
    let ty = quoted(&format!("{number}{}{optional}", field.ty));
    let mut entries = vec![format!("type = {ty}")];
    match &field.presence {
        Presence::Default(Value::Null) => entries.push("missing = \"null\"".to_owned()),
        Presence::Default(value) => match default(value) {
            Some(text) => entries.push(format!("default = {text}")),
            None => {
                let place = format!("types.{record}.{}", field.name);
                return Err(TypesError::at(place, "its default holds null within, which TOML cannot write"));
            }
        },
        Presence::Required | Presence::Optional => {}
    }
    if !field.aliases.is_empty() {
        let aliases: Vec<String> = field.aliases.iter().map(|alias| quoted(alias)).collect();
        entries.push(format!("aliases = [{}]", aliases.join(", ")));
    }
    entries.extend(field.group.as_ref().map(|group| format!("group = {}", quoted(group))));
    entries.extend(field.absent.as_ref().and_then(default).map(|value| format!("absent = {value}")));
    let wire: Vec<String> = wire_words(field.wire).map(quoted).collect();
    if !wire.is_empty() {
        entries.push(format!("wire = [{}]", wire.join(", ")));
    }
    let place = field.xml.as_ref().zip(document).filter(|(place, document)| document.usual(&field.name) != **place);
    entries.extend(place.map(|(place, document)| format!("xml = {}", quoted(&document.spell_place(place)))));
    Ok(if entries.len() == 1 { ty } else { format!("{{ {} }}", entries.join(", ")) })
}

/// What a `message.toml` says of how Protocol Buffers writes a field.
fn wire_words(wire: Wires) -> impl Iterator<Item = &'static str> {
    let value = match wire.value {
        Wire::Usual => None,
        Wire::Zigzag => Some("sint"),
        Wire::Fixed => Some("fixed"),
        Wire::Group => Some("group"),
    };
    let key = match wire.key {
        Wire::Zigzag => Some("sint keys"),
        Wire::Fixed => Some("fixed keys"),
        Wire::Usual | Wire::Group => None,
    };
    [value, key, wire.is_unpacked.then_some("unpacked")].into_iter().flatten()
}

fn set_wire(wire: &mut Wires, word: &str) -> bool {
    match word {
        "sint" => wire.value = Wire::Zigzag,
        "fixed" => wire.value = Wire::Fixed,
        "group" => wire.value = Wire::Group,
        "sint keys" => wire.key = Wire::Zigzag,
        "fixed keys" => wire.key = Wire::Fixed,
        "unpacked" => wire.is_unpacked = true,
        _ => return false,
    }
    true
}

/// A value as TOML; none if it holds null.
fn default(value: &Value) -> Option<String> {
    use base64::Engine as _;
    Some(match value {
        Value::Null | Value::Absent => return None,
        Value::Boolean(b) => b.to_string(),
        // TOML's integers have 64 bits and a sign; a larger one is text, which reads as a number where one is due.
        Value::Integer(n) if i64::try_from(n.get()).is_err() => quoted(&n.get().to_string()),
        Value::Integer(n) => n.get().to_string(),
        Value::Float32(x) => float(f64::from(*x), &format!("{x:?}")),
        Value::Float64(x) => float(*x, &format!("{x:?}")),
        Value::Text(text) => quoted(text),
        Value::Bytes(bytes) => quoted(&base64::prelude::BASE64_STANDARD.encode(bytes)),
        Value::Sequence(items) => {
            format!("[{}]", items.iter().map(default).collect::<Option<Vec<_>>>()?.join(", "))
        }
        Value::Map(entries) => {
            let present = entries.iter().filter(|(_, value)| !matches!(value, Value::Absent));
            let entries = present.map(|(name, value)| Some(format!("{} = {}", key(name), default(value)?)));
            format!("{{ {} }}", entries.collect::<Option<Vec<_>>>()?.join(", "))
        }
    })
}

fn float(x: f64, shortest: &str) -> String {
    match x {
        x if x.is_nan() => "nan".to_owned(),
        x if x.is_infinite() => if x > 0.0 { "inf" } else { "-inf" }.to_owned(),
        _ => shortest.to_owned(),
    }
}

/// A key, quoted where it must be.
fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { quoted(name) }
}

/// A basic string.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    /// The document that the fields stand in.
    document: Option<&'a XmlDocument>,
}

impl Reader<'_> {
    fn at<T>(&self, there: &Spanned<T>, reason: impl std::fmt::Display) -> TypesError {
        TypesError::at_offset(self.file, self.text, there.span().start, reason)
    }

    /// Reads the text of a value by `parse`; an error has its place within the text.
    fn parse<T>(
        &self,
        value: &Spanned<DeValue<'_>>,
        parse: impl Fn(&str) -> Result<T, SyntaxError>,
    ) -> Result<T, TypesError> {
        let Some(text) = value.get_ref().as_str() else {
            return Err(self.at(value, "a type is written as text, such as \"u16\""));
        };
        parse(text).map_err(|error| {
            // One byte for the quotation mark; a text with escapes is longer in the file than it is.
            let offset = (value.span().start + 1 + error.offset).min(value.span().end);
            TypesError::at_offset(self.file, self.text, offset, format_args!("{text:?}: {}", error.reason))
        })
    }

    fn definition(&self, value: &Spanned<DeValue<'_>>) -> Result<Definition, TypesError> {
        if let Some(names) = value.get_ref().as_array() {
            let symbols = names.iter().zip(0..).map(|(name, number)| match name.get_ref().as_str() {
                Some(text) => Ok((text.to_owned(), number)),
                None => Err(self.at(name, "a name of an enumeration is text")),
            });
            let symbols = symbols.collect::<Result<_, _>>()?;
            return Ok(Definition::Enumeration(Enumeration { symbols, is_numbered: false }));
        }
        let Some(table) = value.get_ref().as_table() else {
            return self.parse(value, syntax::branches).map(Definition::Union);
        };
        let mut entries = table.iter().peekable();
        if entries.peek().is_some_and(|(_, first)| first.get_ref().is_integer()) {
            let symbols = entries.map(|(name, number)| match integer(number.get_ref()) {
                Some(number) => Ok((name.get_ref().to_string(), number)),
                None => Err(self.at(number, "the number of a name of an enumeration has 32 bits, signed")),
            });
            let symbols = symbols.collect::<Result<_, _>>()?;
            return Ok(Definition::Enumeration(Enumeration { symbols, is_numbered: true }));
        }
        let fields = entries.map(|(name, value)| self.field(name.get_ref(), value)).collect::<Result<_, _>>()?;
        Ok(Definition::Record(Record::new(fields)))
    }

    fn field(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Field, TypesError> {
        let named = |written: syntax::Written| Field {
            xml: self.document.map(|document| document.usual(name)),
            number: written.number,
            presence: if written.optional { Presence::Optional } else { Presence::Required },
            ..Field::new(name, written.ty)
        };
        let Some(table) = value.get_ref().as_table() else { return self.parse(value, syntax::field).map(named) };
        let Some(ty) = table.get("type") else { return Err(self.at(value, "the field has no type")) };
        let mut field = named(self.parse(ty, syntax::field)?);
        for (key, value) in table.iter() {
            let text = || value.get_ref().as_str().map(str::to_owned);
            match key.get_ref().as_ref() {
                "type" => {}
                "default" | "missing" if field.presence != Presence::Required => {
                    return Err(self.at(value, "a field that may be absent has no default; leave out one of the two"));
                }
                "default" => field.presence = Presence::Default(self.value(value)?),
                "missing" if text().as_deref() == Some("null") => field.presence = Presence::Default(Value::Null),
                "group" => field.group = Some(text().ok_or_else(|| self.at(value, "a group has a name"))?),
                "absent" if field.presence == Presence::Optional => field.absent = Some(self.value(value)?),
                "wire" => {
                    let words = value.get_ref().as_array().map(|words| words.iter());
                    let mut words = words.into_iter().flatten().map(|word| word.get_ref().as_str().unwrap_or_default());
                    if value.get_ref().as_array().is_none() || !words.all(|word| set_wire(&mut field.wire, word)) {
                        let known = "sint, fixed, group, sint keys, fixed keys and unpacked";
                        return Err(self.at(value, format_args!("wire is a list of {known}")));
                    }
                }
                "xml" => {
                    let Some(document) = self.document else {
                        return Err(
                            self.at(value, "a place in XML needs a table [document], which names the root element")
                        );
                    };
                    let place = document.parse_place(value.get_ref().as_str().unwrap_or_default());
                    field.xml = Some(place.map_err(|reason| self.at(value, reason))?);
                }
                "aliases" => {
                    let names = value.get_ref().as_array().map(|names| {
                        names.iter().map(|name| name.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
                    });
                    field.aliases = names.flatten().ok_or_else(|| self.at(value, "aliases are a list of names"))?;
                }
                other => {
                    let known =
                        "type, default, missing = \"null\", aliases, group, absent where it is optional, wire and xml";
                    return Err(self.at(key, format_args!("a field has {known}, and no {other:?} of this kind")));
                }
            }
        }
        Ok(field)
    }

    fn value(&self, value: &Spanned<DeValue<'_>>) -> Result<Value, TypesError> {
        Ok(match value.get_ref() {
            DeValue::String(text) => Value::text(text.as_ref()),
            DeValue::Boolean(b) => Value::Boolean(*b),
            DeValue::Integer(n) => {
                let number = i128::from_str_radix(n.as_str(), n.radix()).ok();
                match number.and_then(|n| Integer::try_from(n).ok()) {
                    Some(n) => Value::Integer(n),
                    None => return Err(self.at(value, "it does not fit a 64-bit integer")),
                }
            }
            DeValue::Float(x) => match x.as_str().parse() {
                Ok(x) => Value::Float64(x),
                Err(_) => return Err(self.at(value, "it is no 64-bit float")),
            },
            DeValue::Datetime(time) => Value::text(time.to_string()),
            DeValue::Array(items) => {
                Value::Sequence(items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?)
            }
            DeValue::Table(entries) => {
                let entries = entries.iter().map(|(name, value)| Ok((name.get_ref().to_string(), self.value(value)?)));
                Value::Map(entries.collect::<Result<_, TypesError>>()?)
            }
        })
    }
}

fn integer(value: &DeValue<'_>) -> Option<i32> {
    value.as_integer().and_then(|n| i32::from_str_radix(n.as_str(), n.radix()).ok())
}

impl Type {
    /// Reads a type as a `message.toml` writes it, such as `[text|null]`.
    ///
    /// # Errors
    /// If it is no type, with the column.
    pub fn parse(text: &str) -> Result<Self, TypesError> {
        syntax::parse(text).map_err(|error| TypesError::at_offset("type", text, error.offset, error.reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"type = "order"

[types]
amount = "i64|decimal(10,2)|null"
suit = ["clubs", "hearts"]

[types.order]
id = "3: u64"
note = "text?"
state = { type = "state", default = "OPEN" }
parent = { type = "order|null", missing = "null" }
"@type" = { type = "text?", aliases = ["kind", "ki\"nd"], group = "g" }
share = { type = "f32", default = 0.1 }
largest = { type = "u64", default = "18446744073709551615" }
photo = { type = "bytes(2)", default = "AQI=" }
amounts = "[amount]"
port = { type = "u32?", absent = 80, wire = ["fixed"] }
deltas = { type = "{i32: i32}", wire = ["sint", "sint keys", "unpacked"] }

[types.state]
OPEN = 0
"IN PROGRESS" = -1
"#;

    #[test]
    fn a_model_reads_and_writes_itself() {
        let model = Model::from_toml("order.toml", TEXT).unwrap();
        assert_eq!(model.to_toml(&Notes::default()).unwrap(), TEXT);
        let order = model.record("order").unwrap();
        assert_eq!(order.numbers(), [3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(order.fields[5].presence, Presence::Default(Value::Float32(0.1)));
        assert_eq!(order.fields[7].presence, Presence::Default(Value::Bytes(vec![1, 2])));
        let mut notes = Notes::default();
        notes.add("order", "note", "why\nnot");
        let noted = model.to_toml(&notes).unwrap();
        assert!(noted.contains("note = \"text?\"  # why not\n"), "{noted}");
        assert_eq!(Model::from_toml("order.toml", &noted).unwrap(), model);
    }

    #[test]
    fn a_broken_file_says_file_line_and_column() {
        for (text, says) in [
            ("type = \"a\"\n[types.a]\nx = \"u8\"\ny = \"[u9\"\n", "a.toml:4:9: \"[u9\": ']' is missing"),
            ("type = \"a\"\n[types.a]\nx = 5\ny = \"u8\"\n", "a.toml:4:5: the number of a name"),
            ("type = \"a\"\n[types.a]\nx = \"u8\"\ny = 5\n", "a.toml:4:5: a type is written as text"),
            ("type = \"a\"\n[types.b]\nx = \"c\"\n[types.a]\n", "a.toml:2:8: types.b.x: type \"c\" is not known"),
            ("[types.a]\n", "it has no `type"),
            ("type = \"a\"\n[types.a]\nx = { type = \"u8\", defalt = 1 }\n", "a.toml:3:20: a field has type"),
            ("type = \"a\"\n[types.a]\nx = { type = \"u8?\", default = 1 }\n", "has no default"),
            ("type = \n", "a.toml:1:"),
            ("type = \"a\"\n[types]\na = [\"b\", 1]\n", "a.toml:3:11: a name of an enumeration is text"),
        ] {
            let error = Model::from_toml("a.toml", text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
