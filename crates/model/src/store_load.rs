//! What a case of the kv lab asks of a store, and how its parameters say so.

use crate::server_load::{Parameters, read, schedule};
use crate::{Placement, ServerLoad};

/// What is asked of a store.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreLoad {
    /// Keys.
    pub keys: u64,
    /// Bytes of a value.
    pub value_bytes: usize,
    /// What values hold; none where that means nothing.
    pub value: Option<StoredMessage>,
    /// Connections.
    pub connections: usize,
    /// How requests follow each other; none where a server is not loaded for a while: it crashes, or its memory runs out.
    pub window: Option<StoreWindow>,
}

/// A message in values.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredMessage {
    /// Its name.
    pub message: String,
    /// Its format.
    pub format: String,
}

/// How requests to a store follow each other.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreWindow {
    /// Requests that a connection has under way.
    pub pipeline: usize,
    /// Which key comes next, in a word.
    pub order: String,
    /// Requests due a second; none in a closed loop.
    pub rate_per_s: Option<f64>,
    /// Where server and generator run.
    pub placement: Placement,
}

impl StoreLoad {
    /// What the parameters of a case say; none where one of them is missing or no word of wirecost.
    pub fn of(parameters: &Parameters) -> Option<Self> {
        let number = |name: &str| parameters.get(name)?.parse().ok();
        let value = parameters.get("value").and_then(|value| value.split_once(':'));
        let window = parameters.get("pipeline").map(|pipeline| {
            Some(StoreWindow {
                pipeline: pipeline.parse().ok()?,
                order: parameters.get("order")?.clone(),
                rate_per_s: read(parameters, "schedule", schedule, None)?,
                placement: read(parameters, "placement", Placement::named, Placement::Apart)?,
            })
        });
        Some(Self {
            keys: number("keys")?,
            value_bytes: usize::try_from(number("value_bytes")?).ok()?,
            value: value.map(|(message, format)| StoredMessage { message: message.into(), format: format.into() }),
            connections: usize::try_from(number("connections")?).ok()?,
            window: match window {
                Some(window) => Some(window?),
                None => None,
            },
        })
    }

    /// The same as parameters of a case. The durability is the candidate's.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let mut parameters = vec![
            ("keys", self.keys.to_string()),
            ("value_bytes", self.value_bytes.to_string()),
            ("connections", self.connections.to_string()),
        ];
        if let Some(StoredMessage { message, format }) = &self.value {
            parameters.push(("value", format!("{message}:{format}")));
        }
        if let Some(window) = &self.window {
            let served = self.served(window);
            parameters.extend([
                ("pipeline", window.pipeline.to_string()),
                ("order", window.order.clone()),
                ("schedule", served.schedule()),
                ("server_cores", served.server_cores.to_string()),
                ("placement", window.placement.name().to_owned()),
            ]);
        }
        parameters
    }

    /// The load as other labs of servers have it.
    pub fn served(&self, window: &StoreWindow) -> ServerLoad {
        let (rate_per_s, placement) = (window.rate_per_s, window.placement);
        ServerLoad { rate_per_s, placement, ..ServerLoad::of_connections(self.connections) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_read_from_what_it_writes() {
        let crash = StoreLoad { keys: 1000, value_bytes: 116, value: None, connections: 8, window: None };
        let window =
            StoreWindow { pipeline: 4, order: "zipf".into(), rate_per_s: Some(0.5), placement: Placement::Together };
        let value = StoredMessage { message: "order".into(), format: "json".into() };
        let mix = StoreLoad { value: Some(value), window: Some(window), ..crash.clone() };
        for load in [crash, mix] {
            let written: Parameters =
                load.parameters().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            assert_eq!(StoreLoad::of(&written), Some(load));
        }
        assert_eq!(StoreLoad::of(&Parameters::new()), None);
    }
}
