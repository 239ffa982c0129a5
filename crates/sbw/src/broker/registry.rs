//! Modules and services that are known also when they do not run, kept in `sbwreg.xml` as the original does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use quick_xml::events::{BytesStart, Event};

use crate::rendezvous::replace;
use crate::{Error, Exception, ExceptionCode, Result};

/// The most that is kept, so that nobody fills memory or disk by registering.
const MAX_MODULES: usize = 4096;
const MAX_SERVICES: usize = 256;
const MAX_TEXT: usize = 16 * 1024;
const MAX_OCTETS: usize = 8 << 20;

/// What was registered of a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Registered {
    pub(super) display_name: String,
    /// One instance is shared; else each request starts another.
    pub(super) unique: bool,
    pub(super) command: String,
    pub(super) help: String,
    pub(super) services: Vec<RegisteredService>,
}

/// What was registered of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RegisteredService {
    pub(super) name: String,
    pub(super) display_name: String,
    /// With one leading slash and no empty parts.
    pub(super) category: String,
    pub(super) help: String,
}

#[derive(Debug, Default)]
pub(super) struct Registry {
    pub(super) modules: BTreeMap<String, Registered>,
    path: Option<PathBuf>,
}

impl Registered {
    fn octets(&self) -> usize {
        let texts = self.display_name.len() + self.command.len() + self.help.len();
        texts + self.services.iter().map(RegisteredService::octets).sum::<usize>()
    }
}

impl RegisteredService {
    fn octets(&self) -> usize {
        self.name.len() + self.display_name.len() + self.category.len() + self.help.len()
    }
}

fn incomplete(what: &str) -> Exception {
    Exception::new(ExceptionCode::ModuleDefinition, what)
}

