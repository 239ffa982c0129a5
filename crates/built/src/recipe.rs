//! What the crate of a candidate is made of: `[package.metadata.alone]` in the manifest of the Rust candidates.

use std::collections::BTreeMap;

use serde::Deserialize;
use wirecost_types::Format;

use crate::{Program, sources};

/// The recipe of one candidate.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// The stem of its file in `src/candidates`, or the name of its folder in `alone` where its types come from a generator of its
    /// library's own.
    #[serde(skip)]
    pub file: String,
    /// The candidates that are in it.
    pub candidates: Vec<String>,
    /// The packages that it is about, by their names in the manifest; the first one's version is the candidate's.
    #[serde(default)]
    pub packages: Vec<String>,
    /// The packages that generate its types, of the same version as the first of `packages`.
    #[serde(default)]
    pub generators: Vec<String>,
    /// Packages that what is generated needs beside the library, of the same version.
    #[serde(default)]
    pub companions: Vec<String>,
    /// Packages that its crate needs beside, and that no timed code runs: what values are read by to compare them.
    #[serde(default)]
    pub helpers: Vec<String>,
    /// Packages that its build script needs beside the generators.
    #[serde(default)]
    pub helper_generators: Vec<String>,
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
    /// The format whose types it takes.
    pub types: TypesOf,
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

/// The recipes, and the manifest that they are in.
#[derive(Debug, Clone)]
pub struct Recipes {
    recipes: Vec<Recipe>,
    dependencies: toml::Table,
    generators: toml::Table,
    /// Why other candidates with compiled types take no message of the user's.
    without: BTreeMap<String, String>,
}

impl Recipes {
    /// Those that come with wirecost.
    pub fn embedded() -> Self {
        // It is embedded when wirecost is built, and a test reads it: nothing that a user does breaks it.
        let manifest = sources::candidate_file("Cargo.toml").expect("the candidates' manifest is embedded");
        let manifest: toml::Table = manifest.parse().expect("the candidates' manifest is TOML");
        let metadata = |key: &str| {
            let found = manifest.get("package").and_then(|it| it.get("metadata")?.get(key).cloned());
            found.expect("the manifest has recipes, and says which candidates have none")
        };
        let alone: BTreeMap<String, Recipe> =
            metadata("alone").try_into().expect("each recipe has keys that are known");
        let without = metadata("not-alone").try_into().expect("each candidate without a recipe has a reason");
        let recipes = alone.into_iter().map(|(file, recipe)| Recipe { file, ..recipe }).collect();
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let dependencies = dependencies.expect("the candidates have dependencies").clone();
        let generators =
            manifest.get("target").and_then(|it| it.get("cfg(any())")?.get("build-dependencies")?.as_table());
        let generators = generators.expect("the manifest names generators").clone();
        Self { recipes, dependencies, generators, without }
    }

    /// The recipe of a candidate; none if no types are generated for it.
    pub fn of(&self, candidate: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.candidates.iter().any(|name| name == candidate))
    }

    /// Why no types are generated for a candidate with compiled types; none if they are.
    pub fn why_not(&self, candidate: &str) -> Option<&str> {
        self.without.get(candidate).map(String::as_str)
    }

    /// The candidates with compiled types that no types are generated for.
    pub fn without(&self) -> impl Iterator<Item = &str> {
        self.without.keys().map(String::as_str)
    }

    /// What the manifest of the candidates says of a generator.
    pub fn generator(&self, package: &str) -> Option<&toml::Value> {
        self.generators.get(package)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Recipe> {
        self.recipes.iter()
    }

    /// What the manifest of the candidates says of a dependency.
    pub fn dependency(&self, package: &str) -> Option<&toml::Value> {
        self.dependencies.get(package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_recipe_is_of_a_file_that_is_there() {
        let recipes = Recipes::embedded();
        assert!(recipes.all().count() > 10);
        for recipe in recipes.all() {
            let file = sources::candidate_file(&format!("src/candidates/{}.rs", recipe.file));
            let folder = sources::candidate_folder(&format!("alone/{}", recipe.file));
            assert!(file.is_some() || folder.contains_key("candidate.rs"), "{}", recipe.file);
            for package in &recipe.packages {
                assert!(recipes.dependency(package).is_some(), "{package} is no dependency");
            }
            let of_generators = recipe.generators.iter().chain(&recipe.companions).chain(&recipe.helper_generators);
            for package in of_generators {
                assert!(recipes.generator(package).is_some(), "{package} is no generator");
            }
            for package in &recipe.helpers {
                let known = recipes.dependency(package).or_else(|| recipes.generator(package));
                assert!(known.is_some(), "{package} is no helper");
            }
        }
        assert_eq!(recipes.of("thrift-compact").map(|recipe| recipe.file.as_str()), Some("thrift"));
    }
}
