//! What the texts of one place are: numbers and booleans only where each of them comes back as it was written.

use wirecost_value::{Value, mapping};

use super::place::XmlName;
use crate::fit::decimal;
use crate::infer::{Integers, Seen, Texts};
use crate::{Definition, Model, Type};

/// The texts of one place.
#[derive(Debug, Clone, Default)]
pub(super) struct Leaf {
    pub(super) count: usize,
    booleans: usize,
    integers: Integers,
    floats: usize,
    float32s: usize,
    decimals: usize,
    texts: Texts,
    /// How many are numbers in any spelling, and the first that would come back in another one.
    numbers: usize,
    changed: Option<String>,
}

impl Leaf {
    pub(super) fn add(&mut self, text: &str) {
        self.count += 1;
        self.texts.add(text);
        if exact("boolean", text).is_some() {
            self.booleans += 1;
        }
        if let Some(Value::Integer(n)) = exact("integer", text) {
            self.integers.add(n.get());
        }
        self.float32s += usize::from(exact("float", text).is_some());
        let scale = text.split_once('.').and_then(|(_, fraction)| u8::try_from(fraction.len()).ok());
        let canonical = scale.filter(|scale| *scale < 20).and_then(|scale| decimal::canonical(text, 38, scale));
        self.decimals += usize::from(canonical.as_deref() == Some(text));
        let starts_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if starts_number && exact("double", text).is_some() {
            self.floats += 1;
            self.numbers += 1;
        } else if decimal::canonical(text.trim_start_matches('+'), 38, 19).is_some() {
            self.numbers += 1;
            self.changed.get_or_insert_with(|| text.to_owned());
        }
    }

    /// The same as the inference of values sees it. What an `xsi:type` of XML Schema's own says comes first.
    pub(super) fn seen(self, xsi_type: Option<&XmlName>) -> Seen {
        let count = self.count;
        let mut seen = Seen::default();
        let mut texts = self.texts;
        let told = xsi_type.filter(|ty| SCHEMAS.contains(&ty.namespace.as_str())).map(|ty| ty.local.as_str());
        match () {
            () if count == 0 => {}
            () if told.is_some_and(|told| TEXTS.contains(&told)) => seen.texts = texts,
            () if told == Some("double") && self.floats == count => seen.float64s = count,
            () if told == Some("float") && self.float32s == count => seen.float32s = count,
            () if self.booleans == count => seen.booleans = count,
            () if self.integers.count == count => seen.integers = self.integers,
            () if self.floats == count => seen.float64s = count,
            () => {
                if self.decimals == count && texts.decimal().is_some() {
                    texts.said = count;
                } else if self.numbers == count {
                    texts.kept = self.changed;
                }
                seen.texts = texts;
            }
        }
        seen
    }
}

/// The namespaces of XML Schema: that of its recommendation, and that of the draft that SOAP 1.1 began with.
const SCHEMAS: [&str; 2] = ["http://www.w3.org/2001/XMLSchema", "http://www.w3.org/1999/XMLSchema"];

/// Its types whose values are text, whatever they look like (XML Schema part 2, 3.2.1 and 3.3.1 to 3.3.4).
const TEXTS: [&str; 5] = ["string", "normalizedString", "token", "anyURI", "language"];

/// The value of a kind of [`mapping::leaf`] that a text is, if the value is written as that text.
fn exact(kind: &str, text: &str) -> Option<Value> {
    // No boolean or number is longer.
    if text.len() > 400 {
        return None;
    }
    let value = mapping::leaf(kind, text.to_owned()).ok()?;
    (mapping::leaf_text(&value).ok()?.1 == text).then_some(value)
}

impl Model {
    /// The text of an element or an attribute as a value of a type, before [`Model::fit`]; what is no number and no boolean stays text.
    pub(super) fn leaf(&self, ty: &Type, text: &str) -> Result<Value, String> {
        let kind = match ty {
            Type::Boolean => "boolean",
            Type::Integer(_) => "integer",
            Type::Float32 => "float",
            Type::Float64 => "double",
            Type::Nullable(inner) => return self.leaf(inner, text),
            Type::Union(branches) => return Ok(self.leaf_of(branches, text)),
            Type::Named(name) => match self.types.get(name) {
                Some(Definition::Union(branches)) => return Ok(self.leaf_of(branches, text)),
                Some(Definition::Record(_)) => return Err(format!("it has text, and {name} is a record")),
                _ => return Ok(Value::text(text)),
            },
            Type::List(_) | Type::Set(_) | Type::Map(..) => return Err(format!("it has text, and {ty} has none")),
            _ => return Ok(Value::text(text)),
        };
        exact(kind, text).ok_or_else(|| format!("{text:?} is no {ty}, or would come back as another text"))
    }

    /// The first branch that writes the text as it is.
    fn leaf_of(&self, branches: &[Type], text: &str) -> Value {
        let mut read = branches.iter().filter_map(|branch| self.leaf(branch, text).ok());
        read.find(|value| !matches!(value, Value::Text(_))).unwrap_or_else(|| Value::text(text))
    }
}
