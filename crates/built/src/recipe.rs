//! What the crate of a candidate is made of: the manifest in its folder, whose `[package.metadata.wirecost]` says the rest.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind};
use wirecost_types::Format;
use wirecost_value::infoset::Omission;

use crate::{Program, sources};

/// A folder with candidates.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// The name of the folder.
    #[serde(skip)]
    pub name: String,
    /// The manifest.
    #[serde(skip)]
    pub manifest: toml::Table,
    /// The package that the candidates are about; none where they are wirecost's own code.
    #[serde(default)]
    library: Option<String>,
    /// Packages of the same version as the library: those that generate its types, and those that what is generated needs.
    #[serde(default)]
    pub same_version: Vec<String>,
    /// Files of the folder `shared` that its sources need, beside those that all candidates with printed types have.
    #[serde(default)]
    pub shared: Vec<String>,
    /// The candidate whose generator writes the structs that values are compared by, where its own types do not go through serde.
    #[serde(default)]
    pub values_by: Option<String>,
    /// A program that a generator calls.
    #[serde(default)]
    pub program: Option<Program>,
    /// Whether what makes its wire code is of wirecost, and not the library's own generator or derive.
    #[serde(default)]
    pub our_generator: bool,
    /// Whether it takes types of the format's own library, such as a timestamp of Protocol Buffers.
    #[serde(default = "yes")]
    pub well_known: bool,
    /// About what a first build takes on two cores, in seconds.
    pub build_s: f64,
    /// The format whose types it takes; none where it needs none, or has its own.
    #[serde(default)]
    pub types: Option<TypesOf>,
    /// The module with which serde reads and writes lists, where the library has them otherwise than serde does.
    #[serde(default)]
    pub lists: Option<String>,
    /// Whether its format has no names for fields.
    #[serde(default)]
    pub positional: bool,
    /// Whether its types can be unions.
    #[serde(default)]
    pub unions: bool,
    /// Whether keys of its maps are text and nothing else.
    #[serde(default)]
    pub text_keys_only: bool,
    /// Whether it lends text and no bytes.
    #[serde(default)]
    pub lends_text_only: bool,
    /// Whether its types can contain themselves.
    #[serde(default)]
    pub recursion: bool,
    /// The candidates.
    #[serde(rename = "candidate")]
    pub candidates: Vec<Offer>,
}

/// A candidate as its manifest describes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// The format.
    pub format: String,
    /// What it decodes into and encodes from.
    pub binding: Binding,
    /// The operations it offers.
    pub operations: Vec<OperationKind>,
    /// Whether its encoding may stand for its format.
    #[serde(default)]
    pub reference: bool,
    /// The types of messages that its code is written for by hand; none where types are generated, or none are needed.
    #[serde(default)]
    pub types: Option<Vec<String>>,
    /// What it leaves out of an infoset by its nature.
    #[serde(default)]
    pub omits: Vec<Omission>,
    /// What sets it apart from other candidates of its library.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// How many levels deep a data tree may nest.
    #[serde(default)]
    pub max_depth: Option<usize>,
    /// The function that makes a case ready, by its path from the root of the crate.
    #[serde(default = "usual")]
    pub prepare: String,
}

/// The format whose types a candidate takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum TypesOf {
    Rust,
    Avro,
    Thrift,
    Xdr,
    Protobuf,
    FlatBuffers,
    CapnProto,
}

fn yes() -> bool {
    true
}

fn usual() -> String {
    "candidate::prepare".to_owned()
}

impl TypesOf {
    /// The format as models are brought to it.
    pub fn format(self) -> Format {
        match self {
            Self::Rust => Format::Rust,
            Self::Avro => Format::Avro,
            Self::Thrift => Format::Thrift,
            Self::Xdr => Format::Xdr,
            Self::Protobuf => Format::Protobuf,
            Self::FlatBuffers => Format::FlatBuffers,
            Self::CapnProto => Format::CapnProto,
        }
    }
}

impl Recipe {
    /// What a manifest says.
    fn read(name: &str, text: &str) -> Result<Self, String> {
        let manifest: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let metadata = manifest.get("package").and_then(|it| it.get("metadata")?.get("wirecost").cloned());
        let metadata = metadata.ok_or("it has no [package.metadata.wirecost]")?;
        let read: Self = metadata.try_into().map_err(|error: toml::de::Error| error.to_string())?;
        if let (Some(library), false) = (&read.library, manifest["dependencies"].get(read.library()).is_some()) {
            return Err(format!("{library} is no dependency"));
        }
        Ok(Self { name: name.to_owned(), manifest, ..read })
    }

    /// The name of the crate.
    pub fn package(&self) -> &str {
        self.manifest["package"].get("name").and_then(toml::Value::as_str).unwrap_or(&self.name)
    }

    /// The package that the candidates are about; wirecost where they are its own code.
    pub fn library(&self) -> &str {
        self.library.as_deref().unwrap_or(OWN)
    }

