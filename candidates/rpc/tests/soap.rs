//! SOAP as the standard wants it: right answers to right messages, the right fault to every other, and bounded memory.

mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use wirecost_rpc_rust::phases::Phases;
use wirecost_rpc_rust::server::Serving;
use wirecost_rpc_rust::stack;

/// A server of the stack in this process; it ends with the test.
fn server() -> SocketAddr {
    let (reserved, address) = common::reserve_port();
    std::mem::forget(reserved);
    let phases: &'static Phases = Box::leak(Box::default());
    let serving = Serving { address, variant: String::new(), folder: PathBuf::new(), cores: 1, phases };
    std::thread::spawn(move || (stack("soap").unwrap().serve)(&serving));
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < Duration::from_secs(600), "it does not listen");
        std::thread::yield_now();
    }
    address
}

const OPEN: &str = r#"<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">"#;
const CALL: &str =
    r#"<s:Body><m:echoFloat xmlns:m="http://tempuri.org/"><m:input>2.5</m:input></m:echoFloat></s:Body>"#;
const ACTION: &str = "SOAPAction: \"http://tempuri.org/echoFloat\"\r\n";

fn envelope(inner: &str) -> String {
    format!("{OPEN}{inner}</s:Envelope>")
}

/// Posts a document with these header fields; the status and the body of the answer.
fn post(address: SocketAddr, fields: &str, document: &str) -> (u16, String) {
    let length = document.len();
    let request =
        format!("POST /soap HTTP/1.1\r\n{fields}Connection: close\r\nContent-Length: {length}\r\n\r\n{document}");
    send(address, request.as_bytes())
}

fn send(address: SocketAddr, request: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).expect(&answer).parse().unwrap();
    (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
}

#[test]
fn a_call_is_answered_whatever_its_prefixes() {
    let address = server();
    for document in [
        envelope(CALL),
        envelope(&format!("<s:Header><x:a xmlns:x=\"urn:x\" s:mustUnderstand=\"0\"><y/></x:a></s:Header>{CALL}")),
        envelope(&format!("<!-- a comment --><s:Header/>{CALL}")),
        envelope(&CALL.replace("2.5", "&#50;<![CDATA[.5]]>")),
    ] {
        for fields in [ACTION, "SOAPAction: \"\"\r\n"] {
            let (status, body) = post(address, fields, &document);
            assert_eq!(status, 200, "{document}: {body}");
            assert!(body.contains("<echoFloatResult xmlns=\"http://tempuri.org/\">\n<result>2.5</result>"), "{body}");
        }
    }
}

#[test]
fn every_other_message_gets_the_fault_that_the_standard_names() {
    let address = server();
    let bomb = r#"<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>"#;
    let newer = OPEN.replace("schemas.xmlsoap.org/soap", "www.w3.org/2003/05/soap") + CALL + "</s:Envelope>";
    let header = "<s:Header><x:a xmlns:x=\"urn:x\" s:mustUnderstand=\"1\"/></s:Header>";
    let elsewhere = "SOAPAction: \"http://tempuri.org/echoText\"\r\n";
    let cases = [
        (ACTION, newer, "VersionMismatch", "1.1"),
        (ACTION, envelope(&format!("{header}{CALL}")), "MustUnderstand", "&quot;a&quot;"),
        ("", envelope(CALL), "Client", "no SOAPAction"),
        (elsewhere, envelope(CALL), "Client", "differ"),
        ("SOAPAction: \"\"\r\n", envelope(&CALL.replace("echoFloat", "echoFloot")), "Client", "no method"),
        (ACTION, envelope(&CALL.replace("2.5", "two")), "Client", "float"),
        (ACTION, envelope(&CALL.replace("m:input", "m:other")), "Client", "missing"),
        (ACTION, envelope(CALL).replace("</s:Body>", "</s:Bady>"), "Client", "byte"),
        (ACTION, envelope(CALL).replace("</s:Envelope>", ""), "Client", "ends within"),
        (ACTION, format!("{bomb}{}", envelope(&CALL.replace("2.5", "&b;"))), "Client", "document type"),
        (ACTION, envelope(&CALL.replace("2.5", "&b;")), "Client", "not declared"),
        (ACTION, envelope(&CALL.replace("2.5", &"<a>".repeat(1000))), "Client", "deeper"),
        (ACTION, "<x/>".to_owned(), "Client", "no envelope"),
        (ACTION, String::new(), "Client", "ends before"),
    ];
    for (fields, document, code, said) in cases {
        let (status, body) = post(address, fields, &document);
        assert_eq!(status, 500, "{document}: {body}");
        assert!(body.contains(&format!("<faultcode>soap:{code}</faultcode>")), "{document}: {body}");
        assert!(body.contains(said), "{said}: {body}");
    }
}

