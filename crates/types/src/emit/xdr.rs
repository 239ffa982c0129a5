//! XDR, the External Data Representation: RFC 4506, section 6.3.
//!
//! A value that may be absent or null is optional-data (4.19), a map an array of its entries, a union one with the number
//! of its branch. What can only appear in a declaration, such as a string, has a typedef where it is an item.

use std::collections::HashMap;
use std::fmt::Write as _;

use indexmap::IndexMap;

use crate::Int;
use crate::lower::{Field, Kind, Lowered, Ty};

pub fn print(lowered: &Lowered) -> String {
    let mut printer = Printer { lowered, typedefs: IndexMap::new(), specifiers: HashMap::new() };
    let (mut enumerations, mut structs) = (String::new(), String::new());
    for item in &lowered.items {
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let symbols: Vec<String> =
                    symbols.iter().map(|symbol| format!("  {} = {}", symbol.name, symbol.number)).collect();
                let _ = writeln!(enumerations, "enum {} {{\n{}\n}};\n", item.name, symbols.join(",\n"));
            }
            Kind::Record(fields) => {
                let _ = writeln!(structs, "struct {} {{", item.name);
                // A struct has at least one member, and rpcgen takes no `void` for it; this one has no byte.
                if fields.is_empty() {
                    structs.push_str("  opaque nothing[0];\n");
                }
                for field in fields {
                    let declaration = printer.field(field);
                    let _ = writeln!(structs, "  {declaration};{}", called(field));
                }
                structs.push_str("};\n\n");
            }
            Kind::Union(fields) => {
                let _ = writeln!(structs, "union {} switch (int branch) {{", item.name);
                for field in fields {
                    let declaration = printer.declaration(&field.ty, &field.name);
                    let _ = writeln!(structs, "case {}:\n  {declaration};", field.number);
                }
                structs.push_str("};\n\n");
            }
            Kind::Fixed(_) => {}
        }
    }
    if lowered.root_item().is_none() {
        let name = printer.free("message");
        let declaration = printer.declaration(&lowered.root, &name);
        let _ = writeln!(structs, "typedef {declaration};");
    }
    let mut out = enumerations;
    for declaration in printer.typedefs.values() {
        let _ = writeln!(out, "typedef {declaration};");
    }
    if !printer.typedefs.is_empty() {
        out.push('\n');
    }
    out + structs.trim_end() + "\n"
}

/// What the message calls a field, as a comment that no part of the name ends.
fn called(field: &Field) -> String {
    match super::called(field, "/*") {
        same if same.is_empty() => same,
        called => called.replace("*/", "*\\/") + " */",
    }
}

struct Printer<'a> {
    lowered: &'a Lowered,
    /// Declarations by the names that they define.
    typedefs: IndexMap<String, String>,
    /// The names that types have already.
    specifiers: HashMap<Ty, String>,
}

impl Printer<'_> {
    fn field(&mut self, field: &Field) -> String {
        if field.is_optional {
            format!("{} *{}", self.specifier(&field.ty), field.name)
        } else {
            self.declaration(&field.ty, &field.name)
        }
    }

    /// The type with a name, as a field or a typedef has it.
    fn declaration(&mut self, ty: &Ty, name: &str) -> String {
        match ty {
            Ty::Text => format!("string {name}<>"),
            Ty::Bytes { length: None } => format!("opaque {name}<>"),
            Ty::Bytes { length: Some(length) } => format!("opaque {name}[{length}]"),
            Ty::List(item) => format!("{} {name}<>", self.specifier(item)),
            Ty::Optional(inner) => format!("{} *{name}", self.specifier(inner)),
            _ => format!("{} {name}", self.specifier(ty)),
        }
    }

    /// The type by one name.
    fn specifier(&mut self, ty: &Ty) -> String {
        if let Some(known) = self.specifiers.get(ty) {
            return known.clone();
        }
        let name = self.new_specifier(ty);
        self.specifiers.insert(ty.clone(), name.clone());
        name
    }

    fn new_specifier(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Boolean => "bool".to_owned(),
            Ty::Integer(int) => match int {
                Int::I64 => "hyper",
                Int::U64 => "unsigned hyper",
                int if int.is_signed() => "int",
                _ => "unsigned int",
            }
            .to_owned(),
            Ty::Float32 => "float".to_owned(),
            Ty::Float64 => "double".to_owned(),
            Ty::Item(index) => self.lowered.items[*index].name.clone(),
            Ty::Bytes { length: None } => self.typedef("opaque_data".to_owned(), ty),
            Ty::Bytes { length: Some(length) } => self.typedef(format!("opaque_{length}"), ty),
            Ty::List(item) => {
                let item = self.specifier(item).replace(' ', "_");
                self.typedef(format!("{item}_list"), ty)
            }
            Ty::Optional(inner) => {
                let inner = self.specifier(inner).replace(' ', "_");
                self.typedef(format!("nullable_{inner}"), ty)
            }
            _ => self.typedef("text".to_owned(), ty),
        }
    }

    /// The name of a typedef of the type, which is `wanted` where no other type has that.
    fn typedef(&mut self, wanted: String, ty: &Ty) -> String {
        let mut name = wanted;
        loop {
            let is_taken = self.lowered.items.iter().any(|item| item.name == name);
            let declaration = self.declaration(ty, &name);
            match self.typedefs.get(&name) {
                Some(known) if *known == declaration => return name,
                None if !is_taken => {
                    self.typedefs.insert(name.clone(), declaration);
                    return name;
                }
                _ => name.push('_'),
            }
        }
    }

    fn free(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.typedefs.contains_key(&name) || self.lowered.items.iter().any(|item| item.name == name) {
            name.push('_');
        }
        name
    }
}
