//! The processes of a group or a family, from `/proc` (proc(5)).

use rustix::process::Pid;
use std::fs;

/// Every live process of the group: the server and what it started. Zombies are not among them.
pub(crate) fn of_group(group: Pid) -> Vec<Pid> {
    all()
        .filter(|pid| {
            let stat = stat(*pid);
            matches!(state_and_group(&stat), Some((state, of)) if of == group.as_raw_pid() && state != "Z" && state != "X")
        })
        .collect()
}

/// These processes, and all that they started and that still have them as ancestors.
pub(crate) fn with_descendants(roots: &[Pid]) -> Vec<Pid> {
    let parents: Vec<(Pid, i32)> = all().filter_map(|pid| Some((pid, parent(&stat(pid))?))).collect();
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

fn all() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw))
}

fn stat(pid: Pid) -> String {
    fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).unwrap_or_default()
}

/// The parent in a line of `/proc/PID/stat`.
fn parent(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The state and the process group in a line of `/proc/PID/stat`. The command before them may hold spaces and
/// parentheses, so that they are counted from the last of these.
fn state_and_group(stat: &str) -> Option<(&str, i32)> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    Some((fields.next()?, fields.nth(1)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_hold_anything() {
        assert_eq!(state_and_group("12 (a) R 1) S 1 77 77 0"), Some(("S", 77)));
        assert_eq!(state_and_group("12 (a) S 1"), None);
        assert_eq!(state_and_group(""), None);
        assert_eq!([parent("12 (a) R 1) S 1 77 77 0"), parent("12 (a) S")], [Some(1), None]);
    }

    #[test]
    fn this_process_is_in_its_own_group() {
        assert!(of_group(rustix::process::getpgrp()).contains(&rustix::process::getpid()));
    }
}
