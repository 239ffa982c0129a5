//! Cap'n Proto: <https://capnproto.org/language.html>, with values as `capnp convert` writes them as JSON.

pub(crate) mod layout;
mod parser;

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use wirecost_value::Value;

use self::parser::{Default, File, Member, MemberKind, Node, Target, Ty};
use super::scanner::Number;
use super::sources::Sources;
use super::{Chosen, Imported, Layout, TypeNames, choose};
use crate::{Definition, Enumeration, Field, Format, Model, Presence, Record, Type, TypesError};

/// How many names may stand for each other before a type is reached.
const MAX_NAMES: usize = 64;

/// Reads a `.capnp` file; those that it imports are looked for beside the file that imports them, and in the folders `roots`.
///
/// # Errors
/// If a file is broken, with line and column, has no such type, or says what a model cannot.
pub fn load(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Imported, TypesError> {
    let mut sources = Sources::new(roots);
    let mut files = Vec::new();
    sources.load(path, &mut |place, text| {
        let file = parser::parse(place, text)?;
        let imports = file.imports.clone();
        files.push((place.to_owned(), file));
        Ok(imports)
    })?;
    import(&files, type_name, &|from, name| sources.find(Path::new(from), name).display().to_string())
}

/// Reads the text of a `.capnp` file alone. `file` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    super::within_bounds(file, text)?;
    import(&[(file.to_owned(), parser::parse(file, text)?)], type_name, &|_, name| name.to_owned())
}

/// What a file means by the name of another.
type Found<'a> = dyn Fn(&str, &str) -> String + 'a;

fn import(files: &[(String, File)], type_name: Option<&str>, found: &Found<'_>) -> Result<Imported, TypesError> {
    let (place, own) = &files[0];
    let mut importer =
        Importer { files, found, names: TypeNames::default(), types: IndexMap::new(), waiting: Vec::new() };
    let Chosen { name, note } = choose(place, type_name, &own.structs, |name| importer.is_used(name))?;
    let root = importer.wanted((0, name.clone()));
    while let Some((file, name)) = importer.waiting.pop() {
        importer.define(file, &name)?;
    }
    let layout = importer.layout((0, name.clone())).map_err(|reason| TypesError::at(place, reason))?;
    let mut model = Model::new(root, importer.types).without_unused();
    model.check().map_err(|error| TypesError::at(place, error))?;
    model.type_defaults();
    Ok(Imported {
        model,
        format: Some(Format::CapnProto),
        type_name: name,
        note,
        layout: Some(Layout::CapnProto(layout)),
        definition: None,
    })
}

/// A definition: the number of its file, and its name there.
type Place = (usize, String);

struct Importer<'a> {
    files: &'a [(String, File)],
    found: &'a Found<'a>,
    names: TypeNames,
    types: IndexMap<String, Definition>,
    /// Structs that are still to be defined.
    waiting: Vec<Place>,
}

impl<'a> Importer<'a> {
    fn is_used(&self, name: &str) -> bool {
        let nodes = self.files[0].1.nodes.iter().filter(|(other, _)| *other != name);
        let mut fields = nodes.flat_map(|(_, node)| match node {
            Node::Struct { members, .. } => types_of(members),
            _ => Vec::new(),
        });
        fields.any(|ty| {
            let mut ty = ty;
            while let Ty::List(item) = ty {
                ty = item;
            }
            matches!(ty, Ty::Named(target) if self.find(0, target).is_ok_and(|(file, found)| file == 0 && found == name))
        })
    }

    /// The definition that is meant by a name, also by way of other names.
    fn find(&self, file: usize, target: &Target) -> Result<Place, String> {
        let (mut file, mut target) = (file, target.clone());
        for _ in 0..MAX_NAMES {
            if let Some(import) = target.import.take() {
                file = self.imported(file, &import)?;
                target.scope.clear();
            }
            match self.step(file, &target)? {
                Ok(name) => return Ok((file, name)),
                Err(next) => target = next,
            }
        }
        Err(format!("{:?} stands for itself", target.name))
    }

    fn imported(&self, file: usize, import: &str) -> Result<usize, String> {
        let place = (self.found)(&self.files[file].0, import);
        let found = self.files.iter().position(|(known, _)| *known == place || same(known, &place));
        found.ok_or_else(|| format!("{import:?} is not at hand"))
    }

    /// A definition of a file; or the name for which the first part of a name stands, with the rest.
    fn step(&self, file: usize, target: &Target) -> Result<Result<String, Target>, String> {
        let nodes = &self.files[file].1.nodes;
        let mut scope = Some(target.scope.as_str());
        while let Some(outer) = scope {
            let within = |name: &str| if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") };
            let mut end = target.name.len();
            while end > 0 {
                let (name, rest) = (within(&target.name[..end]), target.name[end..].trim_start_matches('.'));
                match nodes.get(&name) {
                    Some(Node::Using(used)) => {
                        let name = [used.name.as_str(), rest].map(str::to_owned);
                        let name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
                        return Ok(Err(Target { name, ..used.clone() }));
                    }
                    Some(_) if rest.is_empty() => return Ok(Ok(name)),
                    _ => end = target.name[..end].rfind('.').unwrap_or(0),
                }
            }
            scope = match outer.rsplit_once('.') {
                Some((outer, _)) => Some(outer),
                None => Some("").filter(|_| !outer.is_empty()),
            };
        }
        Err(format!("the type {:?} is not known", target.name))
    }

