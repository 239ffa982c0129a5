//! Random models and their values, each following from a number.

#![allow(dead_code, reason = "each test uses its part")]

use fastrand::Rng;
use indexmap::IndexMap;
use wirecost_types::{Definition, Enumeration, Field, Format, Int, Key, Model, Presence, Record, TimeUnit, Type};
use wirecost_value::Value;

/// What a model is made of: anything, or only what a schema of one format says exactly.
pub struct Maker {
    pub random: Rng,
    pub native: Option<Format>,
    records: usize,
    enumerations: usize,
    unions: usize,
}

/// Names that formats lack, or keep for themselves.
const ODD_NAMES: [&str; 14] = [
    "@type", "order-id", "orderId", "order_id", "class", "from", "日本", "a b", "1st", "struct", "type", "value", "",
    "Text",
];

impl Maker {
    pub fn new(seed: u64, native: Option<Format>) -> Self {
        let mut random = Rng::with_seed(seed);
        let (records, enumerations) = (random.usize(1..5), random.usize(0..3));
        let unions = match native {
            None | Some(Format::JsonSchema) => random.usize(0..2),
            Some(_) => 0,
        };
        Self { random, native, records, enumerations, unions }
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.usize(..from.len())].clone()
    }

    /// A model that holds together, with all of its types in use.
    pub fn model(&mut self) -> Model {
        loop {
            let mut types = IndexMap::new();
            for index in 0..self.records {
                types.insert(self.name("Rec", index), Definition::Record(self.record(index)));
            }
            for index in 0..self.enumerations {
                types.insert(self.name("Kind", index), Definition::Enumeration(self.enumeration(index)));
            }
            for index in 0..self.unions {
                let branches = self.branches(0, self.records);
                types.insert(self.name("Union", index), Definition::Union(branches));
            }
            let root = match self.native {
                None if self.random.u8(..8) == 0 => self.ty(2, 0),
                _ => Type::Named(self.name("Rec", 0)),
            };
            let model = Model::new(root, types).without_unused();
            if model.check().is_ok() {
                return model;
            }
        }
    }

    fn name(&self, kind: &str, index: usize) -> String {
        match self.native {
            Some(Format::Protobuf | Format::Avro) => format!("shop.v1.{kind}{index}"),
            _ => format!("{kind}{index}"),
        }
    }

    fn record(&mut self, index: usize) -> Record {
        let count = self.random.usize(0..6);
        let mut fields: Vec<Field> = Vec::new();
        let is_union = self.native == Some(Format::Thrift) && index > 0 && count > 1 && self.random.u8(..4) == 0;
        for place in 0..count {
            let mut name = format!("f{place}");
            if self.native.is_none() && self.random.u8(..3) == 0 {
                name = self.pick(&ODD_NAMES).to_owned();
            }
            if fields.iter().any(|field| field.name == name) {
                continue;
            }
            let mut field = self.field(name, index);
            if is_union {
                (field.presence, field.group) = (Presence::Optional, Some("union".to_owned()));
            }
            fields.push(field);
        }
        // The members of a group are together.
        let can_group = matches!(self.native, None | Some(Format::Protobuf));
        if can_group && fields.len() > 2 && self.random.bool() {
            for field in fields.iter_mut().take(2) {
                if self.native.is_some() && matches!(field.ty, Type::List(_) | Type::Map(..)) {
                    field.ty = Type::Text;
                }
                (field.presence, field.group) = (Presence::Optional, Some("choice".to_owned()));
            }
        }
        if matches!(self.native, Some(Format::Protobuf | Format::Thrift)) || self.random.u8(..4) == 0 {
            let mut number = 0;
            for field in &mut fields {
                number += self.random.u32(1..40);
                field.number = if self.native.is_some_and(|it| it != Format::Protobuf && it != Format::Thrift) {
                    None
                } else {
                    Some(number)
                };
            }
        }
        Record::new(fields)
    }

    fn field(&mut self, name: String, record: usize) -> Field {
        let ty = self.field_ty(record);
        let empty = match &ty {
            Type::List(_) => Some(Value::Sequence(Vec::new())),
            Type::Map(..) => Some(Value::Map(Vec::new())),
            _ => None,
        };
        let presence = match (self.native, empty, &ty) {
            (Some(Format::Protobuf), Some(empty), _) => Presence::Default(empty),
            (Some(Format::Avro), _, Type::Nullable(_)) => Presence::Default(Value::Null),
            (Some(Format::Avro), ..) => Presence::Required,
            (None | Some(Format::Thrift), _, Type::Integer(_)) if self.random.u8(..4) == 0 => {
                Presence::Default(7.into())
            }
            (None | Some(Format::JsonSchema), _, Type::Text) if self.random.u8(..4) == 0 => {
                Presence::Default(Value::text("d"))
            }
            _ if self.random.bool() => Presence::Optional,
            _ => Presence::Required,
        };
        Field { presence, ..Field::new(name, ty) }
    }

    fn field_ty(&mut self, record: usize) -> Type {
        if self.native == Some(Format::Protobuf) {
            return match self.random.u8(..4) {
                0 => Type::list(self.leaf(record)),
                1 => {
                    let keys = [Key::Text, Key::Boolean, Key::Integer(Int::I32), Key::Integer(Int::U64)];
                    Type::Map(self.pick(&keys), Box::new(self.leaf(record)))
                }
                _ => self.leaf(record),
            };
        }
        self.ty(3, record)
    }

    fn ty(&mut self, depth: usize, record: usize) -> Type {
        if depth == 0 {
            return self.leaf(record);
        }
        let has_null = matches!(self.native, None | Some(Format::Avro | Format::JsonSchema));
        match self.random.u8(..8) {
            0 => Type::list(self.ty(depth - 1, record)),
            1 => Type::Map(self.key(), Box::new(self.ty(depth - 1, record))),
            2 if has_null => self.ty(depth - 1, record).nullable(),
            3 if has_null => Type::union(self.branches(depth - 1, record)),
            4 if matches!(self.native, None | Some(Format::Thrift)) => Type::Set(Box::new(self.ty(depth - 1, record))),
            _ => self.leaf(record),
        }
    }

    fn key(&mut self) -> Key {
        let int = Key::Integer(self.int());
        match self.native {
            Some(Format::Avro) => Key::Text,
            _ => self.pick(&[Key::Text, Key::Text, Key::Boolean, int]),
        }
    }

    /// Two or three branches; of Avro such that it distinguishes.
    fn branches(&mut self, depth: usize, record: usize) -> Vec<Type> {
        let mut all = vec![Type::Boolean, Type::Float64, Type::Text, Type::list(self.ty(depth.min(1), record))];
        if self.native.is_none() {
            all.extend([Type::Integer(Int::I64), Type::Integer(Int::U8), Type::Uuid, Type::list(Type::Date)]);
            all.push(Type::Map(Key::Integer(Int::U16), Box::new(Type::Boolean)));
        } else {
            all.push(Type::Integer(Int::I64));
        }
        all.push(Type::Named(self.name("Rec", self.random.clone().usize(..self.records))));
        self.random.shuffle(&mut all);
        let count = self.random.usize(2..4);
        all.truncate(count);
        all
    }

    fn int(&mut self) -> Int {
        let ints: &[Int] = match self.native {
            Some(Format::Protobuf) => &[Int::I32, Int::I64, Int::U32, Int::U64],
            Some(Format::Thrift) => &[Int::I8, Int::I16, Int::I32, Int::I64],
            Some(Format::Avro) => &[Int::I32, Int::I64],
            _ => &Int::ALL,
        };
        self.pick(ints)
    }

    /// A type that contains no other, or has a name.
    fn leaf(&mut self, record: usize) -> Type {
        let mut all = vec![Type::Boolean, Type::Integer(self.int()), Type::Integer(self.int()), Type::Float64];
        all.extend([Type::Text, Type::Bytes { length: None }]);
        if self.native != Some(Format::Thrift) {
            all.push(Type::Float32);
        }
        let units: &[TimeUnit] = match self.native {
            None => &TimeUnit::ALL,
            Some(Format::Avro) => &TimeUnit::ALL[1..],
            Some(Format::JsonSchema) => &[TimeUnit::Microseconds],
            _ => &[],
        };
        if !units.is_empty() {
            all.extend([Type::Timestamp(self.pick(units)), Type::Date, Type::Uuid]);
            let scale = self.random.u8(0..5);
            all.push(Type::Decimal { precision: scale + self.random.u8(1..12), scale });
        }
        if matches!(self.native, None | Some(Format::Avro)) {
            all.push(Type::Bytes { length: Some(self.random.u32(1..20)) });
        }
        if self.native.is_none() {
            all.push(Type::Null);
        }
        let _ = record;
        for index in 0..self.records {
            all.push(Type::Named(self.name("Rec", index)));
        }
        for index in 0..self.enumerations {
            all.push(Type::Named(self.name("Kind", index)));
        }
        for index in 0..self.unions {
            all.push(Type::Named(self.name("Union", index)));
        }
        self.pick(&all)
    }

    fn enumeration(&mut self, index: usize) -> Enumeration {
        let prefix = match self.native {
            Some(Format::Protobuf) => format!("KIND{index}_"),
            _ => String::new(),
        };
        let is_plain = matches!(self.native, Some(Format::Avro | Format::JsonSchema));
        let is_zero = is_plain || self.native == Some(Format::Protobuf);
        let mut number = if is_zero || self.random.bool() { 0 } else { self.random.i32(1..9) };
        let mut symbols = Vec::new();
        for place in 0..self.random.usize(1..4) {
            symbols.push((format!("{prefix}S{place}"), number));
            number += if is_plain { 1 } else { self.random.i32(1..9) };
        }
        Enumeration { symbols, is_numbered: !is_plain }
    }

    /// A value of the type, with its types.
    pub fn value(&mut self, model: &Model, ty: &Type, depth: usize) -> Value {
        match ty {
            Type::Null => Value::Null,
            Type::Boolean => Value::Boolean(self.random.bool()),
            Type::Integer(int) => {
                let range = int.range();
                let n = match self.random.u8(..4) {
                    0 => *range.start(),
                    1 => *range.end(),
                    _ => i128::from(self.random.u8(..100)),
                };
                Value::Integer(wirecost_value::Integer::try_from(n).unwrap())
            }
            Type::Float32 => Value::Float32(self.pick(&[0.0, -0.0, 0.1, 1e30, 3.0])),
            Type::Float64 => Value::Float64(self.pick(&[0.0, -0.0, 0.1, 1e300, 0.5])),
            Type::Text => Value::text(self.pick(&["", "text", "日本 \"\\\n", "7"])),
            Type::Bytes { length } => {
                let length = length.map_or_else(|| self.random.usize(0..5), |length| length as usize);
                Value::Bytes((0..length).map(|_| self.random.u8(..)).collect())
            }
            Type::Timestamp(unit) => {
                let seconds = self.random.i64(-1_000_000_000..4_000_000_000);
                let n = i128::from(seconds) * (1_000_000_000 / unit.nanoseconds()) + i128::from(self.random.u8(0..2));
                Value::Integer(wirecost_value::Integer::try_from(n).unwrap())
            }
            Type::Date => self.random.i32(-100_000..100_000).into(),
            Type::Uuid => Value::Bytes((0..16).map(|_| self.random.u8(..)).collect()),
            Type::Decimal { precision, scale } => {
                let digits = i64::from(self.random.u8(1..*precision + 1).min(17));
                let n = self.random.i64(0..10_i64.pow(u32::try_from(digits).unwrap()));
                let digits = format!("{n:0>width$}", width = usize::from(*scale) + 1);
                let (whole, fraction) = digits.split_at(digits.len() - usize::from(*scale));
                let sign = if n > 0 && self.random.bool() { "-" } else { "" };
                let whole = if *precision == *scale { "0" } else { whole };
                Value::Text(if *scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
            }
            Type::List(item) => {
                let count = if depth > 4 { 0 } else { self.random.usize(0..3) };
                Value::Sequence((0..count).map(|_| self.value(model, item, depth + 1)).collect())
            }
            // No two values of it are the same.
            Type::Set(item) => Value::Sequence(vec![self.value(model, item, depth + 1)]),
            Type::Map(key, item) => {
                let count = if depth > 4 { 0 } else { self.random.usize(0..3) };
                let keys = match key {
                    Key::Text => ["a b", ""],
                    Key::Boolean => ["true", "false"],
                    Key::Integer(_) => ["7", "0"],
                };
                Value::Map(
                    keys[..count].iter().map(|key| ((*key).to_owned(), self.value(model, item, depth + 1))).collect(),
                )
            }
            Type::Nullable(_) if depth > 4 || self.random.u8(..3) == 0 => Value::Null,
            Type::Nullable(inner) => self.value(model, inner, depth + 1),
            Type::Union(branches) => {
                let branch = self.random.usize(..branches.len());
                self.value(model, &branches[branch], depth + 1)
            }
            Type::Named(name) => match &model.types[name] {
                Definition::Enumeration(names) => Value::text(self.pick(&names.symbols).0),
                Definition::Union(branches) => {
                    // A branch without a name ends.
                    let plain: Vec<&Type> = branches.iter().filter(|it| !matches!(it, Type::Named(_))).collect();
                    let branch = if plain.is_empty() { &branches[0] } else { plain[self.random.usize(..plain.len())] };
                    self.value(model, branch, depth + 1)
                }
                Definition::Record(record) => self.record_value(model, record, depth),
            },
        }
    }

    fn record_value(&mut self, model: &Model, record: &Record, depth: usize) -> Value {
        let mut is_taken = false;
        let mut entries = Vec::new();
        for field in &record.fields {
            let leaves_out = match (&field.presence, &field.group) {
                (Presence::Optional, Some(_)) => std::mem::replace(&mut is_taken, true) || depth > 4,
                (Presence::Optional, None) => depth > 4 || self.random.bool(),
                _ => false,
            };
            let value = match &field.presence {
                _ if leaves_out => Value::Absent,
                Presence::Default(default) if depth > 4 => default.clone(),
                _ => self.value(model, &field.ty, depth + 1),
            };
            entries.push((field.name.clone(), value));
        }
        Value::Map(entries)
    }
}
