//! `wirecost start kv`

use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use wirecost_catalog::Catalog;
use wirecost_host::Launch;
use wirecost_lab_kv::Size;
use wirecost_load::protocol::store::MAX_KEYS;
use wirecost_server_lab::{Candidate, Places};

use super::{PATIENCE, folders, named, parse_address, print_names, serve};
use crate::paths::Paths;
use crate::screen::Screen;

/// Options of `start kv`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct KvArgs {
    /// Start this store. Without a name, list the names
    #[arg(value_name = "ENGINE")]
    name: Option<String>,

    /// Listen on this address, or on this port of the loopback. 0 lets the system choose the port
    #[arg(long, value_name = "[ADDRESS:]PORT", default_value = "127.0.0.1:0", value_parser = parse_address)]
    listen: SocketAddr,

    /// Make room for this many keys
    #[arg(
        long,
        value_name = "N",
        default_value = "1000000",
        value_parser = clap::value_parser!(u64).range(1..=MAX_KEYS)
    )]
    keys: u64,

    /// Make room for values of this size
    #[arg(long, value_name = "BYTES", default_value = "100")]
    value_size: usize,

    /// Print the list of names as JSON, for programs (docs/JSON.md)
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost start kv                                  list the names
  wirecost start kv lmdb-nosync --listen 11211       on port 11211 of the loopback
  wirecost load memcached://127.0.0.1:11211 --keys 100000 --ratio 1:10

When the store is ready, it prints a line with its address. Ctrl-C or SIGTERM ends it, and its data goes with it: a store that
is started here is for trying out a client.

redis-* and valkey-* speak RESP, postgresql-* PostgreSQL's protocol (user wirecost, database postgres, table entries), and the
others memcached's text protocol. None asks who you are: anyone who can connect can read
and write.";

/// The form of the document.
const SCHEMA: &str = "wirecost.stores/1";

#[derive(Serialize)]
struct Stores<'a> {
    stores: Vec<Store<'a>>,
}

#[derive(Serialize)]
struct Store<'a> {
    name: &'a str,
    summary: &'a str,
    language: &'a str,
    /// What becomes of a write that was answered (docs/kv.md).
    durability: Option<&'static str>,
}

/// Starts a store, or says what there is to start.
pub fn run(args: &KvArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let found = wirecost_lab_kv::LAB.candidates(catalog, &folders(paths)?);
    // An engine without a server is for the lab alone.
    let candidates: Vec<Candidate> = found.into_iter().flatten().filter(wirecost_lab_kv::has_server).collect();
    let Some(name) = &args.name else {
        return if args.json { print_document(&candidates) } else { print_names(&candidates) };
    };
    let size = Size { keys: args.keys, value_bytes: args.value_size, limit_mb: None };
    serve(named("store", name, &candidates)?, args.listen, screen, |candidate, listen, cores| {
        launch(candidate, listen, cores, size)
    })
}

fn launch(candidate: &Candidate, listen: SocketAddr, cores: usize, size: Size) -> anyhow::Result<Launch> {
    let mut launch = wirecost_lab_kv::launch(candidate, size, &Places::anywhere(cores), listen.ip())?;
    launch.listen = Some(listen);
    launch.patience = PATIENCE;
    Ok(launch)
}

fn print_document(candidates: &[Candidate]) -> anyhow::Result<ExitCode> {
    fn store(candidate: &Candidate) -> Store<'_> {
        let Candidate { name, file, .. } = candidate;
        let durability = candidate.durability().map(|durability| durability.name());
        Store { name, summary: &file.summary, language: &file.language, durability }
    }
    crate::output::print_document(SCHEMA, &Stores { stores: candidates.iter().map(store).collect() })
}
