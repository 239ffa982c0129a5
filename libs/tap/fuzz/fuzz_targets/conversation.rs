//! Any bytes in both directions, cut anywhere, are messages that hold them all.
//!
//! The first byte says the format. Then pieces: a byte whose highest bit is the direction and whose others are the
//! number of bytes that follow.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use wirecost_tap::{Conversation, Direction, Form, Format, Limits, Purse, decode};

const FORMATS: [Format; 6] =
    [Format::Auto, Format::Http, Format::Sbw, Format::Resp, Format::Raw, Format::Body(Form::Protobuf)];

fuzz_target!(|input: &[u8]| {
    let Some((&format, mut input)) = input.split_first() else { return };
    let limits = Limits { max_kept: 1000, max_kept_in_all: 2000, max_shown: 500 };
    let format = FORMATS[usize::from(format) % FORMATS.len()];
    let mut conversation = Conversation::new(format, &limits, Purse::new(limits.max_kept_in_all));
    let (mut out, mut passed) = (Vec::new(), 0);
    while let Some((&head, rest)) = input.split_first() {
        let direction = if head & 0x80 == 0 { Direction::ToTarget } else { Direction::ToClient };
        let (piece, rest) = rest.split_at(rest.len().min(usize::from(head & 0x7f)));
        conversation.take(direction, Duration::ZERO, piece, &mut out);
        passed += piece.len() as u64;
        input = rest;
    }
    conversation.end(Direction::ToTarget, &mut out);
    conversation.end(Direction::ToClient, &mut out);
    assert_eq!(out.iter().map(|message| message.bytes).sum::<u64>(), passed);
    for message in &out {
        assert!(decode::show(message, limits.max_shown).text.len() <= limits.max_shown);
    }
});
