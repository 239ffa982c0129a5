//! Modules and services that are known also when they do not run, kept in `sbwreg.xml` as the original does.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::methods::BROKER;
use super::registered::{Modules, Registered, RegisteredService};
use super::registry_file::parse;
use super::saver::Saver;
use crate::{Error, Exception, ExceptionCode, Result, Text};

/// The most that is kept, so that nobody fills memory or disk by registering.
const MAX_MODULES: usize = 4096;
const MAX_SERVICES: usize = 256;
const MAX_TEXT: usize = 16 * 1024;
const MAX_BYTES: usize = 8 << 20;

#[derive(Debug, Default)]
pub(super) struct Registry {
    pub(super) modules: Modules,
    /// Bytes of all texts.
    bytes: usize,
    saver: Option<Saver>,
}

fn incomplete(what: &str) -> Exception {
    Exception::new(ExceptionCode::ModuleDefinition, what)
}

fn bounded(texts: &[&Text]) -> Result<(), Exception> {
    if texts.iter().all(|text| text.bytes().len() <= MAX_TEXT) {
        Ok(())
    } else {
        Err(incomplete("a text of the registration is over 16 KiB"))
    }
}

fn is_no_name(name: &Text) -> bool {
    name.is_empty() || name.bytes().contains(&b':') || *name == BROKER
}

impl Registry {
    /// Reads the registry of a user directory; an absent file is an empty registry. An unreadable one is left alone.
    pub(super) fn load(directory: Option<&Path>) -> Result<Self> {
        let Some(directory) = directory else { return Ok(Self::default()) };
        let path = directory.join("sbwreg.xml");
        let modules = match std::fs::read_to_string(&path) {
            Ok(text) => parse(&text).map_err(|why| Error::Registry { path: path.clone(), why })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(Error::io(format!("read {path:?}"))(error)),
        };
        let bytes = modules.values().map(|module| module.bytes()).sum();
        Ok(Registry { modules, bytes, saver: Some(Saver::new(path)) })
    }

    /// When [`Registry::save_if_due`] has something to do.
    pub(super) fn due(&self) -> Option<Instant> {
        self.saver.as_ref().and_then(Saver::due)
    }

    /// Hands what has changed to the thread that writes, where it has waited long enough.
    pub(super) fn save_if_due(&mut self, now: Instant) {
        if let Some(saver) = &mut self.saver {
            saver.save_if_due(now, &self.modules);
        }
    }

