//! The network settings of historical experiments, beside those of this machine.

use wirecost_report::fitted::{Column, fit};
use wirecost_report::historical::{Network, experiments};

/// A table for each experiment that published its settings, in lines of at most `width` characters where that can be.
pub fn tables(width: usize) -> String {
    let published = experiments().iter().filter_map(|it| Some(table(it.year, it.network.as_ref()?, width)));
    published.collect()
}

/// The two columns.
fn table(year: u16, network: &Network, width: usize) -> String {
    let here = |name: &str| {
        let path = format!("/proc/sys/{}", name.replace('.', "/"));
        let text = std::fs::read_to_string(path).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        text.unwrap_or_else(|_| "unknown".into())
    };
    let row = |(name, then): &(String, String)| vec![name.clone(), then.clone(), here(name)];
    let mut rows: Vec<Vec<String>> = network.sysctl.iter().map(row).collect();
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum;
    let files = files.map_or("unlimited".into(), |files| files.to_string());
    rows.push(vec!["ulimit -n".into(), network.open_files.to_string(), files]);
    let year = year.to_string();
    let columns = ["network setting", &year, "here"].map(|heading| Column { heading, numeric: false, rank: 0 });
    fit(&columns, &rows, width).all().fold(String::new(), |out, line| out + line + "\n")
}
