//! The Rust candidates of the http lab as a program: the first argument says what it is to be, the next ones of whom.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ended = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["http-server", name] => wirecost_http_rust::serve(name).map_err(|fault| fault.to_string()),
        _ => Err("usage: http-server NAME".to_owned()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}
