//! What an answer must mean.

use wirecost_built::{Form, normal};
use wirecost_catalog::{Content, Message};
use wirecost_codec_protocol::{Binding, OperationKind};
use wirecost_model::Label;
use wirecost_types::xml::data_of;
use wirecost_value::Value;
use wirecost_value::infoset::{Infoset, Omission};

use crate::Case;
use crate::meaning::{data_tree, formed, lent};

/// What an answer must mean.
#[derive(Debug, Clone)]
pub enum Expected {
    /// Anything: the control does nothing.
    Nothing,
    /// This data tree.
    Value(Value),
    /// This document, but for what the candidate leaves out.
    Document(Infoset, Vec<Omission>),
    /// A document with the data of this one (docs/FORMAT.md, "XML as data").
    Data(Infoset),
}

impl Expected {
    /// What a case must give for one variant of its message.
    pub(crate) fn new(case: &Case, message: &Message, variant: &Content) -> Result<Self, String> {
        if case.candidate.binding == Binding::Nothing {
            return Ok(Self::Nothing);
        }
        let document = |mut omit: Vec<Omission>, extra: &[Omission]| {
            omit.extend(extra);
            let xml = variant.xml.clone().map_err(String::from)?;
            Ok(Self::Document(xml.infoset.normalised(&omit), omit))
        };
        let omits = case.candidate.omits.clone();
        if case.candidate.binding.is_infoset() {
            return document(omits, &[]);
        }
        if case.operation.writes() && case.form.as_deref().is_some_and(Form::is_document) {
            let xml = variant.xml.clone().map_err(String::from)?;
            return Ok(Self::Data(data_of(&xml.infoset)));
        }
        // A message with a document of its own is written as that document, whose white space no struct holds.
        if case.candidate.format == "xml" && message.has_own_xml() && case.operation.writes() {
            return document(omits, &[Omission::Whitespace]);
        }
        match &case.form {
            Some(form) if case.operation == OperationKind::Borrow => lent(form, variant),
            Some(form) => formed(form, variant),
            None => return data_tree(&case.candidate, variant).map(Self::Value),
        }
        .map(|value| Self::Value(normal(value)))
    }

    /// What of the message the candidate leaves out, as a label; none if that is nothing.
    pub fn partial(case: &Case, message: &Message) -> Option<Label> {
        let xml = message.content.xml.as_ref().ok().filter(|_| case.candidate.binding.is_infoset())?;
        let left: Vec<&str> = case
            .candidate
            .omits
            .iter()
            .filter(|omission| xml.infoset.has(**omission))
            .map(|omission| match omission {
                Omission::Comments => "comments",
                Omission::Instructions => "processing instructions",
                Omission::Whitespace => "white space between tags",
            })
            .collect();
        (!left.is_empty()).then(|| Label::Partial { parts: left.join(" and ") })
    }
}
