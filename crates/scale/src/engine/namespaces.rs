//! A network namespace for each worker of this machine: as far as the network goes, a machine of its own.
//!
//! A pair of virtual links connects each namespace with this machine, and nothing else does. A namespace lives as long as a
//! process is in it or a descriptor of it is open, and takes its links with it. So nothing is left however this process ends.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::fd::AsFd as _;
use std::os::unix::process::CommandExt as _;
use std::panic::resume_unwind;
use std::process::{Command, Stdio};
use std::thread;

use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space, unshare_unsafe};
use serde::Deserialize;

use super::processes::Processes;
use super::{Placed, complaint};
use crate::error::Error;
use crate::job::Job;

/// The address of this machine at its end of every link. 198.18.0.0/15 is for tests of network devices (RFC 2544, appendix
/// C.2.2), so no other machine has it. Virtual private networks often use the lower half of it for themselves.
pub const HOST: Ipv4Addr = Ipv4Addr::new(198, 19, 0, 1);
/// The addresses of both ends of all links.
const RANGE: &str = "198.19.0.0/16";
/// Workers have the addresses after that of the machine.
const MOST_LINKS: u32 = 65_000;
/// What the ends of links on this machine are called, before their number.
const LINK: &str = "wirecost";
/// What the other end is called, in the namespace.
const OWN_LINK: &str = "eth0";

/// The address at which workers in namespaces reach a server of this machine.
///
/// # Errors
/// [`Error::Namespaces`] if it is not one of this machine, or none that can be reached from another one.
pub fn reached(server: SocketAddr) -> Result<Ipv4Addr, Error> {
    let port = server.port();
    let refused = |reason: String| Err(Error::Namespaces(reason));
    let address = server.ip().to_canonical();
    if address.is_loopback() || address.is_unspecified() {
        return refused(format!(
            "{address} leads each worker to itself, since a namespace has a loopback of its own. Let the server listen on \
             0.0.0.0, and load {HOST}:{port}: this machine has that address during the run"
        ));
    }
    match address {
        IpAddr::V4(HOST) => Ok(HOST),
        // Only an address of this machine can be bound.
        IpAddr::V4(address) if UdpSocket::bind((address, 0)).is_ok() => Ok(address),
        IpAddr::V4(_) => refused(format!(
            "{address} is no address of this machine, and workers in namespaces reach nothing else: leave out --namespaces"
        )),
        IpAddr::V6(_) => refused(format!(
            "workers in namespaces have no IPv6. Load an IPv4 address of this machine instead of {address}, such as \
             {HOST}:{port}"
        )),
    }
}

/// Workers of this machine, each in a namespace of its own.
pub(crate) struct Namespaces {
    // Dropped first: the links stay until the workers have ended.
    workers: Processes,
    links: Vec<Link>,
}

/// A namespace and its link to this machine.
struct Link {
    rank: u64,
    /// The name of the end on this machine.
    name: String,
    namespace: File,
    /// How often it had changed between up and down when the workers were started.
    changes: u64,
}

/// What `ip` tells of a link.
#[derive(Deserialize)]
struct LinkState {
    ifname: String,
    operstate: String,
    stats64: Stats,
}

#[derive(Deserialize)]
struct Stats {
    tx: Sent,
}

#[derive(Deserialize)]
struct Sent {
    carrier_changes: u64,
}

impl Namespaces {
    /// Makes the namespaces, and starts a worker in each. Beside [`HOST`], workers reach the addresses `reach`.
    pub(crate) fn start(job: &Job, reach: &[Ipv4Addr]) -> Result<Self, Error> {
        let mut links: Vec<Link> = Vec::new();
        let mut number = 0;
        for &rank in &job.ranks {
            let namespace = new_namespace()?;
            if links.is_empty() {
                check_range()?;
            }
            number = links_of(&namespace, number, reach)?;
            links.push(Link { rank, name: format!("{LINK}{number}"), namespace, changes: 0 });
            number += 1;
        }
        let now = told()?;
        for link in &mut links {
            link.changes = now.get(&link.name).map_or(0, |told| told.stats64.tx.carrier_changes);
        }
        let mut own = links.iter();
        let workers = Processes::local(job, |command| match own.next() {
            Some(link) => within(&link.namespace, || command.spawn())?,
            None => Err(io::Error::other("there are more workers than namespaces")),
        })?;
        Ok(Self { workers, links })
    }
}

impl Placed for Namespaces {
    fn is_running(&mut self) -> Result<bool, Error> {
        self.workers.is_running()
    }

    fn tell_to_end(&mut self) {
        self.workers.tell_to_end();
    }

    fn cut_off(&mut self) -> Result<BTreeMap<u64, String>, Error> {
        let now = told()?;
        let judged = |link: &Link| {
            let what = match now.get(&link.name) {
                None => "was removed",
                Some(told) if told.operstate != "UP" => "went down and stayed down",
                Some(told) if told.stats64.tx.carrier_changes != link.changes => "went down and came up again",
                Some(_) => return None,
            };
            Some((link.rank, format!("its link {} {what} during the run", link.name)))
        };
        Ok(self.links.iter().filter_map(judged).collect())
    }

    fn end(&mut self) -> BTreeMap<u64, String> {
        self.workers.end()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // The kernel removes it with the namespace, a moment later; it may be gone already.
        let _ = ip(&["link", "delete", &self.name], "");
    }
}

