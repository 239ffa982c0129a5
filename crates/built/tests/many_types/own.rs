//! Eight messages that no candidate was tuned for: their types are inferred.

use std::path::Path;

use wirecost_built::{Recipe, Workshop};
use wirecost_types::{Model, infer};
use wirecost_value::Value;

use crate::together::{self, Together};

const MESSAGES: [&str; 8] =
    ["event", "patient", "places.geojson", "bulk-reply", "spans", "charge", "cloudevent", "deployment"];

/// The messages, and how many candidates take each.
pub struct Own {
    messages: Vec<Message>,
    candidates: usize,
    failures: Vec<String>,
}

struct Message {
    name: &'static str,
    model: Model,
    value: Value,
    taken: usize,
}

/// A message's inferred types, and its value with these.
fn message(name: &'static str) -> Message {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wirecost/tests/own").join(format!("{name}.json"));
    let value = wirecost_value::json::read(&std::fs::read(file).unwrap()).unwrap();
    let model = infer(std::slice::from_ref(&value), name).unwrap().model;
    let value = model.fit(&value).unwrap();
    Message { name, model, value, taken: 0 }
}

impl Own {
    pub fn new() -> Self {
        Self { messages: MESSAGES.into_iter().map(message).collect(), candidates: 0, failures: Vec::new() }
    }

    /// The messages that the candidates of a recipe take. A reason for not taking one names the field and the format.
    pub fn taken(&mut self, workshop: &Workshop, recipe: &Recipe) -> Together {
        let typed = recipe.candidates.len();
        self.candidates += typed;
        let mut together = Together::default();
        for (index, Message { name, model, value, taken }) in self.messages.iter_mut().enumerate() {
            let Err(refusal) = together::taken(workshop, recipe, model.clone()) else {
                *taken += typed;
                together.add(&format!("m{index}"), model, value.clone());
                continue;
            };
            let reason = refusal.to_string();
            println!("{}: {name}: {reason}", recipe.name);
            let named = recipe.candidates.iter().any(|offer| reason.contains(&offer.name));
            let format = recipe.types.map(|types| types.format().to_string()).unwrap_or_default();
            let place = model.types.keys().any(|it| reason.to_lowercase().contains(&it.to_lowercase()));
            if !(named || reason.contains(&format)) || !place {
                self.failures.push(format!("{}: {name}: names no field or no format: {reason}", recipe.name));
            }
        }
        together
    }

    /// What is wrong once every recipe has been asked: nine of ten candidates take each message.
    pub fn failures(mut self) -> Vec<String> {
        let candidates = self.candidates;
        for Message { name, taken, .. } in self.messages {
            println!("{name}: {taken} of {candidates} typed candidates");
            if taken * 10 < candidates * 9 {
                self.failures.push(format!("{name}: only {taken} of {candidates} typed candidates take it"));
            }
        }
        self.failures
    }
}
