//! The program of a candidate: what its manifest says, over the runner library.

use std::fmt::Write as _;

use crate::Recipe;
use crate::recipe::Offer;

/// What the function that is called first begins with.
pub const MAIN: &str = "fn main()";

/// The root of the crate, with a module for each of `types`, or with the candidate's own modules where there are none.
pub fn print(recipe: &Recipe, types: &[&str]) -> String {
    let mut out = String::from(
        "//! A candidate of wirecost, alone.\n#![allow(unused, clippy::all)]\n\nuse wirecost_codec_protocol::*;\n\n",
    );
    let mut candidates = String::new();
    match recipe.types {
        Some(_) => {
            for (index, type_name) in types.iter().enumerate() {
                let module = module(index);
                let _ = writeln!(out, "mod {module};");
                let types = format!("Some(&[{type_name:?}])");
                let all = recipe.candidates.iter();
                candidates
                    .extend(all.map(|offer| candidate(recipe, offer, &types, &format!("{module}::{}", offer.prepare))));
            }
        }
        None => {
            let modules = modules(recipe);
            out.extend(modules.iter().map(|module| format!("mod {module};\n")));
            for offer in &recipe.candidates {
                let types = offer.types.as_ref().map_or("None".to_owned(), |types| format!("Some(&{types:?})"));
                candidates.push_str(&candidate(recipe, offer, &types, &offer.prepare));
            }
        }
    }
    let _ = write!(
        out,
        "\n/// Counts allocations while it is asked to, and at no other time.\n#[global_allocator]\n\
         static ALLOCATOR: CountingAllocator = CountingAllocator;\n\nconst CANDIDATES: &[Candidate] = &[\n{candidates}];\n\n\
         {MAIN} -> std::process::ExitCode {{\n    serve(\"rust\", env!(\"RUSTC_VERSION\"), CANDIDATES)\n}}\n"
    );
    out
}

fn candidate(recipe: &Recipe, offer: &Offer, types: &str, prepare: &str) -> String {
    let version = match recipe.versioned() {
        Some(library) => format!("env!(\"VERSION_{}\")", library.replace('-', "_").to_uppercase()),
        None => format!("{:?}", env!("CARGO_PKG_VERSION")),
    };
    let Offer { name, format, binding, operations, reference, omits, parameters, max_depth, .. } = offer;
    let listed = |items: Vec<String>| items.join(", ");
    let operations = listed(operations.iter().map(|it| format!("OperationKind::{it:?}")).collect());
    let omits = listed(omits.iter().map(|it| format!("value::infoset::Omission::{it:?}")).collect());
    let parameters = listed(parameters.iter().map(|(name, value)| format!("({name:?}, {value:?})")).collect());
    let package = recipe.library();
    format!(
        "    Candidate {{ name: {name:?}, package: {package:?}, version: {version}, format: {format:?}, \
         binding: Binding::{binding:?}, operations: &[{operations}], types: {types}, reference: {reference}, omits: &[{omits}], \
         parameters: &[{parameters}], max_depth: {max_depth:?}, prepare: {prepare} }},\n"
    )
}

/// The modules at the root of the crate of a candidate that needs no types.
fn modules(recipe: &Recipe) -> Vec<String> {
    recipe.own_sources().keys().filter_map(|path| Some(path.strip_suffix(".rs")?.to_owned())).collect()
}

/// The name of the module of a message.
pub(crate) fn module(index: usize) -> String {
    format!("m{index}")
}
