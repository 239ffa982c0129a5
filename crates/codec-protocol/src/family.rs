//! A runner and all that it started: their CPU time, and their end.
//!
//! On Linux a keeper holds them together (`keeper.rs`). Elsewhere a family is the process group of its runner, and what leaves the
//! group outlives the runner.

use std::io;
use std::os::fd::OwnedFd;
#[cfg(not(target_os = "linux"))]
use std::process::Child;
use std::process::{Command, ExitStatus};
use std::time::Duration;
#[cfg(not(target_os = "linux"))]
use std::time::Instant;

/// A process identifier.
type Id = i32;

/// How long the end of a family is awaited; a keeper that takes longer goes on by itself.
const END_WITHIN: Duration = Duration::from_secs(2);

/// A runner and its descendants. They end when this is dropped.
pub(crate) struct Family {
    #[cfg(target_os = "linux")]
    keeper: crate::keeper::Keeper,
    #[cfg(not(target_os = "linux"))]
    root: Child,
    runner: Id,
}

#[cfg(target_os = "linux")]
impl Family {
    /// Starts a runner with these as its standard input, output and error.
    pub(crate) fn start(command: Command, streams: &[OwnedFd; 3]) -> io::Result<Self> {
        let keeper = crate::keeper::Keeper::start(&command, streams)?;
        let runner = keeper.runner.as_raw_nonzero().get();
        Ok(Self { keeper, runner })
    }

    /// Whether the keeper runs, and with it the family.
    pub(crate) fn is_running(&mut self) -> bool {
        self.keeper.is_running()
    }

    /// Waits for so long at most until nothing is left of the family, and tells how the runner ended.
    pub(crate) fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        self.keeper.ended_within(time)
    }

    /// Ends the runner and all its descendants.
    pub(crate) fn end(&mut self) {
        if self.is_running() {
            self.keeper.end();
        }
        self.ended_within(END_WITHIN);
    }

    /// CPU time of everything that the runner started and that still runs, in nanoseconds.
    pub(crate) fn descendants_cpu_ns(&self) -> u64 {
        let keeper = self.keeper.id.as_raw_nonzero().get();
        descendants::of(keeper).into_iter().filter(|id| *id != self.runner).filter_map(cpu_ns).sum()
    }
}

#[cfg(not(target_os = "linux"))]
impl Family {
    /// Starts a runner with these as its standard input, output and error.
    pub(crate) fn start(mut command: Command, streams: &[OwnedFd; 3]) -> io::Result<Self> {
        let [stdin, stdout, stderr] = streams.each_ref().map(OwnedFd::try_clone);
        let root = command.stdin(stdin?).stdout(stdout?).stderr(stderr?).process_group(0).spawn()?;
        let runner = Id::try_from(root.id()).unwrap_or_default();
        Ok(Self { root, runner })
    }

    /// Whether the runner runs.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.root.try_wait(), Ok(None))
    }

    /// Waits for so long at most until the runner ends, and tells how.
    pub(crate) fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        while Instant::now() < deadline {
            match self.root.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
        None
    }

    /// Ends the runner and its process group.
    pub(crate) fn end(&mut self) {
        if self.is_running() {
            // It may have ended in the meantime.
            let group = rustix::process::Pid::from_child(&self.root);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            self.ended_within(END_WITHIN);
        }
    }

    /// This system does not tell.
    pub(crate) fn descendants_cpu_ns(&self) -> u64 {
        0
    }
}

impl Family {
    /// The process identifier of the runner.
    pub(crate) fn runner(&self) -> u32 {
        self.runner.unsigned_abs()
    }

