//! What harness and runner say to each other, as values of the data tree.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wirecost_model::Binding;
use wirecost_reference::Mark;
use wirecost_value::infoset::Omission;
use wirecost_value::{ConvertError, Value, to_value};

/// The version of the protocol.
pub const PROTOCOL: u32 = 2;

/// What the harness asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Tell language and candidates; answered with a [`Description`].
    Describe,
    /// Make ready to measure one case; answered with `null`.
    Prepare(Prepare),
    /// Run the operation for the first time, on the first timed input; answered with a [`First`].
    First,
    /// Run the operation once on each of these inputs; answered with a sequence of [`Answer`]s.
    Verify {
        /// The inputs, none of which is timed.
        inputs: Vec<Value>,
    },
    /// Run a timed batch and keep some of its results until the next one; answered with a [`Timed`].
    Sample {
        /// How often; 0 runs nothing, which shows what the exchange itself costs.
        iterations: u64,
        /// In how many parts of equal size, with a mark of the reference before the first and after each; absent for a batch
        /// without marks. A runner that knows no marks runs the batch without them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parts: Option<u64>,
        /// The iterations whose results are to be kept, counted from 0; absent for all. A runner may keep more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keep: Option<Vec<u64>>,
        /// The inputs of this batch alone, from the first on; absent where the timed inputs go on in turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        inputs: Option<Vec<Value>>,
    },
    /// Tell what these iterations of the last batch gave, counted from 0, whose results were to be kept; answered with a
    /// sequence of [`Answer`]s.
    Answers {
        /// Which.
        iterations: Vec<u64>,
    },
    /// Run the operation untimed, keep nothing, and count allocations; answered with a [`Count`].
    Count {
        /// How often.
        iterations: u64,
        /// False where something else counts, which must not meet the counting of allocations.
        #[serde(default = "yes")]
        allocations: bool,
    },
}

impl Request {
    /// The request as a data tree. Its inputs may be large, and are moved into the tree.
    ///
    /// # Errors
    /// If it has none.
    pub fn into_value(mut self) -> Result<Value, ConvertError> {
        let place = match &mut self {
            Self::Prepare(prepare) => Some(&mut prepare.inputs),
            Self::Verify { inputs } | Self::Sample { inputs: Some(inputs), .. } => Some(inputs),
            _ => None,
        };
        let inputs = place.map(std::mem::take).unwrap_or_default();
        let mut value = to_value(&self)?;
        if let Value::Map(kinds) = &mut value
            && let Some((_, Value::Map(entries))) = kinds.first_mut()
            && let Some((_, empty)) = entries.iter_mut().find(|(name, _)| name == "inputs")
        {
            *empty = Value::Sequence(inputs).without_absent();
        }
        Ok(value)
    }
}

fn yes() -> bool {
    true
}

/// What is done with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OperationKind {
    /// Bytes to what the binding says.
    Decode,
    /// What the binding says to bytes.
    Encode,
    /// Bytes to a view that borrows from them. Every field of the view is read.
    Borrow,
    /// Bytes to what the binding says, and that to bytes again.
    RoundTrip,
}

impl OperationKind {
    /// The name in documents and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Encode => "encode",
            Self::Borrow => "borrow",
            Self::RoundTrip => "round-trip",
        }
    }

    /// Whether its inputs are bytes.
    pub fn reads(self) -> bool {
        self != Self::Encode
    }

    /// Whether its answers are bytes.
    pub fn writes(self) -> bool {
        matches!(self, Self::Encode | Self::RoundTrip)
    }
}

/// What a runner is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The language, e.g. `rust`.
    pub language: String,
    /// Compiler or interpreter with its version, e.g. `CPython 3.11.7`.
    pub runtime: String,
    /// The path of the interpreter that runs the runner. The command that starts the runner may name a script that looks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<String>,
    /// The candidates.
    pub candidates: Vec<CandidateDescription>,
}

impl Description {
    /// The first name that cannot appear in a table: an empty one, one with control characters, or one that is too long.
    pub(crate) fn unprintable(&self) -> Option<&str> {
        const LONGEST: usize = 200;
        let own = [&self.language, &self.runtime];
        let theirs = self.candidates.iter().flat_map(|candidate| {
            let names = [&candidate.name, &candidate.package, &candidate.version, &candidate.format];
            let parameters = candidate.parameters.iter().flat_map(|(name, value)| [name, value]);
            names.into_iter().chain(candidate.types.iter().flatten()).chain(parameters)
        });
        let bad = |name: &str| name.is_empty() || name.len() > LONGEST || name.chars().any(char::is_control);
        own.into_iter().chain(theirs).map(String::as_str).find(|name| bad(name))
    }
}

/// What a candidate is and can do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateDescription {
    /// Its name, unique among all candidates.
    pub name: String,
    /// The package that its version belongs to, as lock file or manifest name it.
    pub package: String,
    /// The version it claims; the harness checks it.
    pub version: String,
    /// The format, e.g. `json`; `none` for the empty candidate.
    pub format: String,
    /// What it decodes into and encodes from.
    pub binding: Binding,
    /// The operations it offers.
    pub operations: Vec<OperationKind>,
    /// The message types it has types for; absent where it takes any message.
    #[serde(default)]
    pub types: Option<Vec<String>>,
    /// Whether the harness may take this candidate's encoding as the bytes that all candidates of the format decode.
    #[serde(default)]
    pub reference: bool,
    /// What it leaves out of an infoset by its nature.
    #[serde(default)]
    pub omits: Vec<Omission>,
    /// What sets it apart from other candidates of its package; they stand with its results.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// How many levels deep a data tree may nest, a leaf being none; absent where there is no limit below 1,000.
    #[serde(default)]
    pub max_depth: Option<usize>,
}

