//! Memory and disk of a store through the time of a step.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use wirecost_host::Server;
use wirecost_model::ResourceDocument;

/// How often they are read, as long as there are not too many readings.
const PERIOD: Duration = Duration::from_millis(200);
/// As many readings as this, and every second one goes: so a load of an hour has no more of them than one of a minute.
const MOST: usize = 240;

/// Does some work, and reads the memory of a server and its disk beyond `around_bytes` meanwhile: at the start, from time to time,
/// and at the end.
pub(crate) fn watched<T>(server: &Server, around_bytes: u64, work: impl FnOnce() -> T) -> (T, Vec<ResourceDocument>) {
    let (done, ended) = channel::<()>();
    let start = Instant::now();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            let (mut memory, folder) = (server.memory(), server.folder());
            let mut readings = Readings { period: PERIOD, all: Vec::new() };
            loop {
                readings.add(ResourceDocument {
                    at_s: start.elapsed().as_secs_f64(),
                    memory_bytes: memory.read_bytes(),
                    disk_bytes: disk_bytes(folder).saturating_sub(around_bytes),
                });
                if ended.recv_timeout(readings.period) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                // A store may start processes while it works.
                memory = server.memory();
            }
            memory = server.memory();
            readings.all.push(ResourceDocument {
                at_s: start.elapsed().as_secs_f64(),
                memory_bytes: memory.read_bytes(),
                disk_bytes: disk_bytes(folder).saturating_sub(around_bytes),
            });
            readings.all
        });
        let result = work();
        drop(done);
        // A thread that panicked has read nothing.
        (result, watch.join().unwrap_or_default())
    })
}

struct Readings {
    period: Duration,
    all: Vec<ResourceDocument>,
}

impl Readings {
    fn add(&mut self, reading: ResourceDocument) {
        self.all.push(reading);
        if self.all.len() >= MOST {
            let mut index = 0;
            self.all.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.period *= 2;
        }
    }
}

/// What the files in a folder take on the disk.
pub(crate) fn disk_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |path: &Path| if path.is_dir() { disk_bytes(path) } else { file_bytes(path) };
    entries.map(|entry| of(&entry.path())).sum()
}

/// What a file takes on the disk: holes in it take nothing, and nothing is taken by one that went away.
pub(crate) fn file_bytes(path: &Path) -> u64 {
    /// In which the system counts what a file takes.
    const BLOCK_BYTES: u64 = 512;
    fs::symlink_metadata(path).map_or(0, |metadata| metadata.blocks() * BLOCK_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_load_has_no_more_readings_than_a_short_one() {
        let mut readings = Readings { period: PERIOD, all: Vec::new() };
        for at in 0..1_000 {
            readings.add(ResourceDocument { at_s: f64::from(at), ..ResourceDocument::default() });
        }
        assert!(readings.all.len() < MOST && readings.period > PERIOD * 16, "{:?}", readings.period);
        assert_eq!(readings.all[0].at_s, 0.0);
        assert!(readings.all.windows(2).all(|pair| pair[0].at_s < pair[1].at_s));
    }
}
