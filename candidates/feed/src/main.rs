//! The service as a program: the first word says what it does, the others are its settings.

use std::process::ExitCode;

use wirecost_feed_rust::measure::{count_lost, end_with_input, measure, publish_without_end};
use wirecost_feed_rust::server::{plant, serve};
use wirecost_feed_rust::settings::Settings;

const USAGE: &str =
    "usage: feed-server|feed-plant|feed-measure|feed-publish|feed-check --data FOLDER [--OPTION VALUE]...";

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
        "feed-measure" => {
            end_with_input();
            measure(&settings).and_then(|report| {
                println!("{}", serde_json::to_string(&report).map_err(std::io::Error::from)?);
                Ok(())
            })
        }
        "feed-publish" => {
            end_with_input();
            publish_without_end(&settings)
        }
        "feed-check" => count_lost(&settings).map(|lost| println!("{lost}")),
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
