//! Random types and values pass through generated code and back, for every candidate that is built alone.

#[path = "../../types/tests/common/mod.rs"]
mod common;
mod together;

use common::Maker;
use indexmap::IndexMap;
use together::{Together, all, is_taken, pass, renamed, renamed_definition, workshop};
use wirecost_built::{Recipe, Workshop};
use wirecost_types::{Definition, Field};
use wirecost_value::Value;

/// Models for each candidate.
const MODELS: usize = 64;

/// How many are looked at for them: a candidate that takes hardly any is no candidate.
const LOOKED_AT: u64 = 1_500;

/// Those of the random models that a candidate takes.
fn models_for(workshop: &Workshop, recipe: &Recipe) -> Together {
    let (mut types, mut fields, mut values) = (IndexMap::new(), Vec::new(), Vec::new());
    for seed in 0..LOOKED_AT {
        if fields.len() == MODELS {
            break;
        }
        let mut maker = Maker::new(seed, None);
        let model = maker.model();
        let prefix = format!("m{seed}_");
        let own = model.types.iter();
        let own: IndexMap<String, Definition> =
            own.map(|(name, it)| (format!("{prefix}{name}"), renamed_definition(it, &prefix))).collect();
        let field = Field::new(format!("f{seed}"), renamed(&model.root, &prefix)).optional();
        let value = maker.value(&model, &model.root, 0);
        // What JSON cannot say, and what its fastest parsers are known to read otherwise.
        let Ok(value) = model.fit(&tamed(value)) else { continue };
        if is_taken(workshop, recipe, all(own.clone(), vec![field.clone()])).is_ok() {
            values.push((field.name.clone(), value));
            types.extend(own);
            fields.push(field);
        }
    }
    Together { count: fields.len(), model: all(types, fields), value: Value::Map(values) }
}

/// The value with floats that every format holds.
fn tamed(value: Value) -> Value {
    match value {
        Value::Float64(x) if !x.is_finite() || x == 0.0 => Value::Float64(1.5),
        Value::Float32(x) if !x.is_finite() || x == 0.0 => Value::Float32(1.5),
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(tamed).collect()),
        Value::Map(entries) => Value::Map(entries.into_iter().map(|(key, value)| (key, tamed(value))).collect()),
        leaf => leaf,
    }
}

#[test]
fn random_types_and_values_pass_through_every_candidate_and_back() {
    let workshop = workshop();
    let one = |recipe: &Recipe| {
        let together = models_for(&workshop, recipe);
        match together.count {
            MODELS => pass(&workshop, recipe, &together),
            count => Err(format!("{} takes {count} models of {LOOKED_AT}", recipe.file)),
        }
    };
    let failures: Vec<String> = workshop.recipes().all().filter_map(|recipe| one(recipe).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
