//! What a server is started with.

use crate::guard::Hosts;
use spar_solve::tables::Shelf;
use std::net::{Ipv4Addr, SocketAddr};
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
