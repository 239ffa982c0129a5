//! Defaults of the user: a TOML file whose tables are verbs and whose keys are their long options.
//!
//! What the command line says beats the environment, which beats the file. Both of the latter become defaults of the
//! command line, so that `--help` shows them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::builder::OsStr;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, Command, Id};
use etcetera::BaseStrategy as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Names another file, or none if it is empty.
pub const VARIABLE: &str = "WIRECOST_CONFIG";

/// Options that a variable of the environment gives.
const VARIABLES: [(&str, &str); 2] = [("db", "WIRECOST_DB"), ("overlay", "WIRECOST_OVERLAY")];

/// The place of the file; none if the environment says that there is to be none.
pub fn place() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(named) if named.is_empty() => None,
        Some(named) => Some(named.into()),
        None => Some(etcetera::choose_base_strategy().ok()?.config_dir().join("wirecost/config.toml")),
    }
}

/// The command line with the defaults of the file and of the environment.
///
/// # Errors
/// If the file is broken or holds what no verb has, with its line and column.
pub fn apply(command: Command) -> anyhow::Result<Command> {
    let command = match place() {
        Some(path) if path.exists() || std::env::var_os(VARIABLE).is_some() => {
            let text = wirecost_load::read_text(&path).with_context(|| path.display().to_string())?;
            let given = given(&command, std::env::args_os());
            with_file(command, &path, &text, given)?
        }
        _ => command,
    };
    Ok(VARIABLES.iter().fold(command, |command, (id, variable)| {
        match std::env::var_os(variable).filter(|value| !value.is_empty()) {
            Some(value) => command.mut_arg(*id, |argument| argument.default_value(OsStr::from(value))),
            None => command,
        }
    }))
}

/// An option that was given: the verbs that lead to it, and its name.
type ForwardedOptions = (Vec<String>, Id);

/// The options that the command line gives. What is wrong with it shows when it is read for good.
fn given(command: &Command, words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Vec<ForwardedOptions> {
    let mut found = Vec::new();
    let Ok(matches) = command.clone().ignore_errors(true).try_get_matches_from(words) else { return found };
    let (mut matches, mut verbs) = (&matches, Vec::new());
    loop {
        let is_given = |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        found.extend(matches.ids().filter(is_given).map(|id| (verbs.clone(), id.clone())));
        let Some((verb, below)) = matches.subcommand() else { return found };
        verbs.push(verb.to_owned());
        matches = below;
    }
}

/// The command line with the defaults of a file, but for those that exclude what was given.
fn with_file(command: Command, path: &Path, text: &str, given: Vec<ForwardedOptions>) -> anyhow::Result<Command> {
    let file = File { path, text, given };
    match DeTable::parse(text) {
        Ok(table) => file.defaults(command, table.get_ref(), &[]),
        Err(error) => Err(file.fault(error.span().map_or(0, |span| span.start), error.message())),
    }
}

/// The file, to say where something is wrong in it.
struct File<'a> {
    path: &'a Path,
    text: &'a str,
    given: Vec<ForwardedOptions>,
}

