//! An XML-RPC server that answers calls of an empty message with a given answer, right or wrong.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

use wirecost_rpc_rust::http::{self, Incoming};
use wirecost_rpc_rust::messages::Operation;

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The right answer.
    Right,
    /// Another value, of another type.
    Wrong,
    /// No XML.
    NoDocument,
    /// A fault of XML-RPC.
    Fault,
    /// A status of HTTP.
    Status,
    /// Half of the right answer, and the end of the connection.
    CutOff,
    /// The end of the connection.
    Closed,
    /// Nothing.
    Silence,
    /// The end of the connection and of the server.
    Gone,
}

/// Answers call after call, of one connection at a time, as `replies` say by the call's number.
pub fn answer(operation: Operation, replies: impl Fn(usize) -> Reply + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut call = 0;
        for stream in listener.incoming() {
            // The client may go at any time.
            if let Ok(Reply::Gone) = answer_all(stream.unwrap(), operation, &mut call, &replies) {
                break;
            }
        }
    });
    address
}

fn answer_all(
    stream: TcpStream,
    operation: Operation,
    call: &mut usize,
    replies: impl Fn(usize) -> Reply,
) -> io::Result<Reply> {
    let mut incoming = Incoming::new(stream);
    let (right, wrong) = match operation {
        Operation::Echo => {
            ("<struct></struct>", "<struct><member><name>x</name><value><int>1</int></value></member></struct>")
        }
        Operation::Count => ("<int>0</int>", "<double>0</double>"),
    };
    let response =
        |value| format!("<methodResponse><params><param><value>{value}</value></param></params></methodResponse>");
    let member = |name, value| format!("<member><name>{name}</name><value>{value}</value></member>");
    while let Some(head) = http::read_request(&mut incoming)? {
        incoming.body(head.length).finish()?;
        let reply = replies(*call);
        *call += 1;
        let (status, document) = match reply {
            Reply::Right | Reply::CutOff => ("200 OK", response(right)),
            Reply::Wrong => ("200 OK", response(wrong)),
            Reply::NoDocument => ("200 OK", "no document".to_owned()),
            Reply::Fault => {
                let members = member("faultCode", "<int>7</int>") + &member("faultString", "<string>no</string>");
                let fault = format!("<fault><value><struct>{members}</struct></value></fault>");
                ("200 OK", format!("<methodResponse>{fault}</methodResponse>"))
            }
            Reply::Status => ("500 Internal Server Error", "no".to_owned()),
            Reply::Silence => continue,
            Reply::Closed | Reply::Gone => return Ok(reply),
        };
        let mut out = Vec::new();
        http::answer(&mut Vec::new(), &mut out, status, "text/xml", true, document.as_bytes())?;
        if reply == Reply::CutOff {
            incoming.stream().write_all(&out[..out.len() - document.len() / 2])?;
            return Ok(reply);
        }
        incoming.stream().write_all(&out)?;
    }
    Ok(Reply::Right)
}
