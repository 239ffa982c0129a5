//! Which case of another run, or of another build, a case may be compared with: the same work on the same message.
//!
//! A name does not say what a message is: two files may be called `order.json`. So messages are told apart by their digests and by those
//! of their types.

use wirecost_model::{CaseDocument, EstimateId, Label, Rank};

/// The case among `others` that `case` may be compared with: of its name if there is one, or else the same message of another name.
pub fn find<'a>(case: &CaseDocument, others: impl IntoIterator<Item = &'a CaseDocument>) -> Option<&'a CaseDocument> {
    let alike = others.into_iter().filter(|other| is_called_alike(case, other) && unlike(case, other).is_none());
    alike.max_by_key(|other| other.message == case.message)
}

/// Whether two cases are about the same message, and called alike but for its name.
pub fn is_same(one: &CaseDocument, other: &CaseDocument) -> bool {
    is_called_alike(one, other) && other_message(one, other).is_none()
}

/// Whether one line may join the figures of two cases of one name: they are about the same message in the same form, as far as both
/// runs tell.
pub fn is_one_line(one: &CaseDocument, other: &CaseDocument) -> bool {
    let message = |case: &CaseDocument| match &case.message_digest {
        Some(digest) => (Some(digest.clone()), None),
        None => (None, size(case).map(f64::to_bits)),
    };
    message(one) == message(other) && other_form(one, other).is_none()
}

/// The case among `others` that has the name of `case`, whatever it measures.
pub fn namesake<'a>(
    case: &CaseDocument,
    others: impl IntoIterator<Item = &'a CaseDocument>,
) -> Option<&'a CaseDocument> {
    others.into_iter().find(|other| is_called_alike(case, other) && other.message == case.message)
}

/// Whether all but the name of the message is the same. What a candidate decodes into is no part of its name.
fn is_called_alike(one: &CaseDocument, other: &CaseDocument) -> bool {
    (&one.lab, &one.candidate, &one.operation) == (&other.lab, &other.candidate, &other.operation)
        && parameters(one).eq(parameters(other))
}

fn parameters(case: &CaseDocument) -> impl Iterator<Item = (&String, &String)> {
    case.parameters.iter().filter(|(name, _)| *name != "binding")
}

/// Why the figures of two cases of one name must not be compared, with what `before` is first; none if they may be.
pub fn unlike(before: &CaseDocument, after: &CaseDocument) -> Option<String> {
    if let Some(reason) = other_message(before, after) {
        return Some(reason);
    }
    if let Some(reason) = other_form(before, after) {
        return Some(reason);
    }
    let [one, other] = [before, after].map(lesser_work);
    match (one, other) {
        _ if one.map(Label::heading) == other.map(Label::heading) => None,
        (Some(label), None) => Some(format!("it was not all of the work before ({label})")),
        (_, Some(label)) => Some(format!("it is not all of the work any more ({label})")),
        (None, None) => None,
    }
}

/// Why two cases are not about the same message; none if they are, as far as is known.
fn other_message(before: &CaseDocument, after: &CaseDocument) -> Option<String> {
    let Some((one, other)) = before.message_digest.as_ref().zip(after.message_digest.as_ref()) else {
        if before.message != after.message {
            return Some("it is another message".into());
        }
        // Where a run does not say which message it had, only one of the same size can be the same.
        let (one, other) = (size(before)?, size(after)?);
        return (one != other).then(|| {
            format!("its message has {one} bytes in one run and {other} in the other, which may be two messages")
        });
    };
    if one.sha256 != other.sha256 {
        return Some("another message has this name now".into());
    }
    (one.type_sha256 != other.type_sha256).then(|| "its message has another type now".into())
}

/// Why two cases do not have the message in the same form: they write another format, or decode into something else.
fn other_form(before: &CaseDocument, after: &CaseDocument) -> Option<String> {
    let of_format = ("format", before.format.as_str(), after.format.as_str());
    let of_binding = ("binding", crate::binding(before), crate::binding(after));
    let (what, one, other) = [of_format, of_binding].into_iter().find(|(_, one, other)| one != other)?;
    Some(format!("its {what} was {one:?} and is {other:?}"))
}

/// What the message takes in the format of a case, where that was measured.
fn size(case: &CaseDocument) -> Option<f64> {
    case.median(EstimateId::SizeBytes)
}

/// What keeps a case from being compared with those that do all of the work, and are known to.
fn lesser_work(case: &CaseDocument) -> Option<&Label> {
    case.all_labels().find(|label| matches!(label.rank(), Rank::LessWork | Rank::Apart))
}
