//! What is asked of a web server, and how an answer is checked before any is timed.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use wirecost_host::Nonce;
use wirecost_load::Protocol;
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::protocol::{Answer, Verdict};
use wirecost_server_lab::Reason;
use wirecost_server_lab::serving::Closing;

/// The path under which every candidate has the message.
const PATH: &str = "/message";
/// An answer to a check is read up to here.
const MOST_BYTES: usize = 256 << 20;
/// Characters of a wrong answer that are shown.
const SHOWN: usize = 60;

/// How a server proves who it is: the nonce is under `/who`.
pub fn nonce() -> Nonce {
    Nonce { question: "GET /who HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n".into() }
}

/// The request for the message, and the check of every answer: status 200, and the content byte for byte.
pub fn protocol(address: SocketAddr, close: Closing, content: &[u8]) -> Http {
    let mut request = Request::get(&address.to_string(), PATH);
    if close != Closing::KeepAlive {
        request = request.header("connection", "close");
    }
    Http::new(&[request], 1).expect_status(200).expect_content(content.to_vec())
}

/// Asks once on a new connection; how long that took, from the connect to the end of the answer.
///
/// # Errors
/// What is wrong with the answer.
pub fn ask(address: SocketAddr, content: &[u8], timeout: Duration) -> Result<Duration, Reason> {
    let mut protocol = protocol(address, Closing::Fin, content);
    let start = Instant::now();
    let mut input = Vec::new();
    let verdict =
        exchange(address, &mut protocol, &mut input, timeout).map_err(|error| format!("no answer: {error}"))?;
    let elapsed = start.elapsed();
    let shown: String = String::from_utf8_lossy(&input).chars().take(SHOWN).collect();
    match verdict {
        Some(Verdict::Ok) => Ok(elapsed),
        Some(Verdict::Status) => Err(Reason::WrongAnswer(format!("its status is not 200: {shown:?}"))),
        Some(Verdict::Wrong | Verdict::Miss | Verdict::Reset) => Err(Reason::WrongAnswer(difference(&input, content))),
        Some(Verdict::Malformed) => Err(Reason::WrongAnswer(format!("no HTTP: {shown:?}"))),
        None => Err(format!("the connection ended within the answer: {shown:?}").into()),
    }
}

/// Sends a request and reads all of the answer into `input`; `None` if it was cut short.
fn exchange(
    address: SocketAddr,
    protocol: &mut Http,
    input: &mut Vec<u8>,
    timeout: Duration,
) -> std::io::Result<Option<Verdict>> {
    let mut stream = TcpStream::connect_timeout(&address, timeout)?;
    stream.set_read_timeout(Some(timeout))?;
    stream.write_all(protocol.requests(0, 1))?;
    let mut parser = <Http as Protocol>::Parser::default();
    let (mut start, mut bytes) = (0, vec![0; 64 << 10]);
    while input.len() < MOST_BYTES {
        let count = stream.read(&mut bytes)?;
        if count == 0 {
            return Ok(protocol.end_of_stream(&mut parser, 0));
        }
        input.extend_from_slice(&bytes[..count]);
        match protocol.answer(&mut parser, 0, &input[start..]) {
            Answer::Partial { consumed } => start += consumed,
            Answer::Complete { verdict, .. } => return Ok(Some(verdict)),
        }
    }
    Ok(Some(Verdict::Malformed))
}

/// How an answer that is well formed differs from what it should hold.
fn difference(answer: &[u8], content: &[u8]) -> String {
    let shown = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]).into_owned();
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(answer, |end| &answer[end + 4..]);
    format!("expected {} bytes, {:?}, found {:?}", content.len(), shown(content), shown(body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Asks a server that says `answer` to whatever it is asked.
    fn asked(answer: &'static [u8]) -> Result<Duration, Reason> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let count = stream.read(&mut request).unwrap();
            assert!(request[..count].starts_with(b"GET /message HTTP/1.1\r\n"));
            stream.write_all(answer).unwrap();
        });
        let result = ask(address, b"hi", Duration::from_secs(10));
        server.join().unwrap();
        result
    }

    #[test]
    fn answers_are_distinguished() {
        assert!(asked(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi").is_ok());
        assert!(asked(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n").is_ok());
        assert!(asked(b"HTTP/1.0 200 OK\r\n\r\nhi").is_ok(), "the end of the stream is the end of the answer");
        for (answer, said) in [
            (&b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nho"[..], "expected 2 bytes, \"hi\", found \"ho\""),
            (b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "status is not 200"),
            (b"hello\r\n\r\n", "no HTTP"),
            (b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nhi", "ended within"),
        ] {
            let error = asked(answer).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
