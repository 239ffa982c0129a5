//! What steps and programs with tests take: time, and the CPU time of all their processes, which a busy machine does not change.

use std::fmt;
use std::ops::Sub;
use std::time::Duration;

/// How the kernel counts the CPU time of processes, in ticks of a second.
const TICKS_PER_S: u64 = 100;

/// The CPU time of processes, in and out of the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CpuTime(Duration);

impl CpuTime {
    /// That of all processes that this one has waited for so far; nothing where the kernel does not tell.
    pub(crate) fn of_children() -> Self {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let ticks = waited_for(&stat).unwrap_or_default();
        Self(Duration::from_millis(ticks * 1000 / TICKS_PER_S))
    }

    /// What the `times` of a shell says of the processes that it waited for, and what was written before.
    pub(crate) fn from_shell(output: &str) -> Option<(&str, Self)> {
        let (before, children) = output.trim_end().rsplit_once('\n')?;
        let (before, _of_the_shell) = before.rsplit_once('\n').unwrap_or(("", before));
        let (user, system) = children.split_once(' ')?;
        Some((before, Self(span(user)? + span(system)?)))
    }
}

impl Sub for CpuTime {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for CpuTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.as_secs().to_string())
    }
}

/// The ticks of the processes that were waited for, from `/proc/PID/stat`. A name may hold anything, so fields are counted from its end.
fn waited_for(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut of_children = fields.split(' ').skip(13).map(str::parse);
    let (user, system): (u64, u64) = (of_children.next()?.ok()?, of_children.next()?.ok()?);
    Some(user + system)
}

/// A time such as `1m2.50s`.
fn span(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    let seconds: f64 = seconds.parse().ok()?;
    Duration::try_from_secs_f64(minutes.parse::<f64>().ok()? * 60.0 + seconds).ok()
}

/// A step or a program, with what it took.
#[derive(Debug, Clone)]
pub(crate) struct Took {
    pub(crate) name: String,
    pub(crate) time: Duration,
    pub(crate) cpu: CpuTime,
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} | {} | {} |", self.name, self.time.as_secs(), self.cpu)
    }
}

/// A table for CONTRIBUTING.md.
pub(crate) fn table(what: &str, rows: &[Took]) -> String {
    let rows: String = rows.iter().map(|took| format!("{took}\n")).collect();
    format!("| {what} | time in s | CPU time in s |\n| --- | --- | --- |\n{rows}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_a_shell_are_read_behind_all_that_was_written() {
        let said = "running 2 tests\n0m9.00s 0m9.00s\n0m0.00s 0m0.01s\n1m2.50s 0m0.75s\n";
        let (before, cpu) = CpuTime::from_shell(said).unwrap();
        assert_eq!(before, "running 2 tests\n0m9.00s 0m9.00s");
        assert_eq!(cpu, CpuTime(Duration::from_millis(63_250)));
        assert_eq!(CpuTime::from_shell("0m0.00s 0m0.01s\n0m0.00s 0m0.00s\n").unwrap().0, "");
        assert_eq!(CpuTime::from_shell("killed"), None);
    }

    #[test]
    fn children_are_told_apart_by_fields_behind_the_name() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 130 14 20 0 1 0 55 0 0";
        assert_eq!(waited_for(stat), Some(144));
        assert_eq!(waited_for("7 (a"), None);
    }

    #[test]
    fn a_table_has_a_row_for_each() {
        let took = |name: &str, s: u64| Took {
            name: name.to_owned(),
            time: Duration::from_secs(s),
            cpu: CpuTime(Duration::from_secs(2 * s)),
        };
        let shown = table("step", &[took("clippy", 7), took("tests", 40)]);
        assert!(shown.ends_with("| --- | --- | --- |\n| clippy | 7 | 14 |\n| tests | 40 | 80 |\n"), "{shown}");
    }
}