    /// Writes what has not been written.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn finish(&mut self) -> Result<()> {
        self.saver.as_mut().map_or(Ok(()), |saver| saver.finish(&self.modules))
    }

    /// The file is written later; that an earlier write failed is said now.
    fn changed(&mut self) -> Result<(), Exception> {
        self.saver.as_mut().map_or(Ok(()), |saver| saver.changed(Instant::now())).map_err(Exception::application)
    }

    pub(super) fn register_module(&mut self, name: Text, module: Registered, kind: i32) -> Result<(), Exception> {
        for (text, what) in [(&name, "name"), (&module.display_name, "display name"), (&module.command, "command line")]
        {
            if text.is_empty() {
                return Err(incomplete(&format!("the module's {what} is empty")));
            }
        }
        if is_no_name(&name) {
            return Err(incomplete("a module's name is neither BROKER nor holds a colon"));
        }
        if !(0..=1).contains(&kind) {
            return Err(incomplete("the management type is 0 (unique) or 1 (self-managed)"));
        }
        bounded(&[&name, &module.display_name, &module.command, &module.help])?;
        self.insert(name, Registered { unique: kind == 0, ..module })
    }

    fn insert(&mut self, name: Text, module: Registered) -> Result<(), Exception> {
        if self.modules.len() >= MAX_MODULES && !self.modules.contains_key(&name) {
            return Err(incomplete("the registry is full"));
        }
        let old = self.modules.get(&name).map_or(0, |module| module.bytes());
        self.replace_bytes(old, module.bytes())?;
        self.modules.insert(name, Arc::new(module));
        self.changed()
    }

    /// Counts texts that take the place of others.
    fn replace_bytes(&mut self, old: usize, new: usize) -> Result<(), Exception> {
        let bytes = self.bytes - old + new;
        if bytes > MAX_BYTES && new > old {
            return Err(incomplete("the registry is full"));
        }
        self.bytes = bytes;
        Ok(())
    }

    /// A service registered again keeps its place.
    pub(super) fn register_service(&mut self, module: &Text, service: RegisteredService) -> Result<(), Exception> {
        if module.is_empty() || service.name.is_empty() {
            return Err(incomplete("the module's or service's name is empty"));
        }
        bounded(&service.texts())?;
        let not_found = || Exception::new(ExceptionCode::ModuleNotFound, format!("module {module} is not registered"));
        let services = &self.modules.get(module).ok_or_else(not_found)?.services;
        let place = services.iter().position(|other| other.name == service.name);
        if place.is_none() && services.len() >= MAX_SERVICES {
            return Err(incomplete("the module has too many services"));
        }
        let display_name = if service.display_name.is_empty() { service.name.clone() } else { service.display_name };
        let service = RegisteredService { display_name, category: normalised(service.category.bytes()), ..service };
        self.replace_bytes(place.map_or(0, |place| services[place].bytes()), service.bytes())?;
        let services = &mut Arc::make_mut(self.modules.get_mut(module).ok_or_else(not_found)?).services;
        match place {
            Some(place) => services[place] = Arc::new(service),
            None => services.push(Arc::new(service)),
        }
        self.changed()
    }

    pub(super) fn unregister(&mut self, module: &Text) -> Result<(), Exception> {
        if let Some(old) = self.modules.remove(module) {
            self.bytes -= old.bytes();
        }
        self.changed()
    }

    /// An entry under a new name: what was said of the module under its old one, without the services.
    pub(super) fn rename(&mut self, old: Registered, new: Text) -> Result<(), Exception> {
        if is_no_name(&new) {
            return Err(incomplete("a module's name is neither empty nor BROKER nor holds a colon"));
        }
        bounded(&[&new])?;
        self.insert(new, Registered { services: Vec::new(), ..old })
    }

    /// Module and service of every service whose category begins with `category`, as characters, not as parts.
    pub(super) fn find(&self, category: &Text) -> impl Iterator<Item = (&Text, &RegisteredService)> {
        let category = normalised(category.bytes());
        let all = self.modules.iter().flat_map(|(name, module)| module.services.iter().map(move |s| (name, &**s)));
        all.filter(move |(_, service)| service.category.bytes().starts_with(category.bytes()))
    }

    /// The categories of all services below `parent`, as whole paths without the parent's.
    pub(super) fn categories(&self, parent: &Text) -> Vec<Text> {
        let mut parent = normalised(parent.bytes()).bytes().to_vec();
        if parent != b"/" {
            parent.push(b'/');
        }
        let services = self.modules.values().flat_map(|module| &module.services);
        let below = services.filter_map(|service| service.category.bytes().strip_prefix(&parent[..]));
        let mut paths: Vec<Text> = below.filter(|path| !path.is_empty()).map(Text::from).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}

/// However the broker ends.
impl Drop for Registry {
    fn drop(&mut self) {
        // Whoever wants to know of a failure calls `finish`.
        let _ = self.finish();
    }
}

