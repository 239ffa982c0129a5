//! The calls that a stack's client is asked to make.

use std::net::SocketAddr;
use std::time::Duration;

use wirecost_host::Server;
use wirecost_rpc_protocol::{Ability, Calling, Operation, Transfer};
use wirecost_server_lab::serving::Closing;
use wirecost_server_lab::{Candidate, Trial};

use crate::ANY;

/// The calls of a stack's client: to whom, with which message, and how many.
#[derive(Debug, Clone)]
pub(crate) struct Calls<'a> {
    /// The stack.
    pub candidate: &'a Candidate,
    /// The message, in wirecost's own encoding of the data tree.
    pub content: &'a [u8],
    /// What the client gets to know; the server's address and folder follow when it has started.
    template: Template,
}

#[derive(Debug, Clone)]
struct Template {
    message_type: String,
    operation: Operation,
    close: bool,
    transfer: Transfer,
    timeout: Duration,
    connections: usize,
    cores: Vec<usize>,
    rate_per_s: Option<f64>,
    warmup: Duration,
    window: Duration,
}

/// What a client is started for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Task {
    /// To call. The window is followed by one with stamps, unless that has no length.
    Call {
        /// Its length, milliseconds.
        stamped_ms: u64,
    },
    /// To call on request.
    TakeTurns,
    /// To find out an ability.
    FindOut(Ability),
}

impl Task {
    /// To call without stamps.
    pub const CALL: Self = Self::Call { stamped_ms: 0 };
}

/// The same, as a client is told.
fn transfer(transfer: wirecost_model::Transfer) -> Transfer {
    match transfer {
        wirecost_model::Transfer::Whole => Transfer::Whole,
        wirecost_model::Transfer::Chunked => Transfer::Chunked,
        wirecost_model::Transfer::Streaming => Transfer::Streaming,
    }
}

impl<'a> Calls<'a> {
    /// The calls of a trial.
    pub fn of(trial: &Trial<'a>) -> Self {
        let load = trial.load;
        let template = Template {
            message_type: trial.message_type.unwrap_or(ANY).to_owned(),
            operation: if trial.operation == Operation::Count.name() { Operation::Count } else { Operation::Echo },
            close: load.close != Closing::KeepAlive,
            transfer: transfer(load.transfer),
            timeout: trial.timeout,
            connections: load.connections,
            cores: trial.places.generator.clone(),
            rate_per_s: load.rate_per_s,
            warmup: trial.warmup,
            window: trial.window,
        };
        Self { candidate: trial.candidate, content: trial.content, template }
    }

    /// The calls with which a client checks a server before it says that it is ready, and no others.
    pub fn of_check(candidate: &'a Candidate, message_type: &str, content: &'a [u8], timeout: Duration) -> Self {
        let template = Template {
            message_type: message_type.to_owned(),
            operation: Operation::Echo,
            close: false,
            transfer: Transfer::Whole,
            timeout,
            connections: 1,
            cores: Vec::new(),
            rate_per_s: None,
            warmup: Duration::ZERO,
            window: Duration::ZERO,
        };
        Self { candidate, content, template }
    }

    /// What the client gets, once it is known where the server is.
    pub fn calling(&self, server: &Server, address: SocketAddr, task: Task) -> Calling {
        let template = self.template.clone();
        let (ability, stamped_ms) = match task {
            Task::Call { stamped_ms } => (None, stamped_ms),
            Task::TakeTurns => (None, 0),
            Task::FindOut(ability) => (Some(ability), 0),
        };
        Calling {
            address,
            folder: server.folder().to_owned(),
            variant: self.candidate.variant.clone(),
            message_type: template.message_type,
            message_bytes: self.content.len(),
            message: Vec::new(),
            operation: template.operation,
            ability,
            close: template.close,
            transfer: template.transfer,
            timeout_ms: template.timeout.as_millis() as u64,
            connections: template.connections,
            cores: template.cores,
            rate_per_s: template.rate_per_s,
            warmup_ms: template.warmup.as_millis() as u64,
            window_ms: template.window.as_millis() as u64,
            stamped_ms,
            in_turn: matches!(task, Task::TakeTurns),
        }
    }
}
