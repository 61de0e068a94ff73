//! Values of the newest revision, as older ones must see them.

use mcp_runtime::protocol::{
    CallToolResult, CompleteResult, ContentBlock, ElicitFormParams, ElicitParams, GetPromptResult,
    Implementation, InputRequest, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PrimitiveSchema, ProgressParams, Prompt, ProtocolVersion,
    ReadResourceResult, RequestedSchema, Resource, ResourceTemplate, Revise, Root, SamplingMessage,
    Tool, TryRevise,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json, value::RawValue};

use super::{assert_same, decode, encode, records, text, version};

#[test]
fn what_a_revision_lacks_is_stripped() {
    let file = file();
    let records = records(&file, "strip");
    for record in records {
        let got = downgrade(text(record, "type"), &record["input"], version(record));
        assert_same(record, &got.unwrap_or_default(), &record["expected"]);
    }
    assert_eq!(records.len(), 138);
}

#[test]
fn what_a_revision_writes_differently_is_mapped() {
    let file = file();
    let records = records(&file, "map");
    for record in records {
        let input = &record["input"];
        let version = version(record);
        let got = match text(record, "type") {
            "result:tools/call" => downgrade("CallToolResult", input, version),
            "ElicitRequest" => Some(enum_question(input, version)),
            name => downgrade(name, input, version),
        };
        assert_same(record, &got.unwrap_or_default(), &record["expected"]);
    }
    assert_eq!(records.len(), 24);
}

/// Shapes a value of a named type for a revision; `None` if the revision has no such type.
fn downgrade(name: &str, input: &Value, version: ProtocolVersion) -> Option<Value> {
    Some(match name {
        "Implementation" => revised::<Implementation>(input, version),
        "Tool" => revised::<Tool>(input, version),
        "Resource" => revised::<Resource>(input, version),
        "ResourceTemplate" => revised::<ResourceTemplate>(input, version),
        "Prompt" => revised::<Prompt>(input, version),
        "Root" => revised::<Root>(input, version),
        "CallToolResult" => revised::<CallToolResult>(input, version),
        "ListToolsResult" => revised::<ListToolsResult>(input, version),
        "ListResourcesResult" => revised::<ListResourcesResult>(input, version),
        "ListResourceTemplatesResult" => revised::<ListResourceTemplatesResult>(input, version),
        "ListPromptsResult" => revised::<ListPromptsResult>(input, version),
        "ReadResourceResult" => revised::<ReadResourceResult>(input, version),
        "GetPromptResult" => revised::<GetPromptResult>(input, version),
        "CompleteResult" => revised::<CompleteResult>(input, version),
        "ProgressNotification" => {
            let mut notification = input.clone();
            notification["params"] = revised::<ProgressParams>(&input["params"], version);
            notification
        }
        "TextContent" | "ImageContent" | "AudioContent" | "EmbeddedResource" | "ResourceLink" => {
            let block = revised::<ContentBlock>(input, version);
            // A block that its revision does not have becomes one of another type.
            return (block["type"] == input["type"]).then_some(block);
        }
        "StringSchema" | "NumberSchema" | "BooleanSchema" => {
            return try_revised::<PrimitiveSchema>(input, version);
        }
        "SamplingMessage" => return try_revised::<SamplingMessage>(input, version),
        name => panic!("unknown type {name}"),
    })
}

fn revised<T: DeserializeOwned + Serialize + Revise>(
    input: &Value,
    version: ProtocolVersion,
) -> Value {
    let mut value: T = decode(input).unwrap();
    value.revise(version);
    encode(value)
}

fn try_revised<T: DeserializeOwned + Serialize + TryRevise>(
    input: &Value,
    version: ProtocolVersion,
) -> Option<Value> {
    let mut value: T = decode(input).unwrap();
    value.try_revise(version).ok()?;
    Some(encode(value))
}

/// The question of the one record that holds no more than the choices of a field.
fn enum_question(input: &Value, version: ProtocolVersion) -> Value {
    let mut field = input.clone();
    field["type"] = "string".into();
    let schema = RequestedSchema::new(vec![("c".into(), decode(&field).unwrap())]);
    let params = ElicitParams::Form(ElicitFormParams::new("m", schema));
    let mut question = InputRequest::Elicit(params);
    question.try_revise(version).unwrap();
    encode(question)
}

#[test]
fn a_wrapped_value_is_an_object_up_to_2025_11_25() {
    for &version in ProtocolVersion::ALL {
        let mut tool = Tool::new("t", json!({ "type": "object" }));
        tool.output_schema = Some(json!({ "type": "array" }).into());
        tool.wrap = true;
        tool.revise(version);
        let mut result = CallToolResult::from("[1]");
        result.structured_content = Some(RawValue::from_string("[1]".to_owned()).unwrap());
        result.wrap = true;
        result.revise(version);

        let (schema, value) = match version {
            ProtocolVersion::V2024_11_05 | ProtocolVersion::V2025_03_26 => (None, None),
            ProtocolVersion::V2025_06_18 | ProtocolVersion::V2025_11_25 => {
                let schema = json!({
                    "type": "object",
                    "properties": { "result": { "type": "array" } },
                    "required": ["result"],
                });
                (Some(schema), Some(r#"{"result":[1]}"#))
            }
            _ => (Some(json!({ "type": "array" })), Some("[1]")),
        };
        assert_eq!(tool.output_schema.as_deref(), schema.as_ref(), "{version}");
        assert_eq!(result.structured_content.as_deref().map(RawValue::get), value, "{version}");
        assert_eq!(result.content, [ContentBlock::text("[1]")]);
    }
}

#[test]
fn a_question_that_a_revision_cannot_express_is_refused() {
    let multiple = json!({
        "mode": "form",
        "message": "m",
        "requestedSchema": { "type": "object", "properties": {
            "c": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] } },
        } },
    });
    let url = json!({ "mode": "url", "message": "m", "url": "https://e.x", "elicitationId": "1" });
    for (params, newest, oldest) in [(multiple, false, false), (url, true, false)] {
        let asked = |version| {
            let mut question: ElicitParams = decode(&params).unwrap();
            question.try_revise(version).map(|()| encode(question))
        };
        let modern = asked(ProtocolVersion::V2026_07_28).unwrap();
        assert_eq!(modern != params, newest, "only 2025-11-25 has `elicitationId`");
        assert_eq!(asked(ProtocolVersion::V2025_11_25).unwrap(), params);
        assert_eq!(asked(ProtocolVersion::V2025_06_18).is_ok(), oldest);
        assert!(asked(ProtocolVersion::V2025_03_26).is_err());
    }
}

fn file() -> Value {
    serde_json::from_str(include_str!("../../data/versions/downgrade.json")).unwrap()
}
