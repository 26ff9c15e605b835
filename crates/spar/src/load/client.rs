//! A client's persistent connection to the server, and its cookie.

use super::player::Wrong;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use std::net::SocketAddr;
use tokio::net::TcpStream;

/// The maximum size of a response in bytes.
const LONGEST_ANSWER: usize = 1 << 22;

/// A client with its cookie.
pub struct Client {
    address: SocketAddr,
    cookie: Option<String>,
    /// `None` while not connected.
    connection: Option<SendRequest<Body>>,
}

impl Client {
    /// A new client without a cookie.
    pub fn new(address: SocketAddr) -> Client {
        Client { address, cookie: None, connection: None }
    }

    /// Continues at another address with the same cookie.
    pub fn move_to(&mut self, address: SocketAddr) {
        (self.address, self.connection) = (address, None);
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// If there is no response, or it is longer than 4 MiB.
    pub async fn get(&mut self, path: &str) -> Result<(StatusCode, Bytes), Wrong> {
        self.send(Method::GET, path, Body::empty()).await
    }

    /// Sends a POST request with a JSON body.
    ///
    /// # Errors
    /// If there is no response, or it is longer than 4 MiB.
    pub async fn post(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<(StatusCode, Bytes), Wrong> {
        let body = serde_json::to_vec(body).map_err(|error| Wrong::Cut(error.to_string()))?;
        self.send(Method::POST, path, Body::from(body)).await
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Body,
    ) -> Result<(StatusCode, Bytes), Wrong> {
        let asked = format!("{method} {path}");
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let request = request.body(body).map_err(|error| Wrong::Cut(error.to_string()))?;
        let cut = |error: &dyn std::error::Error| Wrong::Cut(format!("{asked}: {error}"));
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(self.address).await?,
        };
        let answer = connection.send_request(request).await.map_err(|error| cut(&error))?;
        let status = answer.status();
        let set = answer.headers().get(header::SET_COOKIE).and_then(|it| it.to_str().ok());
        if let Some(cookie) = set.and_then(|it| it.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        let bytes = to_bytes(Body::new(answer.into_body()), LONGEST_ANSWER).await;
        let bytes = bytes.map_err(|error| cut(&error))?;
        self.connection = Some(connection);
        Ok((status, bytes))
    }
}

async fn connect(address: SocketAddr) -> Result<SendRequest<Body>, Wrong> {
    let cut = |error: &dyn std::error::Error| Wrong::Cut(format!("cannot connect: {error}"));
    let stream = TcpStream::connect(address).await.map_err(|error| cut(&error))?;
    stream.set_nodelay(true).map_err(|error| cut(&error))?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|it| cut(&it))?;
    // This task moves the bytes of the connection. It ends when the client drops the connection
    // or the server closes it; later requests on it fail.
    tokio::spawn(async move { drop(connection.await) });
    Ok(sender)
}
