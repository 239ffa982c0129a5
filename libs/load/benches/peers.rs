//! The generator's own cost, beside wrk, redis-benchmark and a client that does nothing but exchange bytes
//! (`limit.c`): pairs, interleaved, server on core 0, generators on core 1, CPU time of the whole process. Pipelined, the
//! server is the library's own [`NullServer`], which answers a batch in one piece: nginx sends each answer by itself, and
//! then it is what is measured.
//!
//! `cargo bench -p wirecost-load --bench peers [-- [--seconds N] [--rounds N] [CASE]...]`. Needs `nginx`, `wrk`, `h2load`
//! (Debian's nghttp2-client), `redis-server`, `redis-benchmark`, `memcached`, `taskset`, `bash` and `cc`; what is missing is
//! said and left out.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::protocol::http2::Http2;
use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::resp::Resp;
use wirecost_load::{Address, Close, Http2Requests, NullServer, Options, Schedule, Target, Tls, Trust, run};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The variable that makes this program a generator under measurement.
const ROLE: &str = "WIRECOST_BENCH_LOAD";
/// The variable that makes this program a server under load.
const SERVER: &str = "WIRECOST_BENCH_SERVER";
const KEY: &str = "key:000000000000";

/// One comparison.
struct Case {
    name: &'static str,
    server: &'static str,
    connections: usize,
    depth: usize,
    close: &'static str,
    /// The most that the generator's CPU per request may be of the peer's.
    bar: f64,
    /// `wrk`, `h2load`, `redis-benchmark` or `limit`.
    peer: &'static str,
}

const CASES: &[Case] = &[
    case("keep-alive-100", "http", 100, 1, "keep", 0.80, "wrk"),
    case("keep-alive-1000", "http", 1000, 1, "keep", 0.88, "wrk"),
    case("fin-100", "http", 100, 1, "fin", 0.95, "wrk"),
    case("rst-100", "http", 100, 1, "rst", 0.85, "wrk"),
    case("pipeline-16", "null", 100, 16, "keep", 1.0 / 1.4, "wrk"),
    case("redis-get", "redis", 50, 1, "keep", 0.50, "redis-benchmark"),
    case("memcached-get", "memcached", 50, 1, "keep", 0.95, "limit"),
    case("http2-100", "http2", 100, 1, "keep", 0.85, "h2load"),
    case("http2-100x10", "http2", 100, 10, "keep", 0.85, "h2load"),
    case("tls-100", "tls", 100, 1, "keep", 0.85, "wrk"),
    case("http2-tls-100x10", "http2-tls", 100, 10, "keep", 0.85, "h2load"),
];

const fn case(
    name: &'static str,
    server: &'static str,
    connections: usize,
    depth: usize,
    close: &'static str,
    bar: f64,
    peer: &'static str,
) -> Case {
    Case { name, server, connections, depth, close, bar, peer }
}

