//! One call of a client, and how it can end.

use std::io;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_load::Outcome;
use wirecost_rpc_protocol::Calling;
use wirecost_value::{from_value, to_value};

use crate::Fault;
use crate::messages::Method;
use crate::phases::Stamps;

/// Why a call has no good reply.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The server says that it failed.
    #[error("the server answered with a fault: {}{text}", shown_code(*code))]
    Stated {
        /// The code of the failure, where its protocol has one and the server gave it.
        code: Option<i32>,
        /// What it says, for people.
        text: String,
    },
    /// The reply is another than it should be, or does not follow the protocol.
    #[error("wrong answer: {0}")]
    Wrong(String),
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
}

fn shown_code(code: Option<i32>) -> String {
    code.map_or_else(String::new, |code| format!("{code}: "))
}

impl CallError {
    /// A fault without a code.
    pub fn stated(text: impl Into<String>) -> Self {
        Self::Stated { code: None, text: text.into() }
    }

    /// A fault with its code.
    pub fn coded(code: i32, text: impl Into<String>) -> Self {
        Self::Stated { code: Some(code), text: text.into() }
    }

    /// A reply that its decoder refuses.
    pub fn wrong(error: impl std::fmt::Display) -> Self {
        Self::Wrong(error.to_string())
    }

    /// How the call ended, as a load counts it.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Stated { .. } => Outcome::Status,
            Self::Wrong(_) => Outcome::WrongAnswer,
            Self::Io(error) => match error.kind() {
                io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Outcome::Timeout,
                io::ErrorKind::ConnectionRefused => Outcome::Connect,
                _ => Outcome::Closed,
            },
        }
    }
}

/// A connected client with the call that it makes.
pub trait Client {
    /// Encodes the request, sends it, waits for the reply, decodes it and compares it with the one expected.
    ///
    /// # Errors
    /// Whatever keeps it from a good reply.
    fn call(&mut self, stamps: &mut Stamps) -> Result<(), CallError>;
}

/// A stack's way to call a method.
pub trait Call<T, R> {
    /// Encodes the request, sends it, waits for the reply and decodes it.
    ///
    /// # Errors
    /// Whatever keeps it from a reply.
    fn call(&mut self, method: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError>;
}

/// A client that makes the same call again and again, and knows the right reply.
pub struct Exchange<C, T, R> {
    caller: C,
    method: Method<T, R>,
    request: T,
    expected: R,
}

impl<C, T, R> Exchange<C, T, R>
where
    C: Call<T, R> + 'static,
    T: Clone + DeserializeOwned + 'static,
    R: PartialEq + Serialize + 'static,
{
    /// A client that calls `method` with the message of `calling`.
    ///
    /// # Errors
    /// If the message is not what the method takes.
    pub fn boxed(calling: &Calling, caller: C, method: Method<T, R>) -> Result<Box<dyn Client>, Fault> {
        let request: T = from_value(calling.value()?)?;
        let expected = (method.handler)(request.clone());
        Ok(Box::new(Self { caller, method, request, expected }))
    }
}

impl<C, T, R> Client for Exchange<C, T, R>
where
    C: Call<T, R>,
    R: PartialEq + Serialize,
{
    fn call(&mut self, stamps: &mut Stamps) -> Result<(), CallError> {
        stamps.start();
        let reply = self.caller.call(&self.method, &self.request, stamps)?;
        if reply == self.expected || is_equal(&reply, &self.expected) {
            Ok(())
        } else {
            Err(CallError::Wrong(shown(&reply)))
        }
    }
}

/// Equal by the model, in which floats are equal by their bits: what is not a number is so too.
fn is_equal(reply: &impl Serialize, expected: &impl Serialize) -> bool {
    to_value(reply).is_ok_and(|reply| to_value(expected).is_ok_and(|expected| reply == expected))
}

/// A wrong reply, cut to what fits a line.
fn shown(reply: &impl Serialize) -> String {
    /// Characters of it.
    const SHOWN: usize = 100;
    match to_value(reply) {
        Ok(value) => value.to_string().chars().take(SHOWN).collect(),
        Err(error) => error.to_string(),
    }
}
