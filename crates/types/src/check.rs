//! Whether a model holds together.

use std::collections::HashSet;

use crate::model::MAX_NUMBER;
use crate::syntax::{is_name_character, is_taken};
use crate::{
    Definition, Enumeration, Field, Key, MAX_DEPTH, MAX_FIELDS, MAX_TYPES, Model, Presence, Record, Type, TypesError,
};

/// The longest name of a type or a field, in bytes.
const MAX_NAME_BYTES: usize = 1_024;

impl Model {
    /// Checks that all names are known, that names and numbers differ, that defaults have their types, that every type has
    /// a finite value, and that no limit is exceeded.
    ///
    /// # Errors
    /// The first fault; its place is the type and the field, such as `types.order.lines`.
    pub fn check(&self) -> Result<(), TypesError> {
        let types = self.types.len();
        if types > MAX_TYPES {
            return Err(TypesError::at("types", format_args!("{types} types; a model may have {MAX_TYPES}")));
        }
        let members: usize = self.types.values().map(Definition::members).sum();
        if members > MAX_FIELDS {
            let reason = format!("{members} fields, names and branches; a model may have {MAX_FIELDS}");
            return Err(TypesError::at("types", reason));
        }
        self.check_type("type", &self.root)?;
        for (name, definition) in &self.types {
            let place = format!("types.{name}");
            if name.is_empty() || !name.chars().all(is_name_character) || name.len() > MAX_NAME_BYTES {
                let reason = "the name of a type has up to 1,024 letters, digits, \"_\", \"-\" and \".\"";
                return Err(TypesError::at(place, reason));
            }
            if is_taken(name) {
                return Err(TypesError::at(place, format_args!("{name} is a type already; give it another name")));
            }
            match definition {
                Definition::Record(record) => self.check_record(&place, record)?,
                Definition::Enumeration(names) => check_enumeration(&place, names)?,
                Definition::Union(branches) => self.check_union(&place, branches)?,
            }
        }
        self.check_branches()?;
        self.check_finite()
    }

    fn check_record(&self, place: &str, record: &Record) -> Result<(), TypesError> {
        let (mut names, mut numbers) = (HashSet::new(), HashSet::new());
        for field in &record.fields {
            let place = format!("{place}.{}", field.name);
            let fault = |reason: String| Err(TypesError::at(&place, reason));
            if field.name.len() > MAX_NAME_BYTES {
                return fault(format!("a name may have {MAX_NAME_BYTES} bytes"));
            }
            for name in field.aliases.iter().chain([&field.name]) {
                if !names.insert(name) {
                    return fault(format!("two fields are called {name:?}"));
                }
            }
            if let Some(number) = field.number {
                if !(1..=MAX_NUMBER).contains(&number) {
                    return fault(format!("field number {number} is not from 1 to {MAX_NUMBER}"));
                }
                if !numbers.insert(number) {
                    return fault(format!("two fields have number {number}"));
                }
            }
            if let (Some(group), true) = (&field.group, field.presence != Presence::Optional) {
                return fault(format!("a field of the group {group:?} must be optional, since another may be there"));
            }
            self.check_type(&place, &field.ty)?;
            if let Presence::Default(value) = &field.presence
                && let Err(misfit) = self.fit_type(&field.ty, value)
            {
                return fault(format!("its default is not of its type: {misfit}"));
            }
        }
        Ok(())
    }

    fn check_union(&self, place: &str, branches: &[Type]) -> Result<(), TypesError> {
        if branches.len() < 2 {
            return Err(TypesError::at(place, "a union has two branches or more"));
        }
        let mut seen = HashSet::new();
        for branch in branches {
            if matches!(branch, Type::Nullable(_) | Type::Union(_)) {
                return Err(TypesError::at(place, format_args!("{branch} is no branch by itself; list its types")));
            }
            if !seen.insert(branch) {
                return Err(TypesError::at(place, format_args!("{branch} is a branch twice")));
            }
            self.check_type(place, branch)?;
        }
        Ok(())
    }

    fn check_type(&self, place: &str, ty: &Type) -> Result<(), TypesError> {
        if ty.depth() > MAX_DEPTH {
            return Err(TypesError::at(place, format_args!("nested deeper than {MAX_DEPTH} levels")));
        }
        let fault = |reason: String| Err(TypesError::at(place, reason));
        match ty {
            Type::Decimal { precision, scale } if !(1..=38).contains(precision) || scale > precision => {
                fault(format!("{ty}: a decimal has 1 to 38 digits, and no more of them after the point"))
            }
            Type::Named(name) if !self.types.contains_key(name) => fault(format!("type {name:?} is not known")),
            Type::Nullable(inner) if matches!(**inner, Type::Null | Type::Nullable(_)) => {
                fault("it is nullable twice".to_owned())
            }
            Type::Map(Key::Text | Key::Boolean | Key::Integer(_), inner)
            | Type::List(inner)
            | Type::Set(inner)
            | Type::Nullable(inner) => self.check_type(place, inner),
            Type::Union(branches) => {
                if branches.contains(&Type::Null) {
                    fault("a union that holds null is nullable, and null no branch of it".to_owned())
                } else {
                    self.check_union(place, branches)
                }
            }
            _ => Ok(()),
        }
    }

    /// Checks that no union is a branch of itself, by itself or by way of others: nothing would ever decide what a value is.
    fn check_branches(&self) -> Result<(), TypesError> {
        let is_sound = |definition: &Definition, sound: &HashSet<&str>| match definition {
            Definition::Union(branches) => branches.iter().all(|branch| is_told(branch, sound)),
            Definition::Record(_) | Definition::Enumeration(_) => true,
        };
        self.check_each(is_sound, "this union is a branch of itself; give it records or other types as branches")
    }