/// One leading slash, no empty parts, no slash at the end.
pub(super) fn normalised(category: &[u8]) -> Text {
    let parts: Vec<&[u8]> = category.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).collect();
    [b"/", &parts.join(&b'/')[..]].concat().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module() -> Registered {
        Registered { display_name: "d".into(), command: "c".into(), ..Registered::default() }
    }

    fn service(name: &str, category: &str) -> RegisteredService {
        RegisteredService {
            name: name.into(),
            display_name: Text::default(),
            category: category.into(),
            help: "<\"&\n>".into(),
        }
    }

    #[test]
    fn the_file_is_read_as_it_was_written() {
        let home = tempfile::tempdir().unwrap();
        let mut registry = Registry::load(Some(home.path())).unwrap();
        let help = Text::from((0..=255).collect::<Vec<u8>>());
        let module = Registered { display_name: "é".into(), command: "run -sbwmodule".into(), help, ..module() };
        let name = Text::from(&b"Caf\xe9"[..]);
        registry.register_module(name.clone(), module, 1).unwrap();
        registry.register_service(&name, service("s", "a//b/")).unwrap();
        registry.finish().unwrap();
        let again = Registry::load(Some(home.path())).unwrap();
        assert_eq!(again.modules, registry.modules);
        assert_eq!(again.modules[&name].services[0].category, "/a/b");
        assert_eq!(again.bytes, registry.bytes);
    }

    #[test]
    fn changes_are_written_together_and_not_by_the_thread_that_makes_them() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("sbwreg.xml");
        let mut registry = Registry::load(Some(home.path())).unwrap();
        assert_eq!(registry.due(), None);
        for at in 0..100 {
            registry.register_module(format!("m{at}").into(), module(), 0).unwrap();
        }
        let due = registry.due().unwrap();
        registry.save_if_due(due - std::time::Duration::from_nanos(1));
        assert!(!file.exists() && registry.due() == Some(due), "it waits for more changes");
        registry.save_if_due(due);
        assert_eq!(registry.due(), None, "all of them are on their way");
        registry.register_module("last".into(), module(), 0).unwrap();
        drop(registry);
        assert_eq!(Registry::load(Some(home.path())).unwrap().modules.len(), 101, "nothing is lost at the end");
    }

    #[test]
    fn a_failed_write_is_reported_and_retried() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("folder");
        std::fs::create_dir(&folder).unwrap();
        let mut registry = Registry::load(Some(&folder)).unwrap();
        std::fs::remove_dir(&folder).unwrap();
        registry.register_module("m".into(), module(), 0).unwrap();
        assert!(matches!(registry.finish(), Err(Error::Io { .. })));
        let told = registry.register_module("n".into(), module(), 0).unwrap_err();
        assert!(told.message.contains("sbwreg.xml"), "{told}");
        std::fs::create_dir(&folder).unwrap();
        registry.finish().unwrap();
        assert_eq!(Registry::load(Some(&folder)).unwrap().modules.len(), 2);
    }

    #[test]
    fn it_cannot_be_filled_without_end() {
        let mut registry = Registry::default();
        let large = || Registered { command: "c".repeat(MAX_TEXT).into(), ..module() };
        let refused = (0..MAX_MODULES).find(|at| registry.register_module(at.to_string().into(), large(), 0).is_err());
        assert_eq!(refused, Some(MAX_BYTES / (MAX_TEXT + 1)));
        registry.register_module("0".into(), large(), 0).expect("a module registered again takes its own room");
        registry.unregister(&"0".into()).unwrap();
        registry.register_module("new".into(), large(), 0).expect("there is room again");
        let long = Registered { help: "h".repeat(MAX_TEXT + 1).into(), ..module() };
        assert!(Registry::default().register_module("m".into(), long, 0).is_err());
    }

    #[test]
    fn an_unreadable_file_is_reported_and_left_alone() {
        let home = tempfile::tempdir().unwrap();
        for broken in ["<SBWRegistry><service", "<service name='x'/>", "not xml", "<SBWRegistry><module name='&x;'/>"] {
            std::fs::write(home.path().join("sbwreg.xml"), broken).unwrap();
            assert!(matches!(Registry::load(Some(home.path())), Err(Error::Registry { .. })), "{broken}");
            assert_eq!(std::fs::read_to_string(home.path().join("sbwreg.xml")).unwrap(), broken);
        }
    }

    #[test]
    fn categories_are_found_as_the_original_finds_them() {
        let mut registry = Registry::default();
        registry.register_module("m".into(), module(), 0).unwrap();
        let all = ["/cat", "/cat/sub", "/cat/sub/deep", "/category", "/x/cat", "/cat/sub"];
        for (name, category) in (1..).zip(all) {
            registry.register_service(&"m".into(), service(&name.to_string(), category)).unwrap();
        }
        let names =
            |category: &str| registry.find(&category.into()).map(|(_, s)| s.name.to_string()).collect::<String>();
        assert_eq!(names("cat"), "12346", "a category begins with these letters, and at its beginning only");
        assert_eq!(names("/cat/"), "12346");
        assert_eq!(names("x"), "5");
        assert_eq!(names(""), "123456");
        let below = |parent: &str| registry.categories(&parent.into());
        assert_eq!(below(""), ["cat", "cat/sub", "cat/sub/deep", "category", "x/cat"]);
        assert_eq!(below("cat"), ["sub", "sub/deep"]);
        assert_eq!(below("/cat/sub/"), ["deep"]);
        assert_eq!(below("ca"), [""; 0]);
    }

    #[test]
    fn a_service_registered_again_keeps_its_place() {
        let mut registry = Registry::default();
        registry.register_module("m".into(), module(), 0).unwrap();
        for (name, category) in [("a", "/1"), ("b", "/2"), ("a", "/3")] {
            registry.register_service(&"m".into(), service(name, category)).unwrap();
        }
        let services = &registry.modules[&b"m"[..]].services;
        let found: Vec<_> = services.iter().map(|service| service.category.to_string()).collect();
        assert_eq!(found, ["/3", "/2"]);
    }
}
