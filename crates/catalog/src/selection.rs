//! What the user chose on the command line, over what the suite says.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::{Glob, GlobMatcher, GlobSet, GlobSetBuilder};
use wirecost_codec_protocol::OperationKind;
use wirecost_types::import::xsd::SampleDocument;
use wirecost_types::import::{Completed, Imported, Sample};

use crate::file::{FileFormat, Reading};
use crate::{Catalog, ExternalVocabulary, Message, Parameters, PlanError, Schema};

/// What the trials of a run count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Time, by three clocks.
    #[default]
    Time,
    /// Instructions retired.
    Instructions,
}

/// What the user chose on the command line, over what the suite says.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Selection {
    /// Messages by name or file; empty for those of the suite.
    pub messages: Vec<String>,
    /// The file of the schema that the messages from files have.
    #[serde(default)]
    pub schema: Option<String>,
    /// Their type in it.
    #[serde(default)]
    pub schema_type: Option<String>,
    /// The file of the types that the messages from files have: a `message.toml`, a schema of any format, or a JSON Schema.
    #[serde(default)]
    pub types: Option<String>,
    /// Folders where what a schema imports is looked for too.
    #[serde(default)]
    pub roots: Vec<PathBuf>,
    /// The form of the messages from files; none to find it out.
    #[serde(default)]
    pub format: Option<String>,
    /// The file of the vocabulary to which documents in Fast Infoset refer, where they refer to one; none for one of each
    /// message's names.
    #[serde(default)]
    pub vocabulary: Option<String>,
    /// Globs of candidates; empty for those of the suite.
    pub candidates: Vec<String>,
    /// Languages of candidates; empty for all.
    #[serde(default)]
    pub languages: Vec<String>,
    /// Parameters that cases must have where they have them at all.
    #[serde(default)]
    pub parameters: Parameters,
    /// Operations; empty for those of the suite.
    #[serde(default)]
    pub operations: Vec<OperationKind>,
    /// What to count.
    pub measure: Measure,
}

impl Selection {
    /// The vocabulary that the user gives.
    ///
    /// # Errors
    /// As [`ExternalVocabulary::read`].
    pub fn external_vocabulary(&self) -> Result<Option<Arc<ExternalVocabulary>>, PlanError> {
        self.vocabulary.as_ref().map(|file| ExternalVocabulary::read(Path::new(file)).map(Arc::new)).transpose()
    }
}

/// The glob that matches this text alone.
pub fn escape(text: &str) -> String {
    globset::escape(text)
}

/// What a glob of the command line matches.
///
/// # Errors
/// If it is none.
pub fn glob(pattern: &str) -> Result<GlobMatcher, PlanError> {
    Ok(Glob::new(pattern)?.compile_matcher())
}

/// The first of these patterns that matches none of the names.
///
/// # Errors
/// If one is broken.
pub fn unmatched<'a>(patterns: &'a [String], names: &[impl AsRef<str>]) -> Result<Option<&'a String>, PlanError> {
    for pattern in patterns {
        let glob = glob(pattern)?;
        if !names.iter().any(|name| glob.is_match(name.as_ref())) {
            return Ok(Some(pattern));
        }
    }
    Ok(None)
}

/// A set of globs.
///
/// # Errors
/// If one is broken.
pub fn globs(patterns: &[String]) -> Result<GlobSet, PlanError> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern)?);
    }
    Ok(set.build()?)
}

/// The messages that the command line names, or else those of a suite.
///
/// # Errors
/// If one is broken, or a name stands for none.
pub fn messages(of_suite: &[String], selection: &Selection, catalog: &Catalog) -> Result<Vec<Message>, PlanError> {
    let vocabulary = selection.external_vocabulary()?;
    let messages = without_vocabulary(of_suite, selection, catalog)?;
    Ok(messages.into_iter().map(|message| message.with_vocabulary(vocabulary.clone())).collect())
}

