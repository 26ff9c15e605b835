//! A client of the server: keeps its cookie and reads JSON.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::Value;
use spar_server::{App, Hosts, Settings, Shared, router};
use spar_solve::Sources;
use spar_store::Store;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tower::ServiceExt as _;

/// Settings for tests: without limits, unless a test sets them.
pub(crate) fn settings() -> Settings {
    Settings {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        hosts: Hosts::default(),
        https: false,
        proxies: 0,
        workers: 1,
        queue: 64,
        connections: 64,
        address_connections: 64,
        address_requests: 64,
        address_works: 64,
        requests_per_minute: 1_000_000,
        address_requests_per_minute: 1_000_000,
        new_people_per_hour: 1_000_000,
        patience: Duration::from_secs(5),
        body_limit: 64_000,
        memory: 100_000_000,
        sources: Sources::default(),
    }
}

/// A server whose store is in this folder.
pub(crate) fn app(folder: &Path, settings: Settings) -> Shared {
    App::new(settings, Store::open(&folder.join("spar.db")).unwrap())
}

/// A server with its own store.
pub(crate) struct Server {
    pub(crate) router: Router,
    _folder: TempDir,
}

impl Server {
    pub(crate) fn new() -> Server {
        Server::with(settings())
    }

    pub(crate) fn with(settings: Settings) -> Server {
        let folder = tempfile::tempdir().unwrap();
        Server { router: router(app(folder.path(), settings)), _folder: folder }
    }

    /// A server with this clock.
    pub(crate) fn by(clock: spar_server::Clock) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("spar.db")).unwrap();
        let router = router(App::with_clock(settings(), store, clock));
        Server { router, _folder: folder }
    }

    pub(crate) fn client(&self) -> Client {
        Client::of(&self.router)
    }
}

/// Somebody with a browser.
pub(crate) struct Client {
    router: Router,
    pub(crate) cookie: Option<String>,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
}

impl Reply {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&self.bytes)))
    }

    /// The JSON of an answer with this status.
    #[track_caller]
    pub(crate) fn with(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", String::from_utf8_lossy(&self.bytes));
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }
}

impl Client {
    pub(crate) fn of(router: &Router) -> Client {
        Client { router: router.clone(), cookie: None }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: &Value) -> Reply {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None).await
    }

    async fn send(&mut self, method: Method, path: &str, body: Option<&Value>) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let body = match body {
            Some(json) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(json.to_string())
            }
            None => Body::empty(),
        };
        let reply = send(&self.router, request.body(body).unwrap()).await;
        if let Some(cookie) = reply.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = (!cookie.ends_with('=')).then(|| cookie.to_owned());
        }
        reply
    }
}

/// Sends a request and returns the response.
pub(crate) async fn send(router: &Router, request: Request<Body>) -> Reply {
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Reply { status: parts.status, headers: parts.headers, bytes }
}
