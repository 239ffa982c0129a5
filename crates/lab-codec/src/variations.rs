//! Candidates that the command line names with what is varied of them, such as another version.

use std::collections::HashSet;

use wirecost_built::Variation;
use wirecost_catalog::Selection;

use crate::Runner;

/// What the command line names that is no candidate of a runner, but another version of one.
#[derive(Debug)]
pub struct Variations<'a> {
    selection: &'a Selection,
    /// The names of all candidates: one of Java's is installed under a name such as `java-gson@2.10`.
    known: HashSet<&'a str>,
}

impl<'a> Variations<'a> {
    /// Those of a selection from the candidates of these runners.
    pub fn of(selection: &'a Selection, runners: &'a [Runner]) -> Self {
        let candidates = runners.iter().flat_map(Runner::candidates);
        Self { selection, known: candidates.map(|candidate| candidate.name.as_str()).collect() }
    }

    fn parse(&self, text: &str) -> Option<Variation> {
        Variation::parse(text).filter(|_| !self.known.contains(text))
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Variation> {
        self.selection.candidates.iter().filter_map(|text| self.parse(text))
    }

    /// The names on the command line that vary nothing.
    pub fn plain(&self) -> Vec<String> {
        self.selection.candidates.iter().filter(|text| self.parse(text).is_none()).cloned().collect()
    }

    /// What is named, with the usual candidate in the place of each variation.
    pub fn usual(&self) -> Vec<String> {
        self.selection.candidates.iter().map(|text| self.usual_name(text)).collect()
    }

    /// What names the usual candidate in the place of a variation.
    pub fn usual_name(&self, text: &str) -> String {
        self.parse(text).map_or_else(|| text.to_owned(), |it| it.candidate)
    }
}