impl File<'_> {
    fn fault(&self, at: usize, fault: impl std::fmt::Display) -> anyhow::Error {
        let position = wirecost_value::Position::at(self.text.as_bytes(), at);
        anyhow!("{}:{}:{}: {fault}", self.path.display(), position.line, position.column)
    }

    /// Whether the command line gives an option that does not go with this one.
    fn is_excluded(&self, command: &Command, argument: &Arg, verbs: &[&str]) -> bool {
        let here = self.given.iter().filter(|(path, _)| path.iter().map(String::as_str).eq(verbs.iter().copied()));
        let exclude = |one: &Arg, other: &Arg| {
            command.get_arg_conflicts_with(one).iter().any(|excluded| excluded.get_id() == other.get_id())
        };
        let mut others = here.filter_map(|(_, id)| command.get_arguments().find(|other| other.get_id() == id));
        others.any(|other| exclude(argument, other) || exclude(other, argument))
    }

    /// `command` with the defaults of a table that is for it; `verbs` leads there.
    fn defaults(&self, mut command: Command, table: &DeTable<'_>, verbs: &[&str]) -> anyhow::Result<Command> {
        for (key, value) in table {
            let (name, at) = (key.get_ref().as_ref(), key.span().start);
            if let DeValue::Table(below) = value.get_ref() {
                let Some(verb) = command.find_subcommand(name).filter(|verb| !verb.is_hide_set()) else {
                    return Err(self.fault(at, unknown("command", name, &commands(&command))));
                };
                let verb = self.defaults(verb.clone(), below, &[verbs, &[name]].concat())?;
                command = command.mut_subcommand(name, |_| verb);
                continue;
            }
            let found = command.get_arguments().find(|argument| key_of(argument).as_deref() == Some(name));
            let Some(argument) = found.filter(|argument| verbs.is_empty() || !argument.is_global_set()) else {
                return Err(self.fault(at, unknown("option", name, &options(&command, verbs))));
            };
            let id = argument.get_id().clone();
            let values = words(value, argument).map_err(|fault| self.fault(value.span().start, fault))?;
            check(argument, &values).map_err(|fault| self.fault(value.span().start, fault))?;
            if values.is_empty() || self.is_excluded(&command, argument, verbs) {
                continue;
            }
            command = command.mut_arg(id, |argument| argument.default_values(values));
        }
        Ok(command)
    }
}

/// The key of an option or of a parameter that may be left out; none if it can have no default.
fn key_of(argument: &Arg) -> Option<String> {
    let fixed = ["help", "version"].contains(&argument.get_id().as_str());
    let named = argument
        .get_long()
        .map(str::to_owned)
        .or_else(|| (argument.is_positional() && !argument.is_required_set()).then(|| argument.get_id().to_string()));
    named.filter(|_| !fixed)
}

/// The values of an option as the command line would give them.
fn words(value: &Spanned<DeValue<'_>>, argument: &Arg) -> anyhow::Result<Vec<String>> {
    Ok(match (value.get_ref(), argument.get_action()) {
        (DeValue::Array(values), ArgAction::Append) => {
            values.iter().map(|value| word(value.get_ref())).collect::<anyhow::Result<_>>()?
        }
        (DeValue::Boolean(set), ArgAction::SetTrue) => vec![set.to_string()],
        (_, ArgAction::SetTrue) => bail!("give true or false"),
        (DeValue::Boolean(_), _) => bail!("this option takes a value, not true or false"),
        (value, _) => vec![word(value)?],
    })
}

fn word(value: &DeValue<'_>) -> anyhow::Result<String> {
    Ok(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        other => bail!("give a text or a number, not {}", other.type_str()),
    })
}

/// Reads the values as those of the option, and says what is wrong with them.
fn check(argument: &Arg, values: &[String]) -> anyhow::Result<()> {
    if matches!(argument.get_action(), ArgAction::SetTrue) {
        return Ok(());
    }
    // The option alone: how it goes with others shows when there are others.
    let mut alone =
        Arg::new("value").action(argument.get_action().clone()).value_parser(argument.get_value_parser().clone());
    alone = alone.long("value").num_args(1).allow_hyphen_values(true);
    let given = values.iter().map(|value| format!("--value={value}"));
    let read = Command::new("check").no_binary_name(true).arg(alone).try_get_matches_from(given);
    match read {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) => {
            let said = error.to_string();
            let said = said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            let key = argument.get_long().unwrap_or(argument.get_id().as_str());
            Err(anyhow!("{}", said.replace(" for '--value <value>'", &format!(" for {key}"))))
        }
        _ => Ok(()),
    }
}

fn commands(command: &Command) -> Vec<String> {
    let visible = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    visible.map(|verb| verb.get_name().to_owned()).collect()
}

fn options(command: &Command, verbs: &[&str]) -> Vec<String> {
    let own = command.get_arguments().filter(|argument| verbs.is_empty() || !argument.is_global_set());
    own.filter_map(key_of).collect()
}

