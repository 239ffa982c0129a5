//! Candidates that are built for a run: those whose compiled types a message has not, and those that the user wants in another
//! version, with other features, or from a checkout.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use wirecost_built::{Built, Change, Form, Recipes, Variation, Workshop};
use wirecost_catalog::format::is_self_describing;
use wirecost_catalog::{Message, PlanError, Selection};
use wirecost_codec_protocol::{Binding, CandidateDescription, Description, OperationKind};
use wirecost_lab::Planning;
use wirecost_model::BuildDocument;

use crate::building::{Building, Ready};
use crate::plan::Runner;
use crate::receipt::Receipt;
use crate::runners::RunnerSpec;
use crate::{Case, CodecPlan};

/// That a runner holds one candidate, which was built for one message.
#[derive(Debug, Clone, PartialEq)]
pub struct Alone {
    /// The message.
    pub message: String,
    /// Its types as the candidate takes them, or why there is no such candidate.
    pub form: Result<Arc<Form>, String>,
    /// How it was built; none if it was not.
    pub built: Option<BuildDocument>,
    /// SHA-256 of its program, so that a run is resumed with the same one only; none if it was not built.
    pub digest: Option<String>,
    /// Whether it is the candidate as wirecost chose it, and not another version of it.
    pub is_usual: bool,
    /// Whether it only makes the bytes that others read, and reads what others write.
    pub is_reference: bool,
}

/// What candidates in Rust are built of.
static RECIPES: LazyLock<Recipes> = LazyLock::new(Recipes::embedded);

/// Whether what makes the wire code of a candidate in Rust is of wirecost, and not the library's own generator or derive.
pub fn has_our_generator(candidate: &str) -> bool {
    RECIPES.of(candidate).is_some_and(|recipe| recipe.our_generator)
}

/// A candidate that is to be built for a message.
pub struct Wish {
    /// The candidate as wirecost chose it.
    pub candidate: CandidateDescription,
    /// Its name with what is varied.
    pub name: String,
    /// What is varied.
    pub changes: Vec<Change>,
    /// The message.
    pub message: String,
    /// Whether it is no case of the run.
    is_reference: bool,
}

impl Wish {
    /// The candidate of a case, as wirecost chose it.
    fn usual(case: &Case) -> Self {
        let (candidate, message) = (case.candidate.clone(), case.message.clone());
        Self { name: candidate.name.clone(), candidate, changes: Vec::new(), message, is_reference: false }
    }
}

/// What the command line names that is no candidate of a runner, but another version of one.
#[derive(Debug)]
pub struct Variations<'a> {
    selection: &'a Selection,
    /// The names of all candidates: one of Java's is installed under a name such as `java-gson@2.10`.
    known: HashSet<&'a str>,
}

impl<'a> Variations<'a> {
    /// Those of a selection from the candidates of these runners.
    pub fn of(selection: &'a Selection, runners: &'a [Runner]) -> Self {
        let candidates = runners.iter().flat_map(|runner| &runner.description.candidates);
        Self { selection, known: candidates.map(|candidate| candidate.name.as_str()).collect() }
    }

    fn parse(&self, text: &str) -> Option<Variation> {
        Variation::parse(text).filter(|_| !self.known.contains(text))
    }

    fn all(&self) -> impl Iterator<Item = Variation> {
        self.selection.candidates.iter().filter_map(|text| self.parse(text))
    }

    /// The candidates that are named as they are.
    fn plain(&self) -> Vec<String> {
        self.selection.candidates.iter().filter(|text| self.parse(text).is_none()).cloned().collect()
    }

    /// The selection with the usual candidate in the place of each variation.
    pub fn usual(&self) -> Selection {
        let name = |text: &String| self.parse(text).map_or_else(|| text.clone(), |it| it.candidate);
        Selection { candidates: self.selection.candidates.iter().map(name).collect(), ..self.selection.clone() }
    }

    /// The selection with variations that match nothing but themselves.
    pub fn escaped(&self) -> Selection {
        let glob = |text: &String| match self.parse(text) {
            Some(_) => wirecost_catalog::escape(text),
            None => text.clone(),
        };
        Selection { candidates: self.selection.candidates.iter().map(glob).collect(), ..self.selection.clone() }
    }
}

