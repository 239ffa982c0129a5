//! The process that answers.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

use wirecost_rpc_protocol::PHASES_SOCKET;
use wirecost_rpc_protocol::phases::Phases;

use crate::{Fault, stack};

/// The settings of a server.
#[derive(Debug)]
pub struct Serving {
    /// Where it is to listen.
    pub address: SocketAddr,
    /// Which variant of the candidate it is.
    pub variant: String,
    /// A private folder, which its clients know.
    pub folder: PathBuf,
    /// Threads that it may use, where it chooses.
    pub cores: usize,
    /// Where its time goes.
    pub phases: &'static Phases,
}

impl Serving {
    /// Listens. Whoever waits for the port connects at once, so that all else must be ready.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn listen(&self) -> std::io::Result<TcpListener> {
        TcpListener::bind(self.address)
    }
}

/// Serves as a candidate until the process is ended: `WIRECOST_PORT` on the loopback or on `WIRECOST_HOST`, with the private
/// folder `WIRECOST_FOLDER`, on `WIRECOST_CORES` threads.
///
/// # Errors
/// If a variable is missing or broken, the port is taken, or the stack ends.
pub fn serve(name: &str, variant: &str) -> Result<(), Fault> {
    let stack = stack(name)?;
    let variable = |name: &str| std::env::var(name).map_err(|error| format!("{name}: {error}"));
    let folder = PathBuf::from(variable("WIRECOST_FOLDER")?);
    let phases: &'static Phases = Box::leak(Box::default());
    phases.listen(&folder.join(PHASES_SOCKET))?;
    let host = match std::env::var("WIRECOST_HOST") {
        Ok(host) => host.parse()?,
        Err(_) => Ipv4Addr::LOCALHOST.into(),
    };
    let address = SocketAddr::new(host, variable("WIRECOST_PORT")?.parse()?);
    let cores = variable("WIRECOST_CORES")?.parse()?;
    (stack.serve)(&Serving { address, variant: variant.to_owned(), folder, cores, phases })
}
