//! Values of a model as values of its lowered form, and back.

use wirecost_value::{Integer, Value};

use super::{Field, Format, Item, Kind, Lowered, Missing, Origin, Symbol, Ty, Wrapper};
use crate::fit::{decimal, integer_of, scalar, time};
use crate::model::TimeUnit;
use crate::{Int, Key, Misfit, Model, Type, spell};

impl Lowered {
    /// A value of the model, with its types ([`Model::fit`]), as the format holds it: with the format's names, in its
    /// wrappers, with integers as it carries them. It is a value of the schema that is emitted.
    ///
    /// A union or wrapper is a map with the one field that is there; bytes of a fixed length are bytes.
    ///
    /// # Errors
    /// If the value is not of the model.
    pub fn wrap(&self, model: &Model, value: &Value) -> Result<Value, Misfit> {
        let wrapping = Wrapping { lowered: self, model };
        match (&self.root, self.root_item()) {
            (Ty::Item(_), Some(Item { origin: Origin::Wrapper(Wrapper::Root, _), kind: Kind::Record(fields), .. })) => {
                wrapping.record_of_one(fields, value)
            }
            (root, _) => wrapping.value(root, &self.root_source, value),
        }
        .map_err(misfit)
    }

    /// A value as the format holds it as a value of the model; the inverse of [`Lowered::wrap`].
    ///
    /// # Errors
    /// If the value is not what the format holds.
    pub fn unwrap(&self, model: &Model, value: &Value) -> Result<Value, Misfit> {
        let wrapping = Wrapping { lowered: self, model };
        match self.root_item() {
            Some(Item { origin: Origin::Wrapper(Wrapper::Root, _), kind: Kind::Record(fields), .. }) => {
                wrapping.back_of_one(fields, value)
            }
            _ => wrapping.back(&self.root, &self.root_source, value),
        }
        .map_err(misfit)
    }
}

fn misfit(reason: String) -> Misfit {
    Misfit { place: "the root".to_owned(), reason }
}

pub(super) struct Wrapping<'a> {
    pub lowered: &'a Lowered,
    pub model: &'a Model,
}

type Wrap<T> = Result<T, String>;

fn one(name: &str, value: Value) -> Value {
    Value::Map(vec![(name.to_owned(), value)])
}

fn entry_key(key: Key, text: &str) -> Option<Value> {
    Some(match key {
        Key::Text => Value::text(text),
        Key::Boolean => Value::Boolean(text.parse().ok()?),
        Key::Integer(_) => integer_of(text.parse().ok()?)?,
    })
}

fn key_text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Boolean(b) => Some(b.to_string()),
        Value::Integer(n) => Some(n.get().to_string()),
        _ => None,
    }
}

/// The same bits in another type of integer: 65,535 as `u16` is -1 as `i16`.
fn same_bits(n: i128, from: Int, to: Int) -> i128 {
    if from.is_signed() == to.is_signed() || to.bits() > from.bits() {
        return n;
    }
    let modulus = 1_i128 << to.bits();
    let wrapped = n.rem_euclid(modulus);
    if to.is_signed() && wrapped > *to.range().end() { wrapped - modulus } else { wrapped }
}

