//! Vocabularies for the Java library; the benches have them too.

use std::collections::HashSet;

use fastinfoset::{StringTable, Vocabulary};

/// A vocabulary as the Java programs read it: its URI, then a line for each entry.
pub fn listing(uri: &str, vocabulary: &Vocabulary) -> String {
    let mut lines = vec![uri.to_owned()];
    let tables = [
        ("prefix", StringTable::Prefix, 1),
        ("namespace", StringTable::NamespaceName, 1),
        ("local", StringTable::LocalName, 0),
        ("value", StringTable::AttributeValue, 0),
        ("chunk", StringTable::CharacterChunk, 0),
    ];
    for (name, table, built_in) in tables {
        lines.extend(vocabulary.strings(table).skip(built_in).map(|string| format!("{name}\t{string}")));
    }
    let mut names = |kind: &str, (prefix, namespace, local): (Option<&str>, Option<&str>, &str)| {
        lines.push(format!("{kind}\t{}\t{}\t{local}", prefix.unwrap_or_default(), namespace.unwrap_or_default()));
    };
    vocabulary.element_names().for_each(|name| names("element", name));
    vocabulary.attribute_names().for_each(|name| names("attribute", name));
    lines.join("\n")
}

/// The Java library keeps the names of a vocabulary in sets of `QName`, which are equal whatever their prefix: the second
/// of two names that differ in the prefix alone would shift the indexes of all that follow.
pub fn without_second_prefixes(built: &Vocabulary) -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    for table in [StringTable::Prefix, StringTable::NamespaceName, StringTable::LocalName] {
        for string in built.strings(table).skip(vocabulary.len_of(table)) {
            vocabulary.add(table, string).unwrap();
        }
    }
    let mut seen = HashSet::new();
    for (prefix, namespace, local) in built.element_names().filter(|name| seen.insert((name.1, name.2))) {
        vocabulary.add_element_name(prefix, namespace, local).unwrap();
    }
    seen.clear();
    for (prefix, namespace, local) in built.attribute_names().filter(|name| seen.insert((name.1, name.2))) {
        vocabulary.add_attribute_name(prefix, namespace, local).unwrap();
    }
    vocabulary
}
