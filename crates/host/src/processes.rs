//! The processes of a group or a family, from `/proc` (proc(5)).

use rustix::process::Pid;
use std::fs;

/// Every live process of a server: those of its group, and what they started that has left the group since. The processes of
/// PostgreSQL do that: each is a group of its own. Zombies are not among them.
pub(crate) fn of_group(group: Pid) -> Vec<Pid> {
    let known: Vec<(Pid, Line)> = all().filter_map(|pid| Some((pid, line(&stat(pid))?))).collect();
    let is_of = |(_, line): &&(Pid, Line)| line.group == group.as_raw_pid();
    let mut family: Vec<(Pid, Line)> = known.iter().filter(is_of).copied().collect();
    let mut next = 0;
    while let Some((member, _)) = family.get(next).copied() {
        let is_new = |(pid, line): &&(Pid, Line)| {
            line.parent == member.as_raw_pid() && !family.iter().any(|(known, _)| known == pid)
        };
        let new: Vec<(Pid, Line)> = known.iter().filter(is_new).copied().collect();
        family.extend(new);
        next += 1;
    }
    family.into_iter().filter(|(_, line)| line.is_alive).map(|(pid, _)| pid).collect()
}

/// Whether a process is there and no zombie.
pub(crate) fn is_alive(pid: Pid) -> bool {
    line(&stat(pid)).is_some_and(|line| line.is_alive)
}

/// These processes, and all that they started and that still have them as ancestors.
pub(crate) fn with_descendants(roots: &[Pid]) -> Vec<Pid> {
    let parents: Vec<(Pid, i32)> = all().filter_map(|pid| Some((pid, line(&stat(pid))?.parent))).collect();
    let mut family: Vec<Pid> = roots.to_vec();
    let mut next = 0;
    while let Some(member) = family.get(next).copied() {
        let children = parents.iter().filter(|(_, parent)| *parent == member.as_raw_pid()).map(|(pid, _)| *pid);
        let new: Vec<Pid> = children.filter(|pid| !family.contains(pid)).collect();
        family.extend(new);
        next += 1;
    }
    family
}

/// CPU time of the children of a process that have ended and that it has waited for, nanoseconds.
pub(crate) fn of_ended_children_ns(pid: Pid) -> u64 {
    let ticks = waited_ticks(&stat(pid)).unwrap_or(0);
    ticks * 1_000_000_000 / rustix::param::clock_ticks_per_second()
}

/// The 16th and the 17th field of a line of `/proc/PID/stat`: user and system time of children.
fn waited_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace().skip(13);
    let [user, system] = [fields.next()?, fields.next()?].map(str::parse::<u64>);
    Some(user.ok()? + system.ok()?)
}

fn all() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw))
}

fn stat(pid: Pid) -> String {
    fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).unwrap_or_default()
}

/// What a line of `/proc/PID/stat` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    is_alive: bool,
    parent: i32,
    group: i32,
}

/// Reads a line of `/proc/PID/stat`. The command before its fields may hold spaces and parentheses, so that they are counted
/// from the last of these.
fn line(stat: &str) -> Option<Line> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let state = fields.next()?;
    let [parent, group] = [fields.next()?, fields.next()?].map(str::parse);
    Some(Line { is_alive: !matches!(state, "Z" | "X"), parent: parent.ok()?, group: group.ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_hold_anything() {
        let of = |is_alive| Some(Line { is_alive, parent: 1, group: 77 });
        assert_eq!([line("12 (a) R 1) S 1 77 77 0"), line("12 (a) Z 1 77 77 0")], [of(true), of(false)]);
        assert_eq!([line("12 (a) S 1"), line("")], [None, None]);
        assert_eq!(waited_ticks("12 (a) R) S 1 2 3 4 5 6 7 8 9 10 11 12 40 2 20"), Some(42));
    }

    #[test]
    fn this_process_is_in_its_own_group() {
        assert!(of_group(rustix::process::getpgrp()).contains(&rustix::process::getpid()));
    }

    #[test]
    fn who_leaves_the_group_is_still_of_the_server() {
        use std::io::BufRead as _;
        use std::os::unix::process::CommandExt as _;
        use std::process::{Command, Stdio};

        // setsid makes its program the leader of a group of its own.
        let mut leader = Command::new("sh");
        leader.args(["-c", "setsid sh -c 'echo $$; exec sleep 60' & wait"]).stdout(Stdio::piped());
        let mut leader = leader.process_group(0).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(leader.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (group, left) = (Pid::from_child(&leader), Pid::from_raw(line.trim().parse().unwrap()).unwrap());
        let family = of_group(group);
        let _ = rustix::process::kill_process(left, rustix::process::Signal::KILL);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        leader.wait().unwrap();
        assert!(family.contains(&group) && family.contains(&left), "{family:?} {left:?}");
    }
}
