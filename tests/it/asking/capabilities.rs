//! What a client has declared is asked, and nothing else: the vectors of capabilities, by calls of
//! a tool for each of them.

use std::collections::BTreeMap;

use mcp_runtime::protocol::ClientCapabilities;
use mcp_test_support::http::Client;
use serde_json::{from_str, from_value, to_value};

use super::*;
use crate::vectors::capabilities::{client, flags, projected, projection, released};

const CAPABILITY: &str = env!("CARGO_BIN_EXE_capability-server");

/// A tool, and what it misses in what was declared.
struct Case {
    id: String,
    tool: String,
    missing: Option<Value>,
}

/// How many of the records a tool of their own shows.
const COUNTS: [usize; 3] = [28, 9, 140];

/// The cases of each declaration.
type Cases = BTreeMap<String, Vec<Case>>;

/// A declaration as a client sends it, if it can be sent: what tells of changes of roots has roots.
fn wire(fields: &Value) -> Option<Value> {
    let declared = client(fields);
    let mut wire = to_value(&declared).unwrap();
    let is_same = |wire: &Value| {
        let understood: ClientCapabilities = from_value(wire.clone()).unwrap();
        declared.missing_from(&understood).is_none() && understood.missing_from(&declared).is_none()
    };
    if !is_same(&wire) {
        // Of no mode means forms on the wire, so it is of one that nobody knows.
        wire["elicitation"] = json!({ "voice": {} });
    }
    is_same(&wire).then_some(wire)
}

/// The tool that needs this, if there is one.
fn tool(required: &Value) -> Option<String> {
    let flags = required.as_object()?;
    let named = |flag: &String| {
        let known = [
            "roots",
            "rootsListChanged",
            "sampling",
            "samplingTools",
            "samplingContext",
            "elicitation",
            "elicitationForm",
            "elicitationUrl",
        ];
        let snake = |char: char| match char {
            'A'..='Z' => format!("_{}", char.to_ascii_lowercase()),
            _ => char.to_string(),
        };
        known.contains(&flag.as_str()).then(|| flag.chars().map(snake).collect::<String>())
    };
    let mut names = flags.keys().map(named).collect::<Option<Vec<_>>>()?;
    names.sort_by_key(|name| {
        ["sampling", "elicitation", "roots"].iter().position(|of| name.starts_with(of))
    });
    Some(match names.join("_and_").as_str() {
        "" => "nothing".to_owned(),
        "roots_and_roots_list_changed" => "roots_list_changed".to_owned(),
        // The wire has no other way to say it.
        "elicitation_and_elicitation_form" => "elicitation_form".to_owned(),
        "elicitation_and_elicitation_url" => "elicitation_url".to_owned(),
        name => name.to_owned(),
    })
}

/// A record of what is supported: what is declared as a client sends it, if it can, and what is asked for.
struct SupportCase {
    record: Value,
    declared: Option<Value>,
    needed: Value,
}

fn supported() -> Vec<SupportCase> {
    let mut supports: Value =
        from_str(include_str!("../../data/versions/capability-supports.json")).unwrap();
    let records: Vec<Value> = from_value(supports["supports"].take()).unwrap();
    let read = |record: Value| {
        let declared = match record["form"].as_str() {
            Some("wire") => Some(record["declared"].clone()),
            _ => wire(&record["declared"]),
        };
        let needed = json!({ record["capability"].as_str().unwrap(): true });
        SupportCase { record, declared, needed }
    };
    records.into_iter().map(read).collect()
}

/// The records that a call can show: what is required has a tool, what is declared a wire form.
fn cases() -> Cases {
    let mut cases = Cases::new();
    let mut counts = [0; 3];
    let mut add = |count: usize,
                   record: &Value,
                   tool: Option<String>,
                   declared: Option<Value>,
                   missing: &Value| {
        let (Some(tool), Some(declared)) = (tool, declared) else { return };
        let missing = Some(missing.clone()).filter(|missing| !missing.is_null());
        let id = record["id"].as_str().unwrap().to_owned();
        cases.entry(declared.to_string()).or_default().push(Case { id, tool, missing });
        counts[count] += 1;
    };
    let of_wire = |wire: &Value| flags(&from_value(wire.clone()).unwrap());
    let missing: Value =
        from_str(include_str!("../../data/versions/capability-missing.json")).unwrap();
    for record in missing["fields"].as_array().unwrap() {
        add(0, record, tool(&record["required"]), wire(&record["declared"]), &record["wire"]);
    }
    for record in missing["wire"].as_array().unwrap() {
        let declared = Some(record["declared_wire"].clone());
        add(1, record, tool(&of_wire(&record["required_wire"])), declared, &record["missing_wire"]);
    }
    for SupportCase { record, declared, needed } in supported() {
        let missing = match record["expected"].as_bool() {
            Some(true) => Value::Null,
            _ => to_value(client(&needed)).unwrap(),
        };
        add(2, &record, tool(&needed), declared, &missing);
    }
    // The rest requires experiments, extensions or tasks: two tests below are about them.
    assert_eq!(counts, COUNTS);
    cases
}

