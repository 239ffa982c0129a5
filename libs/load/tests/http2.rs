//! HTTP/2 against h2's own server: what it counted is what the result says.

mod common;

use common::options;
use h2::server::SendResponse;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use wirecost_load::protocol::http::Request;
use wirecost_load::protocol::http2::Http2;
use wirecost_load::{Close, Http2Requests, Label, LoadResult, Options, Schedule, Tls, Trust, run};

/// A server that answers each request, whose content it has read, by `answer`, given the path and the content; `streams`
/// may be open at once. Gives its address and how many requests came.
fn server(
    streams: u32,
    answer: impl Fn(&str, &[u8]) -> (u16, Vec<u8>) + Send + Sync + 'static,
) -> (SocketAddr, Arc<AtomicU64>) {
    server_behind(|stream| async { stream }, streams, answer)
}

/// The same, over what `layer` makes of a connection.
fn server_behind<S: AsyncRead + AsyncWrite + Unpin + Send + 'static, F: Future<Output = S> + Send + 'static>(
    layer: impl Fn(TcpStream) -> F + Send + 'static,
    streams: u32,
    answer: impl Fn(&str, &[u8]) -> (u16, Vec<u8>) + Send + Sync + 'static,
) -> (SocketAddr, Arc<AtomicU64>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let (address, requests) = (listener.local_addr().unwrap(), Arc::new(AtomicU64::new(0)));
    let (counted, answer) = (requests.clone(), Arc::new(answer));
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            while let Ok((stream, _)) = listener.accept().await {
                let (counted, answer, stream) = (counted.clone(), answer.clone(), layer(stream));
                tokio::spawn(async move {
                    let mut builder = h2::server::Builder::new();
                    builder.max_concurrent_streams(streams);
                    let Ok(mut connection) = builder.handshake::<_, bytes::Bytes>(stream.await).await else { return };
                    while let Some(Ok((request, respond))) = connection.accept().await {
                        counted.fetch_add(1, Ordering::SeqCst);
                        let answer = answer.clone();
                        tokio::spawn(async move { exchange(request, respond, &*answer).await });
                    }
                });
            }
        });
    });
    (address, requests)
}

async fn exchange(
    request: http::Request<h2::RecvStream>,
    mut respond: SendResponse<bytes::Bytes>,
    answer: &impl Fn(&str, &[u8]) -> (u16, Vec<u8>),
) {
    let (head, mut body) = request.into_parts();
    assert!(head.uri.authority().is_some_and(|authority| authority == "test") && !head.headers.contains_key("host"));
    let mut content = Vec::new();
    while let Some(Ok(piece)) = body.data().await {
        let _ = body.flow_control().release_capacity(piece.len());
        content.extend_from_slice(&piece);
    }
    let (status, content) = answer(head.uri.path(), &content);
    if status == 0 {
        return respond.send_reset(h2::Reason::INTERNAL_ERROR);
    }
    // A client that has gone is no concern of the others.
    let Ok(mut stream) = respond.send_response(http::Response::builder().status(status).body(()).unwrap(), false)
    else {
        return;
    };
    let _ = stream.send_data(content.into(), true);
}

fn load(address: SocketAddr, requests: &[Request], protocol: Http2, change: impl FnOnce(&mut Options)) -> LoadResult {
    let mut options = options(address, Schedule::closed());
    options.target.http2 = Some(Http2Requests::new(requests, false).unwrap());
    options.requests = Some(200);
    options.duration = Duration::from_secs(600);
    change(&mut options);
    run(&options, protocol, |_| {}).unwrap()
}

#[test]
fn requests_counted_at_the_server_are_those_reported() {
    let (address, requests) = server(100, |_, _| (200, b"hello\n".to_vec()));
    let get = [Request::get("test", "/")];
    let protocol = Http2::new(&get).expect_status(200).expect_content(b"hello\n".to_vec());
    let mut sent = 0;
    for (schedule, pipeline) in [(Schedule::closed(), 1), (Schedule::closed(), 8), (Schedule::constant(500.0), 4)] {
        let result = load(address, &get, protocol.clone(), |options| {
            (options.schedule, options.pipeline) = (schedule.clone(), pipeline);
        });
        assert_eq!((result.sent, result.ok, result.unsent), (200, 200, 0), "{schedule:?} {result:#?}");
        assert!(result.labels.contains(&Label::Http2), "{:?}", result.labels);
        sent += result.sent + result.warmup_sent;
    }
    assert_eq!(requests.load(Ordering::SeqCst), sent);
}

#[test]
fn it_is_agreed_on_within_tls() {
    let made = rcgen::generate_simple_self_signed(vec!["test".to_string()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = config.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let layer = move |stream| {
        let handshake = acceptor.accept(stream);
        async {
            let stream = handshake.await.unwrap();
            assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"h2".as_slice()));
            stream
        }
    };
    let content: Vec<u8> = (0..100_000).map(|at| at as u8).collect();
    let (address, requests) = server_behind(layer, 100, |_, content| (200, content.to_vec()));
    let upload = Request::post("test", "/", content.clone());
    let uploads = [upload];
    let result = load(address, &uploads, Http2::new(&uploads).expect_status(200).expect_content(content), |options| {
        options.target.tls = Some(Tls::new("test", &Trust::Anyone).unwrap().offering_http2());
        options.pipeline = 4;
    });
    assert_eq!((result.ok, result.sent), (200, 200), "{:?}", result.errors);
    assert_eq!(requests.load(Ordering::SeqCst), result.sent + result.warmup_sent);
}

