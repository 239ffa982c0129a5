//! Who is answered, and what a browser may do with the answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::answer;

/// The names under which requests are answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// Those of the loopback, the address that is listened on, and `more`.
    pub fn new(listen: SocketAddr, more: &[String]) -> Self {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        if !listen.ip().is_unspecified() {
            names.push(literal(listen.ip()));
        }
        names.extend(more.iter().map(|name| name.to_ascii_lowercase()));
        Self { names }
    }

    /// Whether the header of a request names one of them. Its port has no say: a tunnel changes it.
    fn allow(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let Ok(host) = host.to_str() else { return false };
        self.names.iter().any(|name| *name == without_port(host).to_ascii_lowercase())
    }
}

/// An address as the header has it (RFC 3986, section 3.2.2).
fn literal(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// The host without its port, if there is one.
fn without_port(host: &str) -> &str {
    let digits = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    match host.rsplit_once(':') {
        Some((name, port)) if digits(port) && (!name.contains(':') || name.ends_with(']')) => name,
        _ => host,
    }
}

/// Refuses requests that name another host.
pub(crate) async fn host(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    if hosts.allow(request.headers()) {
        return next.run(request).await;
    }
    let allowed = hosts.names.join(", ");
    let reason = format!(
        "This server answers only to requests for {allowed}. Open it by one of these names, or start it with --allow-host NAME."
    );
    (StatusCode::MISDIRECTED_REQUEST, answer::page(wirecost_report::html::served::failure("Wrong host", &reason)))
        .into_response()
}

/// What a browser may do with a page: run what is in it, ask this server, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Adds the rules for browsers to every answer.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let rules = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Runs are added and go on: a page is only as old as its request.
        (header::CACHE_CONTROL, "no-store"),
    ];
    let headers = response.headers_mut();
    for (name, rule) in rules {
        headers.insert(name, HeaderValue::from_static(rule));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(hosts: &Hosts, host: &str) -> bool {
        let headers = [(header::HOST, HeaderValue::from_str(host).unwrap())].into_iter().collect();
        hosts.allow(&headers)
    }

    #[test]
    fn names_of_the_loopback_are_allowed_with_any_port_and_others_are_not() {
        let hosts = Hosts::new("127.0.0.1:4750".parse().unwrap(), &[]);
        for host in ["localhost", "LOCALHOST:4750", "127.0.0.1:4750", "127.0.0.1:80", "[::1]:4750", "[::1]"] {
            assert!(allows(&hosts, host), "{host}");
        }
        for host in
            ["evil.example", "evil.example:4750", "localhost.evil.example", "", ":80", "127.0.0.2", "::1", "a:b:1"]
        {
            assert!(!allows(&hosts, host), "{host}");
        }
        assert!(!hosts.allow(&HeaderMap::new()), "a request that names no host");
        let mut two = HeaderMap::new();
        two.append(header::HOST, HeaderValue::from_static("localhost"));
        two.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(!hosts.allow(&two));
    }

    #[test]
    fn an_address_of_its_own_and_names_that_were_given_are_allowed() {
        let hosts = Hosts::new("192.0.2.7:4750".parse().unwrap(), &["Bench.Example".into()]);
        assert!(allows(&hosts, "192.0.2.7:4750") && allows(&hosts, "bench.example:4750"));
        let everywhere = Hosts::new("0.0.0.0:4750".parse().unwrap(), &[]);
        assert!(!allows(&everywhere, "0.0.0.0:4750") && !allows(&everywhere, "192.0.2.7"));
    }
}
