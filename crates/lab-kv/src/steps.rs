//! From loads to what each server goes through.

use std::sync::Arc;
use std::time::Duration;

use wirecost_catalog::{Catalog, Selection};
use wirecost_load::protocol::store::{MIN_VALUE_BYTES, Order};
use wirecost_model::{MessageDigest, Placement, ServerLoad, StoreWindow, StoredMessage};

use crate::binding::CLIENT_LIBRARY;
use crate::part::{Operation, Part, StoreLoad};
use crate::values::{MessageValues, ValuesError};

/// How many requests a second are taken for granted when the time that a run takes is predicted. Stores that are forced to
/// write each of them to the disk are slower.
const PREDICTED_PER_S: f64 = 40_000.0;
/// Bytes a second, for the same.
const PREDICTED_BYTES_PER_S: f64 = 300e6;
/// Start, checks and end of a server.
const AROUND: Duration = Duration::from_millis(200);
/// Two starts and the reading of what a crash left, beside the writing until then.
const CRASH: Duration = Duration::from_millis(1150);

/// Connections over which a store is written to until it is killed.
pub(crate) const WRITERS: usize = 4;

/// What one server goes through.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// Its cases, in order.
    pub steps: Vec<Step>,
}

/// What values hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// So many bytes, which mean nothing but key and write.
    Bytes(usize),
    /// A message, after the number of the key and of the write.
    Message(Arc<MessageValues>),
}

impl Content {
    /// Bytes of a value.
    pub fn value_bytes(&self) -> usize {
        match self {
            Self::Bytes(bytes) => *bytes,
            Self::Message(message) => MIN_VALUE_BYTES + message.body_bytes(),
        }
    }

    /// What values hold behind the numbers of key and write; nothing if that means nothing.
    pub fn bodies(&self) -> &[Vec<u8>] {
        match self {
            Self::Bytes(_) => &[],
            Self::Message(message) => &message.bodies,
        }
    }
}

/// A case: what is done, and how.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    /// Which load of the part.
    pub load: usize,
    pub keys: u64,
    pub value_bytes: usize,
    pub content: Content,
    pub operation: Operation,
    pub connections: usize,
    pub pipeline: usize,
    pub placement: Placement,
    pub order: Order,
    pub rate_per_s: Option<f64>,
    pub window: Duration,
}

/// What servers go through in all loads of a part: a row for each.
///
/// # Errors
/// What is wrong with the values of a load.
pub(crate) fn rows(part: &Part, catalog: &Catalog) -> Result<Vec<Row>, ValuesError> {
    let mut rows = Vec::new();
    for (index, load) in part.load.iter().enumerate() {
        for content in contents(load, catalog)? {
            rows.extend(Row::of(index, load, &content));
        }
    }
    Ok(rows)
}

/// What the values of a load hold, one after the other.
fn contents(load: &StoreLoad, catalog: &Catalog) -> Result<Vec<Content>, ValuesError> {
    let Some(message) = &load.message else { return Ok(vec![Content::Bytes(load.value_bytes)]) };
    let of = |format: &String| Ok(Content::Message(Arc::new(MessageValues::of(message, format, catalog)?)));
    load.formats.iter().map(of).collect()
}

impl Row {
    /// With the steps that the command line chose.
    pub fn chosen_by(mut self, selection: &Selection) -> Self {
        self.steps.retain(|step| {
            let parameters = step.parameters();
            let value =
                |name: &str| parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
            // The durability is the candidate's, and is looked at there.
            selection.parameters.admit(value)
        });
        self
    }

    /// The rows of a load: a server for all steps but those that it may not outlive, which have one of their own.
    pub fn of(index: usize, load: &StoreLoad, content: &Content) -> Vec<Self> {
        let mut rows = Vec::new();
        for &connections in &load.connections {
            for &pipeline in &load.pipeline {
                for &placement in &load.placement {
                    let step = |operation| Step {
                        load: index,
                        keys: load.keys,
                        value_bytes: content.value_bytes(),
                        content: content.clone(),
                        operation,
                        connections,
                        pipeline,
                        placement,
                        order: Order::InOrder,
                        rate_per_s: None,
                        window: load.window.0,
                    };
                    let of_server = load.operations.iter().filter(|operation| !operation.stands_alone());
                    let steps: Vec<Step> = of_server.flat_map(|operation| step(*operation).each(load)).collect();
                    if !steps.is_empty() {
                        rows.push(Self { steps });
                    }
                }
            }
        }
        let alone = load.operations.iter().filter(|operation| operation.stands_alone());
        rows.extend(alone.map(|operation| Self { steps: vec![Step::alone(index, load, content, *operation)] }));
        rows
    }
}

