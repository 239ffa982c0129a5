//! XML Schema 1.0 (W3C, 2nd edition, 2004), for the documents of a model.

use std::fmt::Write as _;

use crate::xml::{XmlDocument, XmlName, XmlPlace};
use crate::{Definition, Enumeration, Field, Int, Model, Presence, Record, Type, TypesError};

/// Writes a model as a schema of its documents. A model that says nothing of documents is written as `docs/FORMAT.md` writes data trees as
/// XML: each field is an element of its name, and each item of a list an element `item`.
///
/// # Errors
/// If a schema in one file cannot say it, with the field.
pub fn print(model: &Model) -> Result<String, TypesError> {
    let document = model
        .document
        .clone()
        .unwrap_or_else(|| XmlDocument { element: XmlName::new("", model.name()), namespaces: Vec::new() });
    let printer =
        Printer { model, target: document.element.namespace.clone(), has_documents: model.document.is_some() };
    let of_target = if printer.target.is_empty() {
        String::new()
    } else {
        let target = escaped(&printer.target);
        format!(" xmlns:t=\"{target}\" targetNamespace=\"{target}\" elementFormDefault=\"qualified\"")
    };
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xs:schema xmlns:xs=\"{XS}\"{of_target}>\n");
    let root = Element { name: &document.element.local, ty: &model.root, occurs: "" };
    printer.element(&root, 1, "type", &mut out)?;
    for (name, definition) in &model.types {
        match definition {
            Definition::Record(record) => printer.record(name, record, &mut out)?,
            Definition::Enumeration(names) => enumeration(name, names, &mut out),
            Definition::Union(branches) => {
                let members = printer.members(branches, name)?;
                let _ = writeln!(
                    out,
                    "  <xs:simpleType name=\"{name}\"><xs:union memberTypes=\"{members}\"/></xs:simpleType>"
                );
            }
        }
    }
    out.push_str("</xs:schema>\n");
    Ok(out)
}

const XS: &str = "http://www.w3.org/2001/XMLSchema";

/// An element of a schema, with how often it is there.
struct Element<'a> {
    name: &'a str,
    ty: &'a Type,
    occurs: &'a str,
}

const MANY: &str = " minOccurs=\"0\" maxOccurs=\"unbounded\"";
const OPTIONAL: &str = " minOccurs=\"0\"";

struct Printer<'m> {
    model: &'m Model,
    target: String,
    /// Whether values come from documents. Others have times and UUIDs as data trees do.
    has_documents: bool,
}

