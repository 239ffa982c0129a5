//! The network settings of historical experiments, beside those of this machine.

use std::fmt::Write as _;

use wirecost_report::historical::{Network, experiments};

/// A table for each experiment that published its settings.
pub fn tables() -> String {
    let published = experiments().iter().filter_map(|it| Some(table(it.year, it.network.as_ref()?)));
    published.collect()
}

/// The two columns.
fn table(year: u16, network: &Network) -> String {
    let mut out = format!("network settings: {:44} {year:<22} here\n", "");
    for (name, then) in &network.sysctl {
        let path = format!("/proc/sys/{}", name.replace('.', "/"));
        let here = std::fs::read_to_string(path).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let here = here.unwrap_or_else(|_| "unknown".into());
        let _ = writeln!(out, "        {name:54} {then:22} {here}");
    }
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum;
    let here = files.map_or("unlimited".into(), |files| files.to_string());
    let _ = writeln!(out, "        {:54} {:22} {here}", "ulimit -n", network.open_files);
    out
}
