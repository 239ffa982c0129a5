//! What a trial measures, and what its load finds.

use std::collections::BTreeMap;
use std::time::Duration;

use wirecost_load::LoadResult;
use wirecost_load::length::LEAD;
use wirecost_model::EstimateId;

use crate::candidate::Candidate;
use crate::place::Places;
use crate::serving::ServerLoad;
use crate::used::Used;

/// What one trial measures.
#[derive(Debug, Clone, Copy)]
pub struct Trial<'a> {
    /// What is asked.
    pub operation: &'static str,
    /// The type of the message, if it has one.
    pub message_type: Option<&'a str>,
    /// The server.
    pub candidate: &'a Candidate,
    /// The message, in the form in which the lab's trials take it.
    pub content: &'a [u8],
    /// The load.
    pub load: &'a ServerLoad,
    /// The cores.
    pub places: &'a Places,
    /// Load before the window or the slices, which is not counted.
    pub warmup: Duration,
    /// How long its window is.
    pub window: Duration,
    /// How long the window after it is, in which both ends of a stack stamp where the time of a call goes; none where it is not there.
    pub stamped: Duration,
    /// How long an answer may take.
    pub timeout: Duration,
}

impl Trial<'_> {
    /// How long its server is loaded before each slice.
    pub(crate) fn lead(&self) -> Duration {
        self.candidate.file.start.lead.0.max(LEAD)
    }
}

/// What a trial's load found.
#[derive(Debug)]
pub struct Measured {
    /// What the load itself found.
    pub result: LoadResult,
    /// What the server used meanwhile.
    pub used: Used,
    /// The first request, with its connection.
    pub cold: Duration,
    /// Estimates of the lab's own.
    pub more: BTreeMap<EstimateId, f64>,
}
