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

use crate::{MAX_FIELDS, Model, Notes, Type, TypesError};

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
    /// The type.
    pub proposed: Proposed,
    /// What speaks for it, in words.
    pub why: String,
}

/// What a place might be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposed {
    /// Of a type without a name.
    Type(Type),
    /// One of these names.
    Enumeration(Vec<String>),
}

impl From<Type> for Proposed {
    fn from(ty: Type) -> Self {
        Self::Type(ty)
    }
}

/// The type as a `message.toml` writes it; for an enumeration, the names that it would have.
impl std::fmt::Display for Proposed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Type(ty) => ty.fmt(f),
            Self::Enumeration(names) => write!(f, "an enumeration of {}", names.join(", ")),
        }
    }
}

/// What becomes of proposals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Proposals {
    /// They are listed, and the type is what samples show.
    #[default]
    Listed,
    /// The first of each place is taken.
    Accepted,
}

impl Inferred {
    /// The reasons as comments of a `message.toml`.
    pub fn notes(&self) -> Notes {
        let mut notes = Notes::default();
        for reason in &self.reasons {
            let Some((record, field)) = &reason.field else { continue };
            let proposals: Vec<String> =
                reason.proposals.iter().map(|it| format!("; or {}: {}", it.proposed, it.why)).collect();
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
    infer_said(samples, &[], name, Proposals::Listed)
}

/// The same of samples that say some of their types themselves: `said` has what each sample says, in their order; those beyond it say nothing.
///
/// # Errors
/// As [`infer`].
pub fn infer_said(samples: &[Value], said: &[Said], name: &str, proposals: Proposals) -> Result<Inferred, TypesError> {
    on_large_stack(|| infer_here(samples, said, name, proposals)).map_err(|error| TypesError::at("samples", error))?
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

fn infer_here(samples: &[Value], said: &[Said], name: &str, proposals: Proposals) -> Result<Inferred, TypesError> {
    if samples.is_empty() {
        return Err(TypesError::at("samples", "there is none; a type is inferred from at least one"));
    }
    let mut budget = MAX_FIELDS;
    let mut seen = seen::Seen::default();
    for (index, sample) in samples.iter().enumerate() {
        seen.add(sample, &mut budget).map_err(|way| {
            let place: String = way.iter().rev().map(|step| decide::step(step)).collect();
            let reason =
                format!("with this field, samples have more than {MAX_FIELDS} fields in all; give a type with --types");
            TypesError::at(format_args!("sample {}: {place}", index + 1), reason)
        })?;
    }
    said.iter().for_each(|said| seen.hear(said));
    let inferred = decide::decide(&seen, name, proposals);
    inferred.model.check()?;
    for sample in samples {
        inferred.model.fit(sample)?;
    }
    Ok(inferred)
}

#[cfg(test)]
mod tests;
