//! Documents as structs, through serde.

use fastinfoset::de::{DeError, Names};
use fastinfoset::{Limits, Writer, xml};
use serde::Deserialize;
use serde::de::DeserializeOwned;

fn document(text: &str) -> Vec<u8> {
    let mut writer = Writer::new();
    xml::from_xml(text.as_bytes(), &Limits::default(), &mut writer).unwrap();
    writer.bytes().to_vec()
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, DeError> {
    Names::new(&[("p", "urn:p"), ("", "urn:default")]).read(&document(text))
}

#[derive(Debug, PartialEq, Deserialize)]
struct Order {
    #[serde(rename = "@id")]
    id: Option<i64>,
    #[serde(rename = "@xml:lang")]
    lang: Option<String>,
    #[serde(rename = "p:name")]
    name: String,
    state: State,
    paid: bool,
    total: f64,
    #[serde(default)]
    line: Vec<Line>,
    #[serde(default)]
    tag: Vec<u8>,
    pay: Option<Pay>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Shut,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Line {
    #[serde(rename = "@sku")]
    sku: String,
    #[serde(rename = "$text", default)]
    text: String,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Pay {
    who: String,
    #[serde(rename = "$value")]
    by: By,
    after: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum By {
    Card(Line),
    Cash(i64),
}

#[test]
fn attributes_elements_texts_and_choices_become_fields() {
    let text = "<x:order xmlns:x='urn:p' id='7' xml:lang='de' other='1'>\n <x:name> A &amp; b </x:name><state>shut</state>\
                <paid>true</paid> <total> 1.5 </total><line sku='a'> t </line>\n<line sku='b'/><tag>1</tag><tag>2</tag>\
                <unknown><deep>1</deep></unknown><pay><who>me</who><card sku='k'>c</card><after/></pay></x:order>";
    let line = |sku: &str, text: &str| Line { sku: sku.into(), text: text.into() };
    let expected = Order {
        id: Some(7),
        lang: Some("de".into()),
        name: " A & b ".into(),
        state: State::Shut,
        paid: true,
        total: 1.5,
        line: vec![line("a", " t "), line("b", "")],
        tag: vec![1, 2],
        pay: Some(Pay { who: "me".into(), by: By::Card(line("k", "c")), after: String::new() }),
    };
    assert_eq!(read::<Order>(text).unwrap(), expected);
    let least = "<order xmlns:x='urn:p'><x:name/><state>open</state><paid>0</paid><total>1</total></order>";
    let least = read::<Order>(least).unwrap();
    assert_eq!((least.id, least.line.len(), least.pay), (None, 0, None));
}

#[test]
fn lists_of_several_names_keep_their_order() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Mixed {
        #[serde(rename = "$value")]
        all: Vec<By>,
    }
    let card = By::Card(Line { sku: "k".into(), text: "c".into() });
    let read = read::<Mixed>("<m> <cash>1</cash> <card sku='k'>c</card><cash>2</cash></m>").unwrap();
    assert_eq!(read.all, [By::Cash(1), card, By::Cash(2)]);
}

#[test]
fn a_namespace_tells_names_apart_whatever_its_prefix() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Two {
        id: u8,
        #[serde(rename = "p:id")]
        other: u8,
    }
    let text = "<d:two xmlns:d='urn:default'><y:id xmlns:y='urn:p'>2</y:id><d:id>1</d:id></d:two>";
    assert_eq!(read::<Two>(text).unwrap(), Two { id: 1, other: 2 });
}

/// Indexes of one document are not those of the next.
#[test]
fn one_reader_takes_many_documents() {
    let mut names = Names::new(&[]);
    for (text, expected) in
        [("<a><b>1</b></a>", ("b", 1)), ("<a><c>2</c></a>", ("c", 2)), ("<x><c>3</c></x>", ("c", 3))]
    {
        #[derive(Deserialize)]
        struct One {
            b: Option<u8>,
            c: Option<u8>,
        }
        let One { b, c } = names.read(&document(text)).unwrap();
        assert_eq!(if expected.0 == "b" { (b, c) } else { (c, b) }, (Some(expected.1), None), "{text}");
    }
}

#[test]
fn what_is_not_of_the_type_is_an_error_that_says_what() {
    for (text, said) in [
        ("<o><paid>maybe</paid></o>", "\"maybe\" is no boolean"),
        ("<o><total>1,5</total></o>", "\"1,5\" is no number"),
        ("<o><tag>256</tag></o>", "\"256\" is no integer of 8 bits without sign"),
        ("<o><total><deep/></total></o>", "element \"deep\" in \"total\""),
        ("<o><state>gone</state></o>", "unknown variant `gone`"),
        ("<o/>", "missing field"),
    ] {
        let error = read::<Order>(text).unwrap_err();
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
    let mut cut = document("<o><tag>1</tag></o>");
    cut.truncate(cut.len() - 2);
    assert!(matches!(Names::new(&[]).read::<Order>(&cut), Err(DeError::Document(_))));
}

proptest::proptest! {
    /// Whatever the bytes are, and whatever is asked for.
    #[test]
    fn bytes_of_anyone_end_in_a_value_or_an_error(bytes: Vec<u8>, at: usize, bit in 0_u8..8) {
        let _ = Names::new(&[]).read::<Order>(&bytes);
        let text = "<order xmlns:p='urn:p' id='7'><p:name>a</p:name><state>open</state><line sku='a'>t</line><tag>1</tag></order>";
        let mut flipped = document(text);
        let at = at % flipped.len();
        flipped[at] ^= 1 << bit;
        let _ = Names::new(&[("p", "urn:p")]).read::<Order>(&flipped);
    }
}
