//! `wirecost start`: servers of wirecost's own, for clients that are not.

mod feed;
mod kv;

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use signal_hook::consts::{SIGINT, SIGTERM};
use wirecost_built::Workshop;
use wirecost_catalog::Catalog;
use wirecost_host::{Launch, Server};
use wirecost_lab::{Folders, Progress as _};
use wirecost_server_lab::Candidate;
use wirecost_server_lab::candidate::find_program;

use crate::output;
use crate::paths::Paths;
use crate::progress::Steps;
use crate::screen::Screen;

/// How often a server that runs is looked at, to tell when it ends by itself.
const LOOK: Duration = Duration::from_millis(200);

/// How long a server may take to listen. Nothing is measured here, and an interpreter starts slowly on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Options of `start`.
#[derive(Args)]
pub struct StartArgs {
    #[command(subcommand)]
    what: What,
}

/// What can be started.
#[derive(Subcommand)]
enum What {
    /// Start the server of an RPC stack, or print the description of its service
    Rpc(RpcArgs),
    /// Start a store of values by key
    Kv(kv::KvArgs),
    /// Start a feed aggregator: publish, subscribe, read
    Feed(feed::FeedArgs),
}

/// Options of `start rpc`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RpcArgs {
    /// Start this stack. Without a name, list the names
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// Listen on this address, or on this port of the loopback. 0 lets the system choose the port
    #[arg(long, value_name = "[ADDRESS:]PORT", default_value = "127.0.0.1:0", value_parser = parse_address)]
    listen: SocketAddr,

    /// Print the description of the service in this language, without starting a server
    #[arg(long, value_name = "KIND", conflicts_with = "name")]
    emit: Option<EmitArg>,

    /// Print the list of names as JSON, for programs (docs/JSON.md)
    #[arg(long, conflicts_with_all = ["name", "emit"])]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost start rpc                                     list the names
  wirecost start rpc grpc --listen 4000                  on port 4000 of the loopback
  wirecost start rpc soap --listen 0.0.0.0:4000          for other machines too: anyone who can connect can call
  wirecost start rpc --emit proto                        the service for a gRPC client
  wirecost start rpc --emit wsdl --listen 127.0.0.1:4000

When the server is ready, it prints a line with its address. Ctrl-C or SIGTERM ends it.";

/// The languages that the service is described in.
#[derive(Clone, Copy, ValueEnum)]
enum EmitArg {
    /// Protocol Buffers, for grpc
    Proto,
    /// Thrift, for thrift-binary and thrift-compact (framed)
    Thrift,
    /// WSDL 1.1, for soap
    Wsdl,
    /// OpenRPC, for json-rpc
    Openrpc,
}

/// An address, or a port of the loopback.
pub fn parse_address(text: &str) -> anyhow::Result<SocketAddr> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| anyhow::anyhow!("write it as 127.0.0.1:4000, [::1]:4000, or 4000 for the loopback"))
}

/// Starts what was asked for.
pub fn run(args: &StartArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Rpc(args) => rpc(args, paths, catalog, screen),
        What::Kv(args) => kv::run(args, paths, catalog, screen),
        What::Feed(args) => feed::run(args, paths, screen),
    }
}

/// Starts the server of a stack, or says what there is to start.
fn rpc(args: &RpcArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    if let Some(emit) = args.emit {
        // The servers describe themselves, so that a description cannot say anything else than a server does.
        let kind = emit.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let arguments = ["rpc-service".to_owned(), kind.clone(), args.listen.to_string()];
        return own_program(paths, screen, OwnProgram { lab: "rpc", of: &kind }, &arguments);
    }
    let found = wirecost_lab_rpc::LAB.candidates(catalog, &folders(paths)?);
    let candidates: Vec<Candidate> = found.into_iter().filter_map(Result::ok).collect();
    let Some(name) = &args.name else { return names(&candidates, args.json) };
    serve(named("stack", name, &candidates)?, args.listen, screen, launch)
}

/// A program that holds the servers of a lab in Rust.
pub struct OwnProgram<'a> {
    pub lab: &'a str,
    /// The server that is wanted, where the program is built for one alone.
    pub of: &'a str,
}

/// Becomes such a program, with these arguments.
pub fn own_program(
    paths: &Paths,
    screen: Screen,
    OwnProgram { lab, of }: OwnProgram<'_>,
    arguments: &[String],
) -> anyhow::Result<ExitCode> {
    let workshop = Workshop::new(&paths.cache);
    let job = workshop.servers(lab, of).with_context(|| format!("the {lab} lab has no servers in Rust"))?;
    let steps = Steps::new(screen);
    if workshop.finished(&job).is_none() {
        steps.begin(&format!("building {}, once", job.name));
    }
    let built = workshop.build(&job, &steps)?;
    steps.finish();
    let error = Command::new(&built.program).args(arguments).exec();
    Err(error).with_context(|| format!("cannot run {}", built.program.display()))
}

