#![no_main]

use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use libfuzzer_sys::fuzz_target;
use wirecost_load::distributions_of;

// What is read of a distribution is what the library reads from the same bytes.
fuzz_target!(|data: &[u8]| {
    for own in distributions_of(data).into_iter().flatten() {
        let library: Histogram<u64> = Deserializer::new().deserialize(&mut &*data).expect("the library reads it too");
        assert_eq!(own, library);
    }
});
