//! The settings of a server.

use spar_solve::Sources;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// The settings of a server. The defaults are those of `spar serve`.
#[derive(Clone)]
pub struct Settings {
    /// The address at which it listens.
    pub address: SocketAddr,
    /// The host names that it accepts.
    pub hosts: Hosts,
    /// Whether cookies are sent over https only.
    pub https: bool,
    /// The number of trusted proxies.
    pub proxies: usize,
    /// Threads for solver work.
    pub workers: usize,
    /// The most pieces of work in a queue.
    pub queue: usize,
    /// The most connections.
    pub connections: usize,
    /// The most connections from one address, unless there is a proxy.
    pub address_connections: usize,
    /// The most requests of one address that are answered at once.
    pub address_requests: usize,
    /// The most pieces of long work of one address.
    pub address_works: usize,
    /// The most requests of one person in a minute.
    pub requests_per_minute: u32,
    /// The most requests from one address in a minute.
    pub address_requests_per_minute: u32,
    /// The most new people from one address in an hour.
    pub new_people_per_hour: u32,
    /// Time within which the headers of a request, and then its body, must arrive.
    pub patience: Duration,
    /// The most bytes in the body of a request.
    pub body_limit: usize,
    /// The most bytes for the tables of all long work.
    pub memory: u64,
    /// The solved games and the books.
    pub sources: Sources,
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
            sources: Sources::default(),
        }
    }
}

/// The host names that a server accepts.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// Names in addition to those of this machine, in lower case.
    pub names: Vec<String>,
    /// Whether numeric addresses are accepted. They are safe, because no page of another site
    /// can have one.
    pub addresses: bool,
}