    /// Checks that no record needs another of itself, and so on without end.
    fn check_finite(&self) -> Result<(), TypesError> {
        let is_finite = |definition: &Definition, finite: &HashSet<&str>| match definition {
            Definition::Enumeration(_) => true,
            Definition::Union(branches) => branches.iter().any(|branch| ends(branch, finite)),
            Definition::Record(record) => {
                let is_free = |field: &Field| field.presence != Presence::Required || ends(&field.ty, finite);
                record.fields.iter().all(is_free)
            }
        };
        self.check_each(is_finite, "each value contains another of it, without end; make a field optional")
    }

    /// Checks of each type that `holds`, given the types of which that is known already; `reason` says what is wrong with the
    /// first of which it never gets known.
    fn check_each(
        &self,
        holds: impl Fn(&Definition, &HashSet<&str>) -> bool,
        reason: &'static str,
    ) -> Result<(), TypesError> {
        let mut known: HashSet<&str> = HashSet::new();
        loop {
            let before = known.len();
            // In both directions, so that a chain of types takes one turn, whichever way it is defined.
            for (name, definition) in self.types.iter().chain(self.types.iter().rev()) {
                if holds(definition, &known) {
                    known.insert(name);
                }
            }
            if known.len() == before {
                break;
            }
        }
        match self.types.keys().find(|name| !known.contains(name.as_str())) {
            Some(name) => Err(TypesError::at(format_args!("types.{name}"), reason)),
            None => Ok(()),
        }
    }
}

/// Whether a value shows by itself whether it is of this type, if it does for the unions of these names.
fn is_told(ty: &Type, sound: &HashSet<&str>) -> bool {
    match ty {
        Type::Named(name) => sound.contains(name.as_str()),
        Type::Nullable(inner) => is_told(inner, sound),
        Type::Union(branches) => branches.iter().all(|branch| is_told(branch, sound)),
        _ => true,
    }
}

/// Whether a type has a value that is finite, if those of the names have one.
fn ends(ty: &Type, finite: &HashSet<&str>) -> bool {
    match ty {
        Type::Named(name) => finite.contains(name.as_str()),
        Type::Union(branches) => branches.iter().any(|branch| ends(branch, finite)),
        _ => true,
    }
}

fn check_enumeration(place: &str, names: &Enumeration) -> Result<(), TypesError> {
    if names.symbols.is_empty() {
        return Err(TypesError::at(place, "an enumeration has at least one name"));
    }
    let mut seen = HashSet::new();
    match names.symbols.iter().find(|(name, _)| name.len() > MAX_NAME_BYTES || !seen.insert(name)) {
        Some((name, _)) => Err(TypesError::at(place, format_args!("the name {name:?} is there twice, or too long"))),
        None => Ok(()),
    }
}

impl Definition {
    /// The number of its fields, names or branches.
    fn members(&self) -> usize {
        match self {
            Self::Record(record) => record.fields.len(),
            Self::Enumeration(names) => names.symbols.len(),
            Self::Union(branches) => branches.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{MAX_DEPTH, Model, Type};

    fn fault(types: &str) -> String {
        let text = format!("type = \"a\"\n{types}");
        Model::from_toml("a.toml", &text).and_then(|model| model.check()).unwrap_err().to_string()
    }

    #[test]
    fn a_model_that_does_not_hold_together_says_where() {
        for (types, says) in [
            ("[types.a]\nx = \"nope\"", "types.a.x: type \"nope\" is not known"),
            ("[types.a]\nx = \"1: u8\"\ny = \"1: u8\"", "types.a.y: two fields have number 1"),
            ("[types.a]\nx = \"0: u8\"", "field number 0"),
            ("[types.a]\nx = \"u8\"\ny = { type = \"u8\", aliases = [\"x\"] }", "two fields are called \"x\""),
            ("[types.a]\nx = { type = \"u8\", default = 256 }", "its default is not of its type"),
            ("[types.a]\nx = { type = \"u8\", group = \"g\" }", "must be optional"),
            ("[types.a]\nx = \"a\"", "types.a: each value contains another"),
            ("[types.a]\nx = \"b\"\n[types.b]\ny = \"[b]\"\nz = \"a\"", "without end"),
            ("[types]\na = \"u8\"", "a union has two branches or more"),
            ("[types]\na = \"a|text\"", "types.a: this union is a branch of itself"),
            ("[types]\na = \"b|text\"\nb = \"a|u8\"", "is a branch of itself"),
            ("[types.a]\n[types.text]", "text is a type already"),
            ("[types.a]\n[types.\"b c\"]", "letters, digits"),
        ] {
            let error = fault(types);
            assert!(error.contains(says), "{types}: {error}");
        }
    }

    #[test]
    fn limits_hold() {
        let deep = (0..=MAX_DEPTH).fold(Type::Text, |inner, _| Type::list(inner));
        assert!(Model::new(deep, Default::default()).check().unwrap_err().to_string().contains("deeper"));
        let many = (0..10_001).map(|n| format!("[types.t{n}]\n")).collect::<String>();
        assert!(fault(&format!("[types.a]\n{many}")).contains("10002 types"));
        let fields = (0..100_001).map(|n| format!("f{n} = \"u8\"\n")).collect::<String>();
        assert!(fault(&format!("[types.a]\n{fields}")).contains("100001 fields"));
    }
}