impl Wrapping<'_> {
    fn item(&self, index: usize) -> Wrap<&Item> {
        self.lowered.items.get(index).ok_or_else(|| format!("there is no item {index}"))
    }

    /// What a record's field is called in values: serde gives fields of Rust the names of the model.
    fn key(&self, field: &Field) -> String {
        if self.lowered.format == Format::Rust { &field.source } else { &field.name }.clone()
    }

    /// What a name of an enumeration is in values.
    fn symbol<'s>(&self, symbol: &'s Symbol) -> &'s str {
        if self.lowered.format == Format::Rust { &symbol.source } else { &symbol.name }
    }

    /// The value of a field of a record, which is [`Value::Absent`] where it is left out.
    pub fn field(&self, field: &Field, value: &Value) -> Wrap<Option<Value>> {
        Ok(Some(match (field.missing, value) {
            (Missing::NullIsAbsent, Value::Null) => Value::Absent,
            (Missing::AbsentIsNull, Value::Absent) => Value::Null,
            (_, Value::Absent) => Value::Absent,
            _ => self.value(present(field), &field.source_ty, value)?,
        }))
    }

    fn record_of_one(&self, fields: &[Field], value: &Value) -> Wrap<Value> {
        let [field] = fields else { return Err("a wrapper has one field".to_owned()) };
        Ok(one(&field.name, self.field(field, value)?.unwrap_or(Value::Absent)))
    }

    pub fn value(&self, ty: &Ty, source: &Type, value: &Value) -> Wrap<Value> {
        let unfit = || format!("{value} is not {source}");
        Ok(match (ty, source, value) {
            (Ty::Item(index), ..) => return self.to_item(self.item(*index)?, source, value),
            (Ty::Optional(_), _, Value::Null) => Value::Null,
            (Ty::Optional(inner), Type::Nullable(source), _) => self.value(inner, source, value)?,
            (Ty::Optional(inner), ..) => self.value(inner, source, value)?,
            (Ty::Union(branches), ..) => {
                let types: Vec<Type> = branches.iter().map(|(_, source)| source.clone()).collect();
                let index = self.model.branch(&types, value).ok_or_else(unfit)?;
                let (ty, source) = &branches[index];
                self.of_branch(ty, source, value)?
            }
            (Ty::List(item) | Ty::Set(item), Type::List(source) | Type::Set(source), Value::Sequence(items)) => {
                let items = items.iter().map(|value| self.value(item, source, value));
                Value::Sequence(items.collect::<Wrap<_>>()?)
            }
            (Ty::List(entry), Type::Map(key, source), Value::Map(entries)) => {
                let Ty::Item(index) = **entry else { return Err(unfit()) };
                let Kind::Record(fields) = &self.item(index)?.kind else { return Err(unfit()) };
                let [key_field, value_field] = fields.as_slice() else { return Err(unfit()) };
                let entries = entries.iter().map(|(text, value)| {
                    let key = entry_key(*key, text).ok_or_else(unfit)?;
                    let key = self.value(&key_field.ty, &key_field.source_ty, &key)?;
                    let value = self.field(value_field, value)?.unwrap_or(Value::Absent);
                    let _ = source;
                    Ok(Value::Map(vec![(key_field.name.clone(), key), (value_field.name.clone(), value)]))
                });
                Value::Sequence(entries.collect::<Wrap<_>>()?)
            }
            (Ty::Map(_, inner), Type::Map(_, source), Value::Map(entries)) => {
                let entries = entries.iter().map(|(key, value)| Ok((key.clone(), self.value(inner, source, value)?)));
                Value::Map(entries.collect::<Wrap<_>>()?)
            }
            (Ty::Integer(to), Type::Integer(from), Value::Integer(n)) => {
                integer_of(same_bits(n.get(), *from, *to)).ok_or_else(unfit)?
            }
            (Ty::Integer(_), Type::Decimal { .. }, Value::Text(text)) => {
                decimal::unscaled(text).and_then(integer_of).ok_or_else(unfit)?
            }
            (Ty::Float64, Type::Float32, Value::Float32(x)) => Value::Float64(f64::from(*x)),
            (Ty::Uuid, ..) if self.lowered.format != Format::JsonSchema => spell::uuid(value).ok_or_else(unfit)?,
            _ => value.clone(),
        })
    }

    /// A value of a union as its branch has it. What is text there, to be told from a number or from bytes, stays text where
    /// nothing else says which branch it is.
    fn of_branch(&self, ty: &Ty, source: &Type, value: &Value) -> Wrap<Value> {
        match (self.lowered.format, ty, value) {
            (Format::JsonSchema, ..) => self.value(ty, source, value),
            (Format::Avro, Ty::Date | Ty::Timestamp(_), Value::Text(_)) => Ok(value.clone()),
            _ => {
                let own = self.model.fit_type(source, value).map_err(|misfit| misfit.to_string())?;
                self.value(ty, source, &own)
            }
        }
    }

    fn to_item(&self, item: &Item, source: &Type, value: &Value) -> Wrap<Value> {
        let unfit = || format!("{value} is not {source}");
        match (&item.kind, &item.origin, value) {
            (Kind::Fixed(_), ..) => Ok(value.clone()),
            (Kind::Enumeration(_), Origin::Wrapper(Wrapper::Null, _), Value::Null) => Ok(Value::text(first(item)?)),
            (Kind::Enumeration(symbols), _, Value::Text(text)) => {
                let symbol = symbols.iter().find(|symbol| symbol.source == *text).ok_or_else(unfit)?;
                Ok(Value::text(self.symbol(symbol)))
            }
            (Kind::Union(fields), ..) => {
                let types: Vec<Type> = fields.iter().map(|field| field.source_ty.clone()).collect();
                let index = self.model.branch(&types, value).ok_or_else(unfit)?;
                let wrapped = self.of_branch(&fields[index].ty, &fields[index].source_ty, value)?;
                Ok(if self.lowered.format.marks_branches() { one(&fields[index].name, wrapped) } else { wrapped })
            }
            (Kind::Record(_), Origin::Wrapper(Wrapper::Null, _), _) => Ok(Value::Map(Vec::new())),
            (Kind::Record(_), Origin::Wrapper(Wrapper::Timestamp, Type::Timestamp(unit)), Value::Integer(n)) => {
                Ok(parts(*n, *unit))
            }
            (Kind::Record(fields), Origin::Wrapper(Wrapper::Nullable, _), Value::Null) => {
                let null = if self.lowered.format == Format::Avro { Value::Null } else { Value::Absent };
                Ok(one(&fields[0].name, null))
            }
            (Kind::Record(fields), Origin::Wrapper(..), _) => self.record_of_one(fields, value),
            // A union of Avro's, in the record that gives it its name.
            (Kind::Record(fields), Origin::Named(name), _) if self.model.record(name).is_none() => {
                self.record_of_one(fields, value)
            }
            (Kind::Record(fields), Origin::Named(_), Value::Map(_)) => {
                let entries = fields.iter().map(|field| {
                    let found = value.get(&field.source).unwrap_or(&Value::Absent);
                    Ok((self.key(field), self.field(field, found)?.unwrap_or(Value::Absent)))
                });
                Ok(Value::Map(entries.collect::<Wrap<_>>()?))
            }
            _ => Err(unfit()),
        }
    }

    fn back_of_one(&self, fields: &[Field], value: &Value) -> Wrap<Value> {
        let [field] = fields else { return Err("a wrapper has one field".to_owned()) };
        self.back_field(field, value.get(&field.name).unwrap_or(&Value::Absent))
    }

    fn back_field(&self, field: &Field, value: &Value) -> Wrap<Value> {
        match (field.missing, value) {
            (Missing::NullIsAbsent, Value::Absent) => Ok(Value::Null),
            (Missing::AbsentIsNull, Value::Null) => Ok(Value::Absent),
            (_, Value::Absent) => Ok(Value::Absent),
            _ => self.back(present(field), &field.source_ty, value),
        }
    }

    fn back(&self, ty: &Ty, source: &Type, value: &Value) -> Wrap<Value> {
        let unfit = || format!("{value} does not stand for {source}");
        Ok(match (ty, source, value) {
            (Ty::Item(index), ..) => return self.back_item(self.item(*index)?, source, value),
            (Ty::Optional(_), _, Value::Null) => Value::Null,
            (Ty::Optional(inner), Type::Nullable(source), _) => self.back(inner, source, value)?,
            (Ty::Optional(inner), ..) => self.back(inner, source, value)?,
            (Ty::Union(branches), ..) => {
                self.back_branch(branches.iter().map(|(ty, source)| (ty, source)), value).ok_or_else(unfit)?
            }
            (Ty::List(item) | Ty::Set(item), Type::List(source) | Type::Set(source), Value::Sequence(items)) => {
                Value::Sequence(items.iter().map(|value| self.back(item, source, value)).collect::<Wrap<_>>()?)
            }
            (Ty::List(entry), Type::Map(..), Value::Sequence(entries)) => {
                let Ty::Item(index) = **entry else { return Err(unfit()) };
                let Kind::Record(fields) = &self.item(index)?.kind else { return Err(unfit()) };
                let [key_field, value_field] = fields.as_slice() else { return Err(unfit()) };
                let entries = entries.iter().map(|entry| {
                    let key = entry.get(&key_field.name).ok_or_else(unfit)?;
                    let key = self.back(&key_field.ty, &key_field.source_ty, key)?;
                    let value = entry.get(&value_field.name).unwrap_or(&Value::Absent);
                    Ok((key_text(&key).ok_or_else(unfit)?, self.back_field(value_field, value)?))
                });
                Value::Map(entries.collect::<Wrap<_>>()?)
            }
            (Ty::Map(_, inner), Type::Map(_, source), Value::Map(entries)) => {
                let entries = entries.iter().map(|(key, value)| Ok((key.clone(), self.back(inner, source, value)?)));
                Value::Map(entries.collect::<Wrap<_>>()?)
            }
            (Ty::Integer(from), Type::Integer(to), Value::Integer(n)) => {
                integer_of(same_bits(n.get(), *from, *to)).ok_or_else(unfit)?
            }
            (Ty::Integer(_), Type::Decimal { scale, .. }, Value::Integer(n)) => {
                Value::Text(decimal::scaled(n.get(), *scale))
            }
            (Ty::Float64, Type::Float32, Value::Float64(x)) => Value::Float32(*x as f32),
            (Ty::Uuid, _, Value::Text(text)) => Value::Bytes(scalar::uuid(text).ok_or_else(unfit)?),
            _ => value.clone(),
        })
    }

    /// The value as a branch of a union whose value shows the branch: the first that gives the same value again.
    fn back_branch<'a>(&self, branches: impl Iterator<Item = (&'a Ty, &'a Type)>, value: &Value) -> Option<Value> {
        let branches: Vec<(&Ty, &Type)> = branches.collect();
        let types: Vec<Type> = branches.iter().map(|(_, source)| (*source).clone()).collect();
        branches.iter().enumerate().find_map(|(index, (ty, source))| {
            let back = self.back(ty, source, value).ok()?;
            self.model.branch(std::slice::from_ref(*source), &back)?;
            let back = self.model.in_union(&types, index, back);
            self.of_branch(ty, source, &back).is_ok_and(|again| again == *value).then_some(back)
        })
    }

    fn back_item(&self, item: &Item, source: &Type, value: &Value) -> Wrap<Value> {
        let unfit = || format!("{value} does not stand for {source}");
        match (&item.kind, &item.origin, value) {
            (Kind::Fixed(_), ..) => Ok(value.clone()),
            (_, Origin::Wrapper(Wrapper::Null, _), _) => Ok(Value::Null),
            (Kind::Enumeration(symbols), _, Value::Text(text)) => {
                let symbol = symbols.iter().find(|symbol| self.symbol(symbol) == text).ok_or_else(unfit)?;
                Ok(Value::text(&symbol.source))
            }
            (Kind::Union(fields), ..) if !self.lowered.format.marks_branches() => {
                self.back_branch(fields.iter().map(|field| (&field.ty, &field.source_ty)), value).ok_or_else(unfit)
            }
            (Kind::Union(fields), _, Value::Map(_)) => {
                let found = fields.iter().enumerate();
                let mut found = found.filter_map(|(index, field)| Some((index, field, value.get(&field.name)?)));
                let (index, field, value) = found.next().ok_or_else(unfit)?;
                let types: Vec<Type> = fields.iter().map(|field| field.source_ty.clone()).collect();
                Ok(self.model.in_union(&types, index, self.back(&field.ty, &field.source_ty, value)?))
            }
            (Kind::Record(_), Origin::Wrapper(Wrapper::Timestamp, Type::Timestamp(unit)), Value::Map(_)) => {
                let part = |name: &str| match value.get(name) {
                    Some(Value::Integer(n)) => n.get(),
                    _ => 0,
                };
                let total = part("seconds") * time::NANOS + part("nanos");
                integer_of(total.div_euclid(unit.nanoseconds())).ok_or_else(unfit)
            }
            (Kind::Record(fields), Origin::Wrapper(..), _) => self.back_of_one(fields, value),
            (Kind::Record(fields), Origin::Named(name), _) if self.model.record(name).is_none() => {
                self.back_of_one(fields, value)
            }
            (Kind::Record(fields), Origin::Named(_), Value::Map(_)) => {
                let entries = fields.iter().map(|field| {
                    let found = value.get(&self.key(field)).unwrap_or(&Value::Absent);
                    Ok((field.source.clone(), self.back_field(field, found)?))
                });
                Ok(Value::Map(entries.collect::<Wrap<_>>()?))
            }
            _ => Err(unfit()),
        }
    }
}

