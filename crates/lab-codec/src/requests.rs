//! What must be built for a run, in order.

use std::collections::HashSet;
use std::sync::Arc;

use wirecost_built::{Change, Recipe, Recipes, Variation};
use wirecost_catalog::PlanError;
use wirecost_catalog::format::needs_schema;
use wirecost_codec_protocol::{Binding, CandidateDescription};

use crate::draft::{Choice, Draft};
use crate::fit::Unfit;
use crate::own;
use crate::variations::Variations;

/// A candidate that is to be built.
pub struct BuildRequest {
    /// The candidate as wirecost chose it.
    pub candidate: CandidateDescription,
    /// What it is made of.
    pub recipe: Arc<Recipe>,
    /// Its name with what is varied.
    pub name: String,
    /// What is varied.
    pub changes: Vec<Change>,
    /// The message whose types it needs; none if it needs no types.
    pub message: Option<String>,
    /// Whether it is no case of the run.
    pub is_reference: bool,
}

impl BuildRequest {
    /// The candidate as wirecost chose it, for a message; none if there is nothing to build it of.
    fn usual(recipes: &Recipes, candidate: &CandidateDescription, message: &str) -> Option<Self> {
        let recipe = recipes.of(&candidate.name)?;
        Some(Self {
            candidate: candidate.clone(),
            recipe: Arc::clone(recipe),
            name: candidate.name.clone(),
            changes: Vec::new(),
            message: recipe.types.map(|_| message.to_owned()),
            is_reference: false,
        })
    }
}

/// What must be built: every candidate that was chosen and can run its message, the control of these, each variation for each message,
/// and what stands for a format. `rust` is the runner of the draft whose candidates are built.
///
/// # Errors
/// If a variation is of no candidate, or of none that was chosen.
pub fn requests(
    recipes: &Recipes,
    variations: &Variations<'_>,
    draft: &Draft,
    rust: usize,
) -> Result<Vec<BuildRequest>, PlanError> {
    let mut requests: Vec<BuildRequest> = Vec::new();
    let chosen = draft.choices.iter().filter(|choice| choice.is_plain && is_buildable(choice, rust));
    // What takes any message is first: it is built for all messages at once.
    let (any_message, of_type): (Vec<&Choice>, Vec<&Choice>) = chosen.partition(|choice| choice.unfit.is_none());
    for choice in any_message.into_iter().chain(of_type) {
        if let Some(request) = BuildRequest::usual(recipes, &choice.candidate, &choice.message) {
            push_new(&mut requests, request);
        }
    }
    for variation in variations.all() {
        let is_of_it = |choice: &&Choice| choice.runner == rust && choice.candidate.name == variation.candidate;
        let of_it: Vec<&Choice> = draft.choices.iter().filter(is_of_it).collect();
        if of_it.is_empty() {
            return Err(no_case(&variation, draft, rust));
        }
        for choice in of_it {
            if let Some(usual) = BuildRequest::usual(recipes, &choice.candidate, &choice.message) {
                let (name, changes) = (variation.to_string(), variation.changes.clone());
                push_new(&mut requests, BuildRequest { name, changes, ..usual });
            }
        }
    }
    // A control shows what the runners of cases add.
    let is_control = |request: &BuildRequest| request.candidate.binding == Binding::Nothing;
    if requests.iter().all(is_control) {
        requests.clear();
    }
    for request in references(recipes, draft, rust) {
        push_new(&mut requests, request);
    }
    Ok(requests)
}

/// Adds a request, unless another one asks for the same program and types.
fn push_new(requests: &mut Vec<BuildRequest>, request: BuildRequest) {
    if !requests.iter().any(|other| (&other.name, &other.message) == (&request.name, &request.message)) {
        requests.push(request);
    }
}

/// Whether a choice is of a candidate that can run its message once it is built.
fn is_buildable(choice: &Choice, rust: usize) -> bool {
    choice.runner == rust && matches!(choice.unfit, None | Some(Unfit::LacksType(_)))
}

fn no_case(variation: &Variation, draft: &Draft, rust: usize) -> PlanError {
    let name = &variation.candidate;
    if draft.runners[rust].candidates().iter().any(|candidate| candidate.name == *name) {
        PlanError::Choice(format!(
            "{variation}: {name} has no case with what was chosen; leave out --operation, --message or --parameter, or choose others"
        ))
    } else {
        unknown(variation)
    }
}

/// That there is no candidate to vary so.
pub fn unknown(variation: &Variation) -> PlanError {
    let name = &variation.candidate;
    PlanError::NoCandidate(format!(
        "no Rust candidate {name:?} to vary as {variation}; `wirecost list candidates` shows them"
    ))
}

/// The candidates that stand for the formats of a run's cases, in whatever language these are: they make the bytes that others read,
/// and read what others write.
fn references(recipes: &Recipes, draft: &Draft, rust: usize) -> Vec<BuildRequest> {
    let mut requests = Vec::new();
    let mut seen = HashSet::new();
    let runs = draft.choices.iter().filter(|choice| choice.unfit.is_none() || is_buildable(choice, rust));
    let (any_message, of_type): (Vec<&Choice>, Vec<&Choice>) = runs.partition(|choice| choice.unfit.is_none());
    for choice in any_message.into_iter().chain(of_type) {
        let format = choice.candidate.format.as_str();
        let needs_one = choice.candidate.binding != Binding::Nothing && !own::holds(format);
        if !needs_one || !seen.insert((format, choice.message.as_str())) {
            continue;
        }
        let has_schema = draft.message(&choice.message).is_some_and(|message| message.schema().is_some());
        let of_format = draft.runners[rust].candidates().iter().filter(|it| it.reference && it.format == format);
        // One that takes any message is asked first.
        let stands =
            of_format.filter_map(|it| BuildRequest::usual(recipes, it, &choice.message)).min_by_key(|request| {
                let is_dynamic = request.message.is_none();
                !(is_dynamic && (has_schema || !needs_schema(format)))
            });
        let is_of_use = |request: &BuildRequest| request.message.is_some() || has_schema || !needs_schema(format);
        requests.extend(stands.filter(is_of_use).map(|request| BuildRequest { is_reference: true, ..request }));
    }
    requests
}
