//! Text as values.

use crate::block::{Array, Complex, Elements, Limits, MAX_DIMENSIONS, Value};
use crate::signature::Type;
use crate::{Error, Result};

/// Reads one value. With a type, the text must fit it; a string may then stand without quotes. Without one, the text
/// itself says it: `1` is an int, `1.0` a double, `1b` a byte.
///
/// # Errors
/// [`Error::Text`]; [`Error::TooDeep`] over 64 levels.
pub fn parse(text: &str, kind: Option<&Type>) -> Result<Value> {
    if kind == Some(&Type::String) && !text.starts_with('"') {
        return Ok(Value::text(text));
    }
    let mut parser = Parser { rest: text.trim(), depth: 0 };
    let value = parser.value(kind)?;
    parser.spaces();
    if parser.rest.is_empty() { Ok(value) } else { Err(parser.error("the end")) }
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn error(&self, expected: impl Into<String>) -> Error {
        Error::Text { text: self.rest.to_owned(), expected: expected.into() }
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, symbol: char) -> bool {
        self.spaces();
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, kind: Option<&Type>) -> Result<Value> {
        self.spaces();
        if self.depth > Limits::default().depth {
            return Err(Error::TooDeep { limit: Limits::default().depth });
        }
        self.depth += 1;
        let value = match (self.rest.chars().next(), kind) {
            (Some('['), None | Some(Type::Array { .. })) => self.array(kind),
            (Some('{'), None | Some(Type::List(_))) => self.list(kind),
            (Some('"'), None | Some(Type::String)) => self.string().map(Value::String),
            _ => self.word(kind),
        };
        self.depth -= 1;
        value
    }

    fn list(&mut self, kind: Option<&Type>) -> Result<Value> {
        let shape = match kind {
            Some(Type::List(items)) if !items.is_empty() => Some(items),
            _ => None,
        };
        self.eat('{');
        let mut values = Vec::new();
        while !self.eat('}') {
            let kind = match shape {
                None => None,
                Some(items) => match items.get(values.len()) {
                    Some(item) => Some(&item.kind),
                    None => return Err(self.error(format!("the end of a list of {}", items.len()))),
                },
            };
            values.push(self.value(kind)?);
            self.comma('}')?;
        }
        match shape {
            Some(items) if items.len() != values.len() => Err(self.error(format!("a list of {}", items.len()))),
            _ => Ok(Value::List(values)),
        }
    }

    /// Between two items a comma must stand.
    fn comma(&mut self, close: char) -> Result<()> {
        self.spaces();
        if self.eat(',') || self.rest.starts_with(close) {
            return Ok(());
        }
        Err(self.error(format!("`,` or `{close}`")))
    }

    fn array(&mut self, kind: Option<&Type>) -> Result<Value> {
        let element = match kind {
            Some(Type::Array { element, .. }) => Some(&**element),
            _ => None,
        };
        let dimensions = match kind {
            Some(Type::Array { dimensions, .. }) => *dimensions,
            // As many brackets as open at once.
            _ => self.rest.chars().filter(|letter| !letter.is_whitespace()).take_while(|&l| l == '[').count(),
        };
        if dimensions > MAX_DIMENSIONS {
            return Err(Error::Dimensions(dimensions as i64));
        }
        let mut sizes = vec![None; dimensions];
        let mut values = Vec::new();
        self.level(&mut sizes, element, &mut values)?;
        let sizes: Vec<usize> = sizes.into_iter().map(|size| size.unwrap_or(0)).collect();
        let kind = match element {
            Some(kind) => kind.clone(),
            None => self.common(&values)?,
        };
        Ok(Value::Array(Box::new(Array::new(&sizes, self.elements(values, &kind)?)?)))
    }

    /// One pair of brackets; rows of a level must be of one length.
    fn level(&mut self, sizes: &mut [Option<usize>], kind: Option<&Type>, values: &mut Vec<Value>) -> Result<()> {
        let Some((size, inner)) = sizes.split_first_mut() else {
            let value = if self.eat('(') { self.inner_array()? } else { self.value(kind)? };
            values.push(value);
            return Ok(());
        };
        if !self.eat('[') {
            return Err(self.error("`[`"));
        }
        let mut count = 0;
        while !self.eat(']') {
            self.level(inner, kind, values)?;
            self.comma(']')?;
            count += 1;
        }
        match size {
            Some(before) if *before != count => Err(self.error(format!("a row of {before}, as those before it"))),
            _ => {
                *size = Some(count);
                Ok(())
            }
        }
    }

    /// `([1, 2])`: an array that is an element.
    fn inner_array(&mut self) -> Result<Value> {
        let value = self.value(None)?;
        match value {
            Value::Array(_) if self.eat(')') => Ok(value),
            _ => Err(self.error("an array and `)`")),
        }
    }

    /// The element type of values that say it themselves.
    fn common(&self, values: &[Value]) -> Result<Type> {
        let kind = |value: &Value| match value {
            Value::Byte(_) => Type::Byte,
            Value::Integer(_) => Type::Integer,
            Value::Double(_) => Type::Double,
            Value::Boolean(_) => Type::Boolean,
            Value::String(_) => Type::String,
            Value::Complex(_) => Type::Complex,
            Value::List(_) => Type::List(Vec::new()),
            Value::Array(_) => Type::Array { element: Box::new(Type::Void), dimensions: 1 },
        };
        let Some(first) = values.first() else { return Err(self.error("an element, or a type as in `double[0]`")) };
        let doubles = values.iter().any(|value| matches!(value, Value::Double(_)));
        Ok(if doubles { Type::Double } else { kind(first) })
    }

    fn elements(&self, values: Vec<Value>, kind: &Type) -> Result<Elements> {
        macro_rules! all {
            ($elements:ident, $($pattern:pat => $value:expr),+) => {
                values.into_iter().map(|value| match value {
                    $($pattern => Ok($value),)+
                    other => Err(Error::Text { text: other.to_string(), expected: format!("a {kind} like the others") }),
                }).collect::<Result<_>>().map(Elements::$elements)
            };
        }
        match kind {
            Type::Byte => all!(Byte, Value::Byte(value) => value),
            Type::Integer => all!(Integer, Value::Integer(value) => value),
            Type::Double => {
                all!(Double, Value::Double(value) => value, Value::Integer(value) => value.into())
            }
            Type::Boolean => all!(Boolean, Value::Boolean(value) => value),
            Type::String => all!(String, Value::String(value) => value),
            Type::Complex => all!(Complex, Value::Complex(value) => *value),
            Type::List(_) => all!(List, Value::List(value) => value),
            Type::Array { .. } => all!(Array, Value::Array(value) => *value),
            Type::Void => Err(self.error("a type that has values")),
        }
    }

    fn word(&mut self, kind: Option<&Type>) -> Result<Value> {
        let end = self.rest.find([',', ']', '}', '{', '(', ')', '"']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let word = word.trim_end();
        if let Some(array) = empty_array(self.rest, kind) {
            let (array, rest) = array?;
            self.rest = rest;
            return Ok(array);
        }
        let value = match kind {
            None => untyped(word),
            Some(Type::Byte) => word.strip_suffix('b').unwrap_or(word).parse().ok().map(Value::Byte),
            Some(Type::Integer) => word.parse().ok().map(Value::Integer),
            Some(Type::Double) => word.parse().ok().map(Value::Double),
            Some(Type::Boolean) => word.parse().ok().map(Value::Boolean),
            Some(Type::Complex) => complex(word),
            Some(_) => None,
        };
        let expected = kind.map_or("a value".to_owned(), |kind| format!("a value of type {kind}"));
        let value = value.ok_or_else(|| Error::Text { text: word.to_owned(), expected })?;
        self.rest = rest;
        Ok(value)
    }

    fn string(&mut self) -> Result<Vec<u8>> {
        self.eat('"');
        let mut bytes = Vec::new();
        let mut letters = self.rest.chars();
        loop {
            match letters.next() {
                Some('"') => break,
                Some('\\') => match letters.next() {
                    Some('n') => bytes.push(b'\n'),
                    Some('r') => bytes.push(b'\r'),
                    Some('t') => bytes.push(b'\t'),
                    Some('x') => {
                        let digits: String = letters.by_ref().take(2).collect();
                        let byte = u8::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 2);
                        bytes.push(byte.ok_or_else(|| self.error("a string with two digits after `\\x`"))?);
                    }
                    Some(other @ ('"' | '\\')) => bytes.push(other as u8),
                    _ => return Err(self.error("a string with an escape out of `\\n \\r \\t \\\" \\\\ \\xNN`")),
                },
                Some(letter) => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
                None => return Err(self.error("a string that ends with `\"`")),
            }
        }
        self.rest = letters.as_str();
        Ok(bytes)
    }
}

