//! Who answers on a port: never a server that happened to run there.

use rustix::process::Pid;
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use crate::processes;

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
    let mut inodes = Vec::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        let text = fs::read_to_string(table).unwrap_or_default();
        inodes.extend(text.lines().filter_map(|line| listening_inode(line, port)));
    }
    if inodes.is_empty() {
        return Holder::Nobody;
    }
    let links: Vec<String> = inodes.iter().map(|inode| format!("{SOCKET}{inode}]")).collect();
    if any_file(group, |target| links.iter().any(|link| target == link)) { Holder::Group } else { Holder::Stranger }
}

/// Whether a group has opened any socket, which is seen much sooner than who holds one.
pub(crate) fn has_socket(group: Pid) -> bool {
    any_file(group, |target| target.starts_with(SOCKET))
}

/// How the link of an open socket begins; its inode follows.
const SOCKET: &str = "socket:[";

/// Whether `is_it` holds for the link of a file that a process of the group has open (`/proc/PID/fd`).
fn any_file(group: Pid, is_it: impl Fn(&str) -> bool) -> bool {
    processes::of_group(group).into_iter().any(|pid| {
        let files = fs::read_dir(format!("/proc/{}/fd", pid.as_raw_pid()));
        let mut targets = files.into_iter().flatten().flatten().filter_map(|file| fs::read_link(file.path()).ok());
        targets.any(|target| target.to_str().is_some_and(&is_it))
    })
}

/// The inode in a line of `/proc/net/tcp` if it is a socket that listens on `port`: state 0A.
fn listening_inode(line: &str, port: u16) -> Option<u64> {
    let mut fields = line.split_ascii_whitespace();
    let (_, local_port) = fields.nth(1)?.rsplit_once(':')?;
    let state = fields.nth(1)?;
    let inode = fields.nth(5)?;
    let listens = state == "0A" && u16::from_str_radix(local_port, 16) == Ok(port);
    listens.then(|| inode.parse().ok()).flatten()
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
    fn a_line_of_the_table() {
        let line =
            "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0";
        assert_eq!(listening_inode(line, 8080), Some(4711));
        assert_eq!(listening_inode(line, 8081), None);
        assert_eq!(listening_inode(&line.replace(" 0A ", " 01 "), 8080), None);
        assert_eq!(listening_inode("sl local_address rem_address st", 8080), None);
    }

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
