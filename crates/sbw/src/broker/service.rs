//! The broker's own services: `BROKER`, whose 23 methods libSBW calls by number, and the system service.

use super::ask::Want;
use super::engine::Engine;
use super::registration::module_descriptor;
use super::registry::{RegisteredService, Registry};
use crate::block::{Block, BlockReader, Value};
use crate::message::{Request, SYSTEM_SERVICE, system};
use crate::{Exception, ExceptionCode};

/// The broker's name as module and service.
pub(super) const BROKER: &str = "BROKER";

/// Signature, to the letter as the original reports it, and help of each method of the service `BROKER`. The place is
/// the method's id.
pub const METHODS: [(&str, &str); 23] = [
    ("string getVersion()", "The broker's version, for people."),
    ("int getModuleInstance(string)", "The id of a running module with this name; -1 for BROKER."),
    ("{}[] getModuleDescriptors(boolean, boolean)", "Describes all modules (local only, running ones too)."),
    ("{} getModuleDescriptor(string, boolean)", "Describes a module by name (running ones too)."),
    ("{} getModuleDescriptor(int)", "Describes a running module."),
    ("{}[] findServices(string, boolean)", "Services of a category (and those below it)."),
    ("string[] getServiceCategories(string)", "The categories directly below one."),
    ("int linkBroker(string)", "Refused: this broker has no links to others."),
    ("int[] getExistingModuleInstanceIds()", "The ids of all running modules, and -1."),
    ("{} getServiceDescriptor(int, string)", "Describes a service of a module by name."),
    ("{} getServiceDescriptor(int, int)", "Describes a service of a module by id."),
    ("{}[] getServiceDescriptors(string)", "Describes the services of a registered module."),
    ("{}[] getServiceDescriptors(int)", "Describes the services of a running module."),
    (
        "void registerModule(string, string, int, string, string)",
        "Registers a module: name, display name, management type, command line, help.",
    ),
    ("void changeModuleName(int, string)", "Copies a running module's registration to a new name."),
    (
        "void registerService(string, string, string, string, string)",
        "Registers a service: module, name, display name, category, help.",
    ),
    ("void unregisterModule(string)", "Forgets a module."),
    ("void shutdownBroker()", "Ends the broker, where it was started so that modules may."),
    ("{} getListOfModules()", "Id and name of every running module."),
    ("{} getMethodIds(int,int)", "Id and signature of every method (module id, service id)."),
    ("{} getMethodIds(string,string)", "Id and signature of every method (module name, service name)."),
    ("string readFromFile(string)", "Refused: this broker reads no files for others."),
    ("{}[] findLocalServices(string, boolean)", "As findServices."),
];

/// Module, service, display name, category, help; the last three empty where nothing is registered.
pub(super) fn service_descriptor(registry: Option<&Registry>, module: &str, service: &str) -> Vec<Value> {
    let entry = registry.and_then(|registry| registry.modules.get(module));
    let entry = entry.and_then(|entry| entry.services.iter().find(|entry| entry.name == service));
    let rest = entry.map_or(["", "", ""], |entry| [&*entry.display_name, &*entry.category, &*entry.help]);
    [module, service].into_iter().chain(rest).map(Value::text).collect()
}

/// A list of lists of method id and signature.
pub(super) fn method_ids<'a>(signatures: impl Iterator<Item = &'a str>) -> Value {
    let pair = |(id, signature)| Value::List(vec![Value::Integer(id), Value::text(signature)]);
    Value::List((0..).zip(signatures).map(pair).collect())
}

fn signatures() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|(signature, _)| *signature)
}

/// How a method of the broker ends.
enum Done {
    Now(Block),
    /// A module has been asked; the answer comes when it has answered.
    Later,
}

fn one(value: Value) -> Result<Done, Exception> {
    let mut block = Block::new();
    block.value(&value)?;
    Ok(Done::Now(block))
}

fn descriptors(all: &[Vec<Value>]) -> Result<Done, Exception> {
    let mut block = Block::new();
    block.array(all)?;
    Ok(Done::Now(block))
}

fn texts<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Done, Exception> {
    let mut block = Block::new();
    block.texts(&texts.collect::<Vec<_>>())?;
    Ok(Done::Now(block))
}

/// The original's words for what only the local user may do.
fn denied() -> Result<Done, Exception> {
    Err(Exception::application("insecure execution denied"))
}

fn no_module(name: &str) -> Exception {
    Exception::new(ExceptionCode::ModuleNotFound, format!("module {name} not found"))
}

impl Engine {
    /// A call or send to the broker itself.
    pub(super) fn broker_called(&mut self, request: &Request<'_>) {
        let mut arguments = BlockReader::new(request.items);
        let (service, method) = (request.method.service, request.method.method);
        let done = match service {
            0 => self.broker_method(request, method, &mut arguments),
            SYSTEM_SERVICE => self.system_method(method, &mut arguments),
            other => Err(Exception::application(format!("Unknown service id {other}"))),
        };
        match done {
            Ok(Done::Now(block)) => self.answer(request, Ok(block)),
            Ok(Done::Later) => {}
            Err(exception) => self.answer(request, Err(exception)),
        }
    }

    fn system_method(&self, method: i32, arguments: &mut BlockReader<'_>) -> Result<Done, Exception> {
        let broker_service = |id: i32| match id {
            0 => Ok(()),
            other => Err(Exception::application(format!("Unknown service id {other}"))),
        };
        match method {
            system::GET_SERVICES => texts([BROKER].into_iter()),
            system::GET_METHODS => {
                broker_service(arguments.integer()?)?;
                texts(signatures())
            }
            system::METHOD_HELP => {
                broker_service(arguments.integer()?)?;
                let id = arguments.integer()?;
                let help = usize::try_from(id).ok().and_then(|id| METHODS.get(id)).map_or("", |(_, help)| help);
                one(Value::text(help))
            }
            // As the original: it says yes and goes on.
            system::SHUTDOWN => one(Value::Integer(0)),
            other => Err(Exception::application(format!("receive failed: the broker has no system method {other}"))),
        }
    }

