//! The places of a JSON Schema: what its references refer to.
//!
//! A document may hold several resources, each with an `$id` of its own, which references within it start from (JSON Schema
//! 2020-12 core, 8.2; RFC 3986 for the addresses, RFC 6901 for the pointers).

use std::collections::HashMap;

use wirecost_value::Value;

use crate::import::pointer::{escaped, unescaped};

/// Keywords whose values are instances, in which nothing is a schema.
const INSTANCES: [&str; 5] = ["enum", "const", "default", "examples", "example"];

/// Keywords whose values are maps of schemas, in which no key is a keyword.
const MAPS: [&str; 6] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];

/// Keywords that refer to a schema. What is dynamic about them are extensions that no schema of types has.
pub const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// A schema and where it is, as a JSON pointer from the root of the document.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    pub pointer: String,
    pub schema: &'a Value,
}

impl<'a> Part<'a> {
    /// The value of a keyword, with its place.
    pub fn get(&self, keyword: &str) -> Option<Self> {
        let schema = self.schema.get(keyword)?;
        Some(Self { pointer: format!("{}/{}", self.pointer, escaped(keyword)), schema })
    }

    /// The items of a list, with their places.
    pub fn items(&self) -> Option<Vec<Self>> {
        let Value::Sequence(items) = self.schema else { return None };
        let items = items.iter().enumerate();
        Some(items.map(|(index, schema)| Self { pointer: format!("{}/{index}", self.pointer), schema }).collect())
    }
}

/// The entry of a document that holds the files beside it, by their paths. No schema has a keyword with this mark.
pub const FILES: &str = "\0files";

/// A resource: its place, and its address where it has one.
#[derive(Debug, Clone)]
pub struct Resource {
    pub pointer: String,
    pub address: String,
}

/// A reference that stands in a schema.
pub struct Reference<'a> {
    /// Where it stands, with its keyword.
    pub pointer: String,
    pub text: &'a str,
}

/// The document with its resources and anchors.
pub struct Places<'a> {
    document: &'a Value,
    resources: Vec<Resource>,
    /// The places of anchors, by the place of their resource and their name.
    anchors: HashMap<(String, String), String>,
    /// Whether what stands beside a `$ref` says nothing, as up to draft 7.
    pub ignores_siblings: bool,
    /// Whether `id` is what `$id` is from draft 6 on.
    has_plain_id: bool,
    pub references: Vec<Reference<'a>>,
}

impl<'a> Places<'a> {
    /// The places of a document; `files` are the addresses of the files that it holds.
    pub fn new(document: &'a Value, files: &[Resource]) -> Self {
        let draft = document.get("$schema").and_then(Value::as_text).unwrap_or_default();
        let is_draft = |drafts: &[&str]| drafts.iter().any(|name| draft.contains(name));
        let mut places = Self {
            document,
            resources: [Resource { pointer: String::new(), address: String::new() }]
                .iter()
                .chain(files)
                .cloned()
                .collect(),
            anchors: HashMap::new(),
            ignores_siblings: is_draft(&["draft-03", "draft-04", "draft-06", "draft-07"]),
            has_plain_id: is_draft(&["draft-03", "draft-04"]),
            references: Vec::new(),
        };
        places.find(document, String::new(), 0);
        places
    }

    /// Finds resources and anchors in a schema, or in what may hold some.
    fn find(&mut self, value: &'a Value, pointer: String, resource: usize) {
        match value {
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.find(item, format!("{pointer}/{index}"), resource);
                }
            }
            Value::Map(entries) => {
                let file = self.resources.iter().position(|it| it.pointer == pointer);
                let resource = self.named(value, &pointer, file.unwrap_or(resource));
                for (key, value) in entries.iter().filter(|(key, _)| !INSTANCES.contains(&key.as_str())) {
                    let pointer = format!("{pointer}/{}", escaped(key));
                    match value {
                        Value::Text(text) if REFERENCES.contains(&key.as_str()) => {
                            self.references.push(Reference { pointer, text });
                        }
                        Value::Map(schemas) if MAPS.contains(&key.as_str()) || key == FILES => {
                            for (name, schema) in schemas {
                                self.find(schema, format!("{pointer}/{}", escaped(name)), resource);
                            }
                        }
                        _ => self.find(value, pointer, resource),
                    }
                }
            }
            _ => {}
        }
    }

    /// Keeps what a schema calls itself; the resource that it belongs to.
    fn named(&mut self, schema: &Value, pointer: &str, outer: usize) -> usize {
        let mut resource = outer;
        let plain = schema.get("id").filter(|_| self.has_plain_id);
        let id = schema.get("$id").or(plain).and_then(Value::as_text);
        let is_other = !self.ignores_siblings || schema.get("$ref").is_none();
        if let Some(id) = id.filter(|id| is_other && !id.starts_with('#')) {
            let address = joined(&self.resources[outer].address, id.trim_end_matches('#'));
            if pointer.is_empty() {
                self.resources[0].address = address;
            } else {
                resource = self.resources.len();
                self.resources.push(Resource { pointer: pointer.to_owned(), address });
            }
        }
        let anchors = ["$anchor", "$dynamicAnchor"].map(|keyword| schema.get(keyword).and_then(Value::as_text));
        for name in anchors.into_iter().flatten().chain(id.and_then(|id| id.strip_prefix('#'))) {
            let key = (self.resources[resource].pointer.clone(), name.to_owned());
            self.anchors.entry(key).or_insert_with(|| pointer.to_owned());
        }
        resource
    }

    /// The resource to which what stands at `from` belongs.
    fn resource(&self, from: &str) -> &Resource {
        let is_within = |it: &&Resource| from.strip_prefix(&it.pointer).is_some_and(|rest| rest.starts_with('/'));
        self.resources.iter().filter(is_within).max_by_key(|it| it.pointer.len()).unwrap_or(&self.resources[0])
    }

    /// The full address of a reference that stands at `from`, without its fragment.
    pub fn address(&self, reference: &str, from: &str) -> String {
        joined(&self.resource(from).address, reference.split('#').next().unwrap_or_default())
    }

    /// Whether a document of this address is here.
    pub fn has(&self, address: &str) -> bool {
        self.resources.iter().any(|it| it.address == address || percent_decoded(&it.address) == address)
    }

    /// Whether a schema elsewhere beside this place refers to it.
    pub fn is_used(&self, pointer: &str) -> bool {
        let siblings = pointer.rsplit_once('/').map_or("", |(siblings, _)| siblings);
        let is_other = |it: &&Reference<'_>| {
            it.pointer.starts_with(&format!("{siblings}/")) && !it.pointer.starts_with(&format!("{pointer}/"))
        };
        self.references.iter().filter(is_other).any(|it| it.text.ends_with(pointer))
    }

    /// What a reference that stands at `from` refers to.
    ///
    /// # Errors
    /// Why it refers to nothing here.
    pub fn target(&self, reference: &str, from: &str) -> Result<Part<'a>, String> {
        let nothing = || format!("{reference:?} refers to nothing");
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let mut resource = self.resource(from);
        if !address.is_empty() {
            let full = joined(&resource.address, address);
            let found = self.resources.iter().find(|it| it.address == full || percent_decoded(&it.address) == full);
            resource = found.ok_or_else(|| not_here(&full))?;
        }
        let fragment = percent_decoded(fragment);
        let pointer = match fragment.strip_prefix('/') {
            Some(_) => format!("{}{fragment}", resource.pointer),
            None if fragment.is_empty() => resource.pointer.clone(),
            None => self.anchors.get(&(resource.pointer.clone(), fragment)).ok_or_else(nothing)?.clone(),
        };
        let schema = self.at(&pointer).ok_or_else(nothing)?;
        Ok(Part { pointer, schema })
    }

    /// What a JSON pointer points to.
    pub fn at(&self, pointer: &str) -> Option<&'a Value> {
        pointer.split('/').skip(1).try_fold(self.document, |value, part| {
            let part = unescaped(part);
            match value {
                Value::Sequence(items) => items.get(part.parse::<usize>().ok()?),
                other => other.get(&part),
            }
        })
    }
}

