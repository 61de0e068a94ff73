//! 2025-06-18 to 2025-03-26: no titles, no structured output, no resource links, no elicitation.

use super::{NotExpressible, RevisionStep, v2025_11_25::drop_structured_content};
use crate::{
    apps::keep_ui,
    base::Annotations,
    capabilities::{ClientCapabilities, ServerCapabilities},
    completion::CompleteParams,
    content::{ContentBlock, ResourceLink, TextContent},
    elicitation::{ElicitParams, PrimitiveSchema},
    meta::Meta,
    protocol_version::ProtocolVersion,
    tool_definition::Tool,
    tool_result::CallToolResult,
};

const NO_ELICITATION: NotExpressible = NotExpressible { what: "elicitation" };

pub(super) struct V2025_03_26;

impl RevisionStep for V2025_03_26 {
    fn title(&self, title: &mut Option<String>) {
        *title = None;
    }

    fn object_meta(&self, meta: &mut Option<Meta>) {
        keep_ui(meta);
    }

    fn annotations(&self, annotations: &mut Annotations) {
        annotations.last_modified = None;
    }

    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {
        capabilities.elicitation = false;
        capabilities.other.remove("elicitation");
        capabilities.keep_extensions(ProtocolVersion::V2025_03_26);
    }

    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {
        capabilities.keep_extensions(ProtocolVersion::V2025_03_26);
    }

    fn tool(&self, tool: &mut Tool) {
        tool.output_schema = None;
        if let Some(title) = tool.title.take() {
            tool.annotations.get_or_insert_default().title.get_or_insert(title);
        }
    }

    fn content_block(&self, block: &mut ContentBlock) {
        if let ContentBlock::ResourceLink(link) = block {
            let annotations = link.annotations.take();
            *block = TextContent { text: markdown(link), annotations, meta: None }.into();
        }
    }

    fn call_tool_result(&self, result: &mut CallToolResult) {
        drop_structured_content(result);
    }

    fn complete(&self, params: &mut CompleteParams) {
        params.context = None;
    }

    fn elicit(&self, _: &mut ElicitParams) -> Result<(), NotExpressible> {
        Err(NO_ELICITATION)
    }

    fn primitive_schema(&self, _: &mut PrimitiveSchema) -> Result<(), NotExpressible> {
        Err(NO_ELICITATION)
    }
}

/// Returns a link as text.
fn markdown(link: &ResourceLink) -> String {
    let ResourceLink { name, uri, description, .. } = link;
    match description {
        Some(description) => format!("[{name}]({uri}): {description}"),
        None => format!("[{name}]({uri})"),
    }
}
