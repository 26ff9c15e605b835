//! What a server is started with.

use spar_solve::tables::Shelf;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// What a server is started with. The default is what `spar serve` without options has.
#[derive(Clone)]
pub struct Settings {
    /// Where it listens.
    pub address: SocketAddr,
    /// Under which names it may be called.
    pub hosts: Hosts,
    /// Whether cookies travel on https only.
    pub https: bool,
    /// Proxies whose word is taken.
    pub proxies: usize,
    /// Threads for solver work.
    pub workers: usize,
    /// Pieces of work that may wait.
    pub queue: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address, unless a proxy stands in front.
    pub address_connections: usize,
    /// Requests of one address that are answered at once.
    pub address_requests: usize,
    /// Pieces of long work at once from one address.
    pub address_works: usize,
    /// Requests of one person in a minute.
    pub requests_per_minute: u32,
    /// Requests from one address in a minute.
    pub address_requests_per_minute: u32,
    /// New people from one address in an hour.
    pub new_people_per_hour: u32,
    /// Time within which the headers of a request, and then its body, must arrive.
    pub patience: Duration,
    /// Bytes that a request's body may have.
    pub body_limit: usize,
    /// Bytes that tables of all long work may take.
    pub memory: u64,
    /// Where solved games are kept, if anywhere.
    pub shelf: Option<Shelf>,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)),
            hosts: Hosts { names: Vec::new(), addresses: false },
            https: false,
            proxies: 0,
            workers: (cores - 1).max(1),
            queue: 64,
            connections: 512,
            address_connections: 256,
            address_requests: 8,
            address_works: 4,
            requests_per_minute: 600,
            address_requests_per_minute: 3000,
            new_people_per_hour: 120,
            patience: Duration::from_secs(10),
            body_limit: 64_000,
            memory: 2_000_000_000,
            shelf: None,
        }
    }
}

/// Names under which the server may be called.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// Names besides those of the own machine, in lower case.
    pub names: Vec<String>,
    /// Whether an address in figures is fine: no foreign page can stand behind one.
    pub addresses: bool,
}

impl Hosts {
    /// Whether a `Host` header names this server.
    pub(crate) fn allows(&self, host: &str) -> bool {
        let name = without_port(host).to_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_own = name == "localhost" || name.ends_with(".localhost");
        match address {
            Ok(address) => address.is_loopback() || self.addresses || self.names.contains(&name),
            Err(_) => is_own || self.names.contains(&name),
        }
    }
}

/// `localhost` of `localhost:7878`, `[::1]` of `[::1]:7878`.
pub(crate) fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_answered() {
        let own = Hosts::default();
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:1", "[::1]:7878", "a.localhost:1"] {
            assert!(own.allows(host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7878", "10.0.0.1", "", "[::1", "x:y"] {
            assert!(!own.allows(host), "{host}");
        }
        let public = Hosts { names: vec!["spar.example".to_owned()], addresses: true };
        assert!(public.allows("Spar.example:80") && public.allows("10.0.0.1:7878"));
        assert!(!public.allows("evil.example"));
    }
}
