//! Documents of wirecost, and which verbs read them.

use serde::Deserialize;

/// What every document says of itself.
#[derive(Deserialize)]
struct Named {
    schema: String,
}

/// What reads documents, by the begin of their schemas.
const READERS: [(&str, &str); 6] = [
    ("wirecost.run/", "`wirecost report`, `compare`, `gate` and `import` read it"),
    ("wirecost.load/", "`wirecost merge` and `wirecost load --beside` read it"),
    ("wirecost.search/", "`wirecost load --beside` reads it"),
    ("wirecost.part-result/", "`wirecost merge` reads it"),
    ("wirecost.part/", "`wirecost worker --plan` reads it"),
    ("wirecost.", "it is for other programs, and no verb of wirecost reads it"),
];

/// What to do with a document of wirecost that is not of the schema that was asked for; none if it is no document of wirecost, or is
/// of that schema.
pub fn other_kind(text: &str, wanted: &str) -> Option<String> {
    // It may be one line among others, as a worker leaves it.
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Named>();
    let Named { schema } = documents.next()?.ok().filter(|named| named.schema != wanted)?;
    let (_, readers) = READERS.iter().find(|(begin, _)| schema.starts_with(begin))?;
    Some(format!("a document of schema {schema:?}, not {wanted:?}: {readers}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_of_another_kind_names_its_verb() {
        let told = |schema: &str| other_kind(&format!("{{\"schema\": {schema:?}, \"cases\": []}}"), "wirecost.run/1");
        let of_load = "a document of schema \"wirecost.load/1\", not \"wirecost.run/1\": `wirecost merge` and `wirecost load --beside` read it";
        assert_eq!(told("wirecost.load/1").as_deref(), Some(of_load));
        assert!(told("wirecost.part-result/1").unwrap().contains("`wirecost merge` reads it"));
        assert!(told("wirecost.size/1").unwrap().contains("for other programs"));
        assert!(told("wirecost.run/2").unwrap().contains("not \"wirecost.run/1\""));
        assert_eq!(told("wirecost.run/1"), None);
        assert_eq!(told("other/1"), None);
        assert_eq!(other_kind("{}", "wirecost.run/1"), None);
        assert_eq!(other_kind("", "wirecost.run/1"), None);
    }
}
