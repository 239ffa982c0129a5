//! The bars that the generator holds of itself, without a peer: what more connections cost, how late it sends, how many
//! instructions and system calls a request takes, and what io_uring would gain. The server is the library's own [`NullServer`] on core 0, the
//! generator a process of its own on core 1. Prints the figures with their bars, asserts nothing.
//!
//! `cargo bench -p wirecost-load --bench bars`. Needs `taskset`, and `strace` for the system calls, which are left out
//! without it.

mod io_uring;
#[cfg(target_arch = "x86_64")]
mod steps;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, NullServer, Options, Schedule, Target, run};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The variable that makes this program a generator: `PORT CONNECTIONS SECONDS RATE PRECISE`.
const ROLE: &str = "WIRECOST_BENCH_LOAD";
/// The variable that makes this program the server.
const SERVER: &str = "WIRECOST_BENCH_SERVER";
/// The variable that makes this program a client over io_uring: `PORT CONNECTIONS SECONDS`.
const RING: &str = "WIRECOST_BENCH_RING";
const ROUNDS: usize = 5;

fn main() -> Result<()> {
    if let Ok(words) = std::env::var(ROLE) {
        return generate(&words.split(' ').collect::<Vec<_>>());
    }
    if let Ok(words) = std::env::var(RING) {
        let words = words.split(' ').map(str::parse).collect::<std::result::Result<Vec<u64>, _>>()?;
        let [port, connections, seconds] = words[..] else { return Err("three words are needed".into()) };
        let start = cpu_ns();
        let answers = io_uring::exchange(port as u16, connections as usize, seconds)?;
        println!("{} 0 0 {answers}", (cpu_ns() - start) as f64 / answers as f64);
        return Ok(());
    }
    if std::env::var_os(SERVER).is_some() {
        // Two times 5,000 connections, one after the other.
        wirecost_load::allow_files(11_000)?;
        let server = NullServer::start(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n", |_| {})?;
        println!("{}", server.address().port());
        loop {
            std::thread::park();
        }
    }
    let server = Server::start()?;
    let (mut few, mut many, mut ratios, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let [hundred, thousands] = [100, 5000].map(|connections| server.generator(connections, 2, 0.0, false));
        let (hundred, thousands) = (Figures::of(hundred)?, Figures::of(thousands)?);
        ratios.push(thousands.cpu_us / hundred.cpu_us);
        bytes.push((thousands.peak_kib - hundred.peak_kib) / 4900.0);
        few.push(hundred.cpu_us);
        many.push(thousands.cpu_us);
    }
    println!("median of {ROUNDS} interleaved rounds, all of them in parentheses");
    let line = |what: &str, values: &[f64], unit: &str, bar: &str| {
        let all: Vec<String> = values.iter().map(|value| format!("{value:.2}")).collect();
        println!("{what:<44}{:>8.2} {unit:<4} bar {bar:<8} ({})", median(values), all.join(" "));
    };
    line("CPU a request, 100 connections", &few, "us", "-");
    line("CPU a request, 5,000 connections", &many, "us", "-");
    line("the second by the first", &ratios, "", "1.7");
    line("memory of each further connection", &bytes, "KiB", "4");
    for (what, precise, bar) in [("median send lateness at 1,000/s", false, "60"), ("the same, precise", true, "2")] {
        let late = (0..ROUNDS).map(|_| Ok(Figures::of(server.generator(50, 1, 1000.0, precise))?.late_us));
        line(what, &late.collect::<Result<Vec<_>>>()?, "us", bar);
    }
    for connections in [100, 1000, 5000] {
        let rounds = (0..ROUNDS).map(|_| {
            let own = Figures::of(server.generator(connections, 2, 0.0, false))?.cpu_us;
            Ok(Figures::of(server.ring(connections, 2))?.cpu_us / own)
        });
        match rounds.collect::<Result<Vec<f64>>>() {
            Ok(ratios) => line(&format!("bare io_uring by this, {connections} connections"), &ratios, "", "-"),
            Err(fault) => println!("io_uring left out: {fault}"),
        }
    }
    for (what, count) in [
        ("user instructions a request", server.instructions(100)),
        ("the same, one connection", server.instructions(1)),
        ("system calls a request", system_calls(server.generator(100, 10, 0.0, false))),
        ("system calls a request, io_uring", system_calls(server.ring(100, 10))),
    ] {
        let bar = if what.contains("io_uring") {
            "-"
        } else if what.contains("system") {
            "2.1"
        } else {
            "1600"
        };
        match count {
            Ok(count) => println!("{what:<44}{count:>8.2}      bar {bar}"),
            Err(fault) => println!("{what:<44}left out: {fault}"),
        }
    }
    Ok(())
}

/// CPU time of this process.
fn cpu_ns() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The generator under measurement.
fn generate(words: &[&str]) -> Result<()> {
    let [port, connections, seconds, rate, precise] = words else { return Err("five words are needed".into()) };
    let address = Address::Tcp(SocketAddr::from(([127, 0, 0, 1], port.parse()?)));
    let rate: f64 = rate.parse()?;
    let schedule = if rate > 0.0 { Schedule::constant(rate) } else { Schedule::closed() };
    let mut options = Options::new(Target::plain("bench", address), schedule);
    options.connections = connections.parse()?;
    options.max_connections = options.connections;
    options.duration = Duration::from_secs(seconds.parse()?);
    options.warmup = Duration::from_millis(200);
    options.precise = precise.parse()?;
    let http = Http::new(&[Request::get("127.0.0.1", "/")], 1).expect_status(200).expect_content(b"hello\n".to_vec());
    let result = run(&options, http, |_| {})?;
    if result.errors.total() > 0 {
        return Err(format!("{:?}", result.errors).into());
    }
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let cpu_ns = result.generator.cpu_ns_per_request.unwrap_or(f64::NAN);
    let late_ns = result.send_lateness_ns.and_then(|late| late.p50).unwrap_or(0);
    println!("{} {} {} {}", cpu_ns, late_ns, peak.unwrap_or("0"), result.sent + result.warmup_sent);
    Ok(())
}

/// What a generator says of itself.
struct Figures {
    cpu_us: f64,
    late_us: f64,
    peak_kib: f64,
    requests: f64,
}

impl Figures {
    fn of(mut generator: Command) -> Result<Figures> {
        let output = generator.output()?;
        Self::parse(&String::from_utf8_lossy(&output.stdout))
            .ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned().into())
    }

    fn parse(text: &str) -> Option<Figures> {
        let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<f64>().ok());
        let mut next = || numbers.next().flatten();
        let (cpu_ns, late_ns, peak_kib, requests) = (next()?, next()?, next()?, next()?);
        Some(Figures { cpu_us: cpu_ns / 1e3, late_us: late_ns / 1e3, peak_kib, requests })
    }
}

