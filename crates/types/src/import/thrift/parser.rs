//! Reads the text of a `.thrift` file: <https://thrift.apache.org/docs/idl>, with what its compiler takes beyond that.

use super::syntax::{Constant, Enumeration, Field, File, Item, Kind, Need, Structure, Ty, Typedef};
use crate::TypesError;
use crate::import::scanner::{Number, Scanner};

/// Headers that name something for one language. None of them defines a type.
const HEADERS: [&str; 13] = [
    "cocoa_package",
    "cocoa_prefix",
    "cpp_include",
    "cpp_namespace",
    "csharp_namespace",
    "delphi_namespace",
    "java_package",
    "perl_package",
    "php_namespace",
    "py_module",
    "ruby_namespace",
    "smalltalk_category",
    "xsd_namespace",
];

/// Reads a file.
pub fn parse(file: &str, text: &str) -> Result<File, TypesError> {
    let mut parser = Parser(Scanner::new(file, text, &['.', '-'])?);
    let mut items = Vec::new();
    while !parser.0.is_end()? {
        items.extend(parser.item()?);
    }
    Ok(File { items })
}

struct Parser<'a>(Scanner<'a>);

impl Parser<'_> {
    fn item(&mut self) -> Result<Option<Item>, TypesError> {
        let word = self.0.peek()?;
        let start = self.0.place();
        self.0.take_word(word)?;
        match word {
            "include" => Ok(Some(Item::Include(self.0.text()?))),
            "namespace" => {
                // Of one language, or of all.
                let _ = self.0.take('*')? || !self.0.name()?.is_empty();
                self.header()
            }
            word if HEADERS.contains(&word) || word == "smalltalk_prefix" => self.header(),
            "typedef" => {
                let ty = self.ty()?;
                let alias = self.0.name()?;
                self.annotations()?;
                self.0.separator()?;
                Ok(Some(Item::Typedef(Typedef { alias, ty })))
            }
            "const" => {
                self.ty()?;
                let name = self.0.name()?;
                self.0.expect('=')?;
                let value = self.constant()?;
                self.annotations()?;
                self.0.separator()?;
                Ok(Some(Item::Constant { name, value }))
            }
            "enum" => self.enumeration().map(|it| Some(Item::Enumeration(it))),
            "senum" => self.texts().map(|alias| Some(Item::Typedef(Typedef { alias, ty: Ty::Text }))),
            "struct" | "exception" => self.structure(Kind::Struct).map(|it| Some(Item::Structure(it))),
            "union" => self.structure(Kind::Union).map(|it| Some(Item::Structure(it))),
            "service" => {
                self.0.name()?;
                if self.0.take_word("extends")? {
                    self.0.name()?;
                }
                self.0.braces()?;
                self.annotations()?;
                Ok(None)
            }
            _ => {
                self.0.back(start);
                let found = if word.is_empty() { self.0.rest().chars().take(1).collect() } else { word.to_owned() };
                self.0.error(format_args!(
                    "{found:?} begins no definition; those are typedef, const, enum, struct, union, exception and service"
                ))
            }
        }
    }

    /// What a header names.
    fn header(&mut self) -> Result<Option<Item>, TypesError> {
        if self.0.literal()?.is_none() {
            self.0.name()?;
        }
        self.annotations()?;
        self.0.separator()?;
        Ok(None)
    }

    fn enumeration(&mut self) -> Result<Enumeration, TypesError> {
        let name = self.0.name()?;
        self.0.expect('{')?;
        let mut values = Vec::new();
        while !self.0.take('}')? {
            let symbol = self.0.name()?;
            let number = if self.0.take('=')? { Some(self.0.needed("the number of a symbol")?) } else { None };
            self.annotations()?;
            self.0.separator()?;
            values.push((symbol, number));
        }
        self.annotations()?;
        Ok(Enumeration { name, values })
    }

    /// An enumeration of texts, which is a text of any content in the messages.
    fn texts(&mut self) -> Result<String, TypesError> {
        let name = self.0.name()?;
        self.0.expect('{')?;
        while !self.0.take('}')? {
            self.0.text()?;
            self.0.separator()?;
        }
        self.annotations()?;
        Ok(name)
    }

    fn structure(&mut self, kind: Kind) -> Result<Structure, TypesError> {
        let name = self.0.name()?;
        self.0.take_word("xsd_all")?;
        let fields = self.fields()?;
        self.annotations()?;
        Ok(Structure { name, kind, fields })
    }

    fn fields(&mut self) -> Result<Vec<Field>, TypesError> {
        self.0.expect('{')?;
        let mut fields = Vec::new();
        while !self.0.take('}')? {
            fields.push(self.field()?);
        }
        Ok(fields)
    }

    fn field(&mut self) -> Result<Field, TypesError> {
        let id = self.0.integer()?;
        if id.is_some() {
            self.0.expect(':')?;
        }
        let mut need = match self.0.peek()? {
            "required" => Need::Required,
            "optional" => Need::Optional,
            _ => Need::Default,
        };
        let _ = self.0.take_word("required")? || self.0.take_word("optional")?;
        let ty = self.ty()?;
        // A pointer, which may be to nothing: so a struct may contain another of its kind.
        if self.0.take('&')? && need == Need::Default {
            need = Need::Optional;
        }
        let name = self.0.name()?;
        let default = if self.0.take('=')? { Some(self.constant()?) } else { None };
        let _ = self.0.take_word("xsd_optional")?;
        let _ = self.0.take_word("xsd_nillable")?;
        if self.0.take_word("xsd_attrs")? {
            self.fields()?;
        }
        self.annotations()?;
        self.0.separator()?;
        Ok(Field { id, need, ty, name, default })
    }

    fn ty(&mut self) -> Result<Ty, TypesError> {
        let start = self.0.place();
        let name = self.0.name()?;
        let ty = match name.as_str() {
            "bool" => Ty::Bool,
            "byte" | "i8" => Ty::I8,
            "i16" => Ty::I16,
            "i32" => Ty::I32,
            "i64" => Ty::I64,
            "double" => Ty::Double,
            "string" | "slist" => Ty::Text,
            "binary" => Ty::Binary,
            "uuid" => Ty::Uuid,
            "list" => Ty::List(Box::new(self.arguments(Self::ty)?)),
            "set" => Ty::Set(Box::new(self.arguments(Self::ty)?)),
            "map" => {
                let (key, value) = self.arguments(|parser| {
                    let key = parser.ty()?;
                    parser.0.expect(',')?;
                    Ok((key, parser.ty()?))
                })?;
                Ty::Map(Box::new(key), Box::new(value))
            }
            "void" => {
                self.0.back(start);
                return self.0.error("void is no type of a field");
            }
            _ => Ty::Named(name),
        };
        self.annotations()?;
        Ok(ty)
    }

    /// What is between `<` and `>`, beside the class of C++ that stands for the container.
    fn arguments<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, TypesError>) -> Result<T, TypesError> {
        self.class_of_cpp()?;
        self.0.expect('<')?;
        let read = read(self)?;
        self.0.expect('>')?;
        self.class_of_cpp()?;
        Ok(read)
    }

    fn class_of_cpp(&mut self) -> Result<(), TypesError> {
        if self.0.take_word("cpp_type")? {
            self.0.text()?;
        }
        Ok(())
    }

    /// Passes over annotations, `(name = "value", name)`: no message depends on them.
    fn annotations(&mut self) -> Result<(), TypesError> {
        if !self.0.take('(')? {
            return Ok(());
        }
        while !self.0.take(')')? {
            self.0.name()?;
            if self.0.take('=')? {
                self.0.text()?;
            }
            self.0.separator()?;
        }
        Ok(())
    }

    fn constant(&mut self) -> Result<Constant, TypesError> {
        if let Some(text) = self.0.literal()? {
            return Ok(Constant::Text(text));
        }
        if self.0.take('[')? {
            let mut items = Vec::new();
            while !self.0.take(']')? {
                items.push(self.constant()?);
                self.0.separator()?;
            }
            return Ok(Constant::List(items));
        }
        if self.0.take('{')? {
            let mut entries = Vec::new();
            while !self.0.take('}')? {
                let key = self.constant()?;
                self.0.expect(':')?;
                entries.push((key, self.constant()?));
                self.0.separator()?;
            }
            return Ok(Constant::Map(entries));
        }
        let word = self.0.peek()?;
        if !word.is_empty() {
            self.0.take_word(word)?;
            return Ok(match word {
                "true" => Constant::Bool(true),
                "false" => Constant::Bool(false),
                _ => Constant::Name(word.to_owned()),
            });
        }
        match self.0.number()? {
            Some(Number::Integer(number)) => Ok(Constant::Integer(number)),
            Some(Number::Float(number)) => Ok(Constant::Double(number)),
            None => self.0.error("a constant is expected: a number, a text, a name, a list or a map"),
        }
    }
}
