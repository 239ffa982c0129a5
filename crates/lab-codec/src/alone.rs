//! Candidates in Rust, which are built for a run: each alone, also in another version, with other features, or from a checkout.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use wirecost_built::{Built, Change, Form, Part, Recipe, Recipes, Refusal, Variation, Workshop};
use wirecost_catalog::format::needs_schema;
use wirecost_catalog::suite::{DEFAULT, Suite};
use wirecost_catalog::{Catalog, Message, PlanError, Selection, globs};
use wirecost_codec_protocol::{Binding, CandidateDescription, Description, OperationKind};
use wirecost_lab::{Planning, Progress};
use wirecost_model::BuildDocument;
use wirecost_types::Model;

use crate::building::{Building, Ready, Typed};
use crate::own;
use crate::plan::{Runner, no_type};
use crate::receipt::Receipt;
use crate::runners::RunnerSpec;
use crate::{Case, CodecPlan};

/// That a runner holds one candidate, which was built for a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Alone {
    /// The message that it was built for; none for a candidate that needs no types.
    pub message: Option<String>,
    /// What the program calls the candidate, which may have another name in the run.
    pub called: String,
    /// The types of the message as the candidate takes them, where it needs any; or why there is no such candidate.
    pub form: Result<Option<Arc<Form>>, String>,
    /// How it was built; none if it was not.
    pub built: Option<BuildDocument>,
    /// SHA-256 of its program, so that a run is resumed with the same one only; none if it was not built.
    pub digest: Option<String>,
    /// Whether it is the candidate as wirecost chose it, and not another version of it.
    pub is_usual: bool,
    /// Whether what makes its wire code is of wirecost, and not the library's own generator or derive.
    pub our_generator: bool,
    /// Whether it only makes the bytes that others read, and reads what others write.
    pub is_reference: bool,
}

impl Alone {
    /// Whether it takes this message.
    pub(crate) fn is_for(&self, message: &str) -> bool {
        self.message.as_deref().is_none_or(|own| own == message)
    }
}

/// A candidate that is to be built.
pub struct Wish {
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
    is_reference: bool,
}

impl Wish {
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

