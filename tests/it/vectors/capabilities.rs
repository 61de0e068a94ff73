//! Capabilities: shaped for a revision, read from a peer, compared.

use mcp_runtime::{
    ErrorObject,
    protocol::{
        ClientCapabilities, ClientCapability, Implementation, MissingRequiredClientCapability,
        ProtocolVersion, Revise, ServerCapabilities, ServerCapability,
    },
};
use serde_json::{Map, Value, json};

use super::{assert_same, decode, encode, records, text, version};

#[test]
fn capabilities_are_shaped_for_each_revision() {
    let file = projection();
    let mut counts = [0; 3];
    for record in records(&file, "projection") {
        let version = version(record);
        let (kind, got) = match text(record, "kind") {
            "client" => (0, encode(client(&record["input"]).for_version(version))),
            "server" => (1, encode(server(&record["input"]).for_version(version))),
            "implementation" => {
                let mut implementation: Implementation = decode(&record["input"]).unwrap();
                implementation.revise(version);
                (2, encode(implementation))
            }
            kind => panic!("unknown kind {kind}"),
        };
        counts[kind] += 1;
        assert_same(record, &got, &projected(record));
    }
    assert_eq!(counts, [132, 78, 18]);
}

#[test]
fn what_a_client_declares_is_understood() {
    let file = projection();
    let records = records(&file, "parse");
    for record in records {
        let declared: ClientCapabilities = decode(&record["wire"]).unwrap();
        assert_same(record, &flags(&declared), &record["expected_flags"]);
    }
    assert_eq!(records.len(), 16);
}

#[test]
fn what_nobody_knows_survives() {
    let wire = json!({
        "roots": { "listChanged": true, "depth": 3 },
        "sampling": {},
        "elicitation": { "voice": {} },
        "tasks": { "list": {}, "requests": {}, "pause": {} },
        "extensions": {},
        "telepathy": { "range": 5 },
        "logging": "yes",
    });
    assert_eq!(encode(decode::<ClientCapabilities>(&wire).unwrap()), wire);
    assert_eq!(encode(decode::<ServerCapabilities>(&wire).unwrap()), wire);
}

#[test]
fn missing_capabilities_are_told() {
    let file: Value =
        serde_json::from_str(include_str!("../../data/versions/capability-missing.json")).unwrap();
    for record in records(&file, "fields") {
        let missing = client(&record["required"]).missing_from(&client(&record["declared"]));
        let got = missing.as_ref().map_or(Value::Null, flags);
        assert_same(record, &got, &record["missing"]);
        let Some(missing) = missing else { continue };

        let missing = missing.for_version(ProtocolVersion::LATEST);
        assert_same(record, &encode(&missing), &released(&record["wire"]));
        let error = ErrorObject::from(MissingRequiredClientCapability::new(missing));
        let mut expected = record["error"].clone();
        let required = &mut expected["data"]["requiredCapabilities"];
        *required = released(required);
        assert_same(record, &encode(error), &expected);
    }
    for record in records(&file, "wire") {
        let required: ClientCapabilities = decode(&record["required_wire"]).unwrap();
        let declared: ClientCapabilities = decode(&record["declared_wire"]).unwrap();
        let missing = required.missing_from(&declared);
        let got = missing
            .map_or(Value::Null, |missing| encode(missing.for_version(ProtocolVersion::LATEST)));
        assert_same(record, &got, &record["missing_wire"]);
    }
    assert_eq!((records(&file, "fields").len(), records(&file, "wire").len()), (41, 10));
}

#[test]
fn declared_capabilities_are_found() {
    let file: Value =
        serde_json::from_str(include_str!("../../data/versions/capability-supports.json")).unwrap();
    let records = records(&file, "supports");
    for record in records {
        let declared = match text(record, "form") {
            "fields" => client(&record["declared"]),
            "wire" => decode(&record["declared"]).unwrap(),
            form => panic!("unknown form {form}"),
        };
        let capability = match text(record, "capability") {
            "roots" => ClientCapability::Roots,
            "sampling" => ClientCapability::Sampling,
            "samplingTools" => ClientCapability::SamplingTools,
            "samplingContext" => ClientCapability::SamplingContext,
            "elicitation" => ClientCapability::Elicitation,
            "elicitationForm" => ClientCapability::ElicitationForm,
            "elicitationUrl" => ClientCapability::ElicitationUrl,
            capability => panic!("unknown capability {capability}"),
        };
        assert_eq!(Value::from(declared.supports(capability)), record["expected"], "{record}");
    }
    assert_eq!(records.len(), 147);
}

