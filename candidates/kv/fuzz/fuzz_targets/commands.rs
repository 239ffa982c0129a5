#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_kv_rust::engine::Map;
use wirecost_kv_rust::protocol::{Command, Parsed, parse};
use wirecost_kv_rust::{Engine, Keeper};

// Carries out what is there as a connection does. What is read as part of nothing must not grow, and no command may be longer
// than its bytes.
fuzz_target!(|data: &[u8]| {
    let (mut keeper, mut out) = (Keeper::default(), Vec::new());
    let carried = Map::default().turn(&mut |batch| {
        let mut rest = data;
        while !rest.is_empty() && out.len() < 1 << 20 {
            match parse(rest) {
                Parsed::Partial => break,
                Parsed::Command(Command::Quit, _) => break,
                Parsed::Command(command, bytes) => {
                    keeper.execute(&command, batch, &mut out)?;
                    rest = &rest[bytes..];
                }
                Parsed::Refused { bytes, closes, .. } => {
                    assert!(bytes > 0);
                    if closes {
                        break;
                    }
                    rest = &rest[bytes.min(rest.len())..];
                }
            }
        }
        Ok(())
    });
    assert!(carried.is_ok());
});
