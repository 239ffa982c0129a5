//! Decoders and encoders as operations.

use std::fmt::Display;
use std::hint::black_box;

use wirecost_value::infoset::Sink;
use wirecost_value::{ConvertError, Infoset, Value, to_value};

use crate::batches::{Batches, Work};
use crate::{Answer, CandidateError, Case, Folded, Operation, OperationKind};

/// Bytes to something in memory. `&mut self` holds what a user of the library would keep between messages.
pub trait Decoder {
    /// What comes out; may borrow from the bytes.
    type Output<'a>;
    /// The library's error.
    type Error: Display;

    /// Decodes one message; this is what is timed, with dropping the output.
    ///
    /// # Errors
    /// The library's own.
    fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<Self::Output<'a>, Self::Error>;

    /// The output as a data tree or, for a binding that gives infosets, as an encoded [`Infoset`].
    ///
    /// # Errors
    /// If the output has no such value.
    fn value(output: &Self::Output<'_>) -> Result<Value, ConvertError>;
}

/// Bytes to parser events. The parse is written once, against any [`Sink`].
pub trait EventDecoder {
    /// The library's error.
    type Error: Display;

    /// Reads one document and tells `sink` everything in it.
    ///
    /// # Errors
    /// The library's own.
    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), Self::Error>;
}

/// Something in memory to bytes.
pub trait Encoder {
    /// What is encoded, made ready outside the timed part.
    type Input;
    /// The library's error.
    type Error: Display;

    /// Makes the input of a value.
    ///
    /// # Errors
    /// If the value does not fit.
    fn input(&self, value: Value) -> Result<Self::Input, ConvertError>;

    /// Encodes one message onto the end of `out`, which is empty and keeps its capacity from batch to batch.
    ///
    /// # Errors
    /// The library's own.
    fn encode(&mut self, input: &Self::Input, out: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// The bytes of an input that an operation reads.
pub(crate) fn bytes(input: Value) -> Result<Vec<u8>, CandidateError> {
    match input {
        Value::Bytes(bytes) => Ok(bytes),
        other => Err(CandidateError::Failed(format!("an input must be bytes, not {}", other.kind()))),
    }
}

/// The operation that `work` makes of a case, where it is the one that the case asks for.
pub(crate) fn operation<W: Work + 'static>(
    case: Case,
    operation: OperationKind,
    work: W,
) -> Result<Box<dyn Operation>, CandidateError> {
    if case.operation != operation {
        return Err(not_offered(&case));
    }
    Batches::of(work, case.inputs)
}

/// The error for an operation that a candidate does not offer.
pub fn not_offered(case: &Case) -> CandidateError {
    CandidateError::Failed(format!("this candidate does not offer {}", case.operation.name()))
}

/// A decoder as an operation.
///
/// # Errors
/// If the case is no decode or its inputs are no bytes.
pub fn decode<D: Decoder + 'static>(case: Case, decoder: D) -> Result<Box<dyn Operation>, CandidateError> {
    operation(case, OperationKind::Decode, Decode(decoder))
}

struct Decode<D>(D);

impl<D: Decoder + 'static> Work for Decode<D> {
    type Input = Vec<u8>;
    type Kept = D::Output<'static>;

    fn ready(&self, input: Value) -> Result<Vec<u8>, CandidateError> {
        bytes(input)
    }

    #[inline(always)]
    fn work(&mut self, input: &'static Vec<u8>, place: &mut Option<Self::Kept>) -> Result<(), CandidateError> {
        *place = None;
        *place = Some(self.0.decode(input).map_err(CandidateError::failed)?);
        Ok(())
    }

    fn answer(&mut self, _: &Vec<u8>, kept: &Self::Kept) -> Result<Answer, CandidateError> {
        D::value(kept).map(whole).map_err(CandidateError::failed)
    }

    fn check(&mut self, input: &Vec<u8>) -> Result<Answer, CandidateError> {
        let output = self.0.decode(input).map_err(CandidateError::failed)?;
        D::value(&output).map(whole).map_err(CandidateError::failed)
    }
}

/// An event decoder as an operation: timed, every event's content is touched and counted, and none is kept.
///
/// # Errors
/// If the case is no decode or its inputs are no bytes.
pub fn decode_events<D: EventDecoder + 'static>(case: Case, decoder: D) -> Result<Box<dyn Operation>, CandidateError> {
    operation(case, OperationKind::Decode, DecodeEvents(decoder))
}

struct DecodeEvents<D>(D);

/// Makes the compiler keep all that a parser reports, without reading it once more, and counts it: one for each element
/// that starts or ends, each attribute, comment and instruction, and the bytes of all content.
#[derive(Default)]
struct Touch(u64);

impl Sink for Touch {
    #[inline(always)]
    fn start(&mut self, namespace: Option<&str>, name: &str) {
        black_box((namespace, name));
        self.0 += 1;
    }

