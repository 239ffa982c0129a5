//! Apache Thrift: <https://thrift.apache.org/docs/idl>.

mod constants;
mod parser;
mod syntax;

use std::cell::Cell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use self::syntax::{File, Item, Kind, Need, Structure, Ty};
use super::nesting::MAX_NESTING;
use super::sources::Sources;
use super::{Chosen, Imported, MAX_FILES, TypeNames, choose, read};
use crate::{Definition, Enumeration, Field, Format, Int, Key, Model, Presence, Record, Type, TypesError};

/// Reads a `.thrift` file; those that it includes are looked for beside the file that includes them, and in the folders `roots`.
///
/// # Errors
/// If a file is broken, with line and column, has no such type, or says what a model cannot.
pub fn load(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Imported, TypesError> {
    let mut files = Files { files: Vec::new(), by_path: HashMap::new(), sources: Sources::new(roots) };
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
    super::within_bounds(place, text)?;
    parser::parse(place, text)
}

fn included(item: &Item) -> Option<&str> {
    match item {
        Item::Include(path) => Some(path),
        _ => None,
    }
}

/// A file with those that it includes, by the prefix of their types.
struct Loaded {
    place: String,
    file: File,
    includes: HashMap<String, usize>,
}

struct Files<'a> {
    files: Vec<Loaded>,
    by_path: HashMap<PathBuf, usize>,
    sources: Sources<'a>,
}

impl Files<'_> {
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
            let target = self.sources.find(path, &include);
            let prefix = target.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            let loaded = self.load(&target)?;
            self.files[index].includes.insert(prefix, loaded);
        }
        Ok(index)
    }
}

fn import(files: Vec<Loaded>, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let left = Cell::new(constants::MAX_VALUES);
    let mut importer = Importer { files: &files, names: TypeNames::default(), types: IndexMap::new(), left };
    for index in 0..files.len() {
        importer.file(index)?;
    }
    let own = &files[0];
    let names: Vec<String> =
        own.file.items.iter().filter_map(structure).map(|it| importer.names.of(&it.name)).collect();
    let mut used = Vec::new();
    for (name, definition) in &importer.types {
        used.extend(named_in(definition).into_iter().filter(|inner| inner != name));
    }
    let Chosen { name, note } = choose(&own.place, type_name, &names, |name| used.iter().any(|other| other == name))?;
    let mut model = Model::new(Type::Named(name.clone()), needed(importer.types, &name)?).without_unused();
    model.check().map_err(|error| TypesError::at(&own.place, error))?;
    model.type_defaults();
    Ok(Imported { model, format: Some(Format::Thrift), type_name: name, note, layout: None, definition: None })
}

/// What a definition says, or why a model cannot say it: no reason to refuse a message of another type.
type Read = Result<Definition, TypesError>;

/// The types that a definition names.
fn named_in(definition: &Read) -> Vec<String> {
    let mut names = Vec::new();
    if let Ok(Definition::Record(record)) = definition {
        record.fields.iter().for_each(|field| field.ty.names(&mut names));
    }
    names
}

/// The types that messages of type `root` consist of.
fn needed(mut types: IndexMap<String, Read>, root: &str) -> Result<IndexMap<String, Definition>, TypesError> {
    let mut needed = IndexMap::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(name) = waiting.pop() {
        if let Some(read) = types.swap_remove(&name) {
            waiting.extend(named_in(&read));
            needed.insert(name, read?);
        }
    }
    Ok(needed)
}

fn structure(item: &Item) -> Option<&Structure> {
    match item {
        Item::Structure(it) => Some(it),
        _ => None,
    }
}

