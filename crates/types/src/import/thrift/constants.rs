//! Constants as values of a type.

use wirecost_value::{Integer, Value};

use super::syntax::{Constant, Item, Kind, Ty};
use super::{Importer, enumeration};
use crate::import::nesting::MAX_NESTING;

/// The most values that the defaults of all files may consist of, with those that names stand for.
pub(super) const MAX_VALUES: usize = 1 << 20;

impl Importer<'_> {
    /// A constant that a file says, as a value of a type that it names.
    pub(super) fn constant(&self, file: usize, value: &Constant, ty: &Ty, depth: usize) -> Result<Value, String> {
        self.count(depth)?;
        if let Ty::Named(name) = ty {
            return match self.find(file, name)? {
                (place, Item::Typedef(it)) => self.constant_of(file, value, place, &it.ty, depth + 1),
                (_, Item::Enumeration(it)) => symbol(it, value).or_else(|_| self.referred(file, value, ty, depth)),
                (place, Item::Structure(it)) => match value {
                    Constant::Map(entries) => {
                        let fields = entries.iter().map(|(key, value)| {
                            let Constant::Text(key) = key else { return Err(NO_NAME.to_owned()) };
                            let field = it.fields.iter().find(|field| field.name == *key);
                            let field = field.ok_or_else(|| format!("{} has no field {key:?}", it.name))?;
                            Ok((key.clone(), self.constant_of(file, value, place, &field.ty, depth + 1)?))
                        });
                        let fields: Vec<(String, Value)> = fields.collect::<Result<_, String>>()?;
                        if it.kind == Kind::Union && fields.len() != 1 {
                            return Err(format!("a default of the union {} has one field", it.name));
                        }
                        Ok(Value::Map(fields))
                    }
                    _ => self.referred(file, value, ty, depth),
                },
                _ => Err(format!("the type {name:?} is not known")),
            };
        }
        Ok(match (value, ty) {
            (Constant::Name(_), _) => return self.referred(file, value, ty, depth),
            (Constant::Integer(n), Ty::Bool) => Value::Boolean(*n != 0),
            (Constant::Bool(b), Ty::Bool) => Value::Boolean(*b),
            (Constant::Integer(n), Ty::Double) => Value::Float64(*n as f64),
            (Constant::Integer(n), _) => Value::Integer(Integer::from(*n)),
            (Constant::Double(number), Ty::Double) => Value::Float64(*number),
            (Constant::Text(text), Ty::Binary) => Value::Bytes(text.as_bytes().to_vec()),
            (Constant::Text(text), _) => Value::text(&**text),
            (Constant::List(items), Ty::List(item) | Ty::Set(item)) => {
                let items = items.iter().map(|value| self.constant(file, value, item, depth + 1));
                Value::Sequence(items.collect::<Result<_, _>>()?)
            }
            // The compiler takes the one for the other where nothing is in it.
            (Constant::Map(entries), Ty::List(_) | Ty::Set(_)) if entries.is_empty() => Value::Sequence(Vec::new()),
            (Constant::List(items), Ty::Map(..)) if items.is_empty() => Value::Map(Vec::new()),
            (Constant::Map(entries), Ty::Map(key, item)) => {
                let entries = entries.iter().map(|(name, value)| {
                    Ok((self.key(file, name, key, depth)?, self.constant(file, value, item, depth + 1)?))
                });
                Value::Map(entries.collect::<Result<_, String>>()?)
            }
            _ => return Err("its default is not of its type".to_owned()),
        })
    }

    /// Counts a constant: names may refer to each other without end, and lists of names grow with every list that names them.
    fn count(&self, depth: usize) -> Result<(), String> {
        if depth > MAX_NESTING {
            return Err("its constants refer to each other without end".to_owned());
        }
        let left =
            self.left.get().checked_sub(1).ok_or_else(|| format!("more than {MAX_VALUES} values in defaults"))?;
        self.left.set(left);
        Ok(())
    }

    /// A constant of one file as a value of a type that another names.
    fn constant_of(&self, file: usize, value: &Constant, place: usize, ty: &Ty, depth: usize) -> Result<Value, String> {
        self.count(depth)?;
        // A name in the constant is one of the file that says it; all others are of the type alone.
        match value {
            Constant::Name(name) if place != file => {
                let (found, value) = self.named_constant(file, name)?;
                if found == place {
                    self.constant(place, value, ty, depth + 1)
                } else {
                    self.constant_of(found, value, place, ty, depth + 1)
                }
            }
            _ => self.constant(place, value, ty, depth),
        }
    }

    /// What another constant says.
    fn referred(&self, file: usize, value: &Constant, ty: &Ty, depth: usize) -> Result<Value, String> {
        let Constant::Name(name) = value else { return Err("its default is not of its type".to_owned()) };
        if let Some(number) = self.number_of(file, name) {
            return self.constant(file, &Constant::Integer(number), ty, depth + 1);
        }
        let (found, value) = self.named_constant(file, name)?;
        self.constant_of(found, value, file, ty, depth + 1)
    }

    /// The number of a symbol, where a name is that of one: `Color.RED`, also with the prefix of another file.
    fn number_of(&self, file: usize, name: &str) -> Option<i64> {
        let (of, symbol) = name.rsplit_once('.')?;
        let (_, Item::Enumeration(it)) = self.find(file, of).ok()? else { return None };
        let symbols = enumeration(it).ok()?.symbols;
        symbols.into_iter().find(|(known, _)| known == symbol).map(|(_, number)| i64::from(number))
    }

    fn named_constant(&self, file: usize, name: &str) -> Result<(usize, &Constant), String> {
        let (file, name) = self.within(file, name)?;
        let found = self.files[file].file.items.iter().find_map(|item| match item {
            Item::Constant { name: known, value, .. } if known == name => Some(value),
            _ => None,
        });
        Ok((file, found.ok_or_else(|| format!("the constant {name:?} is not known"))?))
    }

    /// A key of a map, as the data tree has it.
    fn key(&self, file: usize, key: &Constant, ty: &Ty, depth: usize) -> Result<String, String> {
        self.count(depth)?;
        Ok(match key {
            Constant::Text(text) => text.clone(),
            Constant::Name(name) => match self.number_of(file, name) {
                Some(number) => number.to_string(),
                None => self.key(file, self.named_constant(file, name)?.1, ty, depth + 1)?,
            },
            Constant::Integer(n) if matches!(ty, Ty::Bool) => (*n != 0).to_string(),
            Constant::Integer(n) => n.to_string(),
            Constant::Bool(b) => b.to_string(),
            _ => return Err("a key of a default is no text, integer or boolean".to_owned()),
        })
    }
}

const NO_NAME: &str = "a default of a struct has texts as keys: the names of fields";

/// The symbol that a constant means: by its name, with or without that of the enumeration, or by its number.
fn symbol(it: &super::syntax::Enumeration, value: &Constant) -> Result<Value, String> {
    let symbols = enumeration(it)?.symbols;
    let found = match value {
        Constant::Name(name) => {
            let last = name.rsplit('.').next().unwrap_or(name);
            symbols.into_iter().find(|(known, _)| known == last)
        }
        Constant::Integer(number) => symbols.into_iter().find(|(_, known)| i64::from(*known) == *number),
        _ => None,
    };
    found.map(|(name, _)| Value::text(name)).ok_or_else(|| format!("its default is no symbol of {}", it.name))
}
