//! The examples of RFC 7541, appendix C: for each block, the fields and the size of the table behind it.

use crate::{Decoder, Fault, Malformed};

const MOST: usize = 1 << 20;

fn bytes(hex: &str) -> Vec<u8> {
    let hex: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    hex.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn decode(decoder: &mut Decoder, block: &[u8]) -> Result<Vec<String>, Fault> {
    let mut fields = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    decoder.decode(block, MOST, |name, value| fields.push(format!("{}: {}", text(name), text(value))))?;
    Ok(fields)
}

fn check(decoder: &mut Decoder, hex: &str, fields: &[&str], size: usize) {
    assert_eq!(decode(decoder, &bytes(hex)).unwrap(), fields, "{hex}");
    assert_eq!(decoder.table_size(), size, "{hex}");
}

/// C.2: the forms of a field.
#[test]
fn c_2_fields() {
    let fresh = Decoder::default;
    check(
        &mut fresh(),
        "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
        &["custom-key: custom-header"],
        55,
    );
    check(&mut fresh(), "040c 2f73 616d 706c 652f 7061 7468", &[":path: /sample/path"], 0);
    check(&mut fresh(), "1008 7061 7373 776f 7264 0673 6563 7265 74", &["password: secret"], 0);
    check(&mut fresh(), "82", &[":method: GET"], 0);
}

const REQUESTS: [&[&str]; 3] = [
    &[":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"],
    &[":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com", "cache-control: no-cache"],
    &[
        ":method: GET",
        ":scheme: https",
        ":path: /index.html",
        ":authority: www.example.com",
        "custom-key: custom-value",
    ],
];

/// C.3: requests without the Huffman code.
#[test]
fn c_3_requests() {
    let mut decoder = Decoder::default();
    check(&mut decoder, "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", REQUESTS[0], 57);
    check(&mut decoder, "8286 84be 5808 6e6f 2d63 6163 6865", REQUESTS[1], 110);
    let third = "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65";
    check(&mut decoder, third, REQUESTS[2], 164);
}

/// C.4: the same with it.
#[test]
fn c_4_requests_in_huffman_code() {
    let mut decoder = Decoder::default();
    check(&mut decoder, "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", REQUESTS[0], 57);
    check(&mut decoder, "8286 84be 5886 a8eb 1064 9cbf", REQUESTS[1], 110);
    check(&mut decoder, "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf", REQUESTS[2], 164);
}

const LOCATION: &str = "location: https://www.example.com";
const ANSWERS: [&[&str]; 3] = [
    &[":status: 302", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT", LOCATION],
    &[":status: 307", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT", LOCATION],
    &[
        ":status: 200",
        "cache-control: private",
        "date: Mon, 21 Oct 2013 20:13:22 GMT",
        LOCATION,
        "content-encoding: gzip",
        "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    ],
];

/// C.5: answers without the Huffman code, in a table of 256 bytes, which evicts.
#[test]
fn c_5_answers() {
    let mut decoder = Decoder::default();
    decode(&mut decoder, &bytes("3fe1 01")).unwrap();
    let first =
        "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120
        474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d";
    check(&mut decoder, first, ANSWERS[0], 222);
    check(&mut decoder, "4803 3330 37c1 c0bf", ANSWERS[1], 222);
    let third = "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738
        666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b
        2076 6572 7369 6f6e 3d31";
    check(&mut decoder, third, ANSWERS[2], 215);
}

/// C.6: the same with it.
#[test]
fn c_6_answers_in_huffman_code() {
    let mut decoder = Decoder::default();
    decode(&mut decoder, &bytes("3fe1 01")).unwrap();
    let first =
        "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718
        63c7 8f0b 97c8 e9ae 82ae 43d3";
    check(&mut decoder, first, ANSWERS[0], 222);
    check(&mut decoder, "4883 640e ffc1 c0bf", ANSWERS[1], 222);
    let third =
        "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7
        b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07";
    check(&mut decoder, third, ANSWERS[2], 215);
}

#[test]
fn blocks_that_break_the_standard_are_malformed() {
    for hex in [
        "80",             // index 0
        "be",             // an index beyond the tables
        "ff7f",           // the same
        "3fe2 1f",        // a table of 4,097 bytes
        "8820",           // a size update behind a field
        "40",             // no name
        "4005 61",        // a name that is cut
        "4082 ffff 0178", // padding of a byte
        "5f",             // an index that is cut
    ] {
        assert!(matches!(decode(&mut Decoder::default(), &bytes(hex)), Err(Fault::Malformed(Malformed(_)))), "{hex}");
    }
}

#[test]
fn a_list_beyond_the_bound_is_given_up() {
    let mut decoder = Decoder::default();
    // Each byte brings a field of 42 bytes (RFC 9113, 10.5.1).
    let (mut count, block) = (0, [0x88; 100]);
    assert_eq!(decoder.decode(&block, 42 * 50, |_, _| count += 1), Err(Fault::TooLong));
    assert_eq!(count, 50);
}

#[test]
fn an_entry_may_name_one_that_its_insertion_evicts() {
    let mut decoder = Decoder::default();
    // A table of 64 bytes holds one entry; the second takes its name from the first (RFC 7541, 4.4).
    assert_eq!(decode(&mut decoder, &bytes("3f21 4001 6101 62 7e01 63 be")).unwrap(), ["a: b", "a: c", "a: c"]);
    // One larger than the table empties it.
    assert!(decode(&mut decoder, &[&bytes("4001 6140")[..], &[b'x'; 64]].concat()).is_ok());
    assert_eq!((decoder.table_size(), decode(&mut decoder, &[0xbe]).is_err()), (0, true));
}
