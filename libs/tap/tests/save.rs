//! Bodies saved as messages.

use std::path::Path;
use std::time::Duration;

use wirecost_tap::{Conversation, Direction, Format, Limits, Message, Purse, Saved, Saver, decode};

fn request(path: &str, kind: &str, body: &str) -> Message {
    let limits = Limits { max_kept: 1000, ..Limits::default() };
    let mut conversation = Conversation::new(Format::Http, &limits, Purse::new(10_000));
    let head = format!("POST {path} HTTP/1.1\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut out = Vec::new();
    conversation.take(Direction::ToTarget, Duration::ZERO, (head + body).as_bytes(), &mut out);
    out.pop().unwrap()
}

fn save(saver: &mut Saver, message: &Message) -> Saved {
    saver.save(message, decode::show(message, 1000).form).unwrap()
}

fn saver(folder: &Path, most: usize) -> Saver {
    let check = |folder: &Path| match std::fs::read_to_string(folder.join("message.toml")).unwrap() {
        toml if toml.contains("refuse") => Some("refused".to_owned()),
        _ => None,
    };
    Saver::new(folder.to_owned(), "a \"test\"".into(), most, check).unwrap()
}

#[test]
fn a_body_is_saved_once_beside_others_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| Saved::New(folder.path().join(name));
    let json = |body: &str| request("/shop/newOrder?x", "application/json", body);
    let mut first = saver(folder.path(), 10);
    assert_eq!(save(&mut first, &json("{\"a\": 1}")), place("new-order-request"));
    assert_eq!(save(&mut first, &json("{\"a\": 1}")), Saved::Known);
    assert_eq!(save(&mut first, &json("{\"a\": 2}")), place("new-order-request-2"));
    assert_eq!(save(&mut first, &json("")), Saved::Empty);
    // Another tap, later, into the same folder.
    let mut second = saver(folder.path(), 2);
    assert_eq!(save(&mut second, &json("{\"a\": 2}")), Saved::Known);
    let toml = std::fs::read_to_string(folder.path().join("new-order-request/message.toml")).unwrap();
    assert_eq!(
        toml,
        "summary = \"request, 8 bytes of JSON: POST /shop/newOrder?x HTTP/1.1\"\nsource = \"a \\\"test\\\"\"\n\
         value = \"body.json\"\n"
    );
    assert_eq!(save(&mut second, &json("[3]")), place("new-order-request-3"));
    assert_eq!(save(&mut second, &request("/", "text/xml", "<a/>")), place("a-request"));
    assert!(matches!(save(&mut second, &json("[4]")), Saved::Unfit(reason) if reason.contains("--save-most")));
    assert_eq!(second.saved(), 2);
}

#[test]
fn invalid_messages_are_counted_by_reason_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut saver = saver(folder.path(), 10);
    let refused = request("/refuse", "application/json", "{}");
    assert_eq!(save(&mut saver, &refused), Saved::Unfit("refused".into()));
    for (kind, body) in [
        ("application/x-protobuf", "\x08\x01"),
        ("text/plain", "hello"),
        ("application/json", "{broken"),
        ("application/json", &format!("[{}1]", "1,".repeat(600))),
    ] {
        assert!(matches!(save(&mut saver, &request("/", kind, body)), Saved::Unfit(_)), "{kind}");
    }
    let reasons = saver.unfit_reasons();
    assert_eq!(reasons.values().sum::<u64>(), 5);
    assert!(reasons.keys().any(|reason| reason.contains("without their schema")), "{reasons:?}");
    assert!(reasons.keys().any(|reason| reason.contains("larger than what is kept")), "{reasons:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
