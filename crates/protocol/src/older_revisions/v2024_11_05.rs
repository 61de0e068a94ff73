//! 2025-03-26 to 2024-11-05: no audio, no tool annotations, no completions capability.

use std::mem;

use super::{NotExpressible, RevisionStep};
use crate::{
    capabilities::{ClientCapabilities, ServerCapabilities},
    content::{ContentBlock, EmbeddedResource},
    progress::ProgressParams,
    protocol_version::ProtocolVersion,
    resource_contents::ResourceContents,
    sampling::SamplingMessage,
    tool_definition::Tool,
};

pub(super) struct V2024_11_05;

impl RevisionStep for V2024_11_05 {
    fn client_capabilities(&self, capabilities: &mut ClientCapabilities) {
        capabilities.keep_extensions(ProtocolVersion::V2024_11_05);
    }

    fn server_capabilities(&self, capabilities: &mut ServerCapabilities) {
        capabilities.completions = false;
        capabilities.keep_extensions(ProtocolVersion::V2024_11_05);
    }

    fn tool(&self, tool: &mut Tool) {
        tool.annotations = None;
    }

    fn content_block(&self, block: &mut ContentBlock) {
        if let ContentBlock::Audio(audio) = block {
            let uri = format!("data:{};base64,{}", audio.mime_type, audio.data);
            let resource = ResourceContents::blob(uri, mem::take(&mut audio.data))
                .with_mime_type(mem::take(&mut audio.mime_type));
            let mut embedded = EmbeddedResource::new(resource);
            embedded.annotations = audio.annotations.take();
            *block = ContentBlock::Resource(Box::new(embedded));
        }
    }

    fn progress(&self, params: &mut ProgressParams) {
        params.message = None;
    }

    fn sampling_message(&self, message: &mut SamplingMessage) -> Result<(), NotExpressible> {
        let mut blocks = message.content.blocks().iter();
        if blocks.any(|block| matches!(block, ContentBlock::Audio(_))) {
            return Err(NotExpressible { what: "audio in sampling" });
        }
        Ok(())
    }
}
