//! The commands that documents and help texts show, as words.

use std::path::Path;

/// A command as it is written, and where.
#[derive(Debug)]
pub struct Written {
    /// The file.
    pub place: String,
    /// What follows `wirecost`, as a shell would hand it over.
    pub words: Vec<String>,
}

/// Every command in a fenced block of a Markdown text.
pub fn of_markdown(place: &str, text: &str) -> Vec<Written> {
    let mut found = Vec::new();
    let mut fenced = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let Some(command) = command(line).filter(|_| fenced) else { continue };
        let mut command = command.to_owned();
        while let Some(more) = command.strip_suffix('\\') {
            command = more.to_owned() + lines.next().unwrap_or_default();
        }
        found.push(Written { place: place.to_owned(), words: words(&command, false) });
    }
    found
}

/// Every command among the examples of a help text. What it does stands two spaces behind it.
pub fn of_help(place: &str, text: &str) -> Vec<Written> {
    let lines = text.lines().filter(|line| line.starts_with("  ")).filter_map(command);
    lines.map(|command| Written { place: place.to_owned(), words: words(command, true) }).collect()
}

/// What follows `wirecost` in a line that calls it.
fn command(line: &str) -> Option<&str> {
    line.trim_start().trim_start_matches("$ ").strip_prefix("wirecost ")
}

/// The words of a command, up to a comment, a pipe or a redirection; of a help text also up to two spaces.
fn words(command: &str, help: bool) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut rest = command.chars().peekable();
    while let Some(character) = rest.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(character),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ') => {
                words.extend(word.take());
                if help && rest.peek() == Some(&' ') {
                    break;
                }
            }
            (None, '#') if word.is_none() => break,
            (None, '|' | '>' | '<' | ';' | '&') => break,
            (None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    // What another command would print.
    let folder = |word: String| if word.starts_with("$(") { "DIR".to_owned() } else { word };
    words.into_iter().map(folder).collect()
}

/// The commands of README.md and of every document below docs.
pub fn of_documents(root: &Path) -> Vec<Written> {
    let mut files = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let place = path.strip_prefix(root).unwrap().display().to_string();
        of_markdown(&place, &std::fs::read_to_string(path).unwrap())
    };
    files.iter().flat_map(read).collect()
}
