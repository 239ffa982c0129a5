//! Editions, <https://protobuf.dev/editions/features/>: what their features say, in proto2 or proto3, which are all that the parser and
//! readers of descriptors know.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use prost_reflect::DescriptorPool;
use prost_reflect::prost::Message as _;
use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FieldOptions, FileDescriptorProto, FileDescriptorSet,
    OneofDescriptorProto, UninterpretedOption,
};
use protox::file::File;

use super::words::in_known_words;
use crate::TypesError;

/// When a field is written.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Presence {
    /// When it was set.
    Explicit,
    /// When it has another value than its default.
    Implicit,
    Required,
}

/// The features that decide what is on the wire.
#[derive(Debug, Clone, Copy)]
struct Features {
    presence: Presence,
    is_packed: bool,
    is_delimited: bool,
}

/// Those of editions 2023 and 2024.
const USUAL: Features = Features { presence: Presence::Explicit, is_packed: true, is_delimited: false };

impl Features {
    /// These, but for what the options say.
    fn with(mut self, options: &[UninterpretedOption]) -> Self {
        for (feature, value) in options.iter().flat_map(said) {
            match (feature.as_str(), value.as_str()) {
                ("field_presence", "EXPLICIT") => self.presence = Presence::Explicit,
                ("field_presence", "IMPLICIT") => self.presence = Presence::Implicit,
                ("field_presence", "LEGACY_REQUIRED") => self.presence = Presence::Required,
                ("repeated_field_encoding", packed) => self.is_packed = packed == "PACKED",
                ("message_encoding", encoding) => self.is_delimited = encoding == "DELIMITED",
                _ => {}
            }
        }
        self
    }
}

/// The features that an option sets, each with its value: `features.NAME = VALUE`, or `features = { NAME: VALUE }`.
fn said(option: &UninterpretedOption) -> Vec<(String, String)> {
    let names: Vec<&str> = option.name.iter().map(|part| part.name_part.as_str()).collect();
    match (names.as_slice(), &option.identifier_value, &option.aggregate_value) {
        (["features", name], Some(value), _) => vec![((*name).to_owned(), value.clone())],
        (["features"], _, Some(text)) => {
            let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || ":,;".contains(c)).collect();
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
        }
        _ => Vec::new(),
    }
}

/// What files of editions say, found while they are opened.
#[derive(Debug, Clone, Default)]
pub(super) struct Editions {
    found: Rc<RefCell<Found>>,
    /// Whether options of others' are passed over in every file, since what defines one may not be at hand.
    pub is_lenient: bool,
}

#[derive(Debug, Default)]
struct Found {
    files: HashSet<String>,
    /// Whether the file that is read is of an edition.
    is_edition: bool,
    /// By the full names of fields and extensions.
    features: HashMap<String, Features>,
}

/// Files of editions as descriptors of proto2 and proto3.
pub(super) struct Resolved {
    pub pool: DescriptorPool,
    /// The descriptors for other readers; none where no syntax has all that the files say.
    pub definition: Option<Vec<u8>>,
    /// Fields of which no descriptor says that a default is not written, by their full names.
    pub implicit: HashSet<String>,
}

impl Editions {
    /// Nothing yet.
    pub fn new(is_lenient: bool) -> Self {
        Self { is_lenient, ..Self::default() }
    }

    /// A file in words that the parser knows: one of an edition as one of proto2, whose features are remembered.
    pub fn open(&self, name: &str, text: &str) -> Result<File, protox::Error> {
        let known = in_known_words(text)
            .map_err(|reason| protox::Error::new(std::io::Error::other(format!("{name}:1:1: {reason}"))))?;
        let file = File::from_source(name, &known.text)?;
        if !known.is_edition && !self.is_lenient {
            return Ok(file);
        }
        let mut file = FileDescriptorProto::from(file);
        self.found.borrow_mut().file(&mut file, known.is_edition);
        Ok(File::from_file_descriptor_proto(file))
    }

    /// What the compiled files are, where any of them is of an edition.
    pub fn resolve(&self, mut set: FileDescriptorSet) -> Option<Result<Resolved, TypesError>> {
        let found = self.found.borrow();
        if found.files.is_empty() {
            return None;
        }
        let mut implicit = HashSet::new();
        for file in set.file.iter_mut().filter(|file| found.files.contains(file.name())) {
            implicit.extend(found.express(file));
        }
        let definition = implicit.is_empty().then(|| set.encode_to_vec());
        let pool = DescriptorPool::from_file_descriptor_set(set);
        Some(match pool {
            Ok(pool) => Ok(Resolved { pool, definition, implicit }),
            Err(error) => Err(TypesError::at("a file of an edition", error)),
        })
    }
}

