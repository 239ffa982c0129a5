//! What `--help` adds to the options: verbs in groups, options of every verb said once, exit codes everywhere.

use std::fmt::Write as _;

use clap::builder::Styles;
use clap::{Arg, Command};

use crate::screen::Screen;
use wirecost_report::fitted::wrapped;

/// The verbs, grouped by purpose.
pub const GROUPS: [(&str, &[&str]); 4] = [
    ("Measure", &["run", "size", "types", "list", "doctor", "setup", "init", "probe", "historical"]),
    ("Read results", &["report", "runs", "compare", "gate", "history", "serve", "export", "import", "schema"]),
    ("Load servers", &["load", "merge", "start"]),
    ("Tools", &["tap", "convert", "dump", "vocabulary", "sbw"]),
];

/// What `-h` shows of verbs with more options than anybody reads.
const USUAL: [(&str, &[&str]); 2] = [
    (
        "run",
        &[
            "suite",
            "message",
            "candidate",
            "language",
            "lab",
            "trials",
            "time",
            "json",
            "html",
            "save_as",
            "resume",
            "test",
            "dry_run",
        ],
    ),
    (
        "load",
        &[
            "url",
            "connections",
            "rate",
            "duration",
            "requests",
            "header",
            "body",
            "method",
            "http2",
            "threads",
            "find_rate",
            "against",
            "require",
            "json",
            "html",
        ],
    ),
];

/// What the exit codes of a verb begin with; the root and tests look for it.
const CODES: &str = "Exit codes:";

/// Help is no wider than this: long lines are hard to read.
const WIDEST: usize = 100;

/// The least width of the column of verbs.
const VERB: usize = 14;

const EVERY_VERB: &str =
    "Every command also takes --db, --overlay, --verbose and --quiet; `wirecost --help` describes them.";

/// The command line with its help in order.
pub fn arrange(command: Command) -> Command {
    let globals: Vec<Arg> = command.get_arguments().filter(|argument| argument.is_global_set()).cloned().collect();
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let command =
        names.iter().fold(command, |command, name| command.mut_subcommand(name, |verb| of_verb(verb, name, &globals)));
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{}\n{{options}}{{after-help}}",
        groups(&command, Screen::new(false, false).width.min(WIDEST)),
        heading("Options")
    );
    command.help_template(template)
}

/// The verbs of a command line, a paragraph for each group.
fn groups(command: &Command, width: usize) -> String {
    let mut out = String::new();
    for (name, verbs) in GROUPS {
        let _ = writeln!(out, "{}", heading(name));
        for verb in verbs.iter().filter_map(|verb| command.find_subcommand(verb)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            // The name stands where the indent of the first line was.
            let text = wrapped(&about, width, VERB, VERB);
            let literal = Styles::styled().get_literal().to_owned();
            let name = format!("  {literal}{}{literal:#}", verb.get_name());
            let pad = " ".repeat(VERB.saturating_sub(2 + verb.get_name().len()));
            let _ = writeln!(out, "{name}{pad}{}", text.trim_start());
        }
        out.push('\n');
    }
    out
}

fn heading(text: &str) -> String {
    let header = Styles::styled().get_header().to_owned();
    format!("{header}{text}:{header:#}")
}

/// A verb whose help omits the options that every verb has, and lists its exit codes.
fn of_verb(verb: Command, name: &str, globals: &[Arg]) -> Command {
    let known = |verb: &Command, argument: &Arg| verb.get_arguments().any(|own| own.get_id() == argument.get_id());
    let verb = globals
        .iter()
        .fold(verb, |verb, argument| if known(&verb, argument) { verb } else { verb.arg(argument.clone().hide(true)) });
    let names: Vec<String> = verb.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let verb = names
        .iter()
        .fold(verb, |verb, below| verb.mut_subcommand(below, |sub| of_verb(sub, &format!("{name} {below}"), globals)));
    let before = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut after = before.trim_end().to_owned();
    for more in [(!after.contains(CODES)).then(|| format!("{CODES} {}", codes(name))), Some(EVERY_VERB.to_owned())] {
        let Some(more) = more else { continue };
        after.push_str(if after.is_empty() { "" } else { "\n\n" });
        after.push_str(&more);
    }
    verb.mut_args(|argument| in_short(argument, name))
        .after_help(aligned(&in_a_few_lines(&before)))
        .after_long_help(aligned(&after))
}

