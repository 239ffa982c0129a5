//! Saying who one is before the first request.

use memchr::memchr;

use crate::fault::Fault;
use crate::protocol::postgresql;
use crate::protocol::resp::Resp;

/// An answer is never longer than this.
const MAX_LINE: usize = 4096;

/// What a connection begins with, and the answer that lets it go on. Its text form does not show the password.
#[derive(Clone)]
pub struct Login {
    request: Vec<u8>,
    accepted: Accepted,
}

/// The answer that lets it go on.
#[derive(Clone, Copy)]
enum Accepted {
    /// A line that begins so.
    Line(&'static [u8]),
    /// PostgreSQL's.
    Postgresql,
}

impl std::fmt::Debug for Login {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Login")
    }
}

impl Login {
    /// Redis: `AUTH`, with the name of a user or without one.
    pub fn redis(user: Option<&str>, password: &str) -> Self {
        let words: Vec<&str> = std::iter::once("AUTH").chain(user).chain([password]).collect();
        Self { request: Resp::command(&words), accepted: Accepted::Line(b"+OK") }
    }

    /// memcached: its text protocol takes user and password as the value of a `set` whose key means nothing
    /// (`doc/protocol.txt` of its source, "Authentication").
    pub fn memcached(user: &str, password: &str) -> Self {
        let value = format!("{user} {password}");
        let request = format!("set auth 0 0 {}\r\n{value}\r\n", value.len()).into_bytes();
        Self { request, accepted: Accepted::Line(b"STORED") }
    }

    /// PostgreSQL: the user `wirecost` without a password, and the statements of [`postgresql`].
    pub fn postgresql() -> Self {
        Self { request: postgresql::hello(), accepted: Accepted::Postgresql }
    }

    /// What the connection begins with.
    pub(crate) fn request(&self) -> &[u8] {
        &self.request
    }

    /// Reads the answer: how many bytes it took, or `None` while it is not all there.
    pub(crate) fn read(&self, input: &[u8]) -> Result<Option<usize>, Fault> {
        let refused = |line: &[u8]| Fault::Login(String::from_utf8_lossy(line).trim_end().to_string());
        let Accepted::Line(accepted) = self.accepted else {
            return postgresql::welcome(input).map_err(|refusal| Fault::Login(refusal.text));
        };
        match memchr(b'\n', input) {
            Some(end) if input.starts_with(accepted) => Ok(Some(end + 1)),
            Some(end) => Err(refused(&input[..end.min(MAX_LINE)])),
            None if input.len() > MAX_LINE => Err(refused(&input[..MAX_LINE])),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        assert_eq!(Login::redis(None, "pw").request(), b"*2\r\n$4\r\nAUTH\r\n$2\r\npw\r\n");
        assert_eq!(Login::redis(Some("me"), "pw").request(), b"*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$2\r\npw\r\n");
        assert_eq!(Login::memcached("me", "pw").request(), b"set auth 0 0 5\r\nme pw\r\n");
        assert!(!format!("{:?}", Login::redis(None, "secret")).contains("secret"));
    }

    #[test]
    fn answers() {
        let redis = Login::redis(None, "pw");
        assert_eq!(redis.read(b"+OK\r\n$1"), Ok(Some(5)));
        assert_eq!(redis.read(b"+OK\r"), Ok(None));
        let refused = redis.read(b"-WRONGPASS invalid\r\n").unwrap_err().to_string();
        assert!(refused.contains("--password") && refused.ends_with("-WRONGPASS invalid"), "{refused}");
        assert!(redis.read(&[b'x'; 5000]).is_err());
        assert_eq!(Login::memcached("me", "pw").read(b"STORED\r\n"), Ok(Some(8)));
    }
}
