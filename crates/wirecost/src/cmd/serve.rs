//! `wirecost serve`

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;
use wirecost_web::{Hosts, Site};

use crate::output;
use crate::paths::Paths;
use crate::recorded;
use crate::screen::say;

/// How long open connections may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Options of `serve`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Listen on this address, or on this port of the loopback. 0 lets the system choose the port
    #[arg(long, value_name = "[ADDRESS:]PORT", default_value = "127.0.0.1:4750", value_parser = super::start::parse_address)]
    listen: SocketAddr,

    /// Answer also to requests that name this host (repeatable). Needed to listen on other than the loopback: anyone who
    /// can connect by that name can read all runs [default: only the names of the loopback]
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost serve                        on http://127.0.0.1:4750/
  wirecost serve --open                 and open it in the browser
  wirecost serve --listen 8080          on another port of the loopback
  wirecost serve --db team.db           the runs of another database
  wirecost serve --listen 0.0.0.0:4750 --allow-host bench.example
                                        let other machines read all runs

The page lists and searches runs, shows reports, compares any runs, follows a case over time,
and shows a run while it is measured. Nothing can be changed by it. When the server is ready,
it prints a line with its address. Ctrl-C or SIGTERM ends it.";

/// Serves the stored runs until a signal comes.
pub fn run(args: &ServeArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let is_private = args.listen.ip().is_loopback();
    ensure!(
        is_private || !args.allow_host.is_empty(),
        "{} can be reached from other machines, which would see all runs; name the host that they may use: --allow-host \
         NAME",
        args.listen
    );
    for host in &args.allow_host {
        let has_port = host.contains(':') && !host.starts_with('[');
        ensure!(
            !host.contains(['/', ' ', '@']) && !has_port,
            "--allow-host {host:?}: write a name alone, such as bench.example"
        );
    }
    let site =
        Site { database: paths.database.clone(), lock: super::run::turn::lock(paths), conclude: recorded::concluded };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(serve(args, site));
    // A page that is made for nobody need not be finished.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

async fn serve(args: &ServeArgs, site: Site) -> anyhow::Result<()> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let listener = TcpListener::bind(args.listen).await.with_context(|| {
        format!("cannot listen on {}; --listen chooses another port, and 0 a free one", args.listen)
    })?;
    let address = listener.local_addr()?;
    // A browser cannot open the address that stands for all of them.
    let host = args.allow_host.first().filter(|_| address.ip().is_unspecified());
    let page = host.map_or(format!("http://{address}/"), |host| format!("http://{host}:{}/", address.port()));
    output::print(&format!("listening on {page} for the runs of {}; Ctrl-C stops it", site.database.display()))?;
    if args.open
        && let Err(error) = open::that_detached(&page)
    {
        say!("no program opens {page} ({error}); open it in a browser");
    }
    let (told, stopped) = oneshot::channel();
    let stop = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        // The server may have failed by itself.
        let _ = told.send(());
    };
    let late = async {
        // Where no signal comes, the server goes on.
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(PATIENCE).await;
    };
    tokio::select! {
        served = wirecost_web::serve(listener, site, Hosts::new(address, &args.allow_host), stop) => Ok(served?),
        () = late => Ok(()),
    }
}