fn refused<T>(place: &str, what: &str) -> Result<T, TypesError> {
    Err(TypesError::at(place, format_args!("{what}, which XML Schema in one file cannot say")))
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

impl Printer<'_> {
    fn element(&self, element: &Element<'_>, depth: usize, place: &str, out: &mut String) -> Result<(), TypesError> {
        let Element { name, ty, occurs } = element;
        let (ty, nillable) = match ty {
            Type::Nullable(inner) => (&**inner, " nillable=\"true\""),
            Type::Null => (&Type::Text, " nillable=\"true\""),
            other => (*other, ""),
        };
        let start = format!("{}<xs:element name=\"{name}\"{occurs}{nillable}", indent(depth));
        match ty {
            // Only a data tree that is no document has lists in lists.
            Type::List(item) | Type::Set(item) => {
                let _ = writeln!(out, "{start}>\n{}<xs:complexType><xs:sequence>", indent(depth + 1));
                self.element(&Element { name: "item", ty: item, occurs: MANY }, depth + 2, place, out)?;
                let (inner, outer) = (indent(depth + 1), indent(depth));
                let _ = writeln!(out, "{inner}</xs:sequence></xs:complexType>\n{outer}</xs:element>");
            }
            Type::Map(..) => return refused(place, "a map, whose keys are names of elements"),
            _ => match self.simple(ty, place)? {
                Simple::Named(name) => _ = writeln!(out, "{start} type=\"{name}\"/>"),
                Simple::Within(inner) => {
                    let _ = writeln!(out, "{start}>{inner}</xs:element>");
                }
            },
        }
        Ok(())
    }

    /// A type that has a name, or one that is written where it is used.
    fn simple(&self, ty: &Type, place: &str) -> Result<Simple, TypesError> {
        let restriction = |base: &str, facets: &str| {
            let restriction = format!("<xs:restriction base=\"{base}\">{facets}</xs:restriction>");
            Simple::Within(format!("<xs:simpleType>{restriction}</xs:simpleType>"))
        };
        Ok(match ty {
            Type::Named(name) => {
                let prefix = if self.target.is_empty() { "" } else { "t:" };
                Simple::Named(format!("{prefix}{name}"))
            }
            Type::Timestamp(_) if !self.has_documents => Simple::Named("xs:long".to_owned()),
            Type::Date if !self.has_documents => Simple::Named("xs:int".to_owned()),
            Type::Uuid if !self.has_documents => Simple::Named("xs:base64Binary".to_owned()),
            Type::Bytes { length: Some(length) } => {
                restriction("xs:base64Binary", &format!("<xs:length value=\"{length}\"/>"))
            }
            Type::Decimal { precision, scale } => restriction(
                "xs:decimal",
                &format!("<xs:totalDigits value=\"{precision}\"/><xs:fractionDigits value=\"{scale}\"/>"),
            ),
            Type::Uuid => {
                restriction("xs:string", "<xs:pattern value=\"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\"/>")
            }
            Type::Union(branches) => {
                let members = self.members(branches, place)?;
                Simple::Within(format!("<xs:simpleType><xs:union memberTypes=\"{members}\"/></xs:simpleType>"))
            }
            Type::Nullable(inner) => return self.simple(inner, place),
            _ => match built_in(ty) {
                Some(name) => Simple::Named(name.to_owned()),
                None => return refused(place, &format!("a value of type {ty} in an attribute or a union")),
            },
        })
    }

    /// The members of a union, which are texts.
    fn members(&self, branches: &[Type], place: &str) -> Result<String, TypesError> {
        let names = branches.iter().filter(|branch| **branch != Type::Null).map(|branch| {
            let is_record = matches!(branch, Type::Named(name) if self.model.record(name).is_some());
            match self.simple(branch, place)? {
                Simple::Named(name) if !is_record => Ok(name),
                _ => refused(place, "a union of more than plain texts and numbers"),
            }
        });
        Ok(names.collect::<Result<Vec<_>, _>>()?.join(" "))
    }

    fn record(&self, name: &str, record: &Record, out: &mut String) -> Result<(), TypesError> {
        let place = |field: &Field| format!("{name}.{}", field.name);
        let (mut attributes, mut elements, mut text, mut is_mixed) = (String::new(), String::new(), None, false);
        let mut done: Vec<&str> = Vec::new();
        for field in &record.fields {
            match &field.xml {
                Some(XmlPlace::Attribute(_)) => self.attribute(field, &place(field), &mut attributes)?,
                Some(XmlPlace::Text) => text = Some(field),
                Some(XmlPlace::Choice) => is_mixed |= self.choice(field, &place(field), &mut elements)?,
                _ => match &field.group {
                    Some(group) if done.contains(&group.as_str()) => {}
                    Some(group) => {
                        done.push(group);
                        let _ = writeln!(elements, "      <xs:choice minOccurs=\"0\">");
                        for member in record.fields.iter().filter(|it| it.group.as_ref() == Some(group)) {
                            self.field(member, true, 4, &place(member), &mut elements)?;
                        }
                        let _ = writeln!(elements, "      </xs:choice>");
                    }
                    None => self.field(field, false, 3, &place(field), &mut elements)?,
                },
            }
        }
        if let Some(text) = text.filter(|_| elements.is_empty()) {
            let base = match self.simple(&text.ty, &place(text))? {
                Simple::Named(base) => base,
                Simple::Within(inner) => {
                    let named = format!("{name}-text");
                    let _ = writeln!(
                        out,
                        "  {}",
                        inner.replacen("<xs:simpleType", &format!("<xs:simpleType name=\"{named}\""), 1)
                    );
                    self.qualified(&named)
                }
            };
            let _ = writeln!(
                out,
                "  <xs:complexType name=\"{name}\">\n    <xs:simpleContent>\n      <xs:extension base=\"{base}\">\n{attributes}      \
                 </xs:extension>\n    </xs:simpleContent>\n  </xs:complexType>"
            );
            return Ok(());
        }
        let mixed = if is_mixed || text.is_some() { " mixed=\"true\"" } else { "" };
        let _ = writeln!(
            out,
            "  <xs:complexType name=\"{name}\"{mixed}>\n    <xs:sequence>\n{elements}    </xs:sequence>\n{attributes}  </xs:complexType>"
        );
        Ok(())
    }

    fn qualified(&self, name: &str) -> String {
        if self.target.is_empty() { name.to_owned() } else { format!("t:{name}") }
    }

    fn attribute(&self, field: &Field, place: &str, out: &mut String) -> Result<(), TypesError> {
        let Some(XmlPlace::Attribute(name)) = &field.xml else { return Ok(()) };
        if !name.namespace.is_empty() {
            return refused(place, "an attribute of another namespace");
        }
        let required = if field.presence == Presence::Required { " use=\"required\"" } else { "" };
        let start = format!("    <xs:attribute name=\"{}\"{required}", name.local);
        match self.simple(&field.ty, place)? {
            Simple::Named(name) => _ = writeln!(out, "{start} type=\"{name}\"/>"),
            Simple::Within(inner) => _ = writeln!(out, "{start}>{inner}</xs:attribute>"),
        }
        Ok(())
    }

    /// An element for a field.
    fn field(
        &self,
        field: &Field,
        is_alternative: bool,
        depth: usize,
        place: &str,
        out: &mut String,
    ) -> Result<(), TypesError> {
        let (name, is_of_document) = match &field.xml {
            Some(XmlPlace::Element { xsi_type: Some(_), .. }) => {
                return refused(place, "elements that their xsi:type tells apart");
            }
            Some(XmlPlace::Element { name, .. }) if name.namespace != self.target => {
                return refused(place, "an element of another namespace");
            }
            Some(XmlPlace::Element { name, .. }) => (name.local.as_str(), true),
            _ => (field.name.as_str(), false),
        };
        if !wirecost_value::mapping::is_name(name) {
            return refused(place, "a field whose name is no name of an element");
        }
        match &field.ty {
            Type::List(item) | Type::Set(item) if is_of_document => {
                self.element(&Element { name, ty: item, occurs: MANY }, depth, place, out)
            }
            ty => {
                let is_optional = field.presence != Presence::Required && !is_alternative;
                let occurs = if is_optional { OPTIONAL } else { "" };
                self.element(&Element { name, ty, occurs }, depth, place, out)
            }
        }
    }

    /// The elements of several kinds that a field holds. Whether text is among them.
    fn choice(&self, field: &Field, place: &str, out: &mut String) -> Result<bool, TypesError> {
        let Some(alternatives) = self.model.alternatives(field) else {
            return refused(place, "a choice of no elements");
        };
        let occurs = match (&field.ty, &field.presence) {
            (Type::List(_), _) => MANY,
            (_, Presence::Required) => "",
            _ => OPTIONAL,
        };
        let _ = writeln!(out, "      <xs:choice{occurs}>");
        let mut has_text = false;
        for alternative in &alternatives.fields {
            if alternative.xml == Some(XmlPlace::Text) {
                has_text = true;
            } else {
                self.field(alternative, true, 4, &format!("{place}.{}", alternative.name), out)?;
            }
        }
        let _ = writeln!(out, "      </xs:choice>");
        Ok(has_text)
    }
}

