//! Does a search for the highest rate have an answer, and how long does it take? Searches like those of `wirecost load
//! --find-rate 'p99<5ms'`, against nginx with one worker: on the machine as it is, and beside a busy loop for each core.
//!
//! `cargo bench -p wirecost-load --bench find [-- TRIES [quiet|busy]]`. Needs `nginx` and `sh`; prints figures, asserts nothing.

use std::error::Error;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, Found, Options, Probed, Schedule, Search, Target, find_rate, per_second};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Computes until the process that started it is gone, however that ended.
const SPIN: &str = "while kill -0 $1 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let tries = words.first().map_or(Ok(10), |word| word.parse())?;
    let only = words.get(1).map(String::as_str);
    let folder = std::env::temp_dir().join(format!("wirecost-find-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    for is_busy in [false, true] {
        let name = if is_busy { "busy" } else { "quiet" };
        if only.is_none_or(|only| only == name) {
            let _loops = if is_busy { busy_loops()? } else { Vec::new() };
            search_often(name, tries, &folder)?;
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn search_often(name: &str, tries: usize, folder: &Path) -> Result<()> {
    let (mut answers, mut longest) = (0, Duration::ZERO);
    for number in 1..=tries {
        let (_nginx, address) = nginx(folder)?;
        let start = Instant::now();
        let found = search(address)?;
        let took = start.elapsed();
        (answers, longest) = (answers + usize::from(found.rate_per_s.is_some()), longest.max(took));
        println!("{name} {number}: {:.1} s, {} probes: {}", took.as_secs_f64(), found.probes.len(), answer(&found));
        for probe in found.probes.iter().filter(|probe| !matches!(probe.probed, Probed::Kept)) {
            println!("    {}/s: {:?}", per_second(probe.rate_per_s), probe.probed);
        }
    }
    println!("{name}: an answer in {answers} of {tries} searches, in {:.1} s at the most", longest.as_secs_f64());
    Ok(())
}

/// As the command line searches where no option says otherwise.
fn search(address: SocketAddr) -> Result<Found> {
    let search = Search {
        goal: "p99<5ms".parse()?,
        first_per_s: 100.0,
        probe: Duration::from_secs(2),
        share: 0.9,
        confirmation: Duration::from_secs(10),
    };
    let options = Options::new(Target::plain("nginx", Address::Tcp(address)), Schedule::closed());
    let http = Http::new(&[Request::get("127.0.0.1", "/")], 1).expect_status(200).expect_content(b"hello\n".to_vec());
    Ok(find_rate(&options, &http, &search, |_| {})?)
}

fn answer(found: &Found) -> String {
    let known = |reason: &Option<String>| reason.clone().unwrap_or_default();
    match (found.rate_per_s, &found.limit) {
        (Some(rate), None) => format!("{}/s", per_second(rate)),
        (Some(rate), limit) if found.is_confirmed => format!("at least {}/s ({})", per_second(rate), known(limit)),
        (Some(rate), limit) => format!("not confirmed: at least {}/s ({})", per_second(rate), known(limit)),
        (None, _) => format!("no figure: {}", known(&found.reason)),
    }
}

/// A process that ends with this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // SIGTERM, so that nginx takes its worker along.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

fn busy_loops() -> Result<Vec<Ended>> {
    let own = std::process::id().to_string();
    let cores = std::thread::available_parallelism()?.get();
    let start = |_| Ok(Ended(Command::new("sh").args(["-c", SPIN, "spin", &own]).spawn()?));
    (0..cores).map(start).collect()
}

fn nginx(folder: &Path) -> Result<(Ended, SocketAddr)> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let (path, at) = (folder.join("nginx.conf"), folder.display());
    let conf = format!(
        "worker_processes 1; daemon off; pid {at}/pid; error_log {at}/error; events {{ worker_connections 1024; }}
         http {{ access_log off; keepalive_requests 1000000000;
         client_body_temp_path {at}/b; proxy_temp_path {at}/p; fastcgi_temp_path {at}/f; uwsgi_temp_path {at}/u;
         scgi_temp_path {at}/s; server {{ listen {address}; location / {{ return 200 'hello\\n'; }} }} }}"
    );
    std::fs::write(&path, conf)?;
    let mut nginx = Ended(Command::new("nginx").arg("-c").arg(&path).stderr(Stdio::null()).spawn()?);
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        if nginx.0.try_wait()?.is_some() || start.elapsed() > Duration::from_secs(5) {
            return Err("nginx does not run".into());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok((nginx, address))
}