fn bounded(texts: &[&str]) -> Result<(), Exception> {
    match texts.iter().all(|text| text.len() <= MAX_TEXT) {
        true => Ok(()),
        false => Err(incomplete("a text of the registration is over 16 KiB")),
    }
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
        Ok(Registry { modules, path: Some(path) })
    }

    fn save(&self) -> Result<()> {
        match &self.path {
            Some(path) => replace(path, print(&self.modules).as_bytes()),
            None => Ok(()),
        }
    }

    pub(super) fn register_module(&mut self, name: String, module: Registered, kind: i32) -> Result<(), Exception> {
        for (text, what) in [(&name, "name"), (&module.display_name, "display name"), (&module.command, "command line")]
        {
            if text.is_empty() {
                return Err(incomplete(&format!("the module's {what} is empty")));
            }
        }
        if name.contains(':') || name == super::service::BROKER {
            return Err(incomplete("a module's name is neither BROKER nor holds a colon"));
        }
        if !(0..=1).contains(&kind) {
            return Err(incomplete("the management type is 0 (unique) or 1 (self-managed)"));
        }
        bounded(&[&name, &module.display_name, &module.command, &module.help])?;
        self.insert(name, Registered { unique: kind == 0, ..module })
    }

    fn insert(&mut self, name: String, module: Registered) -> Result<(), Exception> {
        if self.modules.len() >= MAX_MODULES && !self.modules.contains_key(&name) {
            return Err(incomplete("the registry is full"));
        }
        self.check_room(module.octets())?;
        self.modules.insert(name, module);
        Ok(self.save()?)
    }

    fn check_room(&self, more: usize) -> Result<(), Exception> {
        match self.modules.values().map(Registered::octets).sum::<usize>() + more > MAX_OCTETS {
            true => Err(incomplete("the registry is full")),
            false => Ok(()),
        }
    }

    pub(super) fn register_service(&mut self, module: &str, service: RegisteredService) -> Result<(), Exception> {
        if module.is_empty() || service.name.is_empty() {
            return Err(incomplete("the module's or service's name is empty"));
        }
        bounded(&[&service.name, &service.display_name, &service.category, &service.help])?;
        self.check_room(service.octets())?;
        let not_found = || Exception::new(ExceptionCode::ModuleNotFound, format!("module {module} is not registered"));
        let services = &mut self.modules.get_mut(module).ok_or_else(not_found)?.services;
        services.retain(|other| other.name != service.name);
        if services.len() >= MAX_SERVICES {
            return Err(incomplete("the module has too many services"));
        }
        let display_name = match service.display_name.as_str() {
            "" => service.name.clone(),
            given => given.to_owned(),
        };
        services.push(RegisteredService { display_name, category: normalised(&service.category), ..service });
        Ok(self.save()?)
    }

    pub(super) fn unregister(&mut self, module: &str) -> Result<(), Exception> {
        self.modules.remove(module);
        Ok(self.save()?)
    }

    /// An entry under a new name; a copy of the old one's, if there is one.
    pub(super) fn rename(&mut self, old: &str, new: String) -> Result<(), Exception> {
        if new.is_empty() || new.contains(':') || new == super::service::BROKER {
            return Err(incomplete("a module's name is neither empty nor BROKER nor holds a colon"));
        }
        bounded(&[&new])?;
        let module = self.modules.get(old).cloned().unwrap_or(Registered { unique: true, ..Registered::default() });
        self.insert(new, module)
    }

    /// Module and service of every service whose category begins with `category`; with `recursive` the match may begin
    /// at a later part. That sub-categories are found either way is the original's.
    pub(super) fn find(&self, category: &str, recursive: bool) -> impl Iterator<Item = (&str, &RegisteredService)> {
        let category = normalised(category);
        let all =
            self.modules.iter().flat_map(|(name, module)| module.services.iter().map(move |s| (name.as_str(), s)));
        all.filter(move |(_, service)| {
            let begins = service.category.starts_with(&category);
            begins || recursive && service.category.contains(&category)
        })
    }

    /// The parts that follow `parent` in the categories of all services.
    pub(super) fn categories(&self, parent: &str) -> Vec<&str> {
        let parent = normalised(parent);
        let services = self.modules.values().flat_map(|module| &module.services);
        let below = services.filter_map(|service| match parent.as_str() {
            "/" => service.category.strip_prefix('/'),
            parent => service.category.strip_prefix(parent)?.strip_prefix('/'),
        });
        let mut parts: Vec<&str> =
            below.filter_map(|rest| rest.split('/').next()).filter(|part| !part.is_empty()).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// One leading slash, no empty parts, no slash at the end.
fn normalised(category: &str) -> String {
    let parts: Vec<&str> = category.split('/').filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/"))
}

fn print(modules: &BTreeMap<String, Registered>) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SBWRegistry>\n  <listOfModules>\n");
    for (name, module) in modules {
        let kind = if module.unique { "UNIQUE" } else { "SELF_MANAGED" };
        let attributes = [
            ("name", name.as_str()),
            ("displayName", &module.display_name),
            ("type", kind),
            ("startupCmd", &module.command),
            ("help", &module.help),
        ];
        element(&mut text, "    <module", &attributes, ">\n      <listOfServices>\n");
        for service in &module.services {
            let attributes = [
                ("name", service.name.as_str()),
                ("displayName", &service.display_name),
                ("category", &service.category),
                ("help", &service.help),
            ];
            element(&mut text, "        <service", &attributes, "/>\n");
        }
        text.push_str("      </listOfServices>\n    </module>\n");
    }
    text.push_str("  </listOfModules>\n</SBWRegistry>\n");
    text
}

fn element(text: &mut String, open: &str, attributes: &[(&str, &str)], close: &str) {
    text.push_str(open);
    for (name, value) in attributes {
        text.push_str(&format!(" {name}=\"{}\"", escaped(value)));
    }
    text.push_str(close);
}