/// The runners of all candidates that must be built, in the order of the plan, with what starts each. `usual` is the plan without
/// them, and `messages` are those of the run, which get their models here.
///
/// # Errors
/// If a variation is of no candidate.
pub fn runners(
    planning: &Planning<'_>,
    usual: &CodecPlan,
    messages: &mut [Message],
) -> Result<Vec<(Runner, RunnerSpec)>, PlanError> {
    let workshop = Workshop::new(&planning.rooms.cache);
    let variations = Variations::of(planning.selection, &usual.runners);
    let Some(compiled_in) = usual.runners.iter().position(Runner::is_compiled_in) else {
        return variations.all().next().map_or(Ok(Vec::new()), |variation| Err(unknown(&variation)));
    };
    let rust = &usual.runners[compiled_in];
    let wishes = wishes(&variations, usual, compiled_in, workshop.recipes())?;
    let mut ready = Vec::with_capacity(wishes.len());
    for wish in wishes {
        let message = messages.iter_mut().find(|message| message.name == wish.message);
        let message = message.ok_or_else(|| "its message is gone".to_owned());
        let made = message.and_then(|message| make_ready(&workshop, &wish, message));
        ready.push((wish, made));
    }
    let mut building = Building::new(planning, &workshop, &ready);
    let mut out = Vec::with_capacity(ready.len());
    for (index, (wish, ready)) in ready.into_iter().enumerate() {
        let built = match ready {
            Ok(ready) => building.built(index)?.map(|built| (built, ready.form)),
            Err(reason) => Err(reason),
        };
        out.push(runner(rust, wish, built));
    }
    Ok(out)
}

/// What a wish is built of for its message, or why it cannot be built.
fn make_ready(workshop: &Workshop, wish: &Wish, message: &mut Message) -> Result<Ready, String> {
    let model = message.find_model()?;
    let recipes = workshop.recipes();
    let recipe = recipes.of(&wish.candidate.name).ok_or_else(|| no_recipe(recipes, wish, message, &model))?;
    let form = Form::new(recipe, &wish.candidate.name, model).map_err(|refusal| refusal.to_string())?;
    let part = workshop.part(recipe, &wish.name, &form).map_err(|refusal| refusal.to_string())?;
    Ok(Ready { part, form: Arc::new(form), is_shared: message.message_type.is_some() })
}

/// Why no types are generated for a candidate, with the first field of the message, which it has no type for, unless
/// such a type is compiled in.
fn no_recipe(recipes: &Recipes, wish: &Wish, message: &Message, model: &wirecost_types::Model) -> String {
    let candidate = &wish.candidate;
    let why = recipes.why_not(&candidate.name);
    let why = why.unwrap_or("docs/CANDIDATES.md lists the candidates that take any message");
    let types = candidate.types.iter().flatten();
    if types.into_iter().any(|name| message.message_type.as_ref() == Some(name)) {
        return format!("{} is not built alone: {why}", candidate.name);
    }
    let field = match &model.root {
        wirecost_types::Type::Named(name) => model.record(name).and_then(|record| record.fields.first()),
        _ => None,
    };
    let field = field.map_or_else(|| "the message".to_owned(), |field| format!("the field {:?}", field.name));
    format!("{} has no type in {} for {field}: {why}", candidate.name, candidate.format)
}

fn unknown(variation: &Variation) -> PlanError {
    let name = &variation.candidate;
    PlanError::Choice(format!(
        "no Rust candidate {name:?} to vary as {variation}; `wirecost list candidates` shows them"
    ))
}

/// What must be built: what a message lacks compiled types for, each variation for each message, and all where the
/// command line asks for it. `compiled_in` is the runner of the plan whose candidates can be built.
fn wishes(
    variations: &Variations<'_>,
    usual: &CodecPlan,
    compiled_in: usize,
    recipes: &Recipes,
) -> Result<Vec<Wish>, PlanError> {
    let mut wishes = Vec::new();
    let mut seen = HashSet::new();
    let plain = wirecost_catalog::globs(&variations.plain())?;
    let is_chosen = |name: &str| variations.selection.candidates.is_empty() || plain.is_match(name);
    // Without a recipe, the row of a message that lacks a type keeps the reason that it has, which names the type.
    let is_known = |name: &str| recipes.of(name).is_some() || recipes.why_not(name).is_some();
    let lacking = usual.skipped.iter().filter(|skipped| skipped.lacks_types && is_known(&skipped.case.candidate.name));
    let lacking = lacking.map(|skipped| &skipped.case);
    let is_alone = |case: &&Case| case.runner == compiled_in && !case.twin && case.candidate.binding == Binding::Typed;
    let alone = usual.cases.iter().filter(|_| variations.selection.alone).filter(is_alone);
    for case in lacking.chain(alone) {
        if is_chosen(&case.candidate.name) && seen.insert((case.candidate.name.clone(), case.message.clone())) {
            wishes.push(Wish::usual(case));
        }
    }
    for variation in variations.all() {
        let cases = usual.cases.iter().chain(usual.skipped.iter().map(|skipped| &skipped.case));
        let of_rust = cases.filter(|case| case.runner == compiled_in && case.candidate.name == variation.candidate);
        let of_rust: Vec<&Case> = of_rust.filter(|case| !case.twin).collect();
        if of_rust.is_empty() {
            let name = &variation.candidate;
            let candidates = &usual.runners[compiled_in].description.candidates;
            return Err(match candidates.iter().any(|candidate| candidate.name == *name) {
                true => PlanError::Choice(format!(
                    "{variation}: {name} has no case with what was chosen; leave out --operation, --message or --parameter, or \
                     choose others"
                )),
                false => unknown(&variation),
            });
        }
        for case in of_rust {
            if seen.insert((variation.to_string(), case.message.clone())) {
                let changes = variation.changes.clone();
                wishes.push(Wish { name: variation.to_string(), changes, ..Wish::usual(case) });
            }
        }
    }
    wishes.extend(references(usual, compiled_in, &wishes));
    Ok(wishes)
}

