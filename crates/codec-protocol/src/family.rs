//! A runner and all that it started: their CPU time, and their end.
//!
//! A process that calls `setsid` leaves its group, and one whose parent has ended leaves the tree. Once
//! [`adopt_orphans`] has been called, such processes become children of this one, and stay in sight.

use std::collections::HashSet;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

static ADOPTING: AtomicBool = AtomicBool::new(false);

/// The runners that this process has started and not ended.
static RUNNERS: LazyLock<Mutex<HashSet<Id>>> = LazyLock::new(Mutex::default);

fn with_runners<T>(use_them: impl FnOnce(&mut HashSet<Id>) -> T) -> T {
    use_them(&mut RUNNERS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes this process the parent of whatever its runners leave behind, so that it is found and ended with its runner.
///
/// A program that calls this must start no other children while a runner runs: they would be taken for its orphans.
/// Only Linux has it; elsewhere a process that leaves its group outlives its runner.
///
/// # Errors
/// If the system refuses.
pub fn adopt_orphans() -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    ADOPTING.store(cfg!(target_os = "linux"), Relaxed);
    Ok(())
}

/// A process identifier.
type Id = i32;

/// A runner and its descendants.
pub(crate) struct Family {
    /// The runner.
    runner: Id,
    /// Children that this process had before the runner was started.
    before: HashSet<Id>,
}

impl Family {
    /// What the children of this process are just before it starts a runner.
    pub(crate) fn before() -> HashSet<Id> {
        let mut before = HashSet::new();
        if ADOPTING.load(Relaxed) && has_children() {
            before.extend(children_of(&[own_id()], &processes(0)));
        }
        before
    }

    pub(crate) fn new(runner: u32, before: HashSet<Id>) -> Self {
        let runner = Id::try_from(runner).unwrap_or_default();
        with_runners(|runners| runners.insert(runner));
        Self { runner, before }
    }

    /// CPU time of the runner in nanoseconds, by the system's clock; none if the system has no such clock.
    pub(crate) fn runner_cpu_ns(&self) -> Option<u64> {
        cpu_ns(self.runner)
    }

    /// CPU time of everything that the runner started and that still runs, in nanoseconds.
    pub(crate) fn descendants_cpu_ns(&self) -> u64 {
        // Identifiers grow until they wrap around, so that what a runner started has a larger one than it.
        let table = processes(self.runner);
        let mut parents = vec![self.runner];
        parents.extend(self.orphans(&table));
        let orphans: u64 = parents[1..].iter().filter_map(|id| cpu_ns(*id)).sum();
        orphans + children_of(&parents, &table).into_iter().filter_map(cpu_ns).sum::<u64>()
    }

    /// Children of this process that it did not start: what the runner left behind.
    fn orphans(&self, table: &[(Id, Id)]) -> Vec<Id> {
        if !ADOPTING.load(Relaxed) {
            return Vec::new();
        }
        let own = own_id();
        let children = table.iter().filter(|(_, parent)| *parent == own).map(|(id, _)| *id);
        let strange = |id: &Id| !self.before.contains(id) && with_runners(|runners| !runners.contains(id));
        children.filter(strange).collect()
    }

    /// Kills the runner and everything in its process group, reaps it, and then ends what it left behind.
    pub(crate) fn end(&self, child: &mut Child) {
        if let Ok(None) = child.try_wait() {
            // It may have ended in the meantime.
            let _ = rustix::process::Pid::from_raw(self.runner)
                .map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
            let _ = child.wait();
        }
        with_runners(|runners| runners.remove(&self.runner));
        self.end_orphans();
    }

    fn end_orphans(&self) {
        // Killing one makes its own children orphans, so it takes as many rounds as they are deep.
        let deadline = Instant::now() + Duration::from_secs(2);
        while ADOPTING.load(Relaxed) && has_children() && Instant::now() < deadline {
            let orphans = self.orphans(&processes(0));
            if orphans.is_empty() {
                return;
            }
            for id in orphans.into_iter().filter_map(rustix::process::Pid::from_raw) {
                let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
                let _ = rustix::process::waitpid(Some(id), rustix::process::WaitOptions::empty());
            }
        }
    }
}

fn own_id() -> Id {
    rustix::process::getpid().as_raw_nonzero().get()
}

/// Whether this process has any child, running or ended.
fn has_children() -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::All, look), Err(rustix::io::Errno::CHILD))
}

/// All processes with an identifier above `above`, each with its parent's.
fn processes(above: Id) -> Vec<(Id, Id)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<Id>().ok());
    ids.filter(|id| *id > above).filter_map(|id| Some((id, parent(id)?))).collect()
}

/// proc_pid_stat(5): the parent is the second field after the name, which may hold anything but ends at the last `)`.
fn parent(id: Id) -> Option<Id> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Everything below `roots`, the roots left out.
fn children_of(roots: &[Id], table: &[(Id, Id)]) -> Vec<Id> {
    let mut found: Vec<Id> = Vec::new();
    let mut known: HashSet<Id> = roots.iter().copied().collect();
    loop {
        let next: Vec<Id> = table
            .iter()
            .filter(|(id, parent)| known.contains(parent) && !known.contains(id))
            .map(|(id, _)| *id)
            .collect();
        if next.is_empty() {
            return found;
        }
        known.extend(&next);
        found.extend(next);
    }
}

/// CPU time of a process with all its threads, in nanoseconds (clock_getcpuclockid(3)).
#[cfg(target_os = "linux")]
fn cpu_ns(id: Id) -> Option<u64> {
    let clock = nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(id)).ok()?;
    let time = nix::time::clock_gettime(clock).ok()?;
    Some(u64::try_from(time.tv_sec()).ok()? * 1_000_000_000 + u64::try_from(time.tv_nsec()).ok()?)
}

#[cfg(not(target_os = "linux"))]
fn cpu_ns(_: Id) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descendants_are_found_at_any_depth() {
        let table = [(2, 1), (3, 2), (4, 3), (5, 1), (6, 9)];
        assert_eq!(children_of(&[2], &table), [3, 4]);
        assert_eq!(children_of(&[1], &table), [2, 5, 3, 4]);
        assert!(children_of(&[7], &table).is_empty());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_clock_of_another_process_counts_its_work_and_that_of_its_children() {
        let script = "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; read x'";
        let mut child = std::process::Command::new("sh")
            .args(["-c", &format!("{script}; true")])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut word = [0; 5];
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut word).unwrap();
        let family = Family::new(child.id(), HashSet::new());
        assert!(family.runner_cpu_ns().unwrap() > 0);
        assert!(family.descendants_cpu_ns() > 1_000_000, "{}", family.descendants_cpu_ns());
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!(family.descendants_cpu_ns(), 0);
    }
}
