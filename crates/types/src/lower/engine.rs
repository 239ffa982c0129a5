//! Brings a model to what a format holds.

use std::collections::HashMap;

use crate::{Definition, Key, Model, NotRepresentable, Presence, TimeUnit, Type, Wires, well_known};

use super::names::{Named, Scope, content_name, entry_name, package_name, with_prefix};
use super::rules::{Place, avro_looks, is_alike, is_listed};
use super::{Field, Format, Item, Kind, Lowered, Missing, Origin, Symbol, Ty, Wrapper, wrap};

/// The most definitions that lowering a model may lead to.
const MAX_ITEMS: usize = 50_000;

/// The model as the format holds it.
///
/// # Errors
/// If the format cannot hold it, with the field and the reason.
pub fn lower(model: &Model, format: Format) -> Result<Lowered, NotRepresentable> {
    let package = package(model);
    let mut engine = Engine {
        model,
        format,
        items: Vec::new(),
        named: HashMap::new(),
        wrappers: HashMap::new(),
        names: Scope::default(),
        symbols: Scope::default(),
        place: String::new(),
    };
    // All names of the model come first, so that no wrapper takes one of them.
    for name in model.types.keys() {
        let short = match &package {
            Some(package) if !name.starts_with(well_known::PACKAGE) => name.strip_prefix(&format!("{package}.")),
            _ => None,
        };
        let item = Item {
            name: engine.names.name(format, Named::Type, short.unwrap_or(name)),
            origin: Origin::Named(name.clone()),
            kind: Kind::Record(Vec::new()),
        };
        engine.named.insert(name, engine.items.len());
        engine.items.push(item);
    }
    for (index, (name, definition)) in model.types.iter().enumerate() {
        engine.place = name.clone();
        engine.items[index].kind = engine.definition(name, definition)?;
    }
    engine.place = "the message".to_owned();
    let root = engine.root()?;
    let package = package.map(|package| package_name(format, &package));
    let mut lowered = Lowered { format, package, root, root_source: model.root.clone(), items: engine.items };
    // Defaults are values of the format, which are known once all of its types are.
    let defaults: Vec<(usize, usize, bool, wirecost_value::Value)> = lowered.defaults(model);
    for (item, field, is_default, value) in defaults {
        if let Kind::Record(fields) = &mut lowered.items[item].kind {
            let field = &mut fields[field];
            *(if is_default { &mut field.default } else { &mut field.absent }) = Some(value);
        }
    }
    Ok(lowered)
}

/// The part of the names up to a point that all types of the model share.
fn package(model: &Model) -> Option<String> {
    let own = |name: &&String| !name.starts_with(well_known::PACKAGE);
    let mut packages =
        model.types.keys().filter(own).map(|name| name.rsplit_once('.').map_or("", |(before, _)| before));
    let mut shared = packages.next()?;
    for package in packages {
        while !(package == shared || package.strip_prefix(shared).is_some_and(|rest| rest.starts_with('.'))) {
            shared = shared.rsplit_once('.')?.0;
        }
    }
    let is_word = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic()) && !part.contains('-');
    (!shared.is_empty() && shared.split('.').all(is_word)).then(|| shared.to_owned())
}

struct Engine<'m> {
    model: &'m Model,
    format: Format,
    items: Vec<Item>,
    named: HashMap<&'m str, usize>,
    wrappers: HashMap<Origin, usize>,
    names: Scope,
    /// The names of enumerations, where those of all share one scope.
    symbols: Scope,
    /// The field that is at work, for errors.
    place: String,
}

type Lower<T> = Result<T, NotRepresentable>;

impl<'m> Engine<'m> {
    fn refuse<T>(&self, why: impl Into<String>) -> Lower<T> {
        Err(NotRepresentable { format: self.format, field: self.place.clone(), why: why.into() })
    }

    fn root(&mut self) -> Lower<Ty> {
        let is_record = match &self.model.root {
            Type::Named(name) => match self.model.types.get(name) {
                Some(Definition::Record(_)) => true,
                Some(Definition::Union(_)) => !self.format.has_untagged_unions(),
                _ => false,
            },
            _ => false,
        };
        if is_record || self.format.has_any_root() {
            self.value(&self.model.root, Place::Item)
        } else {
            self.wrapper(Wrapper::Root, &self.model.root, "message", |engine| {
                Ok(Kind::Record(vec![engine.wrapper_field("value", 1, &engine.model.root)?]))
            })
        }
    }

