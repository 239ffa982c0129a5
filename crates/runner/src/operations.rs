//! Decoders and encoders as operations. The loop that is timed and the call that is checked are one and the same code.

use std::fmt::Display;
use std::hint::black_box;

use wirecost_value::infoset::Sink;
use wirecost_value::{ConvertError, Infoset, Value, to_value};

use crate::meter::wall_ns;
use crate::round_trip::round_trip;
use crate::{Answer, Case, First, Operation, OperationKind, PrepareError};

/// Octets to something in memory. `&mut self` holds what a user of the library would keep between messages.
pub trait Decoder {
    /// What comes out; may borrow from the octets.
    type Output<'a>;
    /// The library's error.
    type Error: Display;

    /// Decodes one message; this is what is timed, with dropping the output.
    ///
    /// # Errors
    /// The library's own.
    fn decode<'a>(&mut self, octets: &'a [u8]) -> Result<Self::Output<'a>, Self::Error>;

    /// The output as a data tree or, for a binding that gives infosets, as an encoded [`Infoset`].
    ///
    /// # Errors
    /// Where the output has no such value.
    fn value(output: &Self::Output<'_>) -> Result<Value, ConvertError>;
}

/// Octets to parser events. The parse is written once, against any [`Sink`].
pub trait EventDecoder {
    /// The library's error.
    type Error: Display;

    /// Reads one document and tells `sink` everything in it.
    ///
    /// # Errors
    /// The library's own.
    fn decode<S: Sink>(&mut self, octets: &[u8], sink: &mut S) -> Result<(), Self::Error>;
}

/// Something in memory to octets.
pub trait Encoder {
    /// What is encoded, made ready outside the timed part.
    type Input;
    /// The library's error.
    type Error: Display;

    /// Makes the input of a value.
    ///
    /// # Errors
    /// Where the value does not fit.
    fn input(&self, value: Value) -> Result<Self::Input, ConvertError>;

