//! Apache Thrift: <https://thrift.apache.org/docs/idl>. Services and constants are no types of messages, and are passed over.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use pilota_thrift_parser::{
    Attribute, ConstValue, Enum, Field as ThriftField, File, FileParser, FileSource, Item, StructLike, Ty,
};
use wirecost_value::{Integer, Value};

use super::nesting::{MAX_NESTING, too_deep};
use super::{Chosen, Imported, TypeNames, choose, read};
use crate::{Definition, Enumeration, Field, Format, Int, Key, MAX_BYTES, Model, Presence, Record, Type, TypesError};

/// The most files that one may include, directly and through others.
const MAX_FILES: usize = 256;

/// Reads a `.thrift` file; those that it includes are looked for beside the file that includes them.
///
/// # Errors
/// If a file is broken, with line and column, has no such type, or says what a model cannot.
pub fn load(path: &Path, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let mut files = Files { files: Vec::new(), by_path: HashMap::new() };
    files.load(path)?;
    import(files.files, type_name)
}

/// Reads the text of a `.thrift` file that includes no other. `file` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let parsed = parse_file(file, text)?;
    if let Some(include) = parsed.items.iter().find_map(included) {
        return Err(TypesError::at(file, format_args!("it includes {include:?}, which is not at hand")));
    }
    import(vec![Loaded { place: file.to_owned(), file: parsed, includes: HashMap::new() }], type_name)
}

fn parse_file(place: &str, text: &str) -> Result<File, TypesError> {
    if text.len() > MAX_BYTES {
        return Err(TypesError::at(place, format_args!("{} bytes; a schema may have {MAX_BYTES}", text.len())));
    }
    if let Some(offset) = too_deep(text) {
        let reason = format!("nested deeper than {MAX_NESTING} levels");
        return Err(TypesError::at_offset(place, text, offset, reason));
    }
    FileParser::new(FileSource::new(text)).parse().map_err(|error| {
        // The library's `Debug` is a summary: "Failed to parse thrift file: inline at line 3:4 - reason".
        let summary = format!("{error:?}");
        let located = summary.split_once(" at line ").and_then(|(_, rest)| rest.split_once(" - "));
        match located {
            Some((at, reason)) => TypesError::at(format_args!("{place}:{at}"), reason),
            None => TypesError::at(place, summary.lines().nth(1).unwrap_or(&summary).trim()),
        }
    })
}

fn included(item: &Item) -> Option<&str> {
    match item {
        Item::Include(include) => Some(&include.path),
        _ => None,
    }
}

/// A file with those that it includes, by the prefix of their types.
struct Loaded {
    place: String,
    file: File,
    includes: HashMap<String, usize>,
}

struct Files {
    files: Vec<Loaded>,
    by_path: HashMap<PathBuf, usize>,
}

impl Files {
    fn load(&mut self, path: &Path) -> Result<usize, TypesError> {
        let place = path.display().to_string();
        let canonical = path.canonicalize().map_err(|error| TypesError::at(&place, error))?;
        if let Some(index) = self.by_path.get(&canonical) {
            return Ok(*index);
        }
        if self.files.len() >= MAX_FILES {
            return Err(TypesError::at(place, format_args!("more than {MAX_FILES} files are included")));
        }
        let index = self.files.len();
        self.by_path.insert(canonical, index);
        let file = parse_file(&place, &read(path)?)?;
        let includes: Vec<String> = file.items.iter().filter_map(included).map(str::to_owned).collect();
        self.files.push(Loaded { place, file, includes: HashMap::new() });
        for include in includes {
            let target = path.parent().unwrap_or(Path::new("")).join(&include);
            let prefix = target.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            let loaded = self.load(&target)?;
            self.files[index].includes.insert(prefix, loaded);
        }
        Ok(index)
    }
}