/// Why nothing is known of what has this address.
fn not_here(address: &str) -> String {
    let name = address.rsplit('/').next().unwrap_or(address);
    format!(
        "{address} is not read: nothing is fetched; save it as {name} beside the schema, or in a folder that -I names"
    )
}

/// A place of a schema as people find it: the file and the JSON pointer within.
pub fn shown(file: &str, pointer: &str) -> String {
    let rest =
        pointer.strip_prefix('/').and_then(|rest| rest.strip_prefix(FILES)).and_then(|rest| rest.strip_prefix('/'));
    match rest.map(|rest| rest.split_once('/').map_or((rest, String::new()), |(name, rest)| (name, format!("/{rest}"))))
    {
        Some((name, rest)) => format!("{}#{rest}", unescaped(name)),
        None => format!("{file}#{pointer}"),
    }
}

/// The last part of a pointer, as the key that it is.
pub fn last(pointer: &str) -> Option<String> {
    pointer.rsplit_once('/').map(|(_, last)| unescaped(last))
}

/// The text with each `%XX` as the byte that it stands for; unchanged where these bytes are no text.
pub fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high << 4 | low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The address that a reference means to a document with the address `base` (RFC 3986, 5.2).
fn joined(base: &str, reference: &str) -> String {
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let scheme = scheme(base).map_or("", |length| &base[..length]);
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let after = &base[scheme.len()..];
    let authority = match after.strip_prefix("//") {
        Some(rest) => 2 + rest.find('/').unwrap_or(rest.len()),
        None => 0,
    };
    let (authority, path) = after.split_at(authority);
    let path = match (reference.starts_with('/'), path.rsplit_once('/')) {
        (true, _) => reference.to_owned(),
        (false, Some((folder, _))) => format!("{folder}/{reference}"),
        (false, None) if authority.is_empty() => reference.to_owned(),
        (false, None) => format!("/{reference}"),
    };
    format!("{scheme}{authority}{}", without_dots(&path))
}

/// The length of the scheme of an address with its colon.
pub fn scheme(address: &str) -> Option<usize> {
    let length = address.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')))?;
    (length > 0 && address[length..].starts_with(':')).then_some(length + 1)
}

/// A path without `.` and `..`.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty()) => _ = parts.pop(),
            ".." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_joined_as_rfc_3986_has_it() {
        for (base, reference, due) in [
            ("https://a.org/b/c.json", "d.json", "https://a.org/b/d.json"),
            ("https://a.org/b/c.json", "/d.json", "https://a.org/d.json"),
            ("https://a.org/b/c.json", "../d.json", "https://a.org/d.json"),
            ("https://a.org/b/c.json", "./d/./e.json", "https://a.org/b/d/e.json"),
            ("https://a.org/b/c.json", "//x.org/d", "https://x.org/d"),
            ("https://a.org/b/c.json", "http://x.org/d", "http://x.org/d"),
            ("https://a.org", "d.json", "https://a.org/d.json"),
            ("c.json", "d.json", "d.json"),
            ("", "d.json", "d.json"),
            ("a:b", "urn:x", "urn:x"),
        ] {
            assert_eq!(joined(base, reference), due, "{base} {reference}");
        }
        assert_eq!(percent_decoded("a%25%20b%e4%bd%a0%zz"), "a% b你%zz");
    }
}
