#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_load::{Address, CallLog, ClientCpu, Options, Schedule, Target};

fuzz_target!(|data: &[u8]| {
    if let Ok(log) = serde_json::from_slice::<CallLog>(data) {
        for schedule in [Schedule::closed(), Schedule::constant(1000.0)] {
            let target = Target::plain("a fuzz target", Address::Unix("nowhere".into()));
            let connections = log.callers.len().clamp(1, 64);
            let _ = log.result(&Options { connections, ..Options::new(target, schedule) }, ClientCpu::default());
        }
    }
});
