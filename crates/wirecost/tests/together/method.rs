//! The rules of docs/METHOD.md and the tests that hold wirecost to them, found by reading the files of the repository: every
//! rule has a test, and every citation names a rule.
//!
//! A citation is `METHOD 7`, `METHOD 5, 35` or `METHOD 1 to 3` in a comment or a document. A test of a rule has the number in
//! its name, `method_7_...` or `method_5_6_...`, or cites it in its doc comment or in its body.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common::workspace;

type Numbers = BTreeSet<u32>;

/// What a rule has in place of a test as long as wirecost does not keep it.
const PLANNED: &str = "*Planned:";

/// The rules of METHOD.md, each with its paragraph.
fn rules(text: &str) -> BTreeMap<u32, String> {
    let mut rules = BTreeMap::new();
    for paragraph in text.split("\n\n") {
        let Some((number, rule)) = paragraph.trim().strip_prefix("**").and_then(|rest| rest.split_once(".** ")) else {
            continue;
        };
        let Ok(number) = number.parse() else { continue };
        assert!(rules.insert(number, rule.to_owned()).is_none(), "METHOD.md defines {number} twice");
    }
    rules
}

/// The numbers that a text cites.
fn cited(text: &str) -> Numbers {
    text.split("METHOD ").skip(1).flat_map(numbers).collect()
}

/// The numbers at the start of a text: `7`, `5, 35`, `1, 2 and 4`, `1 to 3`.
fn numbers(text: &str) -> Numbers {
    let mut found = Numbers::new();
    let mut rest = text;
    let mut range = None;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Ok(number) = rest[..digits].parse::<u32>() else { return found };
        found.extend(range.unwrap_or(number)..=number);
        rest = &rest[digits..];
        let joined = [", ", " and ", " to "].into_iter().find_map(|word| Some((word, rest.strip_prefix(word)?)));
        let Some((word, more)) = joined else { return found };
        range = (word == " to ").then_some(number);
        rest = more;
    }
}

/// The numbers in the name of a test, such as `method_5_6_bounds`.
fn named(name: &str) -> Numbers {
    let words = name.strip_prefix("method_").unwrap_or_default().split('_');
    words.map_while(|word| word.parse().ok()).collect()
}

/// The tests of a Rust source, each with the numbers of the rules that it tests.
fn tests(source: &str) -> Vec<(String, Numbers)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((before, name)) = line.split_once("fn ") else { continue };
        let is_head = |line: &&&str| ["///", "#["].iter().any(|start| line.trim_start().starts_with(start));
        let head: Vec<&str> = lines[..index].iter().rev().take_while(is_head).copied().collect();
        if !head.iter().any(|line| line.trim() == "#[test]") {
            continue;
        }
        let name = name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or_default();
        let end = format!("{}}}", &before[..before.len() - before.trim_start().len()]);
        let body = lines[index..].iter().take_while(|line| **line != end);
        let comments = body.filter(|line| line.trim_start().starts_with("//"));
        let mut tested = named(name);
        head.iter().chain(comments).for_each(|line| tested.extend(cited(line)));
        found.push((name.to_owned(), tested));
    }
    found
}

/// The files of the repository with one of these endings, without what is built.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if entry.file_type().unwrap().is_dir() {
            if !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str()) {
                files(&path, endings, found);
            }
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            found.push(path);
        }
    }
}

/// The files with one of these endings, each as its path below the root, and its text.
fn read(endings: &[&str]) -> Vec<(String, String)> {
    let root = workspace();
    let mut paths = Vec::new();
    files(&root, endings, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        (path.strip_prefix(&root).unwrap().display().to_string(), text)
    };
    paths.into_iter().map(read).collect()
}

fn document(name: &str) -> String {
    std::fs::read_to_string(workspace().join("docs").join(name)).unwrap()
}

