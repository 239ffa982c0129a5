//! The user's own defaults: where they are read from, and what beats them.

use crate::common::{Home, Ran};

const FILE: &str = ".config/wirecost/config.toml";

#[test]
fn the_command_line_beats_the_environment_which_beats_the_file() {
    let home = Home::new();
    home.write(FILE, &format!("db = \"{}\"\n", home.path("file.db").display()));
    let kept_in = |variable: Option<&str>, arguments: &[&str]| {
        let mut command = home.command(&[&["runs"], arguments].concat());
        if let Some(name) = variable {
            command.env("WIRECOST_DB", name);
        }
        Ran::of(command).expect(0).out
    };
    assert!(kept_in(None, &[]).contains("file.db"));
    assert!(kept_in(Some("variable.db"), &[]).contains("variable.db"));
    assert!(kept_in(Some("variable.db"), &["--db", "option.db"]).contains("option.db"));
    assert!(kept_in(Some(""), &[]).contains("file.db"), "an empty variable says nothing");
}

#[test]
fn defaults_of_a_verb_are_shown_by_its_help_and_used() {
    let home = Home::new();
    home.write(FILE, "[run]\nsuite = \"tiny\"\nlab = [\"codec\"]\ntrials = 3\n[start.rpc]\njson = true\n");
    let help = home.run(&["run", "--help"]).expect(0).out;
    assert!(help.contains("[default: tiny]") && help.contains("[default: 3]"), "{help}");
    let ran = home.run(&["run", "--dry-run"]).expect(0);
    assert!(ran.out.contains("3 trials") && !ran.out.contains("http:"), "{}", ran.transcript());
    home.run(&["run", "--dry-run", "--trials", "2"]).expect(0).says("2 trials");
    home.run(&["start", "rpc"]).expect(0).says("wirecost.stacks/1");
}

#[test]
fn errors_are_reported_with_their_line() {
    let home = Home::new();
    let file = home.write(FILE, "[run]\ntrials = 3\ntirals = 4\n");
    home.run(&["runs"]).expect(2).says(&format!("{file}:3:1: unknown option \"tirals\"; did you mean \"trials\"?"));
    home.write(FILE, "[run]\ntrials = \"many\"\n");
    home.run(&["runs"]).expect(2).says(&format!("{file}:2:10: invalid value 'many' for trials"));
}

#[test]
fn another_file_or_none_is_read_where_the_environment_says_so() {
    let home = Home::new();
    home.write(FILE, "broken");
    let other = home.write("other.toml", "db = \"other.db\"\n");
    let with = |value: &str| {
        let mut command = home.command(&["runs"]);
        command.env("WIRECOST_CONFIG", value);
        Ran::of(command)
    };
    with(&other).expect(0).says("other.db");
    with("").expect(0).says(".local/share/wirecost/runs.db");
    with("missing.toml").expect(2).says("missing.toml");
}

#[test]
fn doctor_says_which_file_is_read() {
    let home = Home::new();
    home.run(&["doctor"]).expect(0).says("no defaults of your own in ").says(FILE);
    home.write(FILE, "");
    home.run(&["doctor"]).expect(0).says("your defaults are read from ").says(FILE);
}