/// Whether a client may be asked this, by its own words.
fn may_be_asked(question: &Value, declared: &Value, version: &str) -> bool {
    let params = &question["params"];
    match question["method"].as_str().unwrap() {
        "elicitation/create" if params["mode"] == "url" => {
            version >= "2025-11-25" && declared["elicitation"].get("url").is_some()
        }
        "elicitation/create" => {
            let elicitation = declared.get("elicitation").and_then(Value::as_object);
            let forms =
                elicitation.is_some_and(|modes| modes.is_empty() || modes.contains_key("form"));
            version >= "2025-06-18" && forms
        }
        "sampling/createMessage" => {
            let has = |part| declared["sampling"].get(part).is_some();
            let asks = |field| params.get(field).is_some();
            declared.get("sampling").is_some()
                && (!asks("tools") || version >= "2025-11-25" && has("tools"))
                && (!asks("includeContext") || version < "2025-11-25" || has("context"))
        }
        "roots/list" => declared.get("roots").is_some(),
        other => panic!("{other} is not a question"),
    }
}

/// Everything that was asked, whether by requests or in results.
fn asked(heard: &[Value]) -> Vec<Value> {
    let mut asked = Vec::new();
    for message in heard {
        if message.get("method").is_some() && message.get("id").is_some() {
            asked.push(message.clone());
        }
        if let Some(requests) = message["result"]["inputRequests"].as_object() {
            asked.extend(requests.values().cloned());
        }
    }
    asked
}

fn able_client(method: &str, _: &Value) -> Value {
    match method {
        "elicitation/create" => accept(json!({ "ok": true })),
        "roots/list" => json!({ "roots": [] }),
        _ => {
            let content = json!({ "type": "text", "text": "Well." });
            json!({ "role": "assistant", "model": "m", "content": content })
        }
    }
}

/// The capabilities as people read them.
fn names(path: &str, capabilities: &Value) -> Vec<String> {
    let members = capabilities.as_object().filter(|members| !members.is_empty());
    let Some(members) = members else { return vec![path.trim_start_matches('.').to_owned()] };
    members.iter().flat_map(|(key, value)| names(&format!("{path}.{key}"), value)).collect()
}

async fn check(person: &mut Person, version: &str, case: &Case) {
    let Case { id, tool, missing } = case;
    let done = person.call(tool, json!({}), able_client).await;
    match missing {
        None => {
            let text = text(&done);
            let is_asked = text == "asked"
                || text.starts_with("the protocol version of the client does not support ");
            assert!(is_asked, "{id} {version} {done}");
        }
        Some(missing) if version == MODERN => {
            assert_eq!(done["error"]["code"], -32021, "{id} {done}");
            let required = &done["error"]["data"]["requiredCapabilities"];
            assert_eq!(required, &released(missing), "{id} {done}");
        }
        Some(missing) => {
            let names = names("", missing).join(", ");
            let why = format!("tool `{tool}` needs {names}, which the client did not declare");
            assert_eq!((text(&done), &done["result"]["isError"]), (&*why, &json!(true)), "{id}");
        }
    }
}

/// Lets tools ask for whatever there is, and for everything.
async fn check_all(person: &mut Person, version: &str, declared: &Value) {
    let question = |method: &str, params: Value| json!({ "method": method, "params": params });
    let kinds = [
        ("form", question("elicitation/create", json!({}))),
        ("url", question("elicitation/create", json!({ "mode": "url" }))),
        ("sampling", question("sampling/createMessage", json!({}))),
        ("context", question("sampling/createMessage", json!({ "includeContext": "thisServer" }))),
        ("tools", question("sampling/createMessage", json!({ "tools": [] }))),
        ("roots", question("roots/list", json!({}))),
    ];
    for tool in ["everything", "whatever"] {
        let kinds = kinds.iter().filter(|(kind, _)| tool == "everything" || *kind != "context");
        let able: Vec<_> = kinds
            .filter(|(_, question)| may_be_asked(question, declared, version))
            .map(|(kind, _)| *kind)
            .collect();
        let done = person.call(tool, json!({}), able_client).await;
        assert_eq!(text(&done), able.join(" "), "{tool} {version} {declared}");
    }
}

async fn check_declarations(place: impl Fn() -> Place<'static>) {
    let mut asked_in_all = 0;
    for (declared, cases) in cases() {
        let declared: Value = from_str(&declared).unwrap();
        for version in VERSIONS {
            let mut person = Person::with(place(), version, declared.clone()).await;
            for case in &cases {
                check(&mut person, version, case).await;
            }
            check_all(&mut person, version, &declared).await;
            person.close().await;
            for question in asked(&person.heard) {
                assert!(
                    may_be_asked(&question, &declared, version),
                    "{version} {declared} {question}"
                );
                asked_in_all += 1;
            }
        }
    }
    assert_ne!(asked_in_all, 0);
}

#[tokio::test]
async fn what_is_not_declared_never_goes_out_over_stdio() {
    check_declarations(|| Place::Stdio(CAPABILITY, &[])).await;
}

