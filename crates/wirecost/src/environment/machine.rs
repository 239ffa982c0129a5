//! What the machine is. Linux tells most of it in files; what is not found is not known, never guessed.

use std::fs::read_to_string;

use wirecost_model::Environment;

/// The fields of an environment that describe the machine.
pub fn read() -> Environment {
    let cpuinfo = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned())
    };
    let virtualised = field("flags").map(|flags| flags.split(' ').any(|flag| flag == "hypervisor"));
    let kernel = trimmed("/proc/sys/kernel/osrelease");
    Environment {
        os: os(),
        paravirtual_time_accounting: kernel.as_deref().and_then(time_accounting),
        kernel: kernel.unwrap_or_else(|| "unknown".into()),
        architecture: std::env::consts::ARCH.into(),
        cpu: field("model name").or_else(|| field("Model")),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        virtualised,
        governor: trimmed("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        turbo: turbo(),
        memory_bytes: memory(),
        ..Environment::default()
    }
}

fn trimmed(path: &str) -> Option<String> {
    read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn os() -> String {
    let release = read_to_string("/etc/os-release").unwrap_or_default();
    let pretty = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    pretty.map_or_else(|| std::env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned())
}

/// Intel's driver says whether turbo is off, the others whether boost is on.
fn turbo() -> Option<bool> {
    let flag = |path: &str| trimmed(path).map(|text| text == "1");
    let off = flag("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|off| !off);
    off.or_else(|| flag("/sys/devices/system/cpu/cpufreq/boost"))
}

fn memory() -> Option<u64> {
    let meminfo = read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Whether the kernel was configured to leave stolen time out of the time it accounts to a process.
fn time_accounting(release: &str) -> Option<bool> {
    let config = read_to_string(format!("/boot/config-{release}")).ok()?;
    Some(config.lines().any(|line| line == "CONFIG_PARAVIRT_TIME_ACCOUNTING=y"))
}
