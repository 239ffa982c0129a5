//! What the broker tells every module.

use crate::block::BlockReader;
use crate::message::{ModuleId, Request, SYSTEM_SERVICE, system};
use crate::{Exception, ExceptionCode, Text};

/// A notice from the broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A module has connected.
    Startup(ModuleId, Text),
    /// A module has gone; calls open to it will get no answer.
    Shutdown(ModuleId),
    /// The registry has changed.
    RegistrationChange,
}

impl Notice {
    /// The notice in a request, if it is one and comes from the broker. Other modules may not give notices.
    pub(crate) fn of(request: &Request<'_>) -> Option<Self> {
        if request.source != ModuleId::BROKER || request.method.service != SYSTEM_SERVICE || request.is_call {
            return None;
        }
        let mut reader = BlockReader::new(request.items);
        match request.method.method {
            system::MODULE_STARTUP => Some(Notice::Startup(ModuleId(reader.integer().ok()?), reader.item().ok()?)),
            system::MODULE_SHUTDOWN => Some(Notice::Shutdown(ModuleId(reader.integer().ok()?))),
            system::REGISTRATION_CHANGE => Some(Notice::RegistrationChange),
            _ => None,
        }
    }

    /// How a call to a module that has gone fails.
    pub(crate) fn gone(module: ModuleId) -> Exception {
        Exception::new(ExceptionCode::Communication, format!("module {module} disconnected"))
    }
}
