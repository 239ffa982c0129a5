//! What the crate of a candidate is made of: the manifest in its folder, whose `[package.metadata.wirecost]` says the rest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use wirecost_catalog::Catalog;
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind};
use wirecost_types::Format;
use wirecost_value::infoset::Omission;

use crate::documents::Documents;
use crate::sources::Files;
use crate::{Program, sources};

/// What has a library's generator write the types of one message, by its name in the candidate's folder.
pub const GENERATOR: &str = "generate.rs";

/// What leads from a candidate's folder to the root of the project.
pub const TO_ROOT: &str = "../../../../";

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
    /// The files of the folder, by their path in it.
    #[serde(skip)]
    pub(crate) files: Files,
    /// Where the folder is, if it does not come with wirecost.
    #[serde(skip)]
    pub(crate) place: Option<PathBuf>,
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
    /// How it names what is in an XML document, if its types can be those of one.
    #[serde(default)]
    pub documents: Option<Documents>,
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
    /// Whether messages that are no XML documents are none of its.
    pub fn takes_documents_alone(&self) -> bool {
        self.documents.as_ref().is_some_and(|documents| !documents.also_data)
    }

    /// The sources in a candidate's folder, with those that it shares with others.
    pub(crate) fn own_sources(&self) -> Files {
        let mut files = self.files.clone();
        files.retain(|path, _| path.ends_with(".rs") && path != GENERATOR);
        let shared = self.shared.iter().map(|file| {
            let text = sources::candidate_file(&format!("shared/{file}")).expect("what is shared is embedded");
            (file.clone(), text.into_bytes())
        });
        files.extend(shared);
        files
    }

    /// What the manifest of a folder says.
    fn read(name: &str, files: Files, place: Option<PathBuf>) -> Result<Self, String> {
        let text = files.get(MANIFEST).ok_or("it has no Cargo.toml")?;
        let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
        let manifest: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let metadata = manifest.get("package").and_then(|it| it.get("metadata")?.get("wirecost").cloned());
        let metadata = metadata.ok_or("it has no [package.metadata.wirecost]")?;
        let read: Self = metadata.try_into().map_err(|error: toml::de::Error| error.to_string())?;
        let read = Self { name: name.to_owned(), manifest, files, place, ..read };
        match read.fault() {
            Some(fault) => Err(fault),
            None => Ok(read),
        }
    }

    /// What the manifest names that is not there.
    fn fault(&self) -> Option<String> {
        let depends = |on: &str| self.manifest.get("dependencies").is_some_and(|all| all.get(on).is_some());
        if let Some(library) = self.library.as_deref().filter(|library| !depends(library)) {
            return Some(format!("{library} is no dependency"));
        }
        if self.candidates.is_empty() {
            return Some("it has no candidate".to_owned());
        }
        if self.is_generated() && !self.files.contains_key(GENERATOR) {
            return Some(format!("it has build-dependencies, and no {GENERATOR} that uses them"));
        }
        let shares = |file: &&String| sources::candidate_file(&format!("shared/{file}")).is_none();
        if let Some(file) = self.shared.iter().find(shares) {
            return Some(format!("shared: there is no file {file:?}"));
        }
        let other = self.values_by.as_ref().filter(|other| !sources::candidate_folder(other).contains_key(GENERATOR));
        if let Some(other) = other {
            return Some(format!("values-by: {other} has no {GENERATOR}"));
        }
        self.candidates.iter().find_map(|offer| {
            let module = offer.prepare.split("::").next().unwrap_or_default();
            let lacks = !self.files.contains_key(&format!("{module}.rs"));
            lacks.then(|| {
                format!("candidate {}: there is no {module}.rs, which prepare = {:?} names", offer.name, offer.prepare)
            })
        })
    }

    /// The lock file that its crate begins with: its own, or that of wirecost's candidates.
    pub(crate) fn lock(&self) -> Vec<u8> {
        self.files.get(LOCK).cloned().unwrap_or_else(|| sources::LOCK.into())
    }

    /// Whether it depends on sources on this machine, which may change from one build to the next.
    pub(crate) fn has_checkout(&self) -> bool {
        let tables =
            ["dependencies", "build-dependencies"].iter().filter_map(|key| self.manifest.get(*key)?.as_table());
        let mut paths = tables.flat_map(|table| table.values()).filter_map(|it| it.get("path")?.as_str());
        paths.any(|path| !path.starts_with(TO_ROOT))
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
            Some(library) if self.place.is_none() => sources::locked(self.package(), library),
            // Its build finds out.
            Some(_) => None,
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

/// The folder of candidates in Rust, in a folder of the user's.
const FOLDER: &str = "candidates/codec/rust";

const MANIFEST: &str = "Cargo.toml";
const LOCK: &str = "Cargo.lock";

/// The recipes.
#[derive(Debug, Clone)]
pub struct Recipes(Vec<Arc<Recipe>>);

/// A folder of the user's that is no candidate, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRecipe {
    /// The name of the folder.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Recipes {
    /// Those that come with wirecost.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Recipes> = LazyLock::new(|| {
            let read = |name: String| {
                let files = sources::candidate_folder(&name);
                // What is shared is no candidate.
                files.contains_key(MANIFEST).then(|| {
                    let recipe = Recipe::read(&name, files, None);
                    // It is embedded when wirecost is built, and a test reads it: nothing that a user does breaks it.
                    Arc::new(recipe.unwrap_or_else(|error| panic!("{name}/{MANIFEST}: {error}")))
                })
            };
            Recipes(sources::candidate_folders().into_iter().filter_map(read).collect())
        });
        &EMBEDDED
    }

    /// Those that come with wirecost, and those in the folder of the user's, which replace them by name; and the folders there that
    /// are none.
    pub fn with(catalog: &Catalog) -> (Self, Vec<BrokenRecipe>) {
        let (mut recipes, mut broken) = (Self::embedded().clone(), Vec::new());
        let Some(overlay) = catalog.overlay() else { return (recipes, broken) };
        let folder = std::path::absolute(overlay).unwrap_or_else(|_| overlay.to_owned()).join(FOLDER);
        for (name, place) in folders(&folder) {
            let read = files(&place).map_err(|error| error.to_string());
            match read.and_then(|files| Recipe::read(&name, files, Some(place))) {
                Ok(recipe) => match recipes.0.iter_mut().find(|known| known.name == name) {
                    Some(known) => *known = Arc::new(recipe),
                    None => recipes.0.push(Arc::new(recipe)),
                },
                Err(reason) => broken.push(BrokenRecipe { name, reason }),
            }
        }
        (recipes, broken)
    }

    /// The recipe of a candidate.
    pub fn of(&self, candidate: &str) -> Option<&Arc<Recipe>> {
        self.0.iter().find(|recipe| recipe.offer(candidate).is_some())
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Recipe> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// What every candidate is, in the versions that wirecost was tested with.
    pub fn descriptions(&self) -> Vec<CandidateDescription> {
        let of = |recipe: &Recipe| -> Vec<_> { recipe.candidates.iter().map(|offer| recipe.describe(offer)).collect() };
        self.all().flat_map(of).collect()
    }
}

