//! `wirecost sbw`

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use sbw::broker::{Broker, Options};
use sbw::caller::Caller;
use sbw::message::DEFAULT_MAX_MESSAGE;
use sbw::{Text, directory};
use serde::Serialize;

use crate::output;

/// Options of `sbw`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SbwArgs {
    #[command(subcommand)]
    verb: SbwVerb,
}

const EXAMPLES: &str = "\
Examples:
  wirecost sbw broker                                  run a broker until Ctrl-C
  wirecost sbw list                                    list the modules that are connected to it
  wirecost sbw methods edu.caltech.trigonometry
  wirecost sbw call edu.caltech.trigonometry.trig.sum '[1, 2, 3.5]'

The broker writes its port and session key where programs built on libSBW look for them: in SBW_USER, or else in .sbw in
your home folder. It listens on loopback only.";

#[derive(Subcommand)]
enum SbwVerb {
    /// Run a broker of the Systems Biology Workbench until Ctrl-C
    Broker(BrokerArgs),
    /// List the modules that are connected to your broker
    List {
        /// Print JSON, for programs (docs/JSON.md)
        #[arg(long)]
        json: bool,
    },
    /// List the services and methods of a module
    Methods {
        /// Take this module: a name or a number
        module: String,
        /// Print JSON, for programs (docs/JSON.md)
        #[arg(long)]
        json: bool,
    },
    /// Call a method and print what it returns
    Call {
        /// Call this method: MODULE.SERVICE.METHOD, with argument types if the name is overloaded
        path: String,
        /// Pass these arguments: 3, 2.5, true, "text", [1, 2], {1, "a"}
        #[arg(allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

#[derive(Args)]
struct BrokerArgs {
    /// Listen on this port; 0 lets the system choose [default: the first free port of 10100 to 10200]
    #[arg(long)]
    port: Option<u16>,

    /// Keep a registry of modules and services. Use it if modules register themselves with -sbwregister
    #[arg(long)]
    registry: bool,

    /// Start registered modules when callers ask for them. Anyone with the session key can then run programs
    #[arg(long, requires = "registry")]
    start_on_demand: bool,

    /// Accept messages up to this size, at most 2147483647. A larger one is dropped, and its caller gets an exception
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_MAX_MESSAGE as u32,
        value_parser = clap::value_parser!(u32).range(1024..=i64::from(i32::MAX)))]
    max_message: u32,
}

/// Runs a broker, or asks one.
pub fn run(args: &SbwArgs) -> anyhow::Result<ExitCode> {
    match &args.verb {
        SbwVerb::Broker(args) => broker(args),
        SbwVerb::List { json } => {
            let mut out = String::new();
            let modules = directory::modules(&mut Caller::connect_to_users_broker("")?)?;
            if *json {
                let module =
                    |it: &directory::ModuleEntry| ModuleDocument { id: it.id.to_string(), name: it.name.to_string() };
                let modules = modules.iter().map(module).collect();
                return output::print_document("wirecost.sbw-modules/1", &Modules { modules });
            }
            for module in modules {
                let _ = writeln!(out, "{:>4}  {}", module.id, module.name);
            }
            output::print(&out)
        }
        SbwVerb::Methods { module, json } => methods(module, *json),
        SbwVerb::Call { path, arguments } => {
            let values = directory::call_text(&mut Caller::connect_to_users_broker("")?, path, arguments)?;
            output::print(&values.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn broker(args: &BrokerArgs) -> anyhow::Result<ExitCode> {
    let limits = Options::default();
    let max_message = args.max_message as usize;
    let mut options = Options {
        registry: args.registry,
        start_on_demand: args.start_on_demand,
        max_message,
        max_queue: limits.max_queue.max(max_message),
        // Room for a few of the largest.
        max_memory: limits.max_memory.max(4 * max_message),
        ..Options::for_user()?
    };
    if let Some(port) = args.port {
        options.ports = port..=port;
    }
    let broker = Broker::bind(options)?;
    let stopper = broker.stopper();
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM])?;
    std::thread::spawn(move || {
        // The first signal tells every module that the broker ends; there is no need for a second.
        signals.forever().next();
        stopper.stop();
    });
    output::print(&format!("listening on {}; Ctrl-C stops it", broker.address()))?;
    broker.run()?;
    Ok(ExitCode::SUCCESS)
}

/// The lines of a help text, which are shown as all bytes of others are.
fn lines(help: &Text) -> impl Iterator<Item = Text> {
    let lines = help.bytes().trim_ascii_end().split(|byte| *byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line).into())
}

#[derive(Serialize)]
struct Modules {
    modules: Vec<ModuleDocument>,
}

#[derive(Serialize)]
struct ModuleDocument {
    id: String,
    name: String,
}

#[derive(Serialize)]
struct Services {
    module: String,
    services: Vec<ServiceDocument>,
}

#[derive(Serialize)]
struct ServiceDocument {
    name: String,
    methods: Vec<MethodDocument>,
}

#[derive(Serialize)]
struct MethodDocument {
    signature: String,
    help: String,
}

fn methods(module: &str, json: bool) -> anyhow::Result<ExitCode> {
    let mut caller = Caller::connect_to_users_broker("")?;
    let id = directory::module(&mut caller, module)?;
    let mut found = Services { module: module.to_owned(), services: Vec::new() };
    for service in directory::services(&mut caller, id)? {
        let mut methods = Vec::new();
        for method in directory::methods(&mut caller, id, service.id)? {
            let help = directory::help(&mut caller, method.id)?;
            let help = lines(&help).map(|line| line.to_string()).collect::<Vec<_>>().join("\n");
            methods.push(MethodDocument { signature: method.signature.to_string(), help });
        }
        found.services.push(ServiceDocument { name: service.name.to_string(), methods });
    }
    if json {
        return output::print_document("wirecost.sbw-methods/1", &found);
    }
    let mut out = String::new();
    for service in found.services {
        let _ = writeln!(out, "{module}.{}", service.name);
        for method in service.methods {
            let _ = writeln!(out, "  {}", method.signature);
            for line in method.help.lines() {
                let _ = writeln!(out, "      {line}");
            }
        }
    }
    output::print(&out)
}