/// An option whose first sentence is enough for `-h`, and which that leaves out where it is none of the usual ones.
fn in_short(argument: Arg, verb: &str) -> Arg {
    let Some(help) = argument.get_help().map(ToString::to_string) else { return argument };
    let first = help.split_once(". ").map_or(help.as_str(), |(first, _)| first).to_owned();
    let usual = USUAL.iter().find(|(name, _)| *name == verb).map(|(_, usual)| *usual);
    let is_rare = usual.is_some_and(|usual| !usual.contains(&argument.get_id().as_str()));
    argument.long_help(help).help(first).hide_short_help(is_rare)
}

/// Examples whose comments stay in their column: one that has no room beside its command stands below it.
fn aligned(text: &str) -> String {
    let width = Screen::new(false, false).width.min(WIDEST);
    text.lines().map(|line| aligned_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn aligned_line(line: &str, width: usize) -> String {
    const BELOW: usize = 8;
    let is_example = line.starts_with("  ") && line.chars().count() > width;
    let comment = line.trim_start().split_once("  ").filter(|_| is_example);
    let Some((command, comment)) = comment else { return line.to_owned() };
    format!("  {command}\n{}", wrapped(comment.trim_start(), width, BELOW, BELOW))
}

/// What follows the options in `-h`: the first examples, and what `--help` has.
fn in_a_few_lines(after: &str) -> String {
    const EXAMPLES: usize = 5;
    let examples = after.lines().take_while(|line| !line.is_empty()).take(1 + EXAMPLES);
    let mut short: Vec<&str> = examples.filter(|_| after.starts_with("Example")).collect();
    short.extend(["", "--help has all options, more examples and the exit codes."]);
    short.join("\n").trim_start().to_owned()
}

/// The exit codes of a verb whose own help does not list them.
fn codes(verb: &str) -> &'static str {
    match verb {
        "run" => {
            "0 done, also if the machine was too busy for some cases; 1 done, but a candidate failed; 2 refused (usage, a \
             bad suite, a broken file); 5 the machine is too busy (--strict); 130 interrupted: the trials so far are stored."
        }
        "start rpc" | "sbw broker" | "serve" => {
            "0 ended by Ctrl-C; 2 refused (usage, a port in use, a server that does not start)."
        }
        _ => "0 done; 2 refused (usage, a broken file, nothing of that name); 130 interrupted.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    fn visible(command: &Command) -> impl Iterator<Item = &Command> {
        command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help")
    }

    #[test]
    fn every_verb_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
        let command = cli::command();
        let mut verbs: Vec<&str> = visible(&command).map(Command::get_name).collect();
        grouped.sort_unstable();
        verbs.sort_unstable();
        assert_eq!(grouped, verbs);
    }

    #[test]
    fn the_help_of_every_verb_says_its_exit_codes_and_no_option_twice() {
        fn check(command: &Command) {
            for verb in visible(command) {
                let help = verb.clone().render_long_help().to_string();
                assert_eq!(help.matches(CODES).count(), 1, "{}\n{help}", verb.get_name());
                let db = help.lines().filter(|line| line.trim_start().starts_with("--db")).count();
                assert_eq!(db, 0, "{}\n{help}", verb.get_name());
                check(verb);
            }
        }
        let command = cli::command();
        check(&command);
        let help = command.clone().render_long_help().to_string();
        assert!(help.contains("--db <FILE>") && help.contains(CODES), "{help}");
    }

    #[test]
    fn comments_of_examples_stay_aligned() {
        let line = "  wirecost run full --time 30m      everything, shortened to about half an hour";
        assert_eq!(aligned_line(line, 100), line);
        let narrow = aligned_line(line, 60);
        assert_eq!(narrow, "  wirecost run full --time 30m\n        everything, shortened to about half an hour");
        let prose =
            "Files go below XDG_DATA_HOME (~/.local/share), which is a line of prose and no example of a command.";
        assert_eq!(aligned_line(prose, 60), prose);
    }

    #[test]
    fn short_help_is_seen_whole() {
        fn check(command: &Command) {
            for verb in visible(command) {
                let help = verb.clone().term_width(80).render_help().to_string();
                let lines = help.lines().count();
                assert!(lines <= 60, "{} has {lines} lines\n{help}", verb.get_name());
                check(verb);
            }
        }
        check(&cli::command());
    }

    #[test]
    fn no_line_of_the_groups_is_too_wide() {
        let text = groups(&cli::command(), 80);
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
        assert!(plain.lines().any(|line| line.starts_with("  run ")), "{plain}");
    }
}
