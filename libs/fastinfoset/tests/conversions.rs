//! A kept corpus of hostile documents: each is converted there and back to the same document, or refused with its byte.

use fastinfoset::{Algorithms, Error, Limits, Reader, Writer, xml};

const DOCUMENTS: [&str; 23] = [
    "<a/>",
    "<a>text</a>",
    "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><a/>",
    "<a x='1' y=\"2\" z='&lt;&#10;'/>",
    "<p:a xmlns:p='urn:1' p:x='1'><p:b/></p:a>",
    "<a xmlns='urn:1'><b xmlns=''><c xmlns='urn:2'/></b></a>",
    "<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</a>",
    "<a><![CDATA[<b>&]]]]><![CDATA[>]]></a>",
    "<!-- c --><a><!-- d --></a><?p q?>",
    "<?p?><a><?q r s?></a>",
    "<!DOCTYPE a [<!ENTITY e 'v&#38;#38;w'>]><a>&e;</a>",
    "<!DOCTYPE a [<!ATTLIST a x CDATA 'd' n NMTOKEN ' t '>]><a n=' u  v '/>",
    "<!DOCTYPE a SYSTEM 's' [<?p i?><!NOTATION n PUBLIC 'p'>]><a/>",
    "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>",
    "<a>\r\n\t x \r y</a>",
    "<\u{e9}l\u{e9}ment \u{e0}='\u{1F600}'>\u{4e2d}</\u{e9}l\u{e9}ment>",
    "<a><b>same</b><b>same</b><b>same</b><b>same</b></a>",
    "<a><b><c><d><e><f/></e></d></c></b></a>",
    "<!DOCTYPE a [<!ENTITY e SYSTEM 'e.xml'>]><a>x&e;y&e;</a>",
    "<!DOCTYPE a PUBLIC 'p' 's' [<!NOTATION n SYSTEM 'n'><!ENTITY e PUBLIC 'q' 'e.xml'>]><a><b>&e;</b>&f;</a>",
    "<!DOCTYPE a [<!ENTITY e 'a&#13;&#10;b&#38;#13;'>]><a x='&e;'>&e;</a>",
    "<?xml version='1.1'?><p:a xmlns:p='urn:1' x='&#1;&#x85;&#127;'><b xmlns:p=''/>&#31;&#x85;&#x2028;&#13;</p:a>",
    "<?xml version='1.1'?><!DOCTYPE a [<!ENTITY e '&#1;&#x85;'>]><a>&e;</a>",
];

fn to_infoset(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new();
    xml::from_xml(text, &Limits::default(), &mut writer)?;
    Ok(writer.bytes().to_vec())
}

fn to_text(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    xml::to_xml(&mut Reader::new(bytes), &Algorithms::default(), &mut text)?;
    Ok(text)
}

/// Every document cut at, and with a bit turned at, eighteen places.
fn damaged(bytes: &[u8]) -> Vec<Vec<u8>> {
    let places = (0..18).map(|part| bytes.len() * part / 18);
    places
        .flat_map(|at| {
            let mut turned = bytes.to_vec();
            turned[at] ^= 1 << (at % 8);
            [bytes[..at].to_vec(), turned]
        })
        .collect()
}

#[test]
fn every_document_comes_back_or_is_refused_with_its_byte() {
    let mut tried = 0;
    let same = |bytes: Result<Vec<u8>, Error>, told: &dyn std::fmt::Debug| match bytes {
        Ok(bytes) => {
            let text = to_text(&bytes).unwrap_or_else(|error| panic!("{told:?}: {error}"));
            let again = to_infoset(&text).unwrap_or_else(|error| panic!("{told:?}: {error}"));
            assert_eq!(to_text(&again).unwrap(), text, "{told:?}");
        }
        Err(error) => assert!(error.offset().is_some(), "{told:?}: {error}"),
    };
    for document in DOCUMENTS {
        same(to_infoset(document.as_bytes()), &document);
        for damage in damaged(document.as_bytes()) {
            same(to_infoset(&damage), &String::from_utf8_lossy(&damage));
            tried += 1;
        }
    }
    assert!(tried >= 648, "{tried}");
}

