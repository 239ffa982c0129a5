//! How busy the server was, where it runs on this machine.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::address::Address;
use crate::clock::now_ns;
use crate::tally::Window;

/// From this share of a core on, a thread is busy, and a process of its cores.
const BUSY: f64 = 0.9;

/// What the processes of a server got of the processors within the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServerCpu {
    /// Processes that were watched.
    pub processes: u64,
    /// CPU time of all of them.
    pub cpu_ns: u64,
    /// Cores that they kept busy: CPU time by wall time.
    pub cores_busy: f64,
    /// Share of a core that their busiest thread used.
    pub busiest_thread: f64,
    /// Cores that they may run on.
    pub cores_allowed: u64,
}

impl ServerCpu {
    /// Whether more requests would have found no more of the server: a thread of it used a whole core, or all of them the
    /// cores that they may run on. Time that it waited for a core, because others ran there, is no work of the server's.
    pub fn is_busy(&self) -> bool {
        self.busiest_thread >= BUSY || self.cores_busy >= BUSY * self.cores_allowed.max(1) as f64
    }
}

/// The processes of this machine that listen at an address; none if it is another machine's, or if the system does
/// not say.
pub fn listeners(address: &Address) -> Vec<u32> {
    let inodes = match address {
        Address::Tcp(address) if is_own(address.ip()) => {
            let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|file| fs::read_to_string(file).unwrap_or_default());
            tables.iter().flat_map(|table| table.lines()).filter_map(|line| tcp_inode(line, address)).collect()
        }
        Address::Tcp(_) => Vec::new(),
        Address::Unix(path) => {
            let table = fs::read_to_string("/proc/net/unix").unwrap_or_default();
            table.lines().filter_map(|line| unix_inode(line, path)).collect()
        }
    };
    let holds_one = |pid: &u32| {
        let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        let links = files.filter_map(|file| fs::read_link(file.path()).ok());
        links.filter_map(|link| socket_inode(link.to_str()?)).any(|inode| inodes.contains(&inode))
    };
    // A server within this process cannot be separated from the generator.
    let own = std::process::id();
    if inodes.is_empty() { Vec::new() } else { processes().filter(|pid| *pid != own).filter(holds_one).collect() }
}

/// Whether an address is one of this machine's: only its own can be bound to.
fn is_own(ip: IpAddr) -> bool {
    UdpSocket::bind((ip, 0)).is_ok()
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The inode in a link such as `socket:[4711]`.
fn socket_inode(link: &str) -> Option<u64> {
    link.strip_prefix("socket:[")?.strip_suffix(']')?.parse().ok()
}

/// The inode in a line of `/proc/net/tcp` or `tcp6` if it is a socket that listens (state 0A) at `address` or at every
/// address of its port.
fn tcp_inode(line: &str, address: &SocketAddr) -> Option<u64> {
    let mut fields = line.split_ascii_whitespace();
    let (ip, port) = fields.nth(1)?.split_once(':')?;
    let (state, inode) = (fields.nth(1)?, fields.nth(5)?);
    let port = u16::from_str_radix(port, 16).ok()?;
    let ip = hex_ip(ip)?.to_canonical();
    let listens = state == "0A" && port == address.port();
    (listens && (ip.is_unspecified() || ip == address.ip().to_canonical())).then(|| inode.parse().ok())?
}

/// An address as the kernel prints it: words of 32 bits, each in the order of this machine's bytes.
fn hex_ip(hex: &str) -> Option<IpAddr> {
    let words: Option<Vec<[u8; 4]>> = hex
        .as_bytes()
        .chunks(8)
        .map(|word| Some(u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok()?.to_ne_bytes()))
        .collect();
    let bytes = words?.concat();
    match <[u8; 16]>::try_from(bytes.as_slice()) {
        Ok(bytes) => Some(Ipv6Addr::from(bytes).into()),
        Err(_) => Some(Ipv4Addr::from(<[u8; 4]>::try_from(bytes).ok()?).into()),
    }
}

/// The inode in a line of `/proc/net/unix` if it is a socket that listens (flag 10000) at `path`.
fn unix_inode(line: &str, path: &Path) -> Option<u64> {
    let mut fields = line.split_ascii_whitespace();
    let flags = u32::from_str_radix(fields.nth(3)?, 16).ok()?;
    let inode = fields.nth(2)?.parse().ok()?;
    (flags & 0x1_0000 != 0 && fields.next().map(Path::new) == Some(path)).then_some(inode)
}

/// Watches the processes of a server from the start of the window to its end, or until `ended` hangs up; `None` if none of
/// them can be read.
pub(crate) fn watch(pids: &[u32], window: Window, ended: &Receiver<()>) -> Option<ServerCpu> {
    wait(window.start_ns, ended);
    let before = Snapshot::of(pids);
    wait(window.end_ns, ended);
    Snapshot::of(pids).since(&before)
}

/// Waits for an instant, or until `ended` hangs up.
fn wait(until_ns: u64, ended: &Receiver<()>) {
    let left = Duration::from_nanos(until_ns.saturating_sub(now_ns()));
    // Nothing is ever sent.
    let (Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)) = ended.recv_timeout(left);
}

/// What processes have used so far.
#[derive(Debug, Default)]
struct Snapshot {
    at_ns: u64,
    /// By process: CPU time, of threads that ended as well.
    cpu_ns: BTreeMap<u32, u64>,
    /// By thread: nanoseconds on a processor.
    threads: BTreeMap<u32, u64>,
    cores: usize,
}

