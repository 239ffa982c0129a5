//! The service over HTTP: who may do what, all formats, documents for other readers, live readers, hostile input.

mod common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use common::server::{Client, Server};
use wirecost_feed_rust::format::Format;
use wirecost_feed_rust::model::{Entries, NewEntry, Published};

const JSON: (&str, &str) = ("content-type", "application/json");

fn new_entry(resource: &str) -> NewEntry {
    let text = "a <b>summary</b> & more";
    NewEntry {
        resource: resource.into(),
        title: "A title, as 1 < 2 & \"3\"".into(),
        summary: text.into(),
        url: "https://example.org/?a=1&b=2".into(),
        media: "link".into(),
        tags: vec!["one".into(), "two words".into()],
    }
}

#[test]
fn who_has_no_token_or_anothers_may_do_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let (stranger, operator) = (Client::new(&server), Client::operator(&server, folder.path()));
    let (id, anna) = operator.make_user("anna");
    let (_, boris) = operator.make_user("boris");
    let entry = r#"{"resource": "a"}"#;
    for (method, path) in
        [("GET", "/v1/home"), ("PUT", "/v1/subscriptions/1"), ("GET", "/v1/live"), ("POST", "/v1/users")]
    {
        let reply = stranger.json(method, path, "{}");
        assert_eq!(reply.status, 401, "{method} {path}");
        assert!(reply.text().contains("/oauth/token"));
    }
    let forged = Client { token: format!("B{}", &anna.token[1..]), ..anna.clone() };
    assert_eq!(forged.get("/v1/home").status, 401);
    // A user is no operator, and the operator no user.
    assert_eq!(anna.json("POST", "/v1/users", r#"{"name": "x"}"#).status, 401);
    assert_eq!(operator.get("/v1/home").status, 401);
    assert_eq!(boris.json("POST", &format!("/v1/sources/{id}/entries"), entry).status, 403);
    let published = anna.json("POST", &format!("/v1/sources/{id}/entries"), entry);
    assert_eq!(published.status, 201);
    let path = format!("/v1/entries/{}", published.json()["id"]);
    assert_eq!(boris.send("DELETE", &path, &[], b"").status, 403);
    assert_eq!(anna.send("DELETE", &path, &[], b"").status, 204);
    assert_eq!(anna.get(&path).status, 404);
    // Secrets that are wrong, grants that there are not, scopes that are not theirs.
    let form = ("content-type", "application/x-www-form-urlencoded");
    for (body, status, error) in [
        ("grant_type=client_credentials&client_id=user-1&client_secret=x", 401, "invalid_client"),
        ("grant_type=client_credentials", 401, "invalid_client"),
        ("grant_type=password&username=a&password=b", 400, "unsupported_grant_type"),
    ] {
        let reply = stranger.send("POST", "/oauth/token", &[form], body.as_bytes());
        assert_eq!((reply.status, reply.json()["error"].as_str()), (status, Some(error)), "{body}");
    }
    let secret = std::fs::read_to_string(folder.path().join("operator.secret")).unwrap();
    let of_operator = stranger.signed_in("operator", secret.trim(), &format!("user:{id}"));
    assert_eq!(of_operator.get("/v1/home").status, 200);
}

#[test]
fn every_body_goes_over_the_wire_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let (id, anna) = Client::operator(&server, folder.path()).make_user("anna");
    assert_eq!(anna.send("PUT", &format!("/v1/subscriptions/{id}"), &[], b"").status, 204);
    for format in Format::ALL {
        let new = new_entry(format.media_type());
        let headers = [("content-type", format.media_type()), ("accept", format.media_type())];
        let path = format!("/v1/sources/{id}/entries");
        let reply = anna.send("POST", &path, &headers, &format.write(&new).unwrap());
        assert_eq!((reply.status, reply.media_type.as_str()), (201, format.media_type()), "{}", reply.text());
        let published: Published = format.read(&reply.bytes).unwrap();
        let home: Entries = format.read(&anna.send("GET", "/v1/home", &headers, b"").bytes).unwrap();
        let entry = &home.entries[0];
        assert_eq!((entry.id, &entry.title, &entry.tags, &entry.url), (published.id, &new.title, &new.tags, &new.url));
        assert_eq!(entry.summary, "a <b>summary</b> &amp; more");
    }
    let all: Entries = Format::Json.read(&anna.get("/v1/home").bytes).unwrap();
    for format in Format::ALL {
        let reply = anna.send("GET", "/v1/home", &[("accept", &format!("text/html, {}", format.media_type()))], b"");
        assert_eq!(format.read::<Entries>(&reply.bytes).unwrap(), all);
    }
    assert_eq!(anna.send("GET", "/v1/home", &[("accept", "text/html")], b"").status, 406);
    assert_eq!(
        anna.send("POST", &format!("/v1/sources/{id}/entries"), &[("content-type", "text/html")], b"x").status,
        415
    );
}

