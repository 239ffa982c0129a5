//! From a request to the method that is meant.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::service::{Answers, Call, Service};
use crate::block::{Block, BlockReader};
use crate::message::{Frame, Request, SYSTEM_SERVICE, system as methods};
use crate::{Exception, ExceptionCode};

/// What a request to the system service leads to.
pub(crate) enum System {
    /// This answer.
    Answer(Result<Block, Exception>),
    /// Answer, then disconnect.
    Shutdown,
}

/// Deals with a request to the system service; `None` if it is to another.
pub(crate) fn system(services: &[Box<dyn Service>], request: &Request<'_>) -> Option<System> {
    if request.method.service != SYSTEM_SERVICE {
        return None;
    }
    let mut arguments = BlockReader::new(request.items);
    let answer = match request.method.method {
        methods::SHUTDOWN => return Some(System::Shutdown),
        methods::GET_SERVICES => texts(services.iter().map(|service| service.name().to_owned())),
        // As libSBW without services: there are no methods, rather than no such service.
        methods::GET_METHODS if services.is_empty() => texts(std::iter::empty()),
        methods::GET_METHODS => find(services, &mut arguments)
            .and_then(|service| texts(service.methods().iter().map(|method| method.signature.to_string()))),
        methods::METHOD_HELP => help(services, &mut arguments),
        // The broker's notices need no answer, those of others are ignored.
        methods::MODULE_SHUTDOWN | methods::MODULE_STARTUP | methods::REGISTRATION_CHANGE => Ok(Block::new()),
        _ => Err(no_method()),
    };
    Some(System::Answer(answer))
}

/// The answer to a request for a service that there is not.
pub(crate) fn no_service() -> Result<Block, Exception> {
    Err(Exception::new(ExceptionCode::ServiceNotFound, "unknown service id"))
}

fn no_method() -> Exception {
    Exception::new(ExceptionCode::MethodNotFound, "method not found")
}

fn texts(texts: impl Iterator<Item = String>) -> Result<Block, Exception> {
    let mut block = Block::new();
    block.texts(&texts.collect::<Vec<_>>())?;
    Ok(block)
}

fn find<'a>(services: &'a [Box<dyn Service>], arguments: &mut BlockReader<'_>) -> Result<&'a dyn Service, Exception> {
    let id = arguments.integer()?;
    let service = usize::try_from(id).ok().and_then(|id| services.get(id));
    service
        .map(|service| &**service)
        .ok_or_else(|| Exception::new(ExceptionCode::ServiceNotFound, "unknown service id"))
}

fn help(services: &[Box<dyn Service>], arguments: &mut BlockReader<'_>) -> Result<Block, Exception> {
    let service = find(services, arguments)?;
    let id = arguments.integer()?;
    let method = usize::try_from(id).ok().and_then(|id| service.methods().get(id)).ok_or_else(no_method)?;
    let mut block = Block::new();
    block.string(&method.help)?;
    Ok(block)
}

/// Runs the method that a request is for and gives its answer to `answers`. A method that panics answers with code
/// 255, as libSBW does for an exception it does not know.
pub(crate) fn run(services: &[Box<dyn Service>], request: &Request<'_>, answers: &Arc<dyn Answers>) {
    let place = |id: i32| usize::try_from(id).ok();
    let service = place(request.method.service).and_then(|id| services.get(id));
    let result = match service {
        None => no_service(),
        Some(service) => match place(request.method.method).filter(|id| *id < service.methods().len()) {
            None => Err(no_method()),
            Some(method) => {
                let call = Call::new(request, answers);
                let result = catch_unwind(AssertUnwindSafe(|| service.invoke(method, &call)));
                if call.is_deferred() {
                    return;
                }
                result.unwrap_or_else(|_| Err(Exception::new(ExceptionCode::Unexpected, "unexpected error")))
            }
        },
    };
    if let Some(frame) = Frame::answer(request, result) {
        answers.put(frame);
    }
}