#[test]
fn content_goes_both_ways_beyond_a_frame_and_a_window() {
    // Three times the window that a stream begins with (RFC 9113, 6.9.2), so that updates must pass.
    let content = vec![b'x'; 3 * 65_535];
    let (address, _) = server(100, |_, content| (201, content.to_vec()));
    let post = [Request::post("test", "/", content.clone())];
    let result = load(address, &post, Http2::new(&post).expect_status(201).expect_content(content), |options| {
        options.requests = Some(20);
        options.pipeline = 3;
    });
    assert_eq!((result.sent, result.ok), (20, 20), "{result:#?}");
}

#[test]
fn more_streams_than_the_server_allows_wait_and_lose_nothing() {
    let (address, requests) = server(2, |_, _| (200, b"x".to_vec()));
    let get = [Request::get("test", "/")];
    let result = load(address, &get, Http2::new(&get), |options| options.pipeline = 10);
    assert_eq!((result.sent, result.ok), (200, 200), "{result:#?}");
    assert_eq!(requests.load(Ordering::SeqCst), 200);
}

#[test]
fn wrong_answers_statuses_and_resets_are_distinguished() {
    let (address, _) = server(100, |path, _| match path {
        "/good" => (200, b"hello\n".to_vec()),
        "/wrong" => (200, b"hallo\n".to_vec()),
        "/refused" => (503, Vec::new()),
        _ => (0, Vec::new()),
    });
    let paths = ["/good", "/wrong", "/refused", "/reset"];
    let kinds: Vec<Request> = paths.iter().map(|path| Request::get("test", path)).collect();
    let protocol = Http2::new(&kinds).expect_content(b"hello\n".to_vec());
    let result = load(address, &kinds, protocol, |options| options.pipeline = 4);
    assert_eq!((result.ok, result.errors.wrong_answer, result.errors.status), (50, 50, 50), "{result:#?}");
    assert_eq!((result.errors.closed, result.errors.reset), (50, 50), "{result:#?}");
    assert_eq!(result.statuses, [("503".to_string(), 50)].into());
    let text = wirecost_load::Summary(&result).to_string();
    assert!(
        text.contains("status: 50 (50 x 503)") && text.contains("closed: 50 (50 by a reset of the stream)"),
        "{text}"
    );
}

/// METHOD 34: an answer without content is a miss, and its connection goes on.
#[test]
fn method_34_an_answer_without_content_is_a_miss() {
    let (address, requests) = server(100, |_, _| (200, Vec::new()));
    let get = [Request::get("test", "/")];
    let result = load(address, &get, Http2::new(&get), |options| options.pipeline = 4);
    assert_eq!((result.ok, result.misses, result.sent, requests.load(Ordering::SeqCst)), (0, 200, 200, 200));
    assert!(!result.valid && result.reason.unwrap().contains("200 of 200 answers carried no value"));
    let result = load(address, &get, Http2::new(&get), |options| options.allow_misses = true);
    assert!(!result.reason.unwrap_or_default().contains("carried no value"));
    assert_eq!((result.ok, result.misses), (0, 200));
}

#[test]
fn a_server_that_does_not_speak_it_is_an_error_and_no_answer() {
    let server = common::server(|stream, _| common::write(stream, common::HELLO));
    let get = [Request::get("test", "/")];
    let result = load(server.address, &get, Http2::new(&get), |options| {
        options.requests = Some(5);
    });
    assert_eq!((result.ok, result.sent), (0, 5), "{result:#?}");
}

#[test]
fn options_without_a_place_in_http2_are_refused() {
    let mut options = options(([127, 0, 0, 1], 1).into(), Schedule::closed());
    options.target.http2 = Some(Http2Requests::new(&[Request::get("test", "/")], false).unwrap());
    options.close = Close::Fin;
    let fault = run(&options, Http2::new(&[]), |_| {}).unwrap_err().to_string();
    assert!(fault.contains("HTTP/2 keeps its connections"), "{fault}");
    let broken = Request::get("test", "/ /").header("a", "b");
    assert!(Http2Requests::new(&[broken], false).unwrap_err().to_string().contains("/ /"));
}

/// Serves `requests` requests on each connection, and says with the last that it was the last (RFC 9113, 6.8).
fn server_that_leaves(requests: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // A client that has gone is no concern of the others.
            std::thread::spawn(move || leave_after(&mut stream, requests));
        }
    });
    address
}

fn leave_after(stream: &mut std::net::TcpStream, requests: usize) -> std::io::Result<()> {
    stream.read_exact(&mut [0; 24])?;
    stream.write_all(&[0, 0, 0, 4, 0, 0, 0, 0, 0])?;
    let mut served = 0;
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head)?;
        stream.read_exact(&mut vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize])?;
        if head[3] != 1 {
            continue;
        }
        served += 1;
        let stream_number = &head[5..];
        if served == requests {
            stream.write_all(&[&[0, 0, 8, 7, 0, 0, 0, 0, 0], stream_number, &[0; 4]].concat())?;
        }
        stream.write_all(&[&[0, 0, 1, 1, 4], stream_number, &[0x88]].concat())?;
        stream.write_all(&[&[0, 0, 1, 0, 1], stream_number, b"x"].concat())?;
    }
}

#[test]
fn a_server_that_ends_a_connection_in_order_costs_no_request() {
    let address = server_that_leaves(3);
    let get = [Request::get("test", "/")];
    for schedule in [Schedule::closed(), Schedule::constant(500.0)] {
        let result = load(address, &get, Http2::new(&get).expect_content(b"x".to_vec()), |options| {
            options.schedule = schedule.clone();
        });
        assert_eq!((result.sent, result.ok), (200, 200), "{schedule:?} {result:#?}");
    }
}
