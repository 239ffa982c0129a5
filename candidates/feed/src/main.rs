//! The service as a program: the first word says what it does, the others are its settings.

use std::process::ExitCode;

use wirecost_feed_rust::server::{plant, serve};
use wirecost_feed_rust::settings::Settings;

const USAGE: &str = "usage: feed-server|feed-plant --data FOLDER [--OPTION VALUE]...";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((verb, words)) = words.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let settings = match Settings::of(words) {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let done = match verb.as_str() {
        "feed-server" => serve(&settings),
        "feed-plant" => plant(&settings),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}
