//! The Rust candidates of the rpc lab as a program: the first argument says what it is to be, the next ones of whom.

use std::process::ExitCode;

use wirecost_rpc_rust::service::Kind;
use wirecost_rpc_rust::{Fault, client, server};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ended = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["rpc-server", name] => server::serve(name, ""),
        ["rpc-server", name, variant] => server::serve(name, variant),
        ["rpc-client", name] => client::call(name),
        ["rpc-service", kind, address] => describe(kind, address),
        _ => Err("usage: rpc-server NAME [VARIANT] | rpc-client NAME | rpc-service KIND ADDRESS".into()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}

/// Prints the description of the service at an address.
fn describe(kind: &str, address: &str) -> Result<(), Fault> {
    let kind =
        Kind::ALL.into_iter().find(|known| known.name() == kind).ok_or_else(|| format!("no description {kind:?}"))?;
    print!("{}", kind.describe(address.parse()?));
    Ok(())
}