/// The folders in a folder of candidates, by name. `shared` and `target` are none of candidates.
fn folders(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let named =
        entries.filter(|path| path.is_dir()).filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)));
    let mut named: Vec<(String, PathBuf)> =
        named.filter(|(name, _)| !["shared", "target"].contains(&name.as_str())).collect();
    named.sort();
    named
}

/// What a candidate is made of, below its folder, by path.
fn files(folder: &Path) -> std::io::Result<Files> {
    let mut files = Files::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        for entry in std::fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            let is_source = path.extension().is_some_and(|ending| ending == "rs");
            if entry.path().is_dir() {
                // What cargo builds there is no part of it.
                open.extend((entry.file_name() != "target").then_some(path));
            } else if is_source || [Path::new(MANIFEST), Path::new(LOCK)].contains(&path.as_path()) {
                files.insert(path.display().to_string(), std::fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
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
    fn a_folder_of_the_users_adds_and_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(FOLDER).join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let manifest = |library: &str| {
            let own = sources::candidate_file("postcard/Cargo.toml").unwrap();
            own.replace("postcard = { version = \"1\",", &format!("{library} = {{ path = \"lib\","))
                .replace("library = \"postcard\"", &format!("library = \"{library}\""))
                .replace("name = \"postcard\"", "name = \"mine\"")
        };
        let code = sources::candidate_file("postcard/candidate.rs").unwrap();
        for (file, text) in [
            ("mine/Cargo.toml", manifest("other").as_str()),
            ("mine/candidate.rs", &code),
            ("mine/target/debug/generated.rs", ""),
            ("postcard/Cargo.toml", &sources::candidate_file("postcard/Cargo.toml").unwrap()),
            ("postcard/candidate.rs", "// another"),
            ("half/candidate.rs", ""),
            ("shared/views.rs", ""),
        ] {
            write(file, text);
        }
        let (recipes, broken) = Recipes::with(&Catalog::new(Some(folder.path().to_owned())));
        assert_eq!(broken, [BrokenRecipe { name: "half".into(), reason: "it has no Cargo.toml".into() }]);
        assert_eq!(recipes.all().count(), Recipes::embedded().all().count() + 1);
        let mine = recipes.of("mine").unwrap();
        assert_eq!(mine.files.keys().collect::<Vec<_>>(), ["Cargo.toml", "candidate.rs"]);
        assert!(mine.has_checkout() && !recipes.of("prost").unwrap().has_checkout());
        // Its sources are found from its folder, and the runner's from where wirecost keeps them.
        let printed: toml::Table =
            crate::manifest::print(Path::new("/library"), mine, &[], &Default::default()).parse().unwrap();
        let path = |name: &str| PathBuf::from(printed["dependencies"][name]["path"].as_str().unwrap());
        assert_eq!(path("other"), folder.path().join(FOLDER).join("mine/lib"));
        assert_eq!(path("wirecost-codec-protocol"), Path::new("/library/crates/codec-protocol"));
        assert_eq!(recipes.of("postcard").unwrap().files["candidate.rs"], b"// another");
        assert_eq!(mine.describe(&mine.candidates[0]).version, "unknown");
    }

    #[test]
    fn a_manifest_that_is_wrong_is_refused_with_a_reason() {
        let refused = |text: &str| {
            let files = Files::from([(MANIFEST.to_owned(), text.into())]);
            Recipe::read("a", files, None).unwrap_err()
        };
        assert_eq!(refused("[package]\nname = \"a\"\n"), "it has no [package.metadata.wirecost]");
        let of_library = "[package]\nname = \"a\"\n[dependencies]\n[package.metadata.wirecost]\nlibrary = \"b\"\nbuild-s = 1.0\n\
             [[package.metadata.wirecost.candidate]]\nname = \"a\"\nformat = \"json\"\nbinding = \"typed\"\noperations = []\n";
        assert_eq!(refused(of_library), "b is no dependency");
        let of_itself = of_library.replace("library = \"b\"\n", "");
        assert_eq!(
            refused(&of_itself),
            "candidate a: there is no candidate.rs, which prepare = \"candidate::prepare\" names"
        );
        let wrong = |line: &str| refused(&of_itself.replace("build-s = 1.0", &format!("build-s = 1.0\n{line}")));
        assert_eq!(wrong("shared = [\"gone.rs\"]"), "shared: there is no file \"gone.rs\"");
        assert_eq!(wrong("values-by = \"gone\""), "values-by: gone has no generate.rs");
        assert!(wrong("no-such-key = 1").contains("no-such-key"));
        let without = of_itself.split("[[package").next().unwrap();
        assert!(refused(&without.replace("build-s", "candidate = []\nbuild-s")).contains("it has no candidate"));
    }
}
