//! What a store does when it has less memory than its values need.
//!
//! Every key is stored, then every key is fetched. The store is allowed half of the size of all values (memcached,
//! Redis), and the system gives none of its processes more memory for data of its own than that and what a program needs beside
//! it (`RLIMIT_DATA`). Where its processes have ended, it is started again without a limit, and every key is fetched then.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use wirecost_host::Server;
use wirecost_lab::Slot;
use wirecost_load::protocol::store::{Dialect, Order, Store as Keys};
use wirecost_load::{LoadResult, Options};
use wirecost_model::{EstimateId, TrialDocument};
use wirecost_server_lab::Reason;

use crate::asking::{check, keys, options};
use crate::case::Case;
use crate::client::{Patience, StoreClient};
use crate::plan::KvPlan;
use crate::start::{Size, launch};
use crate::steps::Step;
use crate::stopping::Stopping;
use crate::store::Store;

/// The least that a store may take for its values.
const LEAST_LIMIT_MB: u64 = 16;
/// What a program may need beside its values: its threads, and what it is made of.
const BESIDE_BYTES: u64 = 128 << 20;

/// What is known of a store when its memory is full.
struct WhenFull {
    stored: LoadResult,
    fetched: Option<LoadResult>,
    evictions: u64,
    has_ended: bool,
    peak_bytes: u64,
}

/// One trial: everything is stored in a fresh server, and fetched.
pub(crate) fn trial(
    store: &Store,
    case: &Case,
    plan: &KvPlan,
    (place, patience): (Slot, &Patience),
) -> Result<TrialDocument, Reason> {
    let dialect = store.dialect.ok_or("it has no server that could be asked")?;
    let Step { keys, value_bytes, .. } = case.step;
    let limit_mb = ((keys * value_bytes as u64 / 2) >> 20).max(LEAST_LIMIT_MB);
    let size = Size { keys, value_bytes, limit_mb: Some(limit_mb) };
    let mut launch = launch(&store.participant.candidate, size, &case.places, [127, 0, 0, 1].into())?;
    launch.cancelled = Some(Arc::clone(&patience.cancelled));
    launch.data_bytes = Some((limit_mb << 20) + BESIDE_BYTES);
    let mut server = Server::start(&launch)?;
    check(dialect, &mut server, patience)?;
    let asking = Asking { dialect, case, plan, keys: self::keys(dialect, &case.step), patience };
    let mut told = asking.fill(&mut server)?;
    if told.has_ended {
        server.kill();
        launch.data_bytes = None;
        // One that cannot be started again has lost all.
        let again = server.start_again(&launch);
        told.fetched = again.ok().and_then(|()| asking.fetch(&server).ok());
    } else {
        told.fetched = Some(asking.fetch(&server)?);
    }
    Ok(document(&told, limit_mb << 20, place))
}

struct Asking<'a> {
    dialect: Dialect,
    case: &'a Case,
    plan: &'a KvPlan,
    keys: Keys,
    patience: &'a Patience,
}

impl Asking<'_> {
    /// Stores everything, as long as there is anybody who answers.
    fn fill(&self, server: &mut Server) -> Result<WhenFull, Reason> {
        let memory = server.memory();
        let is_gone = || memory.read_bytes() == 0;
        let stored = self.run(server, self.keys.fill(), &is_gone)?;
        let has_ended = !server.is_running();
        let peak_bytes = server.usage().peak_memory_bytes;
        let evictions = if has_ended {
            0
        } else {
            StoreClient::connect(self.dialect, server.address(), self.patience)
                .and_then(|mut client| client.evictions())
                .map_err(|error| format!("asked for its evictions: {error}"))?
        };
        Ok(WhenFull { stored, fetched: None, evictions, has_ended, peak_bytes })
    }

    /// Fetches everything.
    fn fetch(&self, server: &Server) -> Result<LoadResult, Reason> {
        let memory = server.memory();
        self.run(server, self.keys.then(Order::InOrder, 0.0, 0), &|| memory.read_bytes() == 0)
    }

    fn run(&self, server: &Server, keys: Keys, is_gone: &(dyn Fn() -> bool + Sync)) -> Result<LoadResult, Reason> {
        let longest: Duration = self.plan.part.longest.0;
        let options =
            options(server, self.case, self.plan.part.timeout.0, (self.dialect, Some(self.case.step.keys), longest));
        let options = Options { allow_misses: true, ..options };
        Ok(Stopping::new(&self.patience.cancelled).run(options, keys, is_gone)?)
    }
}

fn document(told: &WhenFull, limit_bytes: u64, place: Slot) -> TrialDocument {
    let kept = told.fetched.as_ref().map_or(0, |fetched| fetched.ok);
    let damaged = told.fetched.as_ref().map_or(0, |fetched| fetched.errors.wrong_answer);
    // A write without an answer may have taken effect.
    let lost = told.stored.ok.saturating_sub(kept + damaged);
    let refused = told.stored.errors.status;
    let mut estimates = BTreeMap::from([
        (EstimateId::LimitBytes, limit_bytes as f64),
        (EstimateId::AnsweredWrites, told.stored.ok as f64),
        (EstimateId::RefusedWrites, refused as f64),
        (EstimateId::LostWrites, lost as f64),
        (EstimateId::DamagedValues, damaged as f64),
        (EstimateId::Evictions, told.evictions as f64),
        (EstimateId::Ended, f64::from(u8::from(told.has_ended))),
    ]);
    if !told.has_ended {
        estimates.insert(EstimateId::PeakMemoryBytes, told.peak_bytes as f64);
    }
    TrialDocument { estimates, samples: 1, outliers: 0, position: place.position, warmup: None, load: None }
}
