//! What a suite says of feeds: the table `[feed]`.

use serde::{Deserialize, Serialize};
use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};

/// The name of the table, and of the lab.
pub const NAME: &str = "feed";

/// The engines that the service can be built with.
const ENGINES: [&str; 4] = ["sqlite", "lmdb", "redb", "fjall"];

/// Which designs of the service are measured, and on what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The longest that the measuring may be predicted to take.
    pub budget: Span,
    /// Trials of each case.
    pub trials: usize,
    /// How many users there are.
    pub users: u32,
    /// How many others each of them follows.
    pub follows: u32,
    /// The numbers of followers of which deliveries are measured.
    pub followers: Vec<u32>,
    /// The engines.
    pub stores: Vec<String>,
    /// The ways of delivery: `push`, `pull`, `hybrid:FOLLOWERS`, `rates:READS`.
    pub deliveries: Vec<String>,
    /// How unread entries are counted: `read`, `written` or `approximate`.
    #[serde(default = "when_read")]
    pub unread: Vec<String>,
    /// Whether the service is also killed while it publishes.
    #[serde(default)]
    pub crash: bool,
}

fn when_read() -> Vec<String> {
    vec!["read".into()]
}

impl Part {
    /// That of a suite; none if the suite has none.
    ///
    /// # Errors
    /// If it is broken, or says what cannot be.
    pub fn of(suite: &Suite) -> Result<Option<Self>, PlanError> {
        let Some(part) = suite.tables.get::<Self>(NAME)? else { return Ok(None) };
        let fault = |what: String| Err(suite.tables.fault(NAME, what));
        if part.trials == 0 || part.stores.is_empty() || part.deliveries.is_empty() || part.unread.is_empty() {
            return fault("trials, stores, deliveries and unread are at least one each".into());
        }
        if part.users < 100 || part.follows == 0 || part.follows >= part.users || part.users > 1_000_000 {
            return fault("users are 100 to 1,000,000, and follows fewer than they are".into());
        }
        if part.followers.is_empty() || part.followers.contains(&0) {
            return fault("followers are numbers from 1 on".into());
        }
        if let Some(store) = part.stores.iter().find(|store| !ENGINES.contains(&engine(store))) {
            return fault(format!("no engine {store:?}; there are {}, and sqlite-normal", ENGINES.join(", ")));
        }
        Ok(Some(part))
    }
}

/// The engine of a store, without what it does for durability.
pub fn engine(store: &str) -> &str {
    store.split('-').next().unwrap_or(store)
}
