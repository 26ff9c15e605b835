use super::Common;
use super::data::open_store;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::{Args, ValueEnum};
use spar_catalog::units;
use spar_server::{App, Hosts, ServeError, Settings};
use spar_solve::Sources;
use std::io::{self, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Serve the page: play, train, analyse and review in the browser
///
/// Only this machine can reach it, unless `--public` is given. Stop it with Ctrl-C.
#[derive(Debug, Args)]
pub(super) struct Serve {
    #[command(flatten)]
    options: Options,
}

impl Serve {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        if self.options.print_openapi {
            printer.line(spar_server::document().trim_end())?;
            return Ok(Exit::Done);
        }
        let settings = self.options.settings(common.limits().memory, common.sources())?;
        log(self.options.log);
        let app = App::new(settings, open_store(common)?);
        spar_server::run(&app, |address| {
            let page = format!("http://{address}/");
            printer.line(format!("listening at {page}"))?;
            if !address.ip().is_loopback() {
                printer.remark("other machines can reach this server");
            }
            let page = format!("http://{}/", from_here(address));
            if self.options.open && open::that_detached(&page).is_err() {
                printer.remark(format!("cannot open a browser: go to {page}"));
            }
            Ok::<(), Fault>(())
        })?;
        Ok(Exit::Done)
    }
}

/// The address for a browser on this machine: an unspecified address becomes the loopback
/// address.
fn from_here(address: SocketAddr) -> SocketAddr {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(here, address.port())
}

/// Writes the log to standard error. `SPAR_LOG` sets the filter: `debug`, or
/// `info,spar_server=debug`.
fn log(form: Log) {
    let asked = std::env::var("SPAR_LOG").ok().and_then(|it| it.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| {
        let all = Targets::new().with_default(LevelFilter::INFO);
        all.with_target("rusqlite_migration", LevelFilter::WARN)
    });
    let registry = tracing_subscriber::registry().with(filter);
    let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    // If there is a log already, keep it.
    let _ = match form {
        Log::Text => registry.with(lines).try_init(),
        Log::Json => registry.with(lines.json()).try_init(),
        Log::Off => Ok(()),
    };
}

/// The options of the server.
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[derive(Clone, Debug, Args)]
pub(super) struct Options {
    /// Address to listen on [default: 127.0.0.1, or 0.0.0.0 with `--public`]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// Port to listen on; 0 takes any free port
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Let other machines reach it
    #[arg(long)]
    public: bool,
    /// A host name that requests may use, besides those of this machine; can be repeated
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    /// The server is reached by https, through a proxy: cookies are sent over https only
    #[arg(long)]
    https: bool,
    /// Number of proxies in front of it that are trusted to report the client's address
    #[arg(long, value_name = "N", default_value_t = 0)]
    proxies: usize,
    /// Threads for solver work [default: all cores but one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Solver tasks that may wait for a thread
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    queue: u32,
    /// Maximum number of connections
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
    /// Maximum number of connections from one address, if there is no proxy in front
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    address_connections: u32,
    /// Requests from one address that are handled at once; others wait
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    address_requests: u32,
    /// Maximum number of long computations at once from one address
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    address_works: u32,
    /// Requests per minute from one person
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_minute: u32,
    /// Requests per minute from one address
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..))]
    address_requests_per_minute: u32,
    /// New people per hour from one address
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    new_people_per_hour: u32,
    /// Timeout for a request to arrive
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::read_time)]
    patience: Duration,
    /// Maximum size of a request body
    #[arg(long, value_name = "SIZE", default_value = "64K", value_parser = units::read_bytes)]
    body_limit: u64,
    /// Log format on standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: Log,
    /// Print the OpenAPI document of the API, and exit
    #[arg(long)]
    print_openapi: bool,
}

/// What is told on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Log {
    /// A line of text for each event.
    Text,
    /// A line of JSON for each event.
    Json,
    /// Nothing.
    Off,
}

impl Options {
    /// The settings of the server.
    ///
    /// # Errors
    /// If other machines could reach the server without `--public`.
    fn settings(&self, memory: u64, sources: Sources) -> Result<Settings, Fault> {
        let unsaid = if self.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let host = self.host.unwrap_or(IpAddr::V4(unsaid));
        if !host.is_loopback() && !self.public {
            return Err(Fault::with_hint(
                format!("at {host} other machines could reach the server"),
                "add `--public` to allow that",
            ));
        }
        let names = self.host_name.iter().map(|name| name.to_lowercase()).collect();
        let usual = Settings::default();
        Ok(Settings {
            address: SocketAddr::new(host, self.port),
            hosts: Hosts { names, addresses: self.public },
            https: self.https,
            proxies: self.proxies,
            workers: self.workers.map_or(usual.workers, usize::from),
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
            sources,
        })
    }
}

impl From<ServeError> for Fault {
    fn from(error: ServeError) -> Fault {
        match error {
            ServeError::Address { .. } => {
                Fault::with_hint(error.to_string(), "`--port 0` takes any port that is free")
            }
            ServeError::System(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    /// The settings for these options.
    pub(crate) fn settings(options: &[&str]) -> Option<Settings> {
        let line = Line::parse_from([&["serve"], options].concat());
        line.options.settings(2_000_000_000, Sources::default()).ok()
    }

    /// The address at which the server listens with these options.
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

    /// The help text states the same defaults as the server.
    #[test]
    fn without_options_the_defaults_of_the_server_hold() {
        let connections = |it: &Settings| [it.queue, it.connections, it.address_connections];
        let requests = |it: &Settings| [it.address_requests, it.address_works, it.body_limit];
        let rates = |it: &Settings| [it.requests_per_minute, it.address_requests_per_minute];
        let rest = |it: &Settings| (it.address, it.https, it.proxies, it.workers, it.patience);
        let (said, usual) = (settings(&[]).unwrap(), Settings::default());
        assert_eq!(connections(&said), connections(&usual));
        assert_eq!(requests(&said), requests(&usual));
        assert_eq!(rates(&said), rates(&usual));
        assert_eq!(rest(&said), rest(&usual));
        assert_eq!(said.new_people_per_hour, usual.new_people_per_hour);
    }
}
