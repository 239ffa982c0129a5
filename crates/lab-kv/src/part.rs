//! What a suite says of stores: the table `[kv]`.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};
use wirecost_load::protocol::store::{MAX_KEYS, MIN_VALUE_BYTES, Order};
use wirecost_server_lab::serving::Placement;

/// The largest value that memcached and the front take.
const MAX_VALUE_BYTES: usize = 1 << 20;

/// Bytes of values, below which what a process has beside them hides that it has too little memory for them.
const LEAST_FULL_BYTES: u64 = 384_000_000;

/// Which stores are measured, and under which loads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The longest that the measuring may be predicted to take.
    pub budget: Span,
    /// Trials of each case.
    pub trials: usize,
    /// Globs of the candidates, in the order in which they are looked for.
    pub candidates: Vec<String>,
    /// How many of them take part: the first that are installed. None: all.
    #[serde(default)]
    pub at_most: Option<usize>,
    /// How long an answer may take.
    #[serde(default = "timeout")]
    pub timeout: Span,
    /// How long storing all keys may take, and fetching them. What was not stored by then is not fetched either.
    #[serde(default = "longest")]
    pub longest: Span,
    /// How long each store is asked in slices, in turn with others of its durability and with a control, in each mix. `set` and
    /// `get` go through half of the keys in slices, however long that takes. None: stores are measured one after the other.
    #[serde(default, skip_serializing_if = "is_no_span")]
    pub slices: Span,
    /// The candidate that is the control.
    #[serde(default = "control")]
    pub control: String,
    /// The loads: every combination of what each of them lists.
    pub load: Vec<StoreLoad>,
}

fn is_no_span(span: &Span) -> bool {
    span.0.is_zero()
}

fn control() -> String {
    "map".into()
}

fn timeout() -> Span {
    Span(Duration::from_secs(10))
}

fn longest() -> Span {
    Span(Duration::from_secs(60))
}

/// What one server goes through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreLoad {
    /// Keys, all of one store.
    pub keys: u64,
    /// Bytes of a value; not where values hold a message.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value_bytes: usize,
    /// The message in each value, after the number of its key and of its write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The formats of the message. Each has a server of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formats: Vec<String>,
    /// What is done, one after the other. Where `set` is not the first, keys are stored before, and that is not measured.
    pub operations: Vec<Operation>,
    /// Connections. For each number of them there is a server of its own, as for each of what follows down to `placement`.
    #[serde(default = "sixteen")]
    pub connections: Vec<usize>,
    /// Requests that a connection has under way.
    #[serde(default = "one")]
    pub pipeline: Vec<usize>,
    /// Where server and generator run.
    #[serde(default = "apart")]
    pub placement: Vec<Placement>,
    /// Which key comes next, in mixes. `set` and `get` take all keys in order.
    #[serde(default = "uniform")]
    pub order: Vec<KeyOrder>,
    /// Requests due a second, in mixes. None: a closed loop.
    #[serde(default)]
    pub rate_per_s: Vec<f64>,
    /// How long a mix is measured.
    #[serde(default = "window")]
    pub window: Span,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn sixteen() -> Vec<usize> {
    vec![16]
}

fn one() -> Vec<usize> {
    vec![1]
}

fn apart() -> Vec<Placement> {
    vec![Placement::Apart]
}

fn uniform() -> Vec<KeyOrder> {
    vec![KeyOrder::Uniform]
}

fn window() -> Span {
    Span(Duration::from_secs(1))
}

/// Which key comes next in a mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "an order is uniform, zipf or latest")]
pub enum KeyOrder {
    /// Any, all alike.
    Uniform,
    /// Some much more often than others.
    Zipf,
    /// Those most often that were stored last.
    Latest,
}

impl From<KeyOrder> for Order {
    fn from(order: KeyOrder) -> Self {
        match order {
            KeyOrder::Uniform => Self::Uniform,
            KeyOrder::Zipf => Self::Zipf,
            KeyOrder::Latest => Self::Latest,
        }
    }
}

/// What is done with a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Every key is stored, in order.
    Set,
    /// Every key is fetched, in order.
    Get,
    /// YCSB's workload A: half of the requests store.
    YcsbA,
    /// YCSB's workload B: one in twenty stores.
    YcsbB,
    /// YCSB's workload C: all fetch.
    YcsbC,
    /// The server is killed while it stores, and started again.
    Crash,
    /// The same, and what it had not synced is gone.
    PowerCut,
    /// More is stored than the server has memory for.
    FullMemory,
}

