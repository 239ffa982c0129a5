//! Reads the text of a `.fbs` file.

use crate::import::scanner::{Number, Scanner};
use crate::{Int, TypesError};

/// What a file says, with the files that it includes.
#[derive(Debug, Default)]
pub struct File {
    pub includes: Vec<String>,
    pub items: Vec<Item>,
    /// The type of its messages.
    pub root: Option<Name>,
}

/// A name, and the namespace where it stands.
#[derive(Debug, Clone)]
pub struct Name {
    pub namespace: String,
    pub name: String,
}

impl Name {
    /// What it may be in full, the innermost first.
    pub fn full(&self) -> Vec<String> {
        let mut outer = Some(self.namespace.as_str()).filter(|namespace| !namespace.is_empty());
        let mut names = Vec::new();
        while let Some(namespace) = outer {
            names.push(format!("{namespace}.{}", self.name));
            outer = namespace.rsplit_once('.').map(|(outer, _)| outer);
        }
        names.push(self.name.clone());
        names
    }
}

/// A definition, by its full name.
#[derive(Debug)]
pub struct Item {
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug)]
pub enum Kind {
    /// A table, or a struct, which may say what its place is a multiple of.
    Table {
        fields: Vec<Field>,
        is_struct: bool,
        align: Option<usize>,
    },
    Enumeration {
        base: Int,
        is_flags: bool,
        symbols: Vec<(String, i64)>,
    },
    Union {
        members: Vec<(String, i64, Ty)>,
    },
}

#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    pub default: Option<Default>,
    pub is_required: bool,
    pub is_deprecated: bool,
    /// Its entry in the table of offsets.
    pub id: Option<usize>,
}

#[derive(Debug)]
pub enum Default {
    Number(Number),
    Text(String),
    /// A symbol, `true`, `null`, `nan` and the like.
    Word(String),
    /// An empty vector.
    Empty,
}

#[derive(Debug, Clone)]
pub enum Ty {
    Bool,
    Integer(Int),
    Float32,
    Float64,
    Text,
    /// Also an array, which has a fixed length.
    Vector(Box<Ty>, Option<usize>),
    Named(Name),
}

/// Reads a file.
pub fn parse(file: &str, text: &str) -> Result<File, TypesError> {
    let mut parser =
        Parser { scan: Scanner::new(file, text, &['.'])?, namespace: String::new(), file: File::default() };
    while !parser.scan.is_end()? {
        parser.item()?;
    }
    Ok(parser.file)
}

/// What stands in brackets behind a definition.
type Attributes = Vec<(String, Option<Number>)>;

/// The number that an attribute has.
fn number(attributes: &Attributes, name: &str) -> Option<usize> {
    match attributes.iter().find(|(it, _)| it == name)?.1 {
        Some(Number::Integer(number)) => usize::try_from(number).ok().filter(|number| *number <= usize::from(u16::MAX)),
        _ => None,
    }
}

struct Parser<'a> {
    scan: Scanner<'a>,
    namespace: String,
    file: File,
}

