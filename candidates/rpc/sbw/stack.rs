//! SBW: a server that clients call directly, and a module behind a broker.

#[path = "abilities.rs"]
mod abilities;

use std::cell::RefCell;

use sbw::block::{Block, BlockReader, ItemType};
use sbw::broker::{Broker, Options};
use sbw::caller::Caller;
use sbw::directory::{self, Invoke};
use sbw::message::{MethodId, ModuleId};
use sbw::module::{Methods, Module};
use sbw::{Exception, SessionKey, direct};

use crate::ability::Ability;
use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::messages::{Count, Dns, DnsRecord, Doubles, EchoFloat, Empty, Method, Payload, SERVICE, Text};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::{Fault, Stack, every_method, method_of};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

/// The file in the server's folder with the session key.
pub(crate) const KEY: &str = "key";
/// The module's name at the broker.
const MODULE: &str = "wirecost.rpc";

thread_local! {
    static STAMPS: RefCell<Stamps> = RefCell::default();
}

fn serve(serving: &Serving) -> Result<(), Fault> {
    let mut methods = Methods::new(SERVICE);
    every_method!(register(&mut methods, serving.phases));
    let methods = abilities::register(methods);
    match serving.variant.as_str() {
        "direct" => {
            let server = direct::Server::on(serving.listen()?, vec![Box::new(methods)])?;
            std::fs::write(serving.folder.join(KEY), server.key().bytes())?;
            loop {
                std::thread::park();
            }
        }
        "broker" => {
            let port = serving.address.port();
            let options = Options { ports: port..=port, ..Options::default() };
            let broker = Broker::bind(options)?.spawn()?;
            std::fs::write(serving.folder.join(KEY), broker.key().bytes())?;
            let module = Module::builder(MODULE).service(methods).connect(broker.address(), broker.key())?;
            module.wait();
            Err("the broker ended".into())
        }
        other => Err(format!("no variant {other:?}").into()),
    }
}

fn register<T: Item, R: Item>(methods: &mut Methods, phases: &'static Phases, method: Method<T, R>) {
    let handler = move |call: &sbw::module::Call<'_>| {
        STAMPS.with_borrow_mut(|stamps| {
            phases.stamps(stamps);
            let argument = T::read(&mut call.reader())?;
            stamps.end(Phase::Parse);
            let result = (method.handler)(argument);
            stamps.end(Phase::Handle);
            let mut block = Block::new();
            result.write(&mut block)?;
            stamps.end(Phase::Serialise);
            phases.add(stamps);
            Ok::<Block, Exception>(block)
        })
    };
    let result = if R::TYPE.is_empty() { "void" } else { R::TYPE };
    let signature = format!("{result} {}({})", method.name, T::TYPE);
    *methods = added(std::mem::replace(methods, Methods::new(SERVICE)), &signature, handler);
}

/// A service with one more method, whose signature is known to be one.
fn added(
    methods: Methods,
    signature: &str,
    handler: impl Fn(&sbw::module::Call<'_>) -> Result<Block, Exception> + Send + Sync + 'static,
) -> Methods {
    methods.method(signature, "", handler).unwrap_or_else(|error| unreachable!("{signature}: {error}"))
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    let caller = dial(calling)?;
    method_of!(calling, client(calling, caller))
}

/// Tries again until a server that has just begun to listen is ready, or the call's time is over.
pub(crate) fn patiently<T, E>(calling: &Calling, mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    /// Between two tries.
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(1);
    let start = std::time::Instant::now();
    loop {
        match attempt() {
            Err(_) if start.elapsed() < calling.timeout() => std::thread::sleep(PAUSE),
            result => return result,
        }
    }
}

/// The session key of the server or the broker.
fn key(calling: &Calling) -> Result<SessionKey, Fault> {
    patiently(calling, || Ok(SessionKey::from_bytes(std::fs::read(calling.folder.join(KEY))?)?))
}

/// Connects to the server or the broker.
fn dial(calling: &Calling) -> Result<Caller, Fault> {
    let mut caller = patiently(calling, || Ok::<_, Fault>(Caller::connect(calling.address, &key(calling)?, "")?))?;
    caller.set_timeout(Some(calling.timeout()));
    Ok(caller)
}

fn client<T: Item + Payload, R: Item + PartialEq + serde::Serialize + 'static>(
    calling: &Calling,
    mut caller: Caller,
    method: Method<T, R>,
) -> Result<Box<dyn Client>, Fault> {
    let id = find(calling, &mut caller, method.name)?;
    // A wait with an end costs two system calls a message, which a caller of the field leaves out.
    caller.set_timeout(None);
    Exchange::boxed(calling, Remote { caller, id }, method)
}

