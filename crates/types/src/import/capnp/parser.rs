//! Reads the text of a `.capnp` file.

use std::collections::HashMap;

use crate::import::scanner::{Number, Scanner};
use crate::{Int, TypesError};

/// What a file says.
#[derive(Debug, Default)]
pub struct File {
    /// The files that it imports.
    pub imports: Vec<String>,
    /// By their names within the file, such as `Outer.Inner`.
    pub nodes: HashMap<String, Node>,
    /// The names of structs in the order of the file.
    pub structs: Vec<String>,
}

#[derive(Debug)]
pub enum Node {
    Struct {
        members: Vec<Member>,
        is_generic: bool,
    },
    Enumeration(Vec<String>),
    /// Another name of a type.
    Using(Target),
    /// A value, an annotation or an interface: no message holds one.
    Other,
}

/// A type that is named.
#[derive(Debug, Clone)]
pub struct Target {
    /// The file that it is of, where it is imported.
    pub import: Option<String>,
    /// Its name; empty for the file itself.
    pub name: String,
    /// Where it is named: names are looked for there first, and then further out.
    pub scope: String,
}

#[derive(Debug)]
pub struct Member {
    pub name: String,
    pub kind: MemberKind,
    /// Its number, which says in what order fields got their places; a group has none, and a union may have one.
    pub number: Option<i64>,
    /// Whether it is a member of a union, of which a message has one.
    pub in_union: bool,
}

#[derive(Debug)]
pub enum MemberKind {
    Field {
        ty: Ty,
        default: Option<Default>,
    },
    /// A group, or a union with a name.
    Group(Vec<Member>),
}

#[derive(Debug)]
pub enum Default {
    Number(Number),
    /// A symbol, `true`, `nan` and the like.
    Word(String),
}

#[derive(Debug, Clone)]
pub enum Ty {
    Void,
    Bool,
    Integer(Int),
    Float32,
    Float64,
    Text,
    Data,
    List(Box<Ty>),
    Named(Target),
}

/// Reads a file.
pub fn parse(file: &str, text: &str) -> Result<File, TypesError> {
    let mut parser = Parser { scan: Scanner::new(file, text, &['.'])?, scope: Vec::new(), file: File::default() };
    while !parser.scan.is_end()? {
        parser.statement(&mut Vec::new(), false)?;
    }
    Ok(parser.file)
}

struct Parser<'a> {
    scan: Scanner<'a>,
    scope: Vec<String>,
    file: File,
}

