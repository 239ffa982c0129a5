//! The floor without TCP: bytes that come back as they went, over a Unix stream socket.

use std::os::unix::net::{UnixListener, UnixStream};

use crate::ability::Abilities;
use crate::call::Client;
use crate::client::Calling;
use crate::server::Serving;
use crate::stacks::raw::{Echoed, echo};
use crate::{Fault, Stack};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: Abilities::NONE };

/// The name of the socket in the server's folder.
const SOCKET: &str = "socket";

fn serve(serving: &Serving) -> Result<(), Fault> {
    let phases = serving.phases;
    let listener = UnixListener::bind(serving.folder.join(SOCKET))?;
    // For the proof that this is the process that was started; nobody is served there.
    let _port = serving.listen()?;
    loop {
        let (stream, _) = listener.accept()?;
        std::thread::Builder::new().spawn(move || echo(stream, phases))?;
    }
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    let stream = UnixStream::connect(calling.folder.join(SOCKET))?;
    stream.set_read_timeout(Some(calling.timeout()))?;
    stream.set_write_timeout(Some(calling.timeout()))?;
    Ok(Box::new(Echoed::new(stream, calling)))
}