impl Step {
    /// A crash, whose writers wait for each answer on connections of their own; or memory that runs out.
    fn alone(index: usize, load: &StoreLoad, content: &Content, operation: Operation) -> Self {
        Self {
            load: index,
            keys: load.keys,
            value_bytes: content.value_bytes(),
            content: content.clone(),
            operation,
            connections: WRITERS,
            pipeline: 1,
            placement: Placement::Free,
            order: Order::InOrder,
            rate_per_s: None,
            window: Duration::ZERO,
        }
    }

    /// Every order and rate of a mix; what is no mix has one.
    fn each(self, load: &StoreLoad) -> Vec<Self> {
        if self.operation.mix().is_none() {
            return vec![self];
        }
        let rates: Vec<Option<f64>> = match load.rate_per_s.as_slice() {
            [] => vec![None],
            rates => rates.iter().copied().map(Some).collect(),
        };
        let with = |order: Order| rates.iter().map(move |rate_per_s| (order, *rate_per_s)).collect::<Vec<_>>();
        let all = load.order.iter().flat_map(|order| with((*order).into()));
        all.map(|(order, rate_per_s)| Self { order, rate_per_s, ..self.clone() }).collect()
    }

    /// The load, as all labs of servers have it.
    pub fn served(&self) -> ServerLoad {
        let (rate_per_s, placement) = (self.rate_per_s, self.placement);
        ServerLoad { rate_per_s, placement, ..ServerLoad::of_connections(self.connections) }
    }

    /// The parameters of its case. The durability is the candidate's.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let value = match &self.content {
            Content::Bytes(_) => None,
            Content::Message(values) => {
                Some(StoredMessage { message: values.message.clone(), format: values.format.clone() })
            }
        };
        let window = StoreWindow {
            pipeline: self.pipeline,
            order: self.order.name().to_owned(),
            rate_per_s: self.rate_per_s,
            placement: self.placement,
        };
        let asked = wirecost_model::StoreLoad {
            keys: self.keys,
            value_bytes: self.value_bytes,
            value,
            connections: self.connections,
            window: (!self.operation.stands_alone()).then_some(window),
        };
        asked.parameters()
    }

    /// Why a store that is called in another way than by the load generator cannot be measured in it; none if it can.
    pub fn lack(&self, binding: &str) -> Option<&'static str> {
        if binding == CLIENT_LIBRARY {
            let in_order = matches!(self.operation, Operation::Set | Operation::Get) && self.pipeline == 1;
            let lack =
                "a client library stores and fetches every key in order, one request at a time on each connection";
            (!in_order).then_some(lack)
        } else if self.operation.stands_alone() {
            Some(
                "without a server nobody is told that a write is done; measure the same engine behind the front for this",
            )
        } else if self.rate_per_s.is_some() {
            Some("an engine in a process of its own is called in a closed loop: no request waits for it")
        } else {
            None
        }
    }

    /// Its values, in a word.
    pub fn message(&self) -> String {
        match &self.content {
            Content::Bytes(bytes) => format!("value-{bytes}"),
            Content::Message(message) => message.message.clone(),
        }
    }

    /// What its message is; none where values are bytes, of which the name says all.
    pub fn message_digest(&self) -> Option<MessageDigest> {
        match &self.content {
            Content::Bytes(_) => None,
            Content::Message(message) => Some(message.digest.clone()),
        }
    }

    /// The format of its values.
    pub fn format(&self) -> &str {
        match &self.content {
            Content::Bytes(_) => "text",
            Content::Message(message) => &message.format,
        }
    }

    /// How long a pass over all keys is predicted to take, `longest` at most.
    pub fn pass(&self, longest: Duration) -> Duration {
        let each_s = 1.0 / PREDICTED_PER_S + self.value_bytes as f64 / PREDICTED_BYTES_PER_S;
        Duration::from_secs_f64(self.keys as f64 * each_s).min(longest)
    }

    /// How long it is predicted to take, where a crash comes after `killed_after`.
    fn predicted(&self, longest: Duration, killed_after: Duration) -> Duration {
        match self.operation {
            Operation::Set | Operation::Get => self.pass(longest),
            Operation::Crash | Operation::PowerCut => CRASH + killed_after,
            // Everything is stored, and fetched.
            Operation::FullMemory => self.pass(longest) * 2,
            _ => self.window,
        }
    }
}

