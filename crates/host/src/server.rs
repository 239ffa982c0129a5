//! A server that runs.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::guard::Guard;
use crate::identity::{self, Holder};
use crate::launch::{Launch, Values};
use crate::memory::Memory;
use crate::room::Room;
use crate::usage::Usage;
use crate::{port, processes, spawner};

/// Ports that are tried if somebody else takes the one that was free.
const TRIES: usize = 5;
/// How often a server that is starting or stopping is looked at.
const LOOK: Duration = Duration::from_millis(2);
/// How long a server has to end by itself before it is killed.
const GRACE: Duration = Duration::from_secs(3);

/// A running server. Dropping it stops it and everything that it started.
#[derive(Debug)]
pub struct Server {
    program: String,
    process: Child,
    group: Pid,
    port: u16,
    nonce: String,
    room: Room,
    /// Its processes when it was asked to end: once the first has ended, those that have left its group cannot be recognised.
    family: Vec<Pid>,
    // The last to go: it guards until the group is gone.
    _guard: Guard,
}

impl Server {
    /// Starts a server on a free port, and waits until it listens there and has proven that it is the one that does.
    ///
    /// # Errors
    /// That it could not be run, ended or stayed silent, with the last line that it wrote to standard error; or that
    /// something else answers.
    pub fn start(launch: &Launch) -> Result<Server, Error> {
        let mut tries = 1;
        loop {
            match Self::start_once(launch) {
                Err(Error::Impostor { .. }) if tries < TRIES => tries += 1,
                result => return result,
            }
        }
    }

    fn start_once(launch: &Launch) -> Result<Server, Error> {
        let nonce = format!("{:032x}", fastrand::u128(..));
        let room = Room::new(&nonce)?;
        let folder = room.path().to_owned();
        let values = Values { port: port::choose(launch.listen)?, folder: &folder, nonce: &nonce };
        write_files(launch, &values)?;
        let port = values.port;
        let (process, group, guard) = spawn(launch, &values)?;
        let mut server = Server {
            program: launch.program.clone(),
            process,
            group,
            port,
            nonce,
            room,
            family: Vec::new(),
            _guard: guard,
        };
        server.await_ready(launch)?;
        Ok(server)
    }

    /// Waits until it listens and has proven who it is.
    fn await_ready(&mut self, launch: &Launch) -> Result<(), Error> {
        self.await_listening(launch)?;
        let Some(question) = &launch.nonce else { return Ok(()) };
        let values = Values { port: self.port, folder: self.room.path(), nonce: &self.nonce };
        self.prove_nonce(&values.put_in(&question.question), &self.nonce)
    }

    /// Kills it and all that it started, as a crash would, and waits until they are gone. Its folder stays.
    pub fn kill(&mut self) {
        // Nobody starts another process while they are counted. A group that is gone already needs no signal.
        let _ = kill_process_group(self.group, Signal::STOP);
        let family = processes::of_group(self.group);
        kill_all(self.group, &family);
        let _ = self.process.wait();
        while family.iter().any(|pid| processes::is_alive(*pid)) || !processes::of_group(self.group).is_empty() {
            std::thread::sleep(LOOK);
        }
    }

    /// Starts it again with what it left in its folder, after [`Server::kill`]: on its port, or on another one where somebody
    /// else has taken that.
    ///
    /// # Errors
    /// As those of [`Server::start`].
    pub fn start_again(&mut self, launch: &Launch) -> Result<(), Error> {
        let mut tries = 1;
        loop {
            match self.start_again_once(launch) {
                Err(Error::Impostor { .. }) if tries < TRIES => tries += 1,
                result => return result,
            }
            self.kill();
            self.port = port::choose(launch.listen)?;
            // They may name the port.
            write_files(launch, &Values { port: self.port, folder: self.room.path(), nonce: &self.nonce })?;
        }
    }

    fn start_again_once(&mut self, launch: &Launch) -> Result<(), Error> {
        let values = Values { port: self.port, folder: self.room.path(), nonce: &self.nonce };
        let (process, group, guard) = spawn(launch, &values)?;
        (self.process, self.group, self._guard) = (process, group, guard);
        self.await_ready(launch)
    }

