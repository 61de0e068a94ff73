//! What comes back from a conversion is what went in, except for what `Convert` lists.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::cell::Cell;
use std::fmt::Debug;

use mcp_runtime::json;
use mcp_runtime::protocol::{
    Annotations, CallToolResult, ContentBlock, ErrorCode, ErrorObject, GetPromptResult, Prompt,
    PromptMessage, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ResultType,
    Tool, ToolExecution, meta_keys,
};
use mcp_runtime_rmcp::Convert;
use rmcp::model;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The examples of the specification in all revisions, and each object in them.
fn examples() -> Vec<String> {
    let lines = include_str!("../../../tests/data/versions/wire-examples.jsonl").lines();
    let mut objects = Vec::new();
    for line in lines {
        let record: Value = serde_json::from_str(line).unwrap();
        collect(&record["json"], &mut objects);
    }
    assert!(objects.len() > 1000, "{}", objects.len());
    objects
}

fn collect(value: &Value, objects: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            objects.push(value.to_string());
            members.values().for_each(|value| collect(value, objects));
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, objects)),
        _ => {}
    }
}

/// The JSON of a value; not by `to_value`, which widens numbers of 32 bits.
fn encode(value: &impl Serialize) -> serde_json::Result<Value> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// Changes each object in a value.
fn change(value: &mut Value, edit: &impl Fn(&mut serde_json::Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(|value| change(value, edit));
            edit(members);
        }
        Value::Array(items) => items.iter_mut().for_each(|value| change(value, edit)),
        _ => {}
    }
}

/// What is left of a value of ours in rmcp.
fn left_in_rmcp(mut value: Value) -> Value {
    change(&mut value, &|members| {
        members.remove("execution");
        if let Some(priority) = members.get("priority").and_then(Value::as_f64) {
            #[expect(clippy::cast_possible_truncation, reason = "that is what becomes of it")]
            let narrow = encode(&(priority as f32)).unwrap();
            members.insert("priority".to_owned(), narrow);
        }
        members.retain(|name, value| name != "priority" || !value.is_null());
    });
    value
}

/// What is left of a value of rmcp in ours.
fn left_of_rmcp(mut value: Value) -> Value {
    change(&mut value, &|members| {
        if let Some(Value::Object(meta)) = members.get_mut("_meta") {
            meta.remove(meta_keys::SERVER_INFO);
        }
        members.retain(|name, value| match name.as_str() {
            "icons" => *value != json!([]),
            "_meta" => *value != json!({}),
            "priority" => !value.is_null(),
            _ => true,
        });
    });
    value
}

/// Whether `Convert` lists why rmcp has no such value.
fn has_no_counterpart(text: &str) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        // Numbers or levels of structured content that only text can have.
        return true;
    };
    let is_not_object = |name| value.get(name).is_some_and(|schema| !schema.is_object());
    let is_of_sampling = ["\"tool_use\"", "\"tool_result\""].iter().any(|kind| text.contains(kind));
    let is_incomplete = value.get("resultType").is_some_and(|kind| kind != "complete");
    let code = value.get("code").and_then(Value::as_i64);
    let is_long =
        value.get("ttlMs").and_then(Value::as_u64).is_some_and(|ttl| ttl > i64::MAX as u64);
    is_long
        || is_not_object("inputSchema")
        || is_not_object("outputSchema")
        || is_of_sampling
        || is_incomplete
        || code.is_some_and(|code| i32::try_from(code).is_err())
}

/// Converts a text in both directions, if it is a value of this type.
fn check<T>(text: &str, ours: &Cell<u32>, theirs: &Cell<u32>)
where
    T: Convert + Serialize + DeserializeOwned + Debug,
    T::Model: Serialize + DeserializeOwned + Debug,
{
    if let Ok(value) = serde_json::from_str::<T>(text) {
        let written = serde_json::to_string(&value).unwrap();
        match value.to_rmcp() {
            Ok(model) => {
                let back = encode(&T::from_rmcp(&model).unwrap()).unwrap();
                assert_eq!(back, left_in_rmcp(encode(&value).unwrap()));
                ours.set(ours.get() + 1);
            }
            Err(error) => assert!(has_no_counterpart(&written), "{written}: {error}"),
        }
    }
    if let Ok(model) = serde_json::from_str::<T::Model>(text) {
        let written = encode(&model).unwrap();
        match T::from_rmcp(&model) {
            Ok(value) => {
                let back = encode(&value.to_rmcp().unwrap()).unwrap();
                assert_eq!(left_of_rmcp(back), left_of_rmcp(written));
                theirs.set(theirs.get() + 1);
            }
            Err(error) => {
                let says = written["_meta"].get(meta_keys::SERVER_INFO);
                assert!(says.is_some(), "{written}: {error}");
            }
        }
    }
}