/// How long a server is predicted to take for its steps, where a crash comes after `killed_after`.
pub(crate) fn predicted(steps: &[Step], longest: Duration, killed_after: Duration) -> Duration {
    let is_filled =
        steps.first().is_some_and(|step| step.operation != Operation::Set && !step.operation.stands_alone());
    let fill = steps.first().filter(|_| is_filled).map_or(Duration::ZERO, |step| step.pass(longest));
    AROUND + fill + steps.iter().map(|step| step.predicted(longest, killed_after)).sum::<Duration>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::KeyOrder;
    use wirecost_catalog::suite::Span;

    fn load(operations: &[Operation]) -> StoreLoad {
        StoreLoad {
            keys: 1000,
            value_bytes: 100,
            message: None,
            formats: Vec::new(),
            operations: operations.to_vec(),
            connections: vec![1, 16],
            pipeline: vec![1],
            placement: vec![Placement::Free],
            order: vec![KeyOrder::Uniform, KeyOrder::Zipf],
            rate_per_s: Vec::new(),
            window: Span(Duration::from_secs(1)),
        }
    }

    fn rows(load: &StoreLoad) -> Vec<Row> {
        Row::of(0, load, &Content::Bytes(load.value_bytes))
    }

    #[test]
    fn a_server_goes_through_all_operations_but_those_that_kill_it() {
        let rows =
            rows(&load(&[Operation::Set, Operation::Get, Operation::YcsbA, Operation::Crash, Operation::PowerCut]));
        let names = |row: &Row| -> Vec<String> {
            row.steps.iter().map(|step| format!("{} {}", step.operation.name(), step.order.name())).collect()
        };
        let server = ["set in-order", "get in-order", "ycsb-a uniform", "ycsb-a zipf"];
        assert_eq!(
            rows.iter().map(names).collect::<Vec<_>>(),
            [&server[..], &server, &["crash in-order"], &["power-cut in-order"]]
        );
        assert_eq!([rows[0].steps[0].connections, rows[1].steps[0].connections], [1, 16]);
    }

    #[test]
    fn rates_are_for_mixes() {
        let load = StoreLoad { rate_per_s: vec![500.0, 2000.0], ..load(&[Operation::Get, Operation::YcsbC]) };
        let steps = &rows(&load)[0].steps;
        let rates: Vec<Option<f64>> = steps.iter().map(|step| step.rate_per_s).collect();
        assert_eq!(rates, [None, Some(500.0), Some(2000.0), Some(500.0), Some(2000.0)]);
        let of =
            |step: &Step| step.parameters().into_iter().find(|(name, _)| *name == "schedule").map(|(_, value)| value);
        assert_eq!(steps.iter().map(of).collect::<Vec<_>>()[..2], [Some("closed".into()), Some("500/s".into())]);
    }

    #[test]
    fn keys_that_are_stored_before_take_their_time() {
        let longest = Duration::from_secs(60);
        let of = |operations: &[Operation]| predicted(&rows(&load(operations))[0].steps, longest, Duration::ZERO);
        assert!(of(&[Operation::Get]) > of(&[Operation::Set]));
        assert_eq!(of(&[Operation::Set, Operation::Get]), of(&[Operation::Get]));
        assert!(predicted(&rows(&load(&[Operation::Set]))[0].steps, Duration::ZERO, Duration::ZERO) == AROUND);
        let crash = &rows(&load(&[Operation::Crash]))[0].steps;
        let later = Duration::from_secs(2);
        assert_eq!(predicted(crash, longest, later), predicted(crash, longest, Duration::ZERO) + later);
    }
}