    /// Whether another one asks for the same program and types.
    fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.message == other.message
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
        let candidates = self.selection.candidates.iter().map(|text| self.usual_name(text)).collect();
        Selection { candidates, ..self.selection.clone() }
    }

    /// What names the usual candidate in the place of a variation.
    pub fn usual_name(&self, text: &str) -> String {
        self.parse(text).map_or_else(|| text.to_owned(), |it| it.candidate)
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
/// them, and `messages` are those of the run, which get their models here. `before` is called before the first build, if there is any.
///
/// # Errors
/// If a variation is of no candidate.
pub fn runners(
    planning: &Planning<'_>,
    usual: &CodecPlan,
    messages: &mut [Message],
    before: impl FnOnce(&[Message]),
) -> Result<Vec<(Runner, RunnerSpec)>, PlanError> {
    let workshop = Workshop::new(&planning.rooms.cache);
    let lacking = usual.skipped.iter().map(|skipped| &skipped.case);
    let borrows = usual.cases.iter().chain(lacking).any(|case| case.operation == OperationKind::Borrow);
    let workshop = if borrows { workshop } else { workshop.without_lent() };
    let variations = Variations::of(planning.selection, &usual.runners);
    let Some(rust) = usual.runners.iter().position(Runner::is_built) else {
        return variations.all().next().map_or(Ok(Vec::new()), |variation| Err(unknown(&variation)));
    };
    let (recipes, _) = Recipes::with(planning.catalog);
    let wishes = wishes(&recipes, &variations, usual, rust)?;
    let sets = sets(planning.catalog);
    let mut ready = Vec::with_capacity(wishes.len());
    for wish in wishes {
        let made = make_ready(&workshop, &wish, messages, &sets);
        ready.push((wish, made));
    }
    // Where there is none, each row says so.
    let runtime = workshop.compiler().unwrap_or_else(|_| usual.runners[rust].description.runtime.clone());
    let description = Description { runtime, candidates: Vec::new(), ..usual.runners[rust].description.clone() };
    let mut building = Building::new(planning, &workshop, &ready, &sets);
    if building.waits() {
        before(messages);
    }
    if building.waits() {
        build_first(planning.progress, &mut building, &ready, messages)?;
    }
    let mut out = Vec::with_capacity(ready.len());
    for (index, (wish, ready)) in ready.into_iter().enumerate() {
        let built = match ready {
            Ok(ready) => building.built(index)?.map(|built| (built, ready.map(|typed| typed.form))),
            Err(reason) => Err(reason),
        };
        out.push(runner(&description, wish, built));
    }
    Ok(out)
}

/// The candidates of a first look: one for each of the formats that people choose from most, all of which build soon.
const FIRST: [&str; 6] = ["serde_json", "rmp-serde", "ciborium", "postcard", "bitcode", "prost"];

/// Fewer candidates than this are no answer.
const FEWEST: usize = 3;

/// What takes less time to build is waited for.
const SHORT: Duration = Duration::from_secs(30);

/// Builds the candidates of a first look before all others, for the first message, and says so where the others take long.
fn build_first(
    progress: &dyn Progress,
    building: &mut Building<'_>,
    ready: &[(Wish, Result<Ready, String>)],
    messages: &[Message],
) -> Result<(), PlanError> {
    let Some(first) = messages.first() else { return Ok(()) };
    let is_for_first = |wish: &Wish| wish.message.as_ref().is_none_or(|name| *name == first.name) && !wish.is_reference;
    let mut built = Vec::new();
    for (index, (wish, _)) in ready.iter().enumerate().filter(|(_, (wish, ready))| is_for_first(wish) && ready.is_ok())
    {
        let (is_control, is_first) = (wish.candidate.binding == Binding::Nothing, FIRST.contains(&wish.name.as_str()));
        if (is_control || is_first) && building.built(index)?.is_ok() {
            built.extend(is_first.then_some(wish.name.as_str()));
        }
    }
    if built.len() >= FEWEST && building.left() > SHORT {
        progress.ready(&first.name, &built, building.left());
    }
    Ok(())
}

/// What a wish is built of for its message, or why it cannot be built.
fn make_ready(workshop: &Workshop, wish: &Wish, messages: &mut [Message], sets: &[Models]) -> Result<Ready, String> {
    let Some(name) = &wish.message else { return Ok(None) };
    let message = messages.iter_mut().find(|message| message.name == *name);
    let message = message.ok_or_else(|| "its message is gone".to_owned())?;
    if wish.candidate.format == "xml" && message.shape.is_none() {
        return Err(no_type(&wish.candidate, message, NO_ATTRIBUTES));
    }
    let model = message.find_model()?;
    let made = Form::new(&wish.recipe, &wish.candidate.name, model).and_then(|form| {
        let part = workshop.part(&wish.recipe, &wish.name, &form)?;
        let set = message.message_type.as_ref().and_then(|of| sets.iter().position(|set| set.contains_key(of)));
        Ok(Typed { part, form: Arc::new(form), set })
    });
    made.map(Some).map_err(|refusal: Refusal| refusal.to_string())
}

/// Why types that serde reads from XML take only a message whose type is defined.
const NO_ATTRIBUTES: &str =
    "serde reads names and not the attributes that say what a value is, which the XML of such a message has";

/// Types of messages, by name.
pub type Models = BTreeMap<String, Arc<Model>>;

/// The types of the messages that come with wirecost, in two sets: those of the default suite, and the others. A candidate has a
/// program for each, so that a first run does not wait for the code of messages that it leaves out.
pub fn sets(catalog: &Catalog) -> [Models; 2] {
    // Without the default suite, which an overlay may replace, all are in the second set.
    let of_default = Suite::load(DEFAULT, catalog).map(|suite| suite.messages).unwrap_or_default();
    let is_default = globs(&of_default).unwrap_or_default();
    let mut sets: [Models; 2] = Default::default();
    for name in catalog.list("messages") {
        let Ok(mut message) = Message::load(&name, catalog) else { continue };
        if let (Some(of), Ok(model)) = (message.message_type.clone(), message.find_model()) {
            sets[usize::from(!is_default.is_match(&name))].entry(of).or_insert(model);
        }
    }
    let [default, others] = &mut sets;
    others.retain(|of, _| !default.contains_key(of));
    sets
}

/// What a recipe has for each of these types, so that its program is the same whichever of them a run is about. Those that it cannot
/// hold are left out, as the rows of such messages say.
pub fn parts(workshop: &Workshop, recipe: &Recipe, models: &Models) -> Vec<Part> {
    let candidate = &recipe.candidates[0].name;
    let part = |model: &Arc<Model>| {
        let form = Form::new(recipe, candidate, Arc::clone(model))?;
        workshop.part(recipe, candidate, &form)
    };
    models.values().filter_map(|model| part(model).ok()).collect()
}

fn unknown(variation: &Variation) -> PlanError {
    let name = &variation.candidate;
    PlanError::NoCandidate(format!(
        "no Rust candidate {name:?} to vary as {variation}; `wirecost list candidates` shows them"
    ))
}

/// What must be built: every case of a candidate in Rust that was chosen, the control of these, each variation for each message, and
/// what stands for a format. `rust` is the runner of the plan whose candidates are built.
fn wishes(
    recipes: &Recipes,
    variations: &Variations<'_>,
    usual: &CodecPlan,
    rust: usize,
) -> Result<Vec<Wish>, PlanError> {
    let mut wishes: Vec<Wish> = Vec::new();
    let mut add = |wish: Wish| {
        if !wishes.iter().any(|other| other.is_same(&wish)) {
            wishes.push(wish);
        }
    };
    let plain = wirecost_catalog::globs(&variations.plain())?;
    let is_chosen = |candidate: &CandidateDescription| {
        let names_none = variations.selection.candidates.is_empty();
        names_none || candidate.binding == Binding::Nothing || plain.is_match(&candidate.name)
    };
    let lacking = usual.skipped.iter().filter(|skipped| skipped.lacks_types).map(|skipped| &skipped.case);
    let all: Vec<&Case> = usual.cases.iter().chain(lacking).filter(|case| case.runner == rust && !case.twin).collect();
    for case in all.iter().filter(|case| is_chosen(&case.candidate)) {
        Wish::usual(recipes, &case.candidate, &case.message).into_iter().for_each(&mut add);
    }
    for variation in variations.all() {
        let skipped = usual.skipped.iter().map(|skipped| &skipped.case);
        let is_varied = |case: &&Case| case.runner == rust && case.candidate.name == variation.candidate && !case.twin;
        let varied: Vec<&Case> = usual.cases.iter().chain(skipped).filter(is_varied).collect();
        if varied.is_empty() {
            let name = &variation.candidate;
            let candidates = &usual.runners[rust].description.candidates;
            return Err(match candidates.iter().any(|candidate| candidate.name == *name) {
                true => PlanError::Choice(format!(
                    "{variation}: {name} has no case with what was chosen; leave out --operation, --message or --parameter, or \
                     choose others"
                )),
                false => unknown(&variation),
            });
        }
        for case in varied {
            let wish = Wish::usual(recipes, &case.candidate, &case.message);
            let varied = |wish| Wish { name: variation.to_string(), changes: variation.changes.clone(), ..wish };
            wish.map(varied).into_iter().for_each(&mut add);
        }
    }
    references(recipes, usual, rust, &all).into_iter().for_each(add);
    Ok(wishes)
}

/// The candidates that stand for the formats of a run's cases, in whatever language these are: they make the bytes that others read,
/// and read what others write.
fn references(recipes: &Recipes, usual: &CodecPlan, rust: usize, lacking: &[&Case]) -> Vec<Wish> {
    let mut wishes = Vec::new();
    let mut seen = HashSet::new();
    for case in usual.cases.iter().chain(lacking.iter().copied()) {
        let format = case.candidate.format.as_str();
        let needs_one = case.candidate.binding != Binding::Nothing && !own::holds(format);
        if !needs_one || !seen.insert((format, case.message.as_str())) {
            continue;
        }
        let has_schema = usual.message(case).is_some_and(|message| message.schema.is_some());
        let candidates = usual.runners[rust].description.candidates.iter();
        let of_format = candidates.filter(|it| it.reference && it.format == format);
        // One that takes any message is asked first.
        let stands = of_format.filter_map(|it| Wish::usual(recipes, it, &case.message)).min_by_key(|wish| {
            let is_dynamic = wish.message.is_none();
            !(is_dynamic && (has_schema || !needs_schema(format)))
        });
        let is_of_use = |wish: &Wish| wish.message.is_some() || has_schema || !needs_schema(format);
        wishes.extend(stands.filter(is_of_use).map(|wish| Wish { is_reference: true, ..wish }));
    }
    wishes
}

/// What the version of a program was read from.
fn receipt(built: &Built) -> String {
    match built.version {
        Some(_) => format!("read from the Cargo.lock of its own build; features: {}", built.features.join(" ")),
        None => "wirecost's own code".to_owned(),
    }
}

/// The runner of a wish, as far as it came.
fn runner(
    rust: &Description,
    wish: Wish,
    built: Result<(Option<Built>, Option<Arc<Form>>), String>,
) -> (Runner, RunnerSpec) {
    let program = built.as_ref().ok().and_then(|(built, ..)| built.clone());
    let is_usual = wish.changes.is_empty();
    let mut candidate = wish.candidate;
    match &program {
        Some(built) => candidate.version = built.version.clone().unwrap_or(candidate.version),
        // Which version it would have been, nobody knows; it is not the usual one.
        None if !is_usual => candidate.version = "not built".to_owned(),
        None => {}
    }
    let called = std::mem::replace(&mut candidate.name, wish.name.clone());
    let form = built.map(|(_, form)| form);
    if let Ok(Some(form)) = &form {
        candidate.types = Some(vec![form.type_name.clone()]);
        if !form.lends() {
            candidate.operations.retain(|operation| *operation != OperationKind::Borrow);
        }
    }
    let name = match &wish.message {
        Some(message) => format!("rust: {} for {message}", wish.name),
        None => format!("rust: {}", wish.name),
    };
    let description = Description { candidates: vec![candidate], ..rust.clone() };
    let spec = RunnerSpec {
        name: name.clone(),
        command: vec![program.as_ref().map(|built| built.program.display().to_string()).unwrap_or_default()],
        interpreted: false,
        warmup: None,
        receipt: Receipt::OwnBuild(program.as_ref().map_or_else(|| "not built".to_owned(), receipt)),
        remedy: None,
        known: None,
        side: None,
    };
    let digest = program.as_ref().map(|built| built.digest.clone());
    let built = program.map(|built| BuildDocument {
        profile: "release".into(),
        features: built.features,
        flags: built.flags,
        compiler: built.compiler,
        build_s: built.build_ms as f64 / 1e3,
        program_bytes: built.program_bytes,
        dependencies: built.dependencies,
    });
    let (our_generator, is_reference) = (wish.recipe.our_generator, wish.is_reference);
    let alone = Alone { message: wish.message, called, form, built, digest, is_usual, our_generator, is_reference };
    let runner =
        Runner { name, description, interpreted: false, start_up: Duration::ZERO, side: None, alone: Some(alone) };
    (runner, spec)
}
