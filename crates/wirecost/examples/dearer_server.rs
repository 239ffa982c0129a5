//! An HTTP server with a thread for each connection and a planted cost of each request: `dearer_server PORT LOOPS [ADDRESS]`.
//! For `--bench turns`.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener};

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let usage = || std::io::Error::other("usage: dearer_server PORT LOOPS [ADDRESS]");
    let [port, loops, rest @ ..] = &words[..] else { return Err(usage()) };
    let loops: u64 = loops.parse().map_err(|_| usage())?;
    let address: IpAddr = match rest.first() {
        Some(address) => address.parse().map_err(|_| usage())?,
        None => Ipv4Addr::LOCALHOST.into(),
    };
    let listener = TcpListener::bind((address, port.parse().map_err(|_| usage())?))?;
    for stream in listener.incoming() {
        let mut stream = stream?;
        stream.set_nodelay(true)?;
        std::thread::spawn(move || {
            let mut request = [0; 4096];
            // Requests of the bench are small, and come one at a time.
            while let Ok(1..) = stream.read(&mut request) {
                for turn in 0..loops {
                    let _ = std::hint::black_box(turn);
                }
                if stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n").is_err() {
                    return;
                }
            }
        });
    }
    Ok(())
}