/// The type of a field that is there: without the null that stands for its absence.
fn present(field: &Field) -> &Ty {
    match &field.ty {
        Ty::Optional(inner) if field.missing == Missing::AbsentIsNull => inner,
        ty => ty,
    }
}

/// A timestamp as Protocol Buffers has it.
fn parts(n: Integer, unit: TimeUnit) -> Value {
    let total = n.get() * unit.nanoseconds();
    let part = |n: i128| integer_of(n).unwrap_or(Value::Absent);
    let (seconds, nanos) = (total.div_euclid(time::NANOS), total.rem_euclid(time::NANOS));
    Value::Map(vec![("seconds".to_owned(), part(seconds)), ("nanos".to_owned(), part(nanos))])
}

fn first(item: &Item) -> Wrap<&str> {
    match &item.kind {
        Kind::Enumeration(symbols) => symbols.first().map(|symbol| symbol.name.as_str()).ok_or_else(String::new),
        _ => Err(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_bits() {
        for (n, from, to, due) in [
            (65_535, Int::U16, Int::I16, -1),
            (-1, Int::I16, Int::U16, 65_535),
            (40_000, Int::U16, Int::I32, 40_000),
            (i128::from(u64::MAX), Int::U64, Int::I64, -1),
            (-5, Int::I8, Int::I32, -5),
        ] {
            assert_eq!(same_bits(n, from, to), due, "{n}");
            assert_eq!(same_bits(due, to, from), n, "{due}");
        }
    }
}
