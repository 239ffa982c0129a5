//! One run measures at a time.

use std::fs::TryLockError;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;

use crate::paths::Paths;
use crate::screen::Screen;

/// How often a run that waits for another looks whether it may begin, or was interrupted.
const LOOK: Duration = Duration::from_millis(100);

/// Exactly one measured process exists at any moment: another wirecost waits here until this one is done. None where it
/// was interrupted meanwhile.
pub(super) fn wait_for_turn(
    paths: &Paths,
    screen: Screen,
    cancelled: &AtomicBool,
) -> anyhow::Result<Option<std::fs::File>> {
    std::fs::create_dir_all(&paths.cache).with_context(|| format!("cannot make {}", paths.cache.display()))?;
    let path = lock(paths);
    let cannot = || format!("cannot lock {}", path.display());
    // Until it is locked, its content may be another's.
    let open = std::fs::File::options().create(true).write(true).truncate(false).open(&path);
    let file = open.with_context(|| format!("cannot write {}", path.display()))?;
    let mut looks = 0;
    while !cancelled.load(Ordering::Relaxed) {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
            Err(TryLockError::WouldBlock) => {}
        }
        looks += 1;
        // `serve` holds the lock for a moment, to see whether somebody measures.
        if looks == 2 {
            screen.note("another wirecost is measuring; waiting for it to finish");
        }
        // A lock that waits by itself would hear no signal.
        std::thread::sleep(LOOK);
    }
    Ok(None)
}

/// The file that the measuring process locks.
pub fn lock(paths: &Paths) -> PathBuf {
    paths.cache.join("measuring.lock")
}

/// Writes into the lock what is measured now, for `wirecost serve`.
pub(super) fn sign(mut alone: &std::fs::File, run_id: &str) -> std::io::Result<()> {
    alone.set_len(0)?;
    alone.write_all(run_id.as_bytes())
}