/// A case to make ready.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prepare {
    /// The candidate's name.
    pub candidate: String,
    /// The operation.
    pub operation: OperationKind,
    /// The message's name, for error texts.
    pub message: String,
    /// The message's type; absent for a message without one.
    #[serde(default)]
    pub message_type: Option<String>,
    /// The records of the message's type by name: fields in order with their types, as a `message.toml` writes them; absent for
    /// a message without a type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub types: Option<BTreeMap<String, Vec<(String, String)>>>,
    /// The message's schema, for a candidate that knows its types at run time only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<SchemaDefinition>,
    /// The timed inputs: bytes, or values to encode.
    pub inputs: Vec<Value>,
    /// The machine code of the reference, for a runner that cannot link it; absent where this machine cannot run it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Value>,
}

/// A schema of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaDefinition {
    /// For `protobuf` an encoded `FileDescriptorSet` with all that it imports, for `avro` the schema's JSON, for Fast
    /// Infoset with an external vocabulary the vocabulary's file.
    #[serde(with = "bytes")]
    pub text: Vec<u8>,
    /// The full name of the message's type in it, or the URI of the vocabulary.
    pub type_name: String,
}

/// Bytes that serde would take for a sequence of numbers.
mod bytes {
    use serde::{Deserializer, Serializer, de::Error as _};
    use wirecost_value::Value;

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        match <Value as serde::Deserialize>::deserialize(deserializer)? {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(D::Error::custom(format!("{} where bytes were due", other.kind()))),
        }
    }
}

/// What came of the first operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct First {
    /// Wall time of the operation in nanoseconds.
    pub wall_ns: u64,
    /// Its result.
    pub answer: Answer,
}

/// The result of an operation on one input: a value (decode), bytes (encode, round trip), or a [`Folded`].
pub type Answer = Value;

/// The answer of an operation that keeps nothing which could be compared: `borrow`, and `decode` to events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Folded {
    /// What the timed code made of everything that it read: for `borrow` as [`wirecost_value::fold`] says, for events the
    /// count of `docs/PROTOCOL.md`.
    pub fold: u64,
    /// The same fields, or the same events, as a value.
    pub value: Value,
}

/// A timed batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Operations in the batch.
    pub iterations: u64,
    /// Wall time of the batch in nanoseconds.
    pub wall_ns: u64,
    /// CPU time of the whole process in nanoseconds, so that garbage collectors count.
    pub cpu_ns: u64,
}

/// A timed batch with its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timed {
    /// Operations in the batch.
    pub iterations: u64,
    /// Wall time of the batch in nanoseconds, without the marks.
    pub wall_ns: u64,
    /// CPU time of the whole process in nanoseconds, without the marks.
    pub cpu_ns: u64,
    /// The marks: one before the first part and one after each; none of a runner that knows none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Wall time of each part in nanoseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub part_wall_ns: Vec<u64>,
    /// CPU time of the whole process during each part, in nanoseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub part_cpu_ns: Vec<u64>,
}

impl Timed {
    /// Forgets it, and keeps its memory for another batch.
    pub(crate) fn clear(&mut self) {
        (self.iterations, self.wall_ns, self.cpu_ns) = (0, 0, 0);
        self.marks.clear();
        self.part_wall_ns.clear();
        self.part_cpu_ns.clear();
    }

    /// Makes room for this many parts.
    pub(crate) fn reserve(&mut self, parts: usize) {
        self.marks.reserve(parts + 1);
        self.part_wall_ns.reserve(parts);
        self.part_cpu_ns.reserve(parts);
    }
}

/// Allocations of an untimed batch; absent where the runner cannot count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Operations in the batch.
    pub iterations: u64,
    /// Allocations and reallocations.
    #[serde(default)]
    pub allocations: Option<u64>,
    /// Bytes that these asked for.
    #[serde(default)]
    pub allocated_bytes: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_of_a_request_move_into_its_data_tree() {
        let input = Value::Map(vec![("a".into(), 1.into()), ("b".into(), Value::Absent), ("c".into(), Value::Null)]);
        let inputs = vec![input, Value::Bytes(vec![1, 2])];
        let prepare = Prepare {
            candidate: "c".into(),
            operation: OperationKind::Encode,
            message: "m".into(),
            message_type: None,
            types: None,
            schema: None,
            inputs: inputs.clone(),
            reference: None,
        };
        let requests = [
            Request::Describe,
            Request::Prepare(prepare),
            Request::Verify { inputs: inputs.clone() },
            Request::Sample { iterations: 2, parts: None, keep: None, inputs: Some(inputs) },
            Request::Sample { iterations: 2, parts: Some(1), keep: Some(vec![1]), inputs: None },
        ];
        for request in requests {
            // Two trees are equal where one has an entry that is absent and the other has none.
            let [moved, copied] = [request.clone().into_value(), to_value(&request)].map(|value| format!("{value:?}"));
            assert_eq!(moved, copied);
        }
    }
}