/// A namespace without links.
fn new_namespace() -> Result<File, Error> {
    let made = in_a_thread(|| {
        // SAFETY: the call takes no descriptor from any thread, since FILES is not among its flags.
        unsafe { unshare_unsafe(UnshareFlags::NEWNET) }?;
        File::open("/proc/thread-self/ns/net")
    });
    made.map_err(|fault| match fault.kind() {
        io::ErrorKind::PermissionDenied => not_permitted(),
        _ => Error::Namespaces(format!("this system gives none: {fault}")),
    })
}

fn not_permitted() -> Error {
    let reason = "they need root, or the capabilities CAP_SYS_ADMIN and CAP_NET_ADMIN. Without --namespaces, workers are \
                  plain processes of this machine";
    Error::Namespaces(reason.into())
}

/// Does something within a namespace. What it starts stays there.
fn within<T: Send>(namespace: &File, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    in_a_thread(|| {
        move_into_link_name_space(namespace.as_fd(), Some(LinkNameSpaceType::Network))?;
        Ok(work())
    })
}

/// Calls `ip` within a namespace.
fn ip_within(namespace: &File, arguments: &[&str], input: &str) -> Result<String, Error> {
    within(namespace, || ip(arguments, input))
        .map_err(|fault| Error::Namespaces(format!("one cannot be entered: {fault}")))?
}

/// Does something in a thread that ends then: what changes the namespace of a thread changes no other's.
fn in_a_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(work).join().unwrap_or_else(|panic| resume_unwind(panic)))
}

/// Connects a namespace with this machine, by the first link from `number` on that no other run has. Its number.
fn links_of(namespace: &File, mut number: u32, reach: &[Ipv4Addr]) -> Result<u32, Error> {
    let here = std::process::id().to_string();
    // The kernel gives a name once. So a name that was given is also the right to its address.
    let name = loop {
        let name = format!("{LINK}{number}");
        let pair = ["link", "add", OWN_LINK, "type", "veth", "peer", "name", &name, "netns", &here];
        match ip_within(namespace, &pair, "") {
            Ok(_) => break name,
            Err(fault) if fault.to_string().contains("File exists") && number < MOST_LINKS => number += 1,
            Err(fault) => return Err(fault),
        }
    };
    let own = Ipv4Addr::from(u32::from(HOST) + 1 + number);
    let mut there =
        format!("link set lo up\naddress add {own}/32 peer {HOST} dev {OWN_LINK}\nlink set {OWN_LINK} up\n");
    for address in reach.iter().filter(|address| **address != HOST) {
        there += &format!("route add {address} via {HOST} dev {OWN_LINK}\n");
    }
    let here = format!("address add {HOST}/32 peer {own} dev {name}\nlink set {name} up\n");
    ip(&["-batch", "-"], &here)?;
    ip_within(namespace, &["-batch", "-"], &there)?;
    Ok(number)
}

/// Refuses to share the addresses with anything but other runs.
fn check_range() -> Result<(), Error> {
    let found = ip(&["-oneline", "-4", "address", "show", "to", RANGE], "")?;
    let names = found.lines().filter_map(|line| line.split_whitespace().nth(1));
    match names.into_iter().find(|name| !name.starts_with(LINK)) {
        Some(name) => Err(Error::Namespaces(format!(
            "the link {name} of this machine has an address in {RANGE} already, which the links of namespaces need: take it \
             down, or leave out --namespaces"
        ))),
        None => Ok(()),
    }
}

/// What `ip` tells of the links that this machine has with namespaces, by name.
fn told() -> Result<BTreeMap<String, LinkState>, Error> {
    let text = ip(&["-json", "-statistics", "-statistics", "link", "show", "type", "veth"], "")?;
    // Without any such link, nothing is printed.
    let text = if text.trim().is_empty() { "[]" } else { &text };
    let told: Vec<LinkState> = serde_json::from_str(text)
        .map_err(|fault| Error::Engine { command: "ip -json link show".into(), reason: fault.to_string() })?;
    Ok(told.into_iter().map(|told| (told.ifname.clone(), told)).collect())
}

/// Calls `ip`. What it prints.
fn ip(arguments: &[&str], input: &str) -> Result<String, Error> {
    let failed = |reason: String| Error::Engine { command: format!("ip {}", arguments.join(" ")), reason };
    // The PATH of a user may lack the folder that it is in.
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let mut command = Command::new("ip");
    command.args(arguments).env("PATH", path).env("LC_ALL", "C");
    // Ctrl-C is for this process, which removes what is there by then.
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().map_err(|fault| match fault.kind() {
        io::ErrorKind::NotFound => Error::Namespaces(
            "they need the program ip: install the package iproute2, or leave out --namespaces".into(),
        ),
        _ => failed(fault.to_string()),
    })?;
    if let Some(mut pipe) = child.stdin.take() {
        // One that ends early says why.
        let _ = pipe.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(|fault| failed(fault.to_string()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let reason = complaint(&output);
    Err(if reason.contains("Operation not permitted") { not_permitted() } else { failed(reason) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_workers_reach_are_taken() {
        let of = |server: &str| reached(server.parse().unwrap()).map_err(|fault| fault.to_string());
        assert_eq!(of("198.19.0.1:80"), Ok(HOST));
        for own in ["127.0.0.1:80", "127.1.2.3:80", "[::1]:80", "0.0.0.0:80", "[::ffff:127.0.0.1]:80"] {
            let fault = of(own).unwrap_err();
            assert!(fault.contains("load 198.19.0.1:80"), "{fault}");
        }
        // TEST-NET-2 of RFC 5737, and the prefix of documents of RFC 3849: nobody has them.
        assert!(of("198.51.100.7:80").unwrap_err().contains("is no address of this machine"));
        assert!(of("[2001:db8::1]:80").unwrap_err().contains("have no IPv6"));
    }
}