#[test]
fn a_damaged_infoset_is_read_or_refused_with_its_byte() {
    let mut tried = 0;
    for document in DOCUMENTS {
        for damage in damaged(&to_infoset(document.as_bytes()).unwrap()) {
            if let Err(error) = to_text(&damage) {
                // What has no form in XML has no place in it either.
                assert!(
                    error.offset().is_some() || error.to_string().contains("representable"),
                    "{damage:02x?}: {error}"
                );
            }
            tried += 1;
        }
    }
    assert!(tried >= 648, "{tried}");
}

/// A document and what it must be as XML again, after its XML declaration.
const SAME: [(&str, &str); 5] = [
    (
        "<!DOCTYPE a [<!ENTITY unused SYSTEM 'u'><!ENTITY e SYSTEM 'e.xml'>]><a>&e;<b>&e;</b></a>",
        "<!DOCTYPE a [\n<!ENTITY e SYSTEM \"e.xml\">\n]>\n<a>&e;<b>&e;</b></a>",
    ),
    (
        "<!DOCTYPE a SYSTEM 's' [<!NOTATION n SYSTEM 'n'><!ENTITY e PUBLIC 'p' 'e'>]><a>&e;&f;</a>",
        "<!DOCTYPE a SYSTEM \"s\" [\n<!NOTATION n SYSTEM \"n\">\n<!ENTITY e PUBLIC \"p\" \"e\">\n]>\n<a>&e;&f;</a>",
    ),
    // XML 1.1: its line ends are one line feed where they stand, and stay where they are references.
    ("<?xml version='1.1'?><a>1\u{85}2\u{2028}3\r\u{85}4\r\n5</a>", "<a>1\n2\n3\n4\n5</a>"),
    ("<?xml version='1.1'?><a x='1\u{85}2&#x85;'>&#x85;&#x2028;&#13;</a>", "<a x=\"1 2&#133;\">&#133;&#8232;&#13;</a>"),
    ("<?xml version='1.1'?><a x='&#1;'>&#1;&#x9F;&#127;</a>", "<a x=\"&#1;\">&#1;&#159;&#127;</a>"),
];

#[test]
fn what_only_a_declaration_or_a_reference_can_say_is_said_again() {
    for (document, due) in SAME {
        let infoset = to_infoset(document.as_bytes()).unwrap_or_else(|error| panic!("{error}: {document:?}"));
        let text = String::from_utf8(to_text(&infoset).unwrap()).unwrap();
        let body = text.split_once("?>\n").map_or(text.as_str(), |(_, body)| body);
        assert_eq!(body, due, "{document:?}");
        assert_eq!(to_infoset(text.as_bytes()).unwrap().last_chunk::<8>(), infoset.last_chunk(), "{document:?}");
    }
    for refused in [
        "<a>&#1;</a>",
        "<?xml version='1.1'?><a>&#0;</a>",
        "<?xml version='1.1'?><a>\u{1}</a>",
        "<?xml version='1.1'?><a>\u{9f}</a>",
        "<a xmlns:p='u'><b xmlns:p=''/></a>",
    ] {
        assert!(to_infoset(refused.as_bytes()).is_err(), "{refused:?}");
    }
}

/// The reference comes long after the document type was due.
#[test]
fn an_entity_that_is_referred_to_late_is_declared() {
    let text = "x".repeat(300_000);
    let document = format!("<!DOCTYPE a [<!ENTITY e SYSTEM 'e.xml'>]><a>{text}<b/>{text}&e;</a>");
    let again = to_text(&to_infoset(document.as_bytes()).unwrap()).unwrap();
    assert!(again.starts_with(b"<!DOCTYPE a [\n<!ENTITY e SYSTEM \"e.xml\">\n]>\n<a>xxx"));
    assert!(again.ends_with(b"xxx&e;</a>"));
}
