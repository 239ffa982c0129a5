//! Types and values pass through generated code and back, for every candidate that is built alone: those of eight messages that
//! nobody tuned for, and random ones. One build of each candidate holds them all.

#[path = "../../../types/tests/common/mod.rs"]
mod common;
mod own;
mod random;
mod together;

use own::Own;
use together::{pass, workshop};

#[test]
fn every_candidate_takes_own_messages_and_random_models_or_says_why_not() {
    let workshop = workshop();
    let mut own = Own::new();
    let mut failures = Vec::new();
    for recipe in workshop.recipes().all() {
        let messages = own.taken(&workshop, recipe);
        match random::taken(&workshop, recipe) {
            Ok(random) => failures.extend(pass(&workshop, recipe, &messages.and(random)).err()),
            Err(reason) => failures.push(reason),
        }
    }
    failures.extend(own.failures(&workshop));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
