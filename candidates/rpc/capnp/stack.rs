//! Cap'n Proto RPC by capnp-rpc.

use std::io;
use std::rc::Rc;
use std::time::Duration;

use capnp_rpc::rpc_twoparty_capnp::Side;
use capnp_rpc::twoparty::VatNetwork;
use capnp_rpc::{RpcSystem, new_client};
use futures_util::io::{BufReader, BufWriter};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::timeout;
use tokio_util::compat::{TokioAsyncReadCompatExt as _, TokioAsyncWriteCompatExt as _};
use wirecost_codec_rust::candidates::capnp::structs;

use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::messages::{Count, Dns, Doubles, EchoFloat, Empty, Method, NO_SUCH_METHOD, Payload, Text, count, echo};
use crate::phases::Stamps;
use crate::server::Serving;
use crate::{Fault, Stack, method_of, runtime};

#[allow(dead_code, missing_docs, unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "generated/wirecost_capnp.rs"]
mod wirecost_capnp;

use wirecost_capnp::wirecost::{self, Client as Remote};

/// The stack.
pub const STACK: Stack = Stack { serve, connect };

fn serve(serving: &Serving) -> Result<(), Fault> {
    let runtime = runtime::of_client()?;
    LocalSet::new().block_on(&runtime, async {
        let listener = runtime::listen(serving)?;
        let service: Remote = new_client(Service);
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let connection = RpcSystem::new(network(stream, Side::Server), Some(service.client.clone()));
            spawn_local(async {
                if let Err(error) = connection.await {
                    eprintln!("{error}");
                }
            });
        }
    })
}

fn network(stream: TcpStream, side: Side) -> Box<VatNetwork<impl futures_util::AsyncRead + Unpin>> {
    let (from, to) = stream.into_split();
    let (from, to) = (BufReader::new(from.compat()), BufWriter::new(to.compat_write()));
    Box::new(VatNetwork::new(from, to, side, Default::default()))
}

struct Service;

/// What each method does, on both ends.
macro_rules! methods {
    ($($type:ident $read:ident $write:ident: $echo:ident $echo_params:ident $echo_results:ident $echo_request:ident,
        $count:ident $count_params:ident $count_results:ident $count_request:ident;)*) => {
        impl wirecost::Server for Service {
            $(
                async fn $echo(
                    self: Rc<Self>,
                    params: wirecost::$echo_params,
                    mut results: wirecost::$echo_results,
                ) -> capnp::Result<()> {
                    let message: $type = echo(structs::$read(params.get()?.get_message()?)?);
                    structs::$write(&message, results.get().init_message());
                    Ok(())
                }

                async fn $count(
                    self: Rc<Self>,
                    params: wirecost::$count_params,
                    mut results: wirecost::$count_results,
                ) -> capnp::Result<()> {
                    let message: $type = structs::$read(params.get()?.get_message()?)?;
                    results.get().set_count(count(message).value);
                    Ok(())
                }
            )*
        }

        $(
            impl Ask<$type> for $type {
                async fn ask(remote: &Remote, message: &$type) -> capnp::Result<Self> {
                    let mut request = remote.$echo_request();
                    structs::$write(message, request.get().init_message());
                    structs::$read(request.send().promise.await?.get()?.get_message()?)
                }
            }

            impl Ask<$type> for Count {
                async fn ask(remote: &Remote, message: &$type) -> capnp::Result<Self> {
                    let mut request = remote.$count_request();
                    structs::$write(message, request.get().init_message());
                    Ok(Self { value: request.send().promise.await?.get()?.get_count() })
                }
            }
        )*
    };
}

/// A method's result, by its argument.
trait Ask<T>: Sized {
    async fn ask(remote: &Remote, message: &T) -> capnp::Result<Self>;
}

methods! {
    EchoFloat read_echo_float write_echo_float:
        echo_float EchoFloatParams EchoFloatResults echo_float_request,
        count_float CountFloatParams CountFloatResults count_float_request;
    Text read_text write_text:
        echo_text EchoTextParams EchoTextResults echo_text_request,
        count_text CountTextParams CountTextResults count_text_request;
    Doubles read_doubles write_doubles:
        echo_doubles EchoDoublesParams EchoDoublesResults echo_doubles_request,
        count_doubles CountDoublesParams CountDoublesResults count_doubles_request;
    Dns read_dns write_dns:
        echo_dns EchoDnsParams EchoDnsResults echo_dns_request,
        count_dns CountDnsParams CountDnsResults count_dns_request;
    Empty read_empty write_empty:
        echo_empty EchoEmptyParams EchoEmptyResults echo_empty_request,
        count_empty CountEmptyParams CountEmptyResults count_empty_request;
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(calling, client(calling))
}

fn client<T: Payload, R: Ask<T> + PartialEq + Serialize + 'static>(
    calling: &Calling,
    method: Method<T, R>,
) -> Result<Box<dyn Client>, Fault> {
    let (runtime, local) = (runtime::of_client()?, LocalSet::new());
    let remote = local.block_on(&runtime, async {
        let stream = timeout(calling.timeout(), TcpStream::connect(calling.address)).await??;
        stream.set_nodelay(true)?;
        let mut connection = RpcSystem::new(network(stream, Side::Client), None);
        let remote = connection.bootstrap(Side::Server);
        spawn_local(connection);
        Ok::<Remote, io::Error>(remote)
    })?;
    Exchange::boxed(calling, Caller { remote, local, runtime, timeout: calling.timeout() }, method)
}

/// The remote end is dropped first, while the tasks that speak for it are there.
struct Caller {
    remote: Remote,
    local: LocalSet,
    runtime: Runtime,
    timeout: Duration,
}

impl<T, R: Ask<T>> Call<T, R> for Caller {
    fn call(&mut self, method: &Method<T, R>, request: &T, _: &mut Stamps) -> Result<R, CallError> {
        let asked = async {
            match method.name {
                NO_SUCH_METHOD => Err(unknown(&self.remote).await),
                _ => R::ask(&self.remote, request).await.map_err(failed),
            }
        };
        // A limit of time belongs to the runtime that it is made in.
        let limited = async { timeout(self.timeout, asked).await };
        let ended = self.local.block_on(&self.runtime, limited);
        ended.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()))
    }
}

/// What a call of the method ends in that no server has.
async fn unknown(remote: &Remote) -> CallError {
    match remote.no_such_method_request().send().promise.await {
        Err(error) => failed(error),
        Ok(_) => CallError::Wrong("it was answered".into()),
    }
}

fn failed(error: capnp::Error) -> CallError {
    match error.kind {
        capnp::ErrorKind::Disconnected => io::Error::new(io::ErrorKind::ConnectionReset, error.to_string()).into(),
        capnp::ErrorKind::Failed | capnp::ErrorKind::Overloaded | capnp::ErrorKind::Unimplemented => {
            CallError::Stated(error.to_string())
        }
        _ => CallError::wrong(error),
    }
}
