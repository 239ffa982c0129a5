//! Random models and a value of each.

use wirecost_built::{Recipe, Workshop};
use wirecost_value::Value;

use crate::common::Maker;
use crate::together::{Together, is_taken};

/// Models for each candidate.
const MODELS: usize = 64;

/// How many are looked at for them: a candidate that takes hardly any is no candidate.
const LOOKED_AT: u64 = 1_500;

/// Those of the random models that a candidate takes.
pub fn taken(workshop: &Workshop, recipe: &Recipe) -> Result<Together, String> {
    let mut together = Together::default();
    for seed in 0..LOOKED_AT {
        if together.count() == MODELS {
            return Ok(together);
        }
        let mut maker = Maker::new(seed, None);
        let model = maker.model();
        let value = maker.value(&model, &model.root, 0);
        // What JSON cannot say, and what its fastest parsers are known to read otherwise.
        let Ok(value) = model.fit(&tamed(value)) else { continue };
        let mut alone = Together::default();
        alone.add(&format!("r{seed}"), &model, value.clone());
        if is_taken(workshop, recipe, alone.model()).is_ok() {
            together.add(&format!("r{seed}"), &model, value);
        }
    }
    Err(format!("{} takes {} models of {LOOKED_AT}", recipe.file, together.count()))
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
