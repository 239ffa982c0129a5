//! JSON-RPC 2.0 over HTTP: jsonrpsee, and a blocking client.

#[path = "abilities.rs"]
mod abilities;

use jsonrpsee::RpcModule;
use jsonrpsee::server::{Server, ServerConfig};
use jsonrpsee::types::{ErrorObjectOwned, Id, Response, ResponsePayload};
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

fn serve(serving: &Serving) -> Result<(), Fault> {
    let mut module = RpcModule::new(());
    every_method!(any register(&mut module));
    abilities::register(&mut module)?;
    let config = ServerConfig::builder()
        .http_only()
        .max_connections(u32::MAX)
        .max_request_body_size(LARGEST_BODY as u32)
        .max_response_body_size(LARGEST_BODY as u32)
        .build();
    runtime::of_server(serving.cores)?.block_on(async {
        let listener = runtime::listen(serving)?.into_std()?;
        let server = Server::builder().set_config(config).build_from_tcp(listener)?;
        server.start(module).stopped().await;
        Ok(())
    })
}

fn register<T: Payload, R: Clone + Serialize + 'static>(module: &mut RpcModule<()>, method: Method<T, R>) {
    let added = module.register_method(method.name, move |parameters, _, _| {
        let argument = parameters.one::<T>()?;
        Ok::<R, ErrorObjectOwned>((method.handler)(argument))
    });
    added.unwrap_or_else(|error| unreachable!("{}: {error}", method.name));
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(any calling, client(calling))
}

fn client<T: Payload, R>(calling: &Calling, method: Method<T, R>) -> Result<Box<dyn Client>, Fault>
where
    R: Clone + PartialEq + Serialize + DeserializeOwned + 'static,
{
    Exchange::boxed(calling, Caller::connect(calling)?, method)
}

struct Caller {
    poster: Poster,
    id: u64,
    request: Vec<u8>,
    reply: Vec<u8>,
}

/// A request (JSON-RPC 2.0, 4).
#[derive(Serialize)]
struct Request<'a, T> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    params: [&'a T; 1],
}

impl Caller {
    fn connect(calling: &Calling) -> Result<Self, Fault> {
        let poster = Poster::connect(calling, "/", &[("Content-Type", "application/json")])?;
        Ok(Self { poster, id: 0, request: Vec::new(), reply: Vec::new() })
    }

    /// Writes a request with a number of its own.
    fn encode(&mut self, method: &str, argument: &impl Serialize) -> Result<(), CallError> {
        self.id = self.id.wrapping_add(1);
        self.request.clear();
        let request = Request { jsonrpc: "2.0", id: self.id, method, params: [argument] };
        serde_json::to_writer(&mut self.request, &request).map_err(CallError::wrong)
    }

    /// Reads the next answer, which must be to the call of this number.
    fn receive<R: Clone + DeserializeOwned>(&mut self, stamps: &mut Stamps) -> Result<R, CallError> {
        let head = self.poster.receive(&mut self.reply, stamps)?;
        if head.first != "200" {
            return Err(CallError::stated(format!("{}: {}", head.first, String::from_utf8_lossy(&self.reply))));
        }
        let response: Response<'_, R> = serde_json::from_slice(&self.reply).map_err(CallError::wrong)?;
        if response.id != Id::Number(self.id) {
            return Err(CallError::Wrong("it is no answer to this call".into()));
        }
        match response.payload {
            ResponsePayload::Success(reply) => Ok(reply.into_owned()),
            ResponsePayload::Error(error) => Err(CallError::coded(error.code(), error.message())),
        }
    }
}

impl<T: Serialize, R: Clone + DeserializeOwned> Call<T, R> for Caller {
    fn call(&mut self, method: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        self.encode(method.name, request)?;
        stamps.end(Phase::Encode);
        self.poster.send(&self.request)?;
        stamps.end(Phase::Send);
        let reply = self.receive(stamps)?;
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}
