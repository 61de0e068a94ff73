//! Tasks as they are on the wire: `tests/data/extensions/tasks-vectors.json`, whose times, ids and texts
//! stand for others.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_test_support::peer::modern;
use tokio::time::sleep;

use super::*;

/// The id of the task in the transcripts, and the state of a call.
const ID: &str = "q2Vw8cR0xS6tYb1mE9nA3g";
const STATE: &str = "opaque";

/// Members that are said word for word.
const EXACT: &[&str] = &["status", "resultType", "method", "code", "action", "type", "data"];

/// Members that may be there, too.
const OPTIONAL: &[&str] = &[
    "_meta",
    "io.modelcontextprotocol/model-immediate-response",
    "statusMessage",
    "pollInterval",
    "pollIntervalMs",
    "mode",
    "description",
    "message",
];

/// Where a result is in a task. It says its type, which the transcripts leave out, as any result of
/// its revision has to; the official package for TypeScript takes it for nothing else.
const RESULTS: [&str; 2] = [".result.result", ".params.result"];

/// One transcript, as it is run.
struct Transcript {
    talk: Talk,
    era: Era,
    /// What stands for what.
    texts: BTreeMap<&'static str, String>,
    /// The ids of requests of the client, and of those of the server.
    sent: BTreeMap<u64, u64>,
    asked: Value,
}

/// Whether a message has the form of another one.
fn assert_form(value: &Value, expected: &Value, path: &str) {
    let name = path.rsplit('.').next().unwrap_or_default();
    match (value, expected) {
        _ if EXACT.contains(&name) => assert_eq!(value, expected, "{path}"),
        // What the fixture asks is its own.
        (Value::Object(_), Value::Object(_)) if name == "requestedSchema" => {}
        (Value::Object(members), Value::Object(expected)) => {
            for (name, expected) in expected {
                let found = members.get(name);
                let value = found.unwrap_or_else(|| panic!("no {path}.{name} in {found:?}"));
                assert_form(value, expected, &format!("{path}.{name}"));
            }
            let more: Vec<_> = members
                .keys()
                .filter(|name| !expected.contains_key(*name))
                .filter(|name| !OPTIONAL.contains(&name.as_str()))
                .filter(|name| !RESULTS.contains(&path) || *name != "resultType")
                .collect();
            assert!(more.is_empty(), "{path} has {more:?}");
        }
        (Value::Array(items), Value::Array(expected)) => {
            assert_eq!(items.len(), expected.len(), "{path}");
            for (item, expected) in items.iter().zip(expected) {
                assert_form(item, expected, path);
            }
        }
        _ => {
            let same = std::mem::discriminant(value) == std::mem::discriminant(expected);
            assert!(same, "{path}: {value} is not like {expected}");
        }
    }
}

impl Transcript {
    async fn of(name: &str) -> Self {
        let server = jobs().0.tasks(tasks()).build().unwrap();
        let mut talk = Talk::pipes(&server).await;
        let era = if name.starts_with("modern") { Era::Modern } else { Era::Legacy };
        let seconds = |seconds: u64| json!({ "seconds": seconds });
        let (tool, arguments, status) = match name {
            "modern: unknown key" => {
                ("confirm_delete", json!({ "filename": "a" }), "input_required")
            }
            "modern: cancel" | "legacy: cancel" => ("slow_compute", seconds(10), "working"),
            "modern: failed" => ("protocol_error_job", json!({}), "failed"),
            "modern: tool error" => ("failing_job", json!({}), "completed"),
            _ => ("slow_compute", seconds(0), "completed"),
        };
        let id = talk.task(era, tool, arguments).await;
        talk.until(era, &id, status).await;
        talk.heard.clear();
        let texts = BTreeMap::from([(ID, id)]);
        Self { talk, era, texts, sent: BTreeMap::new(), asked: Value::Null }
    }

    async fn send(&mut self, message: &Value, name: &str) {
        let mut text = message.to_string();
        for (old, new) in &self.texts {
            text = text.replace(&format!("{old:?}"), &format!("{new:?}"));
        }
        if name == "modern: rounds, then a task" {
            // The tool of the fixture asks something else.
            text = text.replace(r#"{"confirm":true}"#, r#"{"name":"Ann"}"#);
        }
        let mut message: Value = serde_json::from_str(&text).unwrap();
        let Some(method) = message["method"].as_str().map(str::to_owned) else {
            message["id"] = self.asked.clone();
            return self.talk.pipe(self.era).send(message).await;
        };
        let given = message["params"].take();
        let params = if self.era == Era::Modern { modern(given) } else { given };
        let id = self.talk.start(self.era, &method, params).await;
        self.sent.insert(message["id"].as_u64().unwrap(), id);
    }

    async fn receive(&mut self, expected: &Value) {
        let answered = expected["id"].as_u64().filter(|_| expected.get("method").is_none());
        let message = match answered {
            Some(id) => self.talk.answer(self.era, self.sent[&id]).await,
            None => self.talk.hear(self.era, expected["method"].as_str().unwrap()).await,
        };
        assert_form(&message, expected, "");
        let result = &message["result"];
        for id in [&result["taskId"], &result["task"]["taskId"]] {
            self.texts.extend(id.as_str().map(|id| (ID, id.to_owned())));
        }
        self.texts.extend(result["requestState"].as_str().map(|of| (STATE, of.to_owned())));
        if answered.is_none() {
            self.asked = message["id"].clone();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn tasks_are_on_the_wire_what_the_transcripts_say() {
    let text = include_str!("../../data/extensions/tasks-vectors.json");
    let file: Value = serde_json::from_str(text).unwrap();
    let transcripts = file["transcripts"].as_array().unwrap();
    assert_eq!(transcripts.len(), 15);
    for transcript in transcripts {
        let name = transcript["name"].as_str().unwrap();
        // Headers are what `headers` is about.
        if name == "modern: headers" {
            continue;
        }
        println!("{name}");
        let mut run = Transcript::of(name).await;
        let steps = transcript["steps"].as_array().unwrap();
        for (place, step) in steps.iter().enumerate() {
            let message = &step["message"];
            if step["from"] == "server" {
                run.receive(message).await;
                continue;
            }
            let answer = steps.get(place + 1).map(|step| &step["message"]["result"]["status"]);
            let is_done = answer.is_some_and(|status| status == "completed");
            sleep(Duration::from_millis(if is_done { 3000 } else { 10 })).await;
            run.send(message, name).await;
        }
    }
}