/// Finds a method by its name.
fn find(calling: &Calling, caller: &mut impl Invoke, name: &str) -> Result<MethodId, Fault> {
    let module = match calling.variant.as_str() {
        "broker" => patiently(calling, || directory::module(caller, MODULE))?,
        // Whatever module is named, a direct server answers.
        _ => ModuleId(0),
    };
    let services = directory::services(caller, module)?;
    let service = services.iter().find(|entry| entry.name == SERVICE).ok_or("it has no service of that name")?.id;
    let methods = directory::methods(caller, module, service)?;
    let named = format!(" {name}(");
    match methods.iter().find(|entry| format!(" {}", entry.signature).contains(&named)) {
        Some(found) => Ok(found.id),
        // What the module says of a method that it has not, it says when that is called by a number.
        None if calling.ability == Some(Ability::UnknownMethod) => {
            Ok(MethodId::new(module, service, i32::try_from(methods.len())?))
        }
        None => Err(format!("it has no method {name:?}").into()),
    }
}

struct Remote {
    caller: Caller,
    id: MethodId,
}

impl<T: Item, R: Item> Call<T, R> for Remote {
    fn call(&mut self, _: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        let mut block = Block::new();
        request.write(&mut block).map_err(CallError::wrong)?;
        stamps.end(Phase::Encode);
        let reply = self.caller.invoke(self.id, block).map_err(failed)?;
        stamps.end(Phase::Wait);
        let reply = R::read(&mut reply.reader()).map_err(CallError::wrong)?;
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}

fn failed(error: sbw::Error) -> CallError {
    match error {
        sbw::Error::Exception(exception) => CallError::coded(exception.code.byte().into(), exception.to_string()),
        sbw::Error::Timeout(_) => CallError::Io(std::io::ErrorKind::TimedOut.into()),
        other => CallError::Io(std::io::Error::other(other)),
    }
}

/// A message as the items of a block.
pub(crate) trait Item: Sized + 'static {
    /// Its type in a signature; empty for nothing.
    const TYPE: &'static str;

    /// Appends it.
    fn write(&self, block: &mut Block) -> sbw::Result<()>;

    /// Reads it.
    fn read(reader: &mut BlockReader<'_>) -> sbw::Result<Self>;
}

impl Item for EchoFloat {
    const TYPE: &'static str = "double";

    fn write(&self, block: &mut Block) -> sbw::Result<()> {
        block.double(self.value.into());
        Ok(())
    }

    fn read(reader: &mut BlockReader<'_>) -> sbw::Result<Self> {
        Ok(Self { value: reader.double()? as f32 })
    }
}

impl Item for Empty {
    const TYPE: &'static str = "";

    fn write(&self, _: &mut Block) -> sbw::Result<()> {
        Ok(())
    }

    fn read(_: &mut BlockReader<'_>) -> sbw::Result<Self> {
        Ok(Self {})
    }
}

impl Item for Text {
    const TYPE: &'static str = "string";

    fn write(&self, block: &mut Block) -> sbw::Result<()> {
        block.string(&self.value)
    }

    fn read(reader: &mut BlockReader<'_>) -> sbw::Result<Self> {
        Ok(Self { value: reader.item()? })
    }
}

impl Item for Doubles {
    const TYPE: &'static str = "double[]";

    fn write(&self, block: &mut Block) -> sbw::Result<()> {
        block.array(&self.values)
    }

    fn read(reader: &mut BlockReader<'_>) -> sbw::Result<Self> {
        Ok(Self { values: reader.array()? })
    }
}

impl Item for Count {
    const TYPE: &'static str = "int";

    fn write(&self, block: &mut Block) -> sbw::Result<()> {
        block.integer(self.value);
        Ok(())
    }

    fn read(reader: &mut BlockReader<'_>) -> sbw::Result<Self> {
        Ok(Self { value: reader.integer()? })
    }
}

/// Values of a record.
const FIELDS: usize = 6;

impl Item for Dns {
    const TYPE: &'static str = "{}";

    fn write(&self, block: &mut Block) -> sbw::Result<()> {
        block.list(self.records.len())?;
        for record in &self.records {
            block.list(FIELDS)?;
            for text in [&record.key, &record.value, &record.first, &record.last] {
                block.string(text)?;
            }
            match &record.record_type {
                Some(text) => block.string(text)?,
                None => block.list(0)?,
            }
            match record.ttl {
                Some(ttl) => block.integer(ttl),
                None => block.list(0)?,
            }
        }
        Ok(())
    }

    fn read(reader: &mut BlockReader<'_>) -> sbw::Result<Self> {
        let count = reader.list()?;
        let mut records = Vec::new();
        for _ in 0..count {
            if reader.list()? != FIELDS {
                return Err(sbw::Error::Shape(format!("a record that is no list of {FIELDS}")));
            }
            records.push(DnsRecord {
                key: reader.item()?,
                value: reader.item()?,
                first: reader.item()?,
                last: reader.item()?,
                record_type: present(reader, BlockReader::item)?,
                ttl: present(reader, BlockReader::integer)?,
            });
        }
        Ok(Self { records })
    }
}

/// Reads a value, or the empty list that stands for none.
fn present<'a, T>(
    reader: &mut BlockReader<'a>,
    read: impl Fn(&mut BlockReader<'a>) -> sbw::Result<T>,
) -> sbw::Result<Option<T>> {
    if reader.peek()? != Some(ItemType::List) {
        return read(reader).map(Some);
    }
    match reader.list()? {
        0 => Ok(None),
        count => Err(sbw::Error::Shape(format!("a list of {count} where one value is read"))),
    }
}
