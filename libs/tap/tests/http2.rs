//! HTTP/2 between real peers: the client and the server of the h2 crate, with their compression of header fields.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use wirecost_tap::{Event, Options, Tap};

const PATIENCE: Duration = Duration::from_secs(30);
/// Requests, each on a stream of its own.
const REQUESTS: usize = 3;
/// Bytes of a body, more than a frame holds.
const BODY: usize = 40_000;

/// Answers the requests of one client with their own bodies.
async fn serve(listener: tokio::net::TcpListener) {
    let (client, _) = listener.accept().await.unwrap();
    let mut connection = h2::server::handshake(client).await.unwrap();
    while let Some(request) = connection.accept().await {
        let (request, mut reply) = request.unwrap();
        tokio::spawn(async move {
            let mut body = request.into_body();
            let head = http::Response::builder().header("content-type", "application/json").body(()).unwrap();
            let mut back = reply.send_response(head, false).unwrap();
            while let Some(data) = body.data().await {
                let data = data.unwrap();
                body.flow_control().release_capacity(data.len()).unwrap();
                back.send_data(data, false).unwrap();
            }
            let mut trailers = http::HeaderMap::new();
            trailers.insert("x-end", "here".parse().unwrap());
            back.send_trailers(trailers).unwrap();
        });
    }
}

async fn ask(address: SocketAddr, body: &Bytes) {
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let (mut client, connection) = h2::client::handshake(stream).await.unwrap();
    let connection = tokio::spawn(connection);
    for number in 0..REQUESTS {
        client = client.ready().await.unwrap();
        let uri = format!("http://shop/order/{number}");
        let request =
            http::Request::post(uri).header("x-long", "a-value-that-is-said-again-and-again").body(()).unwrap();
        let (reply, mut out) = client.send_request(request, false).unwrap();
        out.send_data(body.clone(), true).unwrap();
        let mut back = reply.await.unwrap().into_body();
        let mut got = Vec::new();
        while let Some(data) = back.data().await {
            let data = data.unwrap();
            back.flow_control().release_capacity(data.len()).unwrap();
            got.extend_from_slice(&data);
        }
        assert!(got == *body);
        assert_eq!(back.trailers().await.unwrap().unwrap()["x-end"], "here");
    }
    drop(client);
    connection.await.unwrap().unwrap();
}

#[test]
fn requests_and_replies_of_real_peers_are_shown() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let target = listener.local_addr().unwrap();
    let mut options = Options::new((Ipv4Addr::LOCALHOST, 0).into(), vec![target]);
    // A few of the numbers of each body are enough.
    options.limits.max_shown = 100;
    let tap = Tap::bind(options).unwrap();
    let (address, stopper) = (tap.address(), tap.stopper());
    let (sender, closed) = mpsc::channel();
    let running = thread::spawn(move || {
        let (mut seen, mut bytes) = (Vec::new(), 0);
        let done = tap.run(|event| {
            match event {
                Event::Message { message, shown, .. } => {
                    bytes += message.bytes;
                    let told = (message.title.clone(), message.head.clone(), message.body.size(), message.note.clone());
                    seen.push((told, message.reply.is_some(), shown.text.clone()));
                }
                Event::Closed { to_target, to_client, .. } => {
                    assert_eq!(bytes, to_target + to_client, "every byte is in a message");
                    sender.send(()).map_err(std::io::Error::other)?;
                }
                _ => {}
            }
            Ok(())
        });
        done.unwrap();
        seen
    });
    let body = Bytes::from(format!("[{}1]", "1,".repeat(BODY / 2 - 1)));
    runtime.spawn(serve(listener));
    runtime.block_on(ask(address, &body));
    drop(runtime);
    closed.recv_timeout(PATIENCE).unwrap();
    stopper.stop();
    let seen = running.join().unwrap();
    for number in 0..REQUESTS {
        let title = format!("POST /order/{number} HTTP/2");
        let found = seen.iter().find(|((told, ..), ..)| *told == title);
        let ((_, head, size, note), is_reply, shown) = found.unwrap_or_else(|| panic!("{title}: {seen:?}"));
        assert!(head.contains("x-long: a-value-that-is-said-again-and-again\n"), "{head}");
        assert_eq!((*size, note, *is_reply), (body.len() as u64, &None, false));
        assert!(shown.starts_with("[1, 1, "), "{shown}");
    }
    let replies: Vec<_> = seen.iter().filter(|(_, is_reply, _)| *is_reply).collect();
    assert_eq!(replies.len(), REQUESTS);
    for ((title, head, size, note), _, shown) in replies {
        assert_eq!((title.as_str(), *size, note), ("HTTP/2 200", body.len() as u64, &None));
        assert!(head.ends_with("trailer x-end: here\n") && shown.starts_with("[1, 1, "), "{head}{shown}");
    }
}