#[test]
fn a_document_is_parsed_as_it_arrives() {
    let address = server();
    let document = envelope(CALL);
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("POST /soap HTTP/1.1\r\n{ACTION}Transfer-Encoding: chunked\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    for byte in document.as_bytes() {
        stream.write_all(&[b"1\r\n", &[*byte][..], b"\r\n"].concat()).unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let mut answer = [0; 15];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
}

/// An empty list is one; a message without it, or with a text in its place, is of another type.
#[test]
fn a_list_must_be_there() {
    let address = server();
    let call = |inner: &str| {
        let body = format!("<m:echoDoubles xmlns:m=\"http://tempuri.org/\">{inner}</m:echoDoubles>");
        let document = envelope(&format!("<s:Body>{body}</s:Body>"));
        post(address, "SOAPAction: \"http://tempuri.org/echoDoubles\"\r\n", &document)
    };
    for good in ["<values/>", "<values></values>", "<values>\n<item>1</item> <item>2.5</item>\n</values>"] {
        let (status, body) = call(good);
        assert_eq!(status, 200, "{good}: {body}");
        assert_eq!(body.matches("<item>").count(), good.matches("<item>").count(), "{good}: {body}");
    }
    for (wrong, said) in [
        ("", "&quot;values&quot; is missing"),
        ("<value>probe</value>", "&quot;values&quot; is missing"),
        ("<other><values/></other>", "&quot;values&quot; is missing"),
        ("<values>probe</values>", "holds text where items are due"),
    ] {
        let (status, body) = call(wrong);
        assert_eq!(status, 500, "{wrong}: {body}");
        assert!(body.contains("<faultcode>soap:Client</faultcode>") && body.contains(said), "{wrong}: {body}");
    }
}

/// What a method fails with is in the detail, which a fault that concerns the body has (SOAP 1.1, 4.4).
#[test]
fn an_applications_fault_has_its_code_in_the_detail() {
    let call = "<s:Body><m:fail xmlns:m=\"http://tempuri.org/\"><count>42</count></m:fail></s:Body>";
    let (status, body) = post(server(), "SOAPAction: \"http://tempuri.org/fail\"\r\n", &envelope(call));
    assert_eq!(status, 500);
    assert!(body.contains("<faultcode>soap:Server</faultcode>"), "{body}");
    assert!(body.contains("<detail>\n<code xmlns=\"http://tempuri.org/\">42</code>\n</detail>"), "{body}");
}

/// A broken document gets its fault, and the next request is found where it begins.
#[test]
fn a_connection_survives_a_fault() {
    let address = server();
    let (good, length) = (envelope(CALL), envelope(CALL).len());
    let request = format!(
        "POST /soap HTTP/1.1\r\n{ACTION}Transfer-Encoding: chunked\r\n\r\n3\r\n<x>\r\n5\r\n01234\r\n0\r\n\r\n\
         POST /soap HTTP/1.1\r\n{ACTION}Connection: close\r\nContent-Length: {length}\r\n\r\n{good}"
    );
    let (status, answers) = send(address, request.as_bytes());
    assert_eq!(status, 500);
    assert!(answers.contains("HTTP/1.1 200 OK") && answers.contains("<result>2.5</result>"), "{answers}");
}

/// A header that never ends is cut off, a length that is too great is refused, and the server goes on.
#[test]
fn memory_is_bounded() {
    let address = server();
    let mut stream = TcpStream::connect(address).unwrap();
    let piece = format!("X-A: {}\r\n", "a".repeat(1000));
    stream.write_all(b"POST /soap HTTP/1.1\r\n").unwrap();
    let refused = (0..10_000).any(|_| stream.write_all(piece.as_bytes()).is_err());
    assert!(refused, "ten megabytes of header were taken");
    let mut stream = TcpStream::connect(address).unwrap();
    let claim = format!("POST /soap HTTP/1.1\r\n{ACTION}Content-Length: 99999999999999\r\n\r\n");
    stream.write_all(claim.as_bytes()).unwrap();
    // A reset is as good as an end: what matters is that nothing is waited for.
    let _ = stream.read_to_end(&mut Vec::new());
    assert_eq!(post(address, ACTION, &envelope(CALL)).0, 200);
}
