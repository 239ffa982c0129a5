//! How a connection to a broker begins.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::key::hello;
use crate::message::ModuleId;
use crate::{Error, Result, SessionKey};

/// Time that a broker has to answer a hello.
const HELLO_WAIT: Duration = Duration::from_secs(10);

/// Connects, says key and name, and gets an id.
pub(crate) fn greet(address: SocketAddr, key: &SessionKey, name: &[u8]) -> Result<(TcpStream, ModuleId)> {
    let connecting = || Error::io(format!("connect to {address}"));
    let mut stream = TcpStream::connect(address).map_err(connecting())?;
    stream.set_nodelay(true).map_err(connecting())?;
    stream.set_read_timeout(Some(HELLO_WAIT)).map_err(connecting())?;
    let mut id = [0; 4];
    // Refused is what a reset means here: the broker closes without a word.
    let greeted = stream.write_all(&hello(key, name)?).and_then(|()| stream.read_exact(&mut id));
    greeted.map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => Error::Refused,
        _ => connecting()(error),
    })?;
    stream.set_read_timeout(None).map_err(connecting())?;
    Ok((stream, ModuleId(i32::from_le_bytes(id))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broker::{Broker, Options};

    /// A send followed by a call takes 44 ms without it, which is what the original takes.
    #[test]
    fn small_messages_are_not_held_back() {
        let broker = Broker::bind(Options::private()).unwrap().spawn().unwrap();
        let (stream, _) = greet(broker.address(), broker.key(), b"").unwrap();
        assert!(stream.nodelay().unwrap());
    }
}