    /// Encodes one message onto the end of `out`, which is empty and keeps its capacity from message to message.
    ///
    /// # Errors
    /// The library's own.
    fn encode(&mut self, input: &Self::Input, out: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// The timed inputs, taken in turn.
pub(crate) struct Rotation<T> {
    pub(crate) inputs: Vec<T>,
    next: usize,
}

impl<T> Rotation<T> {
    pub(crate) fn new(inputs: Vec<T>) -> Result<Self, PrepareError> {
        if inputs.is_empty() { Err(PrepareError::Failed("no inputs".into())) } else { Ok(Self { inputs, next: 0 }) }
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> &T {
        let input = &self.inputs[self.next];
        self.next += 1;
        if self.next == self.inputs.len() {
            self.next = 0;
        }
        black_box(input)
    }
}

pub(crate) fn octets(input: Value) -> Result<Vec<u8>, String> {
    match input {
        Value::Octets(octets) => Ok(octets),
        other => Err(format!("an input must be octets, not {}", other.kind())),
    }
}

/// The inputs of an operation that reads, where it is the one that the case asks for.
pub(crate) fn octet_inputs(case: Case, operation: OperationKind) -> Result<Rotation<Vec<u8>>, PrepareError> {
    if case.operation != operation {
        return Err(not_offered(&case));
    }
    let inputs: Result<_, _> = case.inputs.into_iter().map(octets).collect();
    Rotation::new(inputs.map_err(PrepareError::Failed)?)
}

/// The error for an operation that a candidate does not offer.
pub fn not_offered(case: &Case) -> PrepareError {
    PrepareError::Failed(format!("this candidate does not offer {}", case.operation.name()))
}

/// A decoder and encoder of one and the same type, for whichever operation the case asks: decode, encode, round trip.
///
/// # Errors
/// As [`decode`] and [`encode`].
pub fn codec<C>(case: Case, codec: C) -> Result<Box<dyn Operation>, PrepareError>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input> + 'static,
{
    match case.operation {
        OperationKind::Decode => decode(case, codec),
        OperationKind::Encode => encode(case, codec),
        OperationKind::RoundTrip => round_trip(case, codec),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = wall_ns();
    let result = black_box(work());
    (result, wall_ns() - start)
}

/// A decoder as an operation.
///
/// # Errors
/// Where the case is no decode or its inputs are no octets.
pub fn decode<D: Decoder + 'static>(case: Case, decoder: D) -> Result<Box<dyn Operation>, PrepareError> {
    Ok(Box::new(Decode { inputs: octet_inputs(case, OperationKind::Decode)?, decoder }))
}

struct Decode<D> {
    inputs: Rotation<Vec<u8>>,
    decoder: D,
}

impl<D: Decoder> Operation for Decode<D> {
    fn first(&mut self) -> Result<First, String> {
        let (output, wall_ns) = timed(|| self.decoder.decode(&self.inputs.inputs[0]));
        let output = output.map_err(|error| error.to_string())?;
        Ok(First { wall_ns, answer: D::value(&output).map_err(|error| error.to_string())? })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            match self.decoder.decode(self.inputs.next()) {
                Ok(output) => {
                    black_box(&output);
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, String> {
        let octets = octets(input)?;
        let output = self.decoder.decode(&octets).map_err(|error| error.to_string())?;
        D::value(&output).map_err(|error| error.to_string())
    }
}

/// An event decoder as an operation: timed, every event's content is touched and none is kept.
///
/// # Errors
/// Where the case is no decode or its inputs are no octets.
pub fn decode_events<D: EventDecoder + 'static>(case: Case, decoder: D) -> Result<Box<dyn Operation>, PrepareError> {
    Ok(Box::new(DecodeEvents { inputs: octet_inputs(case, OperationKind::Decode)?, decoder }))
}

struct DecodeEvents<D> {
    inputs: Rotation<Vec<u8>>,
    decoder: D,
}

/// Makes the compiler keep all that a parser reports, without reading it once more.
struct Touch;

impl Sink for Touch {
    #[inline(always)]
    fn start(&mut self, namespace: Option<&str>, name: &str) {
        black_box((namespace, name));
    }

    #[inline(always)]
    fn attribute(&mut self, namespace: Option<&str>, name: &str, value: &str) {
        black_box((namespace, name, value));
    }

    #[inline(always)]
    fn end(&mut self) {}

    #[inline(always)]
    fn text(&mut self, text: &str) {
        black_box(text);
    }

    #[inline(always)]
    fn comment(&mut self, text: &str) {
        black_box(text);
    }

    #[inline(always)]
    fn instruction(&mut self, target: &str, data: &str) {
        black_box((target, data));
    }
}

impl<D: EventDecoder> Operation for DecodeEvents<D> {
    fn first(&mut self) -> Result<First, String> {
        let (result, wall_ns) = timed(|| self.decoder.decode(&self.inputs.inputs[0], &mut Touch));
        result.map_err(|error| error.to_string())?;
        let input = Value::Octets(self.inputs.inputs[0].clone());
        Ok(First { wall_ns, answer: self.answer(input)? })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            self.decoder.decode(self.inputs.next(), &mut Touch).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, String> {
        let mut infoset = Infoset::default();
        self.decoder.decode(&octets(input)?, &mut infoset).map_err(|error| error.to_string())?;
        to_value(&infoset).map_err(|error| error.to_string())
    }
}

/// An encoder as an operation.
///
/// # Errors
/// Where the case is no encode, or [`PrepareError::Unsupported`] where a value does not fit the encoder's input.
pub fn encode<E: Encoder + 'static>(case: Case, encoder: E) -> Result<Box<dyn Operation>, PrepareError>
where
    E::Input: 'static,
{
    if case.operation != OperationKind::Encode {
        return Err(not_offered(&case));
    }
    let inputs: Result<_, _> = case.inputs.into_iter().map(|value| encoder.input(value)).collect();
    let inputs = inputs.map_err(|error| PrepareError::Unsupported(error.to_string()))?;
    Ok(Box::new(Encode { inputs: Rotation::new(inputs)?, encoder, out: Vec::new() }))
}

struct Encode<E: Encoder> {
    inputs: Rotation<E::Input>,
    encoder: E,
    out: Vec<u8>,
}

impl<E: Encoder> Operation for Encode<E> {
    fn first(&mut self) -> Result<First, String> {
        let (result, wall_ns) = timed(|| self.encoder.encode(&self.inputs.inputs[0], &mut self.out));
        result.map_err(|error| error.to_string())?;
        Ok(First { wall_ns, answer: Value::Octets(std::mem::take(&mut self.out)) })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            self.out.clear();
            self.encoder.encode(self.inputs.next(), &mut self.out).map_err(|error| error.to_string())?;
            black_box(self.out.as_slice());
        }
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, String> {
        let input = self.encoder.input(input).map_err(|error| error.to_string())?;
        let mut out = Vec::new();
        self.encoder.encode(&input, &mut out).map_err(|error| error.to_string())?;
        Ok(Value::Octets(out))
    }
}

/// The operation that does nothing, in the same loop over the same inputs: what measuring itself costs.
///
/// # Errors
/// Where the case has no inputs.
pub fn empty(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    Ok(Box::new(Empty { inputs: Rotation::new(case.inputs)? }))
}

struct Empty {
    inputs: Rotation<Value>,
}

impl Operation for Empty {
    fn first(&mut self) -> Result<First, String> {
        let ((), wall_ns) = timed(|| {
            black_box(self.inputs.next());
        });
        Ok(First { wall_ns, answer: Value::Null })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            black_box(self.inputs.next());
        }
        Ok(())
    }

    fn answer(&mut self, _: Value) -> Result<Answer, String> {
        Ok(Value::Null)
    }
}