    /// CPU time of the runner in nanoseconds, by the system's clock; none if the system has no such clock.
    pub(crate) fn runner_cpu_ns(&self) -> Option<u64> {
        cpu_ns(self.runner)
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.end();
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

/// The descendants of a process, in whatever order of identifiers.
#[cfg(target_os = "linux")]
mod descendants {
    use super::Id;
    use std::fs;
    use std::path::Path;

    /// All that are there. One whose parent ends meanwhile moves up to the keeper, and would be missed by a single look.
    pub(super) fn of(root: Id) -> Vec<Id> {
        let mut found = Vec::new();
        loop {
            let before = found.len();
            for id in look(root) {
                if !found.contains(&id) {
                    found.push(id);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn look(root: Id) -> Vec<Id> {
        let own = std::process::id();
        // Kernels are built without this file where CONFIG_PROC_CHILDREN is off.
        if Path::new(&format!("/proc/{own}/task/{own}/children")).exists() {
            return below(root, listed);
        }
        let table = table();
        below(root, |parent| in_table(&table, parent))
    }

    /// Everything below `root`, found by the children of each.
    pub(super) fn below(root: Id, children: impl Fn(Id) -> Vec<Id>) -> Vec<Id> {
        let mut found = children(root);
        let mut next = 0;
        while let Some(parent) = found.get(next) {
            let new = children(*parent).into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>();
            found.extend(new);
            next += 1;
        }
        found
    }

    /// proc_tid_children(5): each thread has a file of the children that it started.
    pub(super) fn listed(parent: Id) -> Vec<Id> {
        let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
            .collect()
    }

    /// All processes of the machine, each with its parent.
    pub(super) fn table() -> Vec<(Id, Id)> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<Id>().ok());
        ids.filter_map(|id| Some((id, parent(id)?))).collect()
    }

    pub(super) fn in_table(table: &[(Id, Id)], parent: Id) -> Vec<Id> {
        table.iter().filter(|(_, of)| *of == parent).map(|(id, _)| *id).collect()
    }

    /// proc_pid_stat(5): the parent is the second field after the name, which may hold anything but ends at the last `)`.
    fn parent(id: Id) -> Option<Id> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::io::{PipeReader, PipeWriter};
    use std::os::fd::AsFd as _;
    use std::process::Stdio;

    /// Leaves a process behind that is in a session of its own, has lost its parent, and repeats what it reads. It says so if it still
    /// runs when its input ends, or after 20 s.
    const LEAVES_ECHO: &str = "exec 3<&0; (setsid sh -c 'timeout 20 cat; echo outlived' <&3 &) ; ";

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn null() -> [OwnedFd; 3] {
        [(); 3].map(|()| std::fs::File::options().read(true).write(true).open("/dev/null").unwrap().into())
    }

    struct Started {
        family: Family,
        input: PipeWriter,
        output: BufReader<PipeReader>,
    }

    impl Started {
        fn new(script: &str) -> Self {
            let ((stdin, input), (output, stdout)) = (io::pipe().unwrap(), io::pipe().unwrap());
            let stderr = std::fs::File::create("/dev/null").unwrap();
            let family = Family::start(shell(script), &[stdin.into(), stdout.into(), stderr.into()]).unwrap();
            Self { family, input, output: BufReader::new(output) }
        }

        fn line(&mut self) -> String {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            line
        }

        fn repeats(&mut self, word: &str) -> bool {
            writeln!(self.input, "{word}").unwrap();
            self.line().trim_end() == word
        }

        /// What comes until nobody holds the output any more, while the input stays open.
        fn rest(mut self) -> String {
            let mut rest = String::new();
            self.output.read_to_string(&mut rest).unwrap();
            rest
        }
    }

    #[test]
    fn descendants_are_found_at_any_depth_and_in_any_order_of_identifiers() {
        let table = [(2, 10), (11, 10), (3, 2), (4, 3), (5, 1), (6, 9)];
        let of = |root| descendants::below(root, |parent| descendants::in_table(&table, parent));
        assert_eq!(of(10), [2, 11, 3, 4]);
        assert_eq!(of(9), [6]);
        assert!(of(7).is_empty());
    }

    #[test]
    fn kernels_without_lists_of_children_find_the_same() {
        let mut started = Started::new(&format!("sleep 60 & {LEAVES_ECHO} echo ready; exec sleep 60"));
        assert_eq!(started.line(), "ready\n");
        assert!(started.repeats("up"));
        let root = started.family.keeper.id.as_raw_nonzero().get();
        let table = descendants::table();
        let mut slowly = descendants::below(root, |parent| descendants::in_table(&table, parent));
        let mut listed = descendants::below(root, descendants::listed);
        slowly.sort_unstable();
        listed.sort_unstable();
        assert!(listed.len() >= 4, "{listed:?}");
        assert_eq!(slowly, listed);
    }

    #[test]
    fn work_counts_in_any_session_and_without_a_parent() {
        let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; exec sleep 60";
        let mut started = Started::new(&format!("(setsid sh -c '{work}' &) ; exec sleep 60"));
        assert_eq!(started.line(), "done\n");
        let work_ns = started.family.descendants_cpu_ns();
        let runner_ns = started.family.runner_cpu_ns().unwrap();
        assert!(runner_ns > 0 && work_ns > 1_000_000, "{work_ns}");
    }

    #[test]
    fn each_family_ends_whole_and_alone() {
        let [mut first, mut second] = [(); 2].map(|()| Started::new(&format!("{LEAVES_ECHO} exec sleep 60")));
        assert!(first.repeats("up") && second.repeats("up"));
        first.family.end();
        assert!(!first.family.is_running());
        assert_eq!(first.rest(), "");
        // What the other runner left behind still works.
        assert!(second.repeats("still"));
        second.family.end();
        assert_eq!(second.rest(), "");
    }

    #[test]
    fn what_a_runner_leaves_behind_ends_when_it_ends_by_itself() {
        for (end, code, signal) in [("exit 7", Some(7), None), ("kill -s ABRT $$", None, Some(6))] {
            use std::os::unix::process::ExitStatusExt as _;
            let mut started = Started::new(&format!("{LEAVES_ECHO} read up; echo $up; {end}"));
            started.input.write_all(b"up\nup\n").unwrap();
            let status = started.family.ended_within(Duration::from_secs(20)).unwrap();
            assert_eq!((status.code(), status.signal()), (code, signal), "{end}");
            assert!(!started.rest().contains("outlived"));
        }
    }

    #[test]
    fn a_program_that_is_not_there_cannot_be_started() {
        for program in ["/nowhere/runner", "no-program-of-this-name"] {
            let error = Family::start(Command::new(program), &null()).map(|_| ()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
        }
    }

    #[test]
    fn a_runner_that_kills_its_keeper_is_of_no_use_any_more() {
        let mut process =
            crate::Process::start(shell("sleep 0.2; kill -9 $PPID; exec sleep 60"), Duration::from_secs(20)).unwrap();
        let error = process.describe().unwrap_err().to_string();
        assert_eq!(error, "the runner ended during `describe`: the process that wirecost keeps with it was killed");
        assert!(process.descendants_cpu_ns().is_err());
    }

    /// Set in the process that [`a_family_ends_with_a_harness_that_is_killed`] kills.
    const HARNESS: &str = "WIRECOST_TEST_HARNESS";

    #[test]
    fn a_family_ends_with_a_harness_that_is_killed() {
        if std::env::var_os(HARNESS).is_some() {
            let command = shell("(setsid sh -c 'echo up; sleep 20; echo outlived' &) ; exec sleep 60");
            let [stdin, _, stderr] = null();
            let stdout = std::io::stdout().as_fd().try_clone_to_owned().unwrap();
            let _family = Family::start(command, &[stdin, stdout, stderr]).unwrap();
            loop {
                std::thread::park();
            }
        }
        let test = "family::tests::a_family_ends_with_a_harness_that_is_killed";
        let mut harness = Command::new(std::env::current_exe().unwrap());
        harness.args(["--exact", test, "--nocapture"]).env(HARNESS, "1").stdout(Stdio::piped());
        let mut harness = harness.spawn().unwrap();
        let mut output = BufReader::new(harness.stdout.take().unwrap());
        let mut line = String::new();
        while line.trim_end() != "up" {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "the harness ended");
        }
        harness.kill().unwrap();
        harness.wait().unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}