impl Snapshot {
    fn of(pids: &[u32]) -> Snapshot {
        let mut snapshot = Snapshot { at_ns: now_ns(), ..Snapshot::default() };
        for pid in pids {
            let read = |name: &str| fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default();
            let Some(cpu_ns) = process_cpu_ns(&read("stat")) else { continue };
            snapshot.cpu_ns.insert(*pid, cpu_ns);
            snapshot.cores = snapshot.cores.max(allowed_cores(&read("status")).unwrap_or(1));
            for task in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
                let text = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
                let on_ns = text.split_ascii_whitespace().next().and_then(|number| number.parse::<u64>().ok());
                let id = task.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
                if let (Some(id), Some(on_ns)) = (id, on_ns) {
                    snapshot.threads.insert(id, on_ns);
                }
            }
        }
        snapshot
    }

    fn since(&self, before: &Snapshot) -> Option<ServerCpu> {
        let wall_ns = self.at_ns.saturating_sub(before.at_ns).max(1) as f64;
        // A process that is new or gone was not watched through the window.
        let both = self.cpu_ns.iter().filter_map(|(pid, cpu_ns)| Some((cpu_ns, before.cpu_ns.get(pid)?)));
        let spent: Vec<u64> = both.map(|(now, then)| now.saturating_sub(*then)).collect();
        let on = self
            .threads
            .iter()
            .map(|(thread, on_ns)| on_ns.saturating_sub(before.threads.get(thread).copied().unwrap_or_default()));
        let busiest_ns = on.max().unwrap_or(0);
        let cpu_ns = spent.iter().sum::<u64>();
        (!spent.is_empty()).then_some(ServerCpu {
            processes: spent.len() as u64,
            cpu_ns,
            cores_busy: cpu_ns as f64 / wall_ns,
            busiest_thread: busiest_ns as f64 / wall_ns,
            cores_allowed: self.cores as u64,
        })
    }
}

/// CPU time in `/proc/PID/stat`, of user and system: the 14th and the 15th field, in ticks. The name before them may hold
/// spaces and parentheses.
fn process_cpu_ns(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let user: u64 = fields.nth(11)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some((user + system).saturating_mul(1_000_000_000 / rustix::param::clock_ticks_per_second().max(1)))
}

/// How many cores a process may run on: ranges such as `0-3,8`.
fn allowed_cores(status: &str) -> Option<usize> {
    let ranges = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let count = |range: &str| {
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        Some(high.parse::<usize>().ok()?.checked_sub(low.parse().ok()?)? + 1)
    };
    ranges.trim().split(',').map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::os::unix::net::UnixListener;

    const LINE: &str =
        "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0";

    #[test]
    #[cfg(target_endian = "little")]
    fn a_listening_socket_is_found_by_its_address() {
        let at = |address: &str| tcp_inode(LINE, &address.parse().unwrap());
        assert_eq!(at("127.0.0.1:8080"), Some(4711));
        assert_eq!(at("127.0.0.2:8080"), None);
        assert_eq!(at("127.0.0.1:8081"), None);
        assert_eq!(tcp_inode(&LINE.replace(" 0A ", " 01 "), &"127.0.0.1:8080".parse().unwrap()), None);
        let any = LINE.replace("0100007F", "00000000000000000000000000000000");
        assert_eq!(tcp_inode(&any, &"127.0.0.1:8080".parse().unwrap()), Some(4711));
        assert_eq!(tcp_inode("  sl  local_address rem_address   st", &"127.0.0.1:8080".parse().unwrap()), None);
    }

    #[test]
    fn sockets_of_this_process_are_there_and_it_is_not_named() {
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert_eq!(listeners(&Address::Tcp(tcp)), [0; 0]);
        let path = std::env::temp_dir().join(format!("wirecost-listener-{}.sock", std::process::id()));
        let listener = UnixListener::bind(&path).unwrap();
        let table = fs::read_to_string("/proc/net/unix").unwrap();
        let found = table.lines().filter(|line| unix_inode(line, &path).is_some()).count();
        drop(listener);
        fs::remove_file(path).unwrap();
        assert_eq!(found, 1);
        assert_eq!(listeners(&Address::Tcp("192.0.2.1:80".parse().unwrap())), [0; 0]);
    }

    #[test]
    fn a_server_is_busy_where_a_thread_or_its_cores_have_no_time_left() {
        let idle = ServerCpu { cores_allowed: 4, cores_busy: 2.0, busiest_thread: 0.6, ..ServerCpu::default() };
        assert!(!idle.is_busy());
        assert!(ServerCpu { busiest_thread: 0.95, ..idle }.is_busy());
        assert!(ServerCpu { cores_busy: 3.7, ..idle }.is_busy());
    }

    #[test]
    fn files_of_proc_are_read() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 0 0 0 30 12 0 0 20 0 1 0";
        assert_eq!(process_cpu_ns(stat), Some(42 * 1_000_000_000 / rustix::param::clock_ticks_per_second()));
        assert_eq!(process_cpu_ns("7 (a"), None);
        assert_eq!(allowed_cores("Name: x\nCpus_allowed_list:\t0-3,8\n"), Some(5));
        assert_eq!(allowed_cores("Cpus_allowed_list:\tx\n"), None);
        assert!(Snapshot::of(&[std::process::id()]).since(&Snapshot::of(&[])).is_none());
    }

    #[test]
    fn cpu_time_of_this_thread_is_seen() {
        let pids = [std::process::id()];
        let before = Snapshot::of(&pids);
        let until_ns = crate::clock::thread_cpu_ns() + 100_000_000;
        while crate::clock::thread_cpu_ns() < until_ns {
            std::hint::spin_loop();
        }
        let used = Snapshot::of(&pids).since(&before).unwrap();
        // Ticks of the clock are 10 ms, and the scheduler counts a thread when it next looks at it.
        assert!(used.cpu_ns >= 60_000_000 && used.busiest_thread > 0.0 && used.processes == 1, "{used:?}");
    }
}
