//! Which modules, services and methods there are: what people and programs ask a broker before they call.

use crate::block::{Block, ToBlock, Value};
use crate::message::{MethodId, ModuleId, SYSTEM_SERVICE, system};
use crate::signature::{Pattern, Signature};
use crate::{Error, Exception, ExceptionCode, Result, Text, text};

/// Whatever can call a method and wait for its result: [`Caller`](crate::caller::Caller),
/// [`Connection`](crate::module::Connection), [`Module`](crate::module::Module).
pub trait Invoke {
    /// Calls a method and waits for its result.
    ///
    /// # Errors
    /// [`Error::Exception`] with what was answered; [`Error::Timeout`]; [`Error::Disconnected`]; [`Error::Io`].
    fn invoke(&mut self, method: MethodId, arguments: Block) -> Result<Block>;
}

/// A running module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleEntry {
    /// Its id.
    pub id: ModuleId,
    /// Its name; several may share one.
    pub name: Text,
}

/// A service of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceEntry {
    /// Its id: its place in the module's list.
    pub id: i32,
    /// Its name.
    pub name: Text,
}

/// A method of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodEntry {
    /// How to call it.
    pub id: MethodId,
    /// Its signature, as the module reports it.
    pub signature: Text,
}

fn ask(peer: &mut impl Invoke, method: MethodId, arguments: &impl ToBlock) -> Result<Block> {
    let mut block = Block::new();
    arguments.to_block(&mut block)?;
    peer.invoke(method, block)
}

fn broker(method: i32) -> MethodId {
    MethodId::new(ModuleId::BROKER, 0, method)
}

/// All running modules, the broker first.
///
/// # Errors
/// As [`Invoke::invoke`]; so for all functions here.
pub fn modules(peer: &mut impl Invoke) -> Result<Vec<ModuleEntry>> {
    let block = ask(peer, broker(18), &())?;
    let mut reader = block.reader();
    (0..reader.list()?)
        .map(|_| {
            reader.list()?;
            Ok(ModuleEntry { id: ModuleId(reader.integer()?), name: reader.item()? })
        })
        .collect()
}

/// The id of a running module: by its name, as it is or as it is [shown](Text::shown), or by its id written out (`7`).
///
/// # Errors
/// [`Error::Exception`] with [`ExceptionCode::ModuleNotFound`] if there is none.
pub fn module(peer: &mut impl Invoke, name: &str) -> Result<ModuleId> {
    let mut look_up =
        |name: Text| ask(peer, broker(1), &(name,)).and_then(|block| Ok(ModuleId(block.read::<(i32,)>()?.0)));
    let found = look_up(name.into());
    match &found {
        Err(Error::Exception(exception)) if exception.code == ExceptionCode::ModuleNotFound => {}
        _ => return found,
    }
    if let Ok(id) = name.parse() {
        return Ok(ModuleId(id));
    }
    let unescaped = Text::from_shown(name);
    if unescaped == name { found } else { look_up(unescaped) }
}

/// The services of a module.
///
/// # Errors
/// As [`Invoke::invoke`].
pub fn services(peer: &mut impl Invoke, module: ModuleId) -> Result<Vec<ServiceEntry>> {
    let names = ask(peer, MethodId::new(module, SYSTEM_SERVICE, system::GET_SERVICES), &())?;
    let (names,): (Vec<Text>,) = names.read()?;
    Ok((0..).zip(names).map(|(id, name)| ServiceEntry { id, name }).collect())
}

/// The methods of a service.
///
/// # Errors
/// As [`Invoke::invoke`].
pub fn methods(peer: &mut impl Invoke, module: ModuleId, service: i32) -> Result<Vec<MethodEntry>> {
    let signatures = ask(peer, MethodId::new(module, SYSTEM_SERVICE, system::GET_METHODS), &(service,))?;
    let (signatures,): (Vec<Text>,) = signatures.read()?;
    let entry = |(method, signature)| MethodEntry { id: MethodId::new(module, service, method), signature };
    Ok((0..).zip(signatures).map(entry).collect())
}

/// What a module says of a method.
///
/// # Errors
/// As [`Invoke::invoke`].
pub fn help(peer: &mut impl Invoke, method: MethodId) -> Result<Text> {
    let id = MethodId::new(method.module, SYSTEM_SERVICE, system::METHOD_HELP);
    Ok(ask(peer, id, &(method.service, method.method))?.read::<(Text,)>()?.0)
}

/// Finds a method by the names of its module and service and a pattern: `sin`, `sin(double)` or a whole signature. Names
/// and pattern may be as they are [shown](Text::shown).
///
/// # Errors
/// [`Error::Exception`] with the code for what was not found, or found more than once.
pub fn find(peer: &mut impl Invoke, module: &str, service: &str, pattern: &str) -> Result<MethodId> {
    find_entry(peer, module, service, pattern).map(|entry| entry.id)
}

fn find_entry(peer: &mut impl Invoke, name: &str, service: &str, pattern: &str) -> Result<MethodEntry> {
    let pattern = Pattern::parse(pattern)?;
    let id = module(peer, name)?;
    let all = services(peer, id)?;
    let found = all.iter().find(|entry| entry.name == service || entry.name.shown() == service);
    let found = found.ok_or_else(|| Exception {
        code: ExceptionCode::ServiceNotFound,
        message: format!("module {name} has no service {service}"),
        detail: format!("there are: {}", all.iter().map(|entry| entry.name.shown()).collect::<Vec<_>>().join(", ")),
    })?;
    let mut methods = methods(peer, id, found.id)?;
    let shown: Vec<_> = methods.iter().map(|entry| entry.signature.shown()).collect();
    let place = pattern.find(shown.iter().map(AsRef::as_ref))?;
    Ok(methods.swap_remove(place))
}

/// Splits `MODULE.SERVICE.METHOD`. The method may be a pattern with parentheses; module names may hold dots, service
/// names may not.
///
/// # Errors
/// [`Error::Text`] if there are not three parts.
pub fn split_path(path: &str) -> Result<(&str, &str, &str)> {
    let wrong = || Error::Text { text: path.to_owned(), expected: "MODULE.SERVICE.METHOD".to_owned() };
    let end = path.find('(').unwrap_or(path.len());
    let dot = path[..end].rfind('.').ok_or_else(wrong)?;
    let (module, service) = path[..dot].rsplit_once('.').ok_or_else(wrong)?;
    Ok((module, service, &path[dot + 1..]))
}

/// Calls `MODULE.SERVICE.METHOD` with arguments as people type them; see [`text`].
///
/// # Errors
/// As [`split_path`], [`find`], [`text::parse_arguments`] and the call itself.
pub fn call_text<T: AsRef<str>>(peer: &mut impl Invoke, path: &str, arguments: &[T]) -> Result<Vec<Value>> {
    let (module, service, pattern) = split_path(path)?;
    let entry = find_entry(peer, module, service, pattern)?;
    let signature = Signature::parse(&entry.signature.shown())?;
    let values = text::parse_arguments(arguments, &signature.arguments)?;
    let mut block = Block::new();
    values.as_slice().to_block(&mut block)?;
    peer.invoke(entry.id, block)?.values()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_the_last_two_dots() {
        assert_eq!(split_path("edu.caltech.trig.Trig.sin").unwrap(), ("edu.caltech.trig", "Trig", "sin"));
        assert_eq!(split_path("m.s.f(double, {}[])").unwrap(), ("m", "s", "f(double, {}[])"));
        assert!(split_path("m.s").is_err());
        assert!(split_path("").is_err());
    }
}
