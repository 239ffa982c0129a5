//! A lab's part of a suite.

use wirecost_catalog::{PlanError, Suite};

use crate::serving::Serving;

/// The part of a suite that is for the lab `name`; none if it has none.
///
/// # Errors
/// A part that is broken, or that makes no load.
pub(crate) fn part(name: &str, suite: &Suite) -> Result<Option<Serving>, PlanError> {
    let serving: Option<Serving> = suite.tables.get(name)?;
    match serving.as_ref().and_then(Serving::fault) {
        Some(fault) => Err(suite.tables.fault(name, fault)),
        None => Ok(serving),
    }
}
