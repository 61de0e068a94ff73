//! 2026-07-28 to 2025-11-25: less metadata in results, structured output is an object.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{RevisionStep, wrap};
use crate::{
    base::{CacheScope, ResultType},
    capabilities::{ClientCapabilities, ServerCapabilities},
    content::ContentBlock,
    meta::ResultMeta,
    protocol_version::ProtocolVersion,
    reference::target,
    tool_definition::Tool,
    tool_result::CallToolResult,
};

pub(super) struct V2025_11_25;

impl RevisionStep for V2025_11_25 {
    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {
        capabilities.keep_extensions(ProtocolVersion::V2025_11_25);
    }

    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {
        capabilities.keep_extensions(ProtocolVersion::V2025_11_25);
    }

    fn tool(&self, tool: &mut Tool) {
        if std::mem::take(&mut tool.wrap) {
            tool.output_schema = tool.output_schema.as_deref().map(wrap::schema).map(Arc::new);
        }
        tool.output_schema.iter_mut().for_each(expand_root);
        tool.output_schema.take_if(|schema| schema.get("type") != Some(&json!("object")));
        let output_schema = tool.output_schema.as_mut();
        for schema in [&mut tool.input_schema].into_iter().chain(output_schema) {
            replace_boolean_properties(schema);
        }
    }

    fn content_block(&self, block: &mut ContentBlock) {
        if let ContentBlock::ToolResult(result) = block {
            result.structured_content.take_if(|value| !value.is_object());
        }
    }

    // `StructuredResult::write` knows which results this leaves as they are.
    fn call_tool_result(&self, result: &mut CallToolResult) {
        let Some(value) = &mut result.structured_content else {
            return;
        };
        if std::mem::take(&mut result.wrap) {
            wrap::value(value);
        } else if !value.get().starts_with('{') {
            drop_structured_content(result);
        }
    }

    fn result(&self, result_type: &mut Option<ResultType>, meta: &mut ResultMeta) {
        // Set by the handler or by another server: `SendResult::shape` stamps modern results only.
        *result_type = None;
        meta.server_info = None;
    }

    fn cache(&self, ttl_ms: &mut Option<u64>, cache_scope: &mut Option<CacheScope>) {
        *ttl_ms = None;
        *cache_scope = None;
    }
}

/// Drops the structured content of a result; its JSON survives as text.
pub(super) fn drop_structured_content(result: &mut CallToolResult) {
    if let Some(value) = result.structured_content.take()
        && !result.content.iter().any(|block| block.as_text().is_some())
    {
        result.content.push(ContentBlock::text(value.get()));
    }
}

/// Replaces a root that is a reference, as for a recursive type, with its definition: clients look
/// for the `type` of an object there.
fn expand_root(schema: &mut Arc<Value>) {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let target = reference.and_then(|reference| target(schema, reference));
    // A definition that is itself a reference is left to clients that can follow it.
    let target = target.and_then(Value::as_object);
    let Some(target) = target.filter(|target| !target.contains_key("$ref")) else {
        return;
    };
    let mut root = target.clone();
    let beside = schema.as_object().into_iter().flatten().filter(|(key, _)| *key != "$ref");
    root.extend(beside.map(|(key, value)| (key.clone(), value.clone())));
    *schema = Arc::new(Value::Object(root));
}

/// Writes properties that are `true` or `false` as objects.
fn replace_boolean_properties(schema: &mut Arc<Value>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    if !properties.is_some_and(|properties| properties.values().any(Value::is_boolean)) {
        return;
    }
    if let Some(Value::Object(properties)) = Arc::make_mut(schema).get_mut("properties") {
        for property in properties.values_mut() {
            match property {
                Value::Bool(true) => *property = json!({}),
                Value::Bool(false) => *property = json!({ "not": {} }),
                _ => {}
            }
        }
    }
}