/// The options of an edition that are not features and matter to a reader.
const KEPT: [&str; 2] = ["allow_alias", "message_set_wire_format"];

/// Takes the options of a declaration that no message needs: those of others, and in a file of an edition also its features.
macro_rules! taken {
    ($found:expr, $declared:expr) => {
        $found.take($declared.options.as_mut().map(|options| &mut options.uninterpreted_option))
    };
}

fn joined(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}

impl Found {
    fn take(&self, options: Option<&mut Vec<UninterpretedOption>>) -> Vec<UninterpretedOption> {
        let Some(options) = options else { return Vec::new() };
        let is_kept = |option: &UninterpretedOption| match option.name.as_slice() {
            [it] if self.is_edition => KEPT.contains(&it.name_part.as_str()),
            parts => !self.is_edition && !parts.iter().any(|part| part.is_extension),
        };
        let (kept, taken) = std::mem::take(options).into_iter().partition(is_kept);
        *options = kept;
        taken
    }

    /// Reads a file without the options of others. Of one of an edition the features are remembered, and it becomes one of proto2.
    fn file(&mut self, file: &mut FileDescriptorProto, is_edition: bool) {
        self.is_edition = is_edition;
        if is_edition {
            file.syntax = None;
            self.files.insert(file.name().to_owned());
        }
        let features = USUAL.with(&taken!(self, file));
        let package = file.package().to_owned();
        file.message_type.iter_mut().for_each(|message| self.message(&package, message, features));
        file.extension.iter_mut().for_each(|field| self.field(&package, field, features));
        file.enum_type.iter_mut().for_each(|names| self.plain(names));
        for service in &mut file.service {
            taken!(self, service);
            service.method.iter_mut().for_each(|method| drop(taken!(self, method)));
        }
    }

    fn message(&mut self, scope: &str, message: &mut DescriptorProto, inherited: Features) {
        let features = inherited.with(&taken!(self, message));
        let scope = joined(scope, message.name());
        let of_oneofs: Vec<Features> =
            message.oneof_decl.iter_mut().map(|oneof| features.with(&taken!(self, oneof))).collect();
        for field in &mut message.field {
            let of_oneof = field.oneof_index.and_then(|index| of_oneofs.get(usize::try_from(index).ok()?));
            self.field(&scope, field, of_oneof.copied().unwrap_or(features));
        }
        tell_apart(&mut message.field);
        message.extension.iter_mut().for_each(|field| self.field(&scope, field, features));
        message.extension_range.iter_mut().for_each(|range| drop(taken!(self, range)));
        message.enum_type.iter_mut().for_each(|names| self.plain(names));
        message.nested_type.iter_mut().for_each(|message| self.message(&scope, message, features));
    }

    fn plain(&self, names: &mut EnumDescriptorProto) {
        taken!(self, names);
        names.value.iter_mut().for_each(|value| drop(taken!(self, value)));
    }

