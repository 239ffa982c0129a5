//! The broker's own services: `BROKER`, whose methods libSBW calls by number, and the system service.

use std::fmt::Display;
use std::sync::Arc;

use super::ask::Want;
use super::engine::Engine;
use super::methods::{BROKER, METHODS, Method};
use super::registered::RegisteredService;
use super::registration::module_descriptor;
use super::registry::Registry;
use crate::block::{Block, BlockReader, Value};
use crate::message::{Request, SYSTEM_SERVICE, system};
use crate::{Exception, ExceptionCode, Text};

/// Module, service, display name, category, help; the last three empty where nothing is registered.
pub(super) fn service_descriptor(registry: Option<&Registry>, module: &Text, service: &Text) -> Vec<Value> {
    let entry = registry.and_then(|registry| registry.modules.get(module));
    let entry = entry.and_then(|entry| entry.services.iter().find(|entry| entry.name == *service));
    let none = Text::default();
    let rest = entry.map_or([&none; 3], |entry| [&entry.display_name, &entry.category, &entry.help]);
    [module, service].into_iter().chain(rest).map(|text| Value::String(text.bytes().to_vec())).collect()
}

/// The descriptor of the broker's own service, with the words of the original.
pub(super) fn broker_service() -> Vec<Value> {
    let help = "The BROKER service implements the services of the SBW Broker.";
    [BROKER, BROKER, BROKER, "/", help].map(Value::text).into()
}

/// A list of lists of method id and signature.
pub(super) fn method_ids<'a>(signatures: impl Iterator<Item = &'a [u8]>) -> Value {
    let pair = |(id, signature): (i32, &[u8])| Value::List(vec![Value::Integer(id), Value::String(signature.to_vec())]);
    Value::List((0..).zip(signatures).map(pair).collect())
}

fn signatures() -> impl Iterator<Item = &'static [u8]> {
    METHODS.iter().map(|(signature, _)| signature.as_bytes())
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

fn texts<T: AsRef<[u8]>>(texts: &[T]) -> Result<Done, Exception> {
    let mut block = Block::new();
    block.strings(texts.iter().map(AsRef::as_ref))?;
    Ok(Done::Now(block))
}

/// The original's words for what only the local user may do.
fn denied() -> Result<Done, Exception> {
    Err(Exception::application("insecure execution denied"))
}

fn no_module(name: impl Display) -> Exception {
    Exception::new(ExceptionCode::ModuleNotFound, format!("module {name} not found"))
}