#[test]
fn feed_readers_read_what_is_written_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let (id, anna) = Client::operator(&server, folder.path()).make_user("anna & co");
    for resource in ["first", "second"] {
        let body = Format::Json.write(&new_entry(resource)).unwrap();
        anna.send("POST", &format!("/v1/sources/{id}/entries"), &[JSON], &body);
    }
    let entries: Entries = Format::Json.read(&anna.get(&format!("/v1/sources/{id}/entries")).bytes).unwrap();
    for (kind, media_type) in [("rss", "application/rss+xml"), ("atom", "application/atom+xml")] {
        // Without a token: feed readers have none.
        let reply = Client::new(&server).get(&format!("/v1/sources/{id}/{kind}"));
        assert_eq!(reply.media_type, media_type);
        let feed = feed_rs::parser::parse(reply.bytes.as_slice()).unwrap();
        assert_eq!(feed.title.unwrap().content, "anna & co");
        for (read, entry) in feed.entries.iter().zip(&entries.entries) {
            assert_eq!(read.id, format!("urn:feed:entry:{}", entry.id));
            assert_eq!(read.title.as_ref().unwrap().content, entry.title);
            assert_eq!(read.summary.as_ref().unwrap().content, entry.summary);
            assert_eq!(read.links[0].href, entry.url);
            assert_eq!(read.categories.iter().map(|it| it.term.clone()).collect::<Vec<_>>(), entry.tags);
            let at = read.published.or(read.updated).unwrap();
            assert_eq!(at.timestamp() as u64, entry.id / 1_000_000);
        }
        assert_eq!(feed.entries.len(), 2);
    }
}

