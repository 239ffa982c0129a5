//! A kept corpus of hostile documents: each is converted there and back to the same document, or refused with its byte.

use fastinfoset::{Algorithms, Error, Limits, Reader, Writer, xml};

const DOCUMENTS: [&str; 18] = [
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