fn untyped(word: &str) -> Option<Value> {
    if let Ok(boolean) = word.parse() {
        return Some(Value::Boolean(boolean));
    }
    if let Ok(integer) = word.parse() {
        return Some(Value::Integer(integer));
    }
    if let Some(Ok(byte)) = word.strip_suffix('b').map(str::parse) {
        return Some(Value::Byte(byte));
    }
    word.parse().ok().map(Value::Double).or_else(|| complex(word))
}

/// `1.5-2e-3i`: the sign that parts the two is the last one that does not follow an exponent's `e`.
fn complex(word: &str) -> Option<Value> {
    let numbers = word.strip_suffix('i')?;
    let at = numbers
        .char_indices()
        .rev()
        .find(|&(at, sign)| at > 0 && matches!(sign, '+' | '-') && !numbers[..at].ends_with(['e', 'E']))?;
    let (re, im) = numbers.split_at(at.0);
    Some(Value::Complex(Box::new(Complex { re: re.parse().ok()?, im: im.parse().ok()? })))
}

/// `double[0x3]`, the way to write an array without elements; `None` if the text is not one.
fn empty_array<'a>(text: &'a str, kind: Option<&Type>) -> Option<Result<(Value, &'a str)>> {
    let (word, rest) = text.split_once('[')?;
    let elements = match word {
        "byte" => Elements::Byte(Vec::new()),
        "int" => Elements::Integer(Vec::new()),
        "double" => Elements::Double(Vec::new()),
        "boolean" => Elements::Boolean(Vec::new()),
        "string" => Elements::String(Vec::new()),
        "complex" => Elements::Complex(Vec::new()),
        "list" => Elements::List(Vec::new()),
        "array" => Elements::Array(Vec::new()),
        _ => return None,
    };
    let (sizes, rest) = rest.split_once(']')?;
    let sizes: Option<Vec<usize>> = sizes.split('x').map(|size| size.parse().ok()).collect();
    let fits = matches!(kind, None | Some(Type::Array { .. }));
    match sizes.filter(|_| fits) {
        Some(sizes) => Some(Array::new(&sizes, elements).map(|array| (Value::Array(Box::new(array)), rest))),
        None => Some(Err(Error::Text { text: text.to_owned(), expected: "an array without elements".to_owned() })),
    }
}
