//! A kept corpus of hostile messages: each is read, or refused with its place, in bounded memory and without a panic.

use wirecost_catalog::Compact;
use wirecost_catalog::file::{FileError, FileFormat, FilePlace};

/// The most memory that the whole corpus may take; aliases of YAML may repeat 4 MiB of nodes.
#[cfg(target_os = "linux")]
const MOST_MEMORY: u64 = 512 << 20;

/// The stack that readers need for the deepest nesting, in a build without optimisation.
const STACK: usize = 64 << 20;

/// Text that is broken, or at a limit: numbers, escapes, markup.
const TEXTS: &[&str] = &[
    "{\"a\":1,\"a\":2}",
    "{\"a\":{\"b\":1,\"b\":2}}",
    "[1e999]",
    "[-1e999]",
    "[1e-999]",
    "18446744073709551616",
    "-9223372036854775809",
    "99999999999999999999999999999999999999999999",
    "01",
    "+1",
    ".5",
    "1.",
    "0x1",
    "NaN",
    "Infinity",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\u12\"",
    "\"\t\"",
    "\"\\x\"",
    "'a'",
    "[1,]",
    "{\"a\":1,}",
    "{a:1}",
    "// c\n1",
    "1 2",
    "nul",
    "\u{feff}null",
    "\u{feff}",
    " \n",
    "",
    "{\"\":\"\"}",
    "{\"\\u0000\":\"\\u0000\"}",
    "<a",
    "<a>",
    "<a></b>",
    "<a/><b/>",
    "<a>&x;</a>",
    "<a>&#0;</a>",
    "<a>&#x110000;</a>",
    "<a>&#xd800;</a>",
    "<a>&#99999999999;</a>",
    "<a x='1' x='2'/>",
    "<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>",
    "<p:a/>",
    "<a:b:c xmlns:a='u'/>",
    "<:a/>",
    "<1/>",
    "<a b/>",
    "<a b=c/>",
    "<a b='<'/>",
    "<a>]]></a>",
    "<a><!-- -- --></a>",
    "<a><![CDATA[</a>",
    "<a><?xml version='1.0'?></a>",
    "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
    "<?xml version='1.0' encoding='UTF-16'?><a/>",
    "<?xml version='9.9'?><a/>",
    "\u{feff}<a/>",
    "<a>\u{ffff}</a>",
    "text<a/>",
];

fn texts() -> Vec<(FileFormat, Vec<u8>)> {
    let nested = |open: &str, close: &str, depth: usize| (open.repeat(depth) + &close.repeat(depth)).into_bytes();
    let bomb = "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\
                <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]><a>&d;</a>";
    let mut all: Vec<(FileFormat, Vec<u8>)> = Vec::new();
    for text in TEXTS.iter().copied().chain([bomb]) {
        all.push((FileFormat::Text, text.as_bytes().to_vec()));
    }
    for depth in [128, 1_000, 1_024, 1_025, 100_000] {
        all.push((FileFormat::Text, nested("[", "]", depth)));
        all.push((FileFormat::Text, nested("{\"a\":", "", depth)));
        all.push((FileFormat::Text, nested("<a>", "</a>", depth)));
        all.push((FileFormat::Yaml, nested("[", "]", depth)));
        all.push((FileFormat::Cbor, [vec![0x81; depth], vec![0]].concat()));
        all.push((FileFormat::MessagePack, [vec![0x91; depth], vec![0]].concat()));
    }
    for bytes in [&b"\xff\xfe<\0a\0"[..], b"\xc0\x80", b"\"\xed\xa0\x80\"", b"<a>\xff</a>", b"{\"a\xf0\":1}"] {
        all.push((FileFormat::Text, bytes.to_vec()));
    }
    // Lengths of 2^32 and 2^64, counts without items, tags, keys that are no text.
    for bytes in [
        &b"\x9a\xff\xff\xff\xff"[..],
        b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xbb\x7f\xff\xff\xff\xff\xff\xff\xff",
        b"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff",
        b"\xa2\x61a\x01\x61a\x02",
        b"\xa1\x01\x02",
        b"\xc2\x49\x01\0\0\0\0\0\0\0\0",
        b"\x9f\x01",
        b"\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc1",
        b"\x82\xa1a\x01\xa1a\x02",
        b"\xd6\xff\0\0\0\0",
    ] {
        all.push((FileFormat::Cbor, bytes.to_vec()));
        all.push((FileFormat::MessagePack, bytes.to_vec()));
    }
    for text in ["a: &x [*x]", "a: *nope", "a: 1\na: 2", "? [1]\n: 2", "a:\n\t- 1", "--- 1\n--- 2", "{", "!!binary x"] {
        all.push((FileFormat::Yaml, text.as_bytes().to_vec()));
    }
    let bomb = (1..20).fold("a0: &a0 [x,x,x,x,x,x,x,x]\n".to_owned(), |text, n| {
        let one = format!("*a{}", n - 1);
        format!("{text}a{n}: &a{n} [{}]\n", vec![one; 8].join(","))
    });
    all.push((FileFormat::Yaml, bomb.into_bytes()));
    all
}

