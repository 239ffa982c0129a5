//! Which sockets listen on a TCP port.
//!
//! `/proc/net/tcp` is a table of all sockets, and a load leaves thousands that wait for their end (RFC 9293, 3.6.1): the more there are, the
//! longer each reading takes. Asked through netlink (`sock_diag(7)`), the kernel looks only at those that listen.

use std::fs;
use std::io;

use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with};

/// How long a message's header is, and where its type begins (`netlink(7)`).
const HEADER: usize = 16;
const TYPE: usize = 4;
/// Types of messages.
const ERROR: u16 = 2;
const DONE: u16 = 3;
const SOCK_DIAG_BY_FAMILY: u16 = 20;
/// `NLM_F_REQUEST | NLM_F_DUMP`: all sockets that are meant.
const ALL: u16 = 0x301;
/// The body of a request, an `inet_diag_req_v2`.
const REQUEST: usize = 56;
const TCP: u8 = 6;
/// `TCP_LISTEN`, as a state and in a set of states.
const LISTEN: u8 = 10;
const LISTENING: u32 = 1 << LISTEN;
/// Where the inode is in an `inet_diag_msg`.
const INODE: usize = 68;

/// The inodes of the sockets that listen on a TCP port, of IPv4 and of IPv6.
pub(crate) fn inodes(port: u16) -> Vec<u64> {
    // A kernel without `sock_diag` has the table.
    by_netlink(port).unwrap_or_else(|_| by_table(port))
}

fn by_netlink(port: u16) -> io::Result<Vec<u64>> {
    let mut found = Vec::new();
    for family in [AddressFamily::INET, AddressFamily::INET6] {
        found.extend(of_family(port, family)?);
    }
    Ok(found)
}

fn of_family(port: u16, family: AddressFamily) -> io::Result<Vec<u64>> {
    let protocol = Some(netlink::SOCK_DIAG);
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, protocol)?;
    send(&socket, &request(port, family.as_raw() as u8), SendFlags::empty())?;
    let (mut found, mut bytes) = (Vec::new(), [0; 1 << 15]);
    loop {
        let (read, _) = recv(&socket, &mut bytes, RecvFlags::empty())?;
        match take(&bytes[..read], &mut found) {
            Some(More::Yes) => {}
            Some(More::No) => return Ok(found),
            None => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn request(port: u16, family: u8) -> Vec<u8> {
    let mut request = Vec::with_capacity(HEADER + REQUEST);
    request.extend(((HEADER + REQUEST) as u32).to_ne_bytes());
    request.extend([SOCK_DIAG_BY_FAMILY.to_ne_bytes(), ALL.to_ne_bytes()].concat());
    // Its number and who asks, which the kernel fills in; then the kind of socket, and no extensions.
    request.extend([0; 8]);
    request.extend([family, TCP, 0, 0]);
    request.extend(LISTENING.to_ne_bytes());
    request.extend(port.to_be_bytes());
    request.resize(HEADER + REQUEST, 0);
    request
}

/// Whether messages follow.
#[derive(Debug, PartialEq, Eq)]
enum More {
    Yes,
    No,
}

/// Takes the inodes from messages; none if these are an error, or nothing that the kernel says.
fn take(mut messages: &[u8], found: &mut Vec<u64>) -> Option<More> {
    while !messages.is_empty() {
        let length = u32::from_ne_bytes(messages.get(..TYPE)?.try_into().ok()?) as usize;
        let kind = u16::from_ne_bytes(messages.get(TYPE..TYPE + 2)?.try_into().ok()?);
        let body = messages.get(HEADER..length)?;
        match kind {
            DONE => return Some(More::No),
            ERROR => return None,
            _ => found.push(u32::from_ne_bytes(body.get(INODE..INODE + 4)?.try_into().ok()?).into()),
        }
        messages = messages.get(length.next_multiple_of(4)..).unwrap_or_default();
    }
    Some(More::Yes)
}

fn by_table(port: u16) -> Vec<u64> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|file| fs::read_to_string(file).unwrap_or_default());
    tables.iter().flat_map(|table| table.lines()).filter_map(|line| in_line(line, port)).collect()
}

/// The inode in a line of `/proc/net/tcp` if it is a socket that listens on `port`: state 0A.
fn in_line(line: &str, port: u16) -> Option<u64> {
    let mut fields = line.split_ascii_whitespace();
    let (_, local_port) = fields.nth(1)?.rsplit_once(':')?;
    let state = fields.nth(1)?;
    let inode = fields.nth(5)?;
    let listens = u8::from_str_radix(state, 16) == Ok(LISTEN) && u16::from_str_radix(local_port, 16) == Ok(port);
    listens.then(|| inode.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn a_line_of_the_table() {
        let line =
            "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0";
        assert_eq!(in_line(line, 8080), Some(4711));
        assert_eq!(in_line(line, 8081), None);
        assert_eq!(in_line(&line.replace(" 0A ", " 01 "), 8080), None);
        assert_eq!(in_line("sl local_address rem_address st", 8080), None);
    }

    #[test]
    fn both_ways_see_what_listens_and_nothing_else() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(address) else { continue };
            let port = listener.local_addr().unwrap().port();
            let _connected = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let by_table = by_table(port);
            assert_eq!(by_table.len(), 1, "{address}");
            assert_eq!(inodes(port), by_table, "{address}");
            if let Ok(by_netlink) = by_netlink(port) {
                assert_eq!(by_netlink, by_table, "{address}");
            } else {
                println!("skipped: this kernel has no sock_diag");
            }
        }
        assert_eq!(inodes(1), Vec::<u64>::new());
    }

    #[test]
    fn messages_that_are_cut_short_are_refused() {
        let message = |kind: u16, length: usize| {
            let mut bytes = (length as u32).to_ne_bytes().to_vec();
            bytes.extend(kind.to_ne_bytes());
            bytes.resize(length, 7);
            bytes
        };
        let socket = message(SOCK_DIAG_BY_FAMILY, HEADER + 72);
        let with = |bytes: &[u8]| {
            let mut found = Vec::new();
            (take(bytes, &mut found), found)
        };
        let inode = u64::from(u32::from_ne_bytes([7; 4]));
        assert_eq!(with(&socket), (Some(More::Yes), vec![inode]));
        assert_eq!(with(&[&socket[..], &message(DONE, HEADER + 4)].concat()), (Some(More::No), vec![inode]));
        assert_eq!(with(&message(ERROR, HEADER + 4)).0, None);
        for length in 1..socket.len() {
            assert_eq!(with(&socket[..length]).0, None, "{length} bytes");
        }
        // One that says it is shorter than its header would never end.
        assert_eq!(with(&message(DONE, HEADER)[..HEADER]).0, Some(More::No));
        let mut endless = socket;
        endless[..4].copy_from_slice(&0_u32.to_ne_bytes());
        assert_eq!(with(&endless).0, None);
    }
}
