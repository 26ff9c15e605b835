//! The server without a socket: each address, whole games, restarts, and that nobody
//! reaches what is another's.

mod client;
mod document;
mod games;
mod hostile;
mod levels;
mod people;
mod play;
mod socket;
mod work;