struct Importer<'a> {
    files: &'a [Loaded],
    names: TypeNames,
    types: IndexMap<String, Read>,
    /// How many values constants may still have.
    left: Cell<usize>,
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
        let loaded: &'a Loaded = &self.files[file];
        let at = |name: &str, reason: String| TypesError::at(format_args!("{}: {name}", loaded.place), reason);
        for item in &loaded.file.items {
            let (name, read) = match item {
                Item::Enumeration(it) => {
                    let read = enumeration(it).map_err(|reason| at(&it.name, reason));
                    (self.name(file, &it.name), read.map(Definition::Enumeration))
                }
                Item::Structure(it) => {
                    let fields = it.fields.iter().map(|field| {
                        let fault = |reason| at(&format!("{}.{}", it.name, field.name), reason);
                        self.field(file, field, it.kind == Kind::Union).map_err(fault)
                    });
                    let fields: Result<Vec<Field>, TypesError> = fields.collect();
                    (self.name(file, &it.name), fields.map(|fields| Definition::Record(Record::new(fields))))
                }
                Item::Include(_) | Item::Typedef(_) | Item::Constant { .. } => continue,
            };
            if self.types.insert(name.clone(), read).is_some() {
                return Err(at(&name, "it is defined twice".to_owned()));
            }
        }
        Ok(())
    }

    fn field(&mut self, file: usize, field: &syntax::Field, in_union: bool) -> Result<Field, String> {
        let id = field.id.ok_or("a field without a number")?;
        let number = u32::try_from(id).ok().filter(|number| *number > 0);
        let number = number.ok_or_else(|| format!("field number {id} is not from 1 to 32,767"))?;
        let ty = self.ty(file, &field.ty, 0)?;
        let presence = match (in_union, field.need, &field.default) {
            (true, ..) | (_, Need::Optional, _) => Presence::Optional,
            (_, _, Some(default)) => Presence::Default(self.constant(file, default, &field.ty, 0)?),
            // It is always written where nothing else is said.
            (_, Need::Required | Need::Default, None) => Presence::Required,
        };
        let group = in_union.then(|| "union".to_owned());
        // One that cannot be read says nothing of what is written.
        let absent = field.default.as_ref().filter(|_| presence == Presence::Optional);
        let absent = absent.and_then(|default| self.constant(file, default, &field.ty, 0).ok());
        Ok(Field { number: Some(number), presence, group, absent, ..Field::new(&*field.name, ty) })
    }

    fn ty(&mut self, file: usize, ty: &Ty, depth: usize) -> Result<Type, String> {
        if depth > MAX_NESTING {
            return Err("its typedefs refer to each other without end".to_owned());
        }
        Ok(match ty {
            Ty::Text => Type::Text,
            Ty::Bool => Type::Boolean,
            Ty::Binary => Type::Bytes { length: None },
            Ty::I8 => Type::Integer(Int::I8),
            Ty::I16 => Type::Integer(Int::I16),
            Ty::I32 => Type::Integer(Int::I32),
            Ty::I64 => Type::Integer(Int::I64),
            Ty::Double => Type::Float64,
            Ty::Uuid => Type::Uuid,
            Ty::List(item) => Type::list(self.ty(file, item, depth + 1)?),
            Ty::Set(item) => Type::Set(Box::new(self.ty(file, item, depth + 1)?)),
            Ty::Map(key, value) => {
                let key = match self.ty(file, key, depth + 1)? {
                    Type::Text => Key::Text,
                    Type::Boolean => Key::Boolean,
                    Type::Integer(int) => Key::Integer(int),
                    // What is written of a symbol is its number.
                    Type::Named(_) if self.is_enumeration(file, key) => Key::Integer(Int::I32),
                    other => {
                        return Err(format!(
                            "a map with keys of type {other}; keys are text, bool, integers or symbols"
                        ));
                    }
                };
                Type::Map(key, Box::new(self.ty(file, value, depth + 1)?))
            }
            Ty::Named(name) => match self.find(file, name)? {
                (file, Item::Typedef(it)) => self.ty(file, &it.ty, depth + 1)?,
                (file, Item::Enumeration(it)) => Type::Named(self.name(file, &it.name)),
                (file, Item::Structure(it)) => Type::Named(self.name(file, &it.name)),
                _ => return Err(format!("the type {name:?} is not known")),
            },
        })
    }

    /// Whether a type is an enumeration, also by other names.
    fn is_enumeration(&self, file: usize, ty: &Ty) -> bool {
        let mut place = (file, ty);
        for _ in 0..MAX_NESTING {
            let Ty::Named(name) = place.1 else { return false };
            match self.find(place.0, name) {
                Ok((file, Item::Typedef(it))) => place = (file, &it.ty),
                found => return matches!(found, Ok((_, Item::Enumeration(_)))),
            }
        }
        false
    }

    /// The definition of a type that a file names, and the file that it is in.
    fn find(&self, file: usize, name: &str) -> Result<(usize, &'a Item), String> {
        let (file, name) = self.within(file, name)?;
        let is_it = |item: &&Item| match item {
            Item::Typedef(it) => it.alias == name,
            Item::Enumeration(it) => it.name == name,
            Item::Structure(it) => it.name == name,
            Item::Include(_) | Item::Constant { .. } => false,
        };
        let found = self.files[file].file.items.iter().find(is_it);
        Ok((file, found.ok_or_else(|| format!("the type {name:?} is not known"))?))
    }

    /// The file that a name is of, and the name without the file's prefix.
    fn within<'n>(&self, file: usize, name: &'n str) -> Result<(usize, &'n str), String> {
        let Some((prefix, rest)) = name.split_once('.') else { return Ok((file, name)) };
        match self.files[file].includes.get(prefix) {
            Some(included) => Ok((*included, rest)),
            None => Err(format!("{prefix:?} is no file that is included")),
        }
    }
}

/// Symbols with their numbers: one more than that of the symbol before, where nothing is said.
fn enumeration(it: &syntax::Enumeration) -> Result<Enumeration, String> {
    let mut next = 0_i64;
    let mut symbols = Vec::with_capacity(it.values.len());
    for (name, number) in &it.values {
        let number = number.unwrap_or(next);
        next = number.wrapping_add(1);
        let number = i32::try_from(number).map_err(|_| format!("{number} does not fit 32 bits"))?;
        symbols.push((name.clone(), number));
    }
    Ok(Enumeration { symbols, is_numbered: true })
}
