//! How two servers compare that took turns: trial by trial, since whatever the machine did in a trial it did to both (METHOD 38).

use std::collections::BTreeMap;

use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_model::{CaseDocument, EstimateId, TrialDocument};

/// Compares two servers by the trials in which both took turns. None if these are too few, or if slices do not show the figure.
pub fn compare(first: &CaseDocument, second: &CaseDocument, id: EstimateId) -> Option<Comparison> {
    let (firsts, seconds) = pairs(first, second, id)?;
    compare::paired(&firsts, &seconds, ALPHA).filter(|compared| compared.enough)
}

/// The figure of each server, from slices, in each trial in which both took turns. None if slices do not show the figure.
pub fn pairs(first: &CaseDocument, second: &CaseDocument, id: EstimateId) -> Option<(Vec<f64>, Vec<f64>)> {
    let (first, second) = (in_slices(first, id)?, in_slices(second, id)?);
    Some(first.iter().filter_map(|(position, value)| Some((*value, *second.get(position)?))).unzip())
}

/// A figure of each trial by its place in the run, which it shares with the trials of those that took turns with it.
fn in_slices(case: &CaseDocument, id: EstimateId) -> Option<BTreeMap<usize, f64>> {
    let of_window = id.in_window()?;
    // A server that took no turns in a trial has a figure of its window there.
    let by_slices = |trial: &&TrialDocument| trial.estimates.contains_key(&of_window);
    let value = |trial: &TrialDocument| Some((trial.position, *trial.estimates.get(&id)?));
    Some(case.trials.iter().filter(by_slices).filter_map(value).collect())
}
