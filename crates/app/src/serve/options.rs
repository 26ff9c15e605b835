//! How the server is started: what can be chosen, and what that means.

use super::guard::Hosts;
use crate::fault::Fault;
use crate::units;
use clap::{Args, ValueEnum};
use spar_solve::tables::Shelf;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// What can be chosen about the server.
// Each is a switch of its own on the command line.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Address to listen at [default: 127.0.0.1, with `--public` 0.0.0.0]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// Port to listen at; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Let other machines reach it: without it only this machine can
    #[arg(long)]
    public: bool,
    /// A name under which it may be called, besides those of this machine; repeatable
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    /// It is reached by https, through a proxy: cookies travel on such connections only
    #[arg(long)]
    https: bool,
    /// Proxies in front of it whose word on the client's address is taken
    #[arg(long, value_name = "N", default_value_t = 0)]
    proxies: usize,
    /// Threads for solver work [default: all cores but one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Pieces of work that may wait for a thread
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    queue: u32,
    /// Connections at once
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
    /// Connections at once from one address, unless a proxy stands in front
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    address_connections: u32,
    /// Requests of one address that are answered at once; more wait
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    address_requests: u32,
    /// Pieces of long work at once from one address
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    address_works: u32,
    /// Requests of one person in a minute
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_minute: u32,
    /// Requests from one address in a minute
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..))]
    address_requests_per_minute: u32,
    /// New people from one address in an hour
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    new_people_per_hour: u32,
    /// Time within which a request must arrive
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::read_time)]
    patience: Duration,
    /// Bytes that a request's body may have
    #[arg(long, value_name = "SIZE", default_value = "64K", value_parser = units::read_bytes)]
    body_limit: u64,
    /// What is told on standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub log: Log,
    /// Print the document that describes the API, and do nothing else
    #[arg(long)]
    pub print_openapi: bool,
}

/// What is told on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Log {
    /// A line of text for each event.
    Text,
    /// A line of JSON for each event.
    Json,
    /// Nothing.
    Off,
}

/// What the server works with.
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

impl Options {
    /// What the server works with.
    ///
    /// # Errors
    /// If other machines could reach it and `--public` was not said.
    pub fn settings(&self, memory: u64, shelf: Option<Shelf>) -> Result<Settings, Fault> {
        let usual = if self.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let host = self.host.unwrap_or(IpAddr::V4(usual));
        if !host.is_loopback() && !self.public {
            return Err(Fault::with_hint(
                format!("at {host} other machines could reach the server"),
                "say `--public` if that is meant",
            ));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let names = self.host_name.iter().map(|name| name.to_lowercase()).collect();
        Ok(Settings {
            address: SocketAddr::new(host, self.port),
            hosts: Hosts { names, addresses: self.public },
            https: self.https,
            proxies: self.proxies,
            workers: self.workers.map_or_else(|| (cores() - 1).max(1), usize::from),
            queue: self.queue as usize,
            connections: self.connections as usize,
            address_connections: self.address_connections as usize,
            address_requests: self.address_requests as usize,
            address_works: self.address_works as usize,
            requests_per_minute: self.requests_per_minute,
            address_requests_per_minute: self.address_requests_per_minute,
            new_people_per_hour: self.new_people_per_hour,
            patience: self.patience,
            body_limit: usize::try_from(self.body_limit).unwrap_or(usize::MAX),
            memory,
            shelf,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    /// What these options mean.
    pub(in crate::serve) fn settings(options: &[&str]) -> Option<Settings> {
        let line = Line::parse_from([&["serve"], options].concat());
        line.options.settings(1 << 20, None).ok()
    }

    /// Where the server listens with these options.
    fn address(options: &[&str]) -> Option<String> {
        Some(settings(options)?.address.to_string())
    }

    #[test]
    fn other_machines_reach_it_only_when_that_is_said() {
        assert_eq!(address(&[]).as_deref(), Some("127.0.0.1:7878"));
        assert_eq!(address(&["--public"]).as_deref(), Some("0.0.0.0:7878"));
        assert_eq!(address(&["--public", "--host", "::1"]).as_deref(), Some("[::1]:7878"));
        assert_eq!(address(&["--public", "--host", "10.0.0.7"]).as_deref(), Some("10.0.0.7:7878"));
        assert_eq!(address(&["--host", "10.0.0.7"]), None);
        assert_eq!(address(&["--host", "0.0.0.0"]), None);
    }
}
