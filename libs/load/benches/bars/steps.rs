//! Instructions counted one by one: a thread of another process goes forward in single steps (ptrace(2)), and what it is about
//! to ask of the kernel tells where a request begins. It needs no counter of the processor, which virtual machines often hide.

use std::error::Error;
use std::fs;

use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Requests that are stepped through.
const REQUESTS: usize = 300;
/// More steps than that are not taken: the thread does something else.
const MOST_STEPS: usize = 20_000 * REQUESTS;
/// The instruction `syscall`.
const SYSCALL: [u8; 2] = [0x0f, 0x05];
/// `sendto`, by which every request goes out.
const SEND: u64 = 44;

/// Instructions of the process's busiest thread in user mode from one request to the next: the commonest count, since what
/// the generator does every tenth of a second falls on few requests at full speed, and on every other at that of single steps.
pub(crate) fn instructions_per_request(process: u32) -> Result<u32> {
    let thread = busiest_thread(process)?;
    ptrace::attach(thread)?;
    wait_for_trap(thread)?;
    let counted = count(thread);
    ptrace::detach(thread, None)?;
    counted
}

/// The commonest number of steps from one `send` to the next.
fn count(thread: Pid) -> Result<u32> {
    let (mut steps, mut requests) = (0_u32, Vec::new());
    for _ in 0..MOST_STEPS {
        let registers = ptrace::getregs(thread)?;
        let instruction = ptrace::read(thread, registers.rip as ptrace::AddressType)?.to_le_bytes();
        if instruction[..2] == SYSCALL && registers.rax == SEND {
            requests.push(std::mem::take(&mut steps));
            if requests.len() > REQUESTS {
                // Before the first `send` there was only a part of a request.
                return Ok(commonest(&mut requests[1..]));
            }
        }
        steps += 1;
        match repeated(instruction) {
            Some(length) => run_to(thread, registers.rip + length)?,
            None => {
                ptrace::step(thread, None)?;
                wait_for_trap(thread)?;
            }
        }
    }
    Err("the thread sends too little".into())
}

fn commonest(counts: &mut [u32]) -> u32 {
    counts.sort_unstable();
    let runs = counts.chunk_by(|one, other| one == other);
    runs.max_by_key(|run| run.len()).map_or(0, |run| run[0])
}

/// The length of an instruction on strings that repeats itself (Intel SDM, volume 2, REP): one to the processor's counter,
/// and a step for each time it repeats.
fn repeated(instruction: [u8; 8]) -> Option<u64> {
    match instruction {
        [0xf3, 0xa4 | 0xa5 | 0xaa | 0xab, ..] => Some(2),
        [0xf3, 0x48, 0xa4 | 0xa5 | 0xaa | 0xab, ..] => Some(3),
        _ => None,
    }
}

/// Lets the thread run to an address, where a breakpoint stands meanwhile.
fn run_to(thread: Pid, address: u64) -> Result<()> {
    /// `int3`.
    const BREAKPOINT: i64 = 0xcc;
    let at = address as ptrace::AddressType;
    let word = ptrace::read(thread, at)?;
    ptrace::write(thread, at, word & !0xff | BREAKPOINT)?;
    ptrace::cont(thread, None)?;
    wait_for_trap(thread)?;
    ptrace::write(thread, at, word)?;
    let registers = ptrace::getregs(thread)?;
    // It is past the breakpoint now.
    Ok(ptrace::setregs(thread, nix::libc::user_regs_struct { rip: address, ..registers })?)
}

fn wait_for_trap(thread: Pid) -> Result<()> {
    match waitpid(thread, Some(WaitPidFlag::__WALL))? {
        WaitStatus::Stopped(_, Signal::SIGTRAP | Signal::SIGSTOP) => Ok(()),
        other => Err(format!("the thread did not stop: {other:?}").into()),
    }
}

/// The thread with the most CPU time.
fn busiest_thread(process: u32) -> Result<Pid> {
    let threads = fs::read_dir(format!("/proc/{process}/task"))?;
    let ids = threads.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let busiest = ids.max_by_key(|id| {
        // The first number is nanoseconds on a core.
        let text = fs::read_to_string(format!("/proc/{process}/task/{id}/schedstat")).unwrap_or_default();
        text.split(' ').next().and_then(|first| first.parse::<u64>().ok())
    });
    Ok(Pid::from_raw(busiest.ok_or("it has no threads")?))
}