    fn definition(&mut self, name: &str, definition: &'m Definition) -> Lower<Kind> {
        match definition {
            Definition::Enumeration(names) => self.enumeration(name, &names.symbols),
            // Avro's unions have no names, and so cannot contain themselves but within a record, which costs no byte.
            Definition::Union(branches) if self.format == Format::Avro => {
                let source_ty = Type::Named(name.to_owned());
                let ty = Ty::Union(self.untagged(branches)?);
                Ok(Kind::Record(vec![Field { source_ty, ..plain_field("value", 1, ty) }]))
            }
            Definition::Union(branches) => self.branches(branches),
            Definition::Record(record) => {
                let mut scope = Scope::default();
                let mut fields = Vec::with_capacity(record.fields.len());
                for (field, number) in record.fields.iter().zip(record.numbers()) {
                    self.place = format!("{name}.{}", field.name);
                    if number > self.format.largest_number() {
                        return self
                            .refuse(format!("field number {number} is beyond {}", self.format.largest_number()));
                    }
                    let target = scope.name(self.format, Named::Field, &field.name);
                    fields.push(self.field(field, number, target)?);
                }
                Ok(Kind::Record(fields))
            }
        }
    }

    fn field(&mut self, field: &'m crate::Field, number: u32, name: String) -> Lower<Field> {
        let is_optional = field.presence == Presence::Optional;
        let (inner, is_nullable) = match &field.ty {
            Type::Nullable(inner) => (inner.as_ref(), true),
            other => (other, false),
        };
        let mut lowered = Field {
            name,
            source: field.name.clone(),
            number,
            ty: Ty::Void,
            source_ty: inner.clone(),
            is_optional,
            default: None,
            missing: Missing::Same,
            group: field.group.clone(),
            aliases: field.aliases.clone(),
            absent: None,
            wire: field.wire,
        };
        let both = is_optional && is_nullable;
        if both && !self.format.has_null_and_absent() {
            lowered.ty = self.nullable(inner)?;
            lowered.source_ty = field.ty.clone();
            if self.format == Format::Avro {
                lowered.ty = Ty::Optional(Box::new(lowered.ty));
                (lowered.is_optional, lowered.missing) = (false, Missing::AbsentIsNull);
            }
            return Ok(lowered);
        }
        match self.format {
            Format::JsonSchema | Format::Rust => {
                lowered.ty = self.value(&field.ty, Place::Item)?;
                lowered.source_ty = field.ty.clone();
            }
            Format::Avro => {
                lowered.ty = self.value(inner, Place::Field)?;
                // Null would mean that it is absent.
                if is_optional && lowered.ty == Ty::Void {
                    lowered.ty = self.null()?;
                }
                if is_optional || is_nullable {
                    lowered.ty = Ty::Optional(Box::new(lowered.ty));
                }
                lowered.is_optional = false;
                lowered.missing = if is_optional { Missing::AbsentIsNull } else { Missing::Same };
                if is_nullable {
                    lowered.source_ty = field.ty.clone();
                }
            }
            _ => {
                let listed = is_listed(inner);
                let can_be_absent = is_optional || is_nullable;
                lowered.ty = if listed && can_be_absent && !self.format.has_absent_lists() {
                    self.list_wrapper(inner)?
                } else {
                    self.value(inner, Place::Field)?
                };
                lowered.is_optional = can_be_absent;
                lowered.missing = if is_nullable { Missing::NullIsAbsent } else { Missing::Same };
            }
        }
        Ok(lowered)
    }