fn without_vocabulary(
    of_suite: &[String],
    selection: &Selection,
    catalog: &Catalog,
) -> Result<Vec<Message>, PlanError> {
    let known = Message::names(catalog);
    let chosen = |patterns: &[String]| -> Result<Vec<Message>, PlanError> {
        let mut messages = Vec::new();
        for pattern in patterns {
            let globs = globs(std::slice::from_ref(pattern))?;
            let mut names: Vec<&String> = known.iter().filter(|name| globs.is_match(name)).collect();
            if names.is_empty() {
                // Reading it under its own name gives the error that says what there is.
                names.push(pattern);
            }
            for name in names {
                messages.push(Message::load(name, catalog)?);
            }
        }
        Ok(messages)
    };
    if selection.messages.is_empty() {
        if selection.schema.is_some() || selection.types.is_some() {
            return Err(PlanError::Choice("a schema belongs to a message of yours; add --message FILE".into()));
        }
        return chosen(of_suite);
    }
    let given = given(selection)?;
    let format = match &selection.format {
        Some(name) => Some(FileFormat::parse(name).ok_or_else(|| {
            PlanError::Choice(format!("no form {name:?}; there are {}", FileFormat::names().join(", ")))
        })?),
        None => None,
    };
    let reading = Reading { imported: given.as_ref(), format };
    let mut found: Vec<Found> = Vec::new();
    for name in &selection.messages {
        let path = Path::new(name);
        let of_catalog = known.iter().any(|known| known == name) || (!path.exists() && !name.contains(['/', '.']));
        if of_catalog {
            let chosen = chosen(std::slice::from_ref(name))?.into_iter();
            found.extend(chosen.map(|message| Found { message, is_own: false }));
        } else {
            found.push(Found { message: Message::read(path, &reading)?, is_own: true });
        }
    }
    let mut messages: Vec<Message> = Vec::new();
    for mut message in typed(found, selection, given)? {
        // Two files may share a stem; a name stands for one message.
        while messages.iter().any(|other| other.name == message.name) {
            message.name.push('\'');
        }
        messages.push(message);
    }
    Ok(messages)
}

/// A message that the command line names.
struct Found {
    message: Message,
    /// Whether it is a file of the user's.
    is_own: bool,
}

/// The schema that the command line names, where it says all of the types; messages complete a JSON Schema.
fn given(selection: &Selection) -> Result<Option<Imported>, PlanError> {
    let Some(file) = selection.schema.as_ref().or(selection.types.as_ref()) else { return Ok(None) };
    let path = Path::new(file);
    if selection.schema.is_some() {
        Schema::check(path)?;
    }
    crate::whole_types(path, selection.schema_type.as_deref(), &selection.roots)
}

/// The messages, those of the user's with the types that the command line gives them.
fn typed(found: Vec<Found>, selection: &Selection, given: Option<Imported>) -> Result<Vec<Message>, PlanError> {
    let completed = match (&selection.schema, &selection.types, given) {
        (Some(file), _, Some(imported)) => {
            let schema = Arc::new(Schema::of(Path::new(file), imported)?);
            return each_own(found, |message| message.with_schema(Arc::clone(&schema)));
        }
        (_, _, Some(imported)) => Completed::from(imported),
        (_, Some(file), None) if crate::is_xml_schema(Path::new(file)) => {
            let type_name = selection.schema_type.as_deref();
            crate::types_of_documents(Path::new(file), type_name, &selection.roots, &documents(&found)?)?
        }
        (_, Some(file), None) => {
            let type_name = selection.schema_type.as_deref();
            crate::types(Path::new(file), type_name, &selection.roots, &samples(&found))?
        }
        (_, None, None) => return each_own(found, Ok),
    };
    let (model, notes) = (Arc::new(completed.imported.model), completed.notes);
    each_own(found, |message| Ok(message.with_types(Arc::clone(&model))?.with_notes(&notes)))
}

/// Changes the messages of the user's, and leaves the others.
fn each_own(
    found: Vec<Found>,
    change: impl Fn(Message) -> Result<Message, PlanError>,
) -> Result<Vec<Message>, PlanError> {
    found.into_iter().map(|it| if it.is_own { change(it.message) } else { Ok(it.message) }).collect()
}

/// The documents of the user's.
///
/// # Errors
/// If a message of the user's is no document.
fn documents(found: &[Found]) -> Result<Vec<SampleDocument<'_>>, PlanError> {
    let own = found.iter().filter(|it| it.is_own).map(|it| &it.message);
    own.map(|it| match &it.content.xml {
        Ok(xml) if it.is_document() => Ok(SampleDocument { name: &it.source, infoset: &xml.infoset }),
        _ => Err(PlanError::at(&it.source, "it is no XML document, and the types are those of an XML Schema")),
    })
    .collect()
}

/// The messages of the user's that have a data tree.
fn samples(found: &[Found]) -> Vec<Sample<'_>> {
    let own = found.iter().filter(|it| it.is_own).map(|it| &it.message);
    own.flat_map(|it| {
        let has_only_text = it.is_document();
        it.values().map(move |value| Sample { has_only_text, ..Sample::new(&it.source, value) })
    })
    .collect()
}
