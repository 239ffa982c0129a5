//! The components of schemas: global declarations by their names, from all files that one schema needs.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wirecost_value::infoset::{Event, Infoset};
use wirecost_value::xml;

use super::super::{MAX_FILES, read};
use crate::TypesError;
use crate::xml::XmlName;

/// The namespace of schema documents.
pub const XS: &str = "http://www.w3.org/2001/XMLSchema";

/// A schema document: where it is, and what it says for all that is in it.
#[derive(Debug)]
pub struct SchemaFile {
    pub place: String,
    pub target: String,
    /// Whether it has no target namespace of its own, so that its names are those of the schema that includes it.
    is_chameleon: bool,
    pub qualifies_elements: bool,
    pub qualifies_attributes: bool,
}

/// An element of a schema document.
#[derive(Debug)]
pub struct Node {
    pub name: XmlName,
    attributes: Vec<(XmlName, String)>,
    pub children: Vec<Arc<Node>>,
    /// What prefixes stand for.
    pub scope: Arc<Vec<(String, String)>>,
    pub line: usize,
    pub file: Arc<SchemaFile>,
}

impl Node {
    /// The value of an attribute without a namespace.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known.namespace.is_empty() && known.local == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it is an element of XML Schema of this name.
    pub fn is(&self, local: &str) -> bool {
        self.name.namespace == XS && self.name.local == local
    }

    /// The first child of XML Schema with one of these names.
    pub fn child(&self, names: &[&str]) -> Option<&Arc<Node>> {
        self.children.iter().find(|child| names.iter().any(|name| child.is(name)))
    }

    /// The name that a text such as `xs:int` stands for here.
    ///
    /// # Errors
    /// If its prefix stands for nothing.
    pub fn qualified(&self, text: &str) -> Result<XmlName, TypesError> {
        let (prefix, local) = text.trim().split_once(':').unwrap_or(("", text.trim()));
        let namespace = self.scope.iter().rev().find(|(known, _)| known == prefix).map(|(_, it)| it.as_str());
        match namespace {
            Some("") | None if prefix.is_empty() => {
                Ok(XmlName::new(if self.file.is_chameleon { &self.file.target } else { "" }, local))
            }
            Some(namespace) => Ok(XmlName::new(namespace, local)),
            None => Err(self.broken(format_args!("the prefix of {text:?} is not declared"))),
        }
    }

    /// The name of an element or an attribute that is declared here; `by_default` says whether the schema has it in its namespace.
    pub fn own_name(&self, local: &str, by_default: bool) -> XmlName {
        let is_qualified = self.get("form").map_or(by_default, |form| form == "qualified");
        XmlName::new(if is_qualified { &self.file.target } else { "" }, local)
    }

    /// An error at this element.
    pub fn broken(&self, reason: impl std::fmt::Display) -> TypesError {
        TypesError::at(format_args!("{}:{}", self.file.place, self.line), reason)
    }
}

/// What a global name may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Element,
    Type,
    Group,
    AttributeGroup,
    Attribute,
}

/// All components of a schema.
#[derive(Debug, Default)]
pub struct Components {
    all: HashMap<(Kind, XmlName), Arc<Node>>,
    /// The global elements of the first file, in their order.
    pub own_elements: Vec<XmlName>,
    /// The prefixes that files declare.
    pub declared: Vec<(String, String)>,
    /// Files that are named and were not found.
    pub missing: Vec<String>,
}

impl Components {
    /// The component of a name.
    pub fn get(&self, kind: Kind, name: &XmlName) -> Option<&Arc<Node>> {
        self.all.get(&(kind, name.clone()))
    }

    /// All of a kind.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (&XmlName, &Arc<Node>)> {
        let mut found: Vec<_> =
            self.all.iter().filter(|((of, _), _)| *of == kind).map(|((_, name), node)| (name, node)).collect();
        found.sort_by_key(|(name, _)| *name);
        found.into_iter()
    }

    /// Reads a schema, or the schemas in a WSDL file, with all that they include and import.
    ///
    /// # Errors
    /// If a file cannot be read or is broken, with its place.
    pub fn load(path: &Path, roots: &[PathBuf]) -> Result<Self, TypesError> {
        let mut components = Self::default();
        let mut seen: HashSet<(PathBuf, Option<String>)> = HashSet::new();
        let mut waiting: Vec<(PathBuf, Option<String>)> = vec![(path.to_owned(), None)];
        while let Some((path, includer)) = waiting.pop() {
            let canonical = path.canonicalize().map_err(|error| TypesError::at(path.display(), error))?;
            if !seen.insert((canonical, includer.clone())) {
                continue;
            }
            if seen.len() > MAX_FILES {
                return Err(TypesError::at(path.display(), format_args!("more than {MAX_FILES} files are named")));
            }
            let is_first = seen.len() == 1;
            for named in components.add(&path.display().to_string(), &read(&path)?, includer.as_deref(), is_first)? {
                match named.find(&path, roots) {
                    Some(found) => waiting.push((found, named.includer)),
                    None => components.missing.extend(named.location),
                }
            }
        }
        Ok(components)
    }

    /// Adds the schemas of a file, and gives the files that they name.
    pub fn add(
        &mut self,
        place: &str,
        text: &str,
        includer: Option<&str>,
        is_first: bool,
    ) -> Result<Vec<Named>, TypesError> {
        let infoset = xml::read(text.as_bytes()).map_err(|error| {
            let at = error.position;
            TypesError::at(format_args!("{place}:{}:{}", at.line, at.column), error.reason)
        })?;
        let mut named = Vec::new();
        let mut at = 0;
        let root = tree(&infoset, &mut at, place, includer, None, &Arc::new(Vec::new()));
        let Some(root) = root else { return Err(TypesError::at(place, "it has no root element")) };
        let mut pending = vec![Arc::clone(&root)];
        let mut found = false;
        // The schemas of a WSDL file are below its `types`.
        while let Some(node) = pending.pop() {
            if node.is("schema") {
                found = true;
                self.add_schema(&node, is_first, &mut named)?;
            } else {
                pending.extend(node.children.iter().rev().cloned());
            }
        }
        if found { Ok(named) } else { Err(TypesError::at(place, "no schema is in it: no element xs:schema")) }
    }

    fn add_schema(&mut self, schema: &Node, is_first: bool, named: &mut Vec<Named>) -> Result<(), TypesError> {
        for pair in schema.scope.iter().filter(|(_, namespace)| namespace != XS) {
            if !self.declared.contains(pair) {
                self.declared.push(pair.clone());
            }
        }
        for child in schema.children.iter().filter(|child| child.name.namespace == XS) {
            let kind = match child.name.local.as_str() {
                "include" | "import" => {
                    named.push(Named {
                        location: child.get("schemaLocation").map(str::to_owned),
                        namespace: child.get("namespace").map(str::to_owned),
                        includer: child.is("include").then(|| schema.file.target.clone()),
                    });
                    continue;
                }
                "redefine" | "override" => {
                    let reason = format!("xs:{} is not read; name the file that it changes", child.name.local);
                    return Err(child.broken(reason));
                }
                "element" => Kind::Element,
                "complexType" | "simpleType" => Kind::Type,
                "group" => Kind::Group,
                "attributeGroup" => Kind::AttributeGroup,
                "attribute" => Kind::Attribute,
                _ => continue,
            };
            let Some(name) = child.get("name") else { return Err(child.broken("it has no name")) };
            let name = XmlName::new(&child.file.target, name);
            if kind == Kind::Element && is_first {
                self.own_elements.push(name.clone());
            }
            self.all.entry((kind, name)).or_insert_with(|| Arc::clone(child));
        }
        Ok(())
    }
}

