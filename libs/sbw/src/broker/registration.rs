//! The methods of `BROKER` that read and change the registry, and the starting of modules that it names.

use std::process::{Child, Command, Stdio};
use std::time::Instant;

use super::engine::Engine;
use super::methods::{BROKER, Method};
use super::registered::{Registered, RegisteredService};
use super::registry::{Registry, normalised};
use super::service::{broker_service, service_descriptor};
use crate::block::{Block, BlockReader, Value};
use crate::message::{MethodId, ModuleId, Request, SEND_ID, system};
use crate::{Exception, ExceptionCode, Text};

/// A module that is being started, and who waits for it: module and message id.
pub(super) struct Start {
    name: Text,
    requesters: Vec<(ModuleId, i32)>,
    child: Child,
    deadline: Instant,
}

fn failed(name: &Text, why: &str) -> Exception {
    Exception {
        code: ExceptionCode::ModuleStart,
        message: format!("{name} couldn't be started"),
        detail: why.to_owned(),
    }
}

/// What is known of a module: the broker itself, or one that is registered.
fn registered(registry: Option<&Registry>, name: &Text) -> Option<Registered> {
    if *name == BROKER {
        let (display_name, help) = ("SBW Broker".into(), "The SBW Broker manages all modules.".into());
        return Some(Registered { display_name, unique: true, help, ..Registered::default() });
    }
    registry.and_then(|registry| registry.modules.get(name)).map(|module| Registered::clone(module))
}

/// Name, display name, management type, command line, help; empty where nothing is registered.
pub(super) fn module_descriptor(registry: Option<&Registry>, name: &Text) -> Vec<Value> {
    let none = || Registered { unique: true, ..Registered::default() };
    let module = registered(registry, name).unwrap_or_else(none);
    let [name, display_name, command, help] =
        [name, &module.display_name, &module.command, &module.help].map(|text| Value::String(text.bytes().to_vec()));
    vec![name, display_name, Value::Integer(i32::from(!module.unique)), command, help]
}

