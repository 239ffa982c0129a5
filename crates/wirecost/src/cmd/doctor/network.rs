//! The network settings under which the web servers were tested in 2009, beside those of this machine.

use std::fmt::Write as _;

/// Settings of the test of 2009 that have to do with the network ("Linux, run sysctl -p"), and its limit of open files.
const OF_2009: [(&str, &str); 9] = [
    ("net.ipv4.ip_forward", "0"),
    ("net.ipv4.conf.default.rp_filter", "1"),
    ("net.ipv4.conf.default.accept_source_route", "0"),
    ("net.ipv4.tcp_syncookies", "1"),
    ("net.ipv4.tcp_rmem", "8192 873800 8738000"),
    ("net.ipv4.tcp_wmem", "4096 655360 6553600"),
    ("net.ipv4.ip_local_port_range", "1024 65000"),
    ("net.core.rmem_max", "16777216"),
    ("net.core.wmem_max", "16777216"),
];
const FILES_OF_2009: &str = "150000";

/// The two columns.
pub fn table() -> String {
    let mut out = format!("network settings: {:44} {:22} here\n", "", "2009");
    for (name, then) in OF_2009 {
        let path = format!("/proc/sys/{}", name.replace('.', "/"));
        let here = std::fs::read_to_string(path).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let here = here.unwrap_or_else(|_| "unknown".into());
        let _ = writeln!(out, "        {name:54} {then:22} {here}");
    }
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum;
    let here = files.map_or("unlimited".into(), |files| files.to_string());
    let _ = writeln!(out, "        {:54} {FILES_OF_2009:22} {here}", "ulimit -n");
    out
}
