//! What is registered of modules and services.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Text;

/// All modules by name. Entries are shared with the thread that writes the file, so a copy of the table is cheap.
pub(crate) type Modules = BTreeMap<Text, Arc<Registered>>;

/// What was registered of a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Registered {
    pub(super) display_name: Text,
    /// One instance is shared; else each request starts another.
    pub(super) unique: bool,
    pub(super) command: Text,
    pub(super) help: Text,
    pub(super) services: Vec<Arc<RegisteredService>>,
}

/// What was registered of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RegisteredService {
    pub(super) name: Text,
    pub(super) display_name: Text,
    /// With one leading slash and no empty parts.
    pub(super) category: Text,
    pub(super) help: Text,
}

impl Registered {
    pub(super) fn bytes(&self) -> usize {
        let texts =
            [&self.display_name, &self.command, &self.help].map(|text| text.bytes().len()).iter().sum::<usize>();
        texts + self.services.iter().map(|service| service.bytes()).sum::<usize>()
    }
}

impl RegisteredService {
    pub(super) fn texts(&self) -> [&Text; 4] {
        [&self.name, &self.display_name, &self.category, &self.help]
    }

    pub(super) fn bytes(&self) -> usize {
        self.texts().map(|text| text.bytes().len()).iter().sum()
    }
}
