//! JSON over HTTP: axum with serde_json, and a blocking client.

#[path = "abilities.rs"]
mod abilities;

use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use axum::serve::ListenerExt as _;
use axum::{Json, Router};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::http::{LARGEST_BODY, Poster};
use crate::messages::{Method, Payload};
use crate::phases::{Phase, Stamps};
use crate::server::Serving;
use crate::{Fault, Stack, every_method, method_of, runtime};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

pub(super) fn serve(serving: &Serving) -> Result<(), Fault> {
    let mut router = Router::new();
    every_method!(any register(&mut router));
    let router = router.merge(abilities::routes()).layer(DefaultBodyLimit::max(LARGEST_BODY));
    runtime::of_server(serving.cores)?.block_on(async {
        let listener = runtime::listen(serving)?.tap_io(|stream| {
            // Without it, answers are only later.
            let _ = stream.set_nodelay(true);
        });
        Ok(axum::serve(listener, router).await?)
    })
}

fn register<T: Payload, R: Serialize + 'static>(router: &mut Router, method: Method<T, R>) {
    let handler = async move |Json(message): Json<T>| Json((method.handler)(message));
    *router = std::mem::take(router).route(&path(method.name), post(handler));
}

pub(super) fn path(method: &str) -> String {
    format!("/{method}")
}

/// Reads an answer by its status and its body.
pub(super) fn read<R: DeserializeOwned>(status: &str, body: &[u8]) -> Result<R, CallError> {
    if status != "200" {
        return Err(abilities::stated(status, body));
    }
    serde_json::from_slice(body).map_err(CallError::wrong)
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(any calling, client(calling))
}

fn client<T: Payload, R>(calling: &Calling, method: Method<T, R>) -> Result<Box<dyn Client>, Fault>
where
    R: PartialEq + Serialize + DeserializeOwned + 'static,
{
    Exchange::boxed(calling, Caller::connect(calling, method.name)?, method)
}

struct Caller {
    poster: Poster,
    request: Vec<u8>,
    reply: Vec<u8>,
}

impl Caller {
    /// Each method has a path of its own.
    fn connect(calling: &Calling, method: &str) -> Result<Self, Fault> {
        let poster = Poster::connect(calling, &path(method), &[("Content-Type", "application/json")])?;
        Ok(Self { poster, request: Vec::new(), reply: Vec::new() })
    }

    /// Reads the next answer.
    fn receive<R: DeserializeOwned>(&mut self, stamps: &mut Stamps) -> Result<R, CallError> {
        let head = self.poster.receive(&mut self.reply, stamps)?;
        read(&head.first, &self.reply)
    }
}

impl<T: Serialize, R: DeserializeOwned> Call<T, R> for Caller {
    fn call(&mut self, _: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        self.request.clear();
        serde_json::to_writer(&mut self.request, request).map_err(CallError::wrong)?;
        stamps.end(Phase::Encode);
        self.poster.send(&self.request)?;
        stamps.end(Phase::Send);
        let reply = self.receive(stamps)?;
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}
