//! The options of a load or of a run as they were given, so that workers can be given the same.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// Options that are for the coordinator: where workers run, when they begin, and where the result goes.
const OWN: [&str; 21] = [
    "on",
    "emit",
    "lead",
    "work_dir",
    "worker",
    "engine_option",
    "image",
    "namespaces",
    "clock",
    "start_at",
    "find_rate",
    "json",
    "html",
    "beside",
    "hdr",
    "quiet",
    "split",
    "missing",
    "baseline",
    "dry_run",
    "strict",
];
/// Is not written anywhere.
const PASSWORD: &str = "password";

/// The options as they were given.
#[derive(Clone, Debug, Default)]
pub struct ForwardedOptions {
    /// A word for each value: `--rate=500`, or the URL.
    pub arguments: Vec<String>,
    /// Whether a password is an option.
    pub is_password_shown: bool,
}

impl ForwardedOptions {
    /// Those of `matches`, which the command line, the environment and the file of defaults gave to a verb. What is a
    /// built-in default is left out.
    pub fn of(built_in: &Command, matches: &ArgMatches) -> Self {
        let own = |argument: &&Arg| {
            let id = argument.get_id().as_str();
            !argument.is_global_set() && !OWN.contains(&id) && id != PASSWORD
        };
        let arguments = built_in.get_arguments().filter(own).flat_map(|argument| words(argument, matches)).collect();
        // A verb without passwords has no such option.
        let source = matches.try_contains_id(PASSWORD).ok().and_then(|_| matches.value_source(PASSWORD));
        let is_password_shown = source == Some(ValueSource::CommandLine);
        Self { arguments, is_password_shown }
    }
}

/// The words of an argument that was given.
fn words(argument: &Arg, matches: &ArgMatches) -> Vec<String> {
    let id = argument.get_id().as_str();
    let Ok(Some(values)) = matches.try_get_raw(id) else { return Vec::new() };
    let values: Vec<String> = values.map(|value| value.to_string_lossy().into_owned()).collect();
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
    if matches.value_source(id) == Some(ValueSource::DefaultValue) && defaults.eq(values.iter().cloned()) {
        return Vec::new();
    }
    let Some(name) = argument.get_long() else { return values };
    if matches!(argument.get_action(), ArgAction::SetTrue) {
        return if values == ["true"] { vec![format!("--{name}")] } else { Vec::new() };
    }
    values.into_iter().map(|value| format!("--{name}={value}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    fn given(words: &[&str]) -> ForwardedOptions {
        let command = cli::command();
        let matches = command.clone().try_get_matches_from([&["wirecost", "load"], words].concat()).unwrap();
        ForwardedOptions::of(command.find_subcommand("load").unwrap(), matches.subcommand_matches("load").unwrap())
    }

    #[test]
    fn workers_get_what_was_given_and_nothing_of_the_coordinator() {
        let words = ["http://a/", "--rate", "5k", "-c", "30", "-H", "A: b c", "-H", "D: e", "--core", "0,1", "--http2"];
        let own = ["--on", "local:3", "--json", "x", "--lead", "1s", "--quiet", "--verbose"];
        let given = given(&[&words[..], &own[..7]].concat());
        let wanted = [
            "http://a/",
            "--connections=30",
            "--rate=5k",
            "--core=0",
            "--core=1",
            "--header=A: b c",
            "--header=D: e",
            "--http2",
        ];
        let (mut found, mut wanted) = (given.arguments.clone(), wanted.map(str::to_owned).to_vec());
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted);
        assert!(!given.is_password_shown);
    }

    #[test]
    fn a_password_is_not_among_them() {
        let given = given(&["redis://a/", "--password", "secret"]);
        assert!(given.is_password_shown && given.arguments == ["redis://a/"], "{given:?}");
    }

    #[test]
    fn given_arguments_are_parsed_to_the_same_again() {
        let words = ["http://a/", "--stages", "10:1s,10-20:2s", "--poisson", "--seed", "7", "--data=-x", "-d", "3"];
        let first = given(&words);
        let again: Vec<&str> = first.arguments.iter().map(String::as_str).collect();
        assert_eq!(given(&again).arguments, first.arguments);
    }
}
