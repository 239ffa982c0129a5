//! Where requests go.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use base64::Engine as _;

use crate::acknowledgement::Acknowledge;
use crate::error::Error;
use crate::http2::Http2Requests;
use crate::login::Login;
use crate::protocol::http::{Request, target};
use crate::tls::Tls;

/// How long each address of a host is tried that has several.
const TRIED: Duration = Duration::from_secs(1);

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
    /// When its answers are acknowledged.
    pub acknowledge: Acknowledge,
}

impl Target {
    /// A server without TLS, under the name that it has in results.
    pub fn plain(name: impl Into<String>, address: Address) -> Self {
        Self { name: name.into(), address, tls: None, http2: None, login: None, acknowledge: Acknowledge::default() }
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
    /// Where it leads: the first address of its host.
    pub address: Address,
    /// The others.
    pub others: Vec<SocketAddr>,
    /// The host alone, as TLS names it.
    pub host: String,
    /// The host and, unless it is the scheme's own, the port: the `host` header.
    pub authority: String,
    /// What follows the authority, from the `/` on; `/` if nothing does.
    pub path: String,
    /// The user and the password before the host.
    pub user: Option<String>,
    /// See `user`.
    pub password: Option<String>,
    /// The number of the database, of Redis.
    pub database: Option<u32>,
}

impl Url {
    /// Reads `http://host[:port][/path]`, the same with `https`, `memcached://host[:port]`, `redis://host[:port][/DATABASE]`, or
    /// HTTP over a Unix socket as `unix:/path/to/socket[:/path]`. Without a scheme, `http`.
    ///
    /// # Errors
    /// [`Error::Target`] if it is none of these, or the host has no address.
    pub fn parse(url: &str) -> Result<Url, Error> {
        let fault = |reason: &str| Error::Target { target: without_password(url), reason: reason.into() };
        if let Some(rest) = url.strip_prefix("unix:") {
            return Self::of_socket(rest).map_err(|reason| fault(&reason));
        }
        // A path may hold a URL of its own.
        let is_scheme = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        let named = url.split_once("://").filter(|(scheme, _)| is_scheme(scheme));
        let (scheme, rest) = named.unwrap_or(("http", url));
        let (scheme, own_port) = match scheme.to_ascii_lowercase().as_str() {
            "http" => (Scheme::Http, 80),
            "https" => (Scheme::Https, 443),
            "memcached" => (Scheme::Memcached, 11211),
            "redis" => (Scheme::Redis, 6379),
            _ => return Err(fault("its scheme is none of http, https, memcached, redis, unix")),
        };
        // A password of a store may hold what ends an authority of HTTP.
        let host_at = if scheme.is_http() { 0 } else { rest.rfind('@').unwrap_or(0) };
        let end = rest[host_at..].find(['/', '?', '#']).map_or(rest.len(), |at| host_at + at);
        let (authority, path) = rest.split_at(end);
        let (who, authority) = authority.rsplit_once('@').unwrap_or(("", authority));
        let (user, password) = credentials(who).map_err(&fault)?;
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
        let database = scheme.database(path).map_err(&fault)?;
        let path = if scheme.is_http() { path_of(path).map_err(&fault)? } else { "/".into() };
        let mut addresses = (host, port).to_socket_addrs().map_err(|source| fault(&source.to_string()))?;
        let address = Address::Tcp(addresses.next().ok_or_else(|| fault("its host has no address"))?);
        let others = addresses.collect();
        let (host, authority) = (host.into(), authority.into());
        Ok(Url { scheme, address, others, host, authority, path, user, password, database })
    }

    /// HTTP over a Unix socket: what follows `unix:`.
    fn of_socket(rest: &str) -> Result<Url, String> {
        let (socket, path) = rest.split_once(":/").map_or((rest, "/".into()), |(at, path)| (at, format!("/{path}")));
        let socket = socket.strip_prefix("//").unwrap_or(socket);
        if socket.is_empty() {
            return Err("it names no socket".into());
        }
        let host = String::from("localhost");
        Ok(Url {
            scheme: Scheme::Http,
            address: Address::Unix(socket.into()),
            others: Vec::new(),
            authority: host.clone(),
            host,
            path: path_of(&path)?,
            user: None,
            password: None,
            database: None,
        })
    }

    /// The first address of its host that takes a connection, or the first of all: `localhost` is often two, of which a server has one.
    pub fn reachable(&self) -> Address {
        let Address::Tcp(first) = &self.address else { return self.address.clone() };
        if self.others.is_empty() {
            return self.address.clone();
        }
        let takes = |address: &&SocketAddr| TcpStream::connect_timeout(address, TRIED).is_ok();
        Address::Tcp(*std::iter::once(first).chain(&self.others).find(takes).unwrap_or(first))
    }

    /// The request that it stands for: `GET`, with the user and the password where it has any (RFC 7617).
    pub fn get(&self) -> Request {
        let request = Request::get(&self.authority, &self.path);
        let Some(user) = &self.user else { return request };
        let who = format!("{user}:{}", self.password.as_deref().unwrap_or_default());
        request.header("authorization", &format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(who)))
    }
}