    /// The type of a struct, which is defined later.
    fn wanted(&mut self, place: Place) -> Type {
        let source = match place.0 {
            0 => place.1.clone(),
            file => {
                let stem = Path::new(&self.files[file].0).file_stem().and_then(|stem| stem.to_str());
                format!("{}.{}", stem.unwrap_or("imported"), place.1)
            }
        };
        let name = self.names.of(&source);
        if !self.types.contains_key(&name) {
            // It keeps its place before those that it needs.
            self.types.insert(name.clone(), Definition::Record(Record::default()));
            self.waiting.push(place);
        }
        Type::Named(name)
    }

    fn define(&mut self, file: usize, name: &str) -> Result<(), TypesError> {
        let (place, of_file): &'a (String, File) = &self.files[file];
        let fault = |reason: String| TypesError::at(format_args!("{place}: {name}"), reason);
        let Type::Named(own) = self.wanted((file, name.to_owned())) else { return Ok(()) };
        match of_file.nodes.get(name) {
            Some(Node::Struct { members, is_generic: false }) => {
                let fields = self.fields(file, members, &own).map_err(fault)?;
                self.types.insert(own, Definition::Record(Record::new(fields)));
            }
            Some(Node::Struct { .. }) => {
                return Err(fault("a type with parameters has no counterpart; write the type out".to_owned()));
            }
            _ => return Err(fault("nothing is written of it".to_owned())),
        }
        Ok(())
    }

    /// The fields of members; `own` is what the record is called.
    fn fields(&mut self, file: usize, members: &'a [Member], own: &str) -> Result<Vec<Field>, String> {
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            let at = |reason: String| format!(".{}: {reason}", member.name);
            let (ty, presence) = match &member.kind {
                MemberKind::Group(members) => {
                    let name = self.names.fresh(&format!("{own}.{}", member.name));
                    self.types.insert(name.clone(), Definition::Record(Record::default()));
                    let fields = self.fields(file, members, &name)?;
                    self.types.insert(name.clone(), Definition::Record(Record::new(fields)));
                    (Type::Named(name), Presence::Optional)
                }
                MemberKind::Field { ty, default } => {
                    let ty = self.ty(file, ty).map_err(at)?;
                    let value = self.value(&ty, default.as_ref()).map_err(at)?;
                    (ty, value.map_or(Presence::Optional, Presence::Default))
                }
            };
            let group = member.in_union.then(|| "union".to_owned());
            let presence = if member.in_union { Presence::Optional } else { presence };
            fields.push(Field { presence, group, ..Field::new(&*member.name, ty) });
        }
        Ok(fields)
    }

    fn ty(&mut self, file: usize, ty: &Ty) -> Result<Type, String> {
        Ok(match ty {
            Ty::Void => Type::Null,
            Ty::Bool => Type::Boolean,
            Ty::Integer(int) => Type::Integer(*int),
            Ty::Float32 => Type::Float32,
            Ty::Float64 => Type::Float64,
            Ty::Text => Type::Text,
            Ty::Data => Type::Bytes { length: None },
            Ty::List(item) => Type::list(self.ty(file, item)?),
            Ty::Named(target) => {
                let (file, name) = self.find(file, target)?;
                match &self.files[file].1.nodes[&name] {
                    Node::Enumeration(symbols) => {
                        let symbols = symbols.iter().cloned().zip(0..).collect();
                        let name = self.names.of(&name);
                        let names = Enumeration { symbols, is_numbered: true };
                        self.types.insert(name.clone(), Definition::Enumeration(names));
                        Type::Named(name)
                    }
                    Node::Struct { .. } => self.wanted((file, name)),
                    _ => return Err(format!("{name} is an interface or a value, of which nothing is written")),
                }
            }
        })
    }

    /// The value of a field that was not written; none of what may be null.
    fn value(&self, ty: &Type, default: Option<&Default>) -> Result<Option<Value>, String> {
        let symbols = match ty {
            Type::Named(name) => match self.types.get(name) {
                Some(Definition::Enumeration(names)) => names.symbols.as_slice(),
                _ => &[],
            },
            _ => &[],
        };
        let word = match default {
            Some(Default::Word(word)) => Some(word.as_str()),
            _ => None,
        };
        let number = match default {
            Some(Default::Number(Number::Integer(number))) => *number as f64,
            Some(Default::Number(Number::Float(number))) => *number,
            _ => match word {
                Some("inf") => f64::INFINITY,
                Some("-inf") => f64::NEG_INFINITY,
                Some("nan") => f64::NAN,
                _ => 0.0,
            },
        };
        Ok(Some(match (ty, default) {
            (Type::Null, _) => Value::Null,
            (Type::Boolean, _) => Value::Boolean(word == Some("true")),
            (Type::Integer(_), Some(Default::Number(Number::Integer(number)))) => (*number).into(),
            (Type::Integer(_), None) => 0.into(),
            (Type::Float32, _) => Value::Float32(number as f32),
            (Type::Float64, _) => Value::Float64(number),
            (Type::Named(_), _) if !symbols.is_empty() => {
                let symbol = word.unwrap_or(&symbols[0].0);
                Value::text(symbol.rsplit('.').next().unwrap_or(symbol))
            }
            (Type::Integer(_), _) => {
                return Err("its default is a constant, which is not read; write the number".to_owned());
            }
            _ => return Ok(None),
        }))
    }
}

/// Whether two paths lead to one file.
fn same(a: &str, b: &str) -> bool {
    let canonical = |path: &str| Path::new(path).canonicalize().ok();
    canonical(a).is_some_and(|a| canonical(b) == Some(a))
}

/// The types of all fields.
fn types_of(members: &[Member]) -> Vec<&Ty> {
    let mut types = Vec::new();
    for member in members {
        match &member.kind {
            MemberKind::Field { ty, .. } => types.push(ty),
            MemberKind::Group(members) => types.extend(types_of(members)),
        }
    }
    types
}

#[cfg(test)]
mod tests;
