//! JSON over HTTP/2: the server of `json-http`, and hyper's client.

#[path = "abilities.rs"]
mod abilities;

use std::io;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http2::{self, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use super::json_http::{path, read, serve};
use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::http::LARGEST_BODY;
use crate::messages::{Method, Payload};
use crate::phases::Stamps;
use crate::{Fault, Stack, method_of, runtime};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(any calling, client(calling))
}

fn client<T: Payload, R>(calling: &Calling, method: Method<T, R>) -> Result<Box<dyn Client>, Fault>
where
    R: PartialEq + Serialize + DeserializeOwned + 'static,
{
    Exchange::boxed(calling, Caller::connect(calling, method.name)?, method)
}

type Sender = SendRequest<Full<Bytes>>;

struct Caller {
    runtime: Runtime,
    sender: Sender,
    uri: Uri,
    timeout: Duration,
}

impl Caller {
    /// Each method has a path of its own.
    fn connect(calling: &Calling, method: &str) -> Result<Self, Fault> {
        let runtime = runtime::of_client()?;
        let timeout = calling.timeout();
        let sender = runtime.block_on(within(timeout, async {
            let stream = TcpStream::connect(calling.address).await?;
            stream.set_nodelay(true)?;
            let hands = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await;
            let (sender, connection) = hands.map_err(io::Error::other)?;
            tokio::spawn(connection);
            Ok(sender)
        }))?;
        let uri = format!("http://{}{}", calling.address, path(method)).parse()?;
        Ok(Self { runtime, sender, uri, timeout })
    }
}

impl<T: Serialize, R: DeserializeOwned> Call<T, R> for Caller {
    fn call(&mut self, _: &Method<T, R>, request: &T, _: &mut Stamps) -> Result<R, CallError> {
        let body = serde_json::to_vec(request).map_err(CallError::wrong)?;
        let (status, body) = self.runtime.block_on(post(&mut self.sender, &self.uri, body, self.timeout))?;
        read(status.as_str(), &body)
    }
}

async fn post(sender: &mut Sender, uri: &Uri, body: Vec<u8>, timeout: Duration) -> io::Result<(StatusCode, Bytes)> {
    let request = Request::post(uri.clone()).header(header::CONTENT_TYPE, "application/json");
    let request = request.body(Full::from(body)).map_err(io::Error::other)?;
    within(timeout, async {
        sender.ready().await.map_err(io::Error::other)?;
        let answer = sender.send_request(request).await.map_err(io::Error::other)?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), LARGEST_BODY).collect().await.map_err(io::Error::other)?;
        Ok((status, body.to_bytes()))
    })
    .await
}

async fn within<T>(timeout: Duration, work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(timeout, work).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
