//! Random models and a value of each.

use wirecost_built::{Form, Recipe, Workshop};
use wirecost_value::Value;

use crate::models::Maker;
use crate::together::{self, Together};

/// How many are looked at for them: a candidate that takes hardly any is no candidate.
const LOOKED_AT: u64 = 1_500;

/// So many of the random models that a candidate takes in such a form.
pub fn taken(workshop: &Workshop, recipe: &Recipe, wanted: usize, of: fn(&Form) -> bool) -> Result<Together, String> {
    let mut found = Together::default();
    for seed in 0..LOOKED_AT {
        if found.count() == wanted {
            return Ok(found);
        }
        let mut maker = Maker::new(seed, None);
        let model = maker.model();
        let value = maker.value(&model, &model.root, 0);
        // What JSON cannot say, and what its fastest parsers are known to read otherwise.
        let Ok(value) = model.fit(&tamed(value)) else { continue };
        let mut alone = Together::default();
        alone.add(&format!("r{seed}"), &model, value.clone());
        if together::taken(workshop, recipe, alone.model()).is_ok_and(|form| of(&form)) {
            found.add(&format!("r{seed}"), &model, value);
        }
    }
    Err(format!("{} takes {} models of {LOOKED_AT}", recipe.name, found.count()))
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
