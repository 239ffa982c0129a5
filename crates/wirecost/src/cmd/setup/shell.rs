//! `wirecost setup shell`: completions and man pages, where a shell and `man` look for them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use clap_complete::Shell;
use etcetera::BaseStrategy as _;

use crate::{complete, output};

/// Options of `setup shell`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShellArgs {
    /// Install completions for this shell (repeatable) [default: the one that SHELL names]
    #[arg(long, value_name = "SHELL", value_parser = shell)]
    shell: Vec<Shell>,

    /// Print the completions of this shell, of any that can have them, and write nothing
    #[arg(long, value_name = "SHELL", conflicts_with_all = ["shell", "dry_run"])]
    print: Option<Shell>,

    /// Show the files without writing them
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost setup shell --dry-run                   show what would be written, and where
  wirecost setup shell                             for your shell, and man pages: man wirecost-run
  wirecost setup shell --shell zsh --shell fish    for these shells
  wirecost setup shell --print elvish > rc.elv     completions of another shell

Files go below XDG_DATA_HOME (~/.local/share): completions of bash to bash-completion/completions, those of zsh to
zsh/site-functions, man pages to man/man1. Those of fish go to fish/completions below XDG_CONFIG_HOME (~/.config).

Exit codes: 0 done; 2 refused (an unknown shell, a folder that cannot be written).";

/// The shells that have a place for completions of a user.
fn shell(text: &str) -> anyhow::Result<Shell> {
    match text {
        "bash" => Ok(Shell::Bash),
        "zsh" => Ok(Shell::Zsh),
        "fish" => Ok(Shell::Fish),
        _ => bail!("give bash, zsh or fish; --print shows the completions of others"),
    }
}

/// A file that is written.
struct Entry {
    path: PathBuf,
    content: Vec<u8>,
}

/// Writes completions and man pages, and says where.
pub fn run(args: &ShellArgs, command: &clap::Command) -> anyhow::Result<ExitCode> {
    if let Some(shell) = args.print {
        return crate::output::print(&String::from_utf8(script(shell)?)?);
    }
    let base = etcetera::choose_base_strategy().context("no home folder; set HOME")?;
    let (data, config) = (base.data_dir(), base.config_dir());
    let shells = if args.shell.is_empty() { own().into_iter().collect() } else { args.shell.clone() };
    let mut entries: Vec<Entry> =
        shells.iter().map(|shell| completions(*shell, [&data, &config])).collect::<anyhow::Result<_>>()?;
    let pages = data.join("man/man1");
    entries.extend(man_pages(&pages, command)?);
    for entry in &entries {
        output::check(&entry.path)?;
    }
    if !args.dry_run {
        entries.iter().try_for_each(|entry| output::write(&entry.path, &entry.content))?;
    }
    let word = if args.dry_run { "would write" } else { "wrote" };
    let count = entries.len() - shells.len();
    for entry in entries.iter().take(shells.len()) {
        crate::output::print(&format!("{word} {}", entry.path.display()))?;
    }
    crate::output::print(&format!("{word} {count} man pages to {}", pages.display()))?;
    let found = pages.parent().unwrap_or(&pages).display();
    crate::output::print(&format!(
        "if man does not find them, such as by man wirecost-run: export MANPATH=\"{found}:\""
    ))?;
    if shells.is_empty() {
        crate::output::print("no completions: SHELL names none of bash, zsh and fish; choose by --shell")?;
    }
    if shells.contains(&Shell::Zsh) {
        let folder = data.join("zsh/site-functions");
        crate::output::print(&format!(
            "zsh looks there if .zshrc has this line before compinit: fpath+=({})",
            folder.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The user's shell, where it is one that we have a place for.
fn own() -> Option<Shell> {
    let path = PathBuf::from(std::env::var_os("SHELL")?);
    shell(path.file_name()?.to_str()?).ok()
}

fn completions(shell: Shell, [data, config]: [&Path; 2]) -> anyhow::Result<Entry> {
    let path = match shell {
        Shell::Zsh => data.join("zsh/site-functions/_wirecost"),
        Shell::Fish => config.join("fish/completions/wirecost.fish"),
        _ => data.join("bash-completion/completions/wirecost"),
    };
    Ok(Entry { path, content: script(shell)? })
}

/// What the shell reads to ask wirecost what can come next.
fn script(shell: Shell) -> anyhow::Result<Vec<u8>> {
    complete::script(&shell.to_string()).with_context(|| format!("no completions for {shell}"))?.map_err(Into::into)
}

/// A page of the manual for each verb.
fn man_pages(folder: &Path, command: &clap::Command) -> anyhow::Result<Vec<Entry>> {
    fn add(command: &clap::Command, folder: &Path, entries: &mut Vec<Entry>) -> anyhow::Result<()> {
        let page = clap_mangen::Man::new(command.clone());
        let mut content = Vec::new();
        page.render(&mut content)?;
        entries.push(Entry { path: folder.join(page.get_filename()), content });
        let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
        verbs.into_iter().try_for_each(|verb| add(verb, folder, entries))
    }
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    let mut entries = Vec::new();
    add(&command, folder, &mut entries)?;
    Ok(entries)
}
