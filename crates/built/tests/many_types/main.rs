//! Types and values pass through generated code and back, for every candidate that is built alone: those of eight messages that
//! nobody tuned for, and random ones. One build of each candidate holds them all. Code is generated for every candidate; those of `FEW`
//! alone are built, unless `cargo xtask prove types` asks for all.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../types/tests/common/mod.rs"]
mod models;
mod own;
mod random;
mod together;

use common::workshop;
use own::Own;
use together::{Together, pass};
use wirecost_built::{Form, Offer, Recipe};
use wirecost_codec_protocol::Binding;

/// How many models each candidate gets, and how many of them are also read as views that borrow.
const MODELS: usize = 32;
const LENT: usize = 16;

/// The same without `cargo xtask prove types`.
const FEW_MODELS: usize = 8;
const FEW_LENT: usize = 4;

/// One of serde, one with a generator, and one with a generator whose views borrow.
const FEW: [&str; 3] = ["postcard", "prost", "planus"];

#[test]
fn every_candidate_takes_own_messages_and_random_models_or_says_why_not() {
    let workshop = workshop();
    let proves = std::env::var("WIRECOST_PROVE").is_ok_and(|parts| parts.split(',').any(|part| part == "types"));
    let is_built = |recipe: &Recipe| proves || FEW.contains(&recipe.candidates[0].name.as_str());
    let pass = |recipe: &Recipe, together: &Together| {
        if is_built(recipe) { pass(&workshop, recipe, together) } else { Ok(()) }
    };
    let (models, lent_models) = if proves { (MODELS, LENT) } else { (FEW_MODELS, FEW_LENT) };
    let mut built = 0;
    let mut own = Own::new();
    let mut failures = Vec::new();
    // Those that read and write documents need a type that is defined for one, which the tests of runs have.
    let (of_documents, recipes): (Vec<_>, Vec<_>) = {
        let typed = workshop.recipes().all().filter(|recipe| recipe.candidates.iter().any(is_typed));
        typed.partition(|recipe| recipe.takes_documents_alone() || recipe.candidates[0].format == "xml")
    };
    println!("of documents: {}", of_documents.iter().map(|recipe| &*recipe.name).collect::<Vec<_>>().join(", "));
    for recipe in recipes {
        built += usize::from(is_built(recipe));
        let messages = own.taken(&workshop, recipe);
        match random::taken(&workshop, recipe, models, |_| true) {
            Ok(random) => failures.extend(pass(recipe, &messages.and(random)).err()),
            Err(reason) => failures.push(reason),
        }
        // What lends views that a generator wrote reads them by code that is printed for each type.
        if recipe.is_generated() && recipe.lends() {
            let lent = random::taken(&workshop, recipe, lent_models, Form::lends);
            failures.extend(lent.and_then(|lent| pass(recipe, &lent)).err());
        }
    }
    failures.extend(own.failures());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let least = if proves { FEW.len() + 1 } else { FEW.len() };
    assert!(built >= least, "{built} were built");
    println!("{built} libraries took {models} random types each, beside the messages");
}

fn is_typed(offer: &Offer) -> bool {
    offer.binding == Binding::Typed
}
