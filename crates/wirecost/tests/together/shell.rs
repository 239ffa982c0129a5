//! `wirecost setup shell`: what it writes, and where.

#![cfg(unix)]

use std::process::Command;

use crate::common::{Home, Ran};

#[test]
fn a_dry_run_writes_nothing() {
    let home = Home::new();
    let ran = home.run(&["setup", "shell", "--shell", "bash", "--shell", "fish", "--dry-run"]).expect(0);
    let ran = ran.says("would write").says(".local/share/bash-completion/completions/wirecost");
    ran.says(".config/fish/completions/wirecost.fish").says("man pages to ");
    assert!(!home.path(".local").exists() && !home.path(".config").exists());
}

#[test]
fn files_go_where_the_base_directories_say() {
    let home = Home::new();
    let mut command = home.command(&["setup", "shell"]);
    command.env("SHELL", "/usr/bin/zsh").env("XDG_DATA_HOME", home.path("data"));
    Ran::of(command).expect(0).says("fpath+=(").says("data/zsh/site-functions/_wirecost");
    let script = std::fs::read_to_string(home.path("data/zsh/site-functions/_wirecost")).unwrap();
    assert!(script.starts_with("#compdef wirecost"), "{script:.100}");
    for page in ["wirecost.1", "wirecost-run.1", "wirecost-setup-shell.1"] {
        let text = std::fs::read_to_string(home.path("data/man/man1").join(page)).unwrap();
        assert!(text.contains(".TH") && text.contains("SYNOPSIS"), "{page}: {text:.200}");
    }
    assert!(!home.path("data/man/man1/wirecost-codec-runner.1").exists(), "hidden verbs have no page");
}

#[test]
fn completions_of_bash_are_a_script_that_bash_reads() {
    let home = Home::new();
    home.run(&["setup", "shell", "--shell", "bash"]).expect(0).says("wrote");
    let script = home.path(".local/share/bash-completion/completions/wirecost");
    let read = Command::new("bash").arg("-n").arg(&script).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    assert!(std::fs::read_to_string(script).unwrap().contains("WIRECOST_COMPLETE=\"bash\""));
}

/// What bash is offered behind these words.
fn offered(home: &Home, words: &[&str]) -> Vec<String> {
    let mut command = home.command(&[&["--", "wirecost"], words].concat());
    command.env("WIRECOST_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    command.env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "false");
    let ran = Ran::of(command).expect(0);
    ran.out.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn names_are_completed() {
    let home = Home::new();
    home.write("dns.json", "{}");
    let has = |words: &[&str], name: &str| {
        let offered = offered(&home, words);
        assert!(offered.iter().any(|it| it == name), "{words:?}: {offered:?}");
    };
    has(&["run", "--candidate", "serde_"], "serde_json");
    has(&["run", "historical-"], "historical-fast-infoset");
    has(&["run", "--message", "dns-"], "dns-100");
    has(&["size", "dns"], "dns.json");
    has(&["report", ""], "latest");
    has(&["ru"], "runs");
    assert!(offered(&home, &["codec"]).is_empty(), "verbs of users alone");
    assert!(offered(&home, &["run", "--candidate", "nothing-like-it"]).is_empty());
}

#[test]
fn a_shell_without_a_place_is_refused_and_an_unknown_own_shell_gets_pages_alone() {
    let home = Home::new();
    home.run(&["setup", "shell", "--shell", "tcsh"]).expect(2).says("give bash, zsh or fish");
    home.run(&["setup", "shell", "--print", "elvish"]).expect(0).says("edit:completion");
    let mut command = home.command(&["setup", "shell"]);
    command.env("SHELL", "/bin/tcsh");
    Ran::of(command).expect(0).says("no completions: SHELL names none");
    assert!(home.path(".local/share/man/man1/wirecost.1").exists());
}