    fn await_listening(&mut self, launch: &Launch) -> Result<(), Error> {
        let (start, patience) = (Instant::now(), launch.patience);
        loop {
            let ended =
                self.process.try_wait().map_err(|source| Error::System { what: "waiting for a server", source })?;
            let holder = identity::holder(self.port, self.group);
            if let (Some(status), Holder::Nobody) = (ended, &holder) {
                let (program, last_words) = (self.program.clone(), self.last_words());
                return Err(Error::Ended { program, status, last_words });
            }
            match holder {
                Holder::Group => return Ok(()),
                Holder::Stranger => return Err(self.impostor("its socket belongs to another process")),
                Holder::Nobody => {}
            }
            if launch.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
                return Err(Error::Cancelled { program: self.program.clone() });
            }
            if start.elapsed() > patience {
                let (program, last_words) = (self.program.clone(), self.last_words());
                return Err(Error::Silent { program, port: self.port, waited: patience, last_words });
            }
            std::thread::sleep(LOOK);
        }
    }

    fn prove_nonce(&self, question: &str, nonce: &str) -> Result<(), Error> {
        match identity::knows_nonce(self.port, question, nonce) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.impostor("its answer does not hold the nonce")),
            Err(fault) => Err(self.impostor(&format!("asked for the nonce, it failed: {fault}"))),
        }
    }

    fn impostor(&self, why: &str) -> Error {
        Error::Impostor { program: self.program.clone(), port: self.port, why: why.into() }
    }

    /// The last line that the server wrote to standard error.
    pub fn last_words(&self) -> String {
        let text = fs::read(self.room.path().join("stderr")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("nothing").to_string()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    /// The process that was started; what it started itself is in its group.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Its processes of now.
    pub fn pids(&self) -> Vec<u32> {
        processes::of_group(self.group).iter().map(|pid| pid.as_raw_pid() as u32).collect()
    }

    /// Its private folder, which goes with it.
    pub fn folder(&self) -> &Path {
        self.room.path()
    }

    /// Whether every process of it has mapped a file, such as a library. A process that has just ended is none.
    pub fn maps(&self, file: &Path) -> bool {
        let file = file.to_string_lossy();
        let has = |maps: &String| maps.is_empty() || maps.lines().any(|line| line.ends_with(file.as_ref()));
        let maps = |pid: &Pid| fs::read_to_string(format!("/proc/{}/maps", pid.as_raw_pid())).unwrap_or_default();
        processes::of_group(self.group).iter().map(maps).all(|maps| has(&maps))
    }

    /// Its processes of now, whose memory can be read again and again.
    pub fn memory(&self) -> Memory {
        Memory::of(processes::of_group(self.group))
    }

    /// What it has used so far.
    pub fn usage(&self) -> Usage {
        Usage::of_group(self.group)
    }

    /// The same without memory, for whoever wants to know what it uses from now on.
    pub fn usage_without_memory(&self) -> Usage {
        Usage::without_memory(self.group)
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Asks it to end, kills it and all that it started if it does not, and reaps it.
    pub fn stop(self) {}

    /// Asks it to end while others are stopped.
    pub fn ask_to_end(&mut self) {
        self.family.extend(processes::of_group(self.group));
        // A group that is gone already needs no signal.
        let _ = kill_process_group(self.group, Signal::TERM);
    }

    fn end(&mut self) {
        self.ask_to_end();
        let mut family = std::mem::take(&mut self.family);
        let start = Instant::now();
        while start.elapsed() < GRACE && !self.is_gone(&family) {
            std::thread::sleep(LOOK);
        }
        if !self.is_gone(&family) {
            family.extend(processes::of_group(self.group));
            kill_all(self.group, &family);
        }
        let _ = self.process.wait();
    }

    fn is_gone(&mut self, family: &[Pid]) -> bool {
        let is_alive = |pid: &Pid| processes::is_alive(*pid);
        !self.is_running() && !family.iter().any(is_alive) && processes::of_group(self.group).is_empty()
    }
}

/// Kills a group, and processes that may have left it.
fn kill_all(group: Pid, family: &[Pid]) {
    // Who is gone already needs no signal.
    let _ = kill_process_group(group, Signal::KILL);
    for pid in family {
        let _ = kill_process(*pid, Signal::KILL);
    }
}

/// Writes the files that a server is started with into its folder.
fn write_files(launch: &Launch, values: &Values<'_>) -> Result<(), Error> {
    let files = launch.files.iter().map(|(name, content)| (name, values.put_in(content).into_bytes()));
    for (name, content) in files.chain(launch.plain_files.iter().map(|(name, content)| (name, content.clone()))) {
        let path = values.folder.join(name);
        fs::write(&path, content).map_err(|source| Error::File { path, source })?;
    }
    Ok(())
}

/// Starts the process of a server in its folder, with a guard.
fn spawn(launch: &Launch, values: &Values<'_>) -> Result<(Child, Pid, Guard), Error> {
    let errors = values.folder.join("stderr");
    let output = File::create(&errors).map_err(|source| Error::File { path: errors, source })?;
    let mut command = Command::new(&launch.program);
    command.args(launch.arguments.iter().map(|argument| values.put_in(argument)));
    command.envs(launch.environment.iter().map(|(name, value)| (name, values.put_in(value))));
    command.current_dir(values.folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output);

    let system = |what| move |source| Error::System { what, source };
    let mut guard = Guard::start().map_err(system("the guard of a server"))?;
    let mut process = spawner::spawn(command, &launch.cores, launch.data_bytes)
        .map_err(|source| Error::Run { program: launch.program.clone(), source })?;
    let group = Pid::from_child(&process);
    if let Err(fault) = guard.watch(group) {
        // Nobody else would end it.
        let _ = process.kill().and_then(|()| process.wait());
        return Err(system("the guard of a server")(fault));
    }
    Ok((process, group, guard))
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
