//! The reference: a short routine that feels at once when it has to share its core, and times itself.
//!
//! A neighbour on the other hardware thread slows whatever runs on this one. Run right before and right after something that is
//! timed, the reference tells whether the core was undisturbed there (METHOD 28). It is the same machine code in every language:
//! compiled runners link it, and others are handed its bytes by the harness. It is position-independent, uses only registers and
//! memory that the System V ABI lets a callee change, and allocates nothing.
//!
//! It runs its loop untimed first, since the code that was timed before has taken its place in the caches and in the branch
//! predictor, and then between two readings of the time-stamp counter.

use serde::{Deserialize, Serialize};

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
core::arch::global_asm!(
    ".p2align 6",
    ".global wirecost_reference",
    ".hidden wirecost_reference",
    ".type wirecost_reference, @function",
    "wirecost_reference:",
    "mov esi, {untimed}",
    "call 2f",
    // Nothing that came before may still run when the counter is read.
    "lfence",
    "rdtsc",
    "shl rdx, 32",
    "or rax, rdx",
    "push rax",
    "mov esi, {timed}",
    "call 2f",
    // It waits for all that came before, and returns the core in ecx (TSC_AUX, as Linux sets it).
    "rdtscp",
    "lfence",
    "shl rdx, 32",
    "or rax, rdx",
    "pop rdx",
    "sub rax, rdx",
    "shl rax, 12",
    "and ecx, 0xfff",
    "or rax, rcx",
    "ret",
    // A turn is a chain of loads that wait for one another, and instructions that need no unit to execute. The chains of turns do not
    // wait for one another: how many overlap depends on how many instructions the core keeps in flight. Intel and AMD give each of two
    // hardware threads half of these as soon as both run, whatever they run. Then a turn takes half as long again, or more. Alone on its
    // core, it takes about as long as its instructions take to come in. They are whole cycles for cores that take in four, five, six or
    // eight at once, since otherwise the end of a turn and the beginning of the next go in together at some times and not at others.
    ".p2align 6",
    "2:",
    // A pointer to itself.
    "lea rdx, [rsp - 8]",
    "mov qword ptr [rdx], rdx",
    "xor ecx, ecx",
    ".p2align 6",
    "3:",
    "mov rax, rdx",
    ".rept {loads}",
    "mov rax, qword ptr [rax]",
    ".endr",
    ".rept {empty}",
    "nop dword ptr [rax]",
    ".endr",
    "add ecx, 1",
    "cmp ecx, esi",
    "jne 3b",
    "ret",
    ".global wirecost_reference_end",
    ".hidden wirecost_reference_end",
    "wirecost_reference_end:",
    untimed = const UNTIMED,
    timed = const TIMED,
    loads = const LOADS,
    empty = const EMPTY,
);

/// Turns of the loop before those that are timed.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
const UNTIMED: u32 = 100;

/// Turns of the loop that are timed: some thousand cycles.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
const TIMED: u32 = 330;

/// Loads that wait for one another in a turn. They take 48 cycles on AMD, 60 on Intel.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
const LOADS: u32 = 12;

/// Instructions that need no unit in a turn. With the others, and a compare and its jump that are one, they are 120.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
const EMPTY: u32 = 105;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
unsafe extern "C" {
    fn wirecost_reference() -> u64;
    static wirecost_reference_end: u8;
}

/// What one run of the reference showed: how long it took, and on which core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(pub u64);

/// Bits of a mark that name the core.
const CORE_BITS: u32 = 12;

impl Mark {
    /// A mark of this many ticks on a core.
    pub fn new(ticks: u64, core: u64) -> Self {
        Self(ticks << CORE_BITS | core & ((1 << CORE_BITS) - 1))
    }

    /// Ticks of the time-stamp counter, which has the same rate on all cores.
    pub fn ticks(self) -> u64 {
        self.0 >> CORE_BITS
    }

    /// The core at its end.
    pub fn core(self) -> u64 {
        self.0 & ((1 << CORE_BITS) - 1)
    }
}

/// Runs the reference; none if this machine cannot, which is anything but Linux on x86-64 with `rdtscp`.
pub fn mark() -> Option<Mark> {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    if is_there() {
        // SAFETY: the routine keeps to the ABI, reads and writes no memory but its own stack, and its instructions are there.
        return Some(Mark(unsafe { wirecost_reference() }));
    }
    None
}

/// The machine code of the reference, for a runner that cannot link it; none if this machine cannot run it.
pub fn code() -> Option<&'static [u8]> {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    if is_there() {
        let start = wirecost_reference as *const u8;
        let length = (&raw const wirecost_reference_end).addr() - start.addr();
        // SAFETY: both symbols are in one section, the end after the start, and code is never written.
        return Some(unsafe { std::slice::from_raw_parts(start, length) });
    }
    None
}

/// Whether the processor has `rdtscp`.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn is_there() -> bool {
    use std::arch::x86_64::__cpuid;
    static THERE: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
        const EXTENDED: u32 = 0x8000_0001;
        const RDTSCP: u32 = 1 << 27;
        __cpuid(0x8000_0000).eax >= EXTENDED && __cpuid(EXTENDED).edx & RDTSCP != 0
    });
    *THERE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_holds_its_ticks_and_its_core() {
        let mark = Mark::new(4_238, 513);
        assert_eq!((mark.ticks(), mark.core()), (4_238, 513));
    }

    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    #[test]
    fn the_reference_runs_where_it_is_linked_and_is_handed_over_whole() {
        let marks: Vec<Mark> = std::iter::repeat_with(|| mark().unwrap()).take(2_000).collect();
        let least = marks.iter().map(|mark| mark.ticks()).min().unwrap();
        // Some thousand cycles, whatever the rates of core and counter.
        assert!((1_000..100_000).contains(&least), "{least}");
        let code = code().unwrap();
        assert_eq!(code.first(), Some(&0xbe), "it begins with a number of turns");
        assert_eq!(code.last(), Some(&0xc3), "it ends with a return");
    }
}
