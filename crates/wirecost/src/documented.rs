//! Every command that a document or a help text shows is one that the command line takes.

#[path = "../tests/common/documented.rs"]
mod written;

use std::path::Path;

use crate::cli;
use written::Written;

/// The examples of a command and of all below it.
fn of_help(command: &clap::Command) -> Vec<Written> {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let own = written::of_help(&format!("{} --help", command.get_name()), &examples);
    own.into_iter().chain(command.get_subcommands().flat_map(of_help)).collect()
}

/// The instant that the load page's `$at` stands for.
fn put_in(word: &str) -> &str {
    if word == "$at" { "2026-11-22T12:00:00Z" } else { word }
}

#[test]
fn every_command_that_is_shown_can_be_given() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let of_help = of_help(&cli::command());
    assert!(of_help.len() > 30, "{}", of_help.len());
    let shown: Vec<Written> = written::of_documents(&root).into_iter().chain(of_help).collect();
    assert!(shown.len() > 100, "{}", shown.len());
    let refused = shown.iter().filter_map(|Written { place, words }| {
        let given = ["wirecost"].into_iter().chain(words.iter().map(|word| put_in(word)));
        let error = cli::command().try_get_matches_from(given).err()?;
        let shows =
            matches!(error.kind(), clap::error::ErrorKind::DisplayHelp | clap::error::ErrorKind::DisplayVersion);
        (!shows).then(|| format!("{place}: wirecost {}: {error}", words.join(" ")))
    });
    let refused: Vec<String> = refused.collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn commands_are_read_as_a_shell_reads_them() {
    let text = "```sh\nwirecost run --candidate 'a b*' -x \\\n  --y=1   # why\n$ wirecost size \"$(wirecost list)\" > out\n```\nwirecost no\n";
    let read: Vec<Vec<String>> = written::of_markdown("p", text).into_iter().map(|it| it.words).collect();
    assert_eq!(read, [vec!["run", "--candidate", "a b*", "-x", "--y=1"], vec!["size", "DIR"]]);
    let help = "Examples:\n  wirecost run  --not this\n  wirecost size a 'b  c'   words\nwirecost no";
    let read: Vec<Vec<String>> = written::of_help("p", help).into_iter().map(|it| it.words).collect();
    assert_eq!(read, [vec!["run"], vec!["size", "a", "b  c"]]);
}
