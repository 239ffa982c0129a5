//! The `.fivoc` file: a vocabulary as a Fast Infoset document.
//!
//! A file is a Fast Infoset document whose initial vocabulary (X.891 clause 7.2.11) is the vocabulary, whose external
//! vocabulary is absent, and whose only child is an empty element `vocabulary` in no namespace with an attribute `uri`:
//! the URI under which documents refer to the vocabulary. The name and the value are there literally, so that they are
//! in no table. Any reader of X.891 can read such a file; nothing about it is private to this crate.

use super::{Registry, Vocabulary};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{Event, ReadOptions, Reader};

impl Vocabulary {
    /// The bytes of a vocabulary file.
    ///
    /// # Errors
    /// Those of the writer, for a name that is not one.
    pub fn to_file(&self, uri: &str) -> Result<Vec<u8>> {
        crate::writer::vocabulary_file(self, uri)
    }

    /// Reads a vocabulary file: its URI and its vocabulary.
    ///
    /// # Errors
    /// Those of a [`Reader`]; [`ErrorKind::VocabularyFile`] for a document of another kind.
    pub fn from_file(bytes: &[u8]) -> Result<(String, Self)> {
        let wrong = |what| Error::new(ErrorKind::VocabularyFile { what });
        let mut reader = Reader::with_options(bytes, &ReadOptions::default());
        if !matches!(reader.read_event()?, Event::StartDocument(info) if info.external_vocabulary.is_none()) {
            return Err(wrong("it refers to an external vocabulary"));
        }
        // The tables as they are now, before the element adds its own name.
        let vocabulary = reader.vocabulary()?;
        let uri = match reader.read_event()? {
            Event::StartElement(element) if element.name().is("", "vocabulary") => {
                element.attribute("", "uri").and_then(|uri| uri.as_text()).map(str::to_owned)
            }
            _ => None,
        };
        let uri = uri.ok_or_else(|| wrong("the element vocabulary with an attribute uri is missing"))?;
        if !matches!(reader.read_event()?, Event::EndElement(_)) || !matches!(reader.read_event()?, Event::EndDocument)
        {
            return Err(wrong("something follows the element vocabulary"));
        }
        Ok((uri, vocabulary))
    }
}

impl Registry {
    /// Registers the vocabulary of a file under the URI that the file names, and returns that.
    ///
    /// # Errors
    /// As [`Vocabulary::from_file`].
    pub fn register_file(&mut self, bytes: &[u8]) -> Result<String> {
        let (uri, vocabulary) = Vocabulary::from_file(bytes)?;
        self.register(uri.clone(), vocabulary);
        Ok(uri)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::RestrictedAlphabet;
    use crate::reader::DocumentInfo;
    use crate::vocabulary::StringTable;
    use crate::writer::{WriteOptions, Writer};

    /// The file as a writer with the vocabulary in its options writes it.
    fn by_a_writer(vocabulary: &Vocabulary, uri: &str) -> Result<Vec<u8>> {
        let initial_vocabulary = Some(vocabulary.clone());
        let mut writer =
            Writer::with_options(&WriteOptions { initial_vocabulary, ..WriteOptions::without_value_indexes() })?;
        writer.start_document(&DocumentInfo::default())?;
        writer.start_element("vocabulary")?;
        writer.attribute("uri", uri)?;
        writer.end_element()?;
        writer.end_document()?;
        Ok(writer.take_bytes())
    }

    #[test]
    fn a_file_is_what_a_writer_writes() {
        let mut vocabulary = Vocabulary::new();
        let mut check = |change: &dyn Fn(&mut Vocabulary) -> Result<()>| {
            change(&mut vocabulary).unwrap();
            for uri in ["urn:v", ""] {
                assert_eq!(vocabulary.to_file(uri).unwrap(), by_a_writer(&vocabulary, uri).unwrap());
            }
        };
        check(&|_| Ok(()));
        check(&|vocabulary| vocabulary.add(StringTable::AttributeValue, "urn:v"));
        check(&|vocabulary| vocabulary.add_element_name(Some("p"), Some("urn:n"), "vocabulary"));
        check(&|vocabulary| vocabulary.add(StringTable::LocalName, "uri"));
        check(&|vocabulary| (0..100).try_for_each(|n| vocabulary.add_element_name(None, None, &format!("e{n}"))));
        check(&|vocabulary| vocabulary.add_element_name(None, None, "vocabulary"));
        check(&|vocabulary| vocabulary.add_attribute_name(None, None, "uri"));
        let mut empty = Vocabulary::new();
        empty.strings[StringTable::OtherUri as usize].push("");
        assert!(empty.to_file("urn:v").is_err() && by_a_writer(&empty, "urn:v").is_err());
    }

    #[test]
    fn a_vocabulary_comes_back_from_its_file() {
        let mut vocabulary = Vocabulary::new();
        for (i, table) in StringTable::ALL.into_iter().enumerate() {
            for string in ["b", "a", "b"].iter().take(1 + i % 3) {
                vocabulary.add(table, string).unwrap();
            }
        }
        vocabulary.add_element_name(Some("p"), Some("urn:n"), "e").unwrap();
        vocabulary.add_element_name(None, None, "uri").unwrap();
        vocabulary.add_attribute_name(Some("xml"), Some(super::super::XML_NAMESPACE), "lang").unwrap();
        vocabulary.add_alphabet(RestrictedAlphabet::new("abc").unwrap()).unwrap();
        vocabulary.add_algorithm("urn:algorithm").unwrap();

        let file = vocabulary.to_file("urn:v").unwrap();
        let (uri, back) = Vocabulary::from_file(&file).unwrap();
        assert_eq!(uri, "urn:v");
        for table in StringTable::ALL {
            let strings = |vocabulary: &Vocabulary| vocabulary.strings(table).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(strings(&back), strings(&vocabulary), "{table:?}");
        }
        assert_eq!(*back.element_names, *vocabulary.element_names);
        assert_eq!(*back.attribute_names, *vocabulary.attribute_names);
        assert_eq!(back.alphabets, vocabulary.alphabets);
        assert_eq!(back.algorithms, vocabulary.algorithms);
        for end in 0..file.len() {
            assert!(Vocabulary::from_file(&file[..end]).is_err(), "cut at {end}");
        }
    }
}