    #[inline(always)]
    fn attribute(&mut self, namespace: Option<&str>, name: &str, value: &str) {
        black_box((namespace, name, value));
        self.0 += 1 + value.len() as u64;
    }

    #[inline(always)]
    fn end(&mut self) {
        self.0 += 1;
    }

    #[inline(always)]
    fn text(&mut self, text: &str) {
        black_box(text);
        self.0 += text.len() as u64;
    }

    #[inline(always)]
    fn comment(&mut self, text: &str) {
        black_box(text);
        self.0 += 1 + text.len() as u64;
    }

    #[inline(always)]
    fn instruction(&mut self, target: &str, data: &str) {
        black_box((target, data));
        self.0 += 1 + data.len() as u64;
    }
}

impl<D: EventDecoder> DecodeEvents<D> {
    #[inline(always)]
    fn touched(&mut self, bytes: &[u8]) -> Result<u64, CandidateError> {
        let mut touch = Touch::default();
        self.0.decode(bytes, &mut touch).map_err(CandidateError::failed)?;
        Ok(touch.0)
    }

    /// The same parse once more, into events that can be compared.
    fn events(&mut self, bytes: &[u8], fold: u64) -> Result<Answer, CandidateError> {
        let mut infoset = Infoset::default();
        self.0.decode(bytes, &mut infoset).map_err(CandidateError::failed)?;
        let value = to_value(&infoset).map_err(CandidateError::failed)?;
        to_value(&Folded { fold, value }).map_err(CandidateError::failed)
    }
}

impl<D: EventDecoder + 'static> Work for DecodeEvents<D> {
    type Input = Vec<u8>;
    type Kept = u64;

    fn ready(&self, input: Value) -> Result<Vec<u8>, CandidateError> {
        bytes(input)
    }

    #[inline(always)]
    fn work(&mut self, input: &'static Vec<u8>, place: &mut Option<u64>) -> Result<(), CandidateError> {
        *place = Some(self.touched(input)?);
        Ok(())
    }

    fn answer(&mut self, input: &Vec<u8>, kept: &u64) -> Result<Answer, CandidateError> {
        self.events(input, *kept)
    }

    fn check(&mut self, input: &Vec<u8>) -> Result<Answer, CandidateError> {
        let fold = self.touched(input)?;
        self.events(input, fold)
    }
}

/// An encoder as an operation.
///
/// # Errors
/// If the case is no encode, or [`CandidateError::Unsupported`] where a value does not fit the encoder's input.
pub fn encode<E: Encoder<Input: 'static> + 'static>(
    case: Case,
    encoder: E,
) -> Result<Box<dyn Operation>, CandidateError> {
    operation(case, OperationKind::Encode, Encode(encoder))
}

struct Encode<E>(E);

impl<E: Encoder<Input: 'static>> Work for Encode<E> {
    type Input = E::Input;
    type Kept = Vec<u8>;

    fn ready(&self, input: Value) -> Result<E::Input, CandidateError> {
        self.0.input(input).map_err(|error| CandidateError::Unsupported(error.to_string()))
    }

    #[inline(always)]
    fn work(&mut self, input: &'static E::Input, place: &mut Option<Vec<u8>>) -> Result<(), CandidateError> {
        let out = place.get_or_insert_default();
        out.clear();
        self.0.encode(input, out).map_err(CandidateError::failed)
    }

    fn answer(&mut self, _: &E::Input, kept: &Vec<u8>) -> Result<Answer, CandidateError> {
        Ok(Value::Bytes(kept.clone()))
    }

    fn check(&mut self, input: &E::Input) -> Result<Answer, CandidateError> {
        let mut out = Vec::new();
        self.0.encode(input, &mut out).map_err(CandidateError::failed)?;
        Ok(Value::Bytes(out))
    }
}

/// The operation that does nothing, in the same loop over the same inputs: what measuring itself costs.
///
/// # Errors
/// If the case has no inputs.
pub fn empty(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    Batches::of(Empty, case.inputs)
}

struct Empty;

impl Work for Empty {
    type Input = Value;
    type Kept = ();

    fn ready(&self, input: Value) -> Result<Value, CandidateError> {
        Ok(input)
    }

    #[inline(always)]
    fn work(&mut self, _: &'static Value, place: &mut Option<()>) -> Result<(), CandidateError> {
        *place = Some(());
        Ok(())
    }

    fn answer(&mut self, _: &Value, (): &()) -> Result<Answer, CandidateError> {
        Ok(Value::Null)
    }

    fn check(&mut self, _: &Value) -> Result<Answer, CandidateError> {
        Ok(Value::Null)
    }
}

/// An answer, which is never absent: of a message that is nothing, `None` in Rust, there is still the answer that it is null.
fn whole(answer: Value) -> Value {
    if answer == Value::Absent { Value::Null } else { answer }
}
