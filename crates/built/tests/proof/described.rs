//! What a program says of itself.

use wirecost_built::Recipes;

use crate::programs;
use crate::subject::typed_messages;

#[test]
fn a_program_says_of_its_candidates_what_their_manifest_says() {
    let types: Vec<String> =
        typed_messages().iter().filter_map(|message| message.message_type().map(str::to_owned)).collect();
    let known = Recipes::embedded().descriptions();
    for candidate in programs::all() {
        let mut process = candidate.start().unwrap();
        let described = process.describe().unwrap();
        assert_eq!(described.language, "rust");
        assert!(described.runtime.starts_with("rustc "), "{described:?}");
        let mut due = known.iter().find(|known| known.name == candidate.name).unwrap().clone();
        // Those that are generated are known once it is built.
        due.types = due.types.map(|own| if own.is_empty() { types.clone() } else { own });
        let told = described.candidates.iter().find(|told| told.name == candidate.name);
        assert_eq!(told, Some(&due));
        process.finish().unwrap();
    }
}
