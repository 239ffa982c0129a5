//! An HTTP server of one thread a connection whose requests cost what it is told: `dearer_server PORT LOOPS`. For
//! `--bench turns`.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

fn main() -> std::io::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [port, loops] = numbers[..] else { return Err(std::io::Error::other("usage: dearer_server PORT LOOPS")) };
    let listener = TcpListener::bind(("127.0.0.1", u16::try_from(port).map_err(std::io::Error::other)?))?;
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
