//! The peak memory of a child process.

use std::process::{Command, ExitStatus, Stdio};

/// Runs a command, without its output, and gives how it ended and the most memory in bytes that it, or a process that it
/// waited for, ever held resident.
#[allow(clippy::zombie_processes, reason = "wait4 waits for it")]
pub fn peak(mut command: Command) -> (ExitStatus, u64) {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut status = 0;
    // SAFETY: `rusage` is plain numbers, for which all zeros are a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the process is a child that nobody has waited for, and both pointers are to values of this function.
    let waited = unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) };
    assert_eq!(waited, child.id() as libc::pid_t);
    (std::os::unix::process::ExitStatusExt::from_raw(status), usage.ru_maxrss as u64 * 1024)
}

/// Messages of about this many bytes: a name with its extension, and the text.
pub fn messages(bytes: usize) -> Vec<(&'static str, String)> {
    let fill = |begin: &str, item: &dyn Fn(usize) -> String, end: &str| {
        let mut text = begin.to_owned();
        for index in 0.. {
            if text.len() + end.len() >= bytes {
                break;
            }
            text.push_str(&item(index));
        }
        text + end
    };
    let number = |index: usize| index.wrapping_mul(2_654_435_761) % 1_000_000;
    let deep = "<a>".repeat(1_000) + &"</a>".repeat(1_000);
    vec![
        ("integers.json", fill("[0", &|index| format!(",{}", number(index)), "]")),
        ("keys.json", fill("{\"a\":0", &|index| format!(",\"key{index}\":{}", number(index)), "}")),
        ("text.json", fill("\"", &|index| format!("{:x} ", number(index)), "\"")),
        ("flat.xml", fill("<r>", &|index| format!("<i>{}</i>", number(index)), "</r>")),
        ("deep.xml", fill("<r>", &|_| deep.clone(), "</r>")),
    ]
}