    /// The type as the format has it where it is.
    fn value(&mut self, ty: &Type, place: Place) -> Lower<Ty> {
        Ok(match ty {
            Type::Null if self.format.has_void() => Ty::Void,
            Type::Null => self.null()?,
            Type::Boolean => Ty::Boolean,
            Type::Integer(int) => Ty::Integer(self.format.integer(*int)),
            Type::Float32 if self.format.has_float32() => Ty::Float32,
            Type::Float32 | Type::Float64 => Ty::Float64,
            Type::Text => Ty::Text,
            Type::Bytes { length: Some(length) } if self.format == Format::Avro => {
                let length = *length;
                self.wrapper(Wrapper::Fixed, ty, &content_name(ty), |_| Ok(Kind::Fixed(length)))?
            }
            // They are vectors there, which no vector holds.
            Type::Bytes { .. } | Type::Uuid if self.format == Format::FlatBuffers && place == Place::Item => {
                self.list_wrapper(ty)?
            }
            Type::Bytes { length } => Ty::Bytes { length: *length },
            Type::Timestamp(unit) => self.timestamp(*unit)?,
            Type::Date if self.format.has_logical_types() => Ty::Date,
            Type::Date => Ty::Integer(crate::Int::I32),
            Type::Uuid if self.format.has_logical_types() => Ty::Uuid,
            Type::Uuid => Ty::Bytes { length: Some(16) },
            Type::Decimal { precision, scale } => self.decimal(*precision, *scale)?,
            Type::Nullable(inner) if self.format.has_null_items() => Ty::Optional(Box::new(self.value(inner, place)?)),
            Type::Nullable(inner) => self.nullable(inner)?,
            _ if is_listed(ty) && !self.format.has_list_at(place) => self.list_wrapper(ty)?,
            Type::Set(item) if self.format == Format::Thrift => Ty::Set(Box::new(self.value(item, Place::Item)?)),
            Type::List(item) | Type::Set(item) => Ty::List(Box::new(self.value(item, Place::Item)?)),
            Type::Map(key, value) if self.has_map(*key, value) => {
                Ty::Map(*key, Box::new(self.value(value, Place::Item)?))
            }
            Type::Map(key, value) => {
                let name = entry_name(*key, value);
                let entry = self.wrapper(Wrapper::Entry, ty, &name, |engine| engine.entry(*key, value))?;
                Ty::List(Box::new(entry))
            }
            Type::Union(branches) if self.format.has_untagged_unions() => Ty::Union(self.untagged(branches)?),
            Type::Union(branches) => {
                self.wrapper(Wrapper::Union, ty, &content_name(ty), |engine| engine.branches(branches))?
            }
            Type::Named(name) => match self.named.get(name.as_str()) {
                Some(index) => Ty::Item(*index),
                None => return self.refuse(format!("the type {name:?} is not known")),
            },
        })
    }

    /// Whether the format has a map of these keys and values.
    fn has_map(&self, key: Key, value: &Type) -> bool {
        // An entry of Protocol Buffers that is read without its value has the enumeration's first, which must be 0.
        let lacks_zero = |name: &String| match self.model.types.get(name) {
            Some(Definition::Enumeration(names)) => names.symbols.first().is_some_and(|(_, number)| *number != 0),
            _ => false,
        };
        let is_odd = self.format == Format::Protobuf && matches!(value, Type::Named(name) if lacks_zero(name));
        self.format.has_map(key) && !is_odd
    }

    fn timestamp(&mut self, unit: TimeUnit) -> Lower<Ty> {
        Ok(match self.format {
            // Avro counts no seconds.
            Format::Avro if unit == TimeUnit::Seconds => Ty::Integer(crate::Int::I64),
            Format::Avro | Format::JsonSchema => Ty::Timestamp(unit),
            Format::Protobuf => {
                let ty = Type::Timestamp(unit);
                self.wrapper(Wrapper::Timestamp, &ty, "google.protobuf.Timestamp", |_| {
                    let number = |ty| Ty::Integer(ty);
                    Ok(Kind::Record(vec![
                        plain_field("seconds", 1, number(crate::Int::I64)),
                        plain_field("nanos", 2, number(crate::Int::I32)),
                    ]))
                })?
            }
            _ => Ty::Integer(crate::Int::I64),
        })
    }