/// What is wrong between rules and tests: rules without a test, tests of planned rules, and tests of rules that do not exist.
fn faults(rules: &BTreeMap<u32, String>, tests: &[(String, Numbers)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, rule) in rules {
        let of_rule: Vec<&str> =
            tests.iter().filter(|(_, tested)| tested.contains(number)).map(|(name, _)| name.as_str()).collect();
        match (rule.contains(PLANNED), of_rule.as_slice()) {
            (false, []) => faults.push(format!("rule {number} has no test")),
            (true, [name, ..]) => {
                faults.push(format!("rule {number} is tested by {name}, but marked as planned in docs/METHOD.md"));
            }
            _ => {}
        }
    }
    for (name, tested) in tests {
        let unknown: Vec<_> = tested.iter().filter(|number| !rules.contains_key(number)).collect();
        if !unknown.is_empty() {
            faults.push(format!("{name} tests {unknown:?}, which docs/METHOD.md does not define"));
        }
    }
    faults
}

#[test]
fn every_rule_has_a_test_and_every_test_a_rule() {
    let rules = rules(&document("METHOD.md"));
    let sources = read(&["rs"]);
    let tests: Vec<(String, Numbers)> = sources
        .iter()
        .flat_map(|(path, source)| tests(source).into_iter().map(move |(name, of)| (format!("{path}: {name}"), of)))
        .collect();
    assert!(tests.len() > 300, "the scan finds the tests of the workspace: {}", tests.len());
    let faults = faults(&rules, &tests);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_citation_names_a_rule() {
    let rules = rules(&document("METHOD.md"));
    let mut wrong = Vec::new();
    let mut citations = 0;
    for (path, text) in read(&["rs", "py", "md", "toml"]) {
        let cited = cited(&text);
        citations += cited.len();
        let unknown: Vec<_> = cited.into_iter().filter(|number| !rules.contains_key(number)).collect();
        if !unknown.is_empty() {
            wrong.push(format!("{path} cites METHOD {unknown:?}"));
        }
    }
    assert!(citations > 50, "the scan finds citations: {citations}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_are_numbered_without_a_gap_and_explained_to_users() {
    let rules = rules(&document("METHOD.md"));
    let numbers: Vec<u32> = rules.keys().copied().collect();
    assert!(numbers.len() >= 40, "the scan finds the rules: {numbers:?}");
    assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
    let explained = cited(&document("METHODOLOGY.md"));
    let kept = rules.iter().filter(|(_, rule)| !rule.contains(PLANNED));
    let missing: Vec<_> = kept.map(|(number, _)| number).filter(|number| !explained.contains(number)).collect();
    assert!(missing.is_empty(), "docs/METHODOLOGY.md does not say how these rules are kept: {missing:?}");
}

/// The scan itself, on a planted law: each kind of fault is found, and a sound pair has none.
#[test]
fn planted_faults_are_found() {
    let law =
        "# Law\n\n**1.** One.\nMore.\n\n**2.** Two. *Planned: not built.*\n\n**3.** Three. *Planned in part: some.*\n";
    let rules = rules(law);
    assert_eq!(rules.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
    let found = |source: &str| faults(&rules, &tests(source));
    let one = "#[test]\nfn method_1_holds() {\n}\n";
    let body = format!("    #[test]\n    fn other() {{\n        // {} 3: why.\n    }}\n", "METHOD");
    assert_eq!(found(&format!("{one}{body}")), [""; 0]);
    assert_eq!(found(one), ["rule 3 has no test"]);
    assert_eq!(
        found(&one.replace("#[test]\n", "")),
        ["rule 1 has no test", "rule 3 has no test"],
        "no test, only a function"
    );
    let planned = format!("{one}{body}/// {} 2, 9.\n#[test]\nfn early() {{\n}}\n", "METHOD");
    let expected = [
        "rule 2 is tested by early, but marked as planned in docs/METHOD.md",
        "early tests [9], which docs/METHOD.md does not define",
    ];
    assert_eq!(found(&planned), expected);
}

#[test]
fn citations_are_read_in_every_form() {
    let cited = |text: &str| cited(text).into_iter().collect::<Vec<_>>();
    assert_eq!(cited(&"(? 7), ? 1, 2 and 4: x, ? 19 to 21.".replace('?', "METHOD")), [1, 2, 4, 7, 19, 20, 21]);
    assert!(cited("METHODOLOGY 3, METHOD.md, METHOD <n>").is_empty());
    assert_eq!(named("method_5_6_bounds").into_iter().collect::<Vec<_>>(), [5, 6]);
    assert_eq!(named("a_method_5_is_none").len(), 0);
}
