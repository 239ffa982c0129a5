//! Drives the library from the command line, as `wirecost load` does:
//!
//! ```text
//! cargo run --release --example load -- http://127.0.0.1:8080/ -c 100 -d 10
//! cargo run --release --example load -- redis://127.0.0.1:6379 -c 50 -R 1000 --set 100
//! ```

use std::error::Error;
use std::time::Duration;
use wirecost_load::protocol::http::{Body, Http, Request};
use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::resp::Resp;
use wirecost_load::{Close, LoadResult, Options, Protocol, Schedule, Scheme, Summary, Target, Tls, Trust, Url, run};

const USAGE: &str =
    "URL [-c CONNECTIONS] [-d SECONDS] [-R REQUESTS_PER_S] [-t THREADS] [--core N]... [--warmup SECONDS]
[--pipeline DEPTH] [--timeout SECONDS] [--close fin|rst] [--body TEXT] [--expect STATUS] [--expect-body TEXT]
[--set SIZE] [--keyspace N] [--poisson] [--insecure] [--precise] [--json FILE] [--quiet]";

/// What the command line adds to [`Options`].
struct Arguments {
    options: Options,
    url: Url,
    body: Option<String>,
    status: Option<u16>,
    expected: Option<String>,
    set: Option<usize>,
    keyspace: u64,
    json: Option<String>,
    quiet: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = parse(std::env::args().skip(1))?;
    let result = match arguments.url.scheme {
        Scheme::Http | Scheme::Https => load(&arguments, http(&arguments)),
        Scheme::Memcached => load(&arguments, memcached(&arguments)),
        Scheme::Redis => load(&arguments, resp(&arguments)),
    }?;
    println!("{}", Summary(&result));
    if let Some(path) = &arguments.json {
        std::fs::write(path, result.to_json()?)?;
    }
    Ok(())
}

fn load<P: Protocol>(arguments: &Arguments, protocol: P) -> Result<LoadResult, Box<dyn Error>> {
    Ok(run(&arguments.options, protocol, |tenth| {
        if !arguments.quiet {
            eprint!(
                "\r{:6.1} s {:9.0}/s p99 {:9} ns {} errors",
                tenth.at_s, tenth.ok_per_s, tenth.p99_ns, tenth.errors
            );
        }
    })?)
}

fn http(arguments: &Arguments) -> Http {
    let url = &arguments.url;
    let mut request = Request::get(&url.authority, &url.path);
    if let Some(body) = &arguments.body {
        request.method = "POST".into();
        request.body = Body::Sized(body.clone().into_bytes());
    }
    if arguments.options.close != Close::KeepAlive {
        request = request.header("connection", "close");
    }
    let mut http = Http::new(&[request], arguments.keyspace);
    if let Some(status) = arguments.status {
        http = http.expect_status(status);
    }
    match &arguments.expected {
        Some(expected) => http.expect_content(expected.clone().into_bytes()),
        None => http,
    }
}

const KEY: &str = "key:__rand_int__";

fn memcached(arguments: &Arguments) -> Memcached {
    let request = match arguments.set {
        Some(size) => Memcached::set(KEY, &vec![b'x'; size]),
        None => Memcached::get(KEY),
    };
    Memcached::new(vec![request], arguments.keyspace).allow_misses()
}

fn resp(arguments: &Arguments) -> Resp {
    let request = match arguments.set {
        Some(size) => Resp::command(&["SET", KEY, &"x".repeat(size)]),
        None => Resp::command(&["GET", KEY]),
    };
    Resp::new(vec![request], arguments.keyspace)
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
    let url = Url::parse(&words.next().ok_or(USAGE)?)?;
    let target = Target::plain(url.authority.clone(), url.address.clone());
    let mut options = Options::new(target, Schedule::closed());
    let (mut rate, mut poisson, mut trust) = (None, false, Trust::Public);
    let mut arguments = Arguments {
        options: options.clone(),
        url,
        body: None,
        status: None,
        expected: None,
        set: None,
        keyspace: 1,
        json: None,
        quiet: false,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "-c" => options.connections = value()?.parse()?,
            "-d" => options.duration = Duration::from_secs_f64(value()?.parse()?),
            "-t" => options.threads = value()?.parse()?,
            "-R" => rate = Some(value()?.parse()?),
            "--core" => options.cores.push(value()?.parse()?),
            "--warmup" => options.warmup = Duration::from_secs_f64(value()?.parse()?),
            "--timeout" => options.timeout = Duration::from_secs_f64(value()?.parse()?),
            "--pipeline" => options.pipeline = value()?.parse()?,
            "--close" => options.close = if value()? == "rst" { Close::Reset } else { Close::Fin },
            "--body" => arguments.body = Some(value()?),
            "--expect" => arguments.status = Some(value()?.parse()?),
            "--expect-body" => arguments.expected = Some(value()?),
            "--set" => arguments.set = Some(value()?.parse()?),
            "--keyspace" => arguments.keyspace = value()?.parse()?,
            "--json" => arguments.json = Some(value()?),
            "--insecure" => trust = Trust::Anyone,
            "--poisson" => poisson = true,
            "--precise" => options.precise = true,
            "--quiet" => arguments.quiet = true,
            _ => return Err(format!("{word} is not known; {USAGE}").into()),
        }
    }
    options.schedule = match rate {
        Some(rate) if poisson => Schedule::poisson(rate, 1),
        Some(rate) => Schedule::constant(rate),
        None => Schedule::closed(),
    };
    if arguments.url.scheme == Scheme::Https {
        options.target.tls = Some(Tls::new(&arguments.url.host, &trust)?);
    }
    arguments.options = options;
    Ok(arguments)
}