fn folders(paths: &Paths) -> anyhow::Result<Folders> {
    Ok(Folders { cache: paths.cache.clone() })
}

/// The candidate of this name.
fn named<'a>(what: &str, name: &str, candidates: &'a [Candidate]) -> anyhow::Result<&'a Candidate> {
    candidates.iter().find(|candidate| candidate.name == name).ok_or_else(|| {
        let known: Vec<&str> = candidates.iter().map(|candidate| candidate.name.as_str()).collect();
        let meant = wirecost_catalog::did_you_mean(name, known.iter().copied());
        anyhow::anyhow!("no {what} {name:?}{meant}; there are {}", known.join(", "))
    })
}

/// The form of the document.
const SCHEMA: &str = "wirecost.stacks/1";

#[derive(Serialize)]
struct Stacks<'a> {
    stacks: Vec<Stack<'a>>,
}

#[derive(Serialize)]
struct Stack<'a> {
    name: &'a str,
    summary: &'a str,
    language: &'a str,
}

fn names(candidates: &[Candidate], json: bool) -> anyhow::Result<ExitCode> {
    if json {
        fn stack(candidate: &Candidate) -> Stack<'_> {
            let Candidate { name, file, .. } = candidate;
            Stack { name, summary: &file.summary, language: &file.language }
        }
        return output::print_document(SCHEMA, &Stacks { stacks: candidates.iter().map(stack).collect() });
    }
    print_names(candidates)
}

fn print_names(candidates: &[Candidate]) -> anyhow::Result<ExitCode> {
    let width = candidates.iter().map(|candidate| candidate.name.len()).max().unwrap_or(0);
    let lines = candidates.iter().map(|candidate| format!("{:width$}  {}", candidate.name, candidate.file.summary));
    output::print(&lines.collect::<Vec<_>>().join("\n"))
}

/// Serves until a signal comes or the server ends by itself, which is an error. `launch` makes what starts it, of the address
/// and the number of cores.
fn serve(
    candidate: &Candidate,
    listen: SocketAddr,
    screen: Screen,
    launch: impl Fn(&Candidate, SocketAddr, usize) -> anyhow::Result<Launch>,
) -> anyhow::Result<ExitCode> {
    let name = &candidate.name;
    let steps = Steps::new(screen);
    let ready = candidate.version().and_then(|version| {
        if let Some(command) = candidate.lacks_build(&version) {
            steps.begin(&format!("building {name}, once: {command}"));
        }
        candidate.build(&version, &steps)
    });
    steps.finish();
    let candidate = ready.map_err(|reason| anyhow::anyhow!("{name}: {reason}"))?;
    // Before the server is there: a signal that comes then ends it as well.
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let launch = launch(&candidate, listen, cores).with_context(|| name.clone())?;
    let mut server = Server::start(&launch).with_context(|| format!("cannot start {name} on {listen}"))?;
    let address = SocketAddr::new(listen.ip(), server.address().port());
    // A server that knows only the loopback must not look as if others could reach it.
    if !address.ip().is_unspecified() && TcpStream::connect_timeout(&address, Duration::from_secs(5)).is_err() {
        bail!("{name} does not listen on {address}; does it read WIRECOST_HOST?");
    }
    output::print(&format!("listening on {address} ({name}); Ctrl-C stops it"))?;
    while signals.pending().next().is_none() {
        if !server.is_running() {
            bail!("{name} ended by itself; its last line: {}", server.last_words());
        }
        std::thread::sleep(LOOK);
    }
    server.stop();
    Ok(ExitCode::SUCCESS)
}

fn launch(candidate: &Candidate, listen: SocketAddr, cores: usize) -> anyhow::Result<Launch> {
    let put_in = |word: &String| candidate.put_in(word).replace("{cores}", &cores.to_string());
    let words: Vec<String> = candidate.file.start.command.iter().map(put_in).collect();
    let (program, arguments) = words.split_first().context("its command is empty")?;
    let program = find_program(program).with_context(|| format!("{program} is not installed"))?;
    let mut launch = Launch::new(program.display().to_string(), arguments.iter().cloned());
    let settings = [
        ("WIRECOST_HOST", listen.ip().to_string()),
        ("WIRECOST_PORT", "{port}".to_owned()),
        ("WIRECOST_CORES", cores.to_string()),
        ("WIRECOST_FOLDER", "{dir}".to_owned()),
    ];
    launch.environment = settings.map(|(name, value)| (name.to_owned(), value)).to_vec();
    launch.listen = Some(listen);
    launch.patience = PATIENCE;
    Ok(launch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_one_of_the_loopback() {
        assert_eq!(parse_address("4000").unwrap().to_string(), "127.0.0.1:4000");
        assert_eq!(parse_address("0.0.0.0:0").unwrap().to_string(), "0.0.0.0:0");
        assert_eq!(parse_address("[::1]:80").unwrap().to_string(), "[::1]:80");
        assert!(parse_address("localhost").unwrap_err().to_string().contains("127.0.0.1:4000"));
    }
}