    /// The packages that are counted as what the candidate brings: the library and those of its version.
    pub fn counted(&self) -> Vec<String> {
        self.library.iter().chain(&self.same_version).cloned().collect()
    }

    /// The package whose version is that of the candidates; none where they are wirecost's own code.
    pub fn versioned(&self) -> Option<&str> {
        self.library.as_deref()
    }

    /// Whether a generator of the library's own writes the types.
    pub fn is_generated(&self) -> bool {
        self.manifest.contains_key("build-dependencies")
    }

    /// Whether text and bytes can be lent out of the message.
    pub fn lends(&self) -> bool {
        self.candidates.iter().any(|offer| offer.operations.contains(&OperationKind::Borrow))
    }

    /// The candidate of this name.
    pub fn offer(&self, candidate: &str) -> Option<&Offer> {
        self.candidates.iter().find(|offer| offer.name == candidate)
    }

    /// What a candidate is, in the version that wirecost was tested with. One whose types are generated has none yet.
    fn describe(&self, offer: &Offer) -> CandidateDescription {
        let version = match self.versioned() {
            Some(library) => sources::locked(self.package(), library),
            None => Some(env!("CARGO_PKG_VERSION").to_owned()),
        };
        CandidateDescription {
            name: offer.name.clone(),
            package: self.library().to_owned(),
            version: version.unwrap_or_else(|| "unknown".to_owned()),
            format: offer.format.clone(),
            binding: offer.binding,
            operations: offer.operations.clone(),
            types: if self.types.is_some() { Some(Vec::new()) } else { offer.types.clone() },
            reference: offer.reference,
            omits: offer.omits.clone(),
            parameters: offer.parameters.clone(),
            max_depth: offer.max_depth,
        }
    }
}

/// The package of candidates that are wirecost's own code.
const OWN: &str = "wirecost";

/// The recipes.
#[derive(Debug, Clone)]
pub struct Recipes(Vec<Recipe>);

impl Recipes {
    /// Those that come with wirecost.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Recipes> = LazyLock::new(|| {
            let read = |name: String| {
                let manifest = sources::candidate_file(&format!("{name}/Cargo.toml"))?;
                // It is embedded when wirecost is built, and a test reads it: nothing that a user does breaks it.
                Some(Recipe::read(&name, &manifest).unwrap_or_else(|error| panic!("{name}/Cargo.toml: {error}")))
            };
            Recipes(sources::candidate_folders().into_iter().filter_map(read).collect())
        });
        &EMBEDDED
    }

    /// The recipe of a candidate.
    pub fn of(&self, candidate: &str) -> Option<&Recipe> {
        self.0.iter().find(|recipe| recipe.offer(candidate).is_some())
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Recipe> {
        self.0.iter()
    }

    /// What every candidate is, in the versions that wirecost was tested with.
    pub fn descriptions(&self) -> Vec<CandidateDescription> {
        let of = |recipe: &Recipe| -> Vec<_> { recipe.candidates.iter().map(|offer| recipe.describe(offer)).collect() };
        self.all().flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_manifest_is_of_a_folder_that_has_what_it_names() {
        let recipes = Recipes::embedded();
        assert!(recipes.all().count() > 25);
        for recipe in recipes.all() {
            let files = sources::candidate_folder(&recipe.name);
            for offer in &recipe.candidates {
                let file = offer.prepare.split("::").next().unwrap_or_default();
                assert!(files.contains_key(&format!("{file}.rs")), "{}: {}", offer.name, offer.prepare);
            }
            assert_eq!(recipe.is_generated(), files.contains_key("generate.rs"), "{}", recipe.name);
            assert!(files.contains_key("README.md"), "{} has no README.md", recipe.name);
            for package in &recipe.same_version {
                let named = ["dependencies", "build-dependencies"]
                    .iter()
                    .any(|key| recipe.manifest.get(*key).is_some_and(|table| table.get(package).is_some()));
                assert!(named, "{}: {package} is no dependency", recipe.name);
            }
        }
        assert_eq!(recipes.of("thrift-compact").map(|recipe| recipe.name.as_str()), Some("thrift"));
    }

    #[test]
    fn every_candidate_has_a_version() {
        for candidate in Recipes::embedded().descriptions() {
            assert!(candidate.version.starts_with(|c: char| c.is_ascii_digit()), "{candidate:?}");
        }
    }

    #[test]
    fn a_manifest_that_is_wrong_is_refused_with_a_reason() {
        let refused = |text: &str| Recipe::read("a", text).unwrap_err();
        assert_eq!(refused("[package]\nname = \"a\"\n"), "it has no [package.metadata.wirecost]");
        let of_library = "[package]\nname = \"a\"\n[dependencies]\n[package.metadata.wirecost]\nlibrary = \"b\"\nbuild-s = 1.0\n\
             [[package.metadata.wirecost.candidate]]\nname = \"a\"\nformat = \"json\"\nbinding = \"typed\"\noperations = []\n";
        assert_eq!(refused(of_library), "b is no dependency");
    }
}
