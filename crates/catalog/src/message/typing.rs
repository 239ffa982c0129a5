//! Where the type of a message comes from.

use std::sync::{Arc, OnceLock};

use wirecost_codec_protocol::SchemaDefinition;
use wirecost_types::{Model, Notes, Proposals, infer_said};
use wirecost_value::Value;

use super::Message;
use crate::input::may_be_inferred;
use crate::runner_types::RunnerTypes;
use crate::{ExternalVocabulary, Lack, PlanError, Schema, sha256};

/// Where the type of a message comes from.
#[derive(Debug, Clone)]
pub(super) enum Typing {
    /// Nothing yet. Its type follows from its values, once it is needed.
    Open,
    /// Its `message.toml`.
    Defined { told: RunnerTypes, model: Arc<Model> },
    /// The user, or the message's own file.
    Given(Arc<Model>),
    /// A schema, which candidates read too.
    Schema(Arc<Schema>),
    /// Its values.
    Inferred(Arc<Model>),
    /// Nothing, and why.
    Lacking(Lack),
}

/// What a `message.toml` at `place` says of the type `root` of its message.
pub(super) fn defined(place: &str, text: &str, root: &str) -> Result<(RunnerTypes, Arc<Model>), PlanError> {
    let model = Model::from_toml(place, text)?;
    let told = RunnerTypes::by_name(&model, root).map_err(|reason| PlanError::at(place, reason))?;
    Ok((told, Arc::new(model)))
}

impl Typing {
    fn model(&self) -> Result<Arc<Model>, Lack> {
        match self {
            Self::Open => Err(Lack::new("nothing says its type")),
            Self::Lacking(lack) => Err(lack.clone()),
            Self::Schema(schema) => Ok(schema.model()),
            Self::Defined { model, .. } | Self::Given(model) | Self::Inferred(model) => Ok(Arc::clone(model)),
        }
    }
}

impl Message {
    /// Its types.
    ///
    /// # Errors
    /// Why it has none. Those that follow from its values are there after [`Message::infer_type`].
    pub fn model(&self) -> Result<Arc<Model>, Lack> {
        self.typing.model()
    }

    /// The schema of the user's that it has.
    pub fn schema(&self) -> Option<&Schema> {
        match &self.typing {
            Typing::Schema(schema) => Some(schema),
            _ => None,
        }
    }

    /// The same message, whose documents refer to this vocabulary.
    pub fn with_vocabulary(mut self, given: Option<Arc<ExternalVocabulary>>) -> Self {
        self.vocabulary = given;
        self
    }

    /// The digest of the vocabulary that the user gives.
    pub fn vocabulary_sha256(&self) -> Option<String> {
        self.vocabulary.as_ref().map(|given| given.sha256())
    }

    /// The vocabulary that the user gives, if documents in this format refer to one.
    pub fn vocabulary(&self, format: &str) -> Option<&ExternalVocabulary> {
        self.vocabulary.as_deref().filter(|_| ExternalVocabulary::is_for(format))
    }

    /// What candidates of a format are told that is known at run time only: the vocabulary file or the schema.
    pub fn definition(&self, format: &str) -> Option<SchemaDefinition> {
        match self.vocabulary(format) {
            Some(given) => Some(given.definition()),
            None => self.schema().map(|schema| schema.definition.clone()),
        }
    }

    /// What its `message.toml` says of its type; none for a file of the user's.
    pub fn defined(&self) -> Option<&RunnerTypes> {
        match &self.typing {
            Typing::Defined { told, .. } => Some(told),
            _ => None,
        }
    }

    /// The name of the type that its `message.toml` gives it.
    pub fn message_type(&self) -> Option<&str> {
        self.defined().map(|told| told.root.as_str())
    }

    /// Its types as runners get them that compile types; none where it has no types, or none that runners can get.
    pub fn runner_types(&self) -> Option<&RunnerTypes> {
        if let Typing::Defined { told, .. } = &self.typing {
            return Some(told);
        }
        let told = self.told.get_or_init(|| RunnerTypes::of(&*self.typing.model()?));
        told.as_ref().ok()
    }

    /// Infers its type from its values, if nothing else says it.
    pub fn infer_type(&mut self) {
        if !matches!(self.typing, Typing::Open) {
            return;
        }
        self.typing = self.inferred().map_or_else(Typing::Lacking, Typing::Inferred);
        self.take_type();
    }

    fn inferred(&self) -> Result<Arc<Model>, Lack> {
        if let Err(lack) = &self.content.value {
            return Err(Lack::new(format_args!("not representable: {lack}")));
        }
        may_be_inferred(self.size())?;
        let samples: Vec<Value> = self.values().cloned().collect();
        let inferred = infer_said(&samples, &self.said, &self.name, Proposals::Listed).map_err(Lack::new)?;
        Ok(Arc::new(inferred.model))
    }

    /// Gives its value the type that it has now, or takes the type away with the reason.
    pub(super) fn take_type(&mut self) {
        // What it would give depends on its type.
        self.varies = OnceLock::new();
        match self.fit() {
            Ok(typed) => self.content.typed = typed,
            Err(lack) => self.typing = Typing::Lacking(lack),
        }
    }

    /// Its value with its types; none without any.
    pub(super) fn fit(&self) -> Result<Option<Value>, Lack> {
        let Ok(model) = self.model() else { return Ok(None) };
        let value = self.content.value.as_ref().map_err(Lack::clone)?;
        model.fit(value).map(Some).map_err(Lack::new)
    }

    /// The digest of the type that it was given, or else, for what is made for its types, of the one that was inferred; none
    /// without a type.
    pub fn type_sha256(&self, is_typed: bool) -> Option<String> {
        let model = match &self.typing {
            Typing::Schema(schema) => {
                let name = schema.definition.type_name.as_bytes();
                return Some(sha256(&[name, &schema.definition.text].concat()));
            }
            Typing::Defined { model, .. } | Typing::Given(model) => model,
            Typing::Inferred(model) if is_typed => model,
            Typing::Inferred(_) | Typing::Open | Typing::Lacking(_) => return None,
        };
        // TOML cannot write a default that holds null.
        let text = model.to_toml(&Notes::default()).unwrap_or_else(|_| format!("{:?}", model.types));
        Some(sha256(text.as_bytes()))
    }
}
