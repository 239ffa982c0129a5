//! Saying who one is before the first request.

use memchr::memchr;

use crate::fault::Fault;
use crate::protocol::postgresql;
use crate::protocol::resp::Resp;

/// What a server can refuse.
const PASSWORD: &str = "the password (--password)";
const DATABASE: &str = "the database";

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
    /// A line that begins so for each of these.
    Lines(&'static [u8], &'static [&'static str]),
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
        Self { request: Resp::command(&words), accepted: Accepted::Lines(b"+OK", &[PASSWORD]) }
    }

    /// Redis: the database of this number, behind the login if there is one.
    pub fn redis_database(login: Option<Self>, number: u32) -> Self {
        let mut request = login.map_or_else(Vec::new, |login| login.request);
        let asked: &[&str] = if request.is_empty() { &[DATABASE] } else { &[PASSWORD, DATABASE] };
        request.extend_from_slice(&Resp::command(&["SELECT", &number.to_string()]));
        Self { request, accepted: Accepted::Lines(b"+OK", asked) }
    }

    /// memcached: its text protocol takes user and password as the value of a `set` whose key means nothing
    /// (`doc/protocol.txt` of its source, "Authentication").
    pub fn memcached(user: &str, password: &str) -> Self {
        let value = format!("{user} {password}");
        let request = format!("set auth 0 0 {}\r\n{value}\r\n", value.len()).into_bytes();
        Self { request, accepted: Accepted::Lines(b"STORED", &[PASSWORD]) }
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
        let Accepted::Lines(accepted, asked) = self.accepted else {
            return postgresql::welcome(input).map_err(|refusal| Fault::Login(format!("{PASSWORD}: {}", refusal.text)));
        };
        let mut read = 0;
        for what in asked {
            let refused = |line: &[u8]| Fault::Login(format!("{what}: {}", String::from_utf8_lossy(line).trim_end()));
            let rest = &input[read..];
            match memchr(b'\n', rest) {
                Some(end) if rest.starts_with(accepted) => read += end + 1,
                Some(end) => return Err(refused(&rest[..end.min(MAX_LINE)])),
                None if rest.len() > MAX_LINE => return Err(refused(&rest[..MAX_LINE])),
                None => return Ok(None),
            }
        }
        Ok(Some(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        assert_eq!(Login::redis(None, "pw").request(), b"*2\r\n$4\r\nAUTH\r\n$2\r\npw\r\n");
        assert_eq!(Login::redis(Some("me"), "pw").request(), b"*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$2\r\npw\r\n");
        assert_eq!(Login::redis_database(None, 5).request(), b"*2\r\n$6\r\nSELECT\r\n$1\r\n5\r\n");
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
        let both = Login::redis_database(Some(redis), 5);
        assert!(both.request().starts_with(b"*2\r\n$4\r\nAUTH") && both.request().ends_with(b"\r\n5\r\n"));
        assert_eq!(both.read(b"+OK\r\n+OK\r\n$1"), Ok(Some(10)));
        assert_eq!(both.read(b"+OK\r\n+OK"), Ok(None));
        let refused = both.read(b"+OK\r\n-ERR DB index is out of range\r\n").unwrap_err().to_string();
        assert!(refused == "the server refused the database: -ERR DB index is out of range", "{refused}");
        assert_eq!(Login::memcached("me", "pw").read(b"STORED\r\n"), Ok(Some(8)));
    }
}
