//! Limits of the machine that a run can meet.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::error::Error;

/// Files that a run opens besides its connections: standard streams, epoll, what the caller has open.
const OTHER_FILES: u64 = 64;

/// How many connections this machine allows as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections in all, by the hard limit of open files, which `ulimit -n` raises. `None`: any number.
    pub by_files: Option<u64>,
    /// Connections to one address, by the range of local ports, which `sysctl -w net.ipv4.ip_local_port_range` widens.
    pub by_ports: Option<u64>,
}

impl Limits {
    /// Those of now.
    pub fn now() -> Self {
        let files = getrlimit(Resource::Nofile).maximum;
        Self { by_files: files.map(|files| files.saturating_sub(OTHER_FILES)), by_ports: local_ports() }
    }
}

/// Makes room for `connections` open files, as far as the hard limit goes.
///
/// # Errors
/// [`Error::Files`], with the command that raises the limit.
pub fn allow_files(connections: u64) -> Result<(), Error> {
    check_files(connections)?;
    let needed = connections + OTHER_FILES;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    setrlimit(Resource::Nofile, Rlimit { current: Some(needed), ..limit })
        .map_err(Error::system("raising the limit of open files"))
}

/// # Errors
/// [`Error::Files`], with the command that raises the limit, if the hard limit does not allow this many connections at once.
pub fn check_files(connections: u64) -> Result<(), Error> {
    let needed = connections + OTHER_FILES;
    match getrlimit(Resource::Nofile).maximum {
        Some(limit) if limit < needed => Err(Error::Files { needed, limit }),
        _ => Ok(()),
    }
}

/// # Errors
/// [`Error::Ports`], with the command that widens the range, if one address cannot have as many connections.
pub fn check_ports(connections: u64) -> Result<(), Error> {
    match local_ports() {
        Some(available) if connections > available => Err(Error::Ports { needed: connections, available }),
        _ => Ok(()),
    }
}

fn local_ports() -> Option<u64> {
    port_range(&std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").ok()?)
}

fn port_range(text: &str) -> Option<u64> {
    let mut numbers = text.split_ascii_whitespace().map(str::parse::<u64>);
    let (low, high) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    (high >= low).then(|| high - low + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_range_is_counted() {
        assert_eq!(port_range("32768\t60999\n"), Some(28232));
        assert_eq!(port_range(""), None);
        assert_eq!(port_range("5 4"), None);
    }

    #[test]
    fn a_load_beyond_the_limits_names_the_command() {
        assert!(check_ports(70_000).unwrap_err().to_string().contains("sysctl -w net.ipv4.ip_local_port_range"));
        let limit = getrlimit(Resource::Nofile).maximum;
        if let Some(limit) = limit {
            assert!(check_files(limit - OTHER_FILES).is_ok() && check_files(limit).is_err());
            assert!(allow_files(limit + 1).unwrap_err().to_string().contains("ulimit -n"));
        }
    }
}