impl Parser<'_> {
    /// A definition, or a member of the struct that is around it.
    fn statement(&mut self, members: &mut Vec<Member>, in_union: bool) -> Result<(), TypesError> {
        match self.scan.peek()? {
            "" => {
                if !self.scan.rest().starts_with(['@', '$', ';']) {
                    return self.scan.error("a definition or a field is expected");
                }
                self.end()
            }
            "using" => self.using(),
            "struct" if !self.is_field("struct")? => self.structure(),
            "enum" if !self.is_field("enum")? => self.enumeration(),
            word @ ("interface" | "const" | "annotation") if !self.is_field(word)? => {
                self.scan.take_word(word)?;
                let name = self.scan.name()?;
                self.define(&name, Node::Other);
                self.end()
            }
            "union" if !self.is_field("union")? => {
                self.scan.take_word("union")?;
                self.scan.expect('{')?;
                while !self.scan.take('}')? {
                    self.statement(members, true)?;
                }
                Ok(())
            }
            _ => self.member(members, in_union),
        }
    }

    /// Whether a word is the name of a field.
    fn is_field(&mut self, word: &str) -> Result<bool, TypesError> {
        let start = self.scan.place();
        self.scan.take_word(word)?;
        self.scan.skip()?;
        let number = self.scan.rest().strip_prefix('@').unwrap_or_default();
        let is_field = self.scan.rest().starts_with(':')
            || (number.starts_with(|c: char| c.is_ascii_digit()) && !number.starts_with("0x"));
        self.scan.back(start);
        // An unnamed union may have a number too.
        Ok(is_field && word != "union")
    }

    fn define(&mut self, name: &str, node: Node) {
        let name = self.within(name);
        self.file.nodes.insert(name, node);
    }

    fn within(&self, name: &str) -> String {
        [self.scope.as_slice(), &[name.to_owned()]].concat().join(".")
    }

    /// `using Name = Target;`, or `using Target;` by its last name.
    fn using(&mut self) -> Result<(), TypesError> {
        self.scan.take_word("using")?;
        let start = self.scan.place();
        let name = self.scan.peek()?;
        self.scan.take_word(name)?;
        let target = if !name.is_empty() && name != "import" && self.scan.take('=')? {
            let target = self.target()?;
            self.define(name, Node::Using(target));
            return self.end();
        } else {
            self.scan.back(start);
            self.target()?
        };
        let last = target.name.rsplit('.').next().unwrap_or_default().to_owned();
        self.define(&last, Node::Using(target));
        self.end()
    }

    fn target(&mut self) -> Result<Target, TypesError> {
        self.scan.take('.')?;
        let import = if self.scan.take_word("import")? { Some(self.scan.text()?) } else { None };
        self.file.imports.extend(import.clone());
        let name = if import.is_none() || self.scan.take('.')? { self.scan.name()? } else { String::new() };
        Ok(Target { import, name, scope: self.scope.join(".") })
    }

    fn structure(&mut self) -> Result<(), TypesError> {
        self.scan.take_word("struct")?;
        let name = self.scan.name()?;
        self.number()?;
        let is_generic = self.scan.take('(')?;
        if is_generic {
            self.bracketed()?;
        }
        self.annotations()?;
        self.file.structs.push(self.within(&name));
        self.scope.push(name);
        let members = self.members()?;
        let name = self.scope.pop().unwrap_or_default();
        self.define(&name, Node::Struct { members, is_generic });
        Ok(())
    }

    fn members(&mut self) -> Result<Vec<Member>, TypesError> {
        self.scan.expect('{')?;
        let mut members = Vec::new();
        while !self.scan.take('}')? {
            self.statement(&mut members, false)?;
        }
        Ok(members)
    }

    fn enumeration(&mut self) -> Result<(), TypesError> {
        self.scan.take_word("enum")?;
        let name = self.scan.name()?;
        self.number()?;
        self.annotations()?;
        self.scan.expect('{')?;
        let mut symbols = Vec::new();
        while !self.scan.take('}')? {
            let symbol = self.scan.name()?;
            let Some(number) = self.number()? else { return self.scan.error("a symbol has a number, such as @0") };
            self.annotations()?;
            self.scan.expect(';')?;
            symbols.push((number, symbol));
        }
        symbols.sort();
        self.define(&name, Node::Enumeration(symbols.into_iter().map(|(_, symbol)| symbol).collect()));
        Ok(())
    }

    fn member(&mut self, members: &mut Vec<Member>, in_union: bool) -> Result<(), TypesError> {
        let name = self.scan.name()?;
        let number = self.number()?;
        self.scan.expect(':')?;
        let start = self.scan.place();
        let is_union = self.scan.take_word("union")?;
        if is_union || self.scan.take_word("group")? {
            self.annotations()?;
            if self.scan.rest().starts_with('{') {
                let mut inner = self.members()?;
                inner.iter_mut().for_each(|member| member.in_union |= is_union);
                members.push(Member { name, kind: MemberKind::Group(inner), number, in_union });
                return Ok(());
            }
            self.scan.back(start);
        }
        let ty = self.ty()?;
        let default = if self.scan.take('=')? { self.default()? } else { None };
        members.push(Member { name, kind: MemberKind::Field { ty, default }, number, in_union });
        self.end()
    }

    /// A default that is no number and no word is of a pointer, which is null where nothing is written.
    fn default(&mut self) -> Result<Option<Default>, TypesError> {
        let is_negative = self.scan.rest().trim_start().strip_prefix('-').is_some_and(|rest| rest.starts_with("inf"));
        if is_negative {
            self.scan.take('-')?;
            return Ok(Some(Default::Word(format!("-{}", self.scan.name()?))));
        }
        // A name may begin at the file.
        self.scan.take('.')?;
        let word = self.scan.peek()?;
        if !word.is_empty() {
            self.scan.take_word(word)?;
            return Ok(Some(Default::Word(word.to_owned())));
        }
        Ok(self.scan.number()?.map(Default::Number))
    }

    fn ty(&mut self) -> Result<Ty, TypesError> {
        let place = self.scan.place();
        let target = self.target()?;
        let ty = match (&target.import, target.name.as_str()) {
            (Some(_), _) => Ty::Named(target),
            (None, "Void") => Ty::Void,
            (None, "Bool") => Ty::Bool,
            (None, "Float32") => Ty::Float32,
            (None, "Float64") => Ty::Float64,
            (None, "Text") => Ty::Text,
            (None, "Data") => Ty::Data,
            (None, "List") => {
                self.scan.expect('(')?;
                let item = self.ty()?;
                self.scan.expect(')')?;
                return Ok(Ty::List(Box::new(item)));
            }
            (None, name) => integer(name).map_or(Ty::Named(target.clone()), Ty::Integer),
        };
        if self.scan.take('(')? {
            self.scan.back(place);
            return self.scan.error("a type with parameters has no counterpart; write the type out");
        }
        Ok(ty)
    }

    /// `@0`, or an identifier of 64 bits, which says nothing of what is written.
    fn number(&mut self) -> Result<Option<i64>, TypesError> {
        if !self.scan.take('@')? {
            return Ok(None);
        }
        let digits = self.scan.rest();
        if let Some(hexadecimal) = digits.strip_prefix("0x") {
            let length = hexadecimal.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hexadecimal.len());
            let start = self.scan.place();
            self.scan.back(start + 2 + length);
            return Ok(None);
        }
        self.scan.needed("a number").map(Some)
    }

    /// Passes over `$name(value)`.
    fn annotations(&mut self) -> Result<(), TypesError> {
        while self.scan.take('$')? {
            self.target()?;
            if self.scan.take('(')? {
                self.bracketed()?;
            }
        }
        Ok(())
    }

    /// Passes over the rest of a statement: to its semicolon, or to the end of its block.
    fn end(&mut self) -> Result<(), TypesError> {
        loop {
            self.scan.skip()?;
            if self.scan.rest().starts_with('{') {
                return self.scan.braces();
            }
            match self.scan.any()? {
                Some(';') => return Ok(()),
                Some('(' | '[') => self.bracketed()?,
                Some(_) => {}
                None => return self.scan.error("';' is missing"),
            }
        }
    }

    /// Passes over what is left of brackets of any kind.
    fn bracketed(&mut self) -> Result<(), TypesError> {
        let mut depth = 1;
        while depth > 0 {
            match self.scan.any()? {
                Some('(' | '[') => depth += 1,
                Some(')' | ']') => depth -= 1,
                Some(_) => {}
                None => return self.scan.error("a bracket has no end"),
            }
        }
        Ok(())
    }
}

fn integer(name: &str) -> Option<Int> {
    Some(match name {
        "Int8" => Int::I8,
        "Int16" => Int::I16,
        "Int32" => Int::I32,
        "Int64" => Int::I64,
        "UInt8" => Int::U8,
        "UInt16" => Int::U16,
        "UInt32" => Int::U32,
        "UInt64" => Int::U64,
        _ => return None,
    })
}