    fn broker_method(
        &mut self,
        request: &Request<'_>,
        method: i32,
        arguments: &mut BlockReader<'_>,
    ) -> Result<Done, Exception> {
        match method {
            0 => one(Value::text(format!(
                "{} (Rust,{} running on port: {})",
                env!("CARGO_PKG_VERSION"),
                std::env::consts::OS,
                self.address.port()
            ))),
            1 => {
                let name = arguments.item::<String>()?;
                match self.instance(request, &name)? {
                    Some(id) => one(Value::Integer(id)),
                    None => Ok(Done::Later),
                }
            }
            2 => {
                let (_, running) = (arguments.boolean()?, arguments.boolean()?);
                let describe = |name| module_descriptor(self.registry.as_ref(), name);
                descriptors(&self.all_names(running).into_iter().map(describe).collect::<Vec<_>>())
            }
            3 => {
                let (name, running) = (arguments.item::<String>()?, arguments.boolean()?);
                if !self.all_names(running).contains(&&*name) {
                    return Err(no_module(&name));
                }
                one(Value::List(module_descriptor(self.registry.as_ref(), &name)))
            }
            4 => {
                let id = arguments.integer()?;
                let name = self.name_of(id).ok_or_else(|| no_module(&id.to_string()))?;
                one(Value::List(module_descriptor(self.registry.as_ref(), name)))
            }
            5 | 22 => {
                let (category, recursive) = (arguments.item::<String>()?, arguments.boolean()?);
                descriptors(&self.services_of(&category, recursive))
            }
            6 => {
                let parent = arguments.item::<String>()?;
                texts(self.registry.iter().flat_map(|registry| registry.categories(&parent)))
            }
            13..=16 if self.registry.is_some() => self.register(method, arguments).map(Done::Now),
            7 | 13..=16 | 21 => denied(),
            8 => {
                let mut ids = vec![-1];
                ids.extend(self.running().into_iter().map(|(id, _)| id));
                let mut block = Block::new();
                block.array(&ids)?;
                Ok(Done::Now(block))
            }
            9 => {
                let (id, service) = (arguments.integer()?, arguments.item::<String>()?);
                self.describe(request, id, Want::ServiceNamed(service))
            }
            10 => {
                let (id, service) = (arguments.integer()?, arguments.integer()?);
                self.describe(request, id, Want::Service(service))
            }
            11 => {
                let name = arguments.item::<String>()?;
                if name == BROKER {
                    return self.describe(request, -1, Want::Services);
                }
                let registered = self.registry.as_ref().and_then(|registry| registry.modules.get(&name));
                let services = &registered.ok_or_else(|| no_module(&name))?.services;
                let describe =
                    |service: &RegisteredService| service_descriptor(self.registry.as_ref(), &name, &service.name);
                descriptors(&services.iter().map(describe).collect::<Vec<_>>())
            }
            12 => {
                let id = arguments.integer()?;
                self.describe(request, id, Want::Services)
            }
            17 if !self.options.allow_broker_shutdown => denied(),
            17 => {
                self.request_stop();
                Ok(Done::Now(Block::new()))
            }
            18 => {
                let entry = |(id, name): (i32, &str)| Value::List(vec![Value::Integer(id), Value::text(name)]);
                let all = [(-1, BROKER)].into_iter().chain(self.running());
                one(Value::List(all.map(entry).collect()))
            }
            19 => {
                let (id, service) = (arguments.integer()?, arguments.integer()?);
                self.describe(request, id, Want::Methods(service))
            }
            20 => {
                let (name, service) = (arguments.item::<String>()?, arguments.item::<String>()?);
                let id = self.module_named(&name).ok_or_else(|| no_module(&name))?;
                self.describe(request, id, Want::MethodsOf(service))
            }
            // As the original answers what it does not know.
            _ => Ok(Done::Now(Block::new())),
        }
    }

    /// Describes a module's services or methods: the broker's own at once, another's after asking it.
    fn describe(&mut self, request: &Request<'_>, id: i32, want: Want) -> Result<Done, Exception> {
        if id != -1 {
            return self.ask(request, id, want).map(|()| Done::Later);
        }
        let unknown = || Exception::new(ExceptionCode::ServiceNotFound, "unknown service");
        let own = service_descriptor(None, BROKER, BROKER);
        match want {
            Want::Services => descriptors(&[own]),
            Want::Service(0) => one(Value::List(own)),
            Want::ServiceNamed(name) if name == BROKER => one(Value::List(own)),
            Want::Methods(0) => one(method_ids(signatures())),
            Want::MethodsOf(name) if name == BROKER => one(method_ids(signatures())),
            _ => Err(unknown()),
        }
    }

    /// The module of this name that has run longest.
    pub(super) fn module_named(&self, name: &str) -> Option<i32> {
        if name == BROKER {
            return Some(-1);
        }
        self.names.get(name).and_then(|ids| ids.first().copied())
    }

    pub(super) fn name_of(&self, id: i32) -> Option<&str> {
        if id == -1 {
            return Some(BROKER);
        }
        self.connections.get(&id).and_then(|connection| connection.name.as_deref())
    }

    /// All modules that have said their key, in the order in which they came.
    fn running(&self) -> Vec<(i32, &str)> {
        let named = self.connections.iter().filter(|(_, connection)| connection.name.is_some());
        let mut ids: Vec<i32> = named.map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.into_iter().filter_map(|id| self.name_of(id).map(|name| (id, name))).collect()
    }
}
