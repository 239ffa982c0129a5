//! Circles of files: those that import each other, so that none can be read before the others.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{read, sources};

/// The path of a module in its crate.
type Module = Vec<String>;

/// More files than this in a circle need a reason in docs/ARCHITECTURE.md: a file and the two below it often share their types.
const MOST_FILES: usize = 3;

/// The heading of the section with the reasons.
const SECTION: &str = "## Circles of files";

/// The modules of a crate, with the paths that each imports and whether others can import them from there.
struct Crate {
    imports: BTreeMap<Module, Vec<Import>>,
}

struct Import {
    path: Module,
    is_public: bool,
}

/// A source without its tests and comments.
fn code(text: &str) -> String {
    // Not where a module of tests is only declared.
    let is_tests =
        |at: usize| text[at..].lines().nth(1).is_some_and(|line| line.starts_with("mod ") && line.contains('{'));
    let tests = text.match_indices("#[cfg(test)]\n").map(|(at, _)| at).find(|at| is_tests(*at));
    let text = &text[..tests.unwrap_or(text.len())];
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths of `a::{b, c::d}`.
fn paths(tree: &str, before: &[String], out: &mut Vec<Module>) {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let parts = path.split("::").map(|part| part.trim().to_owned());
        if !path.trim().is_empty() {
            out.push(before.iter().cloned().chain(parts).collect());
        }
        return;
    };
    let head = head.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
    let before: Module = before.iter().cloned().chain(head).collect();
    let (mut depth, mut start, inner) = (0, 0, rest.trim_end().trim_end_matches('}'));
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                paths(&inner[start..at], &before, out);
                start = at + 1;
            }
            _ => {}
        }
    }
    paths(&inner[start..], &before, out);
}

/// What a source imports, by statements and by paths in its code.
fn imports(code: &str) -> Vec<Import> {
    let mut all = Vec::new();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let from =
            statement.rfind("\nuse ").or_else(|| statement.rfind(" use ")).or_else(|| statement.rfind("\n    use "));
        let Some(from) = from.filter(|from| !statement[*from..].contains(['(', '='])) else {
            rest.push_str(statement);
            continue;
        };
        let head = statement[..from].rsplit('\n').next().unwrap_or_default();
        let tree = statement[from..].trim().trim_start_matches("use ").trim_end_matches(';');
        let mut found = Vec::new();
        paths(tree, &[], &mut found);
        let is_public = head.trim_start().starts_with("pub");
        all.extend(found.into_iter().map(|path| Import { path, is_public }));
    }
    for root in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(root) {
            if rest[..at].ends_with(|letter: char| letter.is_alphanumeric() || "_:$".contains(letter)) {
                continue;
            }
            let end = rest[at..].find(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter)));
            let path = rest[at..].get(..end.unwrap_or(rest.len() - at)).unwrap_or_default();
            let parts = path.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
            all.push(Import { path: parts.collect(), is_public: false });
        }
    }
    all
}

impl Crate {
    fn of(folder: &str, files: &[String]) -> Self {
        let mut imports = BTreeMap::new();
        for file in files {
            let inner = file.trim_start_matches(folder).trim_start_matches("/src/").trim_end_matches(".rs");
            let mut module: Module = inner.split('/').map(str::to_owned).collect();
            if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
                module.pop();
            }
            imports.insert(module, self::imports(&code(&format!("\n{}", read(file)))));
        }
        Self { imports }
    }

    /// A path as it is seen from the root of the crate; none if it leads out of it.
    fn rooted(&self, module: &[String], path: &[String]) -> Option<Module> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat())
            }
            first => {
                let child = [module, &[first.to_owned()]].concat();
                self.imports.contains_key(&child).then(|| [module, path].concat())
            }
        }
    }

    /// The module that has what a path names, wherever it is imported from.
    fn home(&self, path: &[String], depth: usize) -> Module {
        let is_module = |length: &usize| self.imports.contains_key(&path[..*length]);
        let length = (0..=path.len()).rev().find(is_module).unwrap_or(0);
        let (module, rest) = path.split_at(length);
        let public = self.imports[module].iter().filter(|import| import.is_public);
        let passed_on = rest.first().and_then(|name| public.into_iter().find(|it| it.path.last() == Some(name)));
        match passed_on.and_then(|import| self.rooted(module, &import.path)) {
            Some(from) if depth > 0 && from != path => self.home(&[&from[..], &rest[1..]].concat(), depth - 1),
            _ => module.to_vec(),
        }
    }

    /// The modules that each module needs, but for those below it that it passes on.
    fn needs(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let of = |module: &Module, import: &Import| {
            let home = self.home(&self.rooted(module, &import.path)?, 5);
            let is_passed_on = import.is_public && home.starts_with(module);
            (home != *module && !is_passed_on).then_some(home)
        };
        let all = self.imports.iter();
        all.map(|(module, imports)| (module, imports.iter().filter_map(|import| of(module, import)).collect()))
            .collect()
    }

    /// The circles, each as the modules that reach each other.
    fn circles(&self) -> Vec<Vec<String>> {
        let needs = self.needs();
        let reached = |from: &Module| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(module) = next.pop() {
                next.extend(needs[module].iter().filter(|needed| seen.insert((*needed).clone())));
            }
            seen
        };
        let reach: BTreeMap<&Module, BTreeSet<Module>> =
            needs.keys().map(|module| (*module, reached(module))).collect();
        let mut circles = BTreeSet::new();
        for (module, seen) in &reach {
            let circle: Vec<String> =
                seen.iter().filter(|other| reach[*other].contains(*module)).map(|it| it.join("/")).collect();
            if circle.len() > MOST_FILES {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }
}

#[test]
fn circles_of_files_have_a_reason() {
    let mut crates: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources() {
        if let Some((folder, _)) = file.split_once("/src/").filter(|_| !file.ends_with("/tests.rs")) {
            crates.entry(folder.to_owned()).or_default().push(file);
        }
    }
    assert!(crates.len() > 25, "{}", crates.len());
    let text = read("docs/ARCHITECTURE.md");
    let reasons = text.split(SECTION).nth(1).unwrap_or_else(|| panic!("docs/ARCHITECTURE.md has no {SECTION:?}"));
    let reasons = reasons.split("\n## ").next().unwrap_or_default();
    let mut without = Vec::new();
    let mut named = 0;
    for (folder, files) in &crates {
        for circle in Crate::of(folder, files).circles() {
            let place = format!("`{folder}`: {}", circle.join(", "));
            if reasons.contains(&place) {
                named += 1;
            } else {
                without.push(place);
            }
        }
    }
    assert!(without.is_empty(), "part them, or say in docs/ARCHITECTURE.md why it is right:\n{}", without.join("\n"));
    assert_eq!(
        named,
        reasons.lines().filter(|line| line.starts_with("- `")).count(),
        "a circle is gone, and its reason is not"
    );
}

#[test]
fn imports_are_read_as_a_compiler_reads_them() {
    let text = "use crate::a::{B, c::{D, E as F}};\npub use self::g::H;\nfn f() { crate::i::j(); super::k() }\n#[cfg(test)]\nmod t;\nuse crate::y;\n#[cfg(test)]\nmod tests { use crate::z; }";
    let found: Vec<String> = imports(&code(&format!("\n{text}"))).iter().map(|it| it.path.join("::")).collect();
    assert_eq!(
        found,
        ["crate::a::B", "crate::a::c::D", "crate::a::c::E", "self::g::H", "crate::y", "crate::i::j", "super::k"]
    );
}