impl Scheme {
    /// Whether HTTP is spoken.
    pub fn is_http(self) -> bool {
        matches!(self, Self::Http | Self::Https)
    }

    /// The database that the path of a store names.
    fn database(self, path: &str) -> Result<Option<u32>, &'static str> {
        match (self, path) {
            (Self::Http | Self::Https, _) | (_, "" | "/") => Ok(None),
            (Self::Redis, path) => {
                let number = path.strip_prefix('/').and_then(|number| number.parse().ok());
                number.map(Some).ok_or("of Redis, only the number of a database can follow the host: redis://HOST/5")
            }
            (Self::Memcached, _) => Err("of memcached, nothing can follow the host"),
        }
    }
}

/// A user and a password, as they stand before a host.
fn credentials(who: &str) -> Result<(Option<String>, Option<String>), &'static str> {
    let (user, password) = who.split_once(':').unwrap_or((who, ""));
    let decoded = |text: &str| percent_decoded(text).ok_or("its password is not text");
    let given = |text: String| (!text.is_empty()).then_some(text);
    Ok((given(decoded(user)?), given(decoded(password)?)))
}

/// The path and the query of a URL, as a request has them.
fn path_of(path: &str) -> Result<String, &'static str> {
    if path.contains(|c: char| c.is_control() || c == ' ') {
        return Err("spaces and control characters in a path must be percent-encoded");
    }
    Ok(target(path).into_owned())
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
    fn a_url_of_http_becomes_what_a_server_understands() {
        let got = |url: &str| {
            let url = Url::parse(url).unwrap();
            assert_eq!(url.authority, "127.0.0.1:9", "{url:?}");
            url.path
        };
        assert_eq!(got("http://127.0.0.1:9?a=b/c"), "/?a=b/c");
        assert_eq!(got("HTTP://127.0.0.1:9/A"), "/A");
        assert_eq!(got("http://127.0.0.1:9/a?b#part"), "/a?b");
        assert_eq!(got("http://127.0.0.1:9#part"), "/");
        assert_eq!(got("http://127.0.0.1:9/\u{fc}b\u{e9}r?\u{fc}=|x"), "/%C3%BCb%C3%A9r?%C3%BC=%7Cx");
        assert_eq!(got("http://127.0.0.1:9/%20?a=%C3%BC"), "/%20?a=%C3%BC");
        assert_eq!(got("127.0.0.1:9/?next=http://other/"), "/?next=http://other/");
        assert_eq!(got("http://me:p%40w@127.0.0.1:9/@x"), "/@x");
        let request = Url::parse("http://me:p%40w@127.0.0.1:9/").unwrap().get();
        assert_eq!(request.headers[1], ("authorization".to_owned(), "Basic bWU6cEB3".to_owned()));
        assert_eq!(Url::parse("unix:/run/app.sock:/\u{fc}").unwrap().path, "/%C3%BC");
    }

    #[test]
    fn the_address_that_takes_connections_is_used() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let there = listener.local_addr().unwrap();
        let gone = std::net::TcpListener::bind("127.0.0.2:0").unwrap().local_addr().unwrap();
        let url = |first: SocketAddr, others: &[SocketAddr]| Url {
            address: Address::Tcp(first),
            others: others.to_vec(),
            ..Url::parse("http://127.0.0.1/").unwrap()
        };
        assert_eq!(url(gone, &[there]).reachable(), Address::Tcp(there));
        assert_eq!(url(there, &[gone]).reachable(), Address::Tcp(there));
        assert_eq!(url(gone, &[gone]).reachable(), Address::Tcp(gone));
    }

    #[test]
    fn what_follows_the_host_of_a_store_is_taken_or_refused() {
        let database = |url: &str| Url::parse(url).map(|url| url.database).map_err(|fault| fault.to_string());
        assert_eq!(database("redis://127.0.0.1"), Ok(None));
        assert_eq!(database("redis://127.0.0.1/"), Ok(None));
        assert_eq!(database("redis://:p/w?#@127.0.0.1:5/15"), Ok(Some(15)));
        for url in ["redis://127.0.0.1/abc", "redis://127.0.0.1/5?x=1", "redis://127.0.0.1?x=1", "redis://127.0.0.1/5/"]
        {
            assert!(database(url).unwrap_err().contains("the number of a database"), "{url}");
        }
        assert!(database("redis://127.0.0.1/-1").is_err() && database("redis://127.0.0.1/99999999999").is_err());
        assert!(database("memcached://127.0.0.1/5").unwrap_err().contains("nothing can follow"));
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
            ["ftp://127.0.0.1/", "http://", "http://127.0.0.1:99999", "http://127.0.0.1/a b", "unix:", "http://a@"]
        {
            assert!(matches!(Url::parse(url), Err(Error::Target { .. })), "{url}");
        }
    }
}