/// How a type is referred to.
enum Simple {
    Named(String),
    Within(String),
}

fn built_in(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Boolean => "xs:boolean",
        Type::Integer(Int::I8) => "xs:byte",
        Type::Integer(Int::I16) => "xs:short",
        Type::Integer(Int::I32) => "xs:int",
        Type::Integer(Int::I64) => "xs:long",
        Type::Integer(Int::U8) => "xs:unsignedByte",
        Type::Integer(Int::U16) => "xs:unsignedShort",
        Type::Integer(Int::U32) => "xs:unsignedInt",
        Type::Integer(Int::U64) => "xs:unsignedLong",
        Type::Float32 => "xs:float",
        Type::Float64 => "xs:double",
        Type::Text => "xs:string",
        Type::Bytes { length: None } => "xs:base64Binary",
        Type::Timestamp(_) => "xs:dateTime",
        Type::Date => "xs:date",
        _ => return None,
    })
}

fn enumeration(name: &str, names: &Enumeration, out: &mut String) {
    let _ = writeln!(out, "  <xs:simpleType name=\"{name}\">\n    <xs:restriction base=\"xs:string\">");
    for (symbol, _) in &names.symbols {
        let _ = writeln!(out, "      <xs:enumeration value=\"{}\"/>", escaped(symbol));
    }
    let _ = writeln!(out, "    </xs:restriction>\n  </xs:simpleType>");
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
