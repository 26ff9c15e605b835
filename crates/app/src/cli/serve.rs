use super::Common;
use super::data::open_store;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::serve::{self, App, Log, Options};
use clap::Args;
use std::io::{self, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Open the page: play, train, analyse and review in the browser
///
/// Only this machine can reach it unless `--public` is said. Stop it with Ctrl-C.
#[derive(Debug, Args)]
pub(super) struct Serve {
    #[command(flatten)]
    options: Options,
}

impl Serve {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        if self.options.print_openapi {
            printer.line(serve::document().trim_end())?;
            return Ok(Exit::Done);
        }
        let settings = self.options.settings(common.limits().memory, common.shelf())?;
        log(self.options.log);
        let app = App::new(settings, open_store(common)?);
        serve::run(&app, |address| {
            let page = format!("http://{address}/");
            printer.line(format!("listening at {page}"))?;
            if !address.ip().is_loopback() {
                printer.remark("other machines can reach it");
            }
            let page = format!("http://{}/", from_here(address));
            if self.options.open && open::that_detached(&page).is_err() {
                printer.remark(format!("no browser could be opened: go to {page}"));
            }
            Ok(())
        })?;
        Ok(Exit::Done)
    }
}

/// Where this machine reaches the server: a browser cannot go to "every address".
fn from_here(address: SocketAddr) -> SocketAddr {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(here, address.port())
}

/// Has events told on standard error.
fn log(form: Log) {
    let filter = tracing_subscriber::EnvFilter::try_from_env("SPAR_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info,rusqlite_migration=warn"));
    let told = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr);
    // A second server in one program keeps the first one's log.
    let _ = match form {
        Log::Text => told.try_init(),
        Log::Json => told.json().try_init(),
        Log::Off => Ok(()),
    };
}
