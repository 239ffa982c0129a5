//! The processes of a group, from `/proc` (proc(5)).

use rustix::process::Pid;
use std::fs;

/// Every live process of the group: the server and what it started. Zombies are not among them.
pub(crate) fn of_group(group: Pid) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw))
        .filter(|pid| {
            let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).unwrap_or_default();
            matches!(state_and_group(&stat), Some((state, of)) if of == group.as_raw_pid() && state != "Z" && state != "X")
        })
        .collect()
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
    }

    #[test]
    fn this_process_is_in_its_own_group() {
        assert!(of_group(rustix::process::getpgrp()).contains(&rustix::process::getpid()));
    }
}