fn unknown(what: &str, name: &str, known: &[String]) -> String {
    match wirecost_catalog::did_you_mean(name, known.iter().map(String::as_str)) {
        meant if meant.is_empty() => format!("unknown {what} {name:?}; expected one of {}", known.join(", ")),
        meant => format!("unknown {what} {name:?}{meant}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{self, Cli, Verb};
    use clap::FromArgMatches as _;

    fn applied(text: &str) -> anyhow::Result<Command> {
        with_file(cli::command(), Path::new("c.toml"), text, Vec::new())
    }

    fn read(text: &str, words: &[&str]) -> Cli {
        let words = [&["wirecost"], words].concat();
        let command = cli::command();
        let given = given(&command, &words);
        let matches =
            with_file(command, Path::new("c.toml"), text, given).unwrap().try_get_matches_from(words).unwrap();
        Cli::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn a_default_that_excludes_what_was_given_is_left_out() {
        let text = "[load]\nstages = \"10:1s\"\nduration = 7\n[compare]\njson = true\n";
        let defaults = |words: &[&str]| -> Vec<String> {
            let words = [&["wirecost"], words].concat();
            let command = cli::command();
            let given = given(&command, &words);
            let command = with_file(command, Path::new("c.toml"), text, given).unwrap();
            let verb = command.find_subcommand(words[1]).unwrap();
            let with = verb.get_arguments().filter(|argument| !argument.get_default_values().is_empty());
            with.map(|argument| argument.get_id().to_string()).collect()
        };
        assert!(defaults(&["load", "http://x/"]).contains(&"stages".to_owned()));
        let left = defaults(&["load", "http://x/", "--rate", "5000"]);
        assert!(!left.contains(&"stages".to_owned()) && left.contains(&"duration".to_owned()), "{left:?}");
        assert!(defaults(&["compare", "a", "b"]).contains(&"json".to_owned()));
        assert!(!defaults(&["compare", "a", "b", "--format", "csv"]).contains(&"json".to_owned()));
    }

    #[test]
    fn the_file_gives_defaults_and_the_command_line_beats_them() {
        let text = "db = \"/there/runs.db\"\n[run]\nsuite = \"tiny\"\ntrials = 7\ncandidate = [\"a\", \"b\"]\nstrict = true\n\
                    [load]\nconnections = 3\nduration = 2\nrate = 0.5\n";
        let of = |cli: Cli| match cli.verb {
            Verb::Run(args) => (args.suite.clone(), args.trials, args.candidate.clone(), args.strict),
            _ => panic!(),
        };
        let cli = read(text, &["run"]);
        assert_eq!(cli.global.db.as_deref(), Some(Path::new("/there/runs.db")));
        let both = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(of(cli), ("tiny".into(), Some(7), both, true));
        let cli = read(text, &["--db", "x", "run", "full", "--trials", "2", "--candidate", "c"]);
        assert_eq!(cli.global.db.as_deref(), Some(Path::new("x")));
        assert_eq!(of(cli), ("full".into(), Some(2), vec!["c".to_owned()], true));
        assert_eq!(read(text, &["run", "--db", "y"]).global.db.as_deref(), Some(Path::new("y")));
        // What an option excludes is excluded by the command line alone.
        assert!(matches!(read(text, &["load", "http://x/", "--find-rate", "p99<5ms"]).verb, Verb::Load(_)));
    }

    #[test]
    fn errors_are_reported_with_their_place() {
        for (text, said) in [
            ("[run]\ntirals = 3\n", "c.toml:2:1: unknown option \"tirals\"; did you mean \"trials\"?"),
            ("[rum]\n", "c.toml:1:2: unknown command \"rum\"; did you mean \"run\"?"),
            ("color = 1\n", "c.toml:1:1: unknown option \"color\""),
            ("[run]\ndb = \"x\"\n", "c.toml:2:1: unknown option \"db\""),
            ("[run]\ntrials = \"many\"\n", "c.toml:2:10: invalid value 'many' for trials"),
            ("[run]\ntrials = 0\n", "c.toml:2:10: "),
            ("[run]\nstrict = 1\n", "c.toml:2:10: give true or false"),
            ("[run]\ntrials = true\n", "c.toml:2:10: this option takes a value"),
            ("[run]\ntrials = [1]\n", "c.toml:2:10: give a text or a number"),
            ("[codec-runner]\n", "c.toml:1:2: unknown command"),
            ("[run\n", "c.toml:1:5: "),
        ] {
            let error = applied(text).map(drop).unwrap_err().to_string();
            assert!(error.starts_with(said), "{text:?}: {error}");
        }
    }
}
