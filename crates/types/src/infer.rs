//! Types from samples: what was seen, and why a type follows from it.
//!
//! What samples cannot show is proposed and not assumed: that a text is a date, a UUID, a decimal or a name of an
//! enumeration. `docs/TYPES.md` has the rules.

mod decide;
mod keys;
mod names;
mod propose;
mod said;
mod seen;

pub(crate) use decide::decide;
pub(crate) use names::type_name;
pub use said::Said;
pub(crate) use seen::{Integers, Seen, Texts};

use wirecost_value::Value;

use crate::{MAX_FIELDS, Model, Notes, TypesError};

/// A model that was inferred, with the reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Inferred {
    /// The model, which has passed [`Model::check`] and fits every sample.
    pub model: Model,
    /// What was inferred about each place, in the order of the samples; what contains others comes before them.
    pub reasons: Vec<Reason>,
}

/// What was inferred about one place of the samples, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The place, such as `.lines[].sku`; empty for the message itself.
    pub place: String,
    /// The last step of the place: a key, in quotes where it is no plain word, `[]` for items, `{}` for values of a map.
    pub step: String,
    /// How many steps lead to it.
    pub depth: usize,
    /// The record and the field that hold it, in names of the model; none for items, values and the message.
    pub field: Option<(String, String)>,
    /// The type as a `message.toml` writes it, with `?` where it may be absent.
    pub ty: String,
    /// Why, in words.
    pub why: String,
    /// What it might be as well, which only its author knows.
    pub proposals: Vec<Proposal>,
}

/// A type that would fit as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The type as a `message.toml` writes it; for an enumeration, the names that it would have.
    pub ty: String,
    /// What speaks for it, in words.
    pub why: String,
}

impl Inferred {
    /// The reasons as comments of a `message.toml`.
    pub fn notes(&self) -> Notes {
        let mut notes = Notes::default();
        for reason in &self.reasons {
            let Some((record, field)) = &reason.field else { continue };
            let proposals: Vec<String> =
                reason.proposals.iter().map(|it| format!("; or {}: {}", it.ty, it.why)).collect();
            notes.add(record, field, format!("{}{}", reason.why, proposals.concat()));
        }
        notes
    }
}

/// The type of messages of which these are samples. `name` is what a record at the root is called.
///
/// # Errors
/// If there is no sample, or they have more fields than a model may have.
pub fn infer(samples: &[Value], name: &str) -> Result<Inferred, TypesError> {
    infer_said(samples, &[], name)
}

/// The same of samples that say some of their types themselves: `said` has what each sample says, in their order; those beyond it say nothing.
///
/// # Errors
/// As [`infer`].
pub fn infer_said(samples: &[Value], said: &[Said], name: &str) -> Result<Inferred, TypesError> {
    on_large_stack(|| infer_here(samples, said, name)).map_err(|error| TypesError::at("samples", error))?
}

/// Does what recurses once for each level of nesting.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    /// What values of the deepest nesting need, with the larger frames of a build for tests.
    const STACK_BYTES: usize = 64 << 20;
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
    std::thread::scope(|scope| {
        let running = worker.spawn_scoped(scope, work)?;
        Ok(running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn infer_here(samples: &[Value], said: &[Said], name: &str) -> Result<Inferred, TypesError> {
    if samples.is_empty() {
        return Err(TypesError::at("samples", "there is none; a type is inferred from at least one"));
    }
    let mut budget = MAX_FIELDS;
    let mut seen = seen::Seen::default();
    for sample in samples {
        if !seen.add(sample, &mut budget) {
            let reason = format!("they have more than {MAX_FIELDS} fields in all; give a type with --types");
            return Err(TypesError::at("samples", reason));
        }
    }
    said.iter().for_each(|said| seen.hear(said));
    let inferred = decide::decide(&seen, name);
    inferred.model.check()?;
    for sample in samples {
        inferred.model.fit(sample)?;
    }
    Ok(inferred)
}

#[cfg(test)]
mod tests;
