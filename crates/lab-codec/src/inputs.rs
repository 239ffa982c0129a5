//! What candidates are given and what they must answer.
//!
//! The harness makes both. The bytes to decode are the same for all candidates of a format: its own for JSON and
//! XML, those of the format's reference candidate for any other. Verification inputs are none of the timed ones.

use std::collections::HashMap;
use std::rc::Rc;

use wirecost_catalog::{Content, Message};
use wirecost_codec_protocol::Binding;
use wirecost_value::Value;

use crate::error::TrialError;
use crate::expected::Expected;
use crate::meaning::meaning;
use crate::{Case, CodecPlan};

/// Timed inputs of a case, taken in turn: the most, and the fewest where they are short ...
const TIMED: usize = 8;
const FEWEST_TIMED: usize = 4;

/// Verification inputs of a case.
pub const VERIFIED: usize = 2;

/// Inputs that are handed over with a batch and never before: the most, and the fewest ...
const MOST_FRESH: usize = 128;
const FEWEST_FRESH: usize = 2;

/// ... what they may hold together in bytes in between ...
const FRESH_BYTES: usize = 64 << 10;

/// ... and the largest message that has any: a larger one takes longer to hand over than a trial takes.
const LARGEST_FRESH: usize = 8 << 20;

/// ... what they may hold together in bytes in between, so that they stay in the cache as one message would, and what they may hold at
/// most: beyond it there are fewer, down to one. Each of them is handed over
/// in every trial.
const TIMED_BYTES: usize = 64 << 10;
const MOST_TIMED_BYTES: usize = 1 << 20;

/// The inputs of a case and what is expected of it.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// Timed inputs; the first is the message itself.
    pub timed: Vec<Value>,
    /// Verification inputs. They are the timed ones of a message that cannot be varied, and the case says that one input was used.
    pub verified: Vec<Value>,
    /// Inputs that the candidate has never seen; empty where the message cannot be varied or is too large to.
    pub fresh: Vec<Value>,
    /// What all of these mean: the timed inputs first, the fresh ones last.
    variants: Rc<[Content]>,
}

/// Which variant of its message an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant(usize);

impl Variant {
    /// The message itself.
    pub const ITSELF: Self = Self(0);
}

impl Inputs {
    /// That of the timed input at `index`.
    pub fn of_timed(&self, index: usize) -> Variant {
        Variant(index)
    }

    /// Those of the verification inputs.
    pub fn of_verified(&self) -> impl Iterator<Item = Variant> {
        let fresh = self.variants.len() - self.fresh.len();
        (fresh - self.verified.len()..fresh).map(Variant)
    }

    /// That of the fresh input at `index`.
    pub fn of_fresh(&self, index: usize) -> Variant {
        Variant(self.variants.len() - self.fresh.len() + index)
    }

    /// What a case must give for a variant of its message.
    ///
    /// # Errors
    /// Why the message has no such meaning.
    pub(crate) fn expected(&self, variant: Variant, case: &Case, message: &Message) -> Result<Expected, String> {
        Expected::new(case, message, &self.variants[variant.0])
    }
}

/// How many inputs of a message are timed in turn.
pub fn timed_of(message: &Message) -> usize {
    let fit = |bytes: usize| bytes / message.size().max(1);
    fit(TIMED_BYTES).max(FEWEST_TIMED).min(fit(MOST_TIMED_BYTES)).clamp(1, TIMED)
}

/// Makes inputs, each message's once.
pub struct InputMaker<'a> {
    plan: &'a CodecPlan,
    variants: HashMap<String, Rc<[Content]>>,
    bytes: HashMap<FormatOfMessage, Result<Vec<Vec<u8>>, TrialError>>,
}

/// A format, a message, and whether the candidates that read it were built for the message.
type FormatOfMessage = (String, String, bool);

impl<'a> InputMaker<'a> {
    /// A maker for the cases of `plan`.
    pub fn new(plan: &'a CodecPlan) -> Self {
        Self { plan, variants: HashMap::new(), bytes: HashMap::new() }
    }

    /// The inputs of a case.
    ///
    /// # Errors
    /// Why the case cannot be measured.
    pub(crate) fn inputs(&mut self, case: &Case) -> Result<Inputs, TrialError> {
        let message = self.plan.message(case).ok_or_else(|| "its message is gone".to_owned())?;
        let variants = self.variants(message);
        let bytes = match case.candidate.binding {
            Binding::Nothing => vec![Vec::new(); variants.len()],
            _ if !case.operation.reads() => vec![Vec::new(); variants.len()],
            _ => self.bytes(&case.candidate.format, message, case.form.is_some(), &variants)?,
        };
        let inputs = variants.iter().zip(bytes).map(|(variant, bytes)| match case.candidate.binding {
            Binding::Nothing => Ok(Value::Null),
            _ if case.operation.reads() => Ok(Value::Bytes(bytes)),
            _ => meaning(&case.candidate, case.form.as_deref(), variant),
        });
        let mut timed = inputs.collect::<Result<Vec<_>, String>>()?;
        let fresh =
            if message.varies() { timed.split_off(timed.len().min(timed_of(message) + VERIFIED)) } else { Vec::new() };
        let mut verified = timed.split_off(timed.len() - verified_of(timed.len()));
        if verified.is_empty() {
            verified.clone_from(&timed);
        }
        Ok(Inputs { timed, verified, fresh, variants })
    }

    fn variants(&mut self, message: &Message) -> Rc<[Content]> {
        if let Some(variants) = self.variants.get(&message.name) {
            return Rc::clone(variants);
        }
        let timed = timed_of(message);
        let fresh = if message.size() <= LARGEST_FRESH && message.varies() {
            (FRESH_BYTES / message.size().max(1)).clamp(FEWEST_FRESH, MOST_FRESH)
        } else {
            0
        };
        let variants: Rc<[Content]> = message.variants(timed + VERIFIED + fresh, self.plan.seed).into();
        self.variants.insert(message.name.clone(), Rc::clone(&variants));
        variants
    }

    /// The bytes of every variant in a format.
    fn bytes(
        &mut self,
        format: &str,
        message: &Message,
        is_built: bool,
        variants: &[Content],
    ) -> Result<Vec<Vec<u8>>, TrialError> {
        let key = (format.to_owned(), message.name.clone(), is_built);
        if let Some(bytes) = self.bytes.get(&key) {
            return bytes.clone();
        }
        let bytes = self.plan.references().bytes(format, message, is_built, variants);
        self.bytes.insert(key, bytes.clone());
        bytes
    }
}

/// How many of `all` variants verify and are not timed: at least one wherever there are two.
fn verified_of(all: usize) -> usize {
    VERIFIED.min(all.saturating_sub(1))
}
