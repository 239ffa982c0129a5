//! Who answers on a port: never a server that happened to run there.

use rustix::process::Pid;
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use crate::{listening, processes};

/// How long an answer to the question for the nonce may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// The answer is searched for the nonce up to here.
const MOST_BYTES: u64 = 1 << 20;

/// Who holds the listening socket of a port.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Nobody listens.
    Nobody,
    /// A process of the group does.
    Group,
    /// Somebody else does.
    Stranger,
}

/// Looks who listens on a TCP port of the loopback or of every address.
pub(crate) fn holder(port: u16, group: Pid) -> Holder {
    let inodes = listening::inodes(port);
    if inodes.is_empty() {
        return Holder::Nobody;
    }
    let links: Vec<String> = inodes.iter().map(|inode| format!("socket:[{inode}]")).collect();
    if has_any(group, &links) { Holder::Group } else { Holder::Stranger }
}

/// Whether a process of the group has open what one of these links stands for (`/proc/PID/fd`).
fn has_any(group: Pid, links: &[String]) -> bool {
    processes::of_group(group).into_iter().any(|pid| {
        let files = fs::read_dir(format!("/proc/{}/fd", pid.as_raw_pid()));
        let mut targets = files.into_iter().flatten().flatten().filter_map(|file| fs::read_link(file.path()).ok());
        targets.any(|target| target.to_str().is_some_and(|target| links.iter().any(|link| link == target)))
    })
}

/// Asks on a new connection, and looks for the nonce in the answer.
pub(crate) fn knows_nonce(port: u16, question: &str, nonce: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(question.as_bytes())?;
    let mut answer = Vec::new();
    let mut bytes = [0; 4096];
    while (answer.len() as u64) < MOST_BYTES {
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&bytes[..count]),
            Err(fault) if fault.kind() == std::io::ErrorKind::WouldBlock => break,
            Err(fault) => return Err(fault),
        }
        if answer.windows(nonce.len()).any(|window| window == nonce.as_bytes()) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn this_process_holds_what_it_listens_on() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        assert_eq!(holder(port, rustix::process::getpgrp()), Holder::Group);
        assert_eq!(holder(port, Pid::INIT), Holder::Stranger);
        drop(listener);
        // A child that another test starts just now holds it too, until it becomes another program.
        for _ in 0..500 {
            if holder(port, rustix::process::getpgrp()) == Holder::Nobody {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("somebody still holds port {port}");
    }
}
