//! The examples of the specification decode into our types and come back as they were.

use mcp_runtime::{
    ErrorObject,
    protocol::{
        CallToolParams, CallToolResult, CancelledParams, ClientCapabilities, CompleteParams,
        CompleteResult, ContentBlock, CreateMessageParams, CreateMessageResult, CreateTaskResult,
        DetailedTask, DiscoverResult, ElicitFormParams, ElicitParams, ElicitResult,
        ElicitUrlParams, ElicitationCompleteParams, EmptyResult, GetPromptParams, GetPromptResult,
        InitializeParams, InitializeResult, InputRequest, InputRequests, InputRequiredResult,
        InputResponses, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListRootsResult, ListTasksResult, ListToolsResult, LoggingMessageParams, Method,
        MissingRequiredClientCapability, ModelPreferences, NotificationParams, PaginatedParams,
        PrimitiveSchema, ProgressParams, ReadResourceParams, ReadResourceResult, RequestParams,
        Resource, ResourceContents, ResourceNotFound, ResourceUpdatedParams, Root, SamplingMessage,
        ServerCapabilities, SetLevelParams, SubscribeParams, SubscriptionsAcknowledgedParams,
        SubscriptionsListenParams, SubscriptionsListenResult, TaskParams, TaskResult,
        TaskStatusParams, Tool, UnsupportedProtocolVersion, UpdateTaskParams,
        UrlElicitationRequired,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{assert_same, decode, encode, text, version};

#[test]
fn examples_of_the_specification_come_back_as_they_were() {
    let mut records = 0;
    let mut decoded = 0;
    let mut equal = 0;
    for line in include_str!("../../data/versions/wire-examples.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        records += 1;
        if record["schema_valid"] != true {
            continue;
        }
        let got = example(&record).unwrap_or_else(|error| panic!("{}: {error}", record["id"]));
        decoded += 1;
        if record["strict_ok"] == true {
            assert_same(&record, &got, &without_unknown_fields(&record));
            equal += 1;
        }
    }
    assert_eq!((records, decoded, equal), (683, 657, 620));
}

/// Decodes the example of a record as its type and encodes it again.
fn example(record: &Value) -> serde_json::Result<Value> {
    let json = &record["json"];
    let name = text(record, "type");
    if json.get("jsonrpc").is_some() {
        return envelope(record);
    }
    match name {
        // A modern server only ever embeds this one.
        "ListRootsRequest" | "CreateMessageRequest" | "ElicitRequest" => {
            again::<InputRequest>(json)
        }
        "InternalError" | "InvalidParamsError" | "MethodNotFoundError" | "ParseError" => {
            again::<ErrorObject>(json)
        }
        _ if name.ends_with("Result") => result(name, json),
        _ => part(name, json),
    }
}

/// A whole message: the envelope stays, its inside is decoded and encoded.
fn envelope(record: &Value) -> serde_json::Result<Value> {
    let mut message = record["json"].clone();
    if let Some(error) = message.get_mut("error") {
        *error = error_object(error)?;
    } else if let Some(value) = message.get_mut("result") {
        let name = match record.get("result_type") {
            Some(name) => name.as_str().unwrap(),
            None => text(record, "type").strip_suffix("Response").unwrap(),
        };
        *value = result(name, value)?;
    } else {
        let method = Method::parse(text(&message, "method"));
        match method {
            Some(method) => assert!(method.exists_in(version(record)), "{record}"),
            None => assert_eq!(message["method"], "some_method"),
        }
        if let Some(value) = message.get_mut("params") {
            *value = params(method, value)?;
        }
    }
    Ok(message)
}

fn params(method: Option<Method>, json: &Value) -> serde_json::Result<Value> {
    let Some(method) = method else {
        return again::<RequestParams>(json);
    };
    match method {
        Method::CallTool => again::<CallToolParams>(json),
        Method::GetPrompt => again::<GetPromptParams>(json),
        Method::ReadResource => again::<ReadResourceParams>(json),
        Method::ListTools
        | Method::ListPrompts
        | Method::ListResources
        | Method::ListResourceTemplates
        | Method::ListTasks => again::<PaginatedParams>(json),
        Method::Complete => again::<CompleteParams>(json),
        Method::Initialize => again::<InitializeParams>(json),
        Method::Ping | Method::Discover | Method::ListRoots => again::<RequestParams>(json),
        Method::SubscriptionsListen => again::<SubscriptionsListenParams>(json),
        Method::Subscribe | Method::Unsubscribe => again::<SubscribeParams>(json),
        Method::SetLevel => again::<SetLevelParams>(json),
        Method::Elicit => again::<ElicitParams>(json),
        Method::CreateMessage => again::<CreateMessageParams>(json),
        Method::GetTask | Method::GetTaskPayload | Method::CancelTask => again::<TaskParams>(json),
        Method::Cancelled => again::<CancelledParams>(json),
        Method::Progress => again::<ProgressParams>(json),
        Method::LoggingMessage => again::<LoggingMessageParams>(json),
        Method::Initialized
        | Method::ToolListChanged
        | Method::PromptListChanged
        | Method::ResourceListChanged
        | Method::RootsListChanged => again::<NotificationParams>(json),
        Method::ResourceUpdated => again::<ResourceUpdatedParams>(json),
        Method::ElicitationComplete => again::<ElicitationCompleteParams>(json),
        Method::SubscriptionsAcknowledged => again::<SubscriptionsAcknowledgedParams>(json),
        Method::TaskStatus => again::<TaskStatusParams>(json),
        Method::UpdateTask => again::<UpdateTaskParams>(json),
        Method::TaskChanged => again::<DetailedTask>(json),
        method => panic!("no parameters are known of {method}"),
    }
}

fn result(name: &str, json: &Value) -> serde_json::Result<Value> {
    match name {
        _ if json.get("resultType").is_some_and(|kind| kind == "input_required") => {
            again::<InputRequiredResult>(json)
        }
        "CallToolResult" => again::<CallToolResult>(json),
        // The payload is that of any request; the example shows a task.
        "GetTaskResult" | "CancelTaskResult" | "GetTaskPayloadResult" => again::<TaskResult>(json),
        "CompleteResult" => again::<CompleteResult>(json),
        "CreateMessageResult" => again::<CreateMessageResult>(json),
        "CreateTaskResult" => again::<CreateTaskResult>(json),
        "DiscoverResult" => again::<DiscoverResult>(json),
        "ElicitResult" => again::<ElicitResult>(json),
        "GetPromptResult" => again::<GetPromptResult>(json),
        "InitializeResult" => again::<InitializeResult>(json),
        "ListPromptsResult" => again::<ListPromptsResult>(json),
        "ListResourcesResult" => again::<ListResourcesResult>(json),
        "ListResourceTemplatesResult" => again::<ListResourceTemplatesResult>(json),
        "ListRootsResult" => again::<ListRootsResult>(json),
        "ListTasksResult" => again::<ListTasksResult>(json),
        "ListToolsResult" => again::<ListToolsResult>(json),
        "ReadResourceResult" => again::<ReadResourceResult>(json),
        "Result" => again::<EmptyResult>(json),
        "SubscriptionsListenResult" => again::<SubscriptionsListenResult>(json),
        name => panic!("unknown result {name}"),
    }
}

fn part(name: &str, json: &Value) -> serde_json::Result<Value> {
    match name {
        "TextContent" | "ImageContent" | "AudioContent" | "EmbeddedResource" | "ResourceLink"
        | "ToolUseContent" | "ToolResultContent" => again::<ContentBlock>(json),
        "TextResourceContents" | "BlobResourceContents" => again::<ResourceContents>(json),
        "ClientCapabilities" => again::<ClientCapabilities>(json),
        "ServerCapabilities" => again::<ServerCapabilities>(json),
        "Tool" => again::<Tool>(json),
        "Resource" => again::<Resource>(json),
        "Root" => again::<Root>(json),
        "SamplingMessage" => again::<SamplingMessage>(json),
        "ModelPreferences" => again::<ModelPreferences>(json),
        "InputRequests" => again::<InputRequests>(json),
        "InputResponses" => again::<InputResponses>(json),
        "PrimitiveSchemaDefinition"
        | "StringSchema"
        | "NumberSchema"
        | "BooleanSchema"
        | "UntitledSingleSelectEnumSchema"
        | "TitledSingleSelectEnumSchema"
        | "UntitledMultiSelectEnumSchema"
        | "TitledMultiSelectEnumSchema" => again::<PrimitiveSchema>(json),
        "ElicitRequestFormParams" => again::<ElicitFormParams>(json),
        "ElicitRequestURLParams" => again::<ElicitUrlParams>(json),
        "CallToolRequestParams" => params(Some(Method::CallTool), json),
        "CancelledNotificationParams" => params(Some(Method::Cancelled), json),
        "CompleteRequestParams" => params(Some(Method::Complete), json),
        "CreateMessageRequestParams" => params(Some(Method::CreateMessage), json),
        "GetPromptRequestParams" => params(Some(Method::GetPrompt), json),
        "LoggingMessageNotificationParams" => params(Some(Method::LoggingMessage), json),
        "PaginatedRequestParams" => params(Some(Method::ListTools), json),
        "ProgressNotificationParams" => params(Some(Method::Progress), json),
        "ResourceUpdatedNotificationParams" => params(Some(Method::ResourceUpdated), json),
        name => panic!("unknown type {name}"),
    }
}

/// An error, with its data decoded where the code, or a member of the data, tells the type.
fn error_object(json: &Value) -> serde_json::Result<Value> {
    let mut error = again::<ErrorObject>(json)?;
    if let Some(data) = error.get_mut("data") {
        *data = match json["code"].as_i64() {
            Some(-32021) => again::<MissingRequiredClientCapability>(data)?,
            Some(-32042) => again::<UrlElicitationRequired>(data)?,
            _ if data.get("supported").is_some() => again::<UnsupportedProtocolVersion>(data)?,
            _ if data.get("uri").is_some() => again::<ResourceNotFound>(data)?,
            _ => data.take(),
        };
    }
    Ok(error)
}

fn again<T: DeserializeOwned + Serialize>(json: &Value) -> serde_json::Result<Value> {
    decode::<T>(json).map(encode)
}

/// The example without the fields that no revision defines, which are not kept.
fn without_unknown_fields(record: &Value) -> Value {
    let mut json = record["json"].clone();
    let Some(unknown) = record.get("unknown_fields") else {
        return json;
    };
    for note in unknown.as_array().unwrap() {
        let note = note.as_str().unwrap();
        let (path, _) = note.split_once(": ").unwrap();
        // The others are an unknown method, and a wrong guess between two result types.
        if matches!(path, "/pattern" | "/resource/annotations") {
            let (parent, key) = path.rsplit_once('/').unwrap();
            json.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key).unwrap();
        }
    }
    json
}
