//! FlatBuffers: <https://flatbuffers.dev/schema/>, with values as `flatc --json` writes them.

pub(crate) mod layout;
mod parser;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use wirecost_value::Value;

use self::parser::{Default, File, Item, Kind, Name, Ty};
use super::scanner::Number;
use super::sources::Sources;
use super::{Chosen, Imported, Layout, TypeNames, choose};
use crate::{Definition, Enumeration, Field, Format, Int, Model, Presence, Record, Type, TypesError};

/// Reads a `.fbs` file; those that it includes are looked for beside the file that includes them, and in the folders `roots`.
///
/// # Errors
/// If a file is broken, with line and column, has no such type, or says what a model cannot.
pub fn load(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Imported, TypesError> {
    let mut sources = Sources::new(roots);
    let mut files = Vec::new();
    sources.load(path, &mut |place, text| {
        let file = parser::parse(place, text)?;
        let includes = file.includes.clone();
        files.push(file);
        Ok(includes)
    })?;
    import(&path.display().to_string(), &files, type_name)
}

/// Reads the text of a `.fbs` file alone. `file` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    super::within_bounds(file, text)?;
    import(file, &[parser::parse(file, text)?], type_name)
}

fn import(place: &str, files: &[File], type_name: Option<&str>) -> Result<Imported, TypesError> {
    let all: HashMap<&str, &Item> =
        files.iter().flat_map(|file| &file.items).map(|item| (item.name.as_str(), item)).collect();
    let mut importer = Importer { place, all, names: TypeNames::default(), types: IndexMap::new() };
    let Chosen { name, note } = importer.root(&files[0], type_name)?;
    let root = Type::Named(importer.names.of(&name));
    importer.define(&name)?;
    let layout = importer.layout(&name).map_err(|reason| TypesError::at(place, reason))?;
    let mut model = Model::new(root, importer.types).without_unused();
    model.check().map_err(|error| TypesError::at(place, error))?;
    model.type_defaults();
    Ok(Imported {
        model,
        format: Some(Format::FlatBuffers),
        type_name: name,
        note,
        layout: Some(Layout::FlatBuffers(layout)),
        definition: None,
    })
}

struct Importer<'a> {
    place: &'a str,
    all: HashMap<&'a str, &'a Item>,
    names: TypeNames,
    types: IndexMap<String, Definition>,
}

impl<'a> Importer<'a> {
    /// The table that is the message: that of `root_type`, where nobody says another.
    fn root(&self, file: &File, type_name: Option<&str>) -> Result<Chosen, TypesError> {
        let is_table = |item: &&Item| matches!(item.kind, Kind::Table { .. });
        let tables: Vec<String> = file.items.iter().filter(is_table).map(|item| item.name.clone()).collect();
        match (type_name, &file.root) {
            (None, Some(root)) => {
                let item = self.find(root).map_err(|reason| TypesError::at(self.place, reason))?;
                Ok(Chosen { name: item.name.clone(), note: None })
            }
            _ => choose(self.place, type_name, &tables, |name| self.is_used(name)),
        }
    }

    fn is_used(&self, name: &str) -> bool {
        let mut named = self.all.values().filter(|item| item.name != name).flat_map(|item| match &item.kind {
            Kind::Table { fields, .. } => fields.iter().map(|field| &field.ty).collect::<Vec<_>>(),
            Kind::Union { members } => members.iter().map(|(_, _, ty)| ty).collect(),
            Kind::Enumeration { .. } => Vec::new(),
        });
        named.any(|ty| {
            let mut ty = ty;
            while let Ty::Vector(item, _) = ty {
                ty = item;
            }
            matches!(ty, Ty::Named(other) if self.find(other).is_ok_and(|item| item.name == name))
        })
    }

