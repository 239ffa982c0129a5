//! Busy loops beside what is measured.

use std::process::{Child, Command};

/// Computes until the process that started it is gone, however that ended.
const SPIN: &str = "while kill -0 $1 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

/// One for each core.
pub fn loops() -> impl Iterator<Item = Child> {
    let own = std::process::id().to_string();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (0..cores).map(move |_| Command::new("sh").args(["-c", SPIN, "spin", &own]).spawn().expect("there is a shell"))
}