    fn field(&mut self, scope: &str, field: &mut FieldDescriptorProto, inherited: Features) {
        let options = taken!(self, field);
        if !self.is_edition {
            return;
        }
        let features = inherited.with(&options);
        let is_default = |option: &&UninterpretedOption| matches!(option.name.as_slice(), [it] if it.name_part == super::words::DEFAULT);
        field.default_value = options.iter().find(is_default).map(|option| default_text(option, field.r#type()));
        let is_singular = field.label() == Label::Optional && field.oneof_index.is_none();
        if is_singular && field.extendee.is_none() && features.presence == Presence::Required {
            field.set_label(Label::Required);
        }
        self.features.insert(joined(scope, field.name()), features);
    }

    /// Says in a syntax what the features of a compiled file say. Fields whose defaults are not written, where the syntax cannot say so.
    fn express(&self, file: &mut FileDescriptorProto) -> HashSet<String> {
        let package = file.package().to_owned();
        let mut implicit = HashSet::new();
        let mut is_proto2 = file.enum_type.iter().any(is_closed);
        file.extension.iter_mut().for_each(|field| _ = wire(field, self.of(&package, field)));
        self.each(&package, &mut file.message_type, &mut |scope, message| {
            is_proto2 |= !message.extension_range.is_empty() || message.enum_type.iter().any(is_closed);
            message.extension.iter_mut().for_each(|field| _ = wire(field, self.of(scope, field)));
            let is_entry = is_entry(message);
            for field in message.field.iter_mut().filter(|_| !is_entry) {
                let features = self.of(scope, field);
                is_proto2 |= wire(field, features) || field.default_value.is_some();
                if features.presence == Presence::Implicit && is_scalar(field) {
                    implicit.insert(joined(scope, field.name()));
                }
            }
        });
        if implicit.is_empty() || is_proto2 {
            return implicit;
        }
        file.syntax = Some("proto3".to_owned());
        self.each(&package, &mut file.message_type, &mut |scope, message| {
            if !is_entry(message) {
                tell_explicit(message, |name| implicit.contains(&joined(scope, name)));
            }
        });
        HashSet::new()
    }

    /// The features of a field.
    fn of(&self, scope: &str, field: &FieldDescriptorProto) -> Features {
        self.features.get(&joined(scope, field.name())).copied().unwrap_or(USUAL)
    }

    /// Calls `told` with each message and its full name.
    fn each(&self, scope: &str, messages: &mut [DescriptorProto], told: &mut impl FnMut(&str, &mut DescriptorProto)) {
        for message in messages {
            let name = joined(scope, message.name());
            told(&name, message);
            self.each(&name, &mut message.nested_type, told);
        }
    }
}

/// Gives a field that would have the name of another in JSON its own name there: proto2 allows `eventType` beside `event_type`.
fn tell_apart(fields: &mut [FieldDescriptorProto]) {
    let mut taken = HashSet::new();
    for field in fields {
        if !taken.insert(field.json_name().to_owned()) {
            field.json_name = field.name.clone();
            taken.insert(field.name().to_owned());
        }
    }
}

/// Whether a message stands for an entry of a map.
fn is_entry(message: &DescriptorProto) -> bool {
    message.options.as_ref().is_some_and(|options| options.map_entry())
}

/// Whether a field holds one value that is no message, and whose presence nothing else says.
fn is_scalar(field: &FieldDescriptorProto) -> bool {
    field.label() == Label::Optional && field.oneof_index.is_none() && field.r#type() != Type::Message
}

/// Says in words of proto3 that fields have presence: each is the only member of a oneof.
fn tell_explicit(message: &mut DescriptorProto, is_implicit: impl Fn(&str) -> bool) {
    let fields = message.field.iter_mut().filter(|field| is_scalar(field));
    for field in fields.filter(|field| !is_implicit(field.name())).collect::<Vec<_>>() {
        let oneof = format!("_{}", field.name());
        field.proto3_optional = Some(true);
        field.oneof_index = i32::try_from(message.oneof_decl.len()).ok();
        message.oneof_decl.push(OneofDescriptorProto { name: Some(oneof), options: None });
    }
}

/// Whether proto3 has no such enumeration: its first number is another than 0.
fn is_closed(names: &EnumDescriptorProto) -> bool {
    names.value.first().is_some_and(|first| first.number() != 0)
}

/// Says how a field is written. Whether only proto2 has such a field.
fn wire(field: &mut FieldDescriptorProto, features: Features) -> bool {
    let is_number = !matches!(field.r#type(), Type::String | Type::Bytes | Type::Message | Type::Group);
    if field.label() == Label::Repeated && is_number {
        field.options.get_or_insert_with(FieldOptions::default).packed = Some(features.is_packed);
    }
    let is_group = features.is_delimited && field.r#type() == Type::Message;
    if is_group {
        field.set_type(Type::Group);
    }
    is_group || field.label() == Label::Required
}

/// A default as descriptors have it: bytes with escapes, all else as it is written.
fn default_text(option: &UninterpretedOption, ty: Type) -> String {
    let number = option.positive_int_value.map(|number| number.to_string());
    let number = number.or_else(|| option.negative_int_value.map(|number| number.to_string()));
    let number = number.or_else(|| option.double_value.map(|number| number.to_string()));
    let text = option.string_value.as_ref().map(|bytes| match ty {
        Type::Bytes => bytes.iter().flat_map(|byte| std::ascii::escape_default(*byte)).map(char::from).collect(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    });
    let word = option.identifier_value.as_ref().map(|word| match word.as_str() {
        "_inf" => "-inf".to_owned(),
        "_nan" => "nan".to_owned(),
        word => word.to_owned(),
    });
    text.or(number).or(word).unwrap_or_default()
}
