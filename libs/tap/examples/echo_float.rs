//! A server for the examples of docs/tap.md: it takes the SOAP request of April 2001 and sends its number back.
//!
//! `cargo run -p wirecost-tap --example echo_float -- 8080`

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

/// Bytes of a request that are taken.
const MAX_REQUEST: u64 = 64 << 10;

fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8080);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    println!("listening on {}", listener.local_addr()?);
    for client in listener.incoming() {
        let client = client?;
        std::thread::spawn(move || {
            let mut reader = BufReader::new(&client);
            while let Ok(true) = answer(&mut reader, &client) {}
        });
    }
    Ok(())
}

/// Answers the next request; false if there is none.
fn answer(reader: &mut BufReader<&TcpStream>, mut client: &TcpStream) -> std::io::Result<bool> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.take(MAX_REQUEST).read_line(&mut line)? == 0 {
            return Ok(false);
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = String::new();
    reader.take(MAX_REQUEST.min(length)).read_to_string(&mut body)?;
    let number = body.split("xsd:float\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or("NaN");
    let reply = format!(
        "<?xml version=\"1.0\"?>\n<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
         <echoFloatResult xmlns=\"http://tempuri.org/\"><result>{number}</result></echoFloatResult></soap:Body>\
         </soap:Envelope>"
    );
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n", reply.len());
    client.write_all((head + &reply).as_bytes())?;
    Ok(true)
}
