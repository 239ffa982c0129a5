//! Components as a model: a record for each complex type, with its attributes, text and child elements as fields.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::super::TypeNames;
use super::components::{Components, Kind, Node, XS};
use super::particles::{Alternative, Content, MAX_STEPS, Part, Within, distinct, merged};
use crate::infer::type_name;
use crate::xml::{CHOICE, CONTENT, FieldNames, TEXT, XSI, XmlDocument, XmlName, XmlPlace, prefixes};
use crate::{Definition, Field, Model, Record, Type, TypesError};

pub(super) struct Builder<'c> {
    pub(super) components: &'c Components,
    /// The types that documents name in `xsi:type`.
    pub(super) named: HashSet<XmlName>,
    pub(super) types: IndexMap<String, Definition>,
    names: TypeNames,
    /// What records are called, by the complex type: its name, or the place of one without.
    records: HashMap<TypeKey, Type>,
    pub(super) enumerations: HashMap<XmlName, String>,
    /// Elements that may stand for another one, directly.
    pub(super) members: BTreeMap<XmlName, Vec<XmlName>>,
    /// Types that are derived from another one, directly.
    pub(super) derived: BTreeMap<XmlName, Vec<XmlName>>,
    pub(super) has_unqualified: bool,
    /// How many fields there are so far.
    pub(super) fields: usize,
}

#[derive(PartialEq, Eq, Hash)]
enum TypeKey {
    Named(XmlName),
    Within(*const Node),
}

pub(super) type Built<T> = Result<T, TypesError>;

impl<'c> Builder<'c> {
    pub(super) fn new(components: &'c Components, named: HashSet<XmlName>) -> Self {
        Self {
            components,
            named,
            types: IndexMap::new(),
            names: TypeNames::default(),
            records: HashMap::new(),
            enumerations: HashMap::new(),
            members: BTreeMap::new(),
            derived: BTreeMap::new(),
            has_unqualified: false,
            fields: 0,
        }
    }

    /// A name for a type: that of the schema in the spelling of models, without the word `Type` at its end.
    pub(super) fn type_name(&mut self, local: &str) -> String {
        let short = local.strip_suffix("Type").filter(|short| !short.is_empty()).unwrap_or(local);
        self.names.fresh(&type_name(short))
    }

    pub(super) fn unknown(&self, at: &Node, what: &str, name: &XmlName) -> TypesError {
        let missing = match &self.components.missing[..] {
            [] => String::new(),
            files => format!("; these files are named and were not found: {}", files.join(", ")),
        };
        at.broken(format_args!("{what} {{{}}}{} is not known{missing}", name.namespace, name.local))
    }

    /// The model of documents with this root element.
    pub(super) fn model(mut self, root: &XmlName) -> Built<Model> {
        self.find_members()?;
        let Some(node) = self.components.get(Kind::Element, root) else {
            return Err(TypesError::at("schema", format_args!("no element {:?}", root.local)));
        };
        let ty = self.element_type(node, 0)?;
        self.has_unqualified |= root.namespace.is_empty();
        let mut declared = vec![(String::new(), root.namespace.clone())];
        declared.extend(self.components.declared.iter().cloned());
        declared.retain(|(_, namespace)| !namespace.is_empty() && namespace != XSI);
        let mut model = Model::new(ty, self.types).without_unused();
        let used = used_namespaces(&model, root);
        declared.retain(|(_, namespace)| used.contains(namespace.as_str()));
        for namespace in &used {
            if !namespace.is_empty() && !declared.iter().any(|(prefix, of)| of == namespace && !prefix.is_empty()) {
                declared.push(("ns1".to_owned(), (*namespace).to_owned()));
            }
        }
        let namespaces = prefixes(declared, self.has_unqualified, true);
        model.document = Some(XmlDocument { element: root.clone(), namespaces });
        Ok(model)
    }

    fn find_members(&mut self) -> Built<()> {
        for (name, node) in self.components.of_kind(Kind::Element) {
            if let Some(head) = node.get("substitutionGroup") {
                self.members.entry(node.qualified(head)?).or_default().push(name.clone());
            }
        }
        for (name, node) in self.components.of_kind(Kind::Type) {
            let content = node.child(&["complexContent", "simpleContent"]);
            let derivation = content.and_then(|it| it.child(&["extension", "restriction"]));
            if let Some((at, base)) = derivation.and_then(|it| Some((it, it.get("base")?))) {
                self.derived.entry(at.qualified(base)?).or_default().push(name.clone());
            }
        }
        Ok(())
    }

