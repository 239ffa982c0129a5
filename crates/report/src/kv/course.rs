//! Memory and disk of a store through the time of a load.

use wirecost_model::{CaseDocument, ResourceDocument};

use crate::units;

/// What was read in the last trial.
pub(crate) fn course(case: &CaseDocument) -> &[ResourceDocument] {
    let last = case.trials.iter().rev().find_map(|trial| trial.load.as_ref());
    last.map_or(&[], |load| &load.resources)
}

/// The same in a line; none if it was read at fewer than two instants.
pub(crate) fn told(case: &CaseDocument) -> Option<String> {
    let course = course(case);
    let (first, last) = (course.first()?, course.last().filter(|_| course.len() > 1)?);
    let line = |name: &str, of: fn(&ResourceDocument) -> u64| {
        let size = |bytes: u64| units::size(bytes as f64);
        let most = course.iter().map(of).max().unwrap_or(0);
        format!("{name} {} at the start, {} at the end, {} at most", size(of(first)), size(of(last)), size(most))
    };
    let memory = line("memory", |it| it.memory_bytes);
    Some(if course.iter().any(|it| it.disk_bytes > 0) {
        format!("{memory}; {}", line("disk", |it| it.disk_bytes))
    } else {
        memory
    })
}
