//! gRPC by tonic, with prost's messages.

#[path = "abilities.rs"]
mod abilities;
#[path = "messages.rs"]
mod messages;

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::TryFutureExt as _;
use http::uri::PathAndQuery;
use http::{Request, Response};
use prost::Message;
use serde::Serialize;
use tokio::runtime::Runtime;
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Code, Status};
use tonic_prost::ProstCodec;
use tower::Service;

use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::framed::LARGEST;
use crate::messages::{Method, Payload};
use crate::phases::Stamps;
use crate::server::Serving;
use crate::{Fault, Stack, every_method, method_of, runtime};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

/// The messages and the functions of the methods.
mod proto {
    pub use super::messages::{Dns, Doubles, EchoFloat, Empty, Text};
    pub use crate::messages::echo;
    use crate::messages::{self, Payload};

    /// What a count answers.
    #[derive(Clone, Copy, PartialEq, prost::Message, serde::Serialize, serde::Deserialize)]
    pub struct Count {
        #[prost(int32, required, tag = "1")]
        pub value: i32,
    }

    impl From<i32> for Count {
        fn from(value: i32) -> Self {
            Self { value }
        }
    }

    impl From<Count> for i32 {
        fn from(count: Count) -> Self {
            count.value
        }
    }

    pub fn count<T: Payload>(message: T) -> Count {
        Count { value: messages::count(message).value }
    }

    impl Payload for EchoFloat {
        fn elements(&self) -> i32 {
            messages::EchoFloat { value: self.value }.elements()
        }
    }

    impl Payload for Empty {
        fn elements(&self) -> i32 {
            messages::Empty {}.elements()
        }
    }

    impl Payload for Text {
        fn elements(&self) -> i32 {
            messages::number(self.value.len())
        }
    }

    impl Payload for Doubles {
        fn elements(&self) -> i32 {
            messages::number(self.values.len())
        }
    }

    impl Payload for Dns {
        fn elements(&self) -> i32 {
            messages::number(self.records.len())
        }
    }
}

type Answering<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type Handler = Box<dyn Fn(Request<Body>) -> Answering<Response<Body>> + Send + Sync>;
/// By path.
type Handlers = HashMap<String, Handler>;

fn serve(serving: &Serving) -> Result<(), Fault> {
    let mut handlers = Handlers::new();
    every_method!(in proto register(&mut handlers));
    abilities::register(&mut handlers);
    let service = Wirecost(Arc::new(handlers));
    runtime::of_server(serving.cores)?.block_on(async {
        let incoming = TcpIncoming::from(runtime::listen(serving)?).with_nodelay(Some(true));
        Ok(Server::builder().add_service(service).serve_with_incoming(incoming).await?)
    })
}

fn register<T, R>(handlers: &mut Handlers, method: Method<T, R>)
where
    T: Payload + Message + Default,
    R: Message + Default + 'static,
{
    add(handlers, method.name, move |message| std::future::ready(Ok((method.handler)(message))));
}

fn add<T, R, A>(handlers: &mut Handlers, name: &str, function: impl Fn(T) -> A + Clone + Send + Sync + 'static)
where
    T: Message + Default + 'static,
    R: Message + Default + 'static,
    A: Future<Output = Result<R, Status>> + Send + 'static,
{
    let handler = move |request| -> Answering<Response<Body>> {
        let function = function.clone();
        let answer = move |request: tonic::Request<T>| function(request.into_inner()).map_ok(tonic::Response::new);
        Box::pin(async move {
            let mut grpc = tonic::server::Grpc::new(ProstCodec::<R, T>::default())
                .max_decoding_message_size(LARGEST)
                .max_encoding_message_size(LARGEST);
            grpc.unary(tower::service_fn(answer), request).await
        })
    };
    handlers.insert(path(name), Box::new(handler));
}

fn path(method: &str) -> String {
    format!("/{}/{method}", Wirecost::NAME)
}

#[derive(Clone)]
struct Wirecost(Arc<Handlers>);

impl NamedService for Wirecost {
    const NAME: &'static str = "wirecost.Wirecost";
}

impl Service<Request<Body>> for Wirecost {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering<Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let answer = self.0.get(request.uri().path()).map(|handler| handler(request));
        Box::pin(async move {
            Ok(match answer {
                Some(answer) => answer.await,
                None => Status::unimplemented("no such method").into_http(),
            })
        })
    }
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(in proto calling, client(calling))
}

fn client<T, R>(calling: &Calling, method: Method<T, R>) -> Result<Box<dyn Client>, Fault>
where
    T: Payload + Message,
    R: Message + Default + PartialEq + Serialize + 'static,
{
    Exchange::boxed(calling, Caller::connect(calling, method.name)?, method)
}

struct Caller {
    runtime: Runtime,
    grpc: tonic::client::Grpc<Channel>,
    path: PathAndQuery,
}

impl Caller {
    fn connect(calling: &Calling, method: &str) -> Result<Self, Fault> {
        let runtime = runtime::of_client()?;
        let endpoint = Endpoint::from_shared(format!("http://{}", calling.address))?
            .connect_timeout(calling.timeout())
            .timeout(calling.timeout())
            .tcp_nodelay(true);
        let channel = runtime.block_on(endpoint.connect())?;
        let grpc =
            tonic::client::Grpc::new(channel).max_decoding_message_size(LARGEST).max_encoding_message_size(LARGEST);
        Ok(Self { runtime, grpc, path: path(method).parse()? })
    }
}

impl<T, R> Call<T, R> for Caller
where
    T: Clone + Message + 'static,
    R: Message + Default + 'static,
{
    fn call(&mut self, _: &Method<T, R>, request: &T, _: &mut Stamps) -> Result<R, CallError> {
        self.runtime.block_on(unary(&mut self.grpc, self.path.clone(), request.clone()))
    }
}

async fn unary<T: Message + 'static, R: Message + Default + 'static>(
    grpc: &mut tonic::client::Grpc<Channel>,
    path: PathAndQuery,
    request: T,
) -> Result<R, CallError> {
    grpc.ready().await.map_err(io::Error::other)?;
    let answer = grpc.unary(tonic::Request::new(request), path, ProstCodec::<T, R>::default()).await;
    Ok(answer.map_err(|status| failed(&status))?.into_inner())
}

/// What a status that is not `OK` means; tonic makes one of everything, and keeps beside it what it was made of.
fn failed(status: &Status) -> CallError {
    match (status.code(), std::error::Error::source(status)) {
        (Code::Cancelled | Code::DeadlineExceeded, Some(_)) => io::Error::from(io::ErrorKind::TimedOut).into(),
        (_, Some(_)) => io::Error::other(status.to_string()).into(),
        (code, None) => CallError::coded(code as i32, format!("{code:?}: {}", status.message())),
    }
}
