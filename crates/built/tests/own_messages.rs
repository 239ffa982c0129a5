//! Eight messages that no candidate was tuned for: their types are inferred, and every candidate that is built alone takes them, or says
//! why not.

mod together;

use std::path::Path;

use indexmap::IndexMap;
use together::{Together, all, is_taken, pass, renamed, renamed_definition, workshop};
use wirecost_types::{Field, Model, infer};
use wirecost_value::Value;

const MESSAGES: [&str; 8] =
    ["event", "patient", "places.geojson", "bulk-reply", "spans", "charge", "cloudevent", "deployment"];

/// A message's inferred types, and its value with these.
fn message(name: &str) -> (Model, Value) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wirecost/tests/own").join(format!("{name}.json"));
    let value = wirecost_value::json::read(&std::fs::read(file).unwrap()).unwrap();
    let model = infer(std::slice::from_ref(&value), name).unwrap().model;
    let typed = model.fit(&value).unwrap();
    (model, typed)
}

#[test]
fn every_candidate_takes_eight_messages_that_nobody_tuned_for_or_says_why_not() {
    let workshop = workshop();
    let messages: Vec<(&str, Model, Value)> = MESSAGES
        .iter()
        .map(|name| {
            let (model, value) = message(name);
            (*name, model, value)
        })
        .collect();
    let mut taken = [0; MESSAGES.len()];
    let mut candidates = 0;
    let mut failures = Vec::new();
    for recipe in workshop.recipes().all() {
        // Untyped trees of values share a crate with typed candidates, and take any message as it is.
        let typed = recipe.candidates.iter().filter(|name| !name.ends_with("-value")).count();
        candidates += typed;
        let (mut types, mut fields, mut values) = (IndexMap::new(), Vec::new(), Vec::new());
        for ((name, model, value), taken) in messages.iter().zip(&mut taken) {
            match is_taken(&workshop, recipe, model.clone()) {
                Ok(()) => {
                    *taken += typed;
                    let prefix = format!("m{}_", fields.len());
                    let own = model.types.iter();
                    types.extend(own.map(|(name, it)| (format!("{prefix}{name}"), renamed_definition(it, &prefix))));
                    let field = Field::new(format!("f{}", fields.len()), renamed(&model.root, &prefix)).optional();
                    values.push((field.name.clone(), value.clone()));
                    fields.push(field);
                }
                Err(refusal) => {
                    let reason = refusal.to_string();
                    println!("{}: {name}: {reason}", recipe.file);
                    let named = recipe.candidates.iter().any(|candidate| reason.contains(candidate.as_str()));
                    let format = recipe.types.format().to_string();
                    let place = model.types.keys().any(|it| reason.to_lowercase().contains(&it.to_lowercase()));
                    if !(named || reason.contains(&format)) || !place {
                        failures.push(format!("{}: {name}: names no field or no format: {reason}", recipe.file));
                    }
                }
            }
        }
        let together = Together { count: fields.len(), model: all(types, fields), value: Value::Map(values) };
        failures.extend(pass(&workshop, recipe, &together).err());
    }
    // Those that no types are generated for count too; their rows say why.
    candidates += workshop.recipes().without().count();
    for (name, taken) in MESSAGES.iter().zip(taken) {
        println!("{name}: {taken} of {candidates} typed candidates");
        if taken * 10 < candidates * 9 {
            failures.push(format!("{name}: only {taken} of {candidates} typed candidates take it"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