impl Operation {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Get => "get",
            Self::YcsbA => "ycsb-a",
            Self::YcsbB => "ycsb-b",
            Self::YcsbC => "ycsb-c",
            Self::Crash => "crash",
            Self::PowerCut => "power-cut",
            Self::FullMemory => "full-memory",
        }
    }

    /// The share of its requests that store; none if it is no mix.
    pub(crate) fn mix(self) -> Option<f64> {
        match self {
            Self::YcsbA => Some(0.5),
            Self::YcsbB => Some(0.05),
            Self::YcsbC => Some(0.0),
            Self::Set | Self::Get | Self::Crash | Self::PowerCut | Self::FullMemory => None,
        }
    }

    /// Whether it goes through every key once, in order.
    pub(crate) fn is_pass(self) -> bool {
        matches!(self, Self::Set | Self::Get)
    }

    /// Whether something happens to the store that it may not outlive, which is done on a server of its own.
    pub(crate) fn stands_alone(self) -> bool {
        matches!(self, Self::Crash | Self::PowerCut | Self::FullMemory)
    }
}

/// The name of the lab, of its folder of candidates and of its table in a suite.
pub(crate) const NAME: &str = "kv";

/// Its part of a suite; none if it has none.
pub(crate) fn part(suite: &Suite) -> Result<Option<Part>, PlanError> {
    let part: Option<Part> = suite.tables.get(NAME)?;
    match part.as_ref().and_then(Part::fault) {
        Some(fault) => Err(suite.tables.fault(NAME, fault)),
        None => Ok(part),
    }
}

impl Part {
    /// What makes no load; none if all is well.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        if self.trials == 0 {
            return Some("trials must be at least 1");
        }
        if self.at_most == Some(0) {
            return Some("at_most must be at least 1");
        }
        if self.longest.0.is_zero() {
            return Some("longest must be longer than 0");
        }
        if self.load.is_empty() {
            return Some("there is no load");
        }
        if !self.slices.0.is_zero() && self.load.iter().any(|load| load.keys == 1) {
            return Some("keys must be at least 2 where stores take turns: half of them are for slices");
        }
        self.load.iter().find_map(StoreLoad::fault)
    }
}

impl StoreLoad {
    /// Bytes of all values.
    fn all_bytes(&self) -> u64 {
        self.keys.saturating_mul(self.value_bytes as u64)
    }

    fn message_fault(&self) -> Option<&'static str> {
        match &self.message {
            None if !self.formats.is_empty() => Some("formats need a message; name one with message"),
            Some(_) if self.formats.is_empty() => Some("a message needs formats"),
            Some(_) if self.value_bytes != 0 => Some("value_bytes are those of the message: leave them out"),
            _ => None,
        }
    }

    fn fault(&self) -> Option<&'static str> {
        let later = self.operations.iter().skip(1);
        let lists =
            [self.connections.is_empty(), self.pipeline.is_empty(), self.placement.is_empty(), self.order.is_empty()];
        Some(if self.operations.is_empty() {
            "there is no operation"
        } else if later.clone().any(|operation| *operation == Operation::Set) {
            "set must come first, since it stores the keys"
        } else if self.keys == 0 || self.keys > MAX_KEYS {
            "keys must be from 1 to 1000000000"
        } else if let Some(fault) = self.message_fault() {
            fault
        } else if self.message.is_none() && !(MIN_VALUE_BYTES..=MAX_VALUE_BYTES).contains(&self.value_bytes) {
            "value_bytes must be from 24 (key and write take 24) to 1048576"
        } else if self.operations.contains(&Operation::FullMemory) && self.all_bytes() < LEAST_FULL_BYTES {
            "full-memory needs more: keys times value_bytes must be at least 384000000"
        } else if lists.contains(&true) {
            "connections, pipeline, placement and order must not be empty"
        } else if self.connections.contains(&0) {
            "connections must be at least 1"
        } else if self.pipeline.iter().any(|depth| !(1..=4096).contains(depth)) {
            "pipeline must be from 1 to 4096"
        } else if self.rate_per_s.iter().any(|rate| !(*rate > 0.0 && *rate <= 1e9)) {
            "rates must be above 0"
        } else if self.window.0.is_zero() {
            "a window must last longer than 0"
        } else {
            return None;
        })
    }
}
