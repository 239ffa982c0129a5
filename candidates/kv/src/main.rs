//! The stores as a program: the first argument says what it is to be, the next ones of whom.

use std::process::ExitCode;

use wirecost_kv_rust::{call, embed, serve};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (verb, engine, variant) = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [verb, engine] => (*verb, *engine, ""),
        [verb, engine, variant] => (*verb, *engine, *variant),
        _ => ("", "", ""),
    };
    let ended = match verb {
        "kv-server" => serve(engine, variant),
        "kv-embedded" => embed(engine, variant),
        "kv-client" => call(engine, variant),
        _ => {
            eprintln!("usage: kv-server|kv-embedded|kv-client NAME [VARIANT]");
            return ExitCode::from(2);
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}
