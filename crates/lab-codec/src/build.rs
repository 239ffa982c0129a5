//! The candidates in Rust, which are built for a run: each alone, also in another version, with other features, or from a checkout.

use std::sync::Arc;
use std::time::Duration;

use wirecost_built::{Built, Form, Recipes, Workshop};
use wirecost_catalog::{Message, PlanError};
use wirecost_codec_protocol::{Binding, Description, OperationKind};
use wirecost_lab::{Planning, Progress};
use wirecost_model::BuildDocument;

use crate::Runner;
use crate::building::Building;
use crate::draft::Draft;
use crate::receipt::Receipt;
use crate::requests::{BuildRequest, requests, unknown};
use crate::runner::{BuiltCandidate, Origin};
use crate::runners::RunnerSpec;
use crate::types::{self, Ready, sets};
use crate::variations::Variations;

/// Builds all that a draft needs, and returns a runner for each candidate and message, in the order of the draft. The messages of these
/// get their types. `before` is called before the first build, if there is any.
///
/// # Errors
/// If what the command line names cannot be built in any way, or the user interrupts it.
pub fn build(
    planning: &Planning<'_>,
    draft: &mut Draft,
    before: impl FnOnce(&Draft),
) -> Result<Vec<Runner>, PlanError> {
    let variations = Variations::of(planning.selection, &draft.runners);
    let Some(rust) = draft.runners.iter().position(Runner::is_to_build) else {
        return variations.all().next().map_or(Ok(Vec::new()), |variation| Err(unknown(&variation)));
    };
    let (recipes, _) = Recipes::with(planning.catalog);
    let requests = requests(&recipes, &variations, draft, rust)?;
    for message in &mut draft.messages {
        if requests.iter().any(|request| request.message.as_ref() == Some(&message.name)) {
            message.infer_type();
        }
    }
    let draft = &*draft;
    let workshop = Workshop::new(&planning.folders.cache);
    let borrows = draft.choices.iter().any(|choice| choice.operations.contains(&OperationKind::Borrow));
    let workshop = if borrows { workshop } else { workshop.without_lent() };
    let sets = sets(planning.catalog);
    let ready = |request: BuildRequest| {
        let ready = types::ready(&workshop, &request, &draft.messages, &sets);
        (request, ready)
    };
    let ready: Vec<(BuildRequest, Result<Ready, String>)> = requests.into_iter().map(ready).collect();
    // Where there is none, each row says so.
    let of_rust = &draft.runners[rust].description;
    let runtime = workshop.compiler().unwrap_or_else(|_| of_rust.runtime.clone());
    let of_rust = Description { runtime, candidates: Vec::new(), ..of_rust.clone() };
    let mut building = Building::new(planning, &workshop, &ready, &sets);
    if building.waits() {
        before(draft);
        build_first(planning.progress, &mut building, &ready, &draft.messages)?;
    }
    let mut runners = Vec::with_capacity(ready.len());
    for (index, (request, ready)) in ready.into_iter().enumerate() {
        let built = match ready {
            Ok(ready) => building.built(index)?.map(|built| (built, ready.map(|typed| typed.form))),
            Err(reason) => Err(reason),
        };
        runners.push(runner(&of_rust, request, built));
    }
    Ok(runners)
}

/// The candidates of a first look: one for each common format, each of which is built in seconds.
const FIRST: [&str; 6] = ["serde_json", "rmp-serde", "ciborium", "postcard", "bitcode", "prost"];

/// Fewer candidates than this are no answer.
const FEWEST: usize = 3;

/// What takes less time to build is waited for.
const SHORT: Duration = Duration::from_secs(30);

/// Builds the candidates of a first look before all others, for the first message, and says so where the others take long.
fn build_first(
    progress: &dyn Progress,
    building: &mut Building<'_>,
    ready: &[(BuildRequest, Result<Ready, String>)],
    messages: &[Message],
) -> Result<(), PlanError> {
    let Some(first) = messages.first() else { return Ok(()) };
    let is_for_first = |request: &BuildRequest| {
        request.message.as_ref().is_none_or(|name| *name == first.name) && !request.is_reference
    };
    let mut built = Vec::new();
    for (index, (request, _)) in
        ready.iter().enumerate().filter(|(_, (request, ready))| is_for_first(request) && ready.is_ok())
    {
        let (is_control, is_first) =
            (request.candidate.binding == Binding::Nothing, FIRST.contains(&request.name.as_str()));
        if (is_control || is_first) && building.built(index)?.is_ok() {
            built.extend(is_first.then_some(request.name.as_str()));
        }
    }
    if built.len() >= FEWEST && building.left() > SHORT {
        progress.ready(&first.name, &built, building.left());
    }
    Ok(())
}

/// What the version of a program was read from.
fn receipt(built: &Built) -> String {
    match built.version {
        Some(_) => format!("read from the Cargo.lock of its own build; features: {}", built.features.join(" ")),
        None => "wirecost's own code".to_owned(),
    }
}

/// The runner of a request, as far as it came.
fn runner(
    rust: &Description,
    request: BuildRequest,
    built: Result<(Option<Built>, Option<Arc<Form>>), String>,
) -> Runner {
    let program = built.as_ref().ok().and_then(|(built, ..)| built.clone());
    let is_usual = request.changes.is_empty();
    let mut candidate = request.candidate;
    match &program {
        Some(built) => candidate.version = built.version.clone().unwrap_or(candidate.version),
        // Which version it would have been, nobody knows; it is not the usual one.
        None if !is_usual => candidate.version = "not built".to_owned(),
        None => {}
    }
    let called = std::mem::replace(&mut candidate.name, request.name.clone());
    let form = built.map(|(_, form)| form);
    if let Ok(Some(form)) = &form {
        candidate.types = Some(vec![form.type_name.clone()]);
        if !form.lends() {
            candidate.operations.retain(|operation| *operation != OperationKind::Borrow);
        }
    }
    let description = Description { candidates: vec![candidate], ..rust.clone() };
    let spec = RunnerSpec {
        name: match &request.message {
            Some(message) => format!("rust: {} for {message}", request.name),
            None => format!("rust: {}", request.name),
        },
        command: vec![program.as_ref().map(|built| built.program.display().to_string()).unwrap_or_default()],
        interpreted: false,
        warmup: None,
        receipt: Receipt::OwnBuild(program.as_ref().map_or_else(|| "not built".to_owned(), receipt)),
        remedy: None,
        known: None,
        side: None,
        more: None,
    };
    let digest = program.as_ref().map(|built| built.digest.clone());
    let document = program.map(|built| BuildDocument {
        profile: "release".into(),
        features: built.features,
        flags: built.flags,
        compiler: built.compiler,
        build_s: built.build_ms as f64 / 1e3,
        program_bytes: built.program_bytes,
        dependencies: built.dependencies,
    });
    let (our_generator, is_reference) = (request.recipe.our_generator, request.is_reference);
    let candidate = BuiltCandidate {
        message: request.message,
        called,
        form,
        document,
        digest,
        is_usual,
        our_generator,
        is_reference,
    };
    Runner { spec, description, start_up: Duration::ZERO, origin: Origin::Built(Box::new(candidate)) }
}