fn import(files: Vec<Loaded>, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let mut importer = Importer { files: &files, names: TypeNames::default(), types: IndexMap::new() };
    for index in 0..files.len() {
        importer.file(index)?;
    }
    let own = &files[0];
    let structs = own.file.items.iter().filter_map(struct_like);
    let names: Vec<String> = structs.map(|(it, _)| importer.names.of(&it.name)).collect();
    let mut used = Vec::new();
    for (name, definition) in &importer.types {
        if let Definition::Record(record) = definition {
            let mut inner = Vec::new();
            record.fields.iter().for_each(|field| field.ty.names(&mut inner));
            used.extend(inner.into_iter().filter(|inner| inner != name));
        }
    }
    let Chosen { name, note } = choose(&own.place, type_name, &names, |name| used.iter().any(|other| other == name))?;
    let mut model = Model::new(Type::Named(name.clone()), importer.types).without_unused();
    model.check().map_err(|error| TypesError::at(&own.place, error))?;
    model.type_defaults();
    Ok(Imported { model, format: Some(Format::Thrift), type_name: name, note, definition: None })
}

/// The fields of a struct, union or exception, and whether it is a union.
fn struct_like(item: &Item) -> Option<(&StructLike, bool)> {
    match item {
        Item::Struct(it) => Some((&it.struct_like, false)),
        Item::Exception(it) => Some((&it.struct_like, false)),
        Item::Union(it) => Some((&it.struct_like, true)),
        _ => None,
    }
}

struct Importer<'a> {
    files: &'a [Loaded],
    names: TypeNames,
    types: IndexMap<String, Definition>,
}

impl<'a> Importer<'a> {
    /// The name of a type of a file: with the file's prefix where it is an included one.
    fn name(&mut self, file: usize, name: &str) -> String {
        match file {
            0 => self.names.of(name),
            _ => {
                let stem = Path::new(&self.files[file].place).file_stem().and_then(|stem| stem.to_str());
                self.names.of(&format!("{}.{name}", stem.unwrap_or("included")))
            }
        }
    }

    fn file(&mut self, file: usize) -> Result<(), TypesError> {
        let loaded = &self.files[file];
        for item in &loaded.file.items {
            let at = |name: &str, reason: String| TypesError::at(format_args!("{}: {name}", loaded.place), reason);
            let (name, definition) = match (item, struct_like(item)) {
                (Item::Enum(names), _) => {
                    let definition = enumeration(names).map_err(|reason| at(&names.name, reason))?;
                    (self.name(file, &names.name), Definition::Enumeration(definition))
                }
                (_, Some((it, is_union))) => {
                    let fields = it.fields.iter().map(|field| {
                        let fault = |reason| at(&format!("{}.{}", &*it.name, &*field.name), reason);
                        self.field(file, field, is_union).map_err(fault)
                    });
                    let fields = fields.collect::<Result<_, _>>()?;
                    (self.name(file, &it.name), Definition::Record(Record::new(fields)))
                }
                _ => continue,
            };
            if self.types.insert(name.clone(), definition).is_some() {
                return Err(at(&name, "it is defined twice".to_owned()));
            }
        }
        Ok(())
    }

    fn field(&mut self, file: usize, field: &ThriftField, in_union: bool) -> Result<Field, String> {
        let number = u32::try_from(field.id).ok().filter(|number| *number > 0);
        let number = number.ok_or_else(|| format!("field number {} is not from 1 to 32,767", field.id))?;
        let ty = self.ty(file, &field.ty, 0)?;
        let presence = match (in_union, &field.attribute, &field.default) {
            (true, ..) | (_, Attribute::Optional, _) => Presence::Optional,
            (_, _, Some(default)) => Presence::Default(constant(default, &ty)?),
            // It is always written where nothing else is said.
            (_, Attribute::Required | Attribute::Default, None) => Presence::Required,
        };
        let group = in_union.then(|| "union".to_owned());
        // One that cannot be read says nothing of what is written.
        let absent = field.default.as_ref().filter(|_| presence == Presence::Optional);
        let absent = absent.and_then(|default| constant(default, &ty).ok());
        Ok(Field { number: Some(number), presence, group, absent, ..Field::new(&*field.name, ty) })
    }

