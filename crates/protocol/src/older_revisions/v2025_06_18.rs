//! 2025-11-25 to 2025-06-18: no icons, no URL elicitation, plainer forms, no tools in sampling.

use std::{mem, sync::Arc};

use serde_json::Value;

use super::{NotExpressible, RevisionStep};
use crate::{
    base::Icon,
    capabilities::{ClientCapabilities, ClientCapability, ServerCapabilities},
    content::ContentBlock,
    elicitation::{ElicitParams, PrimitiveSchema, TitledSelectSchema, UntitledSelectSchema},
    implementation::Implementation,
    protocol_version::ProtocolVersion,
    sampling::{CreateMessageParams, SamplingContent, SamplingMessage},
    tool_definition::Tool,
};

pub(super) struct V2025_06_18;

impl RevisionStep for V2025_06_18 {
    fn icons(&self, icons: &mut Vec<Icon>) {
        icons.clear();
    }

    fn implementation(&self, implementation: &mut Implementation) {
        implementation.description = None;
        implementation.website_url = None;
    }

    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {
        // The capabilities that imply these are gone, so these have to be declared themselves.
        capabilities.sampling = capabilities.supports(ClientCapability::Sampling);
        capabilities.elicitation = capabilities.supports(ClientCapability::Elicitation);
        capabilities.sampling_tools = false;
        capabilities.sampling_context = false;
        capabilities.elicitation_form = false;
        capabilities.elicitation_url = false;
        capabilities.tasks = None;
        capabilities.keep_extensions(ProtocolVersion::V2025_06_18);
    }

    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {
        capabilities.tasks = None;
        capabilities.keep_extensions(ProtocolVersion::V2025_06_18);
    }

    fn tool(&self, tool: &mut Tool) {
        tool.execution = None;
        for schema in [&mut tool.input_schema].into_iter().chain(tool.output_schema.as_mut()) {
            if schema.get("$schema").is_some()
                && let Value::Object(schema) = Arc::make_mut(schema)
            {
                schema.shift_remove("$schema");
            }
        }
    }

    fn elicit(&self, params: &mut ElicitParams) -> Result<(), NotExpressible> {
        match params {
            ElicitParams::Url(_) => Err(NotExpressible { what: "elicitation by URL" }),
            ElicitParams::Form(form) => {
                form.mode = None;
                form.task = None;
                form.requested_schema.schema = None;
                Ok(())
            }
        }
    }

    fn primitive_schema(&self, schema: &mut PrimitiveSchema) -> Result<(), NotExpressible> {
        match schema {
            PrimitiveSchema::String(schema) => schema.default = None,
            PrimitiveSchema::Number(schema) => schema.default = None,
            PrimitiveSchema::Boolean(_) => {}
            PrimitiveSchema::UntitledSelect(schema) => schema.default = None,
            PrimitiveSchema::TitledSelect(titled) => {
                *schema = PrimitiveSchema::UntitledSelect(untitled(mem::take(titled)));
            }
            PrimitiveSchema::MultiSelect(_) => {
                return Err(NotExpressible { what: "multi-select fields in forms" });
            }
        }
        Ok(())
    }

    fn create_message(&self, params: &mut CreateMessageParams) -> Result<(), NotExpressible> {
        if params.tools.is_some() {
            return Err(NotExpressible { what: "tools in sampling" });
        }
        params.tool_choice = None;
        params.task = None;
        Ok(())
    }

    fn sampling_message(&self, message: &mut SamplingMessage) -> Result<(), NotExpressible> {
        message.meta = None;
        if let SamplingContent::Many(blocks) = &mut message.content {
            let (Some(block), true) = (blocks.pop(), blocks.is_empty()) else {
                return Err(NotExpressible { what: "sampling messages of several blocks" });
            };
            message.content = SamplingContent::One(block);
        }
        match &message.content {
            SamplingContent::One(ContentBlock::ToolUse(_) | ContentBlock::ToolResult(_)) => {
                Err(NotExpressible { what: "tools in sampling" })
            }
            _ => Ok(()),
        }
    }
}

/// Converts a choice with titles to the form of 2025-06-18.
fn untitled(titled: TitledSelectSchema) -> UntitledSelectSchema {
    let (options, names) =
        titled.options.into_iter().map(|option| (option.value, option.title)).unzip();
    UntitledSelectSchema {
        title: titled.title,
        description: titled.description,
        options,
        enum_names: Some(names),
        default: None,
    }
}
