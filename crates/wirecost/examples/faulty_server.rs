//! An http candidate that goes wrong in a chosen way, for tests.
//!
//! `canned` answers what it made up; `turns-wrong` answers right at first and wrong under load; `dies` ends under load;
//! `refuses` says 500; `never-starts` ends before it listens.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Answers that are right before the ways part: the nonce and the two checks before a load are among them.
const RIGHT_ANSWERS: usize = 20;

static ANSWERED: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let fault = std::env::args().nth(1).unwrap_or_default();
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    if fault == "never-starts" {
        eprintln!("no such setting");
        std::process::exit(3);
    }
    let message = std::fs::read(variable("WIRECOST_MESSAGE")).expect("the lab wrote it");
    let nonce = variable("WIRECOST_NONCE").into_bytes();
    let port = variable("WIRECOST_PORT").parse::<u16>().expect("a port");
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("a free port");
    for stream in listener.incoming().flatten() {
        let (fault, message, nonce) = (fault.clone(), message.clone(), nonce.clone());
        // A client that goes away is no concern of the others.
        std::thread::spawn(move || serve(stream, &fault, &message, &nonce).ok());
    }
}

fn serve(mut stream: TcpStream, fault: &str, message: &[u8], nonce: &[u8]) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    loop {
        let Some(request) = lines.next().transpose()? else { return Ok(()) };
        let mut close = false;
        for line in lines.by_ref() {
            let line = line?;
            close |= line.eq_ignore_ascii_case("connection: close");
            if line.is_empty() {
                break;
            }
        }
        let under_load = ANSWERED.fetch_add(1, Ordering::Relaxed) >= RIGHT_ANSWERS;
        let (status, content) = match fault {
            _ if request.starts_with("GET /who ") => ("200 OK", nonce),
            "canned" => ("200 OK", &b"{\"value\":\"hello, world!\"}"[..]),
            "refuses" => ("500 Internal Server Error", message),
            "turns-wrong" if under_load => ("200 OK", &message[..message.len() - 1]),
            "dies" if under_load => {
                eprintln!("out of luck");
                std::process::exit(4);
            }
            _ => ("200 OK", message),
        };
        write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n", content.len())?;
        stream.write_all(content)?;
        if close {
            return Ok(());
        }
    }
}