    /// The type of an element that is declared here.
    pub(super) fn element_type(&mut self, node: &Arc<Node>, steps: usize) -> Built<Type> {
        if steps > MAX_STEPS {
            return Err(node.broken("a declaration that refers to itself"));
        }
        let ty = match (node.get("type"), node.child(&["complexType", "simpleType"])) {
            (Some(name), _) => self.named_type(node, &node.qualified(name)?)?,
            (None, Some(inner)) if inner.is("complexType") => {
                let key = TypeKey::Within(Arc::as_ptr(inner));
                self.complex(inner, key, node.get("name").unwrap_or("element"))?
            }
            (None, Some(inner)) => self.simple(inner, None, 0)?,
            (None, None) => match node.get("substitutionGroup") {
                Some(head) => {
                    let head = node.qualified(head)?;
                    let Some(head) = self.components.get(Kind::Element, &head) else {
                        return Err(self.unknown(node, "element", &head));
                    };
                    self.element_type(head, steps + 1)?
                }
                None => Type::Text,
            },
        };
        Ok(if node.get("nillable") == Some("true") { ty.nullable() } else { ty })
    }

    pub(super) fn named_type(&mut self, at: &Node, name: &XmlName) -> Built<Type> {
        match self.components.get(Kind::Type, name) {
            Some(node) if node.is("complexType") => self.complex(node, TypeKey::Named(name.clone()), &name.local),
            _ => self.simple_named(at, name, 0),
        }
    }

    /// The record of a complex type.
    fn complex(&mut self, node: &Arc<Node>, key: TypeKey, called: &str) -> Built<Type> {
        if let Some(known) = self.records.get(&key) {
            return Ok(known.clone());
        }
        let name = self.type_name(called);
        let ty = Type::Named(name.clone());
        self.types.insert(name.clone(), Definition::Record(Record::default()));
        self.records.insert(key, ty.clone());
        let mut content = Content::default();
        // What contains itself is known by now.
        self.content(node, &mut content, 0)?;
        let record = self.record(content, &name);
        self.types.insert(name, Definition::Record(record));
        Ok(ty)
    }

    /// Adds what a complex type holds: that of its base first.
    fn content(&mut self, node: &Arc<Node>, content: &mut Content, steps: usize) -> Built<()> {
        if steps > MAX_STEPS {
            return Err(node.broken("a type that extends itself"));
        }
        content.is_mixed |= node.get("mixed") == Some("true");
        let Some(inner) = node.child(&["simpleContent", "complexContent"]) else {
            self.particles(node, Within::default(), content, steps)?;
            return self.attributes(node, content, steps);
        };
        content.is_mixed |= inner.get("mixed") == Some("true");
        let Some(derivation) = inner.child(&["extension", "restriction"]) else {
            return Err(inner.broken("it neither extends nor restricts a type"));
        };
        let base = derivation.get("base").ok_or_else(|| derivation.broken("it has no base"))?;
        let base = derivation.qualified(base)?;
        match self.components.get(Kind::Type, &base).filter(|base| base.is("complexType")) {
            Some(base) if derivation.is("restriction") => {
                let mut of_base = Content::default();
                self.content(base, &mut of_base, steps + 1)?;
                content.attributes.extend(of_base.attributes);
                content.text = content.text.take().or(of_base.text);
            }
            Some(base) => self.content(base, content, steps + 1)?,
            None if base.namespace == XS && base.local == "anyType" => {}
            None => content.text = Some(self.simple_named(derivation, &base, 0)?),
        }
        self.particles(derivation, Within::default(), content, steps)?;
        self.attributes(derivation, content, steps)
    }