    fn decimal(&mut self, precision: u8, scale: u8) -> Lower<Ty> {
        /// The digits of the largest number that every 64-bit integer can hold.
        const INTEGER_DIGITS: u8 = 18;
        match self.format {
            Format::Avro | Format::JsonSchema => Ok(Ty::Decimal { precision, scale }),
            // A struct of Rust has the text, which every library of decimals reads.
            Format::Rust => Ok(Ty::Text),
            _ if precision <= INTEGER_DIGITS => Ok(Ty::Integer(crate::Int::I64)),
            _ => self.refuse(format!(
                "a decimal of {precision} digits; it has no decimals, and its integers hold {INTEGER_DIGITS} digits"
            )),
        }
    }

    fn null(&mut self) -> Lower<Ty> {
        let format = self.format;
        self.wrapper(Wrapper::Null, &Type::Null, "null-value", |engine| {
            Ok(match format {
                // Its structs have at least one member.
                Format::Xdr => engine.enumeration("null-value", &[("NULL".to_owned(), 0)])?,
                _ => Kind::Record(Vec::new()),
            })
        })
    }

    fn nullable(&mut self, inner: &Type) -> Lower<Ty> {
        let ty = inner.clone().nullable();
        let name = content_name(&ty);
        self.wrapper(Wrapper::Nullable, &ty, &name, |engine| {
            let mut field = engine.wrapper_field("value", 1, inner)?;
            match engine.format {
                Format::Avro => field.ty = Ty::Optional(Box::new(field.ty)),
                _ => {
                    if is_listed(inner) && !engine.format.has_absent_lists() {
                        field.ty = engine.list_wrapper(inner)?;
                    }
                    field.is_optional = true;
                    field.missing = Missing::NullIsAbsent;
                }
            }
            Ok(Kind::Record(vec![field]))
        })
    }

    fn list_wrapper(&mut self, ty: &Type) -> Lower<Ty> {
        let name = content_name(ty);
        self.wrapper(Wrapper::List, ty, &name, |engine| Ok(Kind::Record(vec![engine.wrapper_field("items", 1, ty)?])))
    }

    fn entry(&mut self, key: Key, value: &Type) -> Lower<Kind> {
        let key_ty = match key {
            Key::Text => Type::Text,
            Key::Boolean => Type::Boolean,
            Key::Integer(int) => Type::Integer(int),
        };
        let key = self.wrapper_field("key", 1, &key_ty)?;
        let (inner, is_nullable) = match value {
            Type::Nullable(inner) if !self.format.has_null_items() => (inner.as_ref(), true),
            other => (other, false),
        };
        let listed = is_listed(inner) && is_nullable && !self.format.has_absent_lists();
        let mut value = self.wrapper_field("value", 2, inner)?;
        if listed {
            value.ty = self.list_wrapper(inner)?;
        }
        if is_nullable {
            (value.is_optional, value.missing) = (true, Missing::NullIsAbsent);
        }
        Ok(Kind::Record(vec![key, value]))
    }

    /// The branches of a union that says which of them it is.
    fn branches(&mut self, branches: &[Type]) -> Lower<Kind> {
        let mut scope = Scope::default();
        let mut fields = Vec::with_capacity(branches.len());
        for (branch, number) in branches.iter().zip(1..) {
            let source = content_name(branch);
            let named = if self.format == Format::Rust { Named::Symbol } else { Named::Field };
            let name = scope.name(self.format, named, &source);
            let ty = self.value(branch, Place::Branch)?;
            fields.push(Field { source_ty: branch.clone(), is_optional: true, ..plain_field(&name, number, ty) });
        }
        Ok(Kind::Union(fields))
    }

    /// The branches of a union whose value shows the branch.
    fn untagged(&mut self, branches: &[Type]) -> Lower<Vec<(Ty, Type)>> {
        let mut looks: Vec<&str> = Vec::new();
        let mut lowered = Vec::with_capacity(branches.len());
        for branch in branches {
            let look = avro_looks(branch).filter(|_| self.format == Format::Avro);
            let alike = look.is_some_and(|look| looks.iter().any(|other| is_alike(other, look)));
            looks.extend(look);
            let ty = if alike {
                let name = content_name(branch);
                self.wrapper(Wrapper::Branch, branch, &format!("{name}-branch"), |engine| {
                    // The name tells two such branches of one union apart.
                    let own = engine.items.last().map_or("", |item| item.name.as_str());
                    let own = heck::ToSnakeCase::to_snake_case(own.strip_suffix("Branch").unwrap_or(own));
                    Ok(Kind::Record(vec![engine.wrapper_field(&own, 1, branch)?]))
                })?
            } else {
                self.value(branch, Place::Branch)?
            };
            lowered.push((ty, branch.clone()));
        }
        Ok(lowered)
    }

