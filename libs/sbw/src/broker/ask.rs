//! What the broker asks modules on behalf of others: which services and methods they have. It never waits for the
//! answer; what is still to do is kept until the answer comes, the module goes, or the time is up.

use std::borrow::Cow;
use std::time::Instant;

use super::engine::Engine;
use super::service::{method_ids, no_methods, service_descriptor};
use crate::block::{Block, Value};
use crate::message::{Frame, Message, MethodId, ModuleId, Request, SYSTEM_SERVICE, system};
use crate::{Exception, ExceptionCode, Text};

/// A question to a module.
pub(super) struct Ask {
    /// Who wants to know, with the number of its call.
    requester: ModuleId,
    message_id: i32,
    pub(super) module: i32,
    want: Want,
}

/// What the answer is for.
pub(super) enum Want {
    /// Descriptors of all services.
    Services,
    /// The descriptor of one service, by its place.
    Service(i32),
    /// The descriptor of one service, by its name.
    ServiceNamed(Text),
    /// Ids and signatures of the methods of a service.
    Methods(i32),
    /// The same by the service's name: its place is asked first.
    MethodsOf(Text),
}

impl Engine {
    /// Asks a module; the requester is answered later.
    pub(super) fn ask(&mut self, request: &Request<'_>, module: i32, want: Want) -> Result<(), Exception> {
        if self.connections.get(&module).is_none_or(|connection| connection.name.is_none()) {
            let message = format!("Module instance id {module} does not exist");
            return Err(Exception::new(ExceptionCode::ModuleNotFound, message));
        }
        if self.asks.values().filter(|ask| ask.requester == request.source).count() >= 64 {
            return Err(Exception::new(ExceptionCode::Communication, "too many questions at once"));
        }
        if request.is_call {
            self.send_ask(Ask { requester: request.source, message_id: request.message_id, module, want });
        }
        Ok(())
    }

    fn send_ask(&mut self, ask: Ask) {
        let id = self.next_ask;
        self.next_ask = id.checked_add(1).unwrap_or(0);
        let mut arguments = Block::new();
        let method = match &ask.want {
            Want::Methods(service) => {
                arguments.integer(*service);
                system::GET_METHODS
            }
            _ => system::GET_SERVICES,
        };
        let module = ask.module;
        let method = MethodId::new(ModuleId(module), SYSTEM_SERVICE, method);
        self.asks.insert(id, ask);
        self.ask_deadlines.push_back((Instant::now() + self.options.ask_wait, id));
        if let Ok(frame) = Frame::call(method, ModuleId::BROKER, id, arguments) {
            self.enqueue(module, Cow::Borrowed(frame.bytes()));
        }
    }

    /// A module answered the broker. Answers to nothing, and from others than the one asked, are ignored.
    pub(super) fn broker_answered(&mut self, from: i32, id: i32, message: &[u8]) {
        if self.asks.get(&id).is_none_or(|ask| ask.module != from) {
            return;
        }
        let Some(ask) = self.asks.remove(&id) else { return };
        let result = match Message::parse(message) {
            Ok(Message::Reply { items, .. }) => self.ask_result(&ask, items).map_err(Exception::from),
            Ok(Message::Exception { exception, .. }) => Err(exception),
            Ok(Message::Request(_)) => return,
            Err(error) => Err(error.into()),
        };
        match result {
            Ok(Step::Done(block)) => self.finish(&ask, Ok(block)),
            Ok(Step::Methods(service)) => self.send_ask(Ask { want: Want::Methods(service), ..ask }),
            Err(exception) => self.finish(&ask, Err(exception)),
        }
    }

    fn ask_result(&self, ask: &Ask, items: &[u8]) -> crate::Result<Step> {
        let texts = crate::block::BlockReader::new(items).array::<Text>()?;
        let name = self.name_of(ask.module).unwrap_or_default();
        let not_found = || Exception::new(ExceptionCode::ServiceNotFound, "unknown service");
        let place = |wanted: &Text| texts.iter().position(|text| text == wanted).ok_or_else(not_found);
        let descriptor = |service: &Text| service_descriptor(self.registry.as_ref(), &name, service);
        let mut block = Block::new();
        match &ask.want {
            Want::Services => block.array(&texts.iter().map(descriptor).collect::<Vec<_>>())?,
            Want::Service(id) => {
                let service = usize::try_from(*id).ok().and_then(|id| texts.get(id)).ok_or_else(not_found)?;
                block.value(&Value::List(descriptor(service)))?;
            }
            Want::ServiceNamed(wanted) => block.value(&Value::List(descriptor(&texts[place(wanted)?])))?,
            Want::Methods(_) => block.value(&method_ids(texts.iter().map(Text::bytes)))?,
            Want::MethodsOf(wanted) => {
                let place = place(wanted).map_err(|_| no_methods(&name, wanted))?;
                return Ok(Step::Methods(place as i32));
            }
        }
        Ok(Step::Done(block))
    }

    /// Fails everything that a module was asked.
    pub(super) fn module_gone(&mut self, module: ModuleId) {
        let mine = self.asks.iter().filter(|(_, ask)| ask.module == module.0 || ask.requester == module);
        for id in mine.map(|(id, _)| *id).collect::<Vec<_>>() {
            self.ask_failed(id, "the module disconnected");
        }
    }

    pub(super) fn ask_failed(&mut self, id: i32, why: &str) {
        if let Some(ask) = self.asks.remove(&id) {
            self.finish(&ask, Err(Exception::new(ExceptionCode::Communication, why)));
        }
    }

    fn finish(&mut self, ask: &Ask, result: Result<Block, Exception>) {
        let request = Request {
            is_call: true,
            method: MethodId::new(ModuleId::BROKER, 0, 0),
            source: ask.requester,
            message_id: ask.message_id,
            items: &[],
        };
        self.answer(&request, result);
    }
}

/// What an answer leads to.
enum Step {
    Done(Block),
    /// Ask for the methods of this service next.
    Methods(i32),
}
