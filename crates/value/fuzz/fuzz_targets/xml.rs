//! What reads as XML writes as XML that means the same, and its data tree, where it has one, maps back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_value::{mapping, xml};

fuzz_target!(|bytes: &[u8]| {
    let Ok(infoset) = xml::read(bytes) else { return };
    let again = xml::read(&xml::write(&infoset).unwrap()).unwrap();
    assert_eq!(again.normalised(&[]), infoset.normalised(&[]));
    if let Ok(value) = mapping::from_infoset(&infoset, None)
        && let Some(wirecost_value::infoset::Event::Start(root)) = infoset.events.first()
        && root.attributes.is_empty()
    {
        let back = mapping::to_infoset(&value, &root.name, None).unwrap();
        assert_eq!(mapping::from_infoset(&back, None).unwrap(), value);
    }
});