/// Converts the texts as every type that they are.
fn check_all(mut texts: impl FnMut(&mut dyn FnMut(&str)), least: u32) {
    let counts: [[Cell<u32>; 2]; 11] = Default::default();
    texts(&mut |text| {
        let mut count = counts.iter();
        let mut next = || count.next().unwrap();
        macro_rules! check {
            ($($of:ty),*) => {$({
                let [ours, theirs] = next();
                check::<$of>(text, ours, theirs);
            })*};
        }
        check!(
            CallToolResult,
            ContentBlock,
            ErrorObject,
            GetPromptResult,
            Prompt,
            PromptMessage,
            ReadResourceResult,
            Resource,
            ResourceContents,
            ResourceTemplate,
            Tool
        );
    });
    assert!(counts.iter().flatten().all(|count| count.get() >= least), "{counts:?}");
}

#[test]
fn the_examples_of_the_specification_come_back() {
    check_all(|check| examples().iter().for_each(|text| check(text)), 5);
}

#[test]
fn whatever_is_read_comes_back() {
    let check_mutations = |check: &mut dyn FnMut(&str)| {
        mcp_fuzz::fuzz(&examples(), |input| {
            if let Ok(text) = std::str::from_utf8(input) {
                check(text);
            }
        });
    };
    check_all(check_mutations, 5);
}

#[test]
fn what_rmcp_has_no_field_for_is_dropped() {
    let mut tool = Tool::new("add", json!({ "type": "object" }));
    tool.execution = Some(ToolExecution::default());
    tool.wrap = true;
    let back = Tool::from_rmcp(&tool.to_rmcp().unwrap()).unwrap();
    assert_eq!((back.execution, back.wrap), (None, false));

    let mut annotations = Annotations::default();
    annotations.priority = Some(1.0 / 3.0);
    let mut resource = Resource::new("notes://today", "today");
    resource.annotations = Some(annotations);
    let model = resource.to_rmcp().unwrap();
    assert_eq!(model.annotations.as_ref().unwrap().priority, Some(1.0_f32 / 3.0));
    let back = Resource::from_rmcp(&model).unwrap();
    assert_eq!(back.annotations.unwrap().priority, Some(0.333_333_34));

    let text = r#"{"content":[],"structuredContent":{"n":18446744073709551617}}"#;
    let result: CallToolResult = serde_json::from_str(text).unwrap();
    let model = result.to_rmcp().unwrap();
    assert_eq!(model.structured_content, Some(json!({ "n": 18_446_744_073_709_551_617_f64 })));
}

#[test]
fn what_rmcp_has_not_is_an_error() {
    let fails = |error: mcp_runtime::Error| assert!(error.to_string().contains("no counterpart"));
    let unknown = json!({ "type": "tool_use", "id": "1", "name": "add", "input": {} });
    let block: ContentBlock = serde_json::from_value(unknown).unwrap();
    fails(block.to_rmcp().unwrap_err());
    fails(Tool::new("any", json!(true)).to_rmcp().unwrap_err());
    fails(ErrorObject::new(ErrorCode(1 << 40), "far").to_rmcp().unwrap_err());
    let mut result = CallToolResult::new(Vec::new());
    result.result_type = Some(ResultType::InputRequired);
    fails(result.to_rmcp().unwrap_err());
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let text = format!(r#"{{"content":[],"structuredContent":{deep}}}"#);
    let result: CallToolResult = serde_json::from_str(&text).unwrap();
    fails(result.to_rmcp().unwrap_err());
}

#[test]
fn an_error_quotes_little_of_a_value() {
    let kind = "x".repeat(100_000);
    let model = model::ReadResourceResult::new(Vec::new());
    let mut json = encode(&model).unwrap();
    json["_meta"] = json!({ meta_keys::SERVER_INFO: kind });
    let model: model::ReadResourceResult = serde_json::from_value(json).unwrap();
    let error = ReadResourceResult::from_rmcp(&model).unwrap_err().to_string();
    assert!(error.len() < 300, "{error}");
}

#[test]
fn errors_keep_their_data() {
    let error = ErrorObject::invalid_params("wrong").with_data(json!({ "field": "a" }));
    let model = error.to_rmcp().unwrap();
    assert_eq!(model.code, model::ErrorCode::INVALID_PARAMS);
    assert_eq!(ErrorObject::from_rmcp(&model).unwrap(), error);
}
