//! Services: what a module offers to others.

use std::cell::Cell;
use std::sync::Arc;

use super::Connection;
use crate::block::{Block, BlockReader, FromBlock, ToBlock};
use crate::message::{Frame, MethodId, ModuleId, Request};
use crate::signature::Signature;
use crate::{Exception, ExceptionCode, Result};

/// What a service says of one of its methods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// How it is called.
    pub signature: Signature,
    /// For people.
    pub help: String,
}

/// A named group of methods. [`Methods`] makes one from closures.
pub trait Service: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// Its methods; the place of one is its id. They must not change while the module runs.
    fn methods(&self) -> &[Method];

    /// Runs a method. Several may run at once.
    ///
    /// # Errors
    /// The exception that the caller shall get.
    fn invoke(&self, method: usize, call: &Call<'_>) -> Result<Block, Exception>;
}

/// Where answers go.
pub(crate) trait Answers: Send + Sync {
    fn put(&self, frame: Frame);

    /// The connection to call others over, where there is one.
    fn connection(self: Arc<Self>) -> Option<Connection>;
}

/// A call or send that a method deals with.
pub struct Call<'a> {
    request: &'a Request<'a>,
    answers: &'a Arc<dyn Answers>,
    deferred: Cell<bool>,
}

impl<'a> Call<'a> {
    pub(crate) fn new(request: &'a Request<'a>, answers: &'a Arc<dyn Answers>) -> Self {
        Call { request, answers, deferred: Cell::new(false) }
    }

    /// The arguments as a tuple of types; those beyond it are ignored.
    ///
    /// # Errors
    /// The exception type mismatch (code 4).
    pub fn arguments<T: FromBlock<'a>>(&self) -> Result<T, Exception> {
        Ok(T::from_block(&mut self.reader())?)
    }

    /// Reads the arguments one by one.
    pub fn reader(&self) -> BlockReader<'a> {
        BlockReader::new(self.request.items)
    }

    /// A result from a tuple.
    ///
    /// # Errors
    /// The exception for a result that is too large or nested too deep.
    pub fn answer(&self, result: &impl ToBlock) -> Result<Block, Exception> {
        let mut block = Block::new();
        result.to_block(&mut block)?;
        Ok(block)
    }

    /// Who called.
    pub fn source(&self) -> ModuleId {
        self.request.source
    }

    /// False for a send, whose result goes nowhere.
    pub fn wants_answer(&self) -> bool {
        self.request.is_call
    }

    /// The module's own connection, to call others from inside a method; `None` in a [`direct`](crate::direct) server.
    pub fn connection(&self) -> Option<Connection> {
        self.answers.clone().connection()
    }

    /// Takes over the duty to answer, for later and from anywhere: what the method returns is ignored then. This is
    /// how a method does its work asynchronously.
    pub fn defer(&self) -> Deferred {
        self.deferred.set(true);
        let call = self.request.is_call.then_some((self.request.source, self.request.message_id));
        Deferred { call, answers: self.answers.clone() }
    }

    pub(super) fn is_deferred(&self) -> bool {
        self.deferred.get()
    }
}

/// The duty to answer a call. Dropped without an answer, it answers with an exception.
pub struct Deferred {
    call: Option<(ModuleId, i32)>,
    answers: Arc<dyn Answers>,
}

impl Deferred {
    /// Answers the call.
    pub fn finish(mut self, result: Result<Block, Exception>) {
        self.put(result);
    }

    fn put(&mut self, result: Result<Block, Exception>) {
        let Some((source, message_id)) = self.call.take() else { return };
        let method = MethodId::new(ModuleId::BROKER, 0, 0);
        let request = Request { is_call: true, method, source, message_id, items: &[] };
        if let Some(frame) = Frame::answer(&request, result) {
            self.answers.put(frame);
        }
    }
}

impl Drop for Deferred {
    fn drop(&mut self) {
        self.put(Err(Exception::new(ExceptionCode::Unexpected, "the method ended without an answer")));
    }
}

type Handler = Box<dyn Fn(&Call<'_>) -> Result<Block, Exception> + Send + Sync>;

/// A service made of closures.
pub struct Methods {
    name: String,
    methods: Vec<Method>,
    handlers: Vec<Handler>,
}

impl Methods {
    /// A service without methods yet.
    pub fn new(name: impl Into<String>) -> Self {
        Methods { name: name.into(), methods: Vec::new(), handlers: Vec::new() }
    }

    /// Adds a method.
    ///
    /// # Errors
    /// As [`Signature::parse`].
    pub fn method<F>(mut self, signature: &str, help: &str, handler: F) -> Result<Self>
    where
        F: Fn(&Call<'_>) -> Result<Block, Exception> + Send + Sync + 'static,
    {
        self.methods.push(Method { signature: Signature::parse(signature)?, help: help.to_owned() });
        self.handlers.push(Box::new(handler));
        Ok(self)
    }
}

impl Service for Methods {
    fn name(&self) -> &str {
        &self.name
    }

    fn methods(&self) -> &[Method] {
        &self.methods
    }

    fn invoke(&self, method: usize, call: &Call<'_>) -> Result<Block, Exception> {
        let no_method = || Exception::new(ExceptionCode::MethodNotFound, "method not found");
        self.handlers.get(method).ok_or_else(no_method)?(call)
    }
}
