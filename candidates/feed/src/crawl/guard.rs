//! Which addresses the crawler connects to: none that only this machine or its network reaches.
//!
//! The guard stands where names become addresses, so it sees each host that a redirect leads to, and what it let pass is what is connected
//! to: a name server that answers differently the next time is not asked again.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// What the error of a refused address begins with.
pub const REFUSED: &str = "an address that is not public";

/// Whether an address is one that anybody on the Internet could reach, as far as it tells.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_for_protocols = first == 192 && second == 0 && third == 0;
    let is_for_benchmarks = first == 198 && (second == 18 || second == 19);
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || is_shared
        || is_for_protocols
        || is_for_benchmarks
        || first == 0
        // Multicast, reserved, broadcast.
        || first >= 224)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let embedded = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    match parts {
        // NAT64 (RFC 6052) and 6to4 (RFC 3056) lead to an IPv4 address.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(embedded(high, low)),
        [0x2002, high, low, ..] => is_public_v4(embedded(high, low)),
        [0x2001, 0xdb8, ..] => false,
        // Teredo, ORCHID and others for protocols.
        [0x2001, second, ..] if second < 0x200 => false,
        // Global unicast alone.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// Resolves names to public addresses.
#[derive(Debug)]
pub struct Guard {
    names: DefaultResolver,
    /// Whether every address is let pass, as a test needs it whose server is on the loopback.
    allows_internal: bool,
}

impl Guard {
    pub fn new(allows_internal: bool) -> Self {
        Self { names: DefaultResolver::default(), allows_internal }
    }
}

impl Resolver for Guard {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        let mut public = self.empty();
        let passes = |address: &&SocketAddr| self.allows_internal || is_public(address.ip());
        found.iter().filter(passes).for_each(|address| public.push(*address));
        if public.is_empty() {
            let host = uri.host().unwrap_or_default();
            return Err(ureq::Error::Other(format!("{host} has {REFUSED}").into()));
        }
        Ok(public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine_and_its_networks_are_not_public() {
        let internal = [
            "127.0.0.1",
            "127.8.9.10",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fdff::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2002:a00:1::",
            "2001:db8::1",
            "2001::1",
            "::127.0.0.1",
        ];
        for address in internal {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}
