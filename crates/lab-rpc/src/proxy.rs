//! A proxy of HTTP/1.1, to see which clients pass one.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A proxy that passes on what is HTTP/1.1, one connection, and refuses anything else. It ends with its connection.
pub(crate) struct Proxy {
    /// Where it listens.
    pub address: SocketAddr,
    has_refused: Arc<AtomicBool>,
}

impl Proxy {
    /// Starts a proxy to `server`.
    pub fn start(server: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let proxy = Self { address: listener.local_addr()?, has_refused: Arc::default() };
        let has_refused = proxy.has_refused.clone();
        std::thread::spawn(move || {
            // What it refuses shows at the client.
            let _ = pass(&listener, server, &has_refused);
        });
        Ok(proxy)
    }

    /// Whether it was sent something else.
    pub fn has_refused(&self) -> bool {
        self.has_refused.load(Ordering::Acquire)
    }
}

fn pass(listener: &TcpListener, server: SocketAddr, has_refused: &AtomicBool) -> io::Result<()> {
    let (mut client, _) = listener.accept()?;
    let mut head = Vec::new();
    let mut bytes = [0; 4096];
    let is_http = loop {
        if let Some(is_http) = is_http(&head) {
            break is_http;
        }
        match client.read(&mut bytes)? {
            0 => return Ok(()),
            count => head.extend_from_slice(&bytes[..count]),
        }
    };
    if !is_http {
        has_refused.store(true, Ordering::Release);
        let refusal = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        client.write_all(refusal)?;
        return client.shutdown(Shutdown::Both);
    }
    let mut beyond = TcpStream::connect(server)?;
    let (mut from, mut to) = (beyond.try_clone()?, client.try_clone()?);
    std::thread::spawn(move || io::copy(&mut from, &mut to));
    beyond.write_all(&head)?;
    io::copy(&mut client, &mut beyond)?;
    Ok(())
}

/// Whether what a client begins with is a request line of HTTP/1.1 (RFC 9112, 3); `None` while that is open.
fn is_http(head: &[u8]) -> Option<bool> {
    /// A request line must end within this many bytes.
    const LINE: usize = 8192;
    match head.iter().position(|byte| *byte == b'\n') {
        Some(end) => Some(head[..end].trim_ascii_end().ends_with(b" HTTP/1.1")),
        // Messages behind their length, of which no line would ever end.
        None => (head.len() >= LINE || head.iter().any(|byte| !matches!(byte, b' '..=b'~' | b'\r'))).then_some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_line_is_distinguished_from_other_bytes() {
        assert_eq!(is_http(b"POST /soap HTT"), None);
        assert_eq!(is_http(b"POST /soap HTTP/1.1\r\nHost:"), Some(true));
        assert_eq!(is_http(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0"), Some(false));
        assert_eq!(is_http(b"\0\0\0\x10mess"), Some(false));
        assert_eq!(is_http(&[b'a'; 9000]), Some(false));
    }
}