#[test]
fn a_live_reader_is_told_at_once_in_every_way_of_delivery() {
    for delivery in ["push", "pull", "hybrid:0"] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path(), &["--store", "sqlite-normal", "--delivery", delivery]);
        let operator = Client::operator(&server, folder.path());
        let ((id, anna), (_, boris), (other, carl)) =
            (operator.make_user("anna"), operator.make_user("boris"), operator.make_user("carl"));
        boris.send("PUT", &format!("/v1/subscriptions/{id}"), &[], b"");
        let mut stream = TcpStream::connect(server.url.strip_prefix("http://").unwrap()).unwrap();
        let head = format!("GET /v1/live HTTP/1.1\r\nhost: feed\r\nauthorization: Bearer {}\r\n\r\n", boris.token);
        stream.write_all(head.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
        assert_eq!(lines.next().unwrap(), "HTTP/1.1 200 OK");
        assert!(lines.any(|line| line.is_empty()));
        carl.json("POST", &format!("/v1/sources/{other}/entries"), r#"{"resource": "not for boris"}"#);
        let published = anna.json("POST", &format!("/v1/sources/{id}/entries"), r#"{"resource": "for boris"}"#);
        let number = published.json()["id"].to_string();
        let told: Vec<String> = lines.skip_while(|line| !line.starts_with("event")).take(3).collect();
        assert_eq!(told[0], "event: entry");
        assert!(told.contains(&format!("id: {number}")), "{told:?}");
        assert!(told.iter().any(|line| line.starts_with("data: {") && line.contains("for boris")), "{told:?}");
    }
}

#[test]
fn hostile_input_is_refused_and_leaves_the_service_well() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let (id, anna) = Client::operator(&server, folder.path()).make_user("anna");
    let path = format!("/v1/sources/{id}/entries");
    let long = "x".repeat(9_000);
    let deep = "[".repeat(60_000);
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 422),
        (deep.as_str(), 400),
        (r#"{"resource": 5}"#, 400),
        (r#"{"resource": ""}"#, 422),
        (r#"{"resource": "a", "url": "javascript:alert(1)"}"#, 422),
        (r#"{"resource": "a", "url": "data:text/html,x"}"#, 422),
        (r#"{"resource": "a", "media": "smell"}"#, 422),
        (r#"{"resource": "a\u0000"}"#, 422),
        (r#"{"resource": "a", "title": "\u001b[31m"}"#, 422),
        (r#"{"resource": "a", "tags": [""]}"#, 422),
        (&format!(r#"{{"resource": "{long}"}}"#), 422),
        (&format!(r#"{{"resource": "a", "summary": "{long}"}}"#), 422),
        (&"x".repeat(70_000), 413),
    ] {
        let reply = anna.json("POST", &path, body);
        assert_eq!(reply.status, status, "{}: {}", &body[..body.len().min(80)], reply.text());
        assert!(!reply.json()["problem"].as_str().unwrap().is_empty());
    }
    // A CBOR list that says it is huge, MessagePack that lies in itself, Fast Infoset that is cut off.
    for (format, body) in [
        (Format::Cbor, &b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff"[..]),
        (Format::Cbor, &[0x81; 60_000]),
        (Format::MessagePack, &[0x91; 60_000]),
        (Format::MessagePack, b"\xdf\xff\xff\xff\xff"),
        (Format::Protobuf, b"\x0a\xff\xff\xff\xff\x0f"),
        (Format::FastInfoset, b"\xe0\x00\x00\x01\x00"),
    ] {
        let reply = anna.send("POST", &path, &[("content-type", format.media_type())], body);
        assert_eq!(reply.status, 400, "{format:?}: {}", reply.text());
    }
    for path in ["/v1/sources/x", "/v1/sources/99999999999", "/v1/home?limit=x", "/v1/home?limit=-1"] {
        assert_eq!(anna.get(path).status, 400, "{path}");
    }
    assert_eq!(anna.get("/v1/sources/77").status, 404);
    assert_eq!(anna.get("/v1/home?limit=999999999").status, 200);
    // Not one of these was published, and scripts do not survive.
    let script = r#"{"resource": "a", "title": "<script>alert(1)</script>",
        "summary": "<p onclick=\"x()\">ok<script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:x()\">l</a></p>"}"#;
    assert_eq!(anna.json("POST", &path, script).status, 201);
    let entries: Entries = Format::Json.read(&anna.get(&path).bytes).unwrap();
    assert_eq!(entries.entries.len(), 1);
    let summary = &entries.entries[0].summary;
    assert!(!summary.contains("script") && !summary.contains("onerror") && !summary.contains("onclick"), "{summary}");
    let page = page(&server, &anna, &format!("/sources/{id}"));
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script"), "{page}");
}

/// A page as a browser that is signed in gets it.
fn page(server: &Server, client: &Client, path: &str) -> String {
    let cookie = format!("other=1; feed-token={}", client.token);
    let reply = Client::new(server).send("GET", path, &[("cookie", &cookie)], b"");
    assert_eq!((reply.status, reply.media_type.as_str()), (200, "text/html; charset=utf-8"));
    reply.text()
}

#[test]
fn the_page_reads_subscribes_and_comments() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let operator = Client::operator(&server, folder.path());
    let ((id, anna), (_, boris)) = (operator.make_user("anna"), operator.make_user("boris"));
    let visitor = Client::new(&server);
    let reply = visitor.get("/");
    assert_eq!(reply.status, 401);
    assert!(reply.text().contains("Sign in"));
    let form = |client: &Client, path: &str, body: &str| {
        let cookie = format!("feed-token={}", client.token);
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie.as_str())];
        Client::new(&server).send("POST", path, &headers, body.as_bytes()).status
    };
    assert_eq!(form(&visitor, "/sign-in", "client_id=user-1&client_secret=wrong"), 401);
    assert!(page(&server, &boris, &format!("/sources/{id}")).contains("Subscribe"));
    assert_eq!(form(&boris, &format!("/sources/{id}/subscribe"), ""), 303);
    let published = anna.json("POST", &format!("/v1/sources/{id}/entries"), r#"{"resource": "a", "title": "Read me"}"#);
    let home = page(&server, &boris, "/");
    assert!(home.contains("Read me") && home.contains("1 unread"), "{home}");
    assert!(!page(&server, &boris, "/?media=video").contains("Read me"));
    let entry = format!("/entries/{}", published.json()["id"]);
    assert_eq!(form(&boris, &format!("{entry}/comments"), "text=So+%3Cb%3Eit%3C%2Fb%3E+is"), 303);
    assert!(page(&server, &anna, &entry).contains("So &lt;b&gt;it&lt;/b&gt; is"));
    assert_eq!(form(&boris, &format!("/sources/{id}/unsubscribe"), ""), 303);
    assert!(page(&server, &boris, "/").contains("Read me"), "what was delivered is kept");
}

#[test]
fn the_description_names_every_path() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let document = Client::new(&server).get("/openapi.json").json();
    let paths = document["paths"].as_object().unwrap();
    let routes = include_str!("../src/api.rs");
    let named = routes
        .lines()
        .filter_map(|line| line.trim().strip_prefix(".route(\""))
        .map(|rest| rest.split('"').next().unwrap());
    for path in named.filter(|path| *path != "/openapi.json") {
        assert!(paths.contains_key(path), "{path}");
    }
    assert_eq!(paths.len(), 16);
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
}

#[test]
fn a_folder_has_one_service_and_one_kind_of_store() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let refused = |store: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wirecost-feed-rust"));
        let output = command.args(["feed-server", "--store", store, "--data"]).arg(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("sqlite").contains("another service uses it"));
    drop(server);
    assert!(refused("lmdb").contains("--store sqlite-normal"));
    let mut rest = String::new();
    std::fs::File::open(folder.path().join("store")).unwrap().read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "sqlite-normal");
}
