//! A case of the lab.

use wirecost_server_lab::Places;

use crate::steps::Step;

/// A case that can be measured.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Which of the plan's candidates.
    pub candidate: usize,
    pub step: Step,
    /// The cores of it.
    pub places: Places,
    /// Whether it is the second of an A/A pair.
    pub twin: bool,
    /// How its store takes turns with others; none if it does not.
    pub turns: Option<Turns>,
}

/// How a store takes turns: with so many stores up at once beside the control, or by itself since there is no room for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turns {
    Among(usize),
    NoRoom,
}