/// System calls of a generator by its requests, as strace counts them.
fn system_calls(generator: Command) -> Result<f64> {
    let mut command = Command::new("strace");
    command.args(["-f", "-c", "taskset"]).args(generator.get_args());
    command.envs(generator.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = command.output().map_err(|fault| format!("strace: {fault}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    // The number of calls in its last line.
    let total = said.lines().rfind(|line| line.ends_with("total"));
    let calls = total.and_then(|line| line.split_ascii_whitespace().nth(3)?.parse::<f64>().ok());
    let figures = Figures::parse(&String::from_utf8_lossy(&output.stdout));
    let count = calls.zip(figures).map(|(calls, figures)| calls / figures.requests);
    count.ok_or_else(|| "strace counts nothing here".into())
}

/// The server on core 0, until dropped.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    fn start() -> Result<Server> {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(std::env::current_exe()?).env(SERVER, "null");
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(output) = &mut process.stdout {
            BufReader::new(output).read_line(&mut line)?;
        }
        Ok(Server { process, port: line.trim().parse()? })
    }

    /// A generator on core 1 that says its figures.
    fn generator(&self, connections: u32, seconds: u32, rate: f64, precise: bool) -> Command {
        let mut command = Command::new("taskset");
        command.args(["-c", "1"]).args(std::env::current_exe().ok());
        command.env(ROLE, format!("{} {connections} {seconds} {rate} {precise}", self.port));
        command
    }

    /// User instructions of a generator by its requests.
    fn instructions(&self, connections: u32) -> Result<f64> {
        let mut generator = self.generator(connections, 60, 0.0, false).stdout(Stdio::null()).spawn()?;
        // It is past its warm-up then. On its core, every step is a plain switch from one to the other.
        std::thread::sleep(Duration::from_secs(1));
        let cores = sched_getaffinity(None)?;
        let mut core = CpuSet::new();
        core.set(1);
        sched_setaffinity(None, &core)?;
        #[cfg(target_arch = "x86_64")]
        let count = steps::instructions_per_request(generator.id());
        #[cfg(not(target_arch = "x86_64"))]
        let count: Result<u32> = Err("registers are known on x86-64 only".into());
        sched_setaffinity(None, &cores)?;
        generator.kill()?;
        generator.wait()?;
        count.map(f64::from)
    }

    /// A client over io_uring on core 1.
    fn ring(&self, connections: u32, seconds: u32) -> Command {
        let mut command = Command::new("taskset");
        command.args(["-c", "1"]).args(std::env::current_exe().ok());
        command.env(RING, format!("{} {connections} {seconds}", self.port));
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
