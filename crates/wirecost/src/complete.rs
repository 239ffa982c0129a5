//! Completion of names: a shell asks the program itself, which knows candidates, messages, suites and runs.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Command;
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use clap_complete::env::{EnvCompleter, Shells};
use wirecost_catalog::{Catalog, Message, Suite};
use wirecost_store::Store;

use crate::cli;
use crate::options::Global;
use crate::paths::Paths;
use crate::suggestions;

/// What a shell sets when it asks.
const VARIABLE: &str = "WIRECOST_COMPLETE";

/// Answers a shell that asks what can come next, and ends the program then.
pub fn answer() {
    CompleteEnv::with_factory(|| with_names(cli::command())).var(VARIABLE).complete();
}

/// What a shell reads to ask this program; none if it is not known.
pub fn script(shell: &str) -> Option<std::io::Result<Vec<u8>>> {
    let shells = Shells::builtins();
    let shell: &dyn EnvCompleter = shells.completer(shell)?;
    let mut script = Vec::new();
    Some(shell.write_registration(VARIABLE, "wirecost", "wirecost", "wirecost", &mut script).map(|()| script))
}

/// Has the options complete names that say by their placeholder that they take some.
fn with_names(command: Command) -> Command {
    let named = command.mut_args(|argument| {
        let placeholder = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
        let complete: Option<fn(&OsStr) -> Vec<CompletionCandidate>> = match placeholder.as_deref() {
            Some("RUN") => Some(|typed| matching(typed, runs())),
            Some("GLOB" | "GLOB|NAME@VERSION") => Some(|typed| matching(typed, candidates())),
            Some("SUITE|FILE.toml") => Some(|typed| or_file(typed, Suite::names(&catalog()))),
            Some("FILE|NAME") => Some(|typed| or_file(typed, Message::names(&catalog()))),
            _ => None,
        };
        match complete {
            Some(complete) => argument.add(ArgValueCompleter::new(complete)),
            None => argument,
        }
    });
    named.mut_subcommands(with_names)
}

fn matching(typed: &OsStr, names: Vec<String>) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    names.into_iter().filter(|name| name.starts_with(&*typed)).map(CompletionCandidate::new).collect()
}

fn or_file(typed: &OsStr, names: Vec<String>) -> Vec<CompletionCandidate> {
    let mut all = matching(typed, names);
    all.extend(PathCompleter::file().complete(typed));
    all
}

/// The places that the environment and the system name: other options are not known here.
fn paths() -> Option<Paths> {
    let from_environment = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let [overlay, db] = ["WIRECOST_OVERLAY", "WIRECOST_DB"].map(from_environment);
    Paths::new(&Global { overlay, db, verbose: false, quiet: true }).ok()
}

fn catalog() -> Catalog {
    Catalog::new(paths().map(|paths| paths.overlay))
}

fn candidates() -> Vec<String> {
    paths().map(|paths| suggestions::candidates(&paths, &catalog())).unwrap_or_default()
}

fn runs() -> Vec<String> {
    let mut known = vec!["latest".to_owned()];
    if let Some(store) = paths().and_then(|paths| Store::read(&paths.database).ok()) {
        known.extend(store.names().unwrap_or_default().into_values().flatten());
        known.extend(store.all_runs().unwrap_or_default().into_iter().map(|run| run.run_id));
    }
    known
}