    fn enumeration(&mut self, name: &str, symbols: &[(String, i32)]) -> Lower<Kind> {
        let mut scope = Scope::default();
        let own = self.named.get(name).map_or(name, |index| self.items[*index].name.as_str()).to_owned();
        // Code that Thrift generates for C++ has the names within a class that is called after the enumeration.
        if self.format == Format::Thrift {
            scope.avoid([own.clone()]);
        }
        // Names of enumerations share one scope with all others there, and with types.
        let prefix = match self.format {
            Format::Protobuf | Format::Xdr => {
                format!("{}_", heck::ToShoutySnakeCase::to_shouty_snake_case(own.as_str()))
            }
            _ => String::new(),
        };
        let mut numbers = std::collections::HashSet::new();
        let mut lowered = Vec::with_capacity(symbols.len());
        for (source, number) in symbols {
            // A second name of a number is never written.
            if !numbers.insert(*number) {
                continue;
            }
            let scope = if prefix.is_empty() { &mut scope } else { &mut self.symbols };
            let name = scope.name(self.format, Named::Symbol, &with_prefix(&prefix, source));
            lowered.push(Symbol { name, source: source.clone(), number: *number });
        }
        Ok(Kind::Enumeration(lowered))
    }

    fn wrapper_field(&mut self, name: &str, number: u32, ty: &Type) -> Lower<Field> {
        let lowered = self.value(ty, Place::Field)?;
        Ok(Field { source_ty: ty.clone(), ..plain_field(name, number, lowered) })
    }

    /// The wrapper of `ty` for this reason, made once.
    fn wrapper(
        &mut self,
        wrapper: Wrapper,
        ty: &Type,
        name: &str,
        kind: impl FnOnce(&mut Self) -> Lower<Kind>,
    ) -> Lower<Ty> {
        let origin = Origin::Wrapper(wrapper, ty.clone());
        if let Some(index) = self.wrappers.get(&origin) {
            return Ok(Ty::Item(*index));
        }
        if self.items.len() >= MAX_ITEMS {
            return self.refuse(format!("it needs more than {MAX_ITEMS} definitions"));
        }
        let index = self.items.len();
        let name = match wrapper {
            Wrapper::Timestamp => name.to_owned(),
            _ => self.names.name(self.format, Named::Type, name),
        };
        self.wrappers.insert(origin.clone(), index);
        self.items.push(Item { name, origin, kind: Kind::Record(Vec::new()) });
        self.items[index].kind = kind(self)?;
        Ok(Ty::Item(index))
    }
}

/// A required field that is its own source.
fn plain_field(name: &str, number: u32, ty: Ty) -> Field {
    Field {
        name: name.to_owned(),
        source: name.to_owned(),
        number,
        source_ty: match &ty {
            Ty::Integer(int) => Type::Integer(*int),
            _ => Type::Text,
        },
        ty,
        is_optional: false,
        default: None,
        missing: Missing::Same,
        group: None,
        aliases: Vec::new(),
        absent: None,
        wire: Wires::default(),
    }
}

impl Lowered {
    /// The defaults of the fields of records, and what absent fields are read as, with the places of item and field.
    fn defaults(&self, model: &Model) -> Vec<(usize, usize, bool, wirecost_value::Value)> {
        let wrapping = wrap::Wrapping { lowered: self, model };
        let mut defaults = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let (Origin::Named(name), Kind::Record(fields)) = (&item.origin, &item.kind) else { continue };
            let Some(record) = model.record(name) else { continue };
            for (place, (field, source)) in fields.iter().zip(&record.fields).enumerate() {
                let (is_default, value) = match &source.presence {
                    Presence::Default(value) => (true, Some(value)),
                    _ => (false, source.absent.as_ref()),
                };
                if let Some(Ok(Some(value))) = value.map(|value| wrapping.field(field, value)) {
                    defaults.push((index, place, is_default, value));
                }
            }
        }
        defaults
    }
}
