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
    decimals: Decimals,
    /// What is no boolean and no number that comes back.
    texts: Texts,
    /// How many are numbers in any spelling, and the first that would come back in another one.
    numbers: usize,
    changed: Option<String>,
}

/// Decimals with a point. A type for them exists only if all have the same number of digits after the point.
#[derive(Debug, Clone, Default)]
struct Decimals {
    count: usize,
    whole_digits: usize,
    fraction_digits: Option<Result<usize, ()>>,
}

impl Decimals {
    fn add(&mut self, text: &str) {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let Some((whole, fraction)) = digits.split_once('.') else { return };
        let Some(scale) = u8::try_from(fraction.len()).ok().filter(|scale| *scale < 20) else { return };
        if decimal::canonical(text, 38, scale).as_deref() != Some(text) {
            return;
        }
        self.count += 1;
        self.whole_digits = self.whole_digits.max(whole.len());
        self.fraction_digits = match self.fraction_digits {
            Some(known) if known != Ok(fraction.len()) => Some(Err(())),
            _ => Some(Ok(fraction.len())),
        };
    }

    /// The same as texts that say what they are.
    fn said(&self) -> Texts {
        Texts {
            count: self.count,
            said: self.count,
            decimals: self.count,
            whole_digits: self.whole_digits,
            fraction_digits: self.fraction_digits,
            ..Texts::default()
        }
    }
}

impl Leaf {
    pub(super) fn add(&mut self, text: &str) {
        self.count += 1;
        let starts_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if !starts_number {
            self.booleans += usize::from(matches!(text, "true" | "false"));
            self.add_number(text);
            self.texts.add(text);
            return;
        }
        if let Some(n) = integer(text) {
            self.integers.add(n);
        }
        self.decimals.add(text);
        self.float32s += usize::from(is_float(text, SINGLE_DIGITS, "float"));
        if is_float(text, DOUBLE_DIGITS, "double") {
            self.floats += 1;
            self.numbers += 1;
        } else {
            self.add_number(text);
            self.texts.add(text);
        }
    }

    /// Counts a number that comes back in another spelling.
    fn add_number(&mut self, text: &str) {
        if decimal::canonical(text.trim_start_matches('+'), 38, 19).is_some() {
            self.numbers += 1;
            self.changed.get_or_insert_with(|| text.to_owned());
        }
    }

    /// The same as the inference of values sees it. What an `xsi:type` of XML Schema's own says comes first.
    pub(super) fn seen(self, xsi_type: Option<&XmlName>) -> Seen {
        let count = self.count;
        let mut seen = Seen::default();
        let told = xsi_type.filter(|ty| SCHEMAS.contains(&ty.namespace.as_str())).map(|ty| ty.local.as_str());
        match () {
            () if count == 0 => {}
            () if told.is_some_and(|told| TEXTS.contains(&told)) => seen.texts = self.into_texts(),
            () if told == Some("double") && self.floats == count => seen.float64s = count,
            () if told == Some("float") && self.float32s == count => seen.float32s = count,
            () if self.booleans == count => seen.booleans = count,
            () if self.integers.count == count => seen.integers = self.integers,
            () if self.floats == count => seen.float64s = count,
            () if self.decimals.count == count && matches!(self.decimals.fraction_digits, Some(Ok(_))) => {
                seen.texts = self.decimals.said();
            }
            () => seen.texts = self.into_texts(),
        }
        seen
    }

    /// All as texts. Numbers among them are neither times nor names.
    fn into_texts(self) -> Texts {
        let mut texts = self.texts;
        if self.floats > 0 {
            texts.distinct = None;
            texts.count += self.floats;
        }
        if self.numbers == self.count {
            texts.kept = self.changed;
        }
        texts
    }
}

/// The namespaces of XML Schema: that of its recommendation, and that of the draft that SOAP 1.1 began with.
const SCHEMAS: [&str; 2] = ["http://www.w3.org/2001/XMLSchema", "http://www.w3.org/1999/XMLSchema"];

/// Its types whose values are text, whatever they look like (XML Schema part 2, 3.2.1 and 3.3.1 to 3.3.4).
const TEXTS: [&str; 5] = ["string", "normalizedString", "token", "anyURI", "language"];

/// Decimals of up to so many digits are the shortest of the float that they are (IEEE 754-2019, 5.12.2).
const SINGLE_DIGITS: usize = 6;
const DOUBLE_DIGITS: usize = 15;

/// The integer of the data tree that is written as this text.
fn integer(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    let n: i128 = Some(text).filter(|text| is_plain && text.len() <= 20 && *text != "-0")?.parse().ok()?;
    (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&n).then_some(n)
}

/// Whether a text is what a float is written as; `digits` are those up to which a plain decimal always is.
fn is_float(text: &str, digits: usize, kind: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "1"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = is_digits(whole) && is_digits(fraction) && (whole == "0" || !whole.starts_with('0'));
    if !is_plain || fraction.ends_with('0') {
        return false;
    }
    whole.len() + fraction.len() <= digits || exact(kind, text).is_some()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_sign() {
        assert!(is_float("-5.1", DOUBLE_DIGITS, "double") && !is_float("--5.1", DOUBLE_DIGITS, "double"));
        assert!(integer("-5") == Some(-5) && integer("--5").is_none());
    }

    proptest::proptest! {
        #[test]
        fn what_is_found_out_fast_is_what_comes_back(text in "-?[0-9]{0,18}(\\.[0-9]{0,12})?|[-0-9.e+ ]{0,8}") {
            let starts_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            let finite = !text.contains(['e', 'E', '+', ' ']);
            for (digits, kind) in [(SINGLE_DIGITS, "float"), (DOUBLE_DIGITS, "double")] {
                let found = starts_number && is_float(&text, digits, kind);
                proptest::prop_assert_eq!(found, starts_number && finite && exact(kind, &text).is_some(), "{}", kind);
            }
            let exact = match exact("integer", &text) {
                Some(Value::Integer(n)) => Some(n.get()),
                _ => None,
            };
            proptest::prop_assert_eq!(integer(&text), exact);
        }
    }
}
