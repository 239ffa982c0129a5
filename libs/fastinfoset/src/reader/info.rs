//! The properties of a document that come before its content.

/// A notation (X.891 clause 7.11).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// Its name.
    pub name: String,
    /// The system identifier.
    pub system: Option<String>,
    /// The public identifier.
    pub public: Option<String>,
}

/// An unparsed entity (X.891 clause 7.10).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnparsedEntity {
    /// Its name.
    pub name: String,
    /// The system identifier.
    pub system: String,
    /// The public identifier.
    pub public: Option<String>,
    /// The name of its notation.
    pub notation: String,
}

/// Data beside the infoset, of a kind that its URI names (X.891 clause 7.2.9).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdditionalDatum {
    /// The URI.
    pub id: String,
    /// The data; never empty in a document.
    pub data: Vec<u8>,
}

/// The properties of a document (X.891 clause 7.2).
///
/// X.891 has no field for the base URI: a document that must carry one does so by `xml:base` attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentInfo {
    /// Whether the document starts with `<?xml encoding='finf'?>` (clause 12.3).
    pub xml_declaration: bool,
    /// Additional data.
    pub additional_data: Vec<AdditionalDatum>,
    /// The URI of the external vocabulary.
    pub external_vocabulary: Option<String>,
    /// The notations of the document type.
    pub notations: Vec<Notation>,
    /// The unparsed entities of the document type.
    pub unparsed_entities: Vec<UnparsedEntity>,
    /// The character encoding scheme of the XML document that this one came from.
    pub encoding: Option<String>,
    /// The standalone property.
    pub standalone: Option<bool>,
    /// The version of XML.
    pub version: Option<String>,
}

impl DocumentInfo {
    pub(crate) fn clear(&mut self) {
        self.xml_declaration = false;
        self.additional_data.clear();
        self.external_vocabulary = None;
        self.notations.clear();
        self.unparsed_entities.clear();
        self.encoding = None;
        self.standalone = None;
        self.version = None;
    }
}
