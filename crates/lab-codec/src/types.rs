//! The types of messages in the code of candidates that are built.

use std::collections::BTreeMap;
use std::sync::Arc;

use wirecost_built::{Form, Part, Recipe, Refusal, Workshop};
use wirecost_catalog::suite::{DEFAULT, Suite};
use wirecost_catalog::{Catalog, Message, globs};
use wirecost_types::Model;

use crate::fit::no_type;
use crate::requests::BuildRequest;

/// What a request is built of beside its recipe: the types of a message, where it needs any.
pub type Ready = Option<Typed>;

/// The types of a message for a candidate.
pub struct Typed {
    /// What its crate has for the message.
    pub part: Part,
    /// The types of the message as the candidate takes them.
    pub form: Arc<Form>,
    /// Which set of types its crate holds; none: those of the message alone.
    pub set: Option<usize>,
}

/// Why types that serde reads from XML take only a message whose type is defined.
const NO_ATTRIBUTES: &str =
    "serde reads names and not the attributes that say what a value is, which the XML of such a message has";

/// What a request is built of for its message, or why it cannot be built.
pub fn ready(
    workshop: &Workshop,
    request: &BuildRequest,
    messages: &[Message],
    sets: &[Models],
) -> Result<Ready, String> {
    let Some(name) = &request.message else { return Ok(None) };
    let message = messages.iter().find(|message| message.name == *name);
    let message = message.ok_or_else(|| "its message is gone".to_owned())?;
    let model = message.model()?;
    let is_xml = matches!(request.candidate.format.as_str(), "xml" | "fast-infoset");
    if is_xml && message.defined().is_none() && model.document.is_none() {
        return Err(no_type(&request.candidate, message, NO_ATTRIBUTES));
    }
    let made = Form::new(&request.recipe, &request.candidate.name, model).and_then(|form| {
        let part = workshop.part(&request.recipe, &request.name, &form)?;
        let set = message.message_type().and_then(|of| sets.iter().position(|set| set.contains_key(of)));
        Ok(Typed { part, form: Arc::new(form), set })
    });
    made.map(Some).map_err(|refusal: Refusal| refusal.to_string())
}

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
        let Ok(message) = Message::load(&name, catalog) else { continue };
        if let (Some(of), Ok(model)) = (message.message_type(), message.model()) {
            sets[usize::from(!is_default.is_match(&name))].entry(of.to_owned()).or_insert(model);
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
