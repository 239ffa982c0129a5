//! How a server is loaded, and how the parameters of a case say so.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Defines a type whose values are words of suites and documents.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal $(or $alias:literal)?),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $word $(, alias = $alias)?)] $variant,)+
        }

        impl $name {
            /// Its word.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// The one of this word.
            pub fn named(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// What becomes of a connection after an answer.
    Closing {
        /// It is used again.
        KeepAlive = "keep-alive",
        /// It is closed, and the next request opens another.
        Fin = "fin",
        /// It is reset, and the next request opens another.
        Reset = "reset" or "rst",
    }
}

words! {
    /// Where server and generator run.
    Placement {
        /// On cores of their own.
        Apart = "apart",
        /// On the same cores.
        Together = "together",
        /// Where the operating system puts them.
        Free = "free",
    }
}

words! {
    /// What becomes of cores that have nothing to do.
    Idle {
        /// They sleep as deep as the operating system lets them.
        LetBe = "let-be",
        /// They are kept awake.
        KeptAwake = "kept-awake",
    }
}

words! {
    /// Who calls, in the rpc lab.
    CalledBy {
        /// The stack's own client, a thread a connection.
        Own = "own",
        /// The load generator, with the bytes that the stack's own client sends.
        Generator = "generator",
    }
}

words! {
    /// How a request's body goes over HTTP, in the rpc lab.
    Transfer {
        /// Behind its length, in one piece.
        Whole = "whole",
        /// In chunks, sent together.
        Chunked = "chunked",
        /// In chunks, each sent by itself.
        Streaming = "streaming",
    }
}

words! {
    /// The word `all`.
    AllCores {
        /// Every core.
        All = "all",
    }
}

/// Cores of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "server_cores are numbers of cores, or \"all\"")]
pub enum ServerCores {
    /// So many.
    Count(usize),
    /// Every core that this process may use.
    All(AllCores),
}

impl fmt::Display for ServerCores {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(cores) => cores.fmt(out),
            Self::All(all) => out.write_str(all.name()),
        }
    }
}

impl ServerCores {
    fn named(word: &str) -> Option<Self> {
        AllCores::named(word).map(Self::All).or_else(|| word.parse().ok().map(Self::Count))
    }
}

/// How a server is loaded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ServerLoad {
    /// Connections: the users of a closed loop; what an open loop has at hand.
    pub connections: usize,
    /// What becomes of them after an answer.
    pub close: Closing,
    /// Requests due a second; none in a closed loop.
    pub rate_per_s: Option<f64>,
    /// Cores of the server.
    pub server_cores: ServerCores,
    /// Where server and generator run.
    pub placement: Placement,
    /// Generators that load the server together.
    pub generators: usize,
    /// What becomes of idle cores.
    pub idle: Idle,
    /// Who calls, in the rpc lab.
    pub client: CalledBy,
    /// How a body goes over HTTP, in the rpc lab.
    pub transfer: Transfer,
}

/// The parameters of a case, by name.
pub type Parameters = BTreeMap<String, String>;

impl ServerLoad {
    /// A closed loop of so many connections, with what goes without saying of the rest.
    pub fn of_connections(connections: usize) -> Self {
        Self {
            connections,
            close: Closing::KeepAlive,
            rate_per_s: None,
            server_cores: ServerCores::Count(1),
            placement: Placement::Apart,
            generators: 1,
            idle: Idle::LetBe,
            client: CalledBy::Own,
            transfer: Transfer::Whole,
        }
    }

    /// The load that the parameters of a case say; none where one of them is no word of wirecost. What they leave out goes without
    /// saying.
    pub fn of(parameters: &Parameters) -> Option<Self> {
        let usual = Self::of_connections(1);
        Some(Self {
            connections: read(parameters, "connections", |text| text.parse().ok(), usual.connections)?,
            close: read(parameters, "close", Closing::named, usual.close)?,
            rate_per_s: read(parameters, "schedule", schedule, None)?,
            server_cores: read(parameters, "server_cores", ServerCores::named, usual.server_cores)?,
            placement: read(parameters, "placement", Placement::named, usual.placement)?,
            generators: read(parameters, "generators", |text| text.parse().ok(), usual.generators)?,
            idle: read(parameters, "idle", Idle::named, usual.idle)?,
            client: read(parameters, "client", CalledBy::named, usual.client)?,
            transfer: read(parameters, "transfer", Transfer::named, usual.transfer)?,
        })
    }

    /// The parameters of a case of the http lab.
    pub fn http_parameters(&self) -> Vec<(&'static str, String)> {
        vec![
            ("connections", self.connections.to_string()),
            ("close", self.close.name().to_owned()),
            ("schedule", self.schedule()),
            ("server_cores", self.server_cores.to_string()),
            ("placement", self.placement.name().to_owned()),
            ("generators", self.generators.to_string()),
            ("idle", self.idle.name().to_owned()),
        ]
    }

    /// The parameters of a case of the rpc lab.
    pub fn rpc_parameters(&self) -> Vec<(&'static str, String)> {
        let of_calls = [("client", self.client.name().to_owned()), ("transfer", self.transfer.name().to_owned())];
        self.http_parameters().into_iter().chain(of_calls).collect()
    }

    /// When requests are due: `closed`, or so many a second.
    pub fn schedule(&self) -> String {
        self.rate_per_s.map_or_else(|| "closed".to_owned(), |rate| format!("{rate}/s"))
    }

    /// The same in words.
    pub fn pace(&self) -> String {
        match self.rate_per_s {
            None if self.connections == 1 => "one call after the other".to_owned(),
            None => "as fast as they go".to_owned(),
            Some(_) => format!("at {}", self.schedule()),
        }
    }
}

/// A parameter, or what goes without saying; none where it is no word of wirecost.
pub(crate) fn read<T>(parameters: &Parameters, name: &str, parse: impl Fn(&str) -> Option<T>, usual: T) -> Option<T> {
    parameters.get(name).map_or(Some(usual), |text| parse(text))
}

/// Requests due a second; none within for a closed loop.
pub(crate) fn schedule(text: &str) -> Option<Option<f64>> {
    match text.strip_suffix("/s") {
        Some(rate) => rate.parse().ok().map(Some),
        None => (text == "closed").then_some(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(written: Vec<(&'static str, String)>) -> Option<ServerLoad> {
        ServerLoad::of(&written.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    #[test]
    fn a_load_is_read_from_what_it_writes() {
        let usual = ServerLoad::of_connections(50);
        let other = ServerLoad {
            close: Closing::Reset,
            rate_per_s: Some(2500.5),
            server_cores: ServerCores::All(AllCores::All),
            placement: Placement::Free,
            generators: 3,
            idle: Idle::KeptAwake,
            client: CalledBy::Generator,
            transfer: Transfer::Streaming,
            ..usual
        };
        for load in [usual, other] {
            assert_eq!(read_back(load.rpc_parameters()), Some(load));
        }
        assert_eq!(read_back(usual.http_parameters()), Some(usual));
        assert_eq!(other.schedule(), "2500.5/s");
    }

    #[test]
    fn a_word_of_others_is_no_load() {
        for (name, word) in [("connections", "many"), ("close", "rst"), ("schedule", "12"), ("placement", "near")] {
            assert_eq!(read_back(vec![(name, word.to_owned())]), None, "{name}");
        }
        assert_eq!(read_back(Vec::new()), Some(ServerLoad::of_connections(1)));
    }
}