    fn attributes(&mut self, node: &Arc<Node>, content: &mut Content, steps: usize) -> Built<()> {
        for child in &node.children {
            if child.is("attributeGroup") {
                let Some(name) = child.get("ref") else { continue };
                let name = child.qualified(name)?;
                let Some(group) = self.components.get(Kind::AttributeGroup, &name) else {
                    return Err(self.unknown(child, "attribute group", &name));
                };
                if steps > MAX_STEPS {
                    return Err(child.broken("a group that contains itself"));
                }
                self.attributes(group, content, steps + 1)?;
            }
            if child.is("attribute") {
                self.attribute(child, content)?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, node: &Arc<Node>, content: &mut Content) -> Built<()> {
        let (name, declared) = match (node.get("ref"), node.get("name")) {
            (Some(name), _) => {
                let name = node.qualified(name)?;
                let declared = self.components.get(Kind::Attribute, &name).cloned();
                (name, declared)
            }
            (None, Some(local)) => (node.own_name(local, node.file.qualifies_attributes), Some(Arc::clone(node))),
            (None, None) => return Err(node.broken("an attribute without a name")),
        };
        self.count_field(node)?;
        content.attributes.retain(|(known, ..)| *known != name);
        if node.get("use") == Some("prohibited") {
            return Ok(());
        }
        // Those of the namespace `xml` have no declaration at hand.
        let ty = match declared {
            Some(node) => match (node.get("type"), node.child(&["simpleType"])) {
                (Some(ty), _) => self.simple_named(&node, &node.qualified(ty)?, 0)?,
                (None, Some(inner)) => self.simple(inner, None, 0)?,
                (None, None) => Type::Text,
            },
            None => Type::Text,
        };
        content.attributes.push((name, ty, node.get("use") == Some("required")));
        Ok(())
    }

    /// The record of what a complex type holds.
    fn record(&mut self, content: Content, name: &str) -> Record {
        let mut names = FieldNames::default();
        let mut fields = Vec::new();
        for (attribute, ty, is_required) in content.attributes {
            let prefix = self.prefix(&attribute.namespace);
            let field = Field::new(names.fresh(&attribute.local, prefix.as_deref()), ty);
            let field = Field { xml: Some(XmlPlace::Attribute(attribute)), ..field };
            fields.push(if is_required { field } else { field.optional() });
        }
        if let Some(ty) = content.text {
            fields.push(Field { xml: Some(XmlPlace::Text), ..Field::new(names.fresh(TEXT, None), ty) });
        }
        let (parts, is_fixed) = merged(content.parts);
        if is_fixed && !content.is_mixed {
            for part in parts {
                fields.push(self.field(part, name, &mut names));
            }
        } else if content.is_mixed || !parts.is_empty() {
            let alternatives = distinct(parts);
            let item = self.choice_record(&format!("{name}-{CONTENT}"), alternatives, content.is_mixed);
            let field = Field::new(names.fresh(CONTENT, None), Type::list(item));
            fields.push(Field { xml: Some(XmlPlace::Choice), ..field });
        }
        Record::new(fields)
    }

    fn field(&mut self, part: Part, within: &str, names: &mut FieldNames) -> Field {
        let prefix = self.prefix(&part.name.namespace);
        let field_name = names.fresh(&part.name.local, prefix.as_deref());
        let (ty, place) = if part.alternatives.is_empty() {
            (part.ty, XmlPlace::element(part.name))
        } else {
            let called = format!("{within}-{}", type_name(&part.name.local));
            (self.choice_record(&called, part.alternatives, false), XmlPlace::Choice)
        };
        let ty = if part.is_many { Type::list(ty) } else { ty };
        let field = Field { xml: Some(place), ..Field::new(field_name, ty) };
        match (part.is_many, part.group) {
            (true, _) => field,
            (false, Some(group)) => Field { group: Some(format!("{CHOICE}-{group}")), ..field.optional() },
            (false, None) if part.is_optional => field.optional(),
            (false, None) => field,
        }
    }

    /// A record with a field for each alternative; a value has one of these fields.
    fn choice_record(&mut self, called: &str, alternatives: Vec<Alternative>, has_text: bool) -> Type {
        let (mut names, mut fields) = (FieldNames::default(), Vec::new());
        let of_choice = |name: String, ty: Type, place: XmlPlace| Field {
            xml: Some(place),
            group: Some(CHOICE.to_owned()),
            ..Field::new(name, ty).optional()
        };
        if has_text {
            fields.push(of_choice(names.fresh(TEXT, None), Type::Text, XmlPlace::Text));
        }
        for Alternative { name, xsi_type, ty } in alternatives {
            let shown = xsi_type.as_ref().unwrap_or(&name);
            let field_name = names.fresh(&shown.local, self.prefix(&shown.namespace).as_deref());
            fields.push(of_choice(field_name, ty, XmlPlace::Element { name, xsi_type }));
        }
        let name = self.names.fresh(called);
        self.types.insert(name.clone(), Definition::Record(Record::new(fields)));
        Type::Named(name)
    }

    /// A prefix that stands for a namespace in the schema.
    fn prefix(&self, namespace: &str) -> Option<String> {
        let known = self.components.declared.iter().find(|(prefix, of)| of == namespace && !prefix.is_empty());
        known.map(|(prefix, _)| prefix.clone())
    }
}

/// The namespaces of the places of a model, and of its root element.
fn used_namespaces<'m>(model: &'m Model, root: &'m XmlName) -> std::collections::BTreeSet<&'m str> {
    let mut used = std::collections::BTreeSet::from([root.namespace.as_str()]);
    for definition in model.types.values() {
        let Definition::Record(record) = definition else { continue };
        for place in record.fields.iter().filter_map(|field| field.xml.as_ref()) {
            match place {
                XmlPlace::Attribute(name) => _ = used.insert(&name.namespace),
                XmlPlace::Element { name, xsi_type } => {
                    used.insert(&name.namespace);
                    used.extend(xsi_type.iter().map(|ty| ty.namespace.as_str()));
                }
                XmlPlace::Text | XmlPlace::Choice => {}
            }
        }
    }
    used
}
