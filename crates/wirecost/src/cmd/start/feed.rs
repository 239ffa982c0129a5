//! `wirecost start feed`

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{OwnProgram, own_program, parse_address};
use crate::paths::Paths;
use crate::screen::Screen;

/// Options of `start feed`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct FeedArgs {
    /// Keep the data in this folder, which is made where there is none
    #[arg(long, value_name = "FOLDER")]
    data: PathBuf,

    /// Listen on this address, or on this port of the loopback. 0 lets the system choose the port
    #[arg(long, value_name = "[ADDRESS:]PORT", default_value = "127.0.0.1:0", value_parser = parse_address)]
    listen: SocketAddr,

    /// Store the data in this engine: sqlite, lmdb, redb or fjall; sqlite-normal may lose the last writes in a power cut
    #[arg(long, value_name = "ENGINE", default_value = "sqlite")]
    store: String,

    /// Deliver entries by push, pull, hybrid:FOLLOWERS (push below so many) or rates:READS (push where so many reads meet an entry)
    #[arg(long, value_name = "WAY", default_value = "push")]
    delivery: String,

    /// Keep or remove what was delivered when its reader unsubscribes
    #[arg(long, value_name = "keep|remove", default_value = "keep")]
    unsubscribe: String,

    /// Change an entry in-place when its source does, or publish it anew
    #[arg(long, value_name = "in-place|anew", default_value = "in-place")]
    update: String,

    /// Deliver the entries of a group to each member, or to one shared inbox
    #[arg(long, value_name = "each|shared", default_value = "each")]
    groups: String,

    /// Count unread entries when they are read, written, or approximate (at most 10 s old)
    #[arg(long, value_name = "WHEN", default_value = "read")]
    unread: String,

    /// Keep the id of an entry in inboxes, or a copy of its summary (which needs --update anew)
    #[arg(long, value_name = "id|summary", default_value = "id")]
    inbox: String,

    /// Show at most this many entries on a home page
    #[arg(long, value_name = "N", default_value = "400")]
    home: u32,

    /// Keep this many deliveries in all inboxes together; older ones are removed
    #[arg(long, value_name = "N", default_value = "40000000")]
    retained: u64,

    /// Fetch the feeds that sources name, every 15 minutes. Addresses of this machine and its networks are refused
    #[arg(long)]
    crawl: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost start feed --data feeds --listen 8080             a service on port 8080 of the loopback, with its data in `feeds`
  wirecost start feed --data feeds --crawl                   it fetches feeds as well
  wirecost start feed --data feeds --delivery hybrid:10000   sources with more followers are looked up when a page is read

When the service is ready, it prints a line with its address. Ctrl-C or SIGTERM ends it; what it has answered stays in the folder.
`operator.secret` in the folder is the secret of the client `operator`, which makes users (docs/feed.md shows how).
/openapi.json describes the API.";

/// Becomes the service.
pub fn run(args: &FeedArgs, paths: &Paths, screen: Screen) -> anyhow::Result<ExitCode> {
    let mut arguments = vec!["feed-server".to_owned()];
    let options = [
        ("--data", args.data.display().to_string()),
        ("--listen", args.listen.to_string()),
        ("--store", args.store.clone()),
        ("--delivery", args.delivery.clone()),
        ("--unsubscribe", args.unsubscribe.clone()),
        ("--update", args.update.clone()),
        ("--groups", args.groups.clone()),
        ("--unread", args.unread.clone()),
        ("--inbox", args.inbox.clone()),
        ("--home", args.home.to_string()),
        ("--retained", args.retained.to_string()),
    ];
    arguments.extend(options.into_iter().flat_map(|(name, value)| [name.to_owned(), value]));
    if args.crawl {
        arguments.push("--crawl".to_owned());
    }
    // The program is built with one engine, which is the word before its variant.
    let engine = args.store.split('-').next().unwrap_or_default();
    own_program(paths, screen, OwnProgram { lab: "feed", of: engine }, &arguments)
}
