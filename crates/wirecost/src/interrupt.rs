//! Ctrl-C before and while something is measured: the first waits for what may not be cut, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};

/// What a shell reports of a program that Ctrl-C ended.
pub const EXIT_CODE: u8 = 130;

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// That the user has stopped the program. From the first call on, signals set it, and the second signal ends the program.
///
/// # Errors
/// If the system does not let signals be caught.
pub fn flag() -> std::io::Result<Arc<AtomicBool>> {
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, EXIT_CODE.into(), Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(Arc::clone(FLAG.get_or_init(|| flag)))
}

/// Whether the user has stopped the program. Before [`flag`] is called, the first signal ends it.
pub fn is_set() -> bool {
    FLAG.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}