    fn ty(&mut self, file: usize, ty: &Ty, depth: usize) -> Result<Type, String> {
        if depth > MAX_NESTING {
            return Err("its typedefs refer to each other without end".to_owned());
        }
        Ok(match ty {
            Ty::String => Type::Text,
            Ty::Bool => Type::Boolean,
            Ty::Binary => Type::Bytes { length: None },
            Ty::Byte | Ty::I8 => Type::Integer(Int::I8),
            Ty::I16 => Type::Integer(Int::I16),
            Ty::I32 => Type::Integer(Int::I32),
            Ty::I64 => Type::Integer(Int::I64),
            Ty::Double => Type::Float64,
            Ty::Uuid => Type::Uuid,
            Ty::Void => return Err("void is no type of a field".to_owned()),
            Ty::List { value, .. } => Type::list(self.ty(file, value, depth + 1)?),
            Ty::Set { value, .. } => Type::Set(Box::new(self.ty(file, value, depth + 1)?)),
            Ty::Map { key, value, .. } => {
                let key = match self.ty(file, key, depth + 1)? {
                    Type::Text => Key::Text,
                    Type::Boolean => Key::Boolean,
                    Type::Integer(int) => Key::Integer(int),
                    other => return Err(format!("a map with keys of type {other}; keys are text, bool or integers")),
                };
                Type::Map(key, Box::new(self.ty(file, value, depth + 1)?))
            }
            Ty::Path(path) => {
                let segments: Vec<&str> = path.segments.iter().map(|segment| &**segment).collect();
                let (file, name) = match segments.as_slice() {
                    [name] => (file, *name),
                    [prefix, name] => match self.files[file].includes.get(*prefix) {
                        Some(included) => (*included, *name),
                        None => return Err(format!("{prefix:?} is no file that is included")),
                    },
                    _ => return Err(format!("the type {:?} is not known", segments.join("."))),
                };
                self.named(file, name, depth)?
            }
        })
    }

    fn named(&mut self, file: usize, name: &str, depth: usize) -> Result<Type, String> {
        let loaded: &'a Loaded = &self.files[file];
        for item in &loaded.file.items {
            match (item, struct_like(item)) {
                (Item::Typedef(it), _) if it.alias == name => return self.ty(file, &it.r#type, depth + 1),
                (Item::Enum(it), _) if it.name == name => return Ok(Type::Named(self.name(file, name))),
                (_, Some((it, _))) if it.name == name => return Ok(Type::Named(self.name(file, name))),
                _ => {}
            }
        }
        Err(format!("the type {name:?} is not known"))
    }
}

fn enumeration(names: &Enum) -> Result<Enumeration, String> {
    let mut next = 0_i64;
    let mut symbols = Vec::with_capacity(names.values.len());
    for value in &names.values {
        let number = value.value.as_ref().map_or(next, |number| **number);
        next = number.wrapping_add(1);
        let number = i32::try_from(number).map_err(|_| format!("{number} does not fit 32 bits"))?;
        symbols.push((value.name.to_string(), number));
    }
    Ok(Enumeration { symbols, is_numbered: true })
}

/// A constant as a value of the type.
fn constant(value: &ConstValue, ty: &Type) -> Result<Value, String> {
    Ok(match (value, ty) {
        (ConstValue::Int(n), Type::Boolean) => Value::Boolean(**n != 0),
        (ConstValue::Bool(b), _) => Value::Boolean(*b),
        (ConstValue::Int(n), _) => Value::Integer(Integer::from(**n)),
        (ConstValue::Double(text), _) => {
            Value::Float64(text.0.parse().map_err(|_| format!("{} is no number", text.0))?)
        }
        (ConstValue::String(text), Type::Bytes { .. }) => Value::Bytes(text.as_bytes().to_vec()),
        (ConstValue::String(text), _) => Value::text(&**text),
        // A name of an enumeration; other constants would have to be looked up.
        (ConstValue::Path(path), Type::Named(_)) => Value::text(path.segments.last().map_or("", |name| name)),
        (ConstValue::Path(_), _) => return Err("a default that is the name of a constant is not read".to_owned()),
        (ConstValue::List(items), Type::List(item) | Type::Set(item)) => {
            Value::Sequence(items.iter().map(|value| constant(value, item)).collect::<Result<_, _>>()?)
        }
        (ConstValue::List(items), _) if items.is_empty() => Value::Map(Vec::new()),
        (ConstValue::Map(entries), Type::Map(_, item)) => {
            let entries = entries.iter().map(|(key, value)| {
                let key = match key {
                    ConstValue::String(text) => text.to_string(),
                    ConstValue::Int(n) => n.to_string(),
                    ConstValue::Bool(b) => b.to_string(),
                    _ => return Err("a key of a default is no text, integer or boolean".to_owned()),
                };
                Ok((key, constant(value, item)?))
            });
            Value::Map(entries.collect::<Result<_, _>>()?)
        }
        _ => return Err("a default of this form is not read".to_owned()),
    })
}
