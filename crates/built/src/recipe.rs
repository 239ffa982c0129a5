//! What the crate of a candidate is made of: `[package.metadata.alone]` in the manifest of the Rust candidates.

use std::collections::BTreeMap;

use serde::Deserialize;
use wirecost_types::Format;

use crate::sources;

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
        }
    }
}

/// The recipes, and the manifest that they stand in.
#[derive(Debug, Clone)]
pub struct Recipes {
    recipes: Vec<Recipe>,
    dependencies: toml::Table,
}

impl Recipes {
    /// Those that come with wirecost.
    pub fn embedded() -> Self {
        // It is embedded when wirecost is built, and a test reads it: nothing that a user does breaks it.
        let manifest = sources::candidate_file("Cargo.toml").expect("the candidates' manifest is embedded");
        let manifest: toml::Table = manifest.parse().expect("the candidates' manifest is TOML");
        let alone = manifest.get("package").and_then(|it| it.get("metadata")?.get("alone").cloned());
        let alone: BTreeMap<String, Recipe> =
            alone.expect("the manifest has recipes").try_into().expect("each recipe has keys that are known");
        let recipes = alone.into_iter().map(|(file, recipe)| Recipe { file, ..recipe }).collect();
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let dependencies = dependencies.expect("the candidates have dependencies").clone();
        Self { recipes, dependencies }
    }

    /// The recipe of a candidate; none where no types are generated for it.
    pub fn of(&self, candidate: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.candidates.iter().any(|name| name == candidate))
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
        }
        assert_eq!(recipes.of("thrift-compact").map(|recipe| recipe.file.as_str()), Some("thrift"));
    }
}
