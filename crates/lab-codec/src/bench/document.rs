//! A case as it is recorded before its first trial, and as its runner is told of it.

use std::collections::{BTreeMap, HashMap};

use wirecost_catalog::format::needs_schema;
use wirecost_catalog::{ExternalVocabulary, Measure};
use wirecost_codec_protocol::{Binding, Prepare};
use wirecost_measure::reference;
use wirecost_model::{CaseDocument, Label, MessageDigest, Status};
use wirecost_value::Value;

use crate::expected::Expected;
use crate::inputs::Inputs;
use crate::receipt::Checked;
use crate::{Case, CodecPlan};

/// The case before its first trial. `receipts` remembers what was found out of each candidate's version.
pub(super) fn document(plan: &CodecPlan, case: &Case, receipts: &mut HashMap<String, Checked>) -> CaseDocument {
    let runner = &plan.runners[case.runner];
    let mut labels = Vec::new();
    let (mut status, mut reason) = (Status::Ok, None);
    let checked = receipts
        .entry(format!("{} {}", case.runner, case.candidate.name))
        .or_insert_with(|| runner.spec.receipt.check(&case.candidate));
    let receipt = match checked {
        Checked::By(receipt) => receipt.clone(),
        Checked::SelfReported => {
            labels.push(Label::VersionSelfReported);
            "self-reported".to_owned()
        }
        Checked::Contradicted(contradiction) => {
            (status, reason) = (Status::Failed, Some(format!("its version does not hold: {contradiction}")));
            "contradicted".to_owned()
        }
    };
    if let Some(message) = plan.message(case) {
        labels.extend(Expected::partial(case, message));
        if message.defined().is_none() && !case.candidate.binding.is_infoset() && message.content.has_whitespace() {
            labels.push(Label::WhiteSpaceDropped);
        }
        if message.schema().is_some() && case.candidate.types.is_none() && needs_schema(&case.candidate.format) {
            labels.push(Label::DynamicTypes);
        }
        if runner.built().is_some_and(|built| built.our_generator) {
            labels.push(Label::OurGenerator);
        }
        let fields = case.form.as_ref().and_then(|form| form.null_is_absent());
        labels.extend(fields.map(|fields| Label::NullIsAbsent { fields }));
        if !message.varies() && case.candidate.binding != Binding::Nothing {
            labels.push(Label::OneInput);
        }
    }
    if plan.suite.interpreted.share_process && runner.spec.interpreted && plan.measure == Measure::Time {
        labels.push(Label::SharedProcess);
    }
    let binding = ("binding".to_owned(), case.candidate.binding.name().to_owned());
    let is_typed = case.candidate.binding == Binding::Typed;
    let message_digest = plan.message(case).map(|message| {
        let vocabulary = message.vocabulary(&case.candidate.format).map(ExternalVocabulary::sha256);
        let type_sha256 = vocabulary.or_else(|| message.type_sha256(is_typed));
        MessageDigest { sha256: message.sha256.clone(), type_sha256, is_document: message.is_document() }
    });
    CaseDocument {
        lab: wirecost_model::Lab::CODEC,
        candidate: case.candidate.name.clone(),
        version: case.candidate.version.clone(),
        receipt,
        build: runner.built().and_then(|built| built.document.clone()),
        host: None,
        language: runner.description.language.clone(),
        format: case.candidate.format.clone(),
        message: case.message.clone(),
        message_digest,
        operation: case.operation.name().into(),
        parameters: case.marks().into_iter().chain([binding]).collect(),
        status,
        reason,
        labels,
        concluded: Vec::new(),
        trials_planned: 0,
        trials: Vec::new(),
        estimates: BTreeMap::new(),
    }
}

/// What makes a runner ready for a case.
pub(super) fn prepare(plan: &CodecPlan, case: &Case, inputs: &Inputs) -> Prepare {
    let (runner, message) = (&plan.runners[case.runner], plan.message(case));
    Prepare {
        candidate: runner.called(&case.candidate).to_owned(),
        operation: case.operation,
        message: case.message.clone(),
        message_type: message.and_then(|message| runner.type_name(message)).map(str::to_owned),
        types: message.and_then(|message| Some(message.runner_types()?.types.clone())),
        schema: message.and_then(|message| message.definition(&case.candidate.format)),
        inputs: inputs.timed.clone(),
        reference: reference::code().map(|code| Value::Bytes(code.to_vec())),
    }
}
