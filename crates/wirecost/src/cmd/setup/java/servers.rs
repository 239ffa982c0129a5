//! Servers in Java, with the clients that stacks of the rpc lab have: each has its own pom.xml and its own build.

use std::collections::BTreeSet;

use wirecost_catalog::Catalog;
use wirecost_lab::Folders;
use wirecost_server_lab::Candidate;

use crate::labs::LABS;
use crate::paths::Paths;
use crate::screen::say;

/// The candidates of the labs of servers that Maven builds.
///
/// # Errors
/// If this program does not find its own file.
pub fn find(paths: &Paths, catalog: &Catalog) -> anyhow::Result<Vec<Candidate>> {
    let folders = Folders { cache: paths.cache.clone() };
    let found = LABS.of_servers().flat_map(|lab| Candidate::find(catalog, lab.name(), &folders)).flatten();
    Ok(found.filter(|candidate| candidate.file.needs.iter().any(|program| program == "mvn")).collect())
}

/// Builds each, and says what became of it; how many are missing. Variants share what is built.
pub fn install(candidates: &[Candidate]) -> anyhow::Result<usize> {
    let (mut missing, mut begun) = (0, BTreeSet::new());
    for candidate in candidates {
        if begun.insert(candidate.folder()) {
            say!("building {} with Maven, unless it is there", candidate.name);
        }
        let ready = candidate.version().and_then(|version| candidate.set_up(&version).map(|_| version));
        missing += usize::from(ready.is_err());
        crate::output::print(&match ready {
            Ok(version) => format!("ok       {} {}", candidate.name, version.version),
            Err(reason) => format!("missing  {}: {reason}", candidate.name),
        })?;
    }
    Ok(missing)
}
