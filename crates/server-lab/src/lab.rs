//! What one lab of servers brings of its own.

use std::fmt::Debug;
use std::time::Duration;

use crate::in_turn::{Rotation, Seat, Terms};
use crate::serving::{ServerLoad, Serving};
use wirecost_catalog::{Content, Message};
use wirecost_host::{Nonce, Server};
use wirecost_model::Lab;

use crate::Reason;
use crate::candidate::Candidate;
use crate::trial::{Measured, Trial};

/// A lab of servers: which cases it makes of candidates, messages and loads, and how it asks a server.
pub trait ServerLab: Debug + Sync {
    /// Its name, which is that of its folder of candidates and of its table in a suite.
    fn name(&self) -> &'static str;

    /// What it measures, in a few words.
    fn summary(&self) -> &'static str;

    /// The lab, as documents name it.
    fn lab(&self) -> Lab {
        Lab::named(self.name())
    }

    /// Whether its servers are called, and a suite says how.
    fn calls(&self) -> bool {
        false
    }

    /// What is asked of servers.
    fn operations(&self, serving: &Serving) -> Vec<&'static str>;

    /// The parameters of a case.
    fn parameters(&self, load: &ServerLoad) -> Vec<(&'static str, String)>;

    /// The format of what goes over the wire.
    fn format(&self, candidate: Option<&Candidate>, message: &Message) -> String;

    /// A message as trials take it.
    ///
    /// # Errors
    /// Why it has no such form.
    fn content(&self, content: &Content) -> Result<Vec<u8>, Reason>;

    /// Why a candidate takes no part with a message at all; none if it does.
    fn unfit(&self, candidate: &Candidate, message: &Message) -> Option<Reason>;

    /// Why a candidate cannot do this operation under this load; none if it can.
    fn unable(&self, _candidate: &Candidate, _operation: &str, _load: &ServerLoad) -> Option<Reason> {
        None
    }

    /// How a server proves who it is. None: that it holds the port must do.
    fn nonce(&self) -> Option<Nonce> {
        None
    }

    /// The candidates that can be the control between servers that take turns: the first of them that can do a case is.
    fn controls(&self) -> &'static [&'static str] {
        &[]
    }

    /// How its servers take turns under this load; none if they do not, and are measured one after the other.
    fn turns(&self, _load: &ServerLoad) -> Option<&dyn TakesTurns> {
        None
    }

    /// Checks a server that has just started, and loads it for one window.
    ///
    /// # Errors
    /// Why the case has failed.
    fn measure(&self, trial: &Trial<'_>, server: &mut Server) -> Result<Measured, Reason>;
}

/// A lab whose servers can be up together and take turns, with a control between them.
pub trait TakesTurns: Debug + Sync {
    /// Checks a server that has just started; how long the first answer took, with its connection.
    ///
    /// # Errors
    /// What is wrong with its answers.
    fn check(&self, trial: &Trial<'_>, server: &mut Server) -> Result<Duration, Reason>;

    /// Whether servers that are all up together need a control between them under this load. Where the generator makes a planned rate,
    /// it is itself a witness of what the machine did.
    fn needs_control(&self, load: &ServerLoad) -> bool;

    /// Loads servers in turn.
    ///
    /// # Errors
    /// What keeps the generator from working.
    fn rotate(&self, seats: &mut [Seat<'_>], terms: Terms<'_>) -> Result<Rotation, Reason>;

    /// Loads a server that was checked for one window; `cold` is how long its first answer took.
    ///
    /// # Errors
    /// Why the case has failed.
    fn window(&self, trial: &Trial<'_>, server: &mut Server, cold: Duration) -> Result<Measured, Reason>;
}
