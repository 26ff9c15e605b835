//! Tests of the server, mostly without a socket: each address, whole games, restarts, and the
//! privacy of data.

mod chance;
mod client;
mod document;
mod exact;
mod eyes;
mod first;
mod games;
mod growth;
mod heavy;
mod hostile;
mod kills;
mod levels;
mod people;
mod play;
mod program;
mod ratings;
mod socket;
#[path = "../common/strace.rs"]
mod strace;
mod trace;
mod trouble;
mod twin;
mod usual;
mod work;
