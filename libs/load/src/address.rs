//! Where requests go.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use crate::error::Error;
use crate::http2::Http2Requests;
use crate::login::Login;
use crate::tls::Tls;

/// The far end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// TCP over IPv4 or IPv6.
    Tcp(SocketAddr),
    /// A Unix stream socket.
    Unix(PathBuf),
}

/// A server to load.
#[derive(Clone, Debug)]
pub struct Target {
    /// What the result calls it.
    pub name: String,
    /// Where it listens.
    pub address: Address,
    /// How to speak TLS with it, if at all.
    pub tls: Option<Tls>,
    /// What is sent to it over HTTP/2, by the protocol [`crate::protocol::http2::Http2`]; `None` for every other.
    pub http2: Option<Http2Requests>,
    /// What each connection begins with, if the server wants to know who it is.
    pub login: Option<Login>,
}

impl Target {
    /// A server without TLS, under the name that it has in results.
    pub fn plain(name: impl Into<String>, address: Address) -> Self {
        Self { name: name.into(), address, tls: None, http2: None, login: None }
    }
}

/// The protocol that a URL names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// HTTP/1.1.
    Http,
    /// HTTP/1.1 over TLS.
    Https,
    /// memcached's text protocol.
    Memcached,
    /// RESP.
    Redis,
}

/// A URL taken apart, its host looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    /// The protocol.
    pub scheme: Scheme,
    /// Where it leads.
    pub address: Address,
    /// The host alone, as TLS names it.
    pub host: String,
    /// The host and, unless it is the scheme's own, the port: the `host` header.
    pub authority: String,
    /// What follows the authority, from the `/` on; `/` if nothing does.
    pub path: String,
    /// The user and the password before the host, of Redis and memcached.
    pub user: Option<String>,
    /// See `user`.
    pub password: Option<String>,
}

impl Url {
    /// Reads `http://host[:port][/path]`, the same with `https`, `memcached` and `redis`, or HTTP over a Unix socket as
    /// `unix:/path/to/socket[:/path]`. Without a scheme, `http`.
    ///
    /// # Errors
    /// [`Error::Target`] if it is none of these, or the host has no address.
    pub fn parse(url: &str) -> Result<Url, Error> {
        let fault = |reason: &str| Error::Target { target: without_password(url), reason: reason.into() };
        if let Some(rest) = url.strip_prefix("unix:") {
            let (socket, path) =
                rest.split_once(":/").map_or((rest, "/".into()), |(at, path)| (at, format!("/{path}")));
            let socket = socket.strip_prefix("//").unwrap_or(socket);
            if socket.is_empty() {
                return Err(fault("it names no socket"));
            }
            let (address, host) = (Address::Unix(socket.into()), "localhost");
            return Ok(Url {
                scheme: Scheme::Http,
                address,
                host: host.into(),
                authority: host.into(),
                path,
                user: None,
                password: None,
            });
        }
        let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
        let (scheme, own_port) = match scheme {
            "http" => (Scheme::Http, 80),
            "https" => (Scheme::Https, 443),
            "memcached" => (Scheme::Memcached, 11211),
            "redis" => (Scheme::Redis, 6379),
            _ => return Err(fault("its scheme is none of http, https, memcached, redis, unix")),
        };
        let (authority, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
        let (user, password, authority) = match authority.rsplit_once('@') {
            Some((who, authority)) if matches!(scheme, Scheme::Redis | Scheme::Memcached) => {
                let (user, password) = who.split_once(':').unwrap_or((who, ""));
                let decoded = |text: &str| percent_decoded(text).ok_or_else(|| fault("its password is not text"));
                let given = |text: String| (!text.is_empty()).then_some(text);
                (given(decoded(user)?), given(decoded(password)?), authority)
            }
            _ => (None, None, authority),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| fault("its port is not a number below 65536"))?)
            }
            _ => (authority, own_port),
        };
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if host.is_empty() || authority.contains(|c: char| c.is_control() || c == '@' || c == ' ') {
            return Err(fault("it has no host, or one with characters that a host cannot have"));
        }
        if path.contains(|c: char| c.is_control() || c == ' ') {
            return Err(fault("spaces and control characters in a path must be percent-encoded"));
        }
        let address = (host, port).to_socket_addrs().map_err(|source| fault(&source.to_string()))?.next();
        let address = Address::Tcp(address.ok_or_else(|| fault("its host has no address"))?);
        let (host, authority, path) = (host.into(), authority.into(), path.into());
        Ok(Url { scheme, address, host, authority, path, user, password })
    }
}

/// A URL as it may be shown.
fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}***{}", &url[..scheme + 3], &url[at..]),
        _ => url.into(),
    }
}

/// The text in which `%40` stands for `@`; `None` if it is none.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls() {
        let url = Url::parse("http://127.0.0.1:8080/a?b=c").unwrap();
        assert_eq!((url.scheme, url.path.as_str(), url.authority.as_str()), (Scheme::Http, "/a?b=c", "127.0.0.1:8080"));
        assert_eq!(url.address, Address::Tcp("127.0.0.1:8080".parse().unwrap()));
        let url = Url::parse("redis://[::1]").unwrap();
        assert_eq!((url.address, url.host.as_str()), (Address::Tcp("[::1]:6379".parse().unwrap()), "::1"));
        let url = Url::parse("[::1]:99").unwrap();
        assert_eq!((url.address, url.path.as_str()), (Address::Tcp("[::1]:99".parse().unwrap()), "/"));
        let url = Url::parse("unix:/run/app.sock:/hello").unwrap();
        assert_eq!((url.address, url.path.as_str()), (Address::Unix("/run/app.sock".into()), "/hello"));
        assert_eq!(Url::parse("unix:///run/app.sock").unwrap().address, Address::Unix("/run/app.sock".into()));
    }

    #[test]
    fn a_password_is_taken_out_of_the_url() {
        let url = Url::parse("redis://:p%40w@127.0.0.1").unwrap();
        assert_eq!((url.user, url.password.as_deref(), url.authority.as_str()), (None, Some("p@w"), "127.0.0.1"));
        let url = Url::parse("memcached://me:pw@[::1]:5").unwrap();
        assert_eq!((url.user.as_deref(), url.password.as_deref(), url.host.as_str()), (Some("me"), Some("pw"), "::1"));
        assert!(Url::parse("redis://:%zz@127.0.0.1").is_err());
        // The text of an error must not show it.
        let fault = Url::parse("redis://:secret@127.0.0.1:99999").unwrap_err().to_string();
        assert!(!fault.contains("secret"), "{fault}");
    }

    #[test]
    fn an_invalid_target_says_why() {
        for url in
            ["ftp://127.0.0.1/", "http://", "http://127.0.0.1:99999", "http://127.0.0.1/a b", "unix:", "http://a@b"]
        {
            assert!(matches!(Url::parse(url), Err(Error::Target { .. })), "{url}");
        }
    }
}