#[test]
fn a_server_says_what_it_lacks() {
    let required = ServerCapabilities::from_iter([
        ServerCapability::ToolsListChanged,
        ServerCapability::ResourcesSubscribe,
        ServerCapability::Logging,
    ]);
    let declared = ServerCapabilities::from_iter([
        ServerCapability::Tools,
        ServerCapability::Resources,
        ServerCapability::Logging,
    ]);
    let missing = required.missing_from(&declared).unwrap();
    let expected = json!({ "tools": { "listChanged": true }, "resources": { "subscribe": true } });
    assert_eq!(encode(missing), expected);
    assert_eq!(required.missing_from(&required), None);
}

pub(crate) fn projection() -> Value {
    serde_json::from_str(include_str!("../../data/versions/capability-projection.json")).unwrap()
}

/// What a record of the projection expects, but for two things that it has from an older state of
/// extensions: the extension of tasks has no settings and is not what a client says of tasks that
/// it runs (SEP-2663), and pages are for hosts of all revisions.
pub(crate) fn projected(record: &Value) -> Value {
    const TASKS: &str = "io.modelcontextprotocol/tasks";
    const UI: &str = "io.modelcontextprotocol/ui";
    let input = &record["input"];
    let mut expected = record.get("expected_final").unwrap_or(&record["expected"]).clone();
    let mut extensions = Map::new();
    for id in input["extensions"].as_object().into_iter().flat_map(Map::keys) {
        if id == UI || version(record).is_modern() {
            extensions.insert(id.clone(), input["extensions"][id].clone());
        }
    }
    let runs_tasks = record["kind"] == "server" && input.get("tasks").is_some();
    if runs_tasks && version(record).is_modern() {
        extensions.entry(TASKS).or_insert_with(|| json!({}));
    }
    if let Some(expected) = expected.as_object_mut() {
        expected.remove("extensions");
        if !extensions.is_empty() {
            expected.insert("extensions".to_owned(), extensions.into());
        }
    }
    expected
}

/// The records of what is missing follow a draft in this; the released revision has no
/// `roots.listChanged`, as `expected_final` of the projection says, and no extension that asks
/// the client to run tasks.
pub(crate) fn released(wire: &Value) -> Value {
    let mut wire = wire.clone();
    if wire["extensions"]["io.modelcontextprotocol/tasks"].get("requests").is_some() {
        return json!({});
    }
    if let Some(roots) = wire.get_mut("roots").and_then(Value::as_object_mut) {
        roots.remove("listChanged");
    }
    wire
}

/// Client capabilities from the flags of a record.
pub(crate) fn client(flags: &Value) -> ClientCapabilities {
    let mut capabilities = ClientCapabilities::default();
    for (name, value) in flags.as_object().unwrap() {
        let flag = match name.as_str() {
            "roots" => &mut capabilities.roots,
            "rootsListChanged" => &mut capabilities.roots_list_changed,
            "sampling" => &mut capabilities.sampling,
            "samplingTools" => &mut capabilities.sampling_tools,
            "samplingContext" => &mut capabilities.sampling_context,
            "elicitation" => &mut capabilities.elicitation,
            "elicitationForm" => &mut capabilities.elicitation_form,
            "elicitationUrl" => &mut capabilities.elicitation_url,
            "tasks" => {
                capabilities.tasks =
                    decode::<ClientCapabilities>(&json!({ "tasks": value })).unwrap().tasks;
                continue;
            }
            "experimental" => {
                capabilities.experimental = Some(object(value));
                continue;
            }
            "extensions" => {
                capabilities.extensions = Some(object(value));
                continue;
            }
            name => panic!("unknown flag {name}"),
        };
        *flag = value.as_bool().unwrap();
    }
    capabilities
}

/// The flags of client capabilities, as a record writes them.
pub(crate) fn flags(capabilities: &ClientCapabilities) -> Value {
    let all = [
        ("roots", capabilities.roots),
        ("rootsListChanged", capabilities.roots_list_changed),
        ("sampling", capabilities.sampling),
        ("samplingTools", capabilities.sampling_tools),
        ("samplingContext", capabilities.sampling_context),
        ("elicitation", capabilities.elicitation),
        ("elicitationForm", capabilities.elicitation_form),
        ("elicitationUrl", capabilities.elicitation_url),
    ];
    let set = all.into_iter().filter(|(_, set)| *set);
    let mut flags: Map<_, _> = set.map(|(name, set)| (name.to_owned(), set.into())).collect();
    let wire = encode(capabilities);
    for name in ["tasks", "experimental", "extensions"] {
        if let Some(value) = wire.get(name) {
            flags.insert(name.to_owned(), value.clone());
        }
    }
    flags.into()
}

/// Server capabilities from the input of a record, which differs from the wire in presence flags.
fn server(input: &Value) -> ServerCapabilities {
    let mut wire = object(input);
    for name in ["logging", "completions"] {
        if let Some(value) = wire.get_mut(name) {
            assert_eq!(value, true);
            *value = json!({});
        }
    }
    decode(&wire.into()).unwrap()
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}
