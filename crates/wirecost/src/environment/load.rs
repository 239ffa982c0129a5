//! How busy the machine is, from /proc (proc(5)); nothing is known on systems without it.

use std::time::Duration;

/// How long [`busy`] watches.
const WATCH: Duration = Duration::from_millis(300);

/// CPU time of all cores since boot, in ticks.
#[derive(Clone, Copy)]
pub struct CpuTimes {
    idle: u64,
    steal: u64,
    total: u64,
}

impl CpuTimes {
    /// The times now; none if the system does not report them.
    pub fn now() -> Option<Self> {
        Self::parse(&std::fs::read_to_string("/proc/stat").ok()?)
    }

    fn parse(stat: &str) -> Option<Self> {
        let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
        let times: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        // user nice system idle iowait irq softirq steal; what follows is contained in user.
        let [_, _, _, idle, waiting, _, _, steal, ..] = times[..] else { return None };
        Some(Self { idle: idle + waiting, steal, total: times[..8].iter().sum() })
    }

    /// What passed since `start`.
    pub fn since(self, start: Self) -> Self {
        Self {
            idle: self.idle.saturating_sub(start.idle),
            steal: self.steal.saturating_sub(start.steal),
            total: self.total.saturating_sub(start.total),
        }
    }

    /// The share that the hypervisor took, 0 to 1.
    pub fn steal_share(self) -> f64 {
        self.steal as f64 / self.total.max(1) as f64
    }

    /// The share that was not idle, 0 to 1.
    fn busy_share(self) -> f64 {
        1.0 - self.idle as f64 / self.total.max(1) as f64
    }
}

/// The share of all cores' time that is used while this process does nothing, watched for a moment.
pub fn busy() -> Option<f64> {
    let start = CpuTimes::now()?;
    std::thread::sleep(WATCH);
    Some(CpuTimes::now()?.since(start).busy_share())
}

/// The load average over one minute.
pub fn average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_come_from_the_first_line() {
        let start = CpuTimes::parse("cpu  100 0 100 700 50 10 10 30 0 0\ncpu0 1 2 3\n").unwrap();
        let end = CpuTimes::parse("cpu  150 0 150 1000 50 10 10 130 0 0\n").unwrap();
        let passed = end.since(start);
        assert_eq!(passed.steal_share(), 0.2);
        assert_eq!(passed.busy_share(), 0.4);
        assert!(CpuTimes::parse("nothing").is_none());
    }
}