/// The candidates that stand for the formats of those that are wished, where only generated types of the message write them: they make
/// the bytes that others read, and read what others write.
fn references(usual: &CodecPlan, compiled_in: usize, wishes: &[Wish]) -> Vec<Wish> {
    let candidates = &usual.runners[compiled_in].description.candidates;
    let mut more: Vec<Wish> = Vec::new();
    for Wish { candidate, message, .. } in wishes.iter().filter(|wish| !is_self_describing(&wish.candidate.format)) {
        let stands = |it: &&CandidateDescription| it.reference && it.types.is_some() && it.format == candidate.format;
        let Some(reference) = candidates.iter().find(stands) else { continue };
        let is_this = |wish: &Wish| wish.name == reference.name && wish.message == *message;
        if !wishes.iter().chain(&more).any(is_this) {
            let (candidate, name) = (reference.clone(), reference.name.clone());
            more.push(Wish { candidate, name, changes: Vec::new(), message: message.clone(), is_reference: true });
        }
    }
    more
}

/// What the version of a program was read from.
fn receipt(built: &Built) -> String {
    match built.version {
        Some(_) => format!("read from the Cargo.lock of its own build; features: {}", built.features.join(" ")),
        None => "wirecost's own code".to_owned(),
    }
}

/// The runner of a wish, as far as it came.
fn runner(rust: &Runner, wish: Wish, built: Result<(Option<Built>, Arc<Form>), String>) -> (Runner, RunnerSpec) {
    let program = built.as_ref().ok().and_then(|(built, ..)| built.clone());
    let is_usual = wish.changes.is_empty();
    let mut candidate = wish.candidate;
    match &program {
        Some(built) => candidate.version = built.version.clone().unwrap_or(candidate.version),
        // Which version it would have been, nobody knows; it is not the usual one.
        None if !is_usual => candidate.version = "not built".to_owned(),
        None => {}
    }
    candidate.name.clone_from(&wish.name);
    let form = built.map(|(_, form)| form);
    if let Ok(form) = &form {
        candidate.types = Some(vec![form.type_name.clone()]);
        if form.has_unions() || form.is_generated() {
            candidate.operations.retain(|operation| *operation != OperationKind::Borrow);
        }
    }
    let name = format!("rust: {} for {}", wish.name, wish.message);
    let runtime = program.as_ref().map_or_else(|| rust.description.runtime.clone(), |built| built.compiler.clone());
    let description = Description { runtime, candidates: vec![candidate], ..rust.description.clone() };
    let spec = RunnerSpec {
        name: name.clone(),
        command: vec![program.as_ref().map(|built| built.program.display().to_string()).unwrap_or_default()],
        interpreted: false,
        warmup: None,
        receipt: Receipt::OwnBuild(program.as_ref().map_or_else(|| "not built".to_owned(), receipt)),
        remedy: None,
        side: None,
    };
    let digest = program.as_ref().map(|built| built.digest.clone());
    let built = program.map(|built| BuildDocument {
        profile: "release".into(),
        features: built.features,
        flags: wirecost_built::FLAGS.into(),
        compiler: built.compiler,
        build_s: built.build_ms as f64 / 1e3,
        program_bytes: built.program_bytes,
        dependencies: built.dependencies,
    });
    let runner = Runner {
        name,
        description,
        interpreted: false,
        start_up: Duration::ZERO,
        side: None,
        alone: Some(Alone { message: wish.message, form, built, digest, is_usual, is_reference: wish.is_reference }),
    };
    (runner, spec)
}
