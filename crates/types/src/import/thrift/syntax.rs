//! What a `.thrift` file holds. Namespaces, services and annotations are no matter of messages, and are not kept.

/// A file.
pub struct File {
    pub items: Vec<Item>,
}

pub enum Item {
    /// The path of another file.
    Include(String),
    Typedef(Typedef),
    /// Its type is that of the field that it is the default of.
    Constant {
        name: String,
        value: Constant,
    },
    Enumeration(Enumeration),
    Structure(Structure),
}

pub struct Typedef {
    pub alias: String,
    pub ty: Ty,
}

pub struct Enumeration {
    pub name: String,
    /// Symbols with their numbers, where these are said.
    pub values: Vec<(String, Option<i64>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A struct, or an exception.
    Struct,
    Union,
}

pub struct Structure {
    pub name: String,
    pub kind: Kind,
    pub fields: Vec<Field>,
}

pub struct Field {
    pub id: Option<i64>,
    pub need: Need,
    pub ty: Ty,
    pub name: String,
    pub default: Option<Constant>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
    /// Neither is said: it is written, and may be missing.
    Default,
}

pub enum Ty {
    Bool,
    I8,
    I16,
    I32,
    I64,
    Double,
    Text,
    Binary,
    Uuid,
    List(Box<Ty>),
    Set(Box<Ty>),
    Map(Box<Ty>, Box<Ty>),
    /// Of this file, or with the prefix of another.
    Named(String),
}

pub enum Constant {
    Bool(bool),
    Integer(i64),
    Double(f64),
    Text(String),
    List(Vec<Constant>),
    Map(Vec<(Constant, Constant)>),
    /// A symbol of an enumeration, or another constant.
    Name(String),
}