impl Parser<'_> {
    fn item(&mut self) -> Result<(), TypesError> {
        let start = self.scan.place();
        let word = self.scan.peek()?;
        self.scan.take_word(word)?;
        match word {
            "include" | "native_include" => {
                let file = self.scan.text()?;
                if word == "include" {
                    self.file.includes.push(file);
                }
            }
            "namespace" => {
                self.namespace = if self.scan.peek()?.is_empty() { String::new() } else { self.scan.name()? }
            }
            "attribute" | "file_identifier" | "file_extension" => self.text_or_name()?,
            "root_type" => self.file.root = Some(self.named()?),
            "table" | "struct" => return self.table(word == "struct"),
            "enum" => return self.enumeration(),
            "union" => return self.union(),
            "rpc_service" => {
                self.scan.name()?;
                return self.scan.braces();
            }
            "" if self.scan.rest().starts_with('{') => return self.scan.braces(),
            _ => {
                self.scan.back(start);
                return self.scan.error(format_args!(
                    "{word:?} begins no definition; those are namespace, table, struct, enum, union, root_type and include"
                ));
            }
        }
        self.scan.expect(';')
    }

    fn text_or_name(&mut self) -> Result<(), TypesError> {
        if self.scan.literal()?.is_none() {
            self.scan.name()?;
        }
        Ok(())
    }

    fn named(&mut self) -> Result<Name, TypesError> {
        Ok(Name { namespace: self.namespace.clone(), name: self.scan.name()? })
    }

    fn define(&mut self, name: &str, kind: Kind) {
        let name = if self.namespace.is_empty() { name.to_owned() } else { format!("{}.{name}", self.namespace) };
        self.file.items.push(Item { name, kind });
    }

    fn table(&mut self, is_struct: bool) -> Result<(), TypesError> {
        let name = self.scan.name()?;
        let align = number(&self.attributes()?, "force_align");
        self.scan.expect('{')?;
        let mut fields = Vec::new();
        while !self.scan.take('}')? {
            fields.push(self.field()?);
        }
        self.define(&name, Kind::Table { fields, is_struct, align });
        Ok(())
    }

    fn field(&mut self) -> Result<Field, TypesError> {
        let name = self.scan.name()?;
        self.scan.expect(':')?;
        let ty = self.ty()?;
        let default = if self.scan.take('=')? { Some(self.default()?) } else { None };
        let attributes = self.attributes()?;
        self.scan.expect(';')?;
        let has = |attribute: &str| attributes.iter().any(|(it, _)| it == attribute);
        let (is_required, is_deprecated) = (has("required"), has("deprecated"));
        Ok(Field { name, ty, default, is_required, is_deprecated, id: number(&attributes, "id") })
    }

    fn default(&mut self) -> Result<Default, TypesError> {
        if let Some(text) = self.scan.literal()? {
            return Ok(Default::Text(text));
        }
        if self.scan.take('[')? {
            self.scan.expect(']')?;
            return Ok(Default::Empty);
        }
        let word = self.scan.peek()?;
        if !word.is_empty() {
            self.scan.take_word(word)?;
            return Ok(Default::Word(word.to_owned()));
        }
        for sign in ["-", "+"] {
            if self.scan.rest().starts_with(&format!("{sign}inf"))
                || self.scan.rest().starts_with(&format!("{sign}nan"))
            {
                self.scan.take(sign.chars().next().unwrap_or_default())?;
                return Ok(Default::Word(format!("{sign}{}", self.scan.name()?)));
            }
        }
        match self.scan.number()? {
            Some(number) => Ok(Default::Number(number)),
            None => self.scan.error("a default is a number, a name, a text or []"),
        }
    }

    /// `(name: value, name)`.
    fn attributes(&mut self) -> Result<Attributes, TypesError> {
        let mut attributes = Vec::new();
        if !self.scan.take('(')? {
            return Ok(attributes);
        }
        while !self.scan.take(')')? {
            let name = match self.scan.literal()? {
                Some(name) => name,
                None => self.scan.name()?,
            };
            let mut value = None;
            if self.scan.take(':')? {
                match self.scan.literal()? {
                    Some(text) => value = text.parse().ok().map(Number::Integer),
                    None => {
                        value = self.scan.number()?;
                        if value.is_none() {
                            self.scan.name()?;
                        }
                    }
                }
            }
            attributes.push((name, value));
            self.scan.take(',')?;
        }
        Ok(attributes)
    }

    fn ty(&mut self) -> Result<Ty, TypesError> {
        if self.scan.take('[')? {
            let item = self.ty()?;
            let length = if self.scan.take(':')? { Some(self.length()?) } else { None };
            self.scan.expect(']')?;
            return Ok(Ty::Vector(Box::new(item), length));
        }
        let named = self.named()?;
        Ok(match named.name.as_str() {
            "bool" => Ty::Bool,
            "float" | "float32" => Ty::Float32,
            "double" | "float64" => Ty::Float64,
            "string" => Ty::Text,
            name => integer(name).map_or(Ty::Named(named.clone()), Ty::Integer),
        })
    }

    fn length(&mut self) -> Result<usize, TypesError> {
        match self.scan.needed("a length")? {
            length @ 1..=0xffff => Ok(length as usize),
            _ => self.scan.error("an array has 1 to 65535 items"),
        }
    }

    fn enumeration(&mut self) -> Result<(), TypesError> {
        let name = self.scan.name()?;
        self.scan.expect(':')?;
        let place = self.scan.place();
        let Some(base) = integer(&self.scan.name()?) else {
            self.scan.back(place);
            return self.scan.error("the numbers of an enumeration are of a type such as int");
        };
        let is_flags = self.attributes()?.iter().any(|(it, _)| it == "bit_flags");
        let symbols = self.symbols(|_, name| Ok((name, ())))?;
        let symbols = symbols.into_iter().map(|(name, number, ())| (name, number)).collect();
        self.define(&name, Kind::Enumeration { base, is_flags, symbols });
        Ok(())
    }

    fn union(&mut self) -> Result<(), TypesError> {
        let name = self.scan.name()?;
        if self.scan.take(':')? {
            self.scan.name()?;
        }
        self.attributes()?;
        let members = self.symbols(|parser, name| {
            let namespace = parser.namespace.clone();
            let ty = match parser.scan.take(':')? {
                true => parser.ty()?,
                false if name == "string" => Ty::Text,
                false => Ty::Named(Name { namespace, name: name.clone() }),
            };
            // By its own name where it is of another namespace.
            Ok((name.replace('.', "_"), ty))
        })?;
        let members = members.into_iter().map(|(name, number, ty)| (name, number + 1, ty)).collect();
        self.define(&name, Kind::Union { members });
        Ok(())
    }

    /// `{ name = number, name }`: each has one more than the one before, where nothing is said.
    fn symbols<T>(
        &mut self,
        read: impl Fn(&mut Self, String) -> Result<(String, T), TypesError>,
    ) -> Result<Vec<(String, i64, T)>, TypesError> {
        self.scan.expect('{')?;
        let (mut symbols, mut next) = (Vec::new(), 0_i64);
        while !self.scan.take('}')? {
            let name = self.scan.name()?;
            let (name, of_symbol) = read(self, name)?;
            if self.scan.take('=')? {
                next = self.scan.needed("the number of a symbol")?;
            }
            self.attributes()?;
            symbols.push((name, next, of_symbol));
            next = next.wrapping_add(1);
            self.scan.take(',')?;
        }
        Ok(symbols)
    }
}

fn integer(name: &str) -> Option<Int> {
    Some(match name {
        "byte" | "int8" => Int::I8,
        "ubyte" | "uint8" => Int::U8,
        "short" | "int16" => Int::I16,
        "ushort" | "uint16" => Int::U16,
        "int" | "int32" => Int::I32,
        "uint" | "uint32" => Int::U32,
        "long" | "int64" => Int::I64,
        "ulong" | "uint64" => Int::U64,
        _ => return None,
    })
}
