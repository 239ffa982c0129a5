//! The service as a process.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::serve::ListenerExt as _;
use rustix::process::{Resource, Rlimit};
use tokio::net::TcpListener;
use wirecost_kv_rust::engine::open_ordered;

use crate::api;
use crate::crawl::Crawler;
use crate::pubsub::Pubsub;
use crate::refusal::Refusal;
use crate::settings::Settings;

/// Why a service ended.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There is no such engine, or it cannot be opened.
    #[error(transparent)]
    Store(#[from] wirecost_kv_rust::Fault),
    /// The store cannot be used.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something about a file.
    #[error("{what}: {error}")]
    File {
        /// Which.
        what: String,
        /// What.
        error: io::Error,
    },
    /// The address is taken, or is not one of this machine.
    #[error("cannot listen on {address}: {error}; choose another with --listen")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no threads or sockets.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn file(path: &Path) -> impl FnOnce(io::Error) -> Fault {
    let what = path.display().to_string();
    move |error| Fault::File { what, error }
}

/// A service that has a folder for itself.
pub struct Opened {
    /// The service.
    pub service: Arc<Pubsub>,
    /// Keeps other processes out as long as it is open.
    _lock: File,
}

/// Opens the service of a folder, which is made where there is none.
///
/// # Errors
/// If another process has it, or the store cannot be opened.
pub fn open(settings: &Settings) -> Result<Opened, Fault> {
    std::fs::create_dir_all(&settings.data).map_err(file(&settings.data))?;
    let lock = settings.data.join("lock");
    let locked = File::create(&lock).map_err(file(&lock))?;
    // Its counters are in memory, so there can be one writer alone.
    locked.try_lock().map_err(|_| Fault::File {
        what: settings.data.display().to_string(),
        error: io::Error::other("another service uses it; stop that, or choose another --data"),
    })?;
    // Who opens it with another engine must not find an empty service.
    let kind = settings.data.join("store");
    match std::fs::read_to_string(&kind) {
        Ok(before) if family(before.trim()) != family(&settings.store) => {
            let error = io::Error::other(format!("its data is in {0}; start it with --store {0}", before.trim()));
            return Err(Fault::File { what: settings.data.display().to_string(), error });
        }
        Ok(_) => {}
        Err(_) => {
            let engine = open_ordered(&settings.store, &settings.data)?;
            drop(engine);
            std::fs::write(&kind, &settings.store).map_err(file(&kind))?;
        }
    }
    let engine = open_ordered(&settings.store, &settings.data)?;
    let service = Pubsub::new(engine, settings.design).map_err(Refusal::from)?;
    Ok(Opened { service: Arc::new(service), _lock: locked })
}

/// An engine, whatever it does for durability.
fn family(store: &str) -> &str {
    store.split('-').next().unwrap_or(store)
}

/// The secret of the client `operator`: in a file that its owner alone can read.
fn operator_secret(folder: &Path) -> Result<String, Fault> {
    let path = folder.join("operator.secret");
    if let Ok(secret) = std::fs::read_to_string(&path)
        && !secret.trim().is_empty()
    {
        return Ok(secret.trim().to_owned());
    }
    let secret = api::secret()?;
    let mut options = std::fs::OpenOptions::new();
    let mut made = options.write(true).create(true).truncate(true).mode(0o600).open(&path).map_err(file(&path))?;
    writeln!(made, "{secret}").and_then(|()| made.sync_all()).map_err(file(&path))?;
    Ok(secret)
}

/// As many connections as the system lets this process have: each live reader is one.
fn raise_limit_of_files() {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    // Where it cannot be raised, there are fewer.
    let _ = rustix::process::setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// Serves until SIGTERM or SIGINT. It says on standard output where it listens.
///
/// # Errors
/// If the store cannot be opened, or the address cannot be listened on.
pub fn serve(settings: &Settings) -> Result<(), Fault> {
    raise_limit_of_files();
    let opened = open(settings)?;
    let secret = operator_secret(&settings.data)?;
    let service = Arc::clone(&opened.service);
    let routes = api::routes(Arc::clone(&service), &secret)?;
    if let Some(options) = settings.crawl {
        let crawler = Crawler::new(Arc::clone(&service), options);
        // It ends with the process: what it has published is in the store, and the rest is still due.
        std::thread::Builder::new().name("crawler".into()).spawn(move || {
            crawler.run(&AtomicBool::new(false), &|failure| eprintln!("{failure}"));
        })?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let address = settings.listen;
        let listener = TcpListener::bind(address).await.map_err(|error| Fault::Listen { address, error })?;
        let address = listener.local_addr()?;
        println!("listening on {address} (feed, {}); Ctrl-C stops it", settings.store);
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            served = axum::serve(listener, routes).into_future() => served.map_err(Fault::Io),
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(Fault::Io),
            _ = terminate.recv() => Ok(()),
        }
    });
    // Live readers would keep it from ending.
    runtime.shutdown_background();
    ended
}

/// Plants a graph in a folder that has no users yet.
///
/// # Errors
/// As [`open`], and if there are users.
pub fn plant(settings: &Settings) -> Result<(), Fault> {
    let opened = open(settings)?;
    Ok(settings.graph.plant(&opened.service, |_| ())?)
}
