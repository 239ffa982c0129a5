//! The example that serves as a second build beside the binary: it speaks the protocol, and its candidates have names of their own.

use std::process::Command;
use std::time::Duration;

use wirecost_codec_protocol::value::Value;
use wirecost_codec_protocol::{OperationKind, Prepare, Process};

#[test]
fn a_second_build_has_every_candidate_under_another_name() {
    let deps = std::env::current_exe().unwrap();
    let path = deps.parent().and_then(|deps| deps.parent()).unwrap().join("examples/native");
    assert!(path.is_file(), "{} is not built; cargo build --examples builds it", path.display());
    let mut process = Process::start(&mut Command::new(path), Duration::from_secs(30)).unwrap();
    let described = process.describe().unwrap();
    assert!(described.runtime.starts_with("rustc ") && described.runtime.contains(", compiled for "), "{described:?}");
    let own = wirecost_codec_rust::candidates::all();
    let names: Vec<String> = own.iter().map(|candidate| format!("{}-native", candidate.name)).collect();
    assert_eq!(described.candidates.iter().map(|it| it.name.clone()).collect::<Vec<_>>(), names);
    assert!(described.candidates.iter().all(|candidate| !candidate.reference));

    let prepare = Prepare {
        candidate: "sonic-rs-native".into(),
        operation: OperationKind::Decode,
        message: "string".into(),
        message_type: Some("string".into()),
        types: None,
        schema: None,
        inputs: vec![Value::Bytes(b"{\"value\":\"a\"}".to_vec())],
        reference: None,
    };
    process.prepare(prepare).unwrap();
    let expected = Value::Map(vec![("value".into(), Value::text("a"))]);
    assert_eq!(process.first().unwrap().answer, expected);
    process.finish().unwrap();
}
