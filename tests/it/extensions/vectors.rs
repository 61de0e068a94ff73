//! The vectors of extensions that need no call.

use mcp_runtime::protocol::{
    ClientCapabilities, ClientCapability, ExtensionId, ProtocolVersion, ServerCapabilities,
    ServerCapability,
};
use serde_json::{Value, from_value, json, to_value};

pub(super) fn vectors() -> Value {
    let text = include_str!("../../data/extensions/extensions-vectors.json");
    serde_json::from_str(text).unwrap()
}

fn texts(vectors: &Value, key: &str) -> Vec<&'static str> {
    let texts = vectors[key].as_array().unwrap().iter();
    let text = |it: &Value| it["id"].as_str().or(it.as_str()).unwrap().to_owned().leak() as &str;
    texts.map(text).collect()
}

#[test]
fn identifiers_are_what_the_vectors_say() {
    let vectors = vectors();
    let valid = texts(&vectors, "valid_ids");
    let invalid = texts(&vectors, "invalid_ids");
    let reserved = texts(&vectors, "reserved_ids");
    assert_eq!((valid.len(), invalid.len(), reserved.len()), (8, 13, 4));
    for id in &valid {
        let is_official = id.starts_with("io.modelcontextprotocol/");
        assert_eq!(ExtensionId::parse(id).unwrap().is_reserved(), is_official, "{id}");
    }
    for id in invalid {
        assert!(ExtensionId::parse(id).is_err(), "{id}");
    }
    for id in reserved {
        assert!(ExtensionId::parse(id).unwrap().is_reserved(), "{id}");
    }
}

#[test]
fn extensions_are_shaped_for_each_revision() {
    let vectors = vectors();
    for (id, floor) in vectors["floors"].as_object().unwrap() {
        let id = ExtensionId::parse(id.clone().leak()).unwrap();
        assert_eq!(id.first_version().as_str(), floor, "{id}");
    }
    let records = vectors["projection"].as_array().unwrap();
    assert_eq!(records.len(), 5);
    for record in records {
        let version = record["version"].as_str().unwrap().parse().unwrap();
        let declared = json!({ "extensions": record["input"] });
        let expected = json!({ "extensions": record["expected"] });
        let client: ClientCapabilities = from_value(declared.clone()).unwrap();
        assert_eq!(to_value(client.for_version(version)).unwrap(), expected, "{version}");
        let server: ServerCapabilities = from_value(declared.clone()).unwrap();
        assert_eq!(to_value(server.for_version(version)).unwrap(), expected, "{version}");
        // What is read is kept as it came.
        assert_eq!(to_value(client).unwrap(), declared);
    }
}

#[test]
fn sides_agree_on_what_both_declare_as_objects() {
    let vectors = vectors();
    let records = vectors["negotiation"].as_array().unwrap();
    assert_eq!(records.len(), 10);
    for record in records {
        let client: ClientCapabilities =
            from_value(json!({ "extensions": record["client"] })).unwrap();
        let server: ServerCapabilities =
            from_value(json!({ "extensions": record["server"] })).unwrap();
        for name in ["a", "b", "c", "A"] {
            let id = ExtensionId::parse(format!("com.example/{name}").leak()).unwrap();
            let is_agreed = client.supports(ClientCapability::Extension(id))
                && server.supports(ServerCapability::Extension(id));
            let agreed = is_agreed.then(|| {
                let of = |extensions: &Option<_>| {
                    extensions.as_ref().map(|all: &serde_json::Map<_, _>| all[id.as_str()].clone())
                };
                json!({ "client": of(&client.extensions), "server": of(&server.extensions) })
            });
            assert_eq!(agreed.as_ref(), record["expected"].get(id.as_str()), "{record}");
        }
    }
}

#[test]
fn a_floor_that_is_said_holds_for_both_sides() {
    let id = ExtensionId::new("com.example/batch").since(ProtocolVersion::V2025_06_18);
    let client = ClientCapabilities::from(ClientCapability::Extension(id));
    let server = ServerCapabilities::from(ServerCapability::Extension(id));
    for version in ProtocolVersion::ALL {
        let expected = if *version >= ProtocolVersion::V2025_06_18 {
            json!({ "extensions": { "com.example/batch": {} } })
        } else {
            json!({})
        };
        assert_eq!(to_value(client.for_version(*version)).unwrap(), expected, "{version}");
        assert_eq!(to_value(server.for_version(*version)).unwrap(), expected, "{version}");
    }
}
