//! What a candidate of XML or Fast Infoset claims to hold, it holds: any document comes back as it went in.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use wirecost_codec_protocol::OperationKind;
use wirecost_codec_protocol::value::infoset::{Attribute, Declaration, Event, Infoset, Start};
use wirecost_codec_protocol::value::{Value, from_value, to_value, xml};

use crate::programs::{self, Candidate};
use crate::subject::{answer, untyped};

const NAMESPACE: &str = "urn:p";

/// Any document: names with and without a namespace, attributes, text, comments, instructions. Texts hold no carriage return
/// and attributes no white space but blanks, which XML normalises; a comment is not empty, since a SAX parser need not report it.
fn document() -> impl Strategy<Value = Infoset> {
    let qualified = any::<bool>().prop_map(|yes| yes.then(|| (NAMESPACE.to_owned(), "p".to_owned())));
    let attribute = (qualified.clone(), "[a-z]{1,4}", "[ -~\u{e9}\u{4e2d}]{0,12}").prop_map(|(bound, name, value)| {
        let (namespace, prefix) = bound.unzip();
        Attribute { namespace, name, value, prefix }
    });
    let start = (qualified, "[a-z]{1,6}", vec(attribute, 0..3)).prop_map(|(bound, name, mut attributes)| {
        attributes.sort();
        attributes.dedup_by(|a, b| (&a.namespace, &a.name) == (&b.namespace, &b.name));
        let (namespace, prefix) = bound.unzip();
        Start { namespace, name, attributes, prefix, declarations: Vec::new() }
    });
    let content = prop_oneof![
        "[ -~\u{e9}\u{4e2d}\t\n]{0,12}".prop_map(|text| vec![Event::Text(text)]),
        "[a-z ]{1,8}".prop_map(|text| vec![Event::Comment(text)]),
        ("[a-wyz]{1,4}", "[a-z]{0,4}").prop_map(|(target, data)| vec![Event::Instruction { target, data }]),
    ];
    let element = move |content: BoxedStrategy<Vec<Event>>| {
        (start.clone(), vec(content, 0..4)).prop_map(|(start, content)| {
            let mut events = vec![Event::Start(start)];
            events.extend(content.into_iter().flatten());
            events.push(Event::End);
            events
        })
    };
    let inner = element.clone();
    let content = content.prop_recursive(4, 32, 4, move |content| inner(content.boxed()));
    element(content.boxed()).prop_map(|mut events| {
        if let Event::Start(root) = &mut events[0] {
            root.declarations = vec![Declaration { prefix: Some("p".into()), namespace: NAMESPACE.into() }];
        }
        Infoset { events, lines: Vec::new() }
    })
}

/// `bytes` as their reader in this test says: XML by the harness's own, any other format by the candidate.
fn read(candidate: &Candidate, bytes: Value) -> Result<Infoset, String> {
    match bytes {
        Value::Bytes(bytes) if candidate.format == "xml" => xml::read(&bytes).map_err(|error| error.to_string()),
        bytes => {
            let answer = answer(candidate, OperationKind::Decode, &untyped(), bytes)?;
            from_value(answer).map_err(|error| error.to_string())
        }
    }
}

fn check(candidate: &Candidate, document: &Infoset) -> Result<(), String> {
    let expected = document.normalised(&candidate.omits);
    let same = |found: Infoset, what: &str| {
        let found = found.normalised(&candidate.omits);
        if found.events == expected.events { Ok(()) } else { Err(format!("{what}: {:?}", found.events)) }
    };
    let mut bytes = Value::Bytes(xml::write(document).map_err(|error| error.to_string())?);
    if candidate.operations.contains(&OperationKind::Encode) {
        let written = answer(candidate, OperationKind::Encode, &untyped(), to_value(document).unwrap())?;
        same(read(candidate, written.clone())?, "encode")?;
        if candidate.format != "xml" {
            bytes = written;
        }
    }
    let found = answer(candidate, OperationKind::Decode, &untyped(), bytes.clone())?;
    same(from_value(found).map_err(|error| error.to_string())?, "decode")?;
    if candidate.operations.contains(&OperationKind::RoundTrip) {
        let again = answer(candidate, OperationKind::RoundTrip, &untyped(), bytes)?;
        same(read(candidate, again)?, "round trip")?;
    }
    Ok(())
}

/// Candidates that need neither another candidate's bytes nor a vocabulary.
fn candidates() -> impl Iterator<Item = &'static Candidate> {
    let stands_alone = |candidate: &&Candidate| {
        let writes = candidate.format == "xml" || candidate.operations.contains(&OperationKind::Encode);
        candidate.binding.is_infoset() && writes && !candidate.name.starts_with("fast-infoset-external")
    };
    programs::all().iter().filter(stands_alone)
}

#[test]
fn any_document_comes_back() {
    let mut failures = Vec::new();
    for candidate in candidates() {
        let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
        let result = TestRunner::new(config)
            .run(&document(), |document| check(candidate, &document).map_err(TestCaseError::fail));
        if let Err(error) = result {
            failures.push(format!("{}: {error}", candidate.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_bytes_make_a_reader_of_documents_panic() {
    let canonical = b"<a xmlns='urn:a' b='1&lt;'><!--c--><?d e?><![CDATA[f]]>&#65;&amp;<g/></a>";
    for candidate in candidates() {
        let bytes = match candidate.format.as_str() {
            "xml" => canonical.to_vec(),
            _ => {
                let document = to_value(&xml::read(canonical).unwrap()).unwrap();
                match answer(candidate, OperationKind::Encode, &untyped(), document).unwrap() {
                    Value::Bytes(bytes) => bytes,
                    other => panic!("{} answers {}", candidate.name, other.kind()),
                }
            }
        };
        let damaged = (any::<prop::sample::Index>(), any::<u8>(), any::<bool>()).prop_map(move |(at, byte, cut)| {
            let mut bytes = bytes.clone();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes.truncate(if cut { at } else { bytes.len() });
            bytes
        });
        let markup = proptest::sample::select(&["<", ">", "/", "!", "--", "?", "&", ";", "a", "=", "'", "[", "]", " "]);
        let markup = vec(markup, 0..40).prop_map(|pieces| pieces.concat().into_bytes());
        let strategy = prop_oneof![damaged, markup, vec(any::<u8>(), 0..200)];
        let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
        let result = TestRunner::new(config).run(&strategy, |bytes| {
            for kind in candidate.operations.iter().filter(|kind| kind.reads()) {
                let _ = answer(candidate, *kind, &untyped(), Value::Bytes(bytes.clone()));
            }
            Ok(())
        });
        assert!(result.is_ok(), "{}: {}", candidate.name, result.unwrap_err());
    }
}
