//! Where the time of a call goes, by timestamps inside the stacks that are written here.
//!
//! Both ends read the same clock (`CLOCK_MONOTONIC` is one for all processes of a machine), each after every step of its
//! own. Stamping costs some 25 ns a step, so that it is off in the window whose times are reported, and on in one after it.

use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use wirecost_load::now_ns;

/// A step of a call, of the client or of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Phase {
    /// Client: from the typed request to bytes.
    Encode,
    /// Client: the system call that sends them, and, where there is a connection a call, the one that connects.
    Send,
    /// Client: until the reply is there. Transport, wake-ups and all that the server does lie in it.
    Wait,
    /// Client: from bytes to the typed reply.
    Decode,
    /// Server: from bytes to the request as its protocol sees it, arguments included.
    Parse,
    /// Server: finding the method.
    Dispatch,
    /// Server: the method.
    Handle,
    /// Server: from the typed reply to bytes.
    Serialise,
    /// Server: the system call that sends them.
    Answer,
}

/// How many phases there are.
pub const PHASES: usize = 9;

impl Phase {
    /// Every phase, in the order of its index in sums.
    pub const ALL: [Phase; PHASES] = [
        Phase::Encode,
        Phase::Send,
        Phase::Wait,
        Phase::Decode,
        Phase::Parse,
        Phase::Dispatch,
        Phase::Handle,
        Phase::Serialise,
        Phase::Answer,
    ];

    /// Whether it is the client's.
    pub fn is_client(self) -> bool {
        matches!(self, Phase::Encode | Phase::Send | Phase::Wait | Phase::Decode)
    }

    /// Its name among the estimates of a trial.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Encode => "client_encode",
            Phase::Send => "client_send",
            Phase::Wait => "client_wait",
            Phase::Decode => "client_decode",
            Phase::Parse => "server_parse",
            Phase::Dispatch => "server_dispatch",
            Phase::Handle => "server_handle",
            Phase::Serialise => "server_serialise",
            Phase::Answer => "server_send",
        }
    }
}

/// Nanoseconds spent in each phase, and calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sums {
    /// By [`Phase`].
    pub ns: [u64; PHASES],
    /// Calls.
    pub calls: u64,
}

impl Sums {
    /// Adds others.
    pub fn add(&mut self, other: &Sums) {
        for (sum, ns) in self.ns.iter_mut().zip(other.ns) {
            *sum += ns;
        }
        self.calls += other.calls;
    }

    /// What came since `earlier`.
    pub fn since(&self, earlier: &Sums) -> Sums {
        let ns = std::array::from_fn(|phase| self.ns[phase].saturating_sub(earlier.ns[phase]));
        Sums { ns, calls: self.calls.saturating_sub(earlier.calls) }
    }
}

/// The stamps of one thread. While they are off, they cost a branch.
#[derive(Debug, Default)]
pub struct Stamps {
    on: bool,
    last_ns: u64,
    sums: Sums,
}

impl Stamps {
    /// Stamps that are taken or not.
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// A call begins now.
    #[inline]
    pub fn start(&mut self) {
        if self.on {
            self.last_ns = now_ns();
            self.sums.calls += 1;
        }
    }

    /// A phase ends now; the next one begins.
    #[inline]
    pub fn end(&mut self, phase: Phase) {
        if self.on {
            let now = now_ns();
            self.sums.ns[phase as usize] += now.saturating_sub(self.last_ns);
            self.last_ns = now;
        }
    }

    /// What was summed up so far, which begins anew.
    pub fn take(&mut self) -> Sums {
        std::mem::take(&mut self.sums)
    }
}

/// The sums of a process.
#[derive(Debug, Default)]
pub struct Phases {
    on: AtomicBool,
    ns: [AtomicU64; PHASES],
    calls: AtomicU64,
}

/// What the harness sends to have stamps taken.
const ON: u8 = b'+';

impl Phases {
    /// Whether stamps are to be taken; stacks look once a call.
    #[inline]
    pub fn stamps(&self, stamps: &mut Stamps) {
        stamps.on = self.on.load(Ordering::Relaxed);
        stamps.start();
    }

    /// Adds what a thread summed up, if it did.
    #[inline]
    pub fn add(&self, stamps: &mut Stamps) {
        if stamps.on {
            let Sums { ns, calls } = stamps.take();
            for (sum, ns) in self.ns.iter().zip(ns) {
                sum.fetch_add(ns, Ordering::Relaxed);
            }
            self.calls.fetch_add(calls, Ordering::Relaxed);
        }
    }

    fn sums(&self) -> Sums {
        let ns = std::array::from_fn(|phase| self.ns[phase].load(Ordering::Relaxed));
        Sums { ns, calls: self.calls.load(Ordering::Relaxed) }
    }

    /// Tells the sums to whoever connects to a socket, and turns the stamps on when told so.
    ///
    /// # Errors
    /// If the socket cannot be made.
    pub fn listen(&'static self, path: &Path) -> io::Result<()> {
        let listener = UnixListener::bind(path)?;
        std::thread::Builder::new().name("phases".into()).spawn(move || {
            for stream in listener.incoming().flatten() {
                // One that asks and goes away is no reason to stop.
                let _ = self.tell(stream);
            }
        })?;
        Ok(())
    }

    fn tell(&self, mut stream: UnixStream) -> io::Result<()> {
        let mut asked = [0];
        stream.read_exact(&mut asked)?;
        self.on.store(asked[0] == ON, Ordering::Relaxed);
        stream.write_all(&serde_json::to_vec(&self.sums())?)
    }
}

/// Asks a server for its sums so far, and turns its stamps on or off.
///
/// # Errors
/// If the server gives none.
pub fn ask(path: &Path, on: bool) -> io::Result<Sums> {
    let mut stream = UnixStream::connect(path)?;
    stream.write_all(&[if on { ON } else { b'-' }])?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(serde_json::from_slice(&answer)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_summed_while_they_are_on() {
        let folder = std::env::temp_dir().join(format!("wirecost-phases-{}", std::process::id()));
        let path = folder.with_extension("socket");
        let phases: &'static Phases = Box::leak(Box::default());
        phases.listen(&path).unwrap();
        let call = |stamps: &mut Stamps| {
            phases.stamps(stamps);
            stamps.end(Phase::Parse);
            stamps.end(Phase::Handle);
            phases.add(stamps);
        };
        let mut stamps = Stamps::default();
        call(&mut stamps);
        assert_eq!(ask(&path, true).unwrap(), Sums::default(), "off at first");
        call(&mut stamps);
        call(&mut stamps);
        let sums = ask(&path, false).unwrap();
        assert_eq!(sums.calls, 2);
        assert!(sums.ns[Phase::Parse as usize] > 0 && sums.ns[Phase::Serialise as usize] == 0, "{sums:?}");
        call(&mut stamps);
        assert_eq!(ask(&path, false).unwrap(), sums);
        std::fs::remove_file(path).unwrap();
    }
}