impl Engine {
    /// The methods that change the registry; the caller has made sure that there is a registry.
    pub(super) fn register(&mut self, method: Method, arguments: &mut BlockReader<'_>) -> Result<Block, Exception> {
        let mut text = || arguments.item::<Text>();
        match method {
            Method::RegisterModule => {
                let (name, display_name) = (text()?, text()?);
                let kind = arguments.integer()?;
                let (command, help) = (arguments.item()?, arguments.item()?);
                let module = Registered { display_name, unique: true, command, help, services: Vec::new() };
                self.registry()?.register_module(name, module, kind)?;
            }
            Method::ChangeModuleName => {
                let (id, new) = (arguments.integer()?, arguments.item()?);
                let unknown =
                    || Exception::new(ExceptionCode::ModuleNotFound, format!("Unknown module identifier {id}"));
                let old = self.name_of(id).ok_or_else(unknown)?;
                // A module that was not registered is self-managed from now on, as with the original.
                let old = registered(self.registry.as_ref(), &old).unwrap_or_default();
                self.registry()?.rename(old, new)?;
            }
            Method::RegisterService => {
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

    /// Descriptors of the services of a category, the broker's own among them.
    pub(super) fn services_of(&self, category: &Text) -> Vec<Vec<Value>> {
        let own = (normalised(category.bytes()) == "/").then(broker_service);
        let all = self.registry.iter().flat_map(|registry| registry.find(category));
        let all = all.map(|(module, service)| service_descriptor(self.registry.as_ref(), module, &service.name));
        own.into_iter().chain(all).collect()
    }

    /// Names of all modules: those registered, and those running if they are wanted.
    pub(super) fn all_names(&self, running: bool) -> Vec<Text> {
        let registered = self.registry.iter().flat_map(|registry| registry.modules.keys());
        let running = self.names.keys().filter(|name| running && **name != BROKER);
        let mut names: Vec<Text> = registered.chain(running).cloned().collect();
        names.sort_unstable();
        names.dedup();
        names.insert(0, BROKER.into());
        names
    }

    /// Method 1: the id of a module, `None` if it is being started and the requester will hear of it.
    pub(super) fn instance(&mut self, request: &Request<'_>, name: &Text) -> Result<Option<i32>, Exception> {
        let running = self.module_named(name);
        let registered = self.registry.as_ref().and_then(|registry| registry.modules.get(name));
        match (running, registered) {
            (Some(id), None) => Ok(Some(id)),
            (Some(id), Some(module)) if module.unique || !self.options.start_on_demand => Ok(Some(id)),
            (_, Some(module)) => {
                let module = module.clone();
                self.start(request, name, &module).map(|()| None)
            }
            (None, None) => Err(Exception::new(ExceptionCode::ModuleNotFound, format!("module {name} not found"))),
        }
    }

    /// Runs the registered command, without a shell. All who ask for a unique module wait for the same start.
    fn start(&mut self, request: &Request<'_>, name: &Text, module: &Registered) -> Result<(), Exception> {
        if !self.options.start_on_demand {
            return Err(failed(name, "this broker starts no modules"));
        }
        let requester = (request.source, if request.is_call { request.message_id } else { SEND_ID });
        let same = self.starts.iter_mut().find(|start| module.unique && start.name == *name);
        if let Some(start) = same {
            if start.requesters.len() >= MAX_REQUESTERS {
                return Err(failed(name, "too many wait for it already"));
            }
            start.requesters.push(requester);
            return Ok(());
        }
        if self.starts.len() >= MAX_STARTS {
            return Err(failed(name, "too many modules are being started"));
        }
        let child = spawn(&module.command).map_err(|why| failed(name, &why))?;
        let deadline = Instant::now() + self.options.start_wait;
        self.starts.push(Start { name: name.clone(), requesters: vec![requester], child, deadline });
        Ok(())
    }

    /// A module has connected: whoever waits for one of this name gets its id, the one who waits longest first.
    pub(super) fn started(&mut self, id: i32, name: &Text) {
        let Some(at) = self.starts.iter().position(|start| start.name == *name) else { return };
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
        for (source, message_id) in start.requesters {
            let method = MethodId::new(ModuleId::BROKER, 0, 1);
            let request = Request { is_call: message_id != SEND_ID, method, source, message_id, items: &[] };
            self.answer(&request, result.clone());
        }
    }
}

/// The most modules that may be on their way at a time.
const MAX_STARTS: usize = 16;
/// The most that may wait for one of them.
const MAX_REQUESTERS: usize = 1024;

/// Starts a program by its command line; the error says why it could not be.
fn spawn(command: &Text) -> Result<Child, String> {
    let words = words(command.bytes()).ok_or("the command line has an open quotation mark")?;
    let (program, arguments) = words.split_first().ok_or("the command line is empty")?;
    let mut command = Command::new(word(program)?);
    for argument in arguments {
        command.arg(word(argument)?);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("{}: {error}", Text::from(&program[..])))
}

/// A word as the system takes it: on Unix any bytes.
#[cfg(unix)]
fn word(word: &[u8]) -> Result<&std::ffi::OsStr, String> {
    Ok(std::os::unix::ffi::OsStrExt::from_bytes(word))
}

#[cfg(not(unix))]
fn word(word: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(word).map_err(|_| format!("{} is not UTF-8", Text::from(word)))
}

/// A command line's words: parted by spaces, except between double quotation marks.
pub(crate) fn words(command: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (Vec::new(), false, false);
    for &letter in command {
        match letter {
            b'"' => (quoted, begun) = (!quoted, true),
            b' ' | b'\t' if !quoted => {
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
        assert_eq!(words(br#" a "b c" "" d;e $(f) "#).unwrap(), [&b"a"[..], b"b c", b"", b"d;e", b"$(f)"]);
        assert_eq!(words(b"").unwrap(), [b""; 0]);
        assert_eq!(words(b"\"a"), None);
    }
}