/// Sound messages cut after each part, and with one bit of some bytes turned.
fn damaged() -> Vec<(FileFormat, Vec<u8>)> {
    let sound: [(FileFormat, &[u8]); 5] = [
        (FileFormat::Text, "{\"a\":[1,-2.5e3,\"\\u00e9\",null,true],\"b\":{\"c\":\"d\"}}".as_bytes()),
        (FileFormat::Text, b"<a xmlns:p='u'><p:b x='1'>t&amp;&#65;</p:b><!--c--><?p i?><![CDATA[x]]></a>"),
        (FileFormat::Yaml, b"a: [1, {b: 'c'}]\nd: |\n  x\n"),
        (FileFormat::Cbor, b"\xa2\x61a\x83\x01\xfb\x40\x09\x21\xfb\x54\x44\x2d\x18\xf6\x61b\x42\x01\x02"),
        (FileFormat::MessagePack, b"\x82\xa1a\x93\x01\xcb\x40\x09\x21\xfb\x54\x44\x2d\x18\xc0\xa1b\xc4\x02\x01\x02"),
    ];
    let mut all = Vec::new();
    for (format, bytes) in sound {
        for at in 0..bytes.len() {
            all.push((format, bytes[..at].to_vec()));
            let mut turned = bytes.to_vec();
            turned[at] ^= 1 << (at % 8);
            all.push((format, turned));
        }
    }
    all
}

#[test]
fn every_hostile_message_is_read_or_refused_with_its_place() {
    std::thread::Builder::new().stack_size(STACK).spawn(read_all).unwrap().join().unwrap();
}

fn read_all() {
    let corpus: Vec<_> = texts().into_iter().chain(damaged()).collect();
    assert!(corpus.len() >= 500, "{}", corpus.len());
    let (mut read, mut refused) = (0, 0);
    for (format, bytes) in corpus {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
        match Compact::read(bytes.clone(), format) {
            Ok(message) => {
                read += 1;
                // What was read is written, or says why not.
                let mut document = Vec::new();
                if message.write_xml(&mut document).is_ok() {
                    let again = Compact::read(document, FileFormat::Text);
                    // The leaves of the deepest tree are one level more.
                    let fits = again.as_ref().err().is_none_or(|error| error.reason.contains("nested deeper"));
                    assert!(fits, "{format:?} {shown:?}: {}", again.unwrap_err());
                }
            }
            Err(FileError { place, reason }) => {
                refused += 1;
                assert!(!reason.is_empty(), "{shown:?}");
                let empty = bytes.trim_ascii().is_empty() || bytes == "\u{feff}".as_bytes();
                let without_place = matches!(place, FilePlace::Whole) && format == FileFormat::Text && !empty;
                assert!(!without_place, "{shown:?}: {reason}");
            }
        }
    }
    assert!(read > 50 && refused > 200, "{read} read, {refused} refused");
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")).unwrap();
        let peak = peak.trim().parse::<u64>().unwrap() * 1024;
        assert!(peak < MOST_MEMORY, "{peak} bytes");
    }
}
