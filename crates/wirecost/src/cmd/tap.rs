//! `wirecost tap`

use std::io::LineWriter;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, ensure};
use clap::{Args, ValueEnum};
use signal_hook::consts::{SIGINT, SIGTERM};
use wirecost_catalog::Message;
use wirecost_tap::{Error, Form, Format, Limits, Options, Saver, Stopper, Tap};

use self::recording::Recording;
use crate::output;

mod recording;

/// The end of a tap that a second Ctrl-C cut short, as shells number it.
const INTERRUPTED: u8 = 130;

/// Options of `tap`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TapArgs {
    /// Listen here for clients: a port of the loopback, which other machines cannot reach, or ADDRESS:PORT. Port 0 lets
    /// the system choose
    #[arg(value_name = "LISTEN", value_parser = listen)]
    listen: SocketAddr,

    /// Forward connections to this server: HOST:PORT, or a port of this machine
    #[arg(value_name = "TARGET")]
    target: String,

    /// Decode as this protocol, or decode bodies in this form
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    format: FormatArg,

    /// Show at most this much decoded text of each body; 0 shows only heads
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_shown)]
    max_shown: usize,

    /// Write each event to this file too, one JSON record per line: times, direction, sizes, what was decoded
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Save each body that differs from earlier ones, up to 64 MiB, as a message for `wirecost run --message`
    #[arg(long, value_name = "FOLDER")]
    save_message: Option<PathBuf>,

    /// Save at most this many messages
    #[arg(long, value_name = "N", default_value_t = 100, requires = "save_message")]
    save_most: usize,

    /// Show and write passwords, tokens and cookies in clear text [default: masked]
    #[arg(long)]
    show_secrets: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost tap 8081 127.0.0.1:8080           show what clients and the server on port 8080 say ...
  curl http://127.0.0.1:8081/orders          ... when a client connects to the tap
  wirecost tap 8081 shop.example:80 --json log.jsonl
  wirecost tap 6380 6379                     a Redis of this machine
  wirecost tap 8081 8080 --format proto      bodies are Protocol Buffers, whatever their media type
  wirecost tap 8081 8080 --max-shown 0       only heads, sizes and times
  wirecost tap 8081 8080 --save-message captured
  wirecost run --message captured/echo-float-request
  wirecost tap 0.0.0.0:8081 10.0.0.7:8080    for clients on other machines too

The tap forwards bytes at once and unchanged. It counts what it cannot decode in time, and does not show it. Ctrl-C ends \
the tap with a summary. Times of day are UTC. The time of a reply runs from the last byte of its request, as the tap saw \
it. The tap masks Authorization, cookies, AUTH of Redis, and passwords, keys and tokens in URLs. Other parts of bodies are \
shown and saved unchanged. Only their owner can read recorded files. If recording fails, the tap warns and traffic goes on.

Exit codes: 0 done; 2 refused (usage, a port in use, a file that cannot be written); 130 ended at once.";

/// What is spoken.
#[derive(Clone, Copy, ValueEnum)]
enum FormatArg {
    /// By the first bytes of each connection, then by media types
    Auto,
    /// HTTP/1.1, or HTTP/2 without TLS
    Http,
    /// The Systems Biology Workbench's protocol
    Sbw,
    /// RESP, the protocol of Redis
    Resp,
    /// Fast Infoset, in HTTP or by itself
    Fi,
    /// Protocol Buffers without a schema
    Proto,
    /// XML
    Xml,
    /// JSON
    Json,
    /// Bytes, not decoded
    Raw,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Auto => Self::Auto,
            FormatArg::Http => Self::Http,
            FormatArg::Sbw => Self::Sbw,
            FormatArg::Resp => Self::Resp,
            FormatArg::Fi => Self::Body(Form::FastInfoset),
            FormatArg::Proto => Self::Body(Form::Protobuf),
            FormatArg::Xml => Self::Body(Form::Xml),
            FormatArg::Json => Self::Body(Form::Json),
            FormatArg::Raw => Self::Raw,
        }
    }
}