    fn find(&self, name: &Name) -> Result<&'a Item, String> {
        let found = name.full().iter().find_map(|full| self.all.get(full.as_str()).copied());
        found.ok_or_else(|| format!("the type {:?} is not known", name.name))
    }

    /// Defines a type and those that it needs.
    fn define(&mut self, name: &str) -> Result<(), TypesError> {
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            let own = self.names.of(&name);
            let Some(item) = self.all.get(name.as_str()).copied().filter(|_| !self.types.contains_key(&own)) else {
                continue;
            };
            let Kind::Table { fields, is_struct, .. } = &item.kind else { continue };
            // It keeps its place before those that it needs.
            self.types.insert(own.clone(), Definition::Record(Record::default()));
            let mut read = Vec::new();
            for field in fields.iter().filter(|field| !field.is_deprecated) {
                let fields = self
                    .fields(field, *is_struct, &mut waiting)
                    .map_err(|reason| TypesError::at(format_args!("{}: {name}.{}", self.place, field.name), reason))?;
                read.extend(fields);
            }
            self.types.insert(own, Definition::Record(Record::new(read)));
        }
        Ok(())
    }

    /// The field, and before it the one that says which member a union is.
    fn fields(
        &mut self,
        field: &parser::Field,
        in_struct: bool,
        waiting: &mut Vec<String>,
    ) -> Result<Vec<Field>, String> {
        if let Some((members, is_vector)) = self.members(&field.ty)? {
            return self.union(field, members, is_vector, waiting);
        }
        let ty = self.ty(&field.ty, waiting)?;
        let presence = match &field.default {
            _ if in_struct || field.is_required => Presence::Required,
            Some(Default::Word(word)) if word == "null" => Presence::Optional,
            Some(Default::Word(word)) if matches!(ty, Type::Integer(_)) => {
                let number = self.number_of(&field.ty, word);
                Presence::Default(number.ok_or_else(|| format!("its default {word} is no number"))?.into())
            }
            Some(default) => Presence::Default(self.value(&ty, default)?),
            None => self.zero(&ty).map_or(Presence::Optional, Presence::Default),
        };
        Ok(vec![Field { presence, ..Field::new(&*field.name, ty) }])
    }

    /// The members of the union that a type is, or that its items are.
    fn members(&self, ty: &Ty) -> Result<Option<(&'a Item, bool)>, String> {
        let (name, is_vector) = match ty {
            Ty::Named(name) => (name, false),
            Ty::Vector(item, _) => match &**item {
                Ty::Named(name) => (name, true),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let item = self.find(name)?;
        Ok(matches!(item.kind, Kind::Union { .. }).then_some((item, is_vector)))
    }

    fn union(
        &mut self,
        field: &parser::Field,
        item: &'a Item,
        is_vector: bool,
        waiting: &mut Vec<String>,
    ) -> Result<Vec<Field>, String> {
        let Kind::Union { members } = &item.kind else { return Ok(Vec::new()) };
        let kinds = self.names.of(&format!("{}_type", item.name));
        let mut symbols = vec![("NONE".to_owned(), 0)];
        let mut branches = Vec::new();
        for (name, number, ty) in members.iter().filter(|(name, ..)| name != "NONE") {
            let number = i32::try_from(*number).map_err(|_| format!("{number} is no number of a union"))?;
            symbols.push((name.clone(), number));
            branches.push(self.ty(ty, waiting)?);
        }
        self.types.insert(kinds.clone(), Definition::Enumeration(Enumeration { symbols, is_numbered: true }));
        let (kind, value) = (Type::Named(kinds), Type::union(branches));
        let (kind, value) = if is_vector { (Type::list(kind), Type::list(value)) } else { (kind, value) };
        let none = if is_vector { Presence::Optional } else { Presence::Default(Value::text("NONE")) };
        let presence = if field.is_required { Presence::Required } else { Presence::Optional };
        Ok(vec![
            Field { presence: none, ..Field::new(format!("{}_type", field.name), kind) },
            Field { presence, ..Field::new(&*field.name, value) },
        ])
    }

    fn ty(&mut self, ty: &Ty, waiting: &mut Vec<String>) -> Result<Type, String> {
        Ok(match ty {
            Ty::Bool => Type::Boolean,
            Ty::Integer(int) => Type::Integer(*int),
            Ty::Float32 => Type::Float32,
            Ty::Float64 => Type::Float64,
            Ty::Text => Type::Text,
            Ty::Vector(item, _) => Type::list(self.ty(item, waiting)?),
            Ty::Named(name) => {
                let item = self.find(name)?;
                match &item.kind {
                    Kind::Enumeration { base, is_flags, symbols } => {
                        self.enumeration(&item.name, *base, *is_flags, symbols)
                    }
                    Kind::Table { .. } => {
                        waiting.push(item.name.clone());
                        Type::Named(self.names.of(&item.name))
                    }
                    Kind::Union { .. } => return Err(format!("the union {} within another type", item.name)),
                }
            }
        })
    }

    /// Symbols by their numbers; the number alone where several symbols may hold at once, or numbers are too long.
    fn enumeration(&mut self, name: &str, base: Int, is_flags: bool, symbols: &[(String, i64)]) -> Type {
        match Self::symbols_of(symbols, is_flags) {
            Some(symbols) => {
                let name = self.names.of(name);
                let names = Enumeration { symbols, is_numbered: true };
                self.types.insert(name.clone(), Definition::Enumeration(names));
                Type::Named(name)
            }
            None => Type::Integer(base),
        }
    }

    fn symbols_of(symbols: &[(String, i64)], is_flags: bool) -> Option<Vec<(String, i32)>> {
        let short = symbols.iter().map(|(name, number)| Some((name.clone(), i32::try_from(*number).ok()?)));
        short.collect::<Option<Vec<_>>>().filter(|symbols| !is_flags && !symbols.is_empty())
    }

    /// The number of a symbol of an enumeration that is held as a number.
    fn number_of(&self, ty: &Ty, word: &str) -> Option<i64> {
        let Ty::Named(name) = ty else { return None };
        let Kind::Enumeration { is_flags, symbols, .. } = &self.find(name).ok()?.kind else { return None };
        let (_, number) = symbols.iter().find(|(symbol, _)| symbol == word.rsplit('.').next().unwrap_or(word))?;
        if *is_flags { 1_i64.checked_shl(u32::try_from(*number).ok()?) } else { Some(*number) }
    }

    /// The symbols of an enumeration.
    fn symbols(&self, ty: &Type) -> Option<&[(String, i32)]> {
        match ty {
            Type::Named(name) => match self.types.get(name) {
                Some(Definition::Enumeration(names)) => Some(&names.symbols),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a number is that was not written; none of what is no number.
    fn zero(&self, ty: &Type) -> Option<Value> {
        match ty {
            Type::Boolean => Some(Value::Boolean(false)),
            Type::Integer(_) => Some(0.into()),
            Type::Float32 => Some(Value::Float32(0.0)),
            Type::Float64 => Some(Value::Float64(0.0)),
            _ => self.symbols(ty)?.iter().find(|(_, number)| *number == 0).map(|(name, _)| Value::text(name.as_str())),
        }
    }

    fn value(&self, ty: &Type, default: &Default) -> Result<Value, String> {
        let float =
            |number: f64| if *ty == Type::Float32 { Value::Float32(number as f32) } else { Value::Float64(number) };
        let is_float = matches!(ty, Type::Float32 | Type::Float64);
        Ok(match default {
            Default::Text(text) => Value::text(text.as_str()),
            Default::Empty => Value::Sequence(Vec::new()),
            Default::Number(Number::Float(number)) => float(*number),
            Default::Number(Number::Integer(number)) if is_float => float(*number as f64),
            Default::Number(Number::Integer(number)) => match self.symbols(ty) {
                Some(symbols) => {
                    let named = symbols.iter().find(|(_, of)| i64::from(*of) == *number);
                    Value::text(named.ok_or_else(|| format!("its default {number} is no symbol"))?.0.as_str())
                }
                None if *ty == Type::Boolean => Value::Boolean(*number != 0),
                None => (*number).into(),
            },
            Default::Word(word) => match word.trim_start_matches('+') {
                "true" => Value::Boolean(true),
                "false" => Value::Boolean(false),
                "nan" | "-nan" if is_float => float(f64::NAN),
                "inf" | "infinity" if is_float => float(f64::INFINITY),
                "-inf" | "-infinity" if is_float => float(f64::NEG_INFINITY),
                // `Kind.SYMBOL` is a symbol too.
                symbol => match self.symbols(ty) {
                    Some(_) => Value::text(symbol.rsplit('.').next().unwrap_or(symbol)),
                    None => return Err(format!("its default {symbol} is no value of its type")),
                },
            },
        })
    }
}

#[cfg(test)]
mod tests;