#[tokio::test]
async fn what_is_not_declared_never_goes_out_over_http() {
    let (client, _process) = Client::spawn(CAPABILITY, &[]).await;
    check_declarations(|| Place::At(client)).await;
}

/// Every record of what is missing and of what is supported: what is required, what is declared as a
/// client sends it, and what is missing.
fn comparisons() -> Vec<(Value, Value, Value)> {
    let with_roots = |flags: &Value| {
        let mut flags = flags.clone();
        if flags["rootsListChanged"] == true {
            flags["roots"] = true.into();
        }
        flags
    };
    let fields = |flags: &Value| to_value(client(&with_roots(flags))).unwrap();
    let missing: Value =
        from_str(include_str!("../../data/versions/capability-missing.json")).unwrap();
    let mut all = Vec::new();
    for record in missing["fields"].as_array().unwrap() {
        let missing = match &record["missing"] {
            Value::Null => Value::Null,
            missing => fields(missing),
        };
        let declared = wire(&record["declared"]);
        let required = wire(&with_roots(&record["required"])).unwrap();
        all.extend(declared.map(|declared| (required, declared, missing)));
    }
    for record in missing["wire"].as_array().unwrap() {
        let [required, declared, missing] =
            ["required_wire", "declared_wire", "missing_wire"].map(|part| record[part].clone());
        all.push((required, declared, missing));
    }
    for SupportCase { record, declared, needed } in supported() {
        let missing = if record["expected"] == true { Value::Null } else { fields(&needed) };
        all.extend(declared.map(|declared| (wire(&needed).unwrap(), declared, missing)));
    }
    // Seven declare that the client tells of changes of roots, and not that it has roots.
    assert_eq!(all.len(), 41 + 10 + 140);
    all
}

#[tokio::test]
async fn all_that_is_missing_is_told_of_what_came_over_the_wire() {
    let (client, _process) = Client::spawn(CAPABILITY, &[]).await;
    for (required, declared, missing) in comparisons() {
        for version in ["2025-11-25", MODERN] {
            let mut person = Person::with(Place::At(client), version, declared.clone()).await;
            let arguments = json!({ "required": required.to_string() });
            let result = person.call("missing", arguments, nobody).await;
            let told: Value = from_str(text(&result)).unwrap();
            assert_eq!(told, missing, "{version} {required} {declared}");
        }
    }
}

#[tokio::test]
async fn extensions_that_are_not_declared_are_asked_for() {
    let file: Value =
        from_str(include_str!("../../data/versions/capability-missing.json")).unwrap();
    let (client, _process) = Client::spawn(CAPABILITY, &[]).await;
    let mut count = 0;
    for record in file["fields"].as_array().unwrap() {
        let required = &record["required"];
        let Some(extensions) = required["extensions"].as_object() else { continue };
        let tool = match extensions.len() {
            2 => "tasks_and_ui_extensions",
            _ if required["roots"] == true => "sampling_and_url_and_roots_and_tasks_extension",
            _ => "tasks_extension",
        };
        let declared = wire(&record["declared"]).unwrap();
        let mut person = Person::with(Place::At(client), MODERN, declared).await;
        let done = person.call(tool, json!({}), nobody).await;
        count += 1;
        if record["missing"].is_null() {
            assert_eq!(text(&done), "asked", "{record}");
            continue;
        }
        let mut missing = record["wire"].clone();
        // A handler needs an extension, whatever its settings are.
        if let Some(ui) = missing.pointer_mut("/extensions/io.modelcontextprotocol~1ui") {
            *ui = json!({});
        }
        assert_eq!(done["error"]["code"], -32021, "{record} {done}");
        assert_eq!(done["error"]["data"]["requiredCapabilities"], missing, "{record} {done}");
    }
    assert_eq!(count, 6);
}

#[tokio::test]
async fn what_is_declared_is_understood_in_every_revision() {
    let file = projection();
    let (client, _process) = Client::spawn(CAPABILITY, &[]).await;
    let mut counts = [0; 2];
    for record in file["projection"].as_array().unwrap() {
        if record["kind"] != "client" {
            continue;
        }
        let sent = projected(record);
        let version = VERSIONS.into_iter().find(|version| record["version"] == *version);
        let mut person =
            Person::with(Place::At(client), version.unwrap_or(MODERN), sent.clone()).await;
        let told = person.call("declared", json!({}), nobody).await;
        assert_eq!(from_str::<Value>(text(&told)).unwrap(), sent, "{}", record["id"]);
        counts[0] += 1;
    }
    for record in file["parse"].as_array().unwrap() {
        for version in VERSIONS {
            let mut person = Person::with(Place::At(client), version, record["wire"].clone()).await;
            let result = person.call("declared", json!({}), nobody).await;
            let told: ClientCapabilities = from_str(text(&result)).unwrap();
            assert_eq!(flags(&told), record["expected_flags"], "{} {version}", record["id"]);
            counts[1] += 1;
        }
    }
    assert_eq!(counts, [132, 80]);
}
