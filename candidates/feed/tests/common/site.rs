//! A small web site for the crawler.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Answers a request, given its path and its lines; all of the answer, with its head.
pub type Answer = Box<dyn Fn(&str, &[String]) -> Vec<u8> + Send + Sync>;

pub struct Site {
    pub url: String,
    /// The requests so far: each with its first line and its fields.
    pub requests: Arc<Mutex<Vec<Vec<String>>>>,
}

pub fn ok(headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub fn status(line: &str, headers: &str) -> Vec<u8> {
    format!("HTTP/1.1 {line}\r\n{headers}content-length: 0\r\nconnection: close\r\n\r\n").into_bytes()
}

impl Site {
    pub fn new(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (answer, seen) = (Arc::clone(&answer), Arc::clone(&seen));
                std::thread::spawn(move || serve(&stream, &**answer, &seen));
            }
        });
        Self { url, requests }
    }
}

fn serve(stream: &TcpStream, answer: &dyn Fn(&str, &[String]) -> Vec<u8>, seen: &Mutex<Vec<Vec<String>>>) {
    let lines = BufReader::new(stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    let lines: Vec<String> = lines.collect();
    let path = lines.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
    let answered = answer(&path, &lines);
    seen.lock().unwrap().push(lines);
    // The crawler may hang up before all is written.
    drop((&mut &*stream).write_all(&answered));
}