/// Passes connections on and shows what passes, until Ctrl-C.
pub fn run(args: &TapArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.json {
        output::check(file)?;
    }
    let mut options = Options::new(args.listen, target(&args.target)?);
    options.format = args.format.into();
    options.limits.max_shown = args.max_shown;
    options.show_secrets = args.show_secrets;
    if args.save_message.is_some() {
        options.limits.max_kept = wirecost_catalog::MAX_BYTES as usize;
    }
    let targets = options.target.clone();
    let name = if args.target.contains(':') { args.target.clone() } else { format!("127.0.0.1:{}", args.target) };
    let tap = Tap::bind(options)?;
    let (address, started) = (tap.address(), tap.started());
    ensure!(!targets.iter().any(|target| leads_to(*target, address)), "the target {name} is the tap itself");
    let records = args.json.as_deref().map(output::private_stream).transpose()?;
    let saver = args
        .save_message
        .as_deref()
        .map(|folder| saver(folder, args, format!("traffic from {address} to {name}, recorded by wirecost tap")))
        .transpose()?;
    obey_signals(tap.stopper())?;
    output::print(&format!("listening on {address} for {name}; Ctrl-C ends it{}", recorded(args)))?;

    let mut recording = Recording::new(records.map(LineWriter::new), saver, anstream::stdout());
    let done = tap.run(|event| recording.tell(event, started));
    let totals = match done {
        // This error shows that the reader has seen enough.
        Err(Error::Sink(error)) => return Err(error.into()),
        done => done?,
    };
    let summary = totals.to_string() + &recording.summary(args.save_message.as_deref());
    output::print(&summary)
}

/// What the line at the start says of files.
fn recorded(args: &TapArgs) -> String {
    let mut places = Vec::new();
    places.extend(args.json.iter().map(|file| format!("what happens in {}", file.display())));
    places.extend(args.save_message.iter().map(|folder| format!("messages in {}", folder.display())));
    match (places.is_empty(), args.show_secrets) {
        (true, false) => String::new(),
        (true, true) => "; secrets are shown".into(),
        (false, true) => format!("; traffic is recorded with its secrets: {}", places.join(", ")),
        (false, false) => format!("; traffic is recorded, known secrets masked: {}", places.join(", ")),
    }
}

/// Saves what can be read back as a message.
fn saver(folder: &Path, args: &TapArgs, source: String) -> anyhow::Result<Saver> {
    let check = |folder: &Path| {
        let error = Message::from_file(folder).err()?;
        Some(error.to_string().replace(&format!("{}/", folder.display()), ""))
    };
    Ok(Saver::new(folder.to_owned(), source, args.save_most, check)?.show_secrets(args.show_secrets))
}

/// Lets the first signal end the tap with its summary, and the second at once.
fn obey_signals(stopper: Stopper) -> anyhow::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        let mut signals = signals.forever();
        signals.next();
        // Another thread stops it, so that this one is there for the second signal.
        std::thread::spawn(move || stopper.stop());
        signals.next();
        std::process::exit(INTERRUPTED.into());
    });
    Ok(())
}

/// Whether a connection to `target` comes back to a listener on `address`.
fn leads_to(target: SocketAddr, address: SocketAddr) -> bool {
    let is_here = target.ip() == address.ip() || (address.ip().is_unspecified() && target.ip().is_loopback());
    is_here && target.port() == address.port()
}

/// A port of this machine, or an address with a port.
fn listen(text: &str) -> anyhow::Result<SocketAddr> {
    if let Ok(port) = text.parse() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let text = text.replace("localhost:", "127.0.0.1:");
    text.parse::<SocketAddr>()
        .map_err(|_| anyhow!("give a port, such as 8081, or an address with a port, such as 0.0.0.0:8081"))
}

/// The addresses of a target.
fn target(text: &str) -> anyhow::Result<Vec<SocketAddr>> {
    if let Ok(port) = text.parse() {
        return Ok(vec![(IpAddr::from(Ipv4Addr::LOCALHOST), port).into()]);
    }
    ensure!(!text.contains("//"), "{text} is a URL; a target is HOST:PORT");
    let found =
        text.to_socket_addrs().map_err(|error| anyhow!("{text} is not a target of the form HOST:PORT: {error}"))?;
    let found: Vec<SocketAddr> = found.collect();
    ensure!(!found.is_empty(), "{text} has no address");
    Ok(found)
}