/// A file that a schema names.
pub struct Named {
    location: Option<String>,
    namespace: Option<String>,
    /// The target namespace of the schema that includes it.
    includer: Option<String>,
}

impl Named {
    /// Where it is: beside the file that names it, or in one of the folders, also by the last part of its place alone, or by the namespace
    /// that it is of.
    fn find(&self, from: &Path, roots: &[PathBuf]) -> Option<PathBuf> {
        let folders: Vec<&Path> = from.parent().into_iter().chain(roots.iter().map(PathBuf::as_path)).collect();
        let location = self.location.as_deref();
        let names: Vec<&str> = location.into_iter().chain(location.and_then(|it| it.rsplit('/').next())).collect();
        let mut paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let by_name = paths.find(|path| path.is_file());
        by_name.or_else(|| folders.iter().find_map(|folder| of_namespace(folder, self.namespace.as_deref()?)))
    }
}

/// The first schema in a folder with this target namespace.
fn of_namespace(folder: &Path, namespace: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut schemas: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|it| it == "xsd")).collect();
    schemas.sort();
    let target = ['"', '\''].map(|quote| format!("targetNamespace={quote}{namespace}{quote}"));
    let is_of = |path: &PathBuf| read(path).is_ok_and(|text| target.iter().any(|target| text.contains(target)));
    schemas.into_iter().find(is_of)
}

/// The element that begins next, with those in it. `schema` is the file of the schema that it is in.
fn tree(
    infoset: &Infoset,
    at: &mut usize,
    place: &str,
    includer: Option<&str>,
    schema: Option<&Arc<SchemaFile>>,
    scope: &Arc<Vec<(String, String)>>,
) -> Option<Arc<Node>> {
    let index = infoset.events[*at..].iter().position(|event| matches!(event, Event::Start(_)))? + *at;
    let Event::Start(start) = infoset.events.get(index)? else { return None };
    *at = index + 1;
    let scope = if start.declarations.is_empty() {
        Arc::clone(scope)
    } else {
        let declared = start.declarations.iter();
        let declared = declared.map(|it| (it.prefix.clone().unwrap_or_default(), it.namespace.clone()));
        Arc::new(scope.iter().cloned().chain(declared).collect())
    };
    let attributes: Vec<(XmlName, String)> = start
        .attributes
        .iter()
        .map(|it| (XmlName::new(it.namespace.as_deref().unwrap_or_default(), &it.name), it.value.clone()))
        .collect();
    let get = |name: &str| {
        let found = attributes.iter().find(|(known, _)| known.namespace.is_empty() && known.local == name);
        found.map(|(_, value)| value.as_str())
    };
    let name = XmlName::new(start.namespace.as_deref().unwrap_or_default(), &start.name);
    let file = match schema {
        Some(file) => Arc::clone(file),
        None => Arc::new(SchemaFile {
            place: place.to_owned(),
            target: get("targetNamespace").or(includer).unwrap_or_default().to_owned(),
            is_chameleon: get("targetNamespace").is_none() && includer.is_some(),
            qualifies_elements: get("elementFormDefault") == Some("qualified"),
            qualifies_attributes: get("attributeFormDefault") == Some("qualified"),
        }),
    };
    let is_schema = name.namespace == XS && name.local == "schema";
    let inner = if is_schema || schema.is_some() { Some(&file) } else { None };
    let mut children = Vec::new();
    loop {
        match infoset.events.get(*at) {
            Some(Event::Start(_)) => children.extend(tree(infoset, at, place, includer, inner, &scope)),
            Some(Event::End) | None => {
                *at += 1;
                break;
            }
            Some(_) => *at += 1,
        }
    }
    let line = infoset.line(index).unwrap_or(1);
    Some(Arc::new(Node { name, attributes, children, scope, line, file }))
}
