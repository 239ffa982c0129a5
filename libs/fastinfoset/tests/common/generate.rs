//! XML documents that reach every information item and every boundary of lengths and indexes.

use std::fmt::Write;

/// Name and text of each document.
pub fn documents() -> Vec<(&'static str, String)> {
    vec![
        ("items", items()),
        ("chunk-lengths", chunk_lengths()),
        ("value-lengths", value_lengths()),
        ("name-lengths", name_lengths()),
        ("element-indexes", element_indexes(2100)),
        ("attribute-indexes", attribute_indexes(8300)),
        ("value-indexes", value_indexes(8300)),
        ("chunk-indexes", chunk_indexes(1100)),
        ("namespaces", namespaces(100)),
        ("deep", deep(400)),
    ]
}

/// Documents whose indexes pass the last boundaries: too large for most of the tests.
pub fn large_documents() -> Vec<(&'static str, String)> {
    vec![
        ("large-chunk-indexes", chunk_indexes(263_200)),
        ("large-element-indexes", element_indexes(526_400)),
        ("long-chunk", format!("<a>{}</a>", "long é ".repeat(20_000))),
    ]
}

fn items() -> String {
    "<?xml version='1.0' standalone='yes'?><!-- before --><?before data?>\
     <!DOCTYPE p:a [<!ENTITY e 'expanded &amp; <i>mark-up</i>'><!ATTLIST i d CDATA 'default' t NMTOKENS '  a  b '>]>\
     <p:a xmlns:p='urn:p' xmlns='urn:default' xmlns:q='urn:p' p:b='1' q:c='2' b=' &lt;&quot;&#9;&#10;&#13; ' e='' xml:lang='en'>\
     text &e; <![CDATA[<cdata>&]]> \u{E9}\u{20AC}\u{1F600} &#x1F600;<!----><!-- in --><?in?><?in   data ?>\
     <b xmlns=''><c/></b><q:d xmlns:p='urn:other'><p:a/></q:d><empty></empty>\r\nline\rends\n\
     </p:a><!-- after --><?after data?>"
        .to_owned()
}

fn chunk_lengths() -> String {
    let mut xml = String::from("<a>");
    for length in [1, 2, 3, 4, 31, 32, 33, 257, 258, 259, 260, 65_535, 65_536, 70_000] {
        for c in ["x", "\u{E9}", "\u{20AC}", "\u{1F600}"] {
            let _ = write!(xml, "<b>{}</b>", c.repeat(length));
        }
    }
    xml + "</a>"
}

fn value_lengths() -> String {
    let mut xml = String::from("<a>");
    for length in [0, 1, 7, 8, 9, 10, 31, 32, 33, 263, 264, 265, 266, 70_000] {
        for c in ["x", "\u{E9}", "\u{1F600}"] {
            let _ = write!(xml, "<b c='{}'/><!--{}--><?p {}?>", c.repeat(length), c.repeat(length), c.repeat(length));
        }
    }
    xml + "</a>"
}

fn name_lengths() -> String {
    let mut xml = String::from("<a>");
    for length in [1, 63, 64, 65, 66, 319, 320, 321, 322, 900] {
        let name = "n".repeat(length);
        let _ = write!(xml, "<{name} {name}='{name}' xmlns:{name}='{name}'><?{name} {name}?><{name}:{name}/></{name}>");
    }
    xml + "</a>"
}

fn element_indexes(count: usize) -> String {
    let mut xml = String::from("<a>");
    for round in 0..2 {
        for i in 0..count {
            let _ = if (i + round) % 3 == 0 { write!(xml, "<e{i} x='{round}'/>") } else { write!(xml, "<e{i}/>") };
        }
    }
    xml + "</a>"
}

fn attribute_indexes(count: usize) -> String {
    let mut xml = String::from("<a>");
    for _ in 0..2 {
        for i in 0..count {
            let _ = write!(xml, "<b a{i}='v'/>");
        }
    }
    xml + "</a>"
}

fn value_indexes(count: usize) -> String {
    let mut xml = String::from("<a>");
    for _ in 0..2 {
        for i in 0..count {
            let _ = write!(xml, "<b c='{i}'/>");
        }
    }
    xml + "</a>"
}

fn chunk_indexes(count: usize) -> String {
    let mut xml = String::from("<a>");
    for _ in 0..2 {
        for i in 0..count {
            let _ = write!(xml, "<b>{i}</b>");
        }
    }
    xml + "</a>"
}

fn namespaces(count: usize) -> String {
    let mut xml = String::from("<a>");
    for i in 0..count {
        let _ = write!(xml, "<p{i}:b xmlns:p{i}='urn:{i}' xmlns='urn:{}' p{i}:c='1'><b/></p{i}:b>", i % 7);
    }
    for i in 0..count {
        let _ = write!(xml, "<p{i}:b xmlns:p{i}='urn:{i}'/>");
    }
    xml + "</a>"
}

fn deep(depth: usize) -> String {
    let mut xml = String::new();
    (0..depth).for_each(|i| xml.push_str(if i % 2 == 0 { "<a>" } else { "<b c=''>" }));
    (0..depth).rev().for_each(|i| xml.push_str(if i % 2 == 0 { "</a>" } else { "</b>" }));
    xml
}