/// The original answers a look-up of methods by names with code 0, whichever name is unknown.
pub(super) fn no_methods(module: &Text, service: &Text) -> Exception {
    Exception::application(format!("error retrieving method ids for {module} and {service}"))
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
            system::GET_SERVICES => texts(&[BROKER]),
            system::GET_METHODS => {
                broker_service(arguments.integer()?)?;
                texts(&METHODS.map(|(signature, _)| signature))
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
        use Method as M;
        // As the original answers what it does not know.
        let Some(method) = Method::of(method) else { return Ok(Done::Now(Block::new())) };
        match method {
            M::GetVersion => one(Value::text(format!(
                "{} (Rust,{} running on port: {})",
                env!("CARGO_PKG_VERSION"),
                std::env::consts::OS,
                self.address.port()
            ))),
            M::GetModuleInstance => {
                let name = arguments.item::<Text>()?;
                match self.instance(request, &name)? {
                    Some(id) => one(Value::Integer(id)),
                    None => Ok(Done::Later),
                }
            }
            M::GetModuleDescriptors => {
                let (_, running) = (arguments.boolean()?, arguments.boolean()?);
                let describe = |name| module_descriptor(self.registry.as_ref(), name);
                descriptors(&self.all_names(running).iter().map(describe).collect::<Vec<_>>())
            }
            M::GetModuleDescriptorByName => {
                let (name, running) = (arguments.item::<Text>()?, arguments.boolean()?);
                if !self.all_names(running).contains(&name) {
                    return Err(no_module(&name));
                }
                one(Value::List(module_descriptor(self.registry.as_ref(), &name)))
            }
            M::GetModuleDescriptorById => {
                let id = arguments.integer()?;
                let name = self.name_of(id).ok_or_else(|| no_module(id))?;
                one(Value::List(module_descriptor(self.registry.as_ref(), &name)))
            }
            M::FindServices | M::FindLocalServices => {
                // Whether it is recursive makes no difference with the original either: a prefix is all that is compared.
                let (category, _) = (arguments.item()?, arguments.boolean()?);
                descriptors(&self.services_of(&category))
            }
            M::GetServiceCategories => {
                let parent = arguments.item()?;
                texts(&self.registry.as_ref().map_or(Vec::new(), |registry| registry.categories(&parent)))
            }
            M::RegisterModule | M::ChangeModuleName | M::RegisterService | M::UnregisterModule
                if self.registry.is_some() =>
            {
                self.register(method, arguments).map(Done::Now)
            }
            M::RegisterModule
            | M::ChangeModuleName
            | M::RegisterService
            | M::UnregisterModule
            | M::LinkBroker
            | M::ReadFromFile => denied(),
            M::GetExistingModuleInstanceIds => {
                let mut ids = vec![-1];
                ids.extend(self.running().into_iter().map(|(id, _)| id));
                let mut block = Block::new();
                block.array(&ids)?;
                Ok(Done::Now(block))
            }
            M::GetServiceDescriptorByName => {
                let (id, service) = (arguments.integer()?, arguments.item()?);
                self.describe(request, id, Want::ServiceNamed(service))
            }
            M::GetServiceDescriptorById => {
                let (id, service) = (arguments.integer()?, arguments.integer()?);
                self.describe(request, id, Want::Service(service))
            }
            M::GetServiceDescriptorsByName => {
                let name = arguments.item::<Text>()?;
                if name == BROKER {
                    return self.describe(request, -1, Want::Services);
                }
                self.registered_services(&name)
            }
            M::GetServiceDescriptorsById => {
                let id = arguments.integer()?;
                self.describe(request, id, Want::Services)
            }
            M::ShutdownBroker if !self.options.allow_broker_shutdown => denied(),
            M::ShutdownBroker => {
                self.request_stop();
                Ok(Done::Now(Block::new()))
            }
            M::GetListOfModules => {
                let entry = |(id, name): (i32, Text)| {
                    Value::List(vec![Value::Integer(id), Value::String(name.bytes().to_vec())])
                };
                let all = [(-1, BROKER.into())].into_iter().chain(self.running());
                one(Value::List(all.map(entry).collect()))
            }
            M::GetMethodIdsById => {
                let (id, service) = (arguments.integer()?, arguments.integer()?);
                self.describe(request, id, Want::Methods(service))
            }
            M::GetMethodIdsByName => {
                let (name, service) = (arguments.item()?, arguments.item()?);
                let id = self.module_named(&name).ok_or_else(|| no_methods(&name, &service))?;
                self.describe(request, id, Want::MethodsOf(service))
            }
        }
    }

    /// The services that a module has registered, whether it runs or not.
    fn registered_services(&self, name: &Text) -> Result<Done, Exception> {
        let registered = self.registry.as_ref().and_then(|registry| registry.modules.get(name));
        let services = &registered.ok_or_else(|| no_module(name))?.services;
        let describe =
            |service: &Arc<RegisteredService>| service_descriptor(self.registry.as_ref(), name, &service.name);
        descriptors(&services.iter().map(describe).collect::<Vec<_>>())
    }

    /// Describes a module's services or methods: the broker's own at once, another's after asking it.
    fn describe(&mut self, request: &Request<'_>, id: i32, want: Want) -> Result<Done, Exception> {
        if id != -1 {
            return self.ask(request, id, want).map(|()| Done::Later);
        }
        let unknown = || Exception::new(ExceptionCode::ServiceNotFound, "unknown service");
        let own = broker_service();
        match want {
            Want::Services => descriptors(&[own]),
            Want::Service(0) => one(Value::List(own)),
            Want::ServiceNamed(name) if name == BROKER => one(Value::List(own)),
            Want::Methods(0) => one(method_ids(signatures())),
            Want::MethodsOf(name) if name == BROKER => one(method_ids(signatures())),
            Want::MethodsOf(name) => Err(no_methods(&BROKER.into(), &name)),
            _ => Err(unknown()),
        }
    }

    /// The module of this name that has run longest.
    pub(super) fn module_named(&self, name: &Text) -> Option<i32> {
        if *name == BROKER {
            return Some(-1);
        }
        self.names.get(name).and_then(|ids| ids.first().copied())
    }

    pub(super) fn name_of(&self, id: i32) -> Option<Text> {
        if id == -1 {
            return Some(BROKER.into());
        }
        self.connections.get(&id).and_then(|connection| connection.name.clone())
    }

    /// All modules that have said their key, in the order in which they came.
    fn running(&self) -> Vec<(i32, Text)> {
        let named = self.connections.iter().filter(|(_, connection)| connection.name.is_some());
        let mut ids: Vec<i32> = named.map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.into_iter().filter_map(|id| self.name_of(id).map(|name| (id, name))).collect()
    }
}
