//! The methods of `BROKER` that read and change the registry, and the starting of modules that it names.

use std::process::{Child, Command, Stdio};
use std::time::Instant;

use super::engine::Engine;
use super::registry::{Registered, RegisteredService, Registry};
use super::service::{BROKER, service_descriptor};
use crate::block::{Block, BlockReader, Value};
use crate::message::{MethodId, ModuleId, Request, system};
use crate::{Exception, ExceptionCode};

/// A module that is being started, and who waits for it.
pub(super) struct Start {
    name: String,
    requester: ModuleId,
    message_id: i32,
    child: Child,
    deadline: Instant,
}

fn failed(name: &str, why: &str) -> Exception {
    Exception {
        code: ExceptionCode::ModuleStart,
        message: format!("{name} couldn't be started"),
        detail: why.to_owned(),
    }
}

/// Name, display name, management type, command line, help; empty where nothing is registered.
pub(super) fn module_descriptor(registry: Option<&Registry>, name: &str) -> Vec<Value> {
    let none = Registered { unique: true, ..Registered::default() };
    let module = registry.and_then(|registry| registry.modules.get(name)).unwrap_or(&none);
    vec![
        Value::text(name),
        Value::text(&*module.display_name),
        Value::Integer(i32::from(!module.unique)),
        Value::text(&*module.command),
        Value::text(&*module.help),
    ]
}

impl Engine {
    /// Methods 13 to 16; the caller has made sure that there is a registry.
    pub(super) fn register(&mut self, method: i32, arguments: &mut BlockReader<'_>) -> Result<Block, Exception> {
        let mut text = || arguments.item::<String>();
        match method {
            13 => {
                let (name, display_name) = (text()?, text()?);
                let kind = arguments.integer()?;
                let (command, help) = (arguments.item()?, arguments.item()?);
                let module = Registered { display_name, unique: true, command, help, services: Vec::new() };
                self.registry()?.register_module(name, module, kind)?;
            }
            14 => {
                let (id, new) = (arguments.integer()?, arguments.item::<String>()?);
                let old = self.name_of(id).unwrap_or_default().to_owned();
                self.registry()?.rename(&old, new)?;
            }
            15 => {
                let module = text()?;
                let service =
                    RegisteredService { name: text()?, display_name: text()?, category: text()?, help: text()? };
                self.registry()?.register_service(&module, service)?;
            }
            _ => self.registry()?.unregister(&text()?)?,
        }
        // The module that asked gets the notice too, before its own reply.
        self.announce(None, system::REGISTRATION_CHANGE, Block::new());
        Ok(Block::new())
    }

    fn registry(&mut self) -> Result<&mut Registry, Exception> {
        self.registry.as_mut().ok_or_else(|| Exception::application("insecure execution denied"))
    }

    /// Descriptors of the services of a category.
    pub(super) fn services_of(&self, category: &str, recursive: bool) -> Vec<Vec<Value>> {
        let all = self.registry.iter().flat_map(|registry| registry.find(category, recursive));
        all.map(|(module, service)| service_descriptor(self.registry.as_ref(), module, &service.name)).collect()
    }

    /// Names of all modules: those registered, and those running if they are wanted.
    pub(super) fn all_names(&self, running: bool) -> Vec<&str> {
        let registered = self.registry.iter().flat_map(|registry| registry.modules.keys());
        let running = self.names.keys().filter(|_| running);
        let mut names: Vec<&str> = registered.chain(running).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.insert(0, BROKER);
        names
    }

    /// Method 1: the id of a module, `None` if it is being started and the requester will hear of it.
    pub(super) fn instance(&mut self, request: &Request<'_>, name: &str) -> Result<Option<i32>, Exception> {
        let running = self.module_named(name);
        let registered = self.registry.as_ref().and_then(|registry| registry.modules.get(name));
        match (running, registered) {
            (Some(id), None) => Ok(Some(id)),
            (Some(id), Some(module)) if module.unique || !self.options.start_on_demand => Ok(Some(id)),
            (_, Some(module)) => {
                let command = module.command.clone();
                self.start(request, name, &command).map(|()| None)
            }
            (None, None) => Err(Exception::new(ExceptionCode::ModuleNotFound, format!("module {name} not found"))),
        }
    }

    /// Runs the registered command, without a shell.
    fn start(&mut self, request: &Request<'_>, name: &str, command: &str) -> Result<(), Exception> {
        if !self.options.start_on_demand {
            return Err(failed(name, "this broker starts no modules"));
        }
        if self.starts.len() >= MAX_STARTS {
            return Err(failed(name, "too many modules are being started"));
        }
        let words = words(command).ok_or_else(|| failed(name, "the command line has an open quotation mark"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| failed(name, "the command line is empty"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| failed(name, &format!("{program}: {error}")))?;
        self.starts.push(Start {
            name: name.to_owned(),
            requester: request.source,
            message_id: if request.is_call { request.message_id } else { crate::message::SEND_ID },
            child,
            deadline: Instant::now() + self.options.start_wait,
        });
        Ok(())
    }

    /// A module has connected: whoever waits for one of this name gets its id, the one who waits longest first.
    pub(super) fn started(&mut self, id: i32, name: &str) {
        let Some(at) = self.starts.iter().position(|start| start.name == name) else { return };
        let start = self.starts.remove(at);
        let mut block = Block::new();
        block.integer(id);
        self.finish_start(start, Ok(block));
    }

    /// Fails the starts whose time is up or whose program has ended, and reaps programs that have.
    pub(super) fn check_starts(&mut self, now: Instant) {
        self.children.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        let late = |start: &mut Start| match start.child.try_wait() {
            Ok(Some(status)) => Some(format!("the program ended: {status}")),
            _ if start.deadline <= now => Some("it did not connect in time".to_owned()),
            _ => None,
        };
        let mut at = 0;
        while at < self.starts.len() {
            match late(&mut self.starts[at]) {
                None => at += 1,
                Some(why) => {
                    let start = self.starts.remove(at);
                    let failure = failed(&start.name, &why);
                    self.finish_start(start, Err(failure));
                }
            }
        }
    }

    fn finish_start(&mut self, start: Start, result: Result<Block, Exception>) {
        self.children.push(start.child);
        let request = Request {
            is_call: start.message_id != crate::message::SEND_ID,
            method: MethodId::new(ModuleId::BROKER, 0, 1),
            source: start.requester,
            message_id: start.message_id,
            items: &[],
        };
        self.answer(&request, result);
    }
}

/// The most modules that may be on their way at a time.
const MAX_STARTS: usize = 16;

/// A command line's words: parted by spaces, except between double quotation marks.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), false, false);
    for letter in command.chars() {
        match letter {
            '"' => (quoted, begun) = (!quoted, true),
            ' ' | '\t' if !quoted => {
                if std::mem::take(&mut begun) {
                    words.push(std::mem::take(&mut word));
                }
            }
            other => {
                word.push(other);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    (!quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn command_lines_are_words_and_nothing_more() {
        assert_eq!(words(r#" a "b c" "" d;e $(f) "#).unwrap(), ["a", "b c", "", "d;e", "$(f)"]);
        assert_eq!(words("").unwrap(), [""; 0]);
        assert_eq!(words("\"a"), None);
    }
}
