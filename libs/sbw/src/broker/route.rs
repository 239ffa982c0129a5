//! Where a message goes, and which messages go nowhere.

use std::borrow::Cow;

use super::engine::Engine;
use crate::block::Block;
use crate::message::{Frame, Kind, Message, MethodId, ModuleId, Request, SYSTEM_SERVICE, head, system};
use crate::{Exception, ExceptionCode, Text};

impl Engine {
    /// Deals with one whole message from module `from`. Its body is looked at only if it is for the broker.
    pub(super) fn route(&mut self, from: i32, message: Cow<'_, [u8]>) {
        let to = match head(&message) {
            (Kind::Call | Kind::Send, ..) => match Message::parse(&message) {
                Ok(Message::Request(request)) => {
                    self.request(from, &request, message.len()).unwrap_or_else(|refusal| {
                        self.answer(&Request { source: ModuleId(from), ..request }, Err(refusal));
                        None
                    })
                }
                _ => None,
            },
            (_, destination, message_id) => self.answered(from, destination, message_id, &message),
        };
        if let Some(to) = to {
            self.enqueue(to, message);
        }
    }

    /// Whom to forward a call or send to; `None` if the broker has dealt with it.
    fn request(&mut self, from: i32, request: &Request<'_>, bytes: usize) -> Result<Option<i32>, Exception> {
        let refuse = |why: String| Err(Exception::new(ExceptionCode::Communication, why));
        if request.source.0 != from {
            return refuse(format!("source id {} is not that of this connection, {from}", request.source));
        }
        let to = request.method.module;
        if to == ModuleId::BROKER {
            self.broker_called(request);
            return Ok(None);
        }
        if request.method.service == SYSTEM_SERVICE {
            match request.method.method {
                system::MODULE_SHUTDOWN | system::MODULE_STARTUP | system::REGISTRATION_CHANGE => {
                    return refuse("notices come from the broker alone".to_owned());
                }
                system::SHUTDOWN if !self.options.allow_module_shutdown => {
                    return refuse("this broker lets no module shut another down".to_owned());
                }
                _ => {}
            }
        }
        let Some(callee) = self.connections.get_mut(&to.0).filter(|connection| connection.name.is_some()) else {
            return refuse(format!("Module instance id {to} does not exist"));
        };
        let waiting = callee.queue().bytes();
        if waiting > 0 && waiting + bytes > self.options.max_queue {
            return refuse(format!("{waiting} bytes wait for module {to} already"));
        }
        if request.is_call {
            let max = self.options.max_open_calls;
            let Some(caller) = self.connections.get_mut(&from) else { return Ok(None) };
            if caller.open_calls.len() >= max {
                return refuse(format!("this module has {max} calls open already"));
            }
            caller.open_calls.insert(request.message_id, to.0);
        }
        Ok(Some(to.0))
    }

    /// A reply or exception passes only if it is the module's answer to a call that the broker saw.
    pub(super) fn answered(&mut self, from: i32, to: ModuleId, message_id: i32, message: &[u8]) -> Option<i32> {
        if to == ModuleId::BROKER {
            self.broker_answered(from, message_id, message);
            return None;
        }
        let caller = self.connections.get_mut(&to.0)?;
        if caller.open_calls.get(&message_id) != Some(&from) {
            return None;
        }
        caller.open_calls.remove(&message_id);
        Some(to.0)
    }

    /// The broker's own answer, if the request gets one.
    pub(super) fn answer(&mut self, request: &Request<'_>, result: Result<Block, Exception>) {
        if let Some(frame) = Frame::answer(request, result) {
            self.enqueue(request.source.0, Cow::Borrowed(frame.bytes()));
        }
    }

    pub(super) fn announce_startup(&mut self, id: i32, name: &Text) {
        let mut block = Block::new();
        block.integer(id);
        // A name is far shorter than a string may be.
        if block.string(name).is_ok() {
            self.announce(Some(id), system::MODULE_STARTUP, block);
        }
    }

    pub(super) fn announce_shutdown(&mut self, id: i32) {
        let mut block = Block::new();
        block.integer(id);
        self.announce(Some(id), system::MODULE_SHUTDOWN, block);
    }

    /// Sends a notice to all modules but one.
    pub(super) fn announce(&mut self, except: Option<i32>, method: i32, block: Block) {
        let all = self.connections.iter().filter(|(id, connection)| Some(**id) != except && connection.name.is_some());
        let all: Vec<i32> = all.map(|(id, _)| *id).collect();
        let method = MethodId::new(ModuleId::BROKER, SYSTEM_SERVICE, method);
        let Ok(frame) = Frame::send(method, ModuleId::BROKER, block) else { return };
        let mut bytes = frame.bytes().to_vec();
        for id in all {
            // The destination is all that differs.
            bytes[4..8].copy_from_slice(&id.to_le_bytes());
            self.enqueue(id, Cow::Borrowed(&bytes));
        }
    }

    /// Puts bytes in a connection's queue; they are written before the loop waits again. What comes here without having
    /// been held against the limit is what the module asked for itself, and notices: if it does not read them, it gets
    /// twice the room, then it goes.
    pub(super) fn enqueue(&mut self, id: i32, bytes: Cow<'_, [u8]>) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let waiting = connection.queue().bytes();
        if waiting == 0 {
            self.unwritten.push(id);
        } else if waiting + bytes.len() > 2 * self.options.max_queue {
            self.doomed.push(id);
            return;
        }
        connection.queue().push(bytes);
        self.count(id);
    }
}
