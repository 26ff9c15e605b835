//! The texts in the API's document.

use serde_json::{Map, Value};

/// Each summary and description with its location: the title, an operation with its parameters,
/// a status, or a schema with its fields.
pub(crate) fn lines(document: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    texts("document", &document["info"], &mut lines);
    let mut answers = Vec::new();
    for operation in fields(&document["paths"]).flat_map(|(_, item)| fields(item)).map(|it| it.1) {
        let id = operation["operationId"].as_str().unwrap_or("?");
        texts(id, operation, &mut lines);
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or("?");
            texts(&format!("{id}({name})"), parameter, &mut lines);
            schema(&format!("{id}({name})"), &parameter["schema"], &mut lines);
        }
        texts(&format!("{id} request"), &operation["requestBody"], &mut lines);
        for (status, answer) in fields(&operation["responses"]) {
            texts(&format!("status {status}"), answer, &mut answers);
        }
    }
    answers.sort();
    answers.dedup();
    lines.extend(answers);
    for (name, value) in fields(&document["components"]["schemas"]) {
        schema(name, value, &mut lines);
    }
    lines
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// The summary and description of one object.
fn texts(address: &str, value: &Value, lines: &mut Vec<String>) {
    for kind in ["summary", "description"] {
        if let Some(text) = value[kind].as_str() {
            let words: Vec<&str> = text.split_whitespace().collect();
            lines.push(format!("{address}: {}", words.join(" ")));
        }
    }
}

fn schema(address: &str, value: &Value, lines: &mut Vec<String>) {
    texts(address, value, lines);
    for (name, field) in fields(&value["properties"]) {
        schema(&format!("{address}.{name}"), field, lines);
    }
    for inner in ["items", "additionalProperties"].iter().filter_map(|it| value.get(it)) {
        schema(&format!("{address}[]"), inner, lines);
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
        for part in value[kind].as_array().into_iter().flatten() {
            // A variant is named by the word that distinguishes it from the others.
            let word = fields(&part["properties"]).find_map(|(_, it)| it["enum"][0].as_str());
            let word = word.or_else(|| part["enum"][0].as_str()).or_else(|| part["const"].as_str());
            match word {
                Some(word) => schema(&format!("{address}::{word}"), part, lines),
                None => schema(address, part, lines),
            }
        }
    }
}