/// Line ends too, which a reader would turn into spaces; XML has no place for other control characters.
fn escaped(value: &str) -> String {
    value
        .chars()
        .map(|letter| match letter {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\n' | '\r' | '\t' => format!("&#{};", letter as u32),
            control if control.is_control() => "\u{fffd}".to_owned(),
            other => other.to_string(),
        })
        .collect()
}

fn parse(text: &str) -> Result<BTreeMap<String, Registered>, String> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut modules: BTreeMap<String, Registered> = BTreeMap::new();
    let mut current = None;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "module" => {
                    let name = attribute(&tag, "name")?;
                    let module = Registered {
                        display_name: attribute(&tag, "displayName")?,
                        unique: attribute(&tag, "type")? != "SELF_MANAGED",
                        command: attribute(&tag, "startupCmd")?,
                        help: attribute(&tag, "help")?,
                        services: Vec::new(),
                    };
                    modules.insert(name.clone(), module);
                    current = Some(name);
                }
                "service" => {
                    let module = current.as_ref().and_then(|name| modules.get_mut(name));
                    module.ok_or("a service outside a module")?.services.push(RegisteredService {
                        name: attribute(&tag, "name")?,
                        display_name: attribute(&tag, "displayName")?,
                        category: attribute(&tag, "category")?,
                        help: attribute(&tag, "help")?,
                    });
                }
                _ => {}
            },
            Event::Eof if modules.is_empty() && !text.contains("SBWRegistry") => return Err("no registry".to_owned()),
            Event::Eof => return Ok(modules),
            _ => {}
        }
    }
}

/// The attribute's value, empty if it is missing.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<String, String> {
    let attribute = tag.try_get_attribute(name).map_err(|error| error.to_string())?;
    match attribute {
        None => Ok(String::new()),
        Some(attribute) => Ok(attribute
            .normalized_value(quick_xml::XmlVersion::Implicit1_0)
            .map_err(|error| error.to_string())?
            .into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(name: &str, category: &str) -> RegisteredService {
        RegisteredService {
            name: name.into(),
            display_name: String::new(),
            category: category.into(),
            help: "<\"&\n>".into(),
        }
    }

    #[test]
    fn the_file_is_read_as_it_was_written() {
        let home = tempfile::tempdir().unwrap();
        let mut registry = Registry::load(Some(home.path())).unwrap();
        let module =
            Registered { display_name: "é".into(), command: "run -sbwmodule".into(), ..Registered::default() };
        registry.register_module("m".into(), module, 1).unwrap();
        registry.register_service("m", service("s", "a//b/")).unwrap();
        let again = Registry::load(Some(home.path())).unwrap();
        assert_eq!(again.modules, registry.modules);
        assert_eq!(again.modules["m"].services[0].category, "/a/b");
    }

    #[test]
    fn it_cannot_be_filled_without_end() {
        let mut registry = Registry::default();
        let module = || Registered { display_name: "d".into(), command: "c".repeat(MAX_TEXT), ..Registered::default() };
        let refused = (0..MAX_MODULES).find(|at| registry.register_module(at.to_string(), module(), 0).is_err());
        assert_eq!(refused, Some(MAX_OCTETS / (MAX_TEXT + 1)));
        let long = Registered { help: "h".repeat(MAX_TEXT + 1), ..module() };
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
        let module = || Registered { display_name: "d".into(), command: "c".into(), ..Registered::default() };
        registry.register_module("m".into(), module(), 0).unwrap();
        for (name, category) in [("1", "/cat"), ("2", "/cat/sub"), ("3", "/category"), ("4", "/x/cat")] {
            registry.register_service("m", service(name, category)).unwrap();
        }
        let names =
            |category, recursive| registry.find(category, recursive).map(|(_, s)| s.name.as_str()).collect::<String>();
        assert_eq!(names("cat", false), "123");
        assert_eq!(names("/cat/", true), "1234");
        assert_eq!(names("", false), "1234");
        assert_eq!(registry.categories(""), ["cat", "category", "x"]);
        assert_eq!(registry.categories("cat"), ["sub"]);
    }
}
