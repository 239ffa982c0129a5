//! Any bytes of any form are shown within the limit, and as no terminal minds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_tap::{Form, decode};

const FORMS: [Form; 9] = [
    Form::Xml,
    Form::Json,
    Form::FastInfoset,
    Form::Protobuf,
    Form::Grpc,
    Form::Sbw,
    Form::Resp,
    Form::Text,
    Form::Bytes,
];

fuzz_target!(|input: &[u8]| {
    let Some((&form, bytes)) = input.split_first() else { return };
    let form = FORMS[usize::from(form) % FORMS.len()];
    for (is_whole, max_shown) in [(true, 10_000), (false, 100)] {
        let shown = decode::bytes_as(form, bytes, is_whole, max_shown);
        assert!(shown.text.len() <= max_shown);
        assert!(shown.text.chars().all(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')));
    }
});