fn main() -> Result<()> {
    if let Ok(words) = std::env::var(ROLE) {
        return generate(&words.split(' ').collect::<Vec<_>>());
    }
    if std::env::var_os(SERVER).is_some() {
        let server = NullServer::start(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n", |_| {})?;
        println!("{}", server.address().port());
        loop {
            std::thread::park();
        }
    }
    let (mut seconds, mut rounds, mut names) = (2, 5, Vec::new());
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => seconds = words.next().ok_or("--seconds needs a number")?.parse()?,
            "--rounds" => rounds = words.next().ok_or("--rounds needs a number")?.parse()?,
            name => names.push(name.to_string()),
        }
    }
    let folder = std::env::temp_dir().join(format!("wirecost-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let limit = folder.join("limit");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/limit.c");
    let built = Command::new("cc").args(["-O2", "-o"]).arg(&limit).arg(source).status()?;
    if !built.success() {
        return Err("cc could not build limit.c".into());
    }
    println!("CPU microseconds a request, median of {rounds} interleaved rounds of {seconds} s");
    println!("{:<16}{:>8}{:>8}{:>8}{:>24}{:>8}", "case", "load", "peer", "limit", "load/peer (all)", "bar");
    for case in CASES.iter().filter(|case| names.is_empty() || names.iter().any(|name| name == case.name)) {
        if let Err(fault) = compare(case, seconds, rounds, &folder, &limit) {
            println!("{:<16}left out: {fault}", case.name);
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn compare(case: &Case, seconds: u32, rounds: usize, folder: &Path, limit: &Path) -> Result<()> {
    let server = Serving::start(case.server, folder)?;
    let (mut load, mut peer, mut least) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let port = server.port_of(case.server);
        load.push(cpu_per_request(&mut own(case, port, seconds)?, "answers")?);
        least.push(cpu_per_request(&mut limit_command(case, server.port, seconds, limit), "answers")?);
        peer.push(match case.peer {
            "wrk" => cpu_per_request(&mut wrk(case, port, seconds, folder)?, "requests in")?,
            "h2load" => cpu_per_request(&mut h2load(case, port, seconds), "succeeded")?,
            "limit" => *least.last().unwrap_or(&f64::NAN),
            _ => cpu_per_request(&mut redis_benchmark(case, server.port, seconds), "requests completed")?,
        });
    }
    let ratios: Vec<f64> = load.iter().zip(&peer).map(|(load, peer)| load / peer).collect();
    let spread = format!("{:.2} ({:.2}-{:.2})", median(&ratios), least_of(&ratios), most_of(&ratios));
    let [load, peer, least] = [&load, &peer, &least].map(|values| median(values));
    let bar = if case.bar.is_nan() { "-".into() } else { format!("{:.2}", case.bar) };
    println!("{:<16}{load:>8.2}{peer:>8.2}{least:>8.2}{spread:>24}{bar:>8}", case.name);
    Ok(())
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn least_of(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most_of(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Runs a command on core 1; CPU time of user and system by the number that comes before `unit` in its output.
fn cpu_per_request(command: &mut Command, unit: &str) -> Result<f64> {
    let mut timed = Command::new("bash");
    timed.args(["-c", "TIMEFORMAT='cpu %3U %3S'; time taskset -c 1 \"$@\"", "bash"]);
    timed.arg(command.get_program()).args(command.get_args());
    timed.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = timed.output()?;
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let number = |word: Option<&str>| word.and_then(|word| word.parse::<f64>().ok());
    let counted = text.split(unit).next().filter(|before| before.len() < text.len());
    let requests = number(counted.and_then(|before| before.split_ascii_whitespace().last()));
    let cpu = text.rsplit("cpu ").next().unwrap_or_default();
    let mut times = cpu.split_ascii_whitespace();
    match (number(times.next()), number(times.next()), requests) {
        (Some(user), Some(system), Some(requests)) if output.status.success() && requests > 0.0 => {
            Ok((user + system) * 1e6 / requests)
        }
        _ => Err(format!("{:?} gave no figures: {text}", command.get_program()).into()),
    }
}

fn own(case: &Case, port: u16, seconds: u32) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    let Case { server, connections, depth, close, .. } = case;
    command.env(ROLE, format!("{port} {connections} {seconds} {server} {depth} {close}"));
    Ok(command)
}

fn limit_command(case: &Case, port: u16, seconds: u32, program: &Path) -> Command {
    let mut command = Command::new(program);
    let words = [port.to_string(), case.connections.to_string(), seconds.to_string()];
    // Without TLS and streams, on the same nginx: the least that a request costs.
    let is_http = matches!(case.server, "null" | "http2" | "tls" | "http2-tls");
    let (protocol, depth) = if is_http { ("http", 1) } else { (case.server, case.depth) };
    let depth = if case.server == "null" { case.depth } else { depth };
    command.args(words).args([protocol, &depth.to_string(), case.close]);
    command
}

fn wrk(case: &Case, port: u16, seconds: u32, folder: &Path) -> Result<Command> {
    let mut command = Command::new("wrk");
    command.args(["-t1", &format!("-c{}", case.connections), &format!("-d{seconds}s")]);
    if case.close != "keep" {
        command.args(["-H", "connection: close"]);
    }
    if case.depth > 1 {
        let script = folder.join("pipeline.lua");
        let init = format!("function init(args) batch = string.rep(wrk.format(), {}) end", case.depth);
        std::fs::write(&script, format!("{init}\nfunction request() return batch end\n"))?;
        command.arg("-s").arg(script);
    }
    command.arg(format!("{}://127.0.0.1:{port}/", scheme(case.server)));
    Ok(command)
}

fn scheme(server: &str) -> &'static str {
    if matches!(server, "tls" | "http2-tls") { "https" } else { "http" }
}

fn h2load(case: &Case, port: u16, seconds: u32) -> Command {
    let mut command = Command::new("h2load");
    command.args(["-t1", &format!("-c{}", case.connections), &format!("-m{}", case.depth), &format!("-D{seconds}")]);
    command.arg(format!("{}://127.0.0.1:{port}/", scheme(case.server)));
    command
}

fn redis_benchmark(case: &Case, port: u16, seconds: u32) -> Command {
    let mut command = Command::new("redis-benchmark");
    let requests = (u64::from(seconds) * 100_000).to_string();
    command.args(["-p", &port.to_string(), "-c", &case.connections.to_string(), "-n", &requests, "GET", KEY]);
    command
}

/// The generator under measurement: `PORT CONNECTIONS SECONDS SERVER DEPTH CLOSE`, as `limit` takes them.
fn generate(words: &[&str]) -> Result<()> {
    let [port, connections, seconds, server, depth, close] = words else { return Err("six words are needed".into()) };
    let address = Address::Tcp(SocketAddr::from(([127, 0, 0, 1], port.parse()?)));
    let mut options = Options::new(Target::plain("bench", address), Schedule::closed());
    options.connections = connections.parse()?;
    options.duration = Duration::from_secs(seconds.parse()?);
    options.warmup = Duration::ZERO;
    options.pipeline = depth.parse()?;
    options.close = match *close {
        "fin" => Close::Fin,
        "rst" => Close::Reset,
        _ => Close::KeepAlive,
    };
    if scheme(server) == "https" {
        let tls = Tls::new("127.0.0.1", &Trust::Anyone)?;
        options.target.tls = Some(if *server == "tls" { tls } else { tls.offering_http2() });
    }
    let result = match *server {
        "http" | "null" | "tls" => {
            let mut request = Request::get("127.0.0.1", "/");
            if options.close != Close::KeepAlive {
                request = request.header("connection", "close");
            }
            let http = Http::new(&[request], 1).expect_status(200).expect_content(b"hello\n".to_vec());
            run(&options, http, |_| {})?
        }
        "http2" | "http2-tls" => {
            let get = [Request::get("127.0.0.1", "/")];
            options.target.http2 = Some(Http2Requests::new(&get, scheme(server) == "https")?);
            let http2 = Http2::new(&get).expect_status(200).expect_content(b"hello\n".to_vec());
            run(&options, http2, |_| {})?
        }
        "memcached" => run(&options, Memcached::new(vec![Memcached::get(KEY)], 1).expect_value(value()), |_| {})?,
        _ => run(&options, Resp::new(vec![Resp::command(&["GET", KEY])], 1).expect_value(value()), |_| {})?,
    };
    if result.errors.total() > 0 {
        return Err(format!("{:?}", result.errors).into());
    }
    println!("{} answers", result.ok);
    Ok(())
}

fn value() -> Vec<u8> {
    vec![b'x'; 100]
}

/// A server on core 0, until dropped.
struct Serving {
    process: Child,
    port: u16,
    /// Where nginx speaks HTTP/2, TLS, and both; 0 for the others.
    more_ports: [u16; 3],
}

impl Serving {
    fn port_of(&self, kind: &str) -> u16 {
        match kind {
            "http2" => self.more_ports[0],
            "tls" => self.more_ports[1],
            "http2-tls" => self.more_ports[2],
            _ => self.port,
        }
    }

    fn start(kind: &str, folder: &Path) -> Result<Serving> {
        if kind == "null" {
            return Self::start_null();
        }
        let [port, more_ports @ ..] = free_ports()?;
        let text = port.to_string();
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]);
        match kind {
            "http" | "http2" | "tls" | "http2-tls" => {
                command.args(["nginx", "-c"]).arg(nginx_conf(port, more_ports, folder)?)
            }
            "redis" => command.args(["redis-server", "--port", &text, "--save", "", "--bind", "127.0.0.1"]),
            _ => command.args(["memcached", "-u", "nobody", "-t", "1", "-l", "127.0.0.1", "-p", &text]),
        };
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).current_dir(folder).spawn()?;
        let mut serving = Serving { process, port, more_ports };
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if serving.process.try_wait()?.is_some() || start.elapsed() > Duration::from_secs(5) {
                return Err(format!("the {kind} server does not run").into());
            }
            std::thread::yield_now();
        }
        serving.fill(kind)?;
        Ok(serving)
    }

    /// A server of one's own says its port.
    fn start_null() -> Result<Serving> {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(std::env::current_exe()?).env(SERVER, "null");
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(output) = &mut process.stdout {
            BufReader::new(output).read_line(&mut line)?;
        }
        Ok(Serving { process, port: line.trim().parse()?, more_ports: [0; 3] })
    }

    /// Puts the value there that will be asked for.
    fn fill(&self, kind: &str) -> Result<()> {
        let address = Address::Tcp(SocketAddr::from(([127, 0, 0, 1], self.port)));
        let schedule = Schedule::Trace { offsets_ns: vec![0] };
        let mut options = Options::new(Target::plain(kind, address), schedule);
        (options.connections, options.duration, options.warmup) = (1, Duration::from_millis(10), Duration::ZERO);
        let ok = match kind {
            "redis" => {
                let set = Resp::command(&[b"SET".as_slice(), KEY.as_bytes(), &value()]);
                run(&options, Resp::new(vec![set], 1), |_| {})?.ok
            }
            "memcached" => run(&options, Memcached::new(vec![Memcached::set(KEY, &value())], 1), |_| {})?.ok,
            _ => 1,
        };
        if ok == 1 { Ok(()) } else { Err("the value could not be stored".into()) }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // SIGTERM, so that nginx takes its worker along.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

/// Four that are free now.
fn free_ports() -> Result<[u16; 4]> {
    let mut listeners = Vec::new();
    let mut ports = [0; 4];
    for port in &mut ports {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        *port = listener.local_addr()?.port();
        // Held until all are known, so that no two are the same.
        listeners.push(listener);
    }
    Ok(ports)
}

fn nginx_conf(port: u16, more_ports: [u16; 3], folder: &Path) -> Result<PathBuf> {
    let [http2, tls, both] = more_ports;
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_string()])?;
    std::fs::write(folder.join("cert.pem"), made.cert.pem())?;
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem())?;
    let path = folder.join("nginx.conf");
    let at = folder.display();
    let conf = format!(
        "worker_processes 1; daemon off; pid {at}/pid; error_log {at}/error; worker_rlimit_nofile 12000;
         events {{ worker_connections 12000; }}
         http {{ access_log off; keepalive_requests 1000000000;
         client_body_temp_path {at}/b; proxy_temp_path {at}/p; fastcgi_temp_path {at}/f; uwsgi_temp_path {at}/u;
         scgi_temp_path {at}/s;
         ssl_certificate {at}/cert.pem; ssl_certificate_key {at}/key.pem;
         server {{ listen 127.0.0.1:{port} backlog=4096; listen 127.0.0.1:{http2} http2 backlog=4096;
         listen 127.0.0.1:{tls} ssl backlog=4096; listen 127.0.0.1:{both} ssl http2 backlog=4096;
         location / {{ return 200 'hello\\n'; }} }} }}"
    );
    std::fs::write(&path, conf)?;
    Ok(path)
}
