//! Any text is a signature, a pattern, a value, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sbw::signature::{Pattern, Signature};

fuzz_target!(|text: &str| {
    let _ = Pattern::parse(text);
    if let Ok(signature) = Signature::parse(text) {
        assert_eq!(Signature::parse(&signature.to_string()).expect("what is printed is parsed"), signature);
        for argument in &signature.arguments {
            let _ = sbw::text::parse(text, Some(&argument.kind));
        }
    }
    if let Ok(value) = sbw::text::parse(text, None) {
        let printed = value.to_string();
        let again = sbw::text::parse(&printed, None).expect("what is printed is parsed");
        assert_eq!(again.to_string(), printed);
    }
});
