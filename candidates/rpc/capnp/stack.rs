//! Cap'n Proto RPC by capnp-rpc.

#[path = "abilities.rs"]
mod abilities;
#[path = "structs.rs"]
mod structs;

use std::io;
use std::rc::Rc;
use std::time::Duration;

use capnp::capability::Request;
use capnp::traits::HasTypeId as _;
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

use crate::ability::Probed;
use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::messages::{Count, Dns, Doubles, EchoFloat, Empty, Method, Payload, Text, count, echo};
use crate::phases::Stamps;
use crate::server::Serving;
use crate::{Fault, Stack, method_of, runtime};

#[allow(dead_code, missing_docs, unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "generated/messages_capnp.rs"]
mod messages_capnp;
#[allow(dead_code, missing_docs, unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "generated/wirecost_capnp.rs"]
mod wirecost_capnp;

use wirecost_capnp::wirecost::{self, Client as Remote};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

fn serve(serving: &Serving) -> Result<(), Fault> {
    let runtime = runtime::of_client()?;
    LocalSet::new().block_on(&runtime, async {
        let listener = runtime::listen(serving)?;
        let service: Remote = new_client(Service { probed: Box::leak(Box::default()) });
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

struct Service {
    /// As long as the process, for the threads that wait in it.
    probed: &'static Probed,
}

/// The names that the schema gives its methods, by their numbers, but for those of a probe. The last one is one that no
/// server has.
const METHODS: [&str; 11] = [
    "echoFloat",
    "countFloat",
    "echoEmpty",
    "countEmpty",
    "echoText",
    "countText",
    "echoDoubles",
    "countDoubles",
    "echoDns",
    "countDns",
    "noSuchMethod",
];

/// What each method does, on both ends.
macro_rules! methods {
    ($($type:ident $read:ident $write:ident:
        $echo:ident $EchoParams:ident $EchoResults:ident $echo_params:ident $echo_results:ident,
        $count:ident $CountParams:ident $CountResults:ident $count_params:ident $count_results:ident;)*) => {
        impl wirecost::Server for Service {
            $(
                async fn $echo(
                    self: Rc<Self>,
                    params: wirecost::$EchoParams,
                    mut results: wirecost::$EchoResults,
                ) -> capnp::Result<()> {
                    let message: $type = echo(structs::$read(params.get()?.get_message()?)?);
                    structs::$write(&message, results.get().init_message());
                    Ok(())
                }

                async fn $count(
                    self: Rc<Self>,
                    params: wirecost::$CountParams,
                    mut results: wirecost::$CountResults,
                ) -> capnp::Result<()> {
                    let message: $type = structs::$read(params.get()?.get_message()?)?;
                    results.get().set_count(count(message).value);
                    Ok(())
                }
            )*

            async fn meet(
                self: Rc<Self>,
                params: wirecost::MeetParams,
                results: wirecost::MeetResults,
            ) -> capnp::Result<()> {
                abilities::meet(self.probed, params, results).await
            }

            async fn call_back(
                self: Rc<Self>,
                params: wirecost::CallBackParams,
                results: wirecost::CallBackResults,
            ) -> capnp::Result<()> {
                abilities::call_back(params, results).await
            }

            async fn echo_long(
                self: Rc<Self>,
                params: wirecost::EchoLongParams,
                results: wirecost::EchoLongResults,
            ) -> capnp::Result<()> {
                abilities::echo_long(params, results)
            }
        }

        $(
            impl Ask<$type> for $type {
                async fn ask(remote: &Remote, number: u16, message: &$type) -> capnp::Result<Self> {
                    let mut request =
                        new_call::<wirecost::$echo_params::Owned, wirecost::$echo_results::Owned>(remote, number);
                    structs::$write(message, request.get().init_message());
                    structs::$read(request.send().promise.await?.get()?.get_message()?)
                }
            }

            impl Ask<$type> for Count {
                async fn ask(remote: &Remote, number: u16, message: &$type) -> capnp::Result<Self> {
                    let mut request =
                        new_call::<wirecost::$count_params::Owned, wirecost::$count_results::Owned>(remote, number);
                    structs::$write(message, request.get().init_message());
                    Ok(Self { value: request.send().promise.await?.get()?.get_count() })
                }
            }
        )*
    };
}

/// A call of the method with this number, where generated code knows one number for each.
fn new_call<P, R>(remote: &Remote, number: u16) -> Request<P, R> {
    remote.client.new_call(Remote::TYPE_ID, number, None)
}

/// A method's result, by its argument.
trait Ask<T>: Sized {
    async fn ask(remote: &Remote, number: u16, message: &T) -> capnp::Result<Self>;
}

methods! {
    EchoFloat read_echo_float write_echo_float:
        echo_float EchoFloatParams EchoFloatResults echo_float_params echo_float_results,
        count_float CountFloatParams CountFloatResults count_float_params count_float_results;
    Text read_text write_text:
        echo_text EchoTextParams EchoTextResults echo_text_params echo_text_results,
        count_text CountTextParams CountTextResults count_text_params count_text_results;
    Doubles read_doubles write_doubles:
        echo_doubles EchoDoublesParams EchoDoublesResults echo_doubles_params echo_doubles_results,
        count_doubles CountDoublesParams CountDoublesResults count_doubles_params count_doubles_results;
    Dns read_dns write_dns:
        echo_dns EchoDnsParams EchoDnsResults echo_dns_params echo_dns_results,
        count_dns CountDnsParams CountDnsResults count_dns_params count_dns_results;
    Empty read_empty write_empty:
        echo_empty EchoEmptyParams EchoEmptyResults echo_empty_params echo_empty_results,
        count_empty CountEmptyParams CountEmptyResults count_empty_params count_empty_results;
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(calling, client(calling))
}

fn client<T: Payload, R: Ask<T> + PartialEq + Serialize + 'static>(
    calling: &Calling,
    method: Method<T, R>,
) -> Result<Box<dyn Client>, Fault> {
    let Connection { remote, local, runtime } = Connection::open(calling)?;
    let number = METHODS.iter().position(|known| *known == method.name);
    let number = number.ok_or_else(|| format!("the schema has no method {:?}", method.name))? as u16;
    Exchange::boxed(calling, Caller { remote, number, local, runtime, timeout: calling.timeout() }, method)
}

/// The remote end is dropped first, while the tasks that speak for it are there.
struct Connection {
    remote: Remote,
    local: LocalSet,
    runtime: Runtime,
}

impl Connection {
    fn open(calling: &Calling) -> Result<Self, Fault> {
        let (runtime, local) = (runtime::of_client()?, LocalSet::new());
        let remote = local.block_on(&runtime, async {
            let stream = timeout(calling.timeout(), TcpStream::connect(calling.address)).await??;
            stream.set_nodelay(true)?;
            let mut connection = RpcSystem::new(network(stream, Side::Client), None);
            let remote = connection.bootstrap(Side::Server);
            spawn_local(connection);
            Ok::<Remote, io::Error>(remote)
        })?;
        Ok(Self { remote, local, runtime })
    }
}

/// As a [`Connection`].
struct Caller {
    remote: Remote,
    number: u16,
    local: LocalSet,
    runtime: Runtime,
    timeout: Duration,
}

impl<T, R: Ask<T>> Call<T, R> for Caller {
    fn call(&mut self, _: &Method<T, R>, request: &T, _: &mut Stamps) -> Result<R, CallError> {
        // A limit of time belongs to the runtime that it is made in.
        let limited = async { timeout(self.timeout, R::ask(&self.remote, self.number, request)).await };
        match self.local.block_on(&self.runtime, limited) {
            Ok(reply) => reply.map_err(failed),
            Err(_) => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
        }
    }
}

fn failed(error: capnp::Error) -> CallError {
    match error.kind {
        capnp::ErrorKind::Disconnected => io::Error::new(io::ErrorKind::ConnectionReset, error.to_string()).into(),
        capnp::ErrorKind::Failed | capnp::ErrorKind::Overloaded | capnp::ErrorKind::Unimplemented => {
            CallError::stated(error.to_string())
        }
        _ => CallError::wrong(error),
    }
}
