//! Servers or stores under one load.

use wirecost_model::CaseDocument;
use wirecost_verdict::floor::Pairs;

/// The servers under one load.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    /// What was asked, and how.
    pub title: String,
    /// Whether requests were planned, so that there is a latency.
    pub open_loop: bool,
    /// Whether one client makes one call after the other, so that there is a round trip.
    pub round_trip: bool,
    /// The cases with figures: in a closed loop the highest rate first, else the least CPU time a request.
    pub measured: Vec<&'a CaseDocument>,
    /// The cases that this machine was too busy to measure: they are last with their figures, and are not ranked.
    pub set_aside: Vec<&'a CaseDocument>,
    /// The cases without figures.
    pub unmeasured: Vec<&'a CaseDocument>,
    /// What shows how much equals differ.
    pub pairs: Pairs<'a>,
}
