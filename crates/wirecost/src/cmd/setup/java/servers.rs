//! Servers in Java, with the clients that stacks of the rpc lab have: each has its own pom.xml and its own build.

use std::collections::BTreeSet;

use wirecost_catalog::Catalog;
use wirecost_lab::{Folders, Progress as _};
use wirecost_server_lab::Candidate;

use crate::labs::LABS;
use crate::paths::Paths;
use crate::progress::Steps;

/// The candidates of the labs of servers that Maven builds; of these labs, if any is named.
///
/// # Errors
/// If this program does not find its own file.
pub fn find(chosen: &[String], paths: &Paths, catalog: &Catalog) -> anyhow::Result<Vec<Candidate>> {
    let folders = Folders { cache: paths.cache.clone() };
    let is_chosen = |lab: &str| chosen.is_empty() || chosen.iter().any(|name| name == lab);
    let labs = LABS.of_servers().filter(|lab| is_chosen(lab.name()));
    let found = labs.flat_map(|lab| Candidate::find(catalog, lab.name(), &folders)).flatten();
    Ok(found.filter(|candidate| candidate.file.needs.iter().any(|program| program == "mvn")).collect())
}

/// Builds each, and says what became of it; how many are missing. Variants share what is built.
pub fn install(candidates: &[Candidate], steps: &Steps) -> anyhow::Result<usize> {
    let all = candidates.iter().map(Candidate::folder).collect::<BTreeSet<_>>().len();
    let (mut missing, mut begun) = (0, BTreeSet::new());
    for candidate in candidates {
        if begun.insert(candidate.folder()) {
            let number = begun.len();
            steps.begin(&format!("{number} of {all}: building {} with Maven, unless it is there", candidate.name));
        }
        let ready = candidate.version().and_then(|version| candidate.set_up(&version).map(|_| version));
        steps.finish();
        missing += usize::from(ready.is_err());
        crate::output::print(&match ready {
            Ok(version) => format!("ok       {} {}", candidate.name, version.version),
            Err(reason) => format!("missing  {}: {reason}", candidate.name),
        })?;
    }
    Ok(missing)
}
