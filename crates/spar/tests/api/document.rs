//! The OpenAPI document, and the headers of every response.

use super::client::Server;
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

#[test]
fn the_committed_document_is_the_servers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let committed = std::fs::read_to_string(&path).unwrap();
    let hint = "run `spar serve --print-openapi > web/openapi.json`";
    assert!(committed == spar_server::document(), "{} is old: {hint}", path.display());
}

#[tokio::test]
async fn every_operation_says_what_it_refuses() {
    let document = Server::new().client().get("/api/openapi.json").await.with(200);
    assert_eq!(document["openapi"], "3.1.0");
    let mut n_operations = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            n_operations += 1;
            let answers = operation["responses"].as_object().unwrap();
            for status in ["421", "429", "503"] {
                assert!(answers.contains_key(status), "{method} {path} {status}");
            }
            if operation.get("requestBody").is_some() {
                for status in ["400", "403", "413", "415", "422"] {
                    assert!(answers.contains_key(status), "{method} {path} {status}");
                }
            }
            for (status, answer) in answers {
                let schema = &answer["content"]["application/json"]["schema"]["$ref"];
                let refused = status.as_str() >= "400";
                assert_eq!(refused, schema == "#/components/schemas/Refusal", "{path} {status}");
            }
        }
    }
    assert!(n_operations >= 24, "{n_operations}");
}

#[tokio::test]
async fn every_operation_has_an_id_of_its_own() {
    let document = Server::new().client().get("/api/openapi.json").await.with(200);
    let mut ids = HashSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            // It becomes the name of a function in generated clients.
            assert!(id.bytes().all(|it| it.is_ascii_lowercase() || it == b'_'), "{id}");
            assert!(ids.insert(id.to_owned()), "{method} {path}: `{id}` stands twice");
        }
    }
    assert!(ids.contains("get_position") && ids.contains("get_game"), "{ids:?}");
}

#[tokio::test]
async fn every_reference_of_the_document_leads_somewhere() {
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|it| references(it, found));
            }
            Value::Array(items) => items.iter().for_each(|it| references(it, found)),
            _ => {}
        }
    }
    let document = Server::new().client().get("/api/openapi.json").await.with(200);
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let place = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(place).is_some(), "{reference}");
    }
}

#[tokio::test]
async fn every_answer_forbids_what_a_page_need_not_do() {
    let server = Server::new();
    let mut client = server.client();
    for path in ["/", "/api/games", "/api/nothing", "/nothing", "/health", "/metrics"] {
        let headers = client.get(path).await.headers;
        let csp = headers["content-security-policy"].to_str().unwrap();
        assert!(csp.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"));
        assert!(!csp.contains("unsafe"));
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert!(headers.contains_key("cache-control") || !path.starts_with("/api"), "{path}");
    }
}

#[tokio::test]
async fn the_page_is_at_its_places_and_nowhere_else() {
    let server = Server::new();
    let mut client = server.client();
    for path in ["/", "/play", "/play?game=tictactoe", "/play/abc", "/train", "/analyse", "/you"] {
        let reply = client.get(path).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    }
    let worker = client.get("/sw.js").await;
    assert_eq!(worker.status, 200);
    assert_eq!(worker.headers["cache-control"], "no-cache", "a new page is seen at once");
    assert!(worker.headers["content-type"].to_str().unwrap().starts_with("text/javascript"));
    let shell = String::from_utf8(worker.bytes.to_vec()).unwrap();
    assert!(shell.contains("\"index.html\""), "the page itself can be kept");
    assert_eq!(client.get("/index.html").await.status, 200, "under the name it is kept by");
    let absent = client.get("/nowhere").await;
    assert_eq!(absent.status, 404);
    assert!(absent.headers["content-type"].to_str().unwrap().starts_with("text/html"));
}

#[tokio::test]
async fn health_and_metrics_tell_how_it_is() {
    let server = Server::new();
    let mut client = server.client();
    let health = client.get("/health").await.with(200);
    assert_eq!(health["status"], "ok");
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    client.get("/api/games").await.with(200);
    let metrics = client.get("/metrics").await;
    let text = String::from_utf8(metrics.bytes.to_vec()).unwrap();
    let counted = "spar_requests_total{method=\"GET\",route=\"/api/games\",status=\"200\"} 1";
    assert!(text.contains(counted), "{text}");
    for name in ["spar_queue_quick", "spar_store_commits_total", "spar_cache_hits_total"] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}");
    }
}
